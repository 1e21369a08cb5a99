"""Forgetting: a memory, a session, or all about somebody, something or a topic, after a look at what would go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from api import memories as memories_of
from api import sessions
from api.memories import reference_to
from api.pending import pending
from api.services import Services
from indexers.index import Scope
from processors.admission import admit_text
from processors.consolidation.build import memory_id
from processors.matters import Going, Matter, going, going_along, is_concluded, mentions
from schemas.dimensions import Topic
from schemas.errors import InvalidInputError, NotFoundError, UnavailableError
from schemas.events import Event, MemoryForgotten, MemoryReference, TurnRecorded
from schemas.memories import Memory
from schemas.position import Position

NAMED_CHARACTERS = (2, 200)
"""A single letter would take everything along; a Chinese name has at least two signs."""
EVENTS_AT_ONCE = 500
CAP_NEAR = 0.9
"""A user with so much of what a policy lets into the index may have turns that have left it."""


@dataclass(frozen=True, slots=True)
class ForgottenMatter:
    """`gone`: the memories that go, or would. `position` None = nothing was appended. `applied`: it was carried out."""

    gone: Sequence[Memory]
    position: Position | None
    applied: bool


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be forgotten, one of these: all `about` an entity or subject in words, a `topic`, a `session`, a
    memory."""

    about: str = ""
    topic: Topic | None = None
    session: str = ""
    memory_id: str = ""


async def would_go(services: Services, scope: Scope, wanted: Wanted, *, wait_s: float) -> ForgottenMatter:
    """What forgetting it would take along; nothing is changed. Raises InvalidInputError, NotFoundError."""
    matter = _matter(wanted)
    memories, _ = await _all(services, scope, wait_s)
    if wanted.memory_id or wanted.session:
        found = going_along([memory for memory in memories if _is_wanted(memory, wanted)], memories)
        if not found.named:
            raise NotFoundError("this user has no such memory or session", field="memory_id")
    else:
        found = going(matter, memories)
    return ForgottenMatter([*found.named, *found.with_them], None, applied=False)


async def forget(services: Services, scope: Scope, wanted: Wanted, *, wait_s: float) -> ForgottenMatter:
    """Forget it, with the turns that it rests on, for good; what these had superseded comes back. Raises
    InvalidInputError, NotFoundError, and UnavailableError while turns wait of which the topic is not known yet."""
    matter = _matter(wanted)
    if wanted.memory_id or wanted.session:
        going_now = await would_go(services, scope, wanted, wait_s=wait_s)
        if wanted.session:
            closed = await sessions.forget(services, scope, wanted.session, wait_s=wait_s)
            return ForgottenMatter(going_now.gone, closed.position, closed.memories is not None)
        change = await memories_of.forget(services, scope, wanted.memory_id, reason="", wait_s=wait_s)
        return ForgottenMatter(going_now.gone, change.position, change.record is not None)
    memories, waiting = await _all(services, scope, wait_s)
    if waiting and matter.topic is not None:
        raise UnavailableError(
            "turns of this user wait for the stages, and their topics are not known", hint="try again"
        )
    found = going(matter, memories)
    gone = [*found.named, *found.with_them]
    references = [*_references(found)]
    if waiting or len(memories) >= CAP_NEAR * services.reading().activity.memories_max:
        references += await _outside_the_index(services, scope, matter, memories)
    if not references:
        return ForgottenMatter(gone, None, applied=True)
    # An export that was made before repeats what is to be gone.
    services.jobs.drop_files(scope.tenant, scope.user)
    position = await _append(services, scope, references)
    return ForgottenMatter(gone, position, await services.follower.wait_indexed(position, wait_s))


def _matter(wanted: Wanted) -> Matter:
    given = (wanted.about.strip(), wanted.topic, wanted.session, wanted.memory_id)
    if sum(bool(one) for one in given) != 1:
        raise InvalidInputError(
            "say what is to be forgotten", hint="one of about, topic, session and memory_id", field="about"
        )
    return Matter(_admitted(wanted.about), wanted.topic)


def _is_wanted(memory: Memory, wanted: Wanted) -> bool:
    if wanted.session:
        return memory.session == wanted.session and memory.resolution == "turn"
    return memory.memory_id == wanted.memory_id


async def _all(services: Services, scope: Scope, wait_s: float) -> tuple[list[Memory], bool]:
    """The memories in the index, and whether something that was said a moment ago is still not among them."""
    waiting = await pending(services, scope)
    if waiting.events and await services.follower.wait_indexed(waiting.events[-1].position, wait_s):
        waiting = await pending(services, scope)
    memories = [memory async for memory in services.reading().index.scan(scope) if not waiting.hides(memory)]
    return memories, bool(waiting.events) or not waiting.complete


async def _outside_the_index(
    services: Services, scope: Scope, matter: Matter, memories: Sequence[Memory]
) -> list[MemoryReference]:
    """Turns of the log that mention the matter and are not in the index: not yet, or no more, because their user has
    too many. A rebuild under a higher cap must not bring those back."""
    held = {evidence.event_id for memory in memories for evidence in memory.evidence}
    found = []
    async for located in services.follower.history(scope.user_key):
        event = located.event
        if isinstance(event, TurnRecorded) and event.event_id not in held and mentions(matter, event.content):
            turn = memory_id(scope.user_key, event.event_id, "turn")
            found.append(MemoryReference(memory_id=turn, evidence=(event.event_id,), resolution="turn"))
    return found


async def _append(services: Services, scope: Scope, references: Sequence[MemoryReference]) -> Position:
    now = services.now()
    events: list[Event] = [
        MemoryForgotten(
            event_id=services.new_id(),
            tenant=scope.tenant,
            user=scope.user,
            occurred_at=now,
            recorded_at=now,
            memory=reference,
            reason="all about a matter",
        )
        for reference in references
    ]
    position: Position | None = None
    for start in range(0, len(events), EVENTS_AT_ONCE):
        position = (await services.sink.append(events[start : start + EVENTS_AT_ONCE]))[-1]
    assert position is not None, "the caller forgets something"
    return position


def _references(found: Going) -> list[MemoryReference]:
    """Facts first, which take their turns along; then the turns that no fact takes. What was made of others follows by
    itself."""
    said = [memory for memory in (*found.named, *found.with_them) if not is_concluded(memory)]
    facts = [memory for memory in said if memory.resolution == "fact"]
    taken = {evidence.event_id for memory in facts for evidence in memory.evidence}
    turns = [
        memory
        for memory in said
        if memory.resolution == "turn" and taken.isdisjoint(evidence.event_id for evidence in memory.evidence)
    ]
    return [reference_to(memory) for memory in (*facts, *turns)]


def _admitted(named: str) -> str:
    text = admit_text(named, field="about").text.strip() if named.strip() else ""
    least, most = NAMED_CHARACTERS
    if text and not least <= len(text) <= most:
        raise InvalidInputError(f"{text[:20]!r} has {len(text)} characters", hint=f"{least} to {most}", field="about")
    return text
