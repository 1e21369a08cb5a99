"""Metrics of the API in a registry of their own, in Prometheus' text format."""

from __future__ import annotations

from collections.abc import Sequence

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from schemas.located import PartitionLag

CONTENT_TYPE = CONTENT_TYPE_LATEST
_FAST = (0.001, 0.002, 0.004, 0.008, 0.012, 0.02, 0.035, 0.05, 0.1, 0.2, 0.5, 1.0, 2.5, 10.0)
_SLOW = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 2.0, 5.0, 15.0, 60.0, 300.0)


class Metrics:
    """Counts and times; no label ever holds a user, an id or a text."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.requests = Counter(
            "mnemolog_http_requests_total", "Requests by route and status.", ("method", "route", "status"),
            registry=self.registry,
        )  # fmt: skip
        self.request_seconds = Histogram(
            "mnemolog_http_request_seconds", "Time to answer, by route.", ("method", "route"), buckets=_FAST,
            registry=self.registry,
        )  # fmt: skip
        self.write_ack_seconds = Histogram(
            "mnemolog_write_ack_seconds", "From the request to the durable append.", buckets=_FAST,
            registry=self.registry,
        )  # fmt: skip
        self.searchable_seconds = Histogram(
            "mnemolog_turn_searchable_seconds", "From the durable append to the index, sampled.", buckets=_SLOW,
            registry=self.registry,
        )  # fmt: skip
        self.recall_seconds = Histogram(
            "mnemolog_recall_seconds", "Time of one recall.", ("surface",), buckets=_FAST, registry=self.registry
        )
        self.abstained = Counter(
            "mnemolog_recalls_abstained_total", "Recalls that found nothing relevant.", registry=self.registry
        )
        self.turns = Counter("mnemolog_turns_accepted_total", "Turns appended to the log.", registry=self.registry)
        self.outcomes = Counter(
            "mnemolog_outcomes_total", "What became of events; dead-lettered ones need a look.", ("state",),
            registry=self.registry,
        )  # fmt: skip
        self.recalls_dropped = Counter(
            "mnemolog_recalls_not_kept_total", "Recalls that could not be written to the audit topic.",
            registry=self.registry,
        )  # fmt: skip
        self._lag = Gauge(
            "mnemolog_lag_events", "Events behind the end of the log, by step.", ("partition", "step"),
            registry=self.registry,
        )  # fmt: skip
        self._age = Gauge(
            "mnemolog_lag_seconds", "Age of the oldest waiting event.", ("partition",), registry=self.registry
        )

    def set_lag(self, partitions: Sequence[PartitionLag]) -> None:
        """Called before each scrape; without partitions when nobody knows: an old lag would look like a small one."""
        self._lag.clear()
        self._age.clear()
        for lag in partitions:
            self._lag.labels(lag.partition, "processed").set(max(0, lag.end - 1 - lag.processed))
            self._lag.labels(lag.partition, "indexed").set(max(0, lag.end - 1 - lag.indexed))
            self._age.labels(lag.partition).set(lag.oldest_age_s)

    def text(self) -> bytes:
        """All metrics in the text format."""
        return generate_latest(self.registry)
