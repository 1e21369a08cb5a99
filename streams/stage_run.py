"""Running pure stages over a batch so that one bad event never stops its neighbours (DESIGN §2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

from processors.stages import ReadEvent
from schemas.errors import ConfigurationError, MnemologError, NewerSchemaError, UnavailableError
from schemas.stages import DescribedEvent, EmbeddedEvent, ScoredEvent, Trouble

In = TypeVar("In", ReadEvent, ScoredEvent, DescribedEvent)
Out = TypeVar("Out", bound=ScoredEvent)

HOLDING = (UnavailableError, ConfigurationError, NewerSchemaError, OSError)
"""Faults of the surroundings, not of an event: the partition waits, nothing is given up. The system's are such: a
model that cannot be unpacked on a full disk says nothing about the turn that it was needed for."""
REASON_CHARACTERS_MAX = 300


class StageFunctions(Protocol):
    """processors.stages.Stages: blocking, called with at most one batch in the worker thread. One output per input, in
    order; an exception means that at least one of the events cannot be done."""

    def score(self, events: Sequence[ReadEvent]) -> list[ScoredEvent]: ...

    def describe(self, events: Sequence[ScoredEvent]) -> list[DescribedEvent]: ...

    def embed(self, events: Sequence[DescribedEvent]) -> list[EmbeddedEvent]: ...


def run_stages(stages: StageFunctions, events: Sequence[ReadEvent]) -> list[EmbeddedEvent]:
    """All three stages over a batch, one output per event in order. An event on which a stage fails goes on with the
    first trouble it had. Raises what HOLDING names."""
    scored = run_stage("score", stages.score, events, unscored)
    described = run_stage("describe", stages.describe, scored, undescribed)
    return run_stage("embed", stages.embed, described, unembedded)


def run_stage(
    name: str, stage: Callable[[Sequence[In]], list[Out]], events: Sequence[In], without: Callable[[In, Trouble], Out]
) -> list[Out]:
    """One stage over a batch. A batch that fails is halved until the events that cannot be done stand alone."""
    if not events:
        return []
    try:
        outputs = stage(events)
    except HOLDING:
        raise
    except Exception as error:  # noqa: BLE001 - whatever a stage raises about an event must not stop its neighbours
        if len(events) == 1:
            return [without(events[0], Trouble(stage=name, error=reason_of(error)))]
        halves = (events[: len(events) // 2], events[len(events) // 2 :])
        return [output for half in halves for output in run_stage(name, stage, half, without)]
    assert [e.offset for e in outputs] == [e.offset for e in events], f"{name} must answer each event in order"
    return outputs


def reason_of(error: Exception) -> str:
    """What failed, without words of the user: a foreign exception's text may quote them."""
    if isinstance(error, MnemologError):
        return error.message[:REASON_CHARACTERS_MAX]
    if isinstance(error, OSError) and error.strerror:
        return f"{type(error).__name__}: {error.strerror}"
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" in {trace.tb_frame.f_code.co_qualname}, line {trace.tb_lineno}"
    return f"{type(error).__name__}{place}"


def unscored(event: ReadEvent, trouble: Trouble) -> ScoredEvent:
    """What goes on for an event that score could not do."""
    return ScoredEvent(
        partition=event.partition,
        offset=event.offset,
        user_key=event.user_key,
        recorded_at=event.recorded_at,
        event=event.event,
        id_hash=event.id_hash,
        erased=event.erased,
        trouble=event.trouble or trouble,
    )


def undescribed(event: ScoredEvent, trouble: Trouble) -> DescribedEvent:
    """What goes on for an event that describe could not do."""
    return DescribedEvent(**_fields(event, ScoredEvent, trouble))


def unembedded(event: DescribedEvent, trouble: Trouble) -> EmbeddedEvent:
    """What goes on for an event that embed could not do."""
    return EmbeddedEvent(**_fields(event, DescribedEvent, trouble))


def _fields(event: ScoredEvent, kind: type[ScoredEvent], trouble: Trouble) -> dict[str, object]:
    return {name: getattr(event, name) for name in kind.model_fields} | {"trouble": event.trouble or trouble}
