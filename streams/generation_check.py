"""Verification: two generations compared, by their commit logs and by golden queries (DESIGN §7). Pure."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from indexers.digest import add, combine, contribution
from indexers.index import Digest
from schemas.generations import Differences, Golden, GoldenMiss, GoldenQuery, Report, Spec, Unattached
from schemas.memories import MemoriesRecord, Memory, MemoryDropped, MemoryPut, OutcomeState
from schemas.position import Position

EXAMPLES_MAX = 20
UNATTACHED_MAX = 100
HASH_BYTES = 8
SAMPLE_MAX = 50
SAMPLE_CHARACTERS_MIN = 12
"""Shorter questions fit too much for their own turn to be expected among ten answers."""


@dataclass(slots=True)
class PartitionFold:
    """What the commit log of one partition comes to. `memories`: id → (digest contribution, hash of status and
    content); `outcomes`: offset → (state, event id). Made by `take`, position by position."""

    secret: bytes
    memories: dict[str, tuple[bytes, bytes]] = field(default_factory=dict)
    outcomes: dict[int, tuple[OutcomeState, str]] = field(default_factory=dict)
    unreadable: int = 0
    """Positions that were sealed with a key that is destroyed."""
    said: dict[bytes, GoldenQuery] = field(default_factory=dict)
    """The first SAMPLE_MAX turns in the order of their ids' hashes, as questions for their own first half."""

    def take(self, record: MemoriesRecord) -> None:
        """The next complete position."""
        self.outcomes[record.offset] = (record.outcome.state, record.outcome.event_id)
        for change in record.changes:
            match change:
                case MemoryPut(memory=memory):
                    said = hashlib.blake2b(f"{memory.status}\0{memory.content}".encode(), digest_size=HASH_BYTES)
                    self.memories[memory.memory_id] = (contribution(memory, self.secret), said.digest())
                    self._sample(memory)
                case MemoryDropped(memory_id=memory_id):
                    self.memories.pop(memory_id, None)

    def _sample(self, memory: Memory) -> None:
        half = memory.content[: len(memory.content) // 2]
        if memory.resolution != "turn" or len(half) < SAMPLE_CHARACTERS_MIN:
            return
        place = hashlib.blake2b(memory.memory_id.encode(), digest_size=HASH_BYTES).digest()
        expected = (memory.memory_id,)
        self.said[place] = GoldenQuery(tenant=memory.tenant, user=memory.user, query=half, expected=expected)
        if len(self.said) > SAMPLE_MAX:
            del self.said[max(self.said)]


@dataclass(slots=True)
class Comparison:
    """What was found so far, partition after partition."""

    missing: int = 0
    added: int = 0
    changed: int = 0
    moved: int = 0
    examples: list[str] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    unattached: list[Unattached] = field(default_factory=list)
    said: dict[bytes, GoldenQuery] = field(default_factory=dict)
    unreadable: int = 0
    _before: list[Digest] = field(default_factory=list)
    _after: list[Digest] = field(default_factory=list)

    def take(self, epoch: int, partition: int, before: PartitionFold, after: PartitionFold) -> None:
        """One partition in both generations."""
        self._before.append(combine(was for was, _ in before.memories.values()))
        self._after.append(combine(now for now, _ in after.memories.values()))
        self.unreadable += after.unreadable
        for memory_id in before.memories.keys() | after.memories.keys():
            old, new = before.memories.get(memory_id), after.memories.get(memory_id)
            if old == new:
                continue
            if old is not None and new is not None and old[1] == new[1]:
                self.moved += 1
                continue
            self.missing += new is None
            self.added += old is None
            self.changed += old is not None and new is not None
            self.examples.append(memory_id)
        self.examples = sorted(self.examples)[:EXAMPLES_MAX]
        self.said |= {at: query for at, query in before.said.items() if query.expected[0] in before.memories}
        for offset, (state, event_id) in sorted(after.outcomes.items()):
            was = before.outcomes.get(offset, (state, ""))[0]
            if was == state:
                continue
            self.outcomes[f"{was} → {state}"] += 1
            if (was, state) == ("applied", "skipped"):
                token = Position(epoch, partition, offset).token
                self.unattached.append(Unattached(token=token, event_id=event_id))

    def sampled(self) -> list[GoldenQuery]:
        """Questions from what was said, the same for the same memories, where nobody gave golden queries."""
        return [self.said[at] for at in sorted(self.said)[:SAMPLE_MAX]]

    def digests(self) -> tuple[Digest, Digest]:
        """Of everything that was taken, before and after."""
        return add(self._before), add(self._after)

    def differences(self) -> Differences:
        """The counts, with some ids."""
        return Differences(
            missing=self.missing,
            added=self.added,
            changed=self.changed,
            moved=self.moved,
            examples=tuple(self.examples),
        )


@dataclass(frozen=True, slots=True)
class Found:
    """A memory among the answers."""

    memory_id: str
    content: str


def compare_golden(
    queries: Sequence[GoldenQuery], before: Sequence[Sequence[Found]], after: Sequence[Sequence[Found]]
) -> Golden:
    """`before[i]`, `after[i]`: the answers to `queries[i]` in each generation, best first."""
    expected = found_before = found_after = 0
    lost: list[GoldenMiss] = []
    for query, old, new in zip(queries, before, after, strict=True):
        for wanted in query.expected:
            was, still = _holds(old, wanted), _holds(new, wanted)
            expected += 1
            found_before += was
            found_after += still
            if was and not still:
                lost.append(GoldenMiss(user=query.user, query=query.query, expected=wanted))
    return Golden(
        asked=len(queries),
        expected=expected,
        found_before=found_before,
        found_after=found_after,
        lost=tuple(lost[:EXAMPLES_MAX]),
    )


def report(
    before: Digest,
    after: Digest,
    specs: tuple[Spec, Spec],
    comparison: Comparison,
    golden: Golden,
    *,
    shown: Digest | None = None,
) -> Report:
    """Everything that was found, and whether it speaks against a promotion. `shown`: what the new index says, where
    the digests are those of the commit logs; what was sealed with a key that went since cannot be compared so."""
    made = Report(
        count_before=before.count,
        count_after=after.count,
        digest_before=before.value,
        digest_after=after.value,
        same_decisions=specs[0].same_decisions(specs[1]),
        differences=comparison.differences(),
        outcomes_changed=dict(sorted(comparison.outcomes.items())),
        unattached=tuple(comparison.unattached[:UNATTACHED_MAX]),
        unattached_count=len(comparison.unattached),
        golden=golden,
    )
    problems = [*_problems(made)]
    if shown is not None and shown != after and not comparison.unreadable:
        problems.append(f"the index shows {shown.count} memories, and its commit log says {after.count}")
    return made.model_copy(update={"problems": tuple(problems)})


def _problems(made: Report) -> Iterable[str]:
    found = made.differences
    if made.same_decisions and (found.missing or found.added or found.changed):
        yield (
            f"under the same spec {found.missing} memories are missing, {found.added} are new, {found.changed} differ"
        )
    if made.same_decisions and not made.equal and found == Differences():
        yield f"the index holds {made.count_after} memories and not what its commit log says"
    if made.count_before and not made.count_after:
        yield "it is empty"
    if made.golden.found_after < made.golden.found_before:
        yield (
            f"golden queries find {made.golden.found_after} of {made.golden.expected} expected memories, and found "
            f"{made.golden.found_before} before"
        )


def _holds(answers: Sequence[Found], wanted: str) -> bool:
    text = wanted.casefold()
    return any(wanted == found.memory_id or text in found.content.casefold() for found in answers)
