"""Values: what two statements give for an answer to one question: times, figures, names and places, told by their form.

Two statements of one speaker that give each another value for the one thing that a question asks for do not both hold,
whatever the words around it are.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import chain
from typing import Literal

from processors.dimensions.detail_values import values_in
from processors.dimensions.number_words import TENS, UNITS
from schemas.dimensions import DetailForm

Sort = Literal["time", "figure", "colour", "name"]
SORTS: tuple[Sort, ...] = ("time", "figure", "name")

_ASKS: tuple[tuple[Sort, re.Pattern[str]], ...] = (
    (
        "time",
        re.compile(
            r"(?i:\bwhen\b|\b(?:what|which) (?:time|day|date|weekday|month|hour)\b)"
            r"|几[点号月]|[周星]期?几|礼拜几|什么时[候间]|何时|哪一?[天月]"
        ),
    ),
    ("colour", re.compile(r"(?i:\bcolou?r\b)|颜色|什么色")),
    (
        "figure",
        re.compile(
            r"(?i:\bhow (?:much|many|big|tall|heavy|old|high|long|often|far)\b|\b(?:number|code|pin|password"
            r"|size|price|weight|fee|rent|cost|rate|dose|amount|speed|score|limit|budget|extension|rating|deposit|salary|pension|prescription|temperature|combination)\b)"
            r"|多[少大高长久重远]|几|号|尺码|密码|价|费"
        ),
    ),
)
_NUMBERS = {word: str(number) for word, number in {**UNITS, **TENS}.items() if number}
_NUMBER = re.compile(
    rf"(?i:\b(?P<word>{'|'.join(_NUMBERS)})\b(?! of\b)|\b(?P<unit>an?|half an?) (?:hour|day|week|month|year)\b)"
)
_ASKS_FOR_ONE = re.compile(r"(?i:\b(?:who|whose|whom|which|what|where|how)\b)|谁|哪|什么|啥|怎么")
_ADDS = re.compile(
    r"(?i:\b(?:too|also|as well|another|an extra|a second|both|besides|in addition|on top of)\b)"
    r"|也|还有|另外|除了|再加|又(?![换改搬])"
)
"""What comes beside another thing takes its place in nothing."""
_ONCE = re.compile(
    r"(?i:\b(?:today|tonight|yesterday|this (?:morning|afternoon|evening)|last \w+|\w+ ago|once|again)\b)"
    r"|今[天早晚]|昨|前天|刚才|上[周个次]|这次|又(?![换改搬])"
)
"""One time of many says nothing of the others."""
_OBJECT = re.compile(r"(?<=[吃喝坐骑用住养穿管教学练])(?![的得了过着不完到在])[\u4e00-\u9fffA-Za-z\d]{2,4}")
_VERBS_TEXT = (
    "come start begin open close shut live stay work keep use need want put call pay eat drink play meet feed sit sleep"
    " leave arriv arrive depart run run cost charg charge hold teach drive cook bring wear happen finish end get go do"
    " take say tell reach pick sell buy book send bank train report park walk look ask read watch like love"
)
_VERBS = frozenset(word[:5] for word in _VERBS_TEXT.split())
_FORMS: Mapping[Sort, tuple[DetailForm, ...]] = {
    "time": ("clock", "date"),
    "figure": ("number", "code"),
    "colour": ("colour",),
    "name": (),
}
_UNIT_FREE = re.compile(r"[^\d.]+$")


def sorts_asked(question: str) -> tuple[Sort, ...]:
    """Of what sort the answer is; a question for a time or a figure may be answered by nothing else."""
    sure = tuple(sort for sort, cue in _ASKS if cue.search(question))
    return sure or (SORTS if _ASKS_FOR_ONE.search(question) else ())


def values_of(text: str, sorts: Collection[Sort]) -> Mapping[Sort, frozenset[str]]:
    """What of each of these sorts a text gives; of names only what one eats, wears, lives in in Chinese."""
    forms = [form for sort in sorts for form in _FORMS[sort]]
    given = values_in(text, forms) if forms else {}
    found = {sort: frozenset(chain.from_iterable(given.get(form, ()) for form in _FORMS[sort])) for sort in sorts}
    if "figure" in found:
        found["figure"] = frozenset(_UNIT_FREE.sub("", one) or one for one in found["figure"]) | _counted(text)
    if "name" in found:
        found["name"] = frozenset(_OBJECT.findall(text))
    return found


def _counted(text: str) -> frozenset[str]:
    """Numbers in words, as digits."""
    return frozenset(
        _NUMBERS[match["word"].casefold()] if match["word"] else match["unit"].casefold()
        for match in _NUMBER.finditer(text)
    )


def is_verb(term: str) -> bool:
    """Whether a telling word of a question only says what somebody does with what it asks about."""
    return term in _VERBS


def adds(text: str) -> bool:
    """Whether it tells of something beside what was said."""
    return _ADDS.search(text) is not None


def tells_of_once(text: str) -> bool:
    """Whether it speaks of one time, of which there are many."""
    return _ONCE.search(text) is not None
