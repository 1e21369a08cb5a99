"""Operations: generations, what is derived under one spec, and how they compare."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Spec:
    """What decides in a generation."""

    embedder: str
    model: str = ""
    dimension: int = 0
    extractor: str = ""
    policy: str = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class Differences:
    """How the memories of two generations differ. `moved`: the same, last changed at another position."""

    missing: int = 0
    added: int = 0
    changed: int = 0
    moved: int = 0
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Unattached:
    """An edit, forget or flag that found nothing to apply to."""

    token: str
    event_id: str = ""


@dataclass(frozen=True, slots=True)
class Golden:
    """Golden queries, asked in both generations."""

    asked: int = 0
    expected: int = 0
    found_before: int = 0
    found_after: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """What verification found. `problems`: what speaks against a promotion."""

    count_before: int
    count_after: int
    digest_before: str
    digest_after: str
    same_decisions: bool = False
    differences: Differences = Differences()
    outcomes_changed: dict[str, int] = field(default_factory=dict)
    unattached: tuple[Unattached, ...] = ()
    unattached_count: int = 0
    golden: Golden = Golden()
    problems: tuple[str, ...] = ()

    @property
    def equal(self) -> bool:
        """Whether both say exactly the same."""
        return (self.count_before, self.digest_before) == (self.count_after, self.digest_after)


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation. `role`: live, standby, ready, building or broken off; `behind`: events that only the live one
    has; `held`: why it does not go on; `done`, `total`, `rate` (events a second), `left_s`: of a build at work."""

    number: int
    role: str
    spec: Spec
    source: str = ""
    created_at: datetime | None = None
    ready_at: datetime | None = None
    positions: int = 0
    reused: int = 0
    behind: int = 0
    held: str = ""
    done: int = 0
    total: int = 0
    rate: float = 0.0
    left_s: float | None = None
    report: Report | None = None
