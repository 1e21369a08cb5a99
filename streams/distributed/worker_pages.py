"""The pages of a worker: /healthz, /readyz with every stage, /metrics. They hold no words of users and need no key."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Any

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from streams.distributed.in_flight import InFlight
from streams.distributed.work import SLOW_S, Held, Progress, Watched


def add_pages(app: Any, watched: Sequence[Watched], registry: CollectorRegistry) -> None:
    """Serve the pages from a faust app."""

    @app.page("/healthz")  # type: ignore[untyped-decorator]  # faust has no types
    async def healthz(self: Any, request: Any) -> Any:
        return self.json({"status": "alive"})

    @app.page("/readyz")  # type: ignore[untyped-decorator]
    async def readyz(self: Any, request: Any) -> Any:
        told = [_told(one.progress()) for one in watched]
        well = not any(stage["detail"] for stage in told)
        return self.json({"status": "ready" if well else "not ready", "stages": told}, status=200 if well else 503)

    @app.page("/metrics")  # type: ignore[untyped-decorator]
    async def metrics(self: Any, request: Any) -> Any:
        return self.bytes(generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST})


class StageGauges(Collector):
    """How the stages stand, looked at when they are asked for."""

    def __init__(self, watched: Sequence[Watched]) -> None:
        self._watched = watched

    def collect(self) -> Iterator[Metric]:
        """See prometheus_client.registry.Collector."""
        lag = _gauge("mnemolog_stage_lag_events", "Records of a stage's topic that are not done.", "partition")
        age = _gauge("mnemolog_stage_oldest_seconds", "Age of the oldest record that a stage has and has not done.")
        held = _gauge("mnemolog_stage_held", "Partitions that a fault of the surroundings holds.")
        held_s = _gauge("mnemolog_stage_held_seconds", "How long the longest hold of a stage has lasted.")
        owned = _gauge("mnemolog_stage_partitions", "Partitions that this process carries.")
        at_work = _gauge("mnemolog_stage_at_work_seconds", "How long a stage's longest batch has been at work.")
        away = _gauge("mnemolog_stage_kafka_away", "1 while a stage does not hear Kafka.")
        for one in self._watched:
            stage = one.progress()
            for partition, events in sorted(stage.lag.items()):
                lag.add_metric([stage.stage, str(partition)], events)
            age.add_metric([stage.stage], _age_s(stage))
            held.add_metric([stage.stage], len(stage.held))
            held_s.add_metric([stage.stage], max((_since_s(one) for one in stage.held), default=0.0))
            owned.add_metric([stage.stage], stage.owned)
            at_work.add_metric([stage.stage], 0.0 if stage.at_work is None else _since_s(stage.at_work))
            away.add_metric([stage.stage], float(bool(stage.away)))
        yield from (lag, age, held, held_s, owned, at_work, away)


class UnackedGauges(Collector):
    """What faust delivered to score and is not durable yet."""

    def __init__(self, in_flight: InFlight) -> None:
        self._in_flight = in_flight

    def collect(self) -> Iterator[Metric]:
        """See prometheus_client.registry.Collector."""
        oldest = self._in_flight.oldest()
        yield GaugeMetricFamily(
            "mnemolog_score_unacked_events", "Events in flight in score.", value=self._in_flight.count()
        )
        yield GaugeMetricFamily(
            "mnemolog_score_unacked_oldest_seconds",
            "How long ago the oldest event in flight in score was delivered.",
            value=0.0 if oldest is None else oldest[2],
        )


def _told(stage: Progress) -> dict[str, object]:
    return {
        "stage": stage.stage,
        "partitions": stage.owned,
        "lag": sum(stage.lag.values()),
        "oldest_s": round(_age_s(stage), 1),
        "detail": "; ".join(_details(stage)),
    }


def _details(stage: Progress) -> Iterator[str]:
    if stage.away:
        yield stage.away
    if stage.at_work is not None and _since_s(stage.at_work) > SLOW_S:
        yield f"at {stage.at_work.place} for {_since_s(stage.at_work):.0f} s without an answer"
    for held in stage.held:
        yield f"held at {held.place} for {_since_s(held):.0f} s: {held.reason}"


def _gauge(name: str, told: str, *labels: str) -> GaugeMetricFamily:
    return GaugeMetricFamily(name, told, labels=["stage", *labels])


def _age_s(stage: Progress) -> float:
    return 0.0 if stage.oldest_at is None else max(0.0, time.time() - stage.oldest_at)


def _since_s(held: Held) -> float:
    return time.monotonic() - held.since
