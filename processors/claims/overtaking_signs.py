"""Signs: what a statement says of a change, of an end, and of how long it holds, by its words alone, for comparing it
with another one (`overtaking`). Each text is read once for all comparisons of a question."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from processors.claims.clauses import clauses, own_words
from processors.claims.concepts import bag
from processors.claims.guards import is_hedged, is_not_about_speaker
from processors.claims.overtaking_values import Sort, adds, tells_of_once, values_of
from processors.dimensions.times import speaks_of_past

CHARACTERS_MAX = 240
"""A longer turn says much besides: a word of change in it need not be about what the other turn says."""
EARLIER_MAX = 160
"""Characters of a statement that something can make untrue as a whole."""
BEGINNING = 5
"""Letters of a word that are compared."""
FRAME = 3
"""Words, or characters, with which two statements of one kind begin."""
SURE, WEAK, SPOKEN_OF = 1.5, 1.0, 0.5
"""Points for a word of change or of an end, for one that only says how things are now, and for none."""

_LATIN = re.compile(r"[a-z']+")
_SEEKS = re.compile(
    r"(?i:\b(?:look(?:ing)? for|search\w*|hunt\w*|in the market for|on the lookout"
    r"|found (?:one|it|him|her|some|an?)|(?:bought|got) one)\b)"
    r"|在找|想找|找个|找到|找着|物色|求购|想买|买到"
)
"""What is looked for and what is found are one matter, though only one of them names it."""
_NUMBER = re.compile(
    r"(?<![\d.:/-])\d{1,6}(?:\.\d+)?(?![\d:/-])|[一二两三四五六七八九十百半]+(?=[片粒颗顿次个天点块元斤人层楼路号岁月杯家本包盒])"
    r"|[一二两三四五六七八九][百千万][零一二三四五六七八九十百千]{0,6}"
)
_NAMED = re.compile(
    r"(?<![.!?] )(?<!^)\b[A-Z][\w'’]+|\d[\w:.]*"
    r"|(?<=[在放是给由归叫姓到成换])(?!了)[\u4e00-\u9fffA-Za-z\d]{1,6}|(?<=[去给成到]了)[\u4e00-\u9fffA-Za-z\d]{1,6}"
    r"|[一二两三四五六七八九十]+(?=[片粒颗顿次点块元斤层楼路号])"
)
_PLACED = re.compile(
    r"(?i:\b(?:in|on|at|under|behind|inside|with|beside|above|by|off|opposite|near|next to) "
    r"(?:my |the |our |an? )?(?!(?:the|my|a)\b)([a-z]{3,}))"
)
"""Names, numbers and places, which answer such a question."""
_HOLDS_NOW = re.compile(r"(?i:\b(?:now|nowadays|currently|at the moment|this year)\b)|现在|目前")
_LAST_WEEK = re.compile(
    r"(?i:\b(?:last (?:week|month|year|night|weekend|summer|winter|spring|autumn|\w+day)|yesterday|ago)\b)"
    r"|昨[天晚]|上[周个]|去年|前天"
)
"""What happened then stays so."""
_PARTS = re.compile(r"[,;.!?，。；！？]")
_IS = re.compile(r"(?i:\b(?:i'm|i am|is|are|we're)\b)")
_BELONGS = re.compile(
    r"是(?![^，。！？]{0,6}(?:[买生给送借捡在拍做写画去来教考昨]|前年|上[周个次]|以前|长大|毕业))[^，。！？]{1,6}的(?=$|[，。！])"
)
"""What a thing is like or whose it is: 卡是建行的."""
_STILL = re.compile(r"(?i:\bstill\b)|仍|还是那")
_LASTS = re.compile(
    r"(?i:\bfor (?:(?:the|last|past|about|over|nearly|almost|many|a|good) ){0,4}(?:\w+ )?(?:years|decades?|ages)\b"
    r"|\bsince (?:(?:19|20)\d\d|i was|childhood|school)\b|\ball my life\b)"
    r"|[几一二两三四五六七八九十百\d][多来几]?年了|从小|一直"
)
_DENIES = re.compile(r"(?i:\b(?:no|not|never|none|without)\b|n't\b)|没|不|无|未")
HAN_RUN = re.compile(r"[\u4e00-\u9fff]+")


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
class Change:
    """The clauses of a statement that say that something changed or ended, and how plainly they do (0: none does);
    whether all of these only tell of something done (`does`), how plainly the others speak (`apart`), and whether one
    takes back what was said, or says that something ends."""

    clauses: tuple[str, ...] = ()
    strength: float = 0.0
    does: bool = False
    corrects: bool = False
    apart: float = 0.0
    ends: bool = False


@dataclass(frozen=True)
class Told:
    """One text, and what is read in it when a comparison needs it."""

    text: str

    @cached_property
    def terms(self) -> frozenset[str]:
        """Telling words by their beginnings: landlady and landlord, reading and reader."""
        return terms_of(self.text)

    @cached_property
    def change(self) -> Change:
        """What it says of a change."""
        known = lexicon()
        cues = (known.change, known.correct, known.end, known.done, known.now)
        if len(self.text) > CHARACTERS_MAX or not any(cue.search(self.text) for cue in cues):
            return Change()
        own = own_words(self.text)
        if is_not_about_speaker(self.text, own):
            return Change()
        found = list(_changing(own))
        strength = max((one for one, _, _ in found), default=0.0)
        return Change(
            clauses=tuple(said for _, said, _ in found),
            strength=strength,
            does=all(done for one, _, done in found if one == strength),
            corrects=any(known.correct.search(said) for _, said, _ in found),
            apart=max((one for one, _, done in found if not done), default=0.0),
            ends=any(known.end.search(said) for _, said, _ in found),
        )

    @cached_property
    def passing(self) -> bool:
        """Whether it was said for a while."""
        return lexicon().passing.search(self.text) is not None

    @cached_property
    def for_a_while(self) -> bool:
        """The same without "now", which may last."""
        return lexicon().passing.search(_HOLDS_NOW.sub("", self.text)) is not None

    @cached_property
    def can_pass(self) -> bool:
        """Whether it is of something that may pass: short, and no report of what happened, unless it tells of a change,
        which another one may follow."""
        if len(self.text) > EARLIER_MAX or _LAST_WEEK.search(self.text):
            return False
        return self.passing or bool(lexicon().change.search(self.text)) or not self.past

    @cached_property
    def past(self) -> bool:
        """Whether it only tells of what was: "I'm a trainee, started today" does not, nor does a shed."""
        return speaks_of_past(self.text) and not (_IS.search(self.text) or _BELONGS.search(self.text))

    @cached_property
    def tells_of_change(self) -> bool:
        """Whether a word of its own says that something is otherwise now; what still is so does not."""
        return any(not _STILL.search(said) for said in self.change.clauses)

    @cached_property
    def lasting(self) -> tuple[str, ...]:
        """The parts that say that something has been so for long."""
        return tuple(part for part in _PARTS.split(self.text) if _LASTS.search(part))

    @cached_property
    def denies(self) -> bool:
        """Whether it says of something that it is not so."""
        return _DENIES.search(self.text) is not None

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Numbers of things, as written."""
        return frozenset(_NUMBER.findall(self.text))

    @cached_property
    def named(self) -> frozenset[str]:
        """Names, numbers and places, which could answer."""
        places = (match[1].casefold() for match in _PLACED.finditer(self.text))
        return frozenset((*(match[0] for match in _NAMED.finditer(self.text)), *places))

    @cached_property
    def _answers(self) -> dict[tuple[Sort, ...], Mapping[Sort, frozenset[str]]]:
        return {}

    def values(self, sorts: tuple[Sort, ...]) -> Mapping[Sort, frozenset[str]]:
        """What of it could answer a question for these sorts."""
        if sorts not in self._answers:
            found = dict(values_of(self.text, sorts))
            if "figure" in found:
                found["figure"] |= self.numbers
            if "name" in found:
                names = (name.strip(".,:").casefold() for name in self.named if not name.startswith(("I'", "I’")))
                found["name"] = found["name"].union(names) - {"new"}
            self._answers[sorts] = found
        return self._answers[sorts]

    @cached_property
    def adds(self) -> bool:
        """Whether it tells of something beside what was said."""
        return adds(self.text)

    def reports(self, values: frozenset[str]) -> bool:
        """Whether these stand only where it tells of what was."""
        parts = [part for part in _PARTS.split(self.text) if any(value in part.casefold() for value in values)]
        return all(speaks_of_past(part) and not _IS.search(part) for part in parts)

    @cached_property
    def once(self) -> bool:
        """Whether it reports what was so at one time."""
        return tells_of_once(self.text) and self.past

    @cached_property
    def beginnings(self) -> frozenset[tuple[str, ...] | str]:
        """The words, and the characters, with which it begins: "I work as a", 我在."""
        words = tuple(_LATIN.findall(self.text.casefold())[:FRAME])
        found: set[tuple[str, ...] | str] = {words} if len(words) == FRAME else set()
        if HAN_RUN.match(self.text) and len(self.text) > FRAME:
            found.add(self.text[:FRAME])
        return frozenset(found)

    @cached_property
    def is_chinese(self) -> bool:
        """Whether any of it is."""
        return HAN_RUN.search(self.text) is not None


def terms_of(text: str) -> frozenset[str]:
    """Telling words of a text by their beginnings."""
    little = lexicon().little
    named = frozenset(word[:BEGINNING] for word in bag(text) if word.isascii() and word not in little)
    return named | {"seek"} if _SEEKS.search(text) else named


def _changing(own: str) -> Iterator[tuple[float, str, bool]]:
    """(points, clause, whether it tells of something done) of each clause that says that something is otherwise."""
    known = lexicon()
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


@cache
def lexicon() -> Lexicon:
    """The shipped signs."""
    rows = tomllib.loads(Path(__file__).with_name("overtaking.toml").read_text(encoding="utf-8"))
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
