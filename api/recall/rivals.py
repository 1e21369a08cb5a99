"""Rivals: recalled statements about what is asked that cannot both hold, though no slot or detail knows what they are
about: they clash, or somebody has something against that they have none of it. Pure, over what is about to be shown."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain, combinations
from types import MappingProxyType

from api.recall.clash import bears_out, clashes, concedes, says_no
from api.recall.nearness import NEAR, NOWHERE, RELEVANT, Nearness
from api.recall.opposed import Opposing
from api.recall.sides import WHEN, WHERE, has_code, offered, takes_sides, valued
from api.recall.statements import (
    RETORT_CHARACTERS_MAX,
    Statement,
    asked_of,
    endures,
    event_of,
    statements,
    telling,
    touches,
)
from indexers.analysis import STOP_WORDS
from processors.claims.overtaking_values import SORTS, sorts_asked, values_of
from processors.language import HAN
from schemas.memories import Memory
from schemas.queries import Contradiction

AMONG = 14
"""Memories that are compared, those that stand first: what both sides of a dispute about the question are among."""
_WHERE = re.compile(r"(?i:\bwhere\b)|哪里|哪儿|在哪|什么地方")
_WHEN = re.compile(r"(?i:\bwhen\b|\bwhat time\b)|什么时候|何时|几点")
_WHICH = re.compile(r"(?i:\b(?:which|what) (?!is\b|are\b|was\b|were\b|do|did\b|time\b|date\b|else\b|about\b)([a-z]+))")
_ASKS_WHAT_IS_SAID = re.compile(
    r"(?i:\b(?:sa(?:y|ys|id)|tell|told|according|claim\w*|think|thought|write|wrote|written|mention\w*|reckon\w*|put"
    r"|advi[cs]e\w*"
    r"|recommend\w*|suggest\w*)\b)|说|讲|写|告诉|认为|觉得|怎么看|评价|建议|上的|里的"
)
_REASON = "what is said of it differs"


@dataclass(frozen=True, slots=True)
class Having:
    """Something that one has or has not, or ever did. `asked`: how a question speaks of it; `none`: how one says that
    there is none; `some`: what only somebody says who has it, or did it."""

    asked: re.Pattern[str]
    none: re.Pattern[str]
    some: re.Pattern[str]


def rivals(
    memories: Sequence[Memory],
    question: str,
    known: Sequence[Contradiction] = (),
    others: Mapping[str, Memory] = MappingProxyType({}),
    nearness: Nearness = NOWHERE,
) -> tuple[Contradiction, ...]:
    """The disputes about what is asked among these, each pair of events once, and none that is `known`, of which sides
    may be among the `others`. The later side is current where one person said both; between two people nothing is
    settled."""
    asked, which = asked_of(question), _which(question)
    offer, opposing = offered(question), Opposing(question)
    sorts = sorts_asked(question)
    sure = () if sorts == SORTS else sorts
    given = frozenset(chain.from_iterable(values_of(question, sure).values()))
    havings = [having for having in _havings() if having.asked.search(question)]

    # Who speaks is named in every second turn of a conversation of several.
    telling_most = asked - telling(memory.speaker.casefold() for memory in memories[:AMONG]) or asked

    def wanted(text: str) -> bool:
        if (
            havings
            or opposing.seeks(text)
            or touches(text, telling_most)
            or endures(text)
            or says_no(text)
            or has_code(text)
        ):
            return True
        return bool(sure) and any(values_of(text, sure).values())

    first = [memory for memory in memories[:AMONG] if wanted(memory.context)]
    if len(first) < 2:
        return ()
    said = _said(first, question, wanted)
    taken = _pairs(known, {memory.memory_id: memory for memory in (*others.values(), *memories)})
    found: dict[frozenset[str], Contradiction] = {}
    spoken = [
        one
        for one in said
        if _may_clash(one, asked, telling_most)
        or ((sure or opposing.seeks(one.text)) and nearness.to_question(one.memory.memory_id) >= RELEVANT)
    ]
    for earlier, later in combinations(spoken, 2):
        pair = frozenset((earlier.event, later.event))
        if len(pair) < 2 or pair in found:
            continue
        sides = offer is not None and takes_sides(earlier, later, offer, asked)
        near = _is_near(earlier, later, nearness)
        differ = sides or clashes(earlier, later, asked, which) or (near and valued(earlier, later, sure, given))
        # What one person says otherwise later is told in a context only (`overtaking`): tastes change.
        differ = differ or (earlier.source != later.source and opposing.opposed(earlier, later, near=near))
        if differ and (earlier.source == later.source or not concedes(later)):
            found[pair] = _packet(earlier, later, said)
    for earlier, later in _having(said, havings):
        found.setdefault(frozenset((earlier.event, later.event)), _packet(earlier, later, ()))
    return tuple(packet for pair, packet in _unsettled(found, said) if pair not in taken)


def _said(memories: Sequence[Memory], question: str, wanted: Callable[[str], bool]) -> list[Statement]:
    """What these state, in the order in which it was said; where the question asks what one of them says, without
    it."""
    said = statements(memories, wanted)
    named = {one.source for one in said if one.source and _is_named(one.source, question)}
    if len(named) == 1 and _ASKS_WHAT_IS_SAID.search(question):
        said = [one for one in said if one.source not in named]
    return sorted(said, key=lambda one: (one.occurred_at, one.memory.offset))


def _pairs(packets: Iterable[Contradiction], told: Mapping[str, Memory]) -> set[frozenset[str]]:
    """The events of the two sides of each dispute."""
    return {
        frozenset(event_of(told[side]) for side in (packet.claim_id, packet.counter_claim_id) if side in told)
        for packet in packets
    }


def _is_near(earlier: Statement, later: Statement, nearness: Nearness) -> bool:
    """Whether two memories mean something alike and so do both and the question, in whatever words and languages."""
    one, two = earlier.memory.memory_id, later.memory.memory_id
    asked = min(nearness.to_question(one), nearness.to_question(two))
    return asked >= RELEVANT and nearness.of_two(one, two) >= NEAR


def _may_clash(one: Statement, asked: frozenset[str], most: frozenset[str]) -> bool:
    if (one.telling | one.beside) & asked or one.endures or has_code(one.text):
        return True
    # In a conversation of several "it's 3319" speaks of what stands before it.
    short = len(one.memory.content) <= RETORT_CHARACTERS_MAX
    return bool(one.source) and short and not one.passed_on and touches(one.memory.context, most)


def _is_named(source: str, question: str) -> bool:
    """Whether the question asks what this source says: then it is no dispute what others say."""
    words = [word for word in re.findall(rf"[^\W{HAN}_]{{3,}}", source.casefold()) if word not in STOP_WORDS]
    pairs = [source[n : n + 2] for n in range(len(source) - 1) if re.fullmatch(rf"[{HAN}]{{2}}", source[n : n + 2])]
    asked = question.casefold()
    return any(word in asked for word in (*words, *pairs))


def _which(question: str) -> str:
    """The stem of the noun of which a question asks for one, WHERE or WHEN where it asks for those, "" = none."""
    match = _WHICH.search(question)
    if match is None and _WHERE.search(question):
        return WHERE
    if match is None and _WHEN.search(question):
        return WHEN
    return next(iter(telling((match[1].casefold(),))), "") if match else ""


def _having(said: Sequence[Statement], havings: Sequence[Having]) -> Iterable[tuple[Statement, Statement]]:
    """Pairs of the one and the other about what the question asks whether there is any."""
    for having in havings:
        none = [one for one in said if having.none.search(one.text)]
        some = [one for one in said if having.some.search(one.text) and not having.none.search(one.text)]
        for denial in none:
            for other in some:
                if denial.source == other.source and denial.event != other.event and not other.changes:
                    yield (denial, other) if denial.occurred_at <= other.occurred_at else (other, denial)


@cache
def _havings() -> tuple[Having, ...]:
    table = tomllib.loads((files("api.recall") / "recipes" / "having.toml").read_text("utf-8"))
    return tuple(
        Having(re.compile(row["asked"], re.I), re.compile(row["none"], re.I), re.compile(row["some"], re.I))
        for row in table["having"]
    )


def _packet(earlier: Statement, later: Statement, said: Sequence[Statement]) -> Contradiction:
    """`current`: the later word of one person, or of two others' what the person who passed both on found to be so."""
    current = later if earlier.source == later.source else None
    for own in said:
        after = own.occurred_at > later.occurred_at and own.source in (earlier.source, later.source)
        if current is None and after and concedes(own):
            current = later if own.source == earlier.source else earlier
        if own.passed_on or own.occurred_at < later.occurred_at or own.event in (earlier.event, later.event):
            continue
        if bears_out(earlier, later, own) or bears_out(later, earlier, own):
            current = earlier if bears_out(earlier, later, own) else later
    return Contradiction(
        claim=earlier.memory.content,
        counter_claim=later.memory.content,
        claim_id=earlier.memory.memory_id,
        counter_claim_id=later.memory.memory_id,
        current=current.memory.content if current is not None else None,
        reason=_REASON,
    )


def _unsettled(
    found: Mapping[frozenset[str], Contradiction], said: Sequence[Statement]
) -> Iterable[tuple[frozenset[str], Contradiction]]:
    """Without those of which one side was taken back by who said it: between two people only their last word counts."""
    by_event = {one.event: one for one in said}
    taken_back: set[str] = set()
    for pair in found:
        earlier, later = sorted(
            (by_event[event] for event in pair), key=lambda one: (one.occurred_at, one.memory.offset)
        )
        if earlier.source == later.source:
            taken_back.add(earlier.event)
    for pair, packet in found.items():
        if packet.current is not None or not pair & taken_back:
            yield pair, packet
