"""Generations: what was derived under one spec, how it came to be, and what a comparison with another one found."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from schemas.records import Record, UtcTime

Source = Literal["turns", "embedded"]
"""What a new generation is made from: the events alone, or what the generation before recorded of them."""
GenerationState = Literal["building", "ready"]
"""ready: complete, and carried along with the live one until it is deleted."""


class Spec(Record):
    """What decides what is derived. `embedder`: the setting that loads it; `model`: its name and revision; `policy`:
    text of an attribute table, "" = the shipped one; `code`: digest of the deciding functions, "" = unknown."""

    embedder: str
    model: str
    dimension: int
    extractor: str = "rules"
    policy: str = ""
    code: str = ""

    def same_decisions(self, other: Spec) -> bool:
        """Whether both must derive the very same; an unknown program may have decided otherwise."""
        return self == other and self.code != ""


class Differences(Record):
    """How the memories of two generations differ, by id. `moved`: the same but for the position of their last change,
    as after a session was forgotten. `examples`: ids of missing, added and changed ones."""

    missing: int = 0
    added: int = 0
    changed: int = 0
    moved: int = 0
    examples: tuple[str, ...] = ()


class Unattached(Record):
    """A control event (edit, forget, flag) that was carried out before and found nothing to apply to now."""

    token: str
    event_id: str


class GoldenQuery(Record):
    """A question of a user, and what must be among its first ten answers: ids of memories, or texts that they hold."""

    tenant: str = "default"
    user: str
    query: str
    expected: tuple[str, ...]


class GoldenMiss(Record):
    """A golden query whose expected memory is found before and not any more."""

    user: str
    query: str
    expected: str


class Golden(Record):
    """Golden queries in both generations: how many expected memories the first ten answers held."""

    asked: int = 0
    expected: int = 0
    found_before: int = 0
    found_after: int = 0
    lost: tuple[GoldenMiss, ...] = ()


class Report(Record):
    """What verification found. `problems` says why it is not to be promoted; empty = it may be."""

    count_before: int
    count_after: int
    digest_before: str
    digest_after: str
    same_decisions: bool
    differences: Differences = Differences()
    outcomes_changed: dict[str, int] = Field(default_factory=dict)
    unattached: tuple[Unattached, ...] = ()
    unattached_count: int = 0
    golden: Golden = Golden()
    problems: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether both say exactly the same."""
        return (self.count_before, self.digest_before) == (self.count_after, self.digest_after)


class Generation(Record):
    """One generation. `owner`: the process that builds it; `index`: the name of its index; `positions` and `reused`:
    events processed and vectors that were not computed again."""

    number: int
    spec: Spec
    state: GenerationState
    source: Source = "turns"
    owner: str = ""
    index: str = ""
    created_at: UtcTime
    ready_at: UtcTime | None = None
    positions: int = 0
    reused: int = 0
    report: Report | None = None


class Book(Record):
    """All generations of an installation, and which was live before (0 = none). Which one is live stands elsewhere: in
    the pointer that is exchanged in one atomic step."""

    generations: tuple[Generation, ...] = ()
    previous: int = 0

    def find(self, number: int) -> Generation | None:
        """The generation of that number."""
        return next((one for one in self.generations if one.number == number), None)


class BuildRequest(Record):
    """What to build. `embedder`: "" = the live generation's; `policy`: text of an attribute table, None = the live
    generation's; `rate`: positions a second at most, 0 = as fast as live traffic allows."""

    source: Source | Literal["memories"] = "turns"
    embedder: str = ""
    policy: str | None = None
    rate: float = 0.0
    golden: tuple[GoldenQuery, ...] = ()


class GenerationStatus(Record):
    """A generation as it stands. `role`: live is read; standby was read before and is carried on; building and ready
    are on their way; broken off = a build that no process goes on with. `behind`: positions that the live one has and
    this one has not; `held`: why it does not go on. `done`, `total`, `rate`, `left_s`: of a build at work."""

    generation: Generation
    role: Literal["live", "standby", "ready", "building", "broken off"]
    behind: int = 0
    held: str = ""
    done: int = 0
    total: int = 0
    rate: float = 0.0
    left_s: float | None = None
