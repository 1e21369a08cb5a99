"""StageMetrics: what stages count and time, in Prometheus' format; a worker's page and the API's registry show them."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

_BATCH = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0)
_INDEXED = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 15.0, 60.0, 300.0, 3_600.0)


class StageMetrics:
    """Counts and times; no label ever holds a user, an id or a text."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.events = Counter(
            "mnemolog_stage_events", "Records of a stage's topic that are done.", ("stage",), registry=registry
        )
        self.batch_seconds = Histogram(
            "mnemolog_stage_batch_seconds", "Time from taking a batch to its durable output.", ("stage",),
            buckets=_BATCH, registry=registry,
        )  # fmt: skip
        self.retries = Counter(
            "mnemolog_stage_retries", "Times a stage tried again what a fault of its surroundings held.", ("stage",),
            registry=registry,
        )  # fmt: skip
        self.dead_letters = Counter(
            "mnemolog_dead_letters", "Records that were given up and parked with their reason.", ("stage",),
            registry=registry,
        )  # fmt: skip
        self.outcomes = Counter(
            "mnemolog_outcomes", "What became of events; dead-lettered ones need a look.", ("state",),
            registry=registry,
        )  # fmt: skip
        self.indexed_seconds = Histogram(
            "mnemolog_turn_indexed_seconds", "From the admission of a turn to its durable write to the index.",
            buckets=_INDEXED, registry=registry,
        )  # fmt: skip

    def indexed(self, state: str, seconds: float) -> None:
        """One event is in the index: what became of it, and how long after its admission."""
        self.outcomes.labels(state).inc()
        self.indexed_seconds.observe(seconds)
