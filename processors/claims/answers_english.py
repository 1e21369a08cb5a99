"""English answers to yes/no questions: how one says yes, no and "not any more", and the question in full."""

from __future__ import annotations

import re

from processors.claims.english_values import KIN
from processors.claims.frames.lexicon import is_kind
from processors.claims.words import DIETS

_OATH = (
    r"(?:(?:oh|ooh|god|gosh|hell|heck|bloody|damn|lol|haha|ha|well|my god|omg|um|erm|ah|aw+|yes|yeah|no|nah)"
    r"[\s,.!–—-]+){0,3}"
)
_YES_WORDS = (
    r"yes|yeah?|yep|yup|yea|aye|correct|right(?! (?:now|then|so))|that's right|that is right|true|indeed|absolutely"
    r"|definitely|certainly|of course|obviously|naturally|totally|still (?:do|am|have)|please do|mhm|uh huh|exactly"
    r"|i am|i do|i have|i did|i can|it is|she is|he is|they are|i still (?:do|am|have)|she sure is|he sure is"
    r"|very much so|sure (?:do|am)|sadly yes|unfortunately yes|you bet|too right|damn right|(?:a |one )?hundred percent"
    r"|100 ?(?:%|percent)|big time|for sure|guilty(?: as charged)?|you know it|that i (?:do|am)"
)
YES = re.compile(rf"(?i:^(?:{_OATH})(?:{_YES_WORDS})(?!\w)[\s,.!:;–—-]*)")
NO = re.compile(
    rf"(?i:^(?:{_OATH})(?:no|nope|nah|naw|never|not (?:really|at all|any ?more|any longer|yet|these days"
    r"|since(?: (?!i\b|we\b|my\b)\w+){0,3}|my thing|for me)|no longer|no more|no way|no chance|god forbid"
    r"|(?:absolutely|definitely|certainly|of course) not|i'm not|i am not|i don't|i do not|i haven't|i didn't|i can't"
    r"|not me)\b[\s,.!:;–—-]*)"
)
ADDS_NOTHING = re.compile(
    r"(?i:^(?:(?:i (?:am|do|have|did|can)|i'm not|i don't|not (?:at all|really)|badly|very|severely|terribly"
    r"|unfortunately|sadly|for (?:\w+ ){0,3}(?:years?|months?|ages|while|long|remember)|since [\w ]{2,30}|ever since"
    r"|all my life|always|both|thanks?(?: you)?|indeed|still (?:do|am|have)|i still (?:do|am|have)|same (?:dose|one"
    r"|as (?:before|ever|always))|as (?:ever|always|before)|always have|please(?: do)?|every (?:day|night|morning"
    r"|week)|unchanged|mate|haha|lol|no|yes|yeah|i gave (?:it|that) up|years ago|since (?:then|birth)|(?:jacked|packed"
    r"|gave|chucked|quit|left|stopped) (?:it|that|there)?(?: in| up| off| out)?(?: (?:last|this|in) \w+)?|a lot"
    r"|very much|so much|that's (?:right|correct)|it is|still|never|at all|not|any ?more|sorry|why|of course"
    r"|absolutely|definitely|happily|for sure|big time|hell|god|man|love (?:it|them)|hate (?:it|them)"
    r"|can't stand (?:it|them)|can't get enough)[\s,.!;–—-]*){0,6}$)"
)
_LOVED = re.compile(
    rf"(?i:^{_OATH}(?:i )?(?:really |absolutely |do )?(?:love|adore|like|enjoy) (?:it|them|those|that)"
    r"(?: (?:all|so much|to bits|a lot))?\W*$)"
)
_LOATHED = re.compile(
    rf"(?i:^{_OATH}(?:i )?(?:really |absolutely )?(?:hate|loathe|detest|can'?t (?:stand|bear|abide|stomach)) "
    r"(?:it|them|those|that|the (?:stuff|things))\W*$)"
)
_LIKED_ASKED = re.compile(
    r"(?i:^(?:so )?(?:do )?you (?:\w+ )?(?:like|enjoy|love) (?P<what>[^,]+?)(?: at all| much)?$"
    r"|^(?:are )?you (?:an? )?(?:big )?(?:fan of|into|keen on|fond of) (?P<rest>[^,]+)$)"
)
_SUPPOSING = re.compile(
    r"(?i:^(?:would (?:you|it be (?:fair|right) to) say(?: that)?|(?:is it|am i) (?:fair|right) (?:to say|to think"
    r"|in (?:saying|thinking))(?: that)?|is it (?:true|fair to say)(?: that)?|i (?:take it|gather|believe|assume"
    r"|think|remember|see|hear)(?: that)?|(?:for|about|regarding|on) (?:the|your) [\w' ]{2,40}? ?[,:–—-]) "
    r"?(?=you|your|\w+ is\b))"
)
""" "I take it you …", "for the form, …": what leads up to what is asked."""
_STATED = re.compile(
    r"(?i:^(?P<whose>your )?(?P<what>nationality|citizenship|birthday|address|phone number|number|e-?mail(?: address)?"
    rf"|name|employer|diet|home ?town|(?:\w+ )?(?:{KIN}|dog|cat|partner))(?:'s| is|'re| are) (?P<rest>\w.+)$)"
)
_UNOWNED = ("nationality", "citizenship")
"""What is the asked one's also where nobody says whose it is."""
_STILL = re.compile(r"(?i:^(?:(?:and|so|are you|do you|you|you're|you are) ){0,2}still (?P<rest>.+)$)")
_GOING = re.compile(
    r"(?i:^how(?:'s| is| are|'re) (?:the|your) (?P<rest>[\w' -]{3,30}?) (?:going|coming along|these days)$)"
)
_OVER = re.compile(
    rf"(?i:^{_OATH}(?:(?:no|nope|nah|naw|i|i've|i'd|we|we've|have|had|to|sadly|actually|unfortunately|just|finally"
    r"|recently)[\s,.!–—-]+){0,5}(?:(?:packed|jacked|chucked|given|gave|kicked|knocked|ditched|binned|dropped|quit"
    r"|stopped|stop|left|retired|came off|come off|moved (?:away|out|on)|walked away)\b|not (?:any ?more"
    r"|any longer|since|for (?:years|ages|months|\w+ (?:years|months)))\b|no longer"
    r"|(?:haven't|havent) (?:\w+ )?(?:touched|played|done|"
    r"been|gone|had|taken|smoked|run|ridden|worked|swum|danced|sung|drunk|eaten)\b.{0,30}\b(?:since|in|for)\b))"
)
_NOT_FOR_GOOD = re.compile(
    r"(?i:\b(?:for (?:now|a (?:bit|while|week|month|minute|sec))|this week|today|tonight|yet|until|till|pause|break"
    r"|might|may|thinking|nearly|almost|never|but|hoping|again|tomorrow|early|late|if|when|work)\b|\?)"
)
_AT_FIRM = re.compile(r"(?i:(?:at|(?:working|work|employed) (?:at|for|by)) )(?P<firm>[A-Z].*)$")
_IN_PLACE = re.compile(r"(?i:(?:(?:living|based|live) )?in )(?P<place>[A-Z].*)$")
_ON_DRUG = re.compile(r"(?i:(?:on|taking|take) (?:the |your )?(?P<drug>[\w-]+)$)")
_AT_PLAY = re.compile(
    r"(?i:(?:(?:playing|play|doing|do|practi[sc]ing|practise|going to|go to|going|into|learning|attending|in)"
    r" )?(?:the |your |any |much |a bit of )?(?P<play>[\w-]+(?: [\w-]+)?)$)"
)
_VICE = re.compile(r"(?i:(?P<vice>smoking|vaping|drinking|gambling|smoke|vape)$)")
_EATING = re.compile(rf"(?i:(?P<diet>{DIETS})$)")


def in_full(asked: str) -> str:
    """A yes/no question that leaves words out, as one with "you" ("Still playing squash" → "are you still playing
    squash", "citizenship is British" → "is your nationality British"); another stays as it is."""
    asked = _SUPPOSING.sub("", asked)
    if (stated := _STATED.match(asked)) and (stated["whose"] or stated["what"].lower() in _UNOWNED):
        what = re.sub(r"(?i:^citizenship$)", "nationality", stated["what"])
        return f"is your {what} {stated['rest']}"
    still = re.match(r"(?i:^still (?P<rest>\w+ing\b.+)$)", asked)
    return f"are you still {still['rest']}" if still else asked


def judged(asked: str, answer: str) -> str:
    """ "Do you like cats?" — "Love them." → "I love cats", else ""."""
    liked = _LIKED_ASKED.match(asked)
    if liked is None:
        return ""
    what = liked["what"] or liked["rest"]
    if _LOVED.match(answer):
        return f"I love {what}"
    return f"I hate {what}" if _LOATHED.match(answer) else ""


def ended(asked: str, answer: str) -> str:
    """ "Still playing squash?" — "Nah, packed it in." → "I gave up squash", else ""."""
    if not _OVER.match(answer) or _NOT_FOR_GOOD.search(answer):
        return ""
    going = _GOING.match(asked)
    still = going or _STILL.match(asked) or re.match(r"(?i:^do you (?P<rest>play\b.+|smoke|vape)$)", asked)
    if still is None:
        return ""
    rest = still["rest"]
    if not going:
        if match := _AT_FIRM.match(rest):
            return f"I no longer work at {match['firm']}"
        if match := _IN_PLACE.match(rest):
            return f"I no longer live in {match['place']}"
        if (match := _ON_DRUG.match(rest)) and is_kind(match["drug"], match["drug"].lower(), "drug"):
            return f"I no longer take {match['drug']}"
        if match := _EATING.match(rest):
            return f"I am no longer {match['diet']}"
        if match := _VICE.match(rest):
            return f"I gave up {re.sub('e$', 'ing', match['vice'])}"
    match = _AT_PLAY.match(rest)
    return f"I gave up {match['play']}" if match and _is_pastime(match["play"].lower()) else ""


def _is_pastime(said: str) -> bool:
    last = said.split()[-1]
    return any(is_kind(said, last, kind) for kind in ("game", "instrument")) or last in ("squash", "gym", "band")
