"""A user's conversation, described as the rules tier does but without models, and consolidated turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from processors.consolidation import UserState, fold
from processors.dimensions.intent import find_intent
from processors.dimensions.keywords import keywords
from processors.importance import score_importance
from processors.language import detect_language
from processors.ports import Tagged
from schemas.dimensions import Dimensions, Entity, EntityType
from schemas.events import (
    AbstractionDue,
    Event,
    MemoryFlagged,
    MemoryForgotten,
    MemoryReference,
    SessionClosed,
    SessionForgotten,
    TurnRecorded,
)
from schemas.memories import MemoriesRecord, Memory
from tests.unit.consolidation.staging import START, Driver, day, turn

__all__ = ["Conversation", "day"]

NAMES: dict[str, EntityType] = {
    "Python": "product", "Apple": "organisation", "苹果公司": "organisation", "iPhone": "product", "Rust": "product",
}  # fmt: skip

NOUNS = ("周报", "模板")
"""What a tagger would find."""


def described(content: str) -> Dimensions:
    """Dimensions by rules, with the names above."""
    entities = [
        Entity(text=name, type=kind, start=content.index(name), end=content.index(name) + len(name))
        for name, kind in NAMES.items()
        if name in content
    ]
    tagged = [
        Tagged(noun, "n", content.index(noun), content.index(noun) + len(noun)) for noun in NOUNS if noun in content
    ]
    return Dimensions(
        language=detect_language(content),
        intent=find_intent(content),
        entities=tuple(sorted(entities, key=lambda entity: entity.start)),
        keywords=keywords(content, tagged),
    )


class Conversation(Driver):
    """`say` adds a turn; ids count up. `events`: the turns that were said."""

    def __init__(self) -> None:
        super().__init__()
        self.events: list[TurnRecorded] = []

    def say(self, content: str, at: datetime = START, **more: object) -> str:
        event = turn(f"e{len(self.records)}", content, at, **more)
        importance = score_importance(content, event.role, detect_language(content)).score
        self.give(event, dimensions=described(content), importance=importance)
        self.events.append(event)
        return event.event_id

    def ask_all(self, contents: Sequence[str], *, days: Sequence[float], **more: object) -> list[str]:
        """One question a session."""
        return [
            self.say(content, day(at), session=f"s{at}", **more) for content, at in zip(contents, days, strict=True)
        ]

    def control(self, kind: type[Event], **fields: object) -> MemoriesRecord:
        """Any other event of the user."""
        event = kind.model_validate(
            {
                "event_id": f"e{len(self.records)}",
                "tenant": "t",
                "user": "u",
                "occurred_at": START,
                "recorded_at": START,
            }
            | fields
        )
        return self.give(event)

    def close(self, session: str = "s") -> None:
        self.control(SessionClosed, session=session)

    def due(self, session: str = "s") -> None:
        self.control(AbstractionDue, session=session)

    def forget(self, memory: Memory) -> None:
        self.control(MemoryForgotten, memory=reference(memory))

    def forget_turn(self, event_id: str) -> None:
        self.forget(next(m for m in self.all("turn") if m.evidence[0].event_id == event_id))

    def forget_session(self, session: str) -> None:
        self.control(SessionForgotten, session=session)

    def flag(self, memory: Memory, flag: str) -> None:
        self.control(MemoryFlagged, memory=reference(memory), flag=flag)

    def all(self, resolution: str, *statuses: str) -> list[Memory]:
        """Memories of a resolution in the order in which they are known."""
        found = [m for m in self.state.memories.values() if m.resolution == resolution]
        return [m for m in found if not statuses or m.status in statuses]

    def abstracted(self, attribute: str, *statuses: str) -> list[Memory]:
        return [
            m
            for m in self.state.memories.values()
            if m.attribute == attribute and m.producer == "abstract/1" and m.status in (statuses or ("active",))
        ]

    def values(self, attribute: str, *statuses: str) -> list[str]:
        return sorted(m.value for m in self.abstracted(attribute, *statuses))

    def replayed(self) -> UserState:
        """The state as the commit log makes it."""
        state = UserState()
        for record in self.records:
            fold(state, MemoriesRecord.model_validate_json(record.model_dump_json()))
        return state


def reference(memory: Memory) -> MemoryReference:
    return MemoryReference(
        memory_id=memory.memory_id,
        evidence=tuple(evidence.event_id for evidence in memory.evidence),
        resolution=memory.resolution,
        subject=memory.subject,
        attribute=memory.attribute,
        value=memory.value,
    )


def holds(state: UserState) -> dict[str, tuple[str, str, int]]:
    """What a digest sees of a state."""
    return {name: (m.status, m.content, m.offset) for name, m in state.memories.items()}
