"""When English speakers were born, however they put it: "dob 4/11/69 for the form", "my birthday's on the 3rd of May",
"being a Christmas Day baby"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.english_own import DATE
from processors.claims.found import Found

_FEAST = (
    r"(?:Halloween|Christmas(?: Day| Eve)|Boxing Day|New Year'?s(?: Day| Eve)|Hogmanay|Valentine'?s(?: Day)?|(?:St"
    r"|Saint) [A-Z]\w+'?s Day|April Fools'?(?: Day)?|Bonfire Night|Guy Fawkes(?: Night)?|the Fourth of July"
    r"|Midsummer(?:'?s Day)?)"
)
_DAY = rf"(?P<day>(?:{DATE})|{_FEAST})"
_BORN = re.compile(
    r"(?i:\b(?:birthday|b-?day|birth ?date|date of birth|d\.?o\.?b\.?|born|(?:came into|entered) (?:the|this) world)\b"
    r"|\bbaby\b)"
)
_GIVEN = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?i:\bmy (?:\w+ )?(?:birthday|b-?day|birth ?date|date of birth|d\.?o\.?b\.?)(?:'s| is| falls| lands"
        rf"| was)?(?: always)?(?: on| is)?:?(?: the)? {_DAY})",
        rf"(?i:\b(?:it's|its|it is) my (?:\w+ )?(?:birthday|b-?day) (?:on )?(?:the )?{_DAY})",
        rf"(?i:^\W*(?:my )?(?:date of birth|d\.?o\.?b\.?|birthday|b-?day|birth ?date)(?: for (?:the|this"
        rf"|my) [\w' -]{{2,30}}?)?(?:'s| is)?\s*[:=,-]? ?{_DAY})",
        rf"(?i:(?:^|\b(?:i was|i'm|for me,?|me,|myself,?|i'm the one)|[,.] ?)\s*born (?:on )?(?:the )?{_DAY})",
        rf"(?i:\bi (?:came into|entered) (?:the|this) world (?:on )?(?:the )?{_DAY})",
        rf"(?i:\b(?:as|being|i'm|i am) an? (?:[\w-]+ )?{_DAY} baby\b)",
        rf"(?i:\bi'm an? [\w -]{{3,20}} baby,? {_DAY})",
        rf"(?i:^\W*{_DAY} (?:birthday|b-?day|baby)(?: here)?,)",
        rf"(?i:\b(?:we|i) (?:have|share)(?: the same| my| a)? (?:birthday|b-?day)(?: with)?[^:?!.;]{{0,40}}[:,]"
        rf" (?:the )?{_DAY})",
        rf"(?i:\bhappy birthday to me\b[^:?!.;]{{0,20}},? (?:the )?{_DAY})",
        rf"(?i:{_DAY} is (?:my|when i was) (?:birthday|b-?day|big day|born))",
    )
)
_OF_OTHERS = re.compile(
    r"(?i:\b(?:his|her|their|your|when is|whose|who was|was he|was she|he was|she was)\b|\bmy \w+(?:'s|s') (?:birthday"
    r"|b-?day|date|dob)|\b(?!(?:it|that|birthday|what|when)'s)[a-z]+'s (?:birthday|b-?day|date of birth|dob)\b)"
)


def born(said: str) -> Iterator[Found]:
    """The birthday that an English sentence gives of its speaker, also beside a question."""
    if not _BORN.search(said):
        return
    for pattern in _GIVEN:
        match = pattern.search(said)
        if match is not None:
            if not _OF_OTHERS.search(said[max(0, match.start() - 30) : match.end()]):
                yield Found("birthday", match["day"].strip(" .,"), subject="user")
            return
