"""Opposed: two statements that answer one question in ways of which one at most is true, whatever their words: a yes
and a no, two figures or times of one thing, two stories of what happens only once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from api.recall.affirming import DENIAL, LIVES_WITH, RESTRICTED, WISHED, side_of
from api.recall.doings import DOINGS, ONCE
from api.recall.rewrite import questions_in
from api.recall.statements import Statement, telling, units_of
from processors.claims.overtaking import is_of_another, shared_runs
from processors.claims.overtaking_values import SORTS, Sort, sorts_asked, values_of
from processors.claims.people import KIN_EN, KIN_ZH, OTHERS_EN, OTHERS_ZH
from processors.dimensions.times_chinese_words import number_of

VALUES_MAX = 2
"""A statement that gives more values of a sort is a list."""
_POLAR_EN = re.compile(
    r"(?i:^\W*(?:(?:so|and|hey|wait|remind me|tell me|quick question|just checking)[,:]? ){0,2}"
    r"(?:am|is|are|was|were|do|does|did|have|has|had|can)(?:n't)? (?:i|we|my|our|the|this|that|[a-z'’]+)\b"
    r"|\b(?:whether|if) (?:i|we|my)\b)"
)
_POLAR_ZH = re.compile(r"(?P<sign>[\u4e00-\u9fff])[不没](?P=sign)|吗(?:\W|$)|有没有|是否|没有?\W*$|还是不|是不是")
_HAS_IT = re.compile(
    r"(?i:\b(?:have|has|had) (?:i|we|he|she|they|my \w+|[a-z]+)\b(?! got))|没有?\W*$|有没有(?=[去吃喝到见看做打学])"
)
"""It only makes a question."""
_KIN_EN = "|".join(word for word, (relation, _) in KIN_EN.items() if relation != "pet")
_KIN_ZH = "|".join(sorted((word for word, (relation, _) in KIN_ZH.items() if relation != "pet"), key=len, reverse=True))
_KIN = re.compile(rf"(?i:\b(?:{_KIN_EN}|{OTHERS_EN}|grand\w+)(?:'s)?\b)|{_KIN_ZH}|{OTHERS_ZH}")
"""Who is spoken of stands in one statement by their kinship, and in the other by "he"."""
_VALUE_ZH = re.compile(
    r"[几哪](?:点钟?|年|月|号|天|岁|个|楼|层|口|次|块钱?|斤|公?里|公斤|辆|台|只|条|部|名|周|小时|分钟)|多(?:大岁数"
    r"|大年纪|大|少钱|少|高|重|长时间|长|远|久)"
    r"|颜色|价钱|价格|号码"
)
"""What asks for a value, not what it is of."""
_ASIDE_ZH = re.compile(
    r"怎么[^，。？?]{0,2}的|谁[^，。？?]{0,2}的|从?哪[里儿]?[^，。？?]{0,2}的|有没有|是不是|会不会|能不能"
    r"|(?P<sign>[\u4e00-\u9fff])[不没](?P=sign)|没有|到底|究竟|现在|目前|平时|一般|从来|曾经|以前|喜欢|讨厌|害怕|过敏"
    r"|什么时候|什么|怎么|哪[里儿个家位些年天]?|多少|为什么|[我咱你他她它]们?|家里"
    r"|去(?!年)|[几谁吗呢吧啊呀的了过没不是有能要在到得还也都对跟和与被把给爱怕恨]|(?<![年开机社晚聚宴体大约])会"
)
_GENERIC_TEXT = (
    "have had own got get keep go went gone been visit travel eat ate eaten drink drank drunk do did done ever still"
    " know actually really right say said tell told think remember year time any anything long often usually go put"
    " find found buy bought come came from again kind sort meet met born much many old tall big heavy far pay paid cost"
    " price spend spent charge colour color day date month name number"
)
_GENERIC = telling(_GENERIC_TEXT.split())
"""Words of a question that say nothing of what it is about."""
_DOES_ZH = re.compile(r"^[吃喝抽养坐学打玩看穿戴住用说懂做干卖](?=.)")
_RUN_ZH = re.compile(r"[\u4e00-\u9fff]+")
_LIKES = re.compile(
    r"(?i:\b(?:like|love|enjoy|hate|afraid|scared|fear|stand|fan of)\b)|喜欢|爱|讨厌|怕|恨|过敏|(?i:\ballerg\w+)"
)
_ONLY = re.compile(
    r"(?i:\b(?:first|last|favou?rite|biggest|oldest|youngest|eldest|main|maiden|middle name|nickname|best friend)\b)"
    r"|第一[份次个只部年站]|头一[份次个]|最[喜爱早大小怕拿讨想]|初恋|小名|外号|绰号|大名|真名"
)
_YEAR = re.compile(r"(?<!\d)(?:1[89]|20)\d\d(?!\d)")
_FIGURE_ZH = re.compile(
    r"(?<!第)(?!一[个些般起样下直点定会旦])[零一二两三四五六七八九十百千万]{1,8}(?=[^零一二两三四五六七八九十百千万])(?![分些])|(?<!第)[二两三四五六七八九十百千万][零一二三四五六七八九十百千万]{0,7}$"
)
_IS_NOW = re.compile(r"[会能有敢爱][^，。最太可超真]{1,8}了(?=$|[，。！])|开始|学会")
"""What one could not and now can."""


@dataclass(frozen=True)
class Opposing:
    """One question, and what is read in it when two statements are compared."""

    question: str

    @cached_property
    def _polar(self) -> bool:
        asked = questions_in(self.question) or [self.question]
        return any(_POLAR_EN.search(one.strip()) or _POLAR_ZH.search(one) for one in asked)

    @cached_property
    def _words(self) -> frozenset[str]:
        """What it is about, in stems, without who, and without what one does with it."""
        plain = _KIN.sub(" ", _LIKES.sub(" ", self.question))
        return _latin(telling(units_of(plain)[0])) - _GENERIC

    @cached_property
    def _runs(self) -> tuple[str, ...]:
        plain = _ASIDE_ZH.sub(" ", _VALUE_ZH.sub(" ", _KIN.sub(" ", self.question)))
        runs = (_DOES_ZH.sub("", run) for run in _RUN_ZH.findall(plain))
        return tuple(dict.fromkeys(run for run in runs if run))

    @cached_property
    def _sorts(self) -> tuple[Sort, ...]:
        sorts = sorts_asked(self.question)
        return () if sorts == SORTS else sorts

    @cached_property
    def _given(self) -> frozenset[str]:
        return frozenset().union(*values_of(self.question, self._sorts).values())

    @cached_property
    def _once(self) -> tuple[re.Pattern[str], ...]:
        return tuple(told for asked, told in ONCE if asked.search(self.question))

    @cached_property
    def _only(self) -> frozenset[str]:
        """By what one sees that it asks for what there is one of: my first job, 最喜欢的."""
        return frozenset() if self._polar else frozenset(match.casefold() for match in _ONLY.findall(self.question))

    @cached_property
    def _done(self) -> tuple[re.Pattern[str], ...]:
        plain = _HAS_IT.sub(" ", self.question)
        return tuple(told for asked, told in DOINGS if asked.search(plain))

    def opposed(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        """Whether one of the two at most is true. `near`: they and the question mean something alike. What somebody
        says of a change, or of a time of many, opposes nothing."""
        if not (self._polar or self._sorts or self._once or self._only) or earlier.changes or later.changes:
            return False
        once = "colour" in self._sorts or not (earlier.each_time or later.each_time)
        opposed = (
            (self._polar and self._says_yes_and_no(earlier, later, near=near))
            or (once and bool(self._sorts) and self._gives_two(earlier, later, near=near))
            or (once and self._tells_another(earlier, later))
            or (once and bool(self._once) and self._tells_two(earlier, later, near=near))
        )
        return opposed and not self.of_two_people(earlier, later)

    def seeks(self, text: str) -> bool:
        """Whether a text tells of what happens only once, for which the question asks."""
        return any(told.search(text) for told in self._once)

    def of_two_people(self, earlier: Statement, later: Statement) -> bool:
        """Whether one of the two is about somebody of whom neither the other nor the question speaks."""
        return any(
            is_of_another(one.text, f"{other.text} {self.question}")
            for one, other in ((earlier, later), (later, earlier))
        )

    def _held(self, one: Statement) -> frozenset[str]:
        """What of the question a statement speaks of."""
        held = self._known.get(one.text)
        if held is None:
            held = (self._words & one.telling) | {run for run in self._runs if _holds(one.text, run)}
            held |= self._kin & _relatives(one.text) if self._kin else held
            self._known[one.text] = held
        return held

    @cached_property
    def _kin(self) -> frozenset[str]:
        """Who it is about, where nothing else tells what it is about."""
        return frozenset() if self._words or self._runs else _relatives(self.question)

    @cached_property
    def _known(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _whole(self) -> int:
        return _size((*self._words, *self._runs, *self._kin))

    def _of_one(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        """Whether both speak of the same part of what is asked; where one speaks of more, they must be near."""
        one, two = self._held(earlier), self._held(later)
        common = one & two
        return bool(common) and (one == two or near) and 2 * _size(common) >= self._whole

    def _says_yes_and_no(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        if not self._of_one(earlier, later, near=near):
            return False
        likes = _LIKES.search(self.question) is not None
        sides = [side_of(one.text, likes=likes and not LIVES_WITH.search(one.text)) for one in (earlier, later)]
        if 0 in sides or sides[0] == sides[1]:
            return False
        yes, no = (earlier, later) if sides[0] > 0 else (later, earlier)
        if (
            _IS_NOW.search(later.text)
            or RESTRICTED.search(no.text)
            or (WISHED.search(yes.text) and not WISHED.search(self.question))
        ):
            return False
        if likes:
            return True
        if not self._done:
            # A single character is too little to tell that both speak of one thing.
            return any(len(part) > 1 for part in self._held(earlier) & self._held(later))
        return all(any(told.search(one.text) for told in self._done) for one in (earlier, later))

    def _gives_two(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        if DENIAL.search(earlier.text) or DENIAL.search(later.text) or not self._of_one(earlier, later, near=near):
            return False
        for sort in self._sorts:
            here, there = (_values(one.text, sort) - self._given for one in (earlier, later))
            if 0 < len(here) <= VALUES_MAX and 0 < len(there) <= VALUES_MAX and not here & there:
                return sort == "time" or _at_one_time(earlier, later)
        return False

    def _tells_another(self, earlier: Statement, later: Statement) -> bool:
        """Whether both name what there is only one of, and not the same."""
        if not all(self._only & {match.casefold() for match in _ONLY.findall(one.text)} for one in (earlier, later)):
            return False
        held = self._held(earlier)
        return (
            bool(held) and held == self._held(later) and self._differ(earlier, later, earlier.telling & later.telling)
        )

    def _differ(self, earlier: Statement, later: Statement, common: frozenset[str]) -> bool:
        """Whether each of two statements, of which none denies, says something of its own."""
        asked = telling(units_of(self.question)[0])
        told = all(one.telling - common - asked for one in (earlier, later))
        return told and not (DENIAL.search(earlier.text) or DENIAL.search(later.text))

    def _tells_two(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        if not any(told.search(earlier.text) and told.search(later.text) for told in self._once):
            return False
        held, other = self._held(earlier), self._held(later)
        if held != other and not near:
            return False
        one, two = earlier.memory.content, later.memory.content
        common = _latin(earlier.telling & later.telling) - _GENERIC
        same = common | held & other | {*_KIN.findall(one)} & {*_KIN.findall(two)} | {*shared_runs(one, two)}
        return bool(same) and self._differ(earlier, later, common)


def _relatives(text: str) -> frozenset[str]:
    """The relatives that a text speaks of, each by its relation: kids and sons are children."""
    found = (match.removesuffix("'s").casefold() for match in _KIN.findall(text))
    return frozenset(" ".join(KIN_EN.get(word) or KIN_ZH.get(word) or (word,)) for word in found)


def _latin(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if word.isascii())


def _size(parts: Iterable[str]) -> int:
    """How much these say: a word, or three signs of Chinese, as much as any other."""
    return sum(3 if part.isascii() else min(3, len(part)) for part in parts)


def _holds(text: str, run: str) -> bool:
    """Whether a text holds most of a run of Chinese."""
    if len(run) < 3:
        return run in text
    pairs = [run[at : at + 2] for at in range(len(run) - 1)]
    return 2 * sum(pair in text for pair in pairs) >= len(pairs)


def _values(text: str, sort: Sort) -> frozenset[str]:
    """What of a sort a text gives: years are times, and numbers are compared by what they count to."""
    found = values_of(text, (sort,))[sort]
    if sort == "time":
        return found | frozenset(_YEAR.findall(text))
    if sort != "figure":
        return found
    chinese = (_number(match) for match in _FIGURE_ZH.findall(text))
    english = frozenset(one for one in found if one.isascii())
    return english | frozenset(chinese)


def _number(said: str) -> str:
    try:
        return str(number_of(said))
    except ValueError:
        return said


def _at_one_time(earlier: Statement, later: Statement) -> bool:
    """Whether the times that two statements name, if both do, meet."""
    one, two = earlier.memory.dimensions.times, later.memory.dimensions.times
    if not one or not two:
        return True
    return any((a.end is None or b.start < a.end) and (b.end is None or a.start < b.end) for a in one for b in two)
