"""Overtaking: whether a later statement may have made an earlier one untrue, by its words alone.

Claims and details decide where a rule knows the wording; this weighs signs where none does: words of change or of an
end, what both speak of, whether the earlier one was made for a while, whether the question asks for now. It hides
nothing: a reader is told beside the earlier statement that a later one may have overtaken it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise
from typing import Literal

from processors.claims.overtaking_signs import (
    EARLIER_MAX,
    HAN_RUN,
    SPOKEN_OF,
    SURE,
    WEAK,
    Change,
    Told,
    lexicon,
    terms_of,
)
from processors.claims.overtaking_values import SORTS, is_verb, sorts_asked
from processors.claims.people import KIN_EN, KIN_ZH, OTHERS_EN, OTHERS_ZH

Overtaken = Literal["superseded", "done", ""]
ENOUGH = 2.5
"""Points from which on signs are enough (100 pairs of our own, 30 November 2026)."""
SHORT = 100
"""Characters of a turn that says one thing."""
FEW = 3
"""So many other statements may speak of a thing that still tells two of them apart; of many statements an eighth."""
COVERED, COVERED_ZH = 0.6, 0.5
"""Part of the words, or characters, of a question that stands in what answers it."""
NUMBERS_MAX = 2
VALUES_MAX = 3
"""A statement that gives more values of a sort is a list."""
BRIDGED = "asked"
"""What two statements share that only the question joins."""
_KIN_EN = "|".join(sorted(KIN_EN, key=len, reverse=True))
_KIN_ZH = "|".join(sorted(KIN_ZH, key=len, reverse=True))
_OF_ANOTHER_EN = re.compile(
    rf"(?i:^\W*(?:(?:and|but|so|also|well|oh|ok|today|yesterday)\s+)*(?:my|our|the|his|her|their)\s+(?:\w+\s+)?"
    rf"(?P<who>{_KIN_EN}|{OTHERS_EN})\b)"
    rf"|(?i:^\W*(?:(?:on|in) the \w+ of |i (?:over)?(?:heard|saw|noticed) )?"
    rf"(?:an?|the|some|that|this) (?:\w+ )?(?P<one>m[ae]n|wom[ae]n|guys?|lad(?:y|ies)|girls?"
    rf"|boys?|people|person|stranger|somebody|someone|passenger|customer)\b)"
    r"|^\W*(?P<name>[A-Z][a-z]+)(?='s\b|\s+(?:has|is|was|moved|changed|switched|quit|sold|got|left)\b)"
)
_OF_ANOTHER_ZH = re.compile(
    rf"^\W*(?:听说|结果|后来|不过|今天|昨天|现在)*我?们?家?的?(?P<who>{_KIN_ZH}|{OTHERS_ZH}|[弟妹]|隔壁|别人|人家|有[个位]?人|[前后旁]面?那[个位]|那[个位])"
    r"|^[^，,。]{0,8}[有那一某][个位](?P<one>女士|先生|大[爷妈叔哥姐婶]|阿姨|小伙子?|姑娘|[男女][的人]|老人|老太太|顾客|客人|乘客|陌生人)"
)
_NO_SIGN = re.compile(
    r"电[话脑影视梯车台池]|手[机续段法术]|水[果平电]|[微相自]信|信[用息任心]|部门|专门|车站|网[上红友]|表[示现扬]|面包|书记|药店"
)
"""Words in which a character does not name its thing."""
_TIME_ZH = re.compile(
    r"(?:[上下这本每]?个?(?:周|星期|礼拜)[一二三四五六日天末]?|[一二三四五六七八九十两]?[个每]?[年月日号天点])+[早晚上中下午]*"
)
_EDGES = "的了是在我你他她和与也都就很将把被给到从对这那"
"""Characters at the ends of a run that tell nothing of what it is about."""
_FOR_ONE = re.compile(
    r"(?i:^\W*(?:and |so |hey |(?:in|at|on|with|for|from|to|by) )?"
    r"(?:which|what(?:'s| is| are)?|where(?:'s| is| are)?|who(?:'s| is| has| does)?|whose"
    r"|how (?:much|many|big|old|long|often|do i|do we|should)|when(?:'s| is| are| do| does)?|what time)\b)"
    r"|什么|哪|谁|几|多少|多大|啥"
)
_OF_PAST = re.compile(
    r"(?i:\b(?:did|was|were|been|had|happen\w*|why|reasons?|(?:has|have) \w+ed)\b)"
    r"|为什么|过[吗的]|[去买吃看]过|曾|以前|之前|上次|当时|第一次"
)
"""A question for what was, or why: what holds now makes none of it untrue."""
_FOR_MORE = re.compile(
    r"(?i:\b(?:ever|all|both|list|things|kinds?|types?|would|could|should(?! (?:you|i|we)\b)|activities|events|likes?"
    r"|loves?|enjoys?)\b)|喜欢|哪些|都[有去做]"
)
"""A question for one thing that holds, and what makes it another one."""
_ASKING_ZH = re.compile(r"什么|哪[里儿个家位些年天]?|谁|几|多少|多大|啥|怎么|吗|呢|现在|目前|是|在|我们?|的")
_FOR_A_NUMBER = re.compile(
    r"(?i:\bhow (?:much|many|big|tall|heavy|old|high|long|often)\b|\b(?:what|which) (?:\w+ )?(?:size|number"
    r"|price|weight|fee|rent|cost|rate|dose|amount|speed|score|limit|budget|floor|room|plot|time)\b)|多少|多大|几|尺码|号码|价"
)


class Weighing:
    """Statements of one speaker, weighed against each other for one question. `among`: all statements at hand; what
    many of them speak of tells no two of them apart."""

    def __init__(self, question: str, among: Sequence[str] = ()) -> None:
        self._question = question
        self._asked = terms_of(question)
        self._for_now = lexicon().asks_for_now.search(question) is not None
        self._for_a_number = _FOR_A_NUMBER.search(question) is not None
        self._of_past = _OF_PAST.search(question) is not None
        self._for_one = _is_for_one(question) and not self._of_past
        self._sorts = sorts_asked(question)
        self._given = frozenset(chain.from_iterable(Told(question).values(self._sorts).values()))
        self._asked_runs = HAN_RUN.findall(_ASKING_ZH.sub(" ", question))
        self._told: dict[str, Told] = {}
        self._covering: dict[str, bool] = {}
        self._among = among
        self._few = max(FEW, len(among) // 8)
        self._spread = Counter(chain.from_iterable(self._read(text).terms for text in among))

    def weigh(self, later: str, earlier: str, *, near: bool = False, relevant: bool = False) -> tuple[float, Overtaken]:
        """How many points speak for it that the later of two statements of one speaker made the earlier one untrue,
        and what became of it; '' when they are not enough. `near`: they mean something alike, in whatever words;
        `relevant`: so does the earlier one and the question."""
        new, old = self._read(later), self._read(earlier)
        change = new.change
        near = near and relevant and self._may_be_near(new)
        counted = self._answers_otherwise(new, old, near=near)
        if not (change.strength or counted or old.passing) or not _can_pass(old, corrected=change.corrects):
            return 0.0, ""
        shared = counted or self._shared(new, old)
        strength = change.strength if (old.passing and not new.adds) or not change.does else change.apart
        # What was said for a while may be over whenever its matter is spoken of again.
        if old.passing and old.for_a_while and any(len(part) > 1 for part in shared):
            strength = max(strength, SPOKEN_OF)
        if not (strength or counted):
            return 0.0, ""
        asked = any(self._is_asked(part) for part in shared)
        if not shared and strength == SURE and (near or self._answer_alike(new, old)):
            shared, asked = (BRIDGED,), not near
        named = [part for part in shared if len(part) > 1]
        if change.strength == WEAK and not counted and named and new.beginnings & old.beginnings:
            strength, asked = SURE, True
        alike = relevant or self._is_about(old)
        # What only says how things are now must be about what is asked; what says that something is over need not.
        over = strength == SURE and (old.passing or alike or bool(change.ends and named))
        about = counted or asked or over or (alike and (self._for_now or bool(old.passing and named)))
        if not shared or not about:
            return 0.0, ""
        points = _weight(shared) + (max(strength, SURE) if counted else strength) + old.passing
        points += 0.5 * asked + 0.5 * self._for_now - 1.5 * _of_another(change, f"{earlier} {self._question}")
        if points < ENOUGH:
            return points, ""
        return points, "done" if change.does and old.passing and not counted else "superseded"

    def answers_otherwise(self, later: str, earlier: str, *, near: bool = False, relevant: bool = False) -> bool:
        """Whether the later of two statements gives another answer to the question; the rest as in `weigh`. Where the
        question asks for no sort of value in particular, they must share a word of it, or mean something alike."""
        new, old = self._read(later), self._read(earlier)
        common = self._answers_otherwise(new, old, near=near and relevant and self._may_be_near(new))
        return any(self._sorts != SORTS or part == BRIDGED or self._is_asked(part) for part in common)

    def _may_be_near(self, new: Told) -> bool:
        """Whether what a statement means may stand for words in common."""
        return not self._of_past and len(new.text) <= EARLIER_MAX

    def tells_of_change(self, text: str) -> bool:
        """Whether a statement says, in a word of its own, that something is otherwise now."""
        return self._read(text).tells_of_change

    def ends_or_changes(self, text: str) -> bool:
        """Whether a statement says plainly that something is otherwise now, not only how things are (骨折了)."""
        return self._read(text).change.strength >= SURE

    def has_lasted(self, later: str, earlier: str) -> bool:
        """Whether the later statement says that what the earlier one denies has been so for long."""
        new, old = self._read(later), self._read(earlier)
        if not old.denies or new.denies:
            return False
        return any(self._read(part).terms & old.terms or shared_runs(part, earlier) for part in new.lasting)

    def _read(self, text: str) -> Told:
        told = self._told.get(text)
        if told is None:
            told = self._told[text] = Told(text)
        return told

    def _answers_otherwise(self, new: Told, old: Told, *, near: bool) -> tuple[str, ...]:
        """By what one sees that the later one gives another answer to the question: words of both."""
        if not (self._for_one or self._for_a_number):
            return ()
        if new.change.strength < SURE and (new.adds or (new.once and not old.once)):
            return ()
        if self._counts_otherwise(new, old) or self._answers_both(new, old):
            common = self._shared(new, old)
            # What a sofa cost is no other price of the lamp.
            told = near or new.tells_of_change or any(self._is_asked(part) for part in common)
            common = common if told else ()
        else:
            common = self._gives_another(new, old, near=near)
        if common and any(
            is_of_another(one.text, f"{other.text} {self._question}") for one, other in ((new, old), (old, new))
        ):
            return ()
        return common

    def _gives_another(self, new: Told, old: Told, *, near: bool) -> tuple[str, ...]:
        """Where a question for one thing finds in the later statement another value of its sort, what the two have in
        common: words of the question, or the earlier value, which the later statement names too."""
        if not self._for_one or old.once or len(new.text) > EARLIER_MAX:
            return ()
        values, before = new.values(self._sorts), old.values(self._sorts)
        for sort in self._sorts:
            mine, theirs = values[sort] - self._given, before[sort] - self._given
            if not 0 < len(mine - theirs) <= VALUES_MAX or len(theirs) > VALUES_MAX:
                continue
            if not theirs:
                theirs = old.terms - self._asked if sort == "name" and self._is_about(old) else frozenset()
            said = new.text.casefold()
            named = tuple(
                sorted(value for value in theirs if value.casefold() in said and self._is_known_to_few(value))
            )
            # What happened with a thing is no other thing: the fountain looked lovely with the lights.
            if named and (new.change.strength or not new.reports(mine - theirs)):
                return named
            if theirs and (matter := self._matter(new, old)):
                return matter
            if theirs and near and (sort != "name" or new.change.strength):
                return (BRIDGED,)
        return ()

    def _is_known_to_few(self, value: str) -> bool:
        return sum(value in one.casefold() for one in self._among) <= self._few

    def _matter(self, new: Told, old: Told) -> tuple[str, ...]:
        """What both speak of, and the question too, beside what somebody does with it."""
        words = sorted(word for word in self._asked & new.terms & old.terms if not is_verb(word) and self._tells(word))
        return (*words, *(run for run in shared_runs(new.text, old.text, self._question) if self._is_asked(run)))

    def _counts_otherwise(self, new: Told, old: Told) -> bool:
        """Whether a question for a number finds others in the later than in the earlier."""
        if not self._for_a_number or new.numbers == old.numbers:
            return False
        return 1 <= len(old.numbers) <= NUMBERS_MAX and 1 <= len(new.numbers) <= NUMBERS_MAX

    def _answers_both(self, new: Told, old: Told) -> bool:
        """Whether a question for the one thing that holds now has an answer in each: nearly all that it speaks of
        stands in both, and the later one names something of its own."""
        return self._for_one and self._covers(new) and self._covers(old) and bool(new.named - old.named)

    def _covers(self, told: Told) -> bool:
        """Whether most words of the question stand in a text; in Chinese, half of each of its runs: 展会 and 规模."""
        covers = self._covering.get(told.text)
        if covers is None:
            if self._asked_runs:
                covers = all(_holds_half(told.text, run) for run in self._asked_runs)
            else:
                least = max(min(2, len(self._asked)), COVERED * len(self._asked))
                covers = bool(self._asked) and len(self._asked & told.terms) >= least
            self._covering[told.text] = covers
        return covers

    def _answer_alike(self, new: Told, old: Told) -> bool:
        """Whether each of two statements holds something of the question that few others hold, though not the same."""
        return all(any(self._tells(word) for word in told.terms & self._asked) for told in (new, old))

    def _shared(self, new: Told, old: Told) -> tuple[str, ...]:
        """What both speak of, and few others: words, runs of Chinese, else single characters that name a thing. In the
        clauses that say that something changed or, of a short turn, anywhere in it."""
        said = new if len(new.text) <= SHORT else self._read(" ".join(new.change.clauses))
        words = sorted(word for word in said.terms & old.terms if self._tells(word))
        if not (said.is_chinese and old.is_chinese):
            return tuple(words)
        runs = [
            run
            for run in shared_runs(said.text, old.text, self._question)
            if sum(run in one for one in self._among) <= self._few
        ]
        known = "".join(runs)
        here, there = (_NO_SIGN.sub(" ", text) for text in (said.text, old.text))
        signs = [sign for sign in lexicon().signs if sign in here and sign in there and sign not in known]
        return (*words, *runs, *signs)

    def _tells(self, word: str) -> bool:
        return self._spread[word] <= self._few

    def _is_about(self, told: Told) -> bool:
        """Whether a statement holds a word, two characters, or one that names a thing, of the question."""
        if not told.terms.isdisjoint(self._asked) or shared_runs(self._question, told.text):
            return True
        return any(sign in told.text and sign in self._question for sign in lexicon().signs)

    def _is_asked(self, part: str) -> bool:
        """Whether the question holds a word, a character, or two neighbouring ones of a run."""
        if part.isascii():
            return part in self._asked
        return part in self._question or any(part[at : at + 2] in self._question for at in range(len(part) - 1))


def repeats(answer: str, said: str, beyond: str) -> bool:
    """Whether a text has words or values of what was said that a third one has not."""
    if (_told_by(answer) & _told_by(said)) - _told_by(beyond):
        return True
    return any(run not in beyond for run in shared_runs(answer, said))


def _told_by(text: str) -> frozenset[str]:
    told = Told(text)
    return told.terms.union(*told.values(SORTS).values())


def _is_for_one(question: str) -> bool:
    return _FOR_ONE.search(question) is not None and _FOR_MORE.search(question) is None


def _can_pass(old: Told, *, corrected: bool) -> bool:
    return old.can_pass or (corrected and len(old.text) <= EARLIER_MAX)


def _holds_half(text: str, run: str) -> bool:
    pairs = [left + right for left, right in pairwise(run)] or [run]
    return sum(pair in text for pair in pairs) >= COVERED_ZH * len(pairs)


def _weight(shared: Sequence[str]) -> float:
    words = sum(part.isascii() for part in shared)
    parts = [part for part in shared if not part.isascii()]
    runs = [part for part in parts if len(part) > 1] or parts
    points = min(2.0, 0.5 + 0.5 * words) if words else 0.0
    if runs:
        longest = max(map(len, runs))
        points = max(points, 0.5 if longest == 1 else 1.0 if len(runs) == 1 and longest == 2 else 1.5)
    return points


def shared_runs(new: str, old: str, asked: str = "") -> list[str]:
    """The longest runs of two and more Chinese characters that stand in both, without those that say little: when
    something is tells nothing of what it is, unless that is `asked`."""
    little = lexicon().little_zh
    runs: dict[str, None] = {}
    for said in HAN_RUN.findall(new):
        at = 0
        while at < len(said) - 1:
            end = at + 1
            while end < len(said) and said[at : end + 1] in old:
                end += 1
            run = said[at:end].strip(_EDGES)
            if len(run) >= 2 and run not in little and not (_TIME_ZH.fullmatch(run) and run not in asked):
                runs[run] = None
            at = max(end, at + 1) if end - at >= 2 else at + 1
    turned = {right + left for left, right in _pairs(new)} & {left + right for left, right in _pairs(old)}
    runs |= dict.fromkeys(sorted(pair for pair in turned if pair not in little and not set(pair) & set(_EDGES)))
    return list(runs)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Neighbouring Chinese characters: 拆线 and 线拆完了 speak of the same."""
    for run in HAN_RUN.findall(text):
        yield from pairwise(run)


def _of_another(change: Change, spoken_of: str) -> bool:
    """Whether every clause that says that something changed is about somebody who is not spoken of."""
    if not change.clauses:
        return False
    return all(is_of_another(said, spoken_of) for said in change.clauses)


def is_of_another(said: str, spoken_of: str) -> bool:
    """Whether a clause begins with somebody who is not spoken of."""
    match = _OF_ANOTHER_EN.search(said) or _OF_ANOTHER_ZH.search(said)
    who = next((one for one in match.groups() if one), "") if match else ""
    return bool(who) and who.casefold() not in spoken_of.casefold()
