"""Overtaking: what is told beside a memory of a block that a later one of it may have made untrue.

Consolidation decides where a rule knows for sure, and hides what is superseded. What only seems so is shown, with the
day of the later statement: a reader can weigh both. Where the later one has no word of change ("now", 改成), the two
are shown as a dispute too.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import TypedDict

from api.recall.clash import says_otherwise
from api.recall.nearness import NEAR, NOWHERE, RELEVANT, Nearness
from api.recall.opposed import Opposing
from api.recall.statements import Statement, asked_of, statements, touches
from api.recall.voices import stands_beside
from processors.claims.overtaking import ENOUGH, Overtaken, Weighing, repeats
from processors.claims.overtaking_signs import EARLIER_MAX
from processors.claims.overtaking_values import adds
from processors.zones import zone_of
from schemas.memories import Memory
from schemas.queries import Contradiction

COMPARED_MAX = 20
"""Memories of a block that are compared, the best ones first: a block of 600 tokens holds fewer lines."""
LIKELY = 3.0
"""Points from which on it is likely, not only possible."""
SHORT = 80
"""Characters of a turn that says one thing."""
UNTOLD = "the later one has no word of change"
_FOR_A_WHILE = ("medication", "diet", "state", "plan", "commitment", "health", "habit")
_YOU = re.compile(r"(?i:\byou(?:r|rs|'re|'ve|'ll)?\b)|你")
_ASKS_FIRST = re.compile(r"[^.!;。！；]{1,200}[?？]")
_SAYS_NOTHING = ("question", "greet", "filler")


@dataclass(frozen=True, slots=True)
class Overtaking:
    """That a later memory of one speaker seems to have made an earlier one untrue. `likely`: not only possible;
    `slips`: the later one gives another value without a word of change, or says that what was denied has long been so:
    one of the two may be a slip."""

    earlier: Memory
    later: Memory
    what: Overtaken
    likely: bool
    slips: bool


def overtakings(memories: Iterable[Memory], question: str, nearness: Nearness = NOWHERE) -> tuple[Overtaking, ...]:
    """For each memory of a block that a later one seems to have overtaken the one that most speaks for it. `memories`:
    those of a block, best first."""
    said = _stating(memories)
    texts = list(dict.fromkeys(memory.content for memory in said if memory.resolution == "turn"))
    weighing = Weighing(question, texts)
    otherwise = _Otherwise(said, question, nearness, weighing)
    found = []
    for earlier in said:
        best: tuple[float, Memory, Overtaken] | None = None
        for later in said:
            if not _follows(later, earlier):
                continue
            points, what = weighing.weigh(later.content, earlier.content, **_near(nearness, earlier, later))
            if not what and otherwise.says(earlier, later) and not adds(later.content):
                points, what = ENOUGH, "superseded"
            if what and (
                best is None or (points, *_when(later), _is_turn(later)) > (best[0], *_when(best[1]), _is_turn(best[1]))
            ):
                best = points, later, what
        if best is not None:
            points, later, what = best
            slips = weighing.has_lasted(later.content, earlier.content) or otherwise.opposes(earlier, later)
            if not slips and not weighing.tells_of_change(later.content):
                near = _near(nearness, earlier, later)
                slips = otherwise.says(earlier, later) or weighing.answers_otherwise(
                    later.content, earlier.content, **near
                )
            found.append(Overtaking(earlier, later, what, likely=points >= LIKELY, slips=slips))
    return tuple(found)


def remarks(memories: Sequence[Memory], found: Iterable[Overtaking], *, over: Collection[str] = ()) -> dict[str, str]:
    """Memory id → what is told beside it. `memories`: those of a block, best first; `found`: what is overtaken among
    them; `over`: ids of the turns of which it is told already that they have expired."""
    said = _stating(memories)
    found = tuple(found)
    beside = {
        one.earlier.memory_id: f"{'likely' if one.likely else 'perhaps'} {one.what}, see {_day(one.later)}"
        for one in found
    }
    echoed = _echoed(memories, found, beside, over)
    return {**echoed, **_inherited(said, beside), **_over(said, over), **beside}


def untold(
    found: Iterable[Overtaking], known: Iterable[Contradiction], sides: Iterable[Memory]
) -> tuple[Contradiction, ...]:
    """The disputes between two turns of one speaker of which the later one gives another value without a word of
    change: it may be a slip. The later one is current. None between two events that are `known` to be disputed, of
    which the `sides` are at hand."""
    events = {memory.memory_id: _events(memory) for memory in sides}
    none: frozenset[str] = frozenset()
    taken = {
        frozenset((events.get(packet.claim_id, none), events.get(packet.counter_claim_id, none))) for packet in known
    }
    return tuple(
        Contradiction(
            claim=one.earlier.content,
            counter_claim=one.later.content,
            claim_id=one.earlier.memory_id,
            counter_claim_id=one.later.memory_id,
            current=one.later.content,
            reason=UNTOLD,
        )
        for one in found
        if one.slips
        and one.earlier.resolution == one.later.resolution == "turn"
        and frozenset((_events(one.earlier), _events(one.later))) not in taken
    )


def settled(disputes: Iterable[Contradiction], memories: Iterable[Memory]) -> dict[str, str]:
    """What is told beside the side of a dispute that no longer holds."""
    told = {memory.memory_id: memory for memory in memories}
    found = {}
    for packet in disputes:
        lost, held = packet.claim_id, packet.counter_claim_id
        if packet.current == packet.claim:
            lost, held = held, lost
        if packet.current is not None and packet.claim != packet.counter_claim and held in told:
            found[lost] = f"likely superseded, see {_day(told[held])}"
    return found


class _Near(TypedDict):
    near: bool
    relevant: bool


def _near(nearness: Nearness, earlier: Memory, later: Memory) -> _Near:
    """Whether the two mean something alike, and the earlier one what the question does."""
    return {
        "near": nearness.of_two(later.memory_id, earlier.memory_id) >= NEAR,
        "relevant": nearness.to_question(earlier.memory_id) >= RELEVANT,
    }


def _day(memory: Memory) -> str:
    return f"{memory.occurred_at.astimezone(zone_of(memory.timezone)):%Y-%m-%d}"


def _stating(memories: Iterable[Memory]) -> list[Memory]:
    return [memory for memory in memories if _states(memory)][:COMPARED_MAX]


class _Otherwise:
    """Which of these short memories of one speaker say of what is asked what another one says otherwise."""

    def __init__(self, said: Sequence[Memory], question: str, nearness: Nearness, weighing: Weighing) -> None:
        self._asked = asked_of(question)
        self._opposing = Opposing(question)
        self._nearness = nearness
        self._weighing = weighing
        self._stated: dict[str, list[Statement]] = {}
        self._found: dict[tuple[str, str], bool] = {}
        short = [memory for memory in said if len(memory.content) <= EARLIER_MAX]
        for one in statements(short, self._wanted):
            if one.telling & self._asked or self._opposing.seeks(one.text):
                self._stated.setdefault(one.memory.memory_id, []).append(one)

    def says(self, earlier: Memory, later: Memory) -> bool:
        """Whether the later one says otherwise."""
        return self.opposes(earlier, later) or any(
            says_otherwise(one, other, self._asked) and not self._opposing.of_two_people(one, other)
            for one, other in self._pairs(earlier, later)
        )

    def opposes(self, earlier: Memory, later: Memory) -> bool:
        """Whether one of the two at most is true, whatever their words, and the later one tells of no change."""
        pair = earlier.memory_id, later.memory_id
        if pair not in self._found:
            near = self._nearness.of_two(*pair) >= NEAR and self._nearness.to_question(pair[0]) >= RELEVANT
            self._found[pair] = any(
                one.source == other.source
                and self._opposing.opposed(one, other, near=near)
                and not self._weighing.ends_or_changes(other.text)
                for one, other in self._pairs(earlier, later)
            )
        return self._found[pair]

    def _pairs(self, earlier: Memory, later: Memory) -> Iterator[tuple[Statement, Statement]]:
        yield from product(self._stated.get(earlier.memory_id, ()), self._stated.get(later.memory_id, ()))

    def _wanted(self, text: str) -> bool:
        return touches(text, self._asked) or self._opposing.seeks(text)


def _inherited(said: Sequence[Memory], found: Mapping[str, str]) -> dict[str, str]:
    """What is told beside the facts of short turns beside which something is told: a fact says less than its turn."""
    of_event = {
        event: found[memory.memory_id]
        for memory in said
        if memory.resolution == "turn" and memory.memory_id in found and len(memory.content) <= SHORT
        for event in _events(memory)
    }
    return {
        memory.memory_id: of_event[min(events)]
        for memory in said
        if memory.resolution == "fact" and (events := _events(memory)) and events <= of_event.keys()
    }


def _echoed(
    memories: Sequence[Memory], found: Sequence[Overtaking], beside: Mapping[str, str], over: Collection[str]
) -> dict[str, str]:
    """What is told beside the assistant's answers that repeat what no longer holds: "Locker 118, noted."."""
    echoed = {}
    answers = [one for one in memories if one.role == "assistant" and one.memory_id not in over]
    for answer in answers:
        for memory in memories:
            if memory.memory_id in over and _repeats(answer, memory, ""):
                echoed[answer.memory_id] = "expired"
        for one in found:
            if _repeats(answer, one.earlier, one.later.content):
                echoed[answer.memory_id] = beside[one.earlier.memory_id]
    return echoed


def _repeats(answer: Memory, said: Memory, beyond: str) -> bool:
    """Whether an answer to a turn of the user repeats of it what another one has not."""
    is_said = said.resolution == "turn" and said.role == "user"
    return is_said and stands_beside(answer, [said]) and repeats(answer.content, said.content, beyond)


def _over(said: Sequence[Memory], over: Collection[str]) -> dict[str, str]:
    """The facts of what was so for a while, of turns that have expired."""
    ended = {event for memory in said if memory.memory_id in over for event in _events(memory)}
    return {
        memory.memory_id: "expired"
        for memory in said
        if memory.resolution == "fact" and memory.attribute in _FOR_A_WHILE and _events(memory) <= ended
    }


def _states(memory: Memory) -> bool:
    dimensions = memory.dimensions
    if memory.resolution == "turn":
        # In a conversation of several what is said of "you" is a remark about the other one.
        remarks_on = memory.speaker not in ("", memory.user) and _YOU.search(memory.content)
        says = memory.role == "user" and not memory.asks and not remarks_on and not _ASKS_FIRST.match(memory.content)
        return says and dimensions.intent not in _SAYS_NOTHING
    return memory.resolution == "fact" and not memory.pinned


def _follows(later: Memory, earlier: Memory) -> bool:
    """Whether it was said afterwards by the same speaker, in another turn, and nothing says that both are disputed."""
    if later.speaker != earlier.speaker or _when(later) <= _when(earlier):
        return False
    if any(link.edge == "contradicts" and link.memory_id == later.memory_id for link in earlier.links):
        return False
    return _events(later).isdisjoint(_events(earlier))


def _when(memory: Memory) -> tuple[datetime, int]:
    return memory.occurred_at, memory.known_from


def _is_turn(memory: Memory) -> bool:
    return memory.resolution == "turn"


def _events(memory: Memory) -> frozenset[str]:
    return frozenset(evidence.event_id for evidence in memory.evidence)
