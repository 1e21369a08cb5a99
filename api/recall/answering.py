"""Answering: whether a memory that is near a question could answer it, or only speaks of something beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from api.recall.own import speaks_of_oneself
from api.recall.statements import statements
from processors.claims.people import KIN_EN, KIN_ZH, OTHERS_EN, OTHERS_ZH
from processors.claims.voice import asks_what_was_talked
from schemas.memories import Memory

WORDLESS_MIN = 0.85
"""How relevant a memory must be that has no word of the question to count as its answer: among the questions of 200
tasks (30 November 2026, USE) what is near by its vector alone answers from there on."""
WORDED_MIN = 0.15
"""Share of a question's words, weighed by how telling they are, below which a memory does not speak of the same."""
_HOW_MUCH = re.compile(
    r"(?i:\bhow (?:many|much|old|far|tall|long|heavy|big|high)\b|\bwhat (?:price|age|percentage|amount)\b)"
    r"|多少|几[个位次岁点号床楼层天年月块斤件台间条只]|多[久大高长重远]"
)
_AMOUNT = re.compile(
    r"(?i:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|half|both"
    r"|dozen|couple|few|several|many|some|all|no|none|single|first|second|third|once|twice|ages?|years?|months?|weeks?|days?"
    r"|hours?|since|until|free)\b)|[零一二三四五六七八九十百千万两半几双俩]|没有|全部|免费|好久|很久"
)
_SECRET = re.compile(r"(?i:\b(?:pass ?(?:word|code|phrase)|pin|code|combination)\b)|密码|口令|验证码|暗号")
_OTHER_EN = re.compile(
    rf"(?i:^\W*(?:(?:and|but|so|well|oh)\s+)?(?:my|our|the|a) (?:\w+ ){{0,2}}?(?:{'|'.join(KIN_EN)}|{OTHERS_EN})s?\b"
    r"(?!.*\b(?:i|i'm|i've|i'll|me|us|we|mine)\b))"
)
_OTHER_ZH = re.compile(
    rf"^\W*(?:我们?|咱们?)?(?:的|家|那个|一个|有个)?(?:{'|'.join(KIN_ZH)}|{OTHERS_ZH})(?![的家里])[^我咱]*$"
)


@dataclass(frozen=True)
class Answering:
    """What a question wants of a memory. Nothing is known of it where all that is near lacks that."""

    question: str

    def may(self, memory: Memory, relevance: float, *, has_words: bool) -> bool:
        """Whether a memory may be the answer: it states something, of whom is asked, with an amount or a code where
        one is asked for. `has_words`: it holds some of the question's own words."""
        if memory.resolution != "turn":
            return True
        if not has_words and relevance < WORDLESS_MIN and not self._talk:
            return False
        if _SECRET.search(self.question) and not (_SECRET.search(memory.content) or re.search(r"\d", memory.content)):
            return False
        if _HOW_MUCH.search(self.question) and not (_AMOUNT.search(memory.content) or memory.dimensions.times):
            return False
        if memory.role == "assistant":
            return self._talk or not self._own
        if self._talk or memory.dimensions.voice != "own":
            return True
        said = [one.text for one in statements([memory])]
        if not self._own or memory.speaker not in ("", memory.user):
            return bool(said)
        return any(not (_OTHER_EN.search(text) or _OTHER_ZH.search(text)) for text in said)

    @cached_property
    def _talk(self) -> bool:
        return asks_what_was_talked(self.question)

    @cached_property
    def _own(self) -> bool:
        return speaks_of_oneself(self.question)
