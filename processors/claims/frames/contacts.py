"""How one is reached, whatever the wording: a number, mail or street beside words of reaching the speaker."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import Found

_PHONE = re.compile(r"(?<![\w.@-])\+?\(?\d[\d ().-]{5,20}\d(?![\w@])")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_STREET_KIND = (
    r"(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Court|Mews|Close|Drive|Dr|Terrace|Square|Sq|Yard|Way|Place|Row|Crescent"
    r"|Cres|Gardens|Grove|Hill|Park|Quay|Wharf|Boulevard|Blvd|Parade|Walk|End|Green|Rise|Bank|Vale|Circus|Circle|Trail"
    r"|Alley|Passage|Parkway|Plaza|Esplanade|Promenade|(?:Highway|Route|Road) \d{1,3})"
)
_DOOR = r"(?:(?:flat|apt|apartment|unit|suite) \w{1,5},? )?"
_HOUSE = r"(?:(?:The )?(?:[A-Z][\w']+ ){0,2}(?:House|Cottage|Forge|Farm|Lodge|Barn|Mill|Rectory|Manor), )?"
_STREET = re.compile(
    rf"(?<![\w/-]){_HOUSE}(?i:{_DOOR})(?:\d{{1,5}}(?:/\d{{1,4}})?[A-Za-z]? (?:(?:[A-Z][\w']+ ){{1,3}}{_STREET_KIND}\b"
    r"|(?:Rue|Via|Calle|Avenida|Rua|Plaza|Piazza|Strada|Chemin|Avenue)(?: (?:de|des|du|da|do|del|della|la|di"
    r"|dei))?(?: [A-Z][\w']+){1,3})|[A-Z]\w{3,20}(?:straat|strasse|straße|weg|gasse|laan|gatan|vägen"
    r"|gade) \d{1,4}[a-z]?)(?i:,? (?:flat|apt|apartment|unit) \w{1,5})?(?:, [A-Z][\w-]+(?: [A-Z][\w-]+)?)?"
)
_STREET_SMALL = re.compile(
    rf"(?i:(?<![\w/-]){_DOOR}\d{{1,5}}[a-z]? (?:[a-z']+ ){{1,2}}(?:street|st|road|rd|lane|ln|avenue|ave|court"
    rf"|close|drive"
    r"|terrace|blvd|crescent)\b(?:,? (?:flat|apt|apartment|unit) \w{1,5})?)"
)
"""As it is typed where nothing is capitalised."""
_REACHING = re.compile(
    r"(?i:\b(?:reach|get|text|call|ring|phone|whatsapp|contact|catch|message|buzz|find|try|get hold of"
    r"|bell) (?:hold of )?me\b|\b(?:my|our) (?:\w+ ){0,2}(?:number|mobile|cell|phone|landline|line|digits|contact"
    r"|sim)\b|\bme (?:on|at|under|is)\b|\b(?:new|changed|switched|swapped|got a new) (?:\w+ )?(?:number|sims?|phones?"
    r"|mobile|cell)\b|\bnumber for me\b|\b(?:put|use|list|add|save|note|store|write) .{0,60}\b(?:contact|reach)\b"
    r"|\b(?:they|you|people|anyone|everyone) (?:should|can|could|may|must) (?:text|call|ring|phone|reach|message)\b"
    r"|\bi'm on \+?\(?\d|\b(?:new )?number(?:'s| is) |\bthat's (?:me|mine|my (?:number|mobile|cell))\b|\bi (?:always"
    r"|usually|'ll)? ?(?:pick up|answer)\b|\bas my (?:contact|number)\b|\b(?:same|new|right|wrong"
    r"|what) (?:\w+ )?number\b|^\W*(?:the )?(?:phone|mobile|cell|number|tel)(?:'s| is|:))"
)
_WRITING = re.compile(
    r"(?i:\b(?:e-?mail|write|send|forward|drop|cc|message|reach|get|ping) (?:\w+ ){0,3}?(?:me|us)\b|\b(?:my"
    r"|our) (?:\w+ ){0,2}(?:e-?mail|inbox|mail|account)\b|\bme (?:on|at|a|under|via)\b|\bi(?:'m| am)(?: \w+)? (?:on"
    r"|at) |\bmy inbox\b|\b(?:sign|add|put|register|book|log|set|invite) me (?:up |down |in |on )?(?:with|under|as"
    r"|using)\b|\bi can be (?:reached|found|contacted)\b|\bthat's (?:mine|me|my \w+)\b|\bnow it's\b|\bit's now\b"
    r"|\bi(?:'ve)? (?:moved|switched) (?:off|from|to)\b|^\W*(?:so |and |btw )?(?:the |best |new |personal |right "
    r"|correct )*(?:e-?mail|address|e-?mail address|mail)(?: \w+){0,5}?(?: is|:|'s) )"
)
_LIVING = re.compile(
    r"(?i:\b(?:my|our) (?:\w+ ){0,2}(?:address|place|home|house|flat|apartment|door|house number|postal address)\b"
    r"|\b(?:i|we)(?:'re|'m|'ve| am| are| have)?(?: now| just| both)? (?:live|living|moved|staying|based|settled)\b"
    r"|\b(?:i|we)(?:'re|'m| am| are)(?: now)? at (?=\d|flat)|\b(?:moved|moving) in(?:to)?\b|\b(?:home|the new place"
    r"|the house) is (?:now )?(?=\d|flat)|^\W*(?:best |new |delivery |postal |home |correct )+address\b|\b(?:deliver"
    r"|ship|post|send|drop) (?:\w+ ){0,3}to (?:me|us|my)\b|\bfind (?:me|us) at\b|\bwhere (?:i|we) live\b"
    r"|\bfor (?:all )?(?:my |our )?(?:post|mail|deliveries|parcels)\b|\b(?:my|our) (?:post|mail|parcels?|deliver(?:y"
    r"|ies))\b|\b(?:that's|which is) (?:me|us|home|mine|ours|where i|where we)\b|\b(?:i|we) (?:live there"
    r"|'ve been since)\b|\bwhere (?:i've|we've|i|we)\b|\b(?:im|we're|i'm|were) at (?=\d|flat|apt)|\b(?:as of"
    r"|from) (?:now|today),? (?:it's|we're|i'm)\b)"
)
_ANOTHERS = re.compile(
    r"(?i:\b(?:his|her|their|your|customer|client|patient|user|office|company|shop|store|hotel|clinic|mr|mrs|ms"
    r"|support|helpline|order|invoice|ticket|old|former|previous|used to|not my|no longer|isn't|right now|meeting)\b)"
)
_THEIRS = re.compile(
    r"(?i:\b(?!(?:it|that|here|there|where)['’]s)[\w-]+(?:['’]s|s['’]) (?:new |current |home )?(?:address|place|house"
    r"|flat|number|phone|mobile|cell|e-?mail)\b)"
)
_IT_IS = re.compile(
    r"(?i:^\W*(?:no,? |sorry,? |actually,? |oh,? )*(?:the (?:new|right|correct) (?:one|number|address)(?:'s| is)"
    r"|it's|it is|it should be|should be|that's|now it's) )"
)
_SENT_OVER = re.compile(
    r"(?i:\b(?:send|forward|share|e-?mail|mail|post)\b(?!.*\bto (?!me\b|us\b))(?=.*\b(?:over|me|us|it|the|across)\b))"
)
_TO_ME = re.compile(r"(?i:\bme (?:at|on|under|via)\b|\b(?:i|we)(?:'m|'re)\b|\bthat's (?:me|mine)\b)")


def of_its_form(attribute: str, said: str) -> str:
    """The one phone number or mail address in a text, whoever's it is, else ""."""
    pattern = {"phone": _PHONE, "email": _EMAIL}.get(attribute)
    found = list(pattern.finditer(said)) if pattern is not None else []
    if len(found) != 1:
        return ""
    given = found[0][0].strip(" .-(")
    return given if attribute == "email" or 7 <= sum(sign.isdigit() for sign in given) <= 15 else ""


def street_in(said: str) -> str:
    """The one street with its number in a text, whoever's it is, else ""."""
    found = list(_STREET.finditer(said))
    return found[0][0] if len(found) == 1 else ""


def contacts(said: str, before: str = "") -> Iterator[Found]:
    """What one stated English sentence gives of phone, mail and address. `before`: the sentence before it, where a
    correction leaves to it what is meant ("My house number is wrong. It's 9 Quarry Hill.")."""
    spoken_of = f"{before} {said}" if _IT_IS.match(said) else said
    if said.rstrip().endswith("?"):
        return
    mail = _EMAIL.search(said)
    alone = mail is not None and mail[0] == said.strip(" .!") and _SENT_OVER.search(before)
    if mail and (alone or (_WRITING.search(spoken_of) and not _is_anothers(said, mail))):
        yield Found("email", mail[0].rstrip("."), subject="user")
    bare = _EMAIL.sub(lambda match: " " * len(match[0]), said)
    number = _PHONE.search(bare)
    digits = sum(sign.isdigit() for sign in number[0]) if number else 0
    if number and 7 <= digits <= 15 and _REACHING.search(spoken_of) and not _is_anothers(said, number):
        yield Found("phone", number[0].strip(" .-("), subject="user")
    street = _STREET.search(said) or (_STREET_SMALL.search(said) if said == said.lower() else None)
    if street and _LIVING.search(spoken_of) and not _is_anothers(said, street):
        yield Found("address", street[0], subject="user")


def _is_anothers(said: str, given: re.Match[str]) -> bool:
    """Whether what stands around it, between the commas, speaks of somebody else or of what was."""
    begun = max(said.rfind(sign, 0, given.start()) for sign in ",;:–—") + 1
    rest = re.split(r"[,;:–—]", said[given.end() :], maxsplit=1)[0]
    around = said[begun : given.start()] + rest
    if _THEIRS.search(said):
        return True
    found = _ANOTHERS.search(around)
    return found is not None and not (_TO_ME.search(said) and found[0].lower() in ("invoice", "order", "ticket"))
