"""Opposed: two statements that answer one question in ways of which one at most is true, whatever their words: a yes
and a no, two figures or times of one thing, two stories of what happens only once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from api.recall.doings import DOINGS, ONCE
from api.recall.rewrite import questions_in
from api.recall.statements import Statement, telling, units_of
from processors.claims.overtaking import is_of_another, shared_runs
from processors.claims.overtaking_values import SORTS, Sort, sorts_asked, values_of
from processors.claims.people import KIN_EN, KIN_ZH, OTHERS_EN, OTHERS_ZH

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
_ASIDE_ZH = re.compile(
    r"怎么[^，。？?]{0,2}的|从?哪[里儿]?[^，。？?]{0,2}的|有没有|是不是|会不会|能不能|(?P<sign>[\u4e00-\u9fff])[不没](?P=sign)|没有|到底|究竟|现在|目前|平时|一般|从来|曾经|以前|喜欢|讨厌|害怕|过敏"
    r"|什么时候|什么|怎么|哪[里儿个家位些年天]?|多少|为什么|[我咱你他她它]们?|家里"
    r"|去(?!年)|[几谁吗呢吧啊呀的了过没不是有能要在到得还也都对跟和与被把给爱怕恨]|(?<![年开机社晚聚宴体大约])会"
)
_GENERIC_TEXT = (
    "have had own got get keep go went gone been visit travel eat ate eaten drink drank drunk do did done ever still"
    " know actually really right say said tell told think remember year time any anything long often usually go put"
    " find found buy bought come came from again kind sort meet met born"
)
_GENERIC = telling(_GENERIC_TEXT.split())
"""Words of a question that say nothing of what it is about."""
_DOES_ZH = re.compile(r"^[吃喝抽养坐学打玩看穿戴住用说懂做干卖](?=.)")
_RUN_ZH = re.compile(r"[\u4e00-\u9fff]+")
_NO_DENIAL = re.compile(
    r"(?i:\bnot only\b|\bno (?:doubt|problem|wonder|matter)\b|\bnever mind\b|\b(?:can't|cannot|couldn't) (?:wait|help"
    r"|get enough|live without|do without)\b|\bcouldn't be \w+er\b|\bnot to mention\b|\bwhy not\b|\bnot bad\b)"
    r"|不错|不过|非常|差不多|不[仅但停管断久光止少愧然]|无[论比限]|不得不|忍不住|[离少]不[开了]|停不下来|没[事想]|不知不觉"
    r"|对不起|不好意思|要不|除非|了不起|是不是|有没有|好不容易"
)
_DENIAL = re.compile(r"(?i:\b(?:not|no|never|without|none|cannot)\b|n['’]t\b)|[不没无未]|(?<!是)非(?!常)")
_AVERSE = re.compile(
    r"(?i:\b(?:hate[sd]?|(?:can't|cannot|couldn't) (?:stand|bear|stomach|abide)|detest\w*|loathe\w*|dislike\w*"
    r"|allerg\w+|intoleran\w+|afraid|scared|terrified|phobi\w+|fear\w*|avoid\w*|refuse\w*|steer clear|makes me sick"
    r"|gives me (?:hives|the creeps))\b)|讨厌|恨|害怕|怕|恐惧|过敏|[受吃喝碰]不[了得]|忌口|嫌|反感|躲着|绕着走"
)
_FOND = re.compile(
    r"(?i:\b(?:like[sd]?|love[sd]?|enjoy\w*|adore\w*|fan of|favou?rite|mad about|crazy about|keen on|into"
    r"|fond of|addicted|obsessed)\b|\b(?:can't|couldn't) (?:get enough|live without))"
    r"|喜欢|最?爱|迷|离不开|少不了|无.不欢|上瘾|馋|偏好|钟情"
)
_LIKES = re.compile(
    r"(?i:\b(?:like|love|enjoy|hate|afraid|scared|fear|stand|fan of)\b)|喜欢|爱|讨厌|怕|恨|过敏|(?i:\ballerg\w+)"
)
WISHED = re.compile(
    r"(?i:\b(?:want\w*|wish\w*|would|could|hop(?:e|es|ing)|plan\w*|dream\w*|going to|will|thinking (?:of|about)|might"
    r"|maybe|perhaps|if|someday|one day|next (?:week|month|year|summer|spring)|can't wait|almost|nearly"
    r"|tomorrow|learning to|about to|documentary|film|movie|book|article|video|photos? of|saw|watched|read)\b|i'll\b)"
    r"|想|打算|计划|希望|准备|梦|要是|如果|将来|下次|考虑|也许|可能|差点|等[我着]|明[年天]|纪录片|电影|书|视频|照片|学着|以为"
)
"""What is wished, planned, read or seen of something says nothing of whether it is so."""
_RESTRICTED = re.compile(
    r"(?i:\b(?:except|unless|only|much|many|often|enough|anymore|any more|yet|right now|this (?:time|week|year|month)"
    r"|tonight|today|at (?:night|work|home)|(?:after|before|during|on|until) (?:\w+ )?\w+day|after (?:noon|\d\S*|dark"
    r"|dinner|lunch)|with (?:milk|sugar)|for (?:now|a while))\b)"
    r"|除了|除非|只有|太多|经常|暂时|还没|这[次周个]|今[天晚]|[晚早][上饭]|之[前后外]|睡前|空腹|加[糖奶冰]"
)
"""A denial of a part, or for a time, denies no whole."""
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
        plain = _ASIDE_ZH.sub(" ", _KIN.sub(" ", self.question))
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
    def _done(self) -> tuple[re.Pattern[str], ...]:
        plain = _HAS_IT.sub(" ", self.question)
        return tuple(told for asked, told in DOINGS if asked.search(plain))

    def opposed(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        """Whether one of the two at most is true. `near`: they and the question mean something alike. What somebody
        says of a change, or of a time of many, opposes nothing."""
        if not (self._polar or self._sorts or self._once) or earlier.changes or later.changes:
            return False
        once = not (earlier.each_time or later.each_time)
        opposed = (
            (self._polar and self._says_yes_and_no(earlier, later, near=near))
            or (once and bool(self._sorts) and self._gives_two(earlier, later, near=near))
            or (once and bool(self._once) and self._tells_two(earlier, later, near=near))
        )
        return opposed and not (self._is_of_another(earlier, later) or self._is_of_another(later, earlier))

    def seeks(self, text: str) -> bool:
        """Whether a text tells of what happens only once, for which the question asks."""
        return any(told.search(text) for told in self._once)

    def _is_of_another(self, one: Statement, other: Statement) -> bool:
        return is_of_another(one.text, f"{other.text} {self.question}")

    def _held(self, one: Statement) -> frozenset[str]:
        """What of the question a statement speaks of."""
        held = self._known.get(one.text)
        if held is None:
            held = (self._words & one.telling) | {run for run in self._runs if _holds(one.text, run)}
            self._known[one.text] = held
        return held

    @cached_property
    def _known(self) -> dict[str, frozenset[str]]:
        return {}

    @cached_property
    def _whole(self) -> int:
        return _size((*self._words, *self._runs))

    def _of_one(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        """Whether both speak of the same part of what is asked; where one speaks of more, they must be near."""
        one, two = self._held(earlier), self._held(later)
        common = one & two
        return bool(common) and (one == two or near) and 2 * _size(common) >= self._whole

    def _says_yes_and_no(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        if not self._of_one(earlier, later, near=near):
            return False
        likes = _LIKES.search(self.question) is not None
        sides = [_side(one.text, likes=likes) for one in (earlier, later)]
        if 0 in sides or sides[0] == sides[1]:
            return False
        yes, no = (earlier, later) if sides[0] > 0 else (later, earlier)
        if (
            _IS_NOW.search(later.text)
            or _RESTRICTED.search(no.text)
            or (WISHED.search(yes.text) and not WISHED.search(self.question))
        ):
            return False
        return likes or all(
            any(told.search(one.text) for told in self._done) or not self._done for one in (earlier, later)
        )

    def _gives_two(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        if _DENIAL.search(earlier.text) or _DENIAL.search(later.text) or not self._of_one(earlier, later, near=near):
            return False
        one, two = values_of(earlier.text, self._sorts), values_of(later.text, self._sorts)
        for sort in self._sorts:
            here, there = one[sort] - self._given, two[sort] - self._given
            if 0 < len(here) <= VALUES_MAX and 0 < len(there) <= VALUES_MAX and not here & there:
                return sort == "time" or _at_one_time(earlier, later)
        return False

    def _tells_two(self, earlier: Statement, later: Statement, *, near: bool) -> bool:
        if not any(told.search(earlier.text) and told.search(later.text) for told in self._once):
            return False
        held, other = self._held(earlier), self._held(later)
        if held != other and not near:
            return False
        one, two = earlier.memory.content, later.memory.content
        asked = telling(units_of(self.question)[0])
        common = _latin(earlier.telling & later.telling) - _GENERIC
        same = common | held & other | {*_KIN.findall(one)} & {*_KIN.findall(two)} | {*shared_runs(one, two)}
        rest = [side.telling - common - asked for side in (earlier, later)]
        return bool(same) and all(rest) and not (_DENIAL.search(earlier.text) or _DENIAL.search(later.text))


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


def _side(text: str, *, likes: bool) -> int:
    """1: it says so, -1: it denies it, 0: neither. `likes`: of whether somebody likes or fears it, both must speak."""
    averse = len(_AVERSE.findall(text))
    plain = _AVERSE.sub(
        " ", _FOND.sub(" ", _NO_DENIAL.sub(" ", text)) if _FOND.search(text) else _NO_DENIAL.sub(" ", text)
    )
    denials = len(_DENIAL.findall(plain))
    if likes and not averse and not denials and not _FOND.search(text):
        return 0
    return -1 if (averse > 0) != (denials % 2 == 1) else 1


def _at_one_time(earlier: Statement, later: Statement) -> bool:
    """Whether the times that two statements name, if both do, meet."""
    one, two = earlier.memory.dimensions.times, later.memory.dimensions.times
    if not one or not two:
        return True
    return any((a.end is None or b.start < a.end) and (b.end is None or a.start < b.end) for a in one for b in two)
