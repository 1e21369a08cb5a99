"""Overtaking: whether a later statement may have made an earlier one untrue, by its words alone.

Claims and details decide where a rule knows the wording; this weighs signs where none does: words of change or of an
end, what both speak of, whether the earlier one was made for a while, whether the question asks for now. It hides
nothing: a reader is told beside the earlier statement that a later one may have overtaken it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Literal

from processors.claims.clauses import clauses, own_words
from processors.claims.concepts import bag
from processors.claims.guards import is_hedged, is_not_about_speaker
from processors.claims.people import KIN_EN, KIN_ZH, OTHERS_EN, OTHERS_ZH
from processors.dimensions.times import speaks_of_past

Overtaken = Literal["superseded", "done", ""]
CHARACTERS_MAX = 240
"""A longer turn says much besides: a word of change in it need not be about what the other turn says."""
ENOUGH = 2.5
"""Points from which on signs are enough (100 pairs of our own, 30 November 2026)."""
SHORT, EARLIER_MAX = 100, 160
"""Characters of a turn that says one thing, and of a statement that something can make untrue as a whole."""
FRAME = 3
"""Words, or characters, with which two statements of one kind begin."""
BEGINNING = 5
"""Letters of a word that are compared."""
FEW = 3
"""So many other statements may speak of a thing that still tells two of them apart; of many statements an eighth."""
COVERED, COVERED_ZH = 0.6, 0.5
"""Part of the words, or characters, of a question that stands in what answers it."""
NUMBERS_MAX = 2
BRIDGED = "asked"
"""What two statements share that only the question joins."""
SURE, WEAK, SPOKEN_OF = 1.5, 1.0, 0.5
"""Points for a word of change or of an end, for one that only says how things are now, and for none."""

_KIN_EN = "|".join(sorted(KIN_EN, key=len, reverse=True))
_KIN_ZH = "|".join(sorted(KIN_ZH, key=len, reverse=True))
_OF_ANOTHER_EN = re.compile(
    rf"(?i:^\W*(?:(?:and|but|so|also|well|oh|ok|today|yesterday)\s+)*(?:my|our|the|his|her|their)\s+(?:\w+\s+)?"
    rf"(?P<who>{_KIN_EN}|{OTHERS_EN})\b)"
    r"|^\W*(?P<name>[A-Z][a-z]+)(?='s\b|\s+(?:has|is|was|moved|changed|switched|quit|sold|got|left)\b)"
)
_OF_ANOTHER_ZH = re.compile(rf"^\W*(?:听说|结果|后来|不过|今天|昨天|现在)*我?们?家?的?(?P<who>{_KIN_ZH}|{OTHERS_ZH})")
_LATIN = re.compile(r"[a-z']+")
_EDGES = "的了是在我你他她和与也都就很将把被给到从对这那"
"""Characters at the ends of a run that tell nothing of what it is about."""
_SEEKS = re.compile(
    r"(?i:\b(?:look(?:ing)? for|search\w*|hunt\w*|in the market for|on the lookout"
    r"|found (?:one|it|him|her|some|an?)|(?:bought|got) one)\b)"
    r"|在找|想找|找个|找到|找着|物色|求购|想买|买到"
)
"""What is looked for and what is found are one matter, though only one of them names it."""
_NUMBER = re.compile(
    r"(?<![\d.:/-])\d{1,6}(?:\.\d+)?(?![\d:/-])|[一二两三四五六七八九十百半]+(?=[片粒颗顿次个天点块元斤人层楼路号岁月杯家本包盒])"
)
_FOR_ONE = re.compile(
    r"(?i:^\W*(?:and |so |hey )?(?:which|what(?:'s| is| are)?|where(?:'s| is| are)?|who(?:'s| is| has| does)?|whose"
    r"|how (?:much|many|big|old|long|often)|when(?:'s| is| are| do| does)?|what time)\b)"
    r"|什么|哪|谁|几|多少|多大|啥"
)
_FOR_MORE = re.compile(
    r"(?i:\b(?:did|was|were|been|had|ever|all|both|list|things|kinds?|types?|would|could|should|activities|events|(?:has|have)"
    r" \w+ed)\b)|哪些|都[有去做]|过[吗的]|[去买吃看]过|曾|以前|之前|上次|当时|第一次"
)
"""A question for one thing that holds, and what makes it another one."""
_ASKING_ZH = re.compile(r"什么|哪[里儿个家位些年天]?|谁|几|多少|多大|啥|怎么|吗|呢|现在|目前|是|在|我们?|的")
_NAMED = re.compile(
    r"(?<![.!?] )(?<!^)\b[A-Z][\w'’]+|\d[\w:.]*|(?<=[在放是给由归叫姓到成换])[\u4e00-\u9fffA-Za-z\d]{1,6}"
    r"|[一二两三四五六七八九十]+(?=[片粒颗顿次点块元斤层楼路号])"
)
_PLACED = re.compile(
    r"(?i:\b(?:in|on|at|under|behind|inside|with|beside|above|by) (?:my |the |our |an? )?(?!(?:the|my|a)\b)([a-z]{3,}))"
)
"""Names, numbers and places, which answer such a question."""
_FOR_A_NUMBER = re.compile(
    r"(?i:\bhow (?:much|many|big|tall|heavy|old|high|long|often)\b|\b(?:what|which) (?:\w+ )?(?:size|number"
    r"|price|weight|fee|rent|cost|rate|dose|amount|speed|score|limit|budget|floor|room|plot|time)\b)|多少|多大|几|尺码|号码|价"
)
_HOLDS_NOW = re.compile(r"(?i:\b(?:now|nowadays|currently|at the moment|this year)\b)|现在|目前")
_LAST_WEEK = re.compile(
    r"(?i:\b(?:last (?:week|month|year|night|weekend|summer|winter|spring|autumn|\w+day)|yesterday|ago)\b)"
    r"|昨[天晚]|上[周个]|去年|前天"
)
"""What happened then stays so."""
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")


@dataclass(frozen=True, slots=True)
class Lexicon:
    """The signs of overtaking.toml. `little`, `little_zh`: what does not tell a topic; `signs`: characters that do."""

    change: re.Pattern[str]
    correct: re.Pattern[str]
    end: re.Pattern[str]
    done: re.Pattern[str]
    now: re.Pattern[str]
    open: re.Pattern[str]
    passing: re.Pattern[str]
    asks_for_now: re.Pattern[str]
    little: frozenset[str]
    little_zh: frozenset[str]
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Signs:
    """What a statement says, for comparing: telling words; the clauses that say that something changed or ended, and
    how plainly they do (0: none does); whether all of these only tell of something done (`does`), how plainly the
    others speak (`apart`), and whether one takes back what was said, or says that something ends."""

    text: str
    terms: frozenset[str]
    changing: tuple[str, ...] = ()
    strength: float = 0.0
    does: bool = False
    corrects: bool = False
    apart: float = 0.0
    ends: bool = False


@lru_cache(maxsize=2_048)
def signs_of(text: str) -> Signs:
    """The signs of a turn or a fact."""
    known = _shipped()
    named = (word for word in bag(text) if word.isascii() and word not in known.little)
    # Landlady and landlord, reading and reader: the beginning of a long word tells.
    terms = frozenset(word[:BEGINNING] for word in named) | (
        frozenset(("seek",)) if _SEEKS.search(text) else frozenset()
    )
    cues = (known.change, known.correct, known.end, known.done, known.now)
    if len(text) > CHARACTERS_MAX or not any(cue.search(text) for cue in cues):
        return Signs(text, terms)
    own = own_words(text)
    if is_not_about_speaker(text, own):
        return Signs(text, terms)
    found = list(_changing(own))
    strength = max((one for one, _, _ in found), default=0.0)
    does = all(done for one, _, done in found if one == strength)
    apart = max((one for one, _, done in found if not done), default=0.0)
    ends = any(known.end.search(said) for _, said, _ in found)
    corrects = any(known.correct.search(said) for _, said, _ in found)
    return Signs(text, terms, tuple(said for _, said, _ in found), strength, does, corrects, apart, ends)


def overtakes(later: str, earlier: str, question: str, among: Sequence[str] = ()) -> tuple[float, Overtaken]:
    """How many points speak for it that the later of two statements of one speaker made the earlier one untrue, and
    what became of it; '' when they are not enough. `among`: the other statements at hand; what many of them speak of
    tells no two of them apart."""
    known, new = _shipped(), signs_of(later)
    counted = _counts_otherwise(later, earlier, question) or _answers_both(later, earlier, question)
    passing = bool(known.passing.search(earlier))
    if not (new.strength or counted or passing) or not _can_pass(earlier, corrected=new.corrects):
        return 0.0, ""
    shared = _shared(new, earlier, among)
    # What was said for a while may be over whenever its matter is spoken of again.
    for_a_while = passing and bool(known.passing.search(_HOLDS_NOW.sub("", earlier)))
    strength = new.strength if passing or not new.does else new.apart
    if for_a_while and any(len(part) > 1 for part in shared):
        strength = max(strength, SPOKEN_OF)
    if not (strength or counted):
        return 0.0, ""
    asked = any(_holds(question, part) for part in shared)
    if not shared and strength == SURE and _answer_alike(later, earlier, question, among):
        shared, asked = (BRIDGED,), True
    named = [part for part in shared if len(part) > 1]
    if new.strength == WEAK and not counted and named and _begin_alike(later, earlier):
        strength, asked = SURE, True
    alike, for_now = _speak_alike(earlier, question), bool(known.asks_for_now.search(question))
    # What only says how things are now must be about what is asked; what says that something is over need not.
    over = strength == SURE and (passing or alike or bool(new.ends and named))
    about = counted or asked or over or (alike and (for_now or bool(passing and named)))
    if not shared or not about:
        return 0.0, ""
    points = _weight(shared) + (max(strength, SURE) if counted else strength) + passing
    points += 0.5 * asked + 0.5 * for_now - 1.5 * _of_another(new, earlier, question)
    if points < ENOUGH:
        return points, ""
    return points, "done" if new.does and passing and not counted else "superseded"


def _counts_otherwise(later: str, earlier: str, question: str) -> bool:
    """Whether a question for a number finds others in the later than in the earlier."""
    if not _FOR_A_NUMBER.search(question):
        return False
    old, new = set(_NUMBER.findall(earlier)), set(_NUMBER.findall(later))
    return old != new and 1 <= len(old) <= NUMBERS_MAX and 1 <= len(new) <= NUMBERS_MAX


def _answers_both(later: str, earlier: str, question: str) -> bool:
    """Whether a question for the one thing that holds now has an answer in each: nearly all that it speaks of stands in
    both, and the later one names something of its own."""
    if not _FOR_ONE.search(question) or _FOR_MORE.search(question):
        return False
    if not all(_covers(one, question) for one in (later, earlier)):
        return False
    return bool(_named(later) - _named(earlier))


def _named(text: str) -> set[str]:
    """Names, numbers and places that could answer."""
    return {match[0] for match in _NAMED.finditer(text)} | {match[1].casefold() for match in _PLACED.finditer(text)}


def _covers(text: str, question: str) -> bool:
    """Whether most words of a question stand in a text; in Chinese, half of each of its runs: 展会 and 规模."""
    runs = _HAN_RUN.findall(_ASKING_ZH.sub(" ", question))
    if runs:
        return all(_holds_half(text, run) for run in runs)
    asked = signs_of(question).terms
    return bool(asked) and len(asked & signs_of(text).terms) >= max(min(2, len(asked)), COVERED * len(asked))


def _holds_half(text: str, run: str) -> bool:
    pairs = [left + right for left, right in pairwise(run)] or [run]
    return sum(pair in text for pair in pairs) >= COVERED_ZH * len(pairs)


def _answer_alike(later: str, earlier: str, question: str, among: Sequence[str]) -> bool:
    """Whether each of two statements holds something of the question that few others hold, though not the same."""
    asked = signs_of(question).terms
    return all(any(_tells(word, among) for word in signs_of(one).terms & asked) for one in (later, earlier))


def _begin_alike(later: str, earlier: str) -> bool:
    """Whether two statements begin with the same words, as "I work as a" and 我在."""
    left, right = (_LATIN.findall(one.casefold())[:FRAME] for one in (later, earlier))
    if len(left) == FRAME and left == right:
        return True
    return bool(_HAN_RUN.match(later)) and len(later) > FRAME and later[:FRAME] == earlier[:FRAME]


def _can_pass(earlier: str, *, corrected: bool) -> bool:
    """Whether a statement is of something that may pass: short, and no report of what happened, unless it tells of a
    change, which another one may follow."""
    if len(earlier) <= EARLIER_MAX and corrected:
        return True
    if len(earlier) > EARLIER_MAX or _LAST_WEEK.search(earlier):
        return False
    known = _shipped()
    return bool(known.passing.search(earlier) or known.change.search(earlier)) or not speaks_of_past(earlier)


def _changing(own: str) -> Iterator[tuple[float, str, bool]]:
    """(points, clause, whether it tells of something done) of each clause that says that something is otherwise."""
    known = _shipped()
    for clause in clauses(own):
        if known.correct.search(clause.text):
            yield SURE, clause.text, False
            continue
        if clause.asks or is_hedged(clause.text) or known.open.search(clause.text):
            continue
        sure = known.change.search(clause.text) or known.end.search(clause.text)
        does = known.done.search(clause.text)
        if sure or does:
            yield SURE, clause.text, not sure
        elif known.now.search(clause.text):
            yield WEAK, clause.text, False


def _shared(new: Signs, earlier: str, among: Sequence[str]) -> tuple[str, ...]:
    """What both speak of, and few others: words, runs of Chinese, else single characters that name a thing. In the
    clauses that say that something changed or, of a short turn, anywhere in it."""
    said = new.text if len(new.text) <= SHORT else " ".join(new.changing)
    old = signs_of(earlier).terms
    words = sorted(word for word in signs_of(said).terms & old if _tells(word, among))
    runs = [run for run in _shared_runs(said, earlier) if sum(run in one for one in among) <= _few(among)]
    signs = [sign for sign in _shipped().signs if sign in said and sign in earlier and sign not in "".join(runs)]
    return (*words, *runs, *signs)


def _tells(word: str, among: Sequence[str]) -> bool:
    return sum(word in signs_of(one).terms for one in among) <= _few(among)


def _few(among: Sequence[str]) -> int:
    return max(FEW, len(among) // 8)


def _weight(shared: Sequence[str]) -> float:
    words = sum(part.isascii() for part in shared)
    parts = [part for part in shared if not part.isascii()]
    runs = [part for part in parts if len(part) > 1] or parts
    points = min(2.0, 0.5 + 0.5 * words) if words else 0.0
    if runs:
        longest = max(map(len, runs))
        points = max(points, 0.5 if longest == 1 else 1.0 if len(runs) == 1 and longest == 2 else 1.5)
    return points


def _speak_alike(earlier: str, question: str) -> bool:
    """Whether a statement holds a word, two characters, or one that names a thing, of the question."""
    if not signs_of(earlier).terms.isdisjoint(signs_of(question).terms) or _shared_runs(question, earlier):
        return True
    return any(sign in earlier and sign in question for sign in _shipped().signs)


def _holds(question: str, part: str) -> bool:
    """Whether the question holds a word, a character, or two neighbouring ones of a run."""
    if part.isascii():
        return part in signs_of(question).terms
    return part in question or any(part[at : at + 2] in question for at in range(len(part) - 1))


def _shared_runs(new: str, old: str) -> list[str]:
    """The longest runs of two and more Chinese characters that stand in both, without those that say little."""
    little = _shipped().little_zh
    runs: dict[str, None] = {}
    for said in _HAN_RUN.findall(new):
        at = 0
        while at < len(said) - 1:
            end = at + 1
            while end < len(said) and said[at : end + 1] in old:
                end += 1
            run = said[at:end].strip(_EDGES)
            if len(run) >= 2 and run not in little:
                runs[run] = None
            at = max(end, at + 1) if end - at >= 2 else at + 1
    turned = {right + left for left, right in _pairs(new)} & {left + right for left, right in _pairs(old)}
    runs |= dict.fromkeys(sorted(pair for pair in turned if pair not in little and not set(pair) & set(_EDGES)))
    return list(runs)


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Neighbouring Chinese characters: 拆线 and 线拆完了 speak of the same."""
    for run in _HAN_RUN.findall(text):
        yield from pairwise(run)


def _of_another(new: Signs, earlier: str, question: str) -> bool:
    """Whether every clause that says that something changed is about somebody of whom neither the earlier statement nor
    the question speaks."""
    if not new.changing:
        return False
    spoken_of = f"{earlier} {question}".casefold()
    for said in new.changing:
        match = _OF_ANOTHER_EN.search(said) or _OF_ANOTHER_ZH.search(said)
        who = next((one for one in match.groups() if one), "") if match else ""
        if not who or who.casefold() in spoken_of:
            return False
    return True


@cache
def _shipped() -> Lexicon:
    rows = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    cues = {name: _pattern(row) for name, row in rows.items() if name not in ("little", "signs")}
    return Lexicon(
        **cues,
        little=frozenset(rows["little"]["en"]) | _bags(rows["little"]["en"]),
        little_zh=frozenset(rows["little"]["zh"]),
        signs=tuple(rows["signs"]["zh"]),
    )


def _pattern(row: Mapping[str, list[str]]) -> re.Pattern[str]:
    return re.compile(rf"(?i:\b(?:{'|'.join(row['en'])})\b)|{'|'.join(row['zh'])}")


def _bags(words: Iterable[str]) -> frozenset[str]:
    return frozenset(name for word in words for name in bag(word))
