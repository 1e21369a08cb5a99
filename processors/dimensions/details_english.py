"""English details: a subject, a verb of being or happening, and a short value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import Stemmer

from processors.claims.clauses import Clause
from processors.claims.people import ANIMALS_EN, KIN_EN, OTHERS_EN
from processors.dimensions.detail_values import Value, plain_value, value_of
from schemas.dimensions import Detail, DetailForm, TimeInterval

_ADVERBS = "now|still|actually|really|definitely|currently|always|normally|usually|officially|all|just|going to be"
_ARRANGED = "booked|set|scheduled|planned|fixed|due|confirmed|down|reserved"
_MOVED = "moved|changed|pushed back|pushed|postponed|brought forward|shifted|rescheduled|put back|bumped"
_LEAD = re.compile(
    r"(?i:\W*(?:(?:ok(?:ay)?|right|true|so|well|btw|by the way|fyi|and|also|but|no|nope|yes|yeah|update|correction"
    r"|actually|sorry"
    r"|oops|reminder|note|remember|for the record|normally|usually|now|just|that|new|scratch that|never mind|wait"
    r"|(?:i|we)(?:'ve| have)? decided(?: that)?)\b[\s,:;!–—-]*)*)"
)
_STATES = re.compile(
    rf"(?P<subject>[\w'&-]+(?: [\w'&-]+){{0,6}}?)(?:(?P<contracted>'s been (?:now |just )?(?:{_MOVED}))|(?: (?:is"
    rf"|are)|'s|'re| (?:will|'ll) be)(?: (?:{_ADVERBS}))*"
    rf"(?: (?:{_ARRANGED}|(?P<changed>{_MOVED})))?| (?P<moved>(?:(?:has|have) been|was|were|got|is being) (?:now "
    rf"|just )?"
    rf"(?:{_MOVED})|(?:(?:has|have) )?(?:moved|changed)|moves|changes|(?:goes|went|has gone|is going|will go|gone)"
    rf" (?:up|down)|rose|rises|dropped|drops)|:(?=\s)| (?:costs?|holds?|seats?|weighs?|charges?|starts?|begins?"
    rf"|opens?|leaves?|departs?"
    r"|takes place|(?P<end>ends?|closes?|shuts?))) (?P<value>.+)",
    re.I,
)
_NAMED = re.compile(
    r"(?P<subject>(?:the|our|my|[A-Z]\w+'s) [\w'&-]+(?: [\w'&-]+){0,4}?) (?:is|are|'s|will be) (?:now )?(?:called"
    r"|named) (?P<value>.+)",
)
_BEFORE_VALUE = re.compile(r"(?i:(?:(?:at|on|for|to|in|by|around|about|until) |from \S+ (?=to ))*(?:the (?=\d))?)")
_AT_HOUR = re.compile(
    r"(?i:at (?:around |about )?(?:the )?(?P<hour>\d{1,2})(?=\s*(?:$|[,.;!]|now|instead|sharp|on|every|today)))"
)
_NO_SUBJECT_TEXT = (
    "i you he she it we they that this these those there here what who which where when why how if because so as than"
    " everything something nothing everyone someone one ones his her their your not n't never only and or but is are"
    " was were be been has have had do does did will would can could says said think thinks know today tomorrow"
    " tonight yesterday weather sky time's i'm i've it's that's there's here's let's let"
)
_NO_SUBJECT = frozenset(_NO_SUBJECT_TEXT.split())
_LITTLE_TEXT = (
    "the a an my our of for in on at to with new old current regular usual final actual next upcoming whole full total"
    " own very exact right correct permanent everyone everybody guys folks all people"
)
_LITTLE = frozenset(_LITTLE_TEXT.split())
_NAMES_FORM: dict[str, DetailForm] = {"time": "clock", "hour": "clock", "date": "date", "day": "date"}
_NAMES_FORM |= {"colour": "colour", "color": "colour", "price": "number", "cost": "number", "amount": "number"}
_NAMES_FORM |= {"location": "place", "place": "place", "venue": "place", "name": "name", "title": "name"}
"""Heads that only say what sort of value comes: the colour of the kitchen is a detail of the kitchen."""
_OPEN_TEXT = "password passcode passphrase pin code codeword theme name title venue extension username colour color"
_OPEN = frozenset(_OPEN_TEXT.split())
"""Heads that take a value of any wording."""
_CODE_WORD = re.compile(r"(?i:\b(?:code|secret|safe|magic|pass) ?word$)")
_WHERE = re.compile(
    r"(?i:(?:at|in) (?P<place>(?:the |my |our |[a-z]+'s )(?!(?:bag|end|way|moment|mood|middle|making|works|best"
    r"|least|same|air)\b)"
    r"[a-z'-]+(?: (?!now\b|instead\b)[a-z'-]+)?)(?: now| instead)?$)"
)
_NO_OPEN_VALUE = re.compile(
    r"(?i:(?:not|no|a|an|the|wrong|right|weird|great|good|bad|nice|fine|perfect|terrible|awful|boring|ugly|cool|fun|too"
    r"|so|very|really|pretty|quite|still|also|on|in|at|what|my|your|our|up|easy|hard|long|short|secret|unknown|new"
    r"|same)\b)"
)
_ABOUT = re.compile(
    r"(?i:(?:(?:i|we)(?:'ve| have)? )?(?:changed (?:my|our) minds?|change of plans?|news|update|correction) "
    r"(?:about|on|for|regarding|with) (?P<topic>(?:the|my|our) [\w'& -]{2,40})$"
    r"|^(?P<changed>(?:the|my|our) [\w'& -]{2,40}?) (?:has |have |just |was )*(?:changed|moved|switched)$)"
)
_NEW = re.compile(
    r"(?i:(?:(?:we|i)(?:'ve| have)? (?:got )?)?(?:a )?new (?P<topic>[a-z-]+(?: [a-z-]+)?)"
    r"(?: (?:everyone|all|guys|folks|people))?$)"
)
_INSTEAD = re.compile(
    r"(?i:(?:(?:i|we)(?:'re| are|'m| am|'ll| will)? (?:now )?(?:going (?:with|for|to(?! \w+ing\b))"
    r"|go(?:ing)? (?:with|for)|have(?:ing)?"
    r"|picking|choosing|chose|taking|want(?:ing)?|painting it|making it|doing)|it(?:'s| is|'ll be| will be)(?: now)?"
    r"|make (?:it|that)|make) (?:at |on |in |for |to |be )*(?P<value>[\w'&:.@ -]{2,40}?)(?: instead| now"
    r"| after all)*(?:,.*)?$)"
)
_CHANGES = re.compile(
    r"(?i:\b(?:chang\w+|correction|instead|no longer|moved|postponed|rescheduled|new|now|after all|scratch that|i meant"
    r"|brought forward|pushed|shifted|switched|updated?|turns out)\b)"
)
_SEVERAL = re.compile(
    rf"(?i:\b(?:{'|'.join(KIN_EN)}|{OTHERS_EN}|{ANIMALS_EN}|teacher|student|client|customer|neighbou?r|doctor"
    rf"|guest)s?\b)"
)
"""People and animals of whom one may have several."""
_stemmer = Stemmer.Stemmer("english")


def english_details(
    meant: Sequence[Clause], subject: str, times: Sequence[TimeInterval], timezone: str
) -> Iterator[Detail]:
    """The details of the English clauses that a turn states."""
    about, sentence = "", -1
    for clause in meant:
        if clause.sentence != sentence:
            about, sentence = "", clause.sentence
        changes = any(_CHANGES.search(one.text) for one in meant if one.sentence == sentence)
        named = _ABOUT.search(clause.text) or _NEW.match(clause.text)
        if named is not None:
            mine = "" if named.re is _ABOUT else "my "
            said = named["topic"] or named["changed"] if named.re is _ABOUT else named["topic"]
            about = topic_of(f"{mine}{said}", subject)
            continue
        found = _instead(clause, about, times, timezone) if about else None
        found = found or _stated(clause, subject, times, timezone, changes=changes)
        if found is not None:
            yield found


def topic_of(phrase: str, subject: str) -> str:
    """The telling words of a noun phrase, as sorted stems. What is "mine" is, in a chat of several, the speaker's."""
    words = re.findall(r"[\w&-]+(?='s)|[\w&-]+", phrase.casefold().replace("’", "'"))
    telling = [word for word in words if word not in _LITTLE and word != "s"]
    named = [word for word in telling if word not in _NAMES_FORM] or telling
    if subject != "user" and words[:1] == ["my"]:
        named.append(subject.casefold())
    return " ".join(sorted({_stemmer.stemWord(word) for word in named}))


def _instead(clause: Clause, about: str, times: Sequence[TimeInterval], timezone: str) -> Detail | None:
    """What comes in place of the thing that a turn says it changes: "we're going with oak instead"."""
    match = _INSTEAD.match(clause.text)
    if match is None:
        return None
    value = value_of(match["value"], times, timezone)
    form: DetailForm = value.form if value is not None else "word"
    plain = value.plain if value is not None else plain_value(match["value"])
    return Detail(topic=about, form=form, value=plain, start=clause.start, end=clause.end, changes=True)


def _stated(
    clause: Clause, subject: str, times: Sequence[TimeInterval], timezone: str, *, changes: bool
) -> Detail | None:
    lead = _LEAD.match(clause.text)
    text = clause.text[lead.end() :] if lead else clause.text
    match = _NAMED.match(text) or _STATES.match(text)
    if match is None or not _is_subject(match["subject"]):
        return None
    groups = match.groupdict()
    changes = changes or bool(groups.get("changed") or groups.get("moved") or groups.get("contracted"))
    value = _value(match["subject"], match["value"], times, timezone, named=match.re is _NAMED)
    if value is None:
        return None
    if value.form == "place" and not re.match(r"(?i:the|our|my|this) |[a-z]", match["subject"]):
        return None  # Where people are changes by the hour.
    topic = topic_of(f"{match['subject']} end" if groups.get("end") else match["subject"], subject)
    if not topic or topic in _NAMES_FORM:
        return None
    return Detail(
        topic=topic,
        form=value.form,
        value=value.plain,
        start=clause.start,
        end=clause.end,
        changes=changes,
        several=match.re is _NAMED or bool(_SEVERAL.search(match["subject"])),
        until=value.until,
    )


def _is_subject(phrase: str) -> bool:
    words = phrase.casefold().split()
    if not words or any(word in _NO_SUBJECT for word in words):
        return False
    owned = words[0] in ("the", "my", "our") or any(word.endswith("'s") for word in words)
    return (owned or not words[-1].endswith(("ing", "ly"))) and not words[0].isdigit()


def _value(subject: str, said: str, times: Sequence[TimeInterval], timezone: str, *, named: bool) -> Value | None:
    prepositions = _BEFORE_VALUE.match(said)
    at = prepositions.end() if prepositions else 0
    placed = bool(re.match(r"(?i:(?:at|in|to) )", said))
    hour = _AT_HOUR.match(said)
    if hour is not None and int(hour["hour"]) <= 24:
        return Value("clock", f"{int(hour['hour']) % 12:02}:00", hour.end())
    value = value_of(said[at:], times, timezone)
    open_value = named or subject.casefold().split(" of ")[0].split()[-1] in _OPEN or bool(_CODE_WORD.search(subject))
    if value is not None and (value.form not in ("place",) or placed):
        return value
    where = _WHERE.match(said) if re.match(r"(?i:the|our|this) |[a-z]", subject) else None
    if where is not None:
        return Value("place", plain_value(where["place"]), where.end())
    if not open_value or placed or _NO_OPEN_VALUE.match(said):
        return None
    short = re.match(r"[\w'&-]+(?: (?!now\b|instead\b)[\w'&-]+){0,2}(?=\s*(?:$|[,.;!(–—]|now\b|instead\b))", said)
    return Value("name", plain_value(short[0]), len(short[0])) if short else None
