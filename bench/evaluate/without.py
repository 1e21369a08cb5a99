"""What an agent without this memory would have to answer from: nothing, or the last turns of the user."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mnemolog_client.results import Citation, Context

from bench.evaluate.families import said_by, scored
from bench.evaluate.items import FamilyItem, PostedEvent
from bench.evaluate.outcome import Measure, Metrics, Outcome

LAST_TURNS = 20
Without = Callable[[FamilyItem], Context]
_CHANGING = ("revision", "stale_suppression", "contradiction_handling", "temporal_commitment")
GROUPS: dict[str, Callable[[Outcome], bool]] = {
    "task success": lambda one: True,
    "consistency": lambda one: one.tags[0] in _CHANGING,
    "personalisation": lambda one: one.tags[0] not in _CHANGING,
}
"""All families; those in which something changes; those that only need what this person said."""
BEYOND = f"beyond {LAST_TURNS} turns"
"""The tasks whose asker has said more than the window holds; of the others it has lost nothing."""


def nothing(item: FamilyItem) -> Context:
    """No memory at all."""
    return Context(block="Nothing is known about this.", abstained=True)


def last_turns(item: FamilyItem) -> Context:
    """The last 20 turns of the one who asks, as they were posted, each with its date and its citation."""
    turns = _said(item)[-LAST_TURNS:]
    lines = [
        f"- {turn.occurred_at:%Y-%m-%d} {turn.speaker or turn.role}: {turn.content} [{mark}]"
        for mark, turn in enumerate(turns, start=1)
    ]
    cited = tuple(
        Citation(mark=mark, memory_id=turn.event_id, evidence=(turn.event_id,))
        for mark, turn in enumerate(turns, start=1)
    )
    return Context(block="\n".join(["## Said", *lines]), citations=cited, abstained=not turns)


def _said(item: FamilyItem) -> list[PostedEvent]:
    """What is in the memory of the one who asks, by the moment asked for."""
    by_then, _ = said_by(item.events, item.ask.as_of)
    return [event for event in by_then if event.user == item.ask.user]


WITHOUT: dict[str, Without] = {"off": nothing, "last20": last_turns}


def evaluate_without(items: Sequence[FamilyItem], way: str) -> list[Outcome]:
    """The same tasks, held to the same expectations, without a server."""
    return [scored(item, WITHOUT[way](item)) for item in items]


def gains(
    with_memory: Sequence[Outcome], items: Sequence[FamilyItem], measure: Measure
) -> dict[str, dict[str, Metrics]]:
    """Per group of families, and of the tasks that a window does not hold, the accuracy with memory, without it and
    with a window, and the gain in points."""
    others = {way: evaluate_without(items, way) for way in WITHOUT}
    longer = {item.id for item in items if len(_said(item)) > LAST_TURNS}
    groups: dict[str, Callable[[Outcome], bool]] = {**GROUPS, BEYOND: lambda one: one.id in longer}
    found: dict[str, dict[str, Metrics]] = {}
    for name, belongs in groups.items():
        mine = [one for one in with_memory if belongs(one)]
        if not mine:
            continue
        right = measure(mine)["accuracy"]
        found[name] = {"memory": {"accuracy": right, "n": len(mine)}}
        for way, outcomes in others.items():
            share = measure([one for one in outcomes if belongs(one)])["accuracy"]
            found[name][way] = {"accuracy": share, "gain_points": round(100 * (right - share), 1)}
    return found
