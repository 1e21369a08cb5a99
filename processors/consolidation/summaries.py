"""Summaries: the episodes that sum up a session, ten turns each, as they leave its working memory and at its end.

Together they are the session's rolling summary: what was summed up once is not gone through again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence

from processors.abstraction.excerpts import EPISODE_TURNS, WINDOW_TURNS, Excerpt, excerpts
from processors.consolidation.build import line, memory_id
from processors.consolidation.conclusions import PRODUCER, conclude
from processors.consolidation.observing import turn_now
from processors.consolidation.position import Position
from processors.consolidation.state import abstraction_slot
from schemas.dimensions import Dimensions, Entity, Topic
from schemas.events import TurnRecorded
from schemas.memories import Memory

LINES_MIN_AT_END = 2
"""A session of which one line is worth quoting is told by its turn."""
REST_MAX = EPISODE_TURNS + EPISODE_TURNS // 2
"""At the end of a session a rest of up to this many turns is one episode."""
ENTITIES_MAX = 16
KEYWORDS_MAX = 16


def sum_up_overflow(position: Position, turn: TurnRecorded) -> None:
    """Sum up the oldest turns of a session when a turn makes its working memory overflow."""
    waiting = (*position.state.unsummed.get(turn.session, ()), turn.event_id)
    name = memory_id(position.staged.user_key, turn.event_id, "turn")
    is_new = name in position.changes and name not in position.state.memories
    if is_new and len(waiting) > WINDOW_TURNS:
        _sum_up(position, turn.session, waiting[:EPISODE_TURNS], lines_min=1)


def sum_up_rest(position: Position, session: str) -> None:
    """Sum up what no episode tells yet, at the end of a session."""
    waiting = list(position.state.unsummed.get(session, ()))
    while waiting:
        count = len(waiting) if len(waiting) <= REST_MAX else EPISODE_TURNS
        _sum_up(position, session, waiting[:count], lines_min=LINES_MIN_AT_END)
        waiting = waiting[count:]


def sum_up_again(position: Position, touched: Iterable[str]) -> None:
    """Episodes that rest on turns which went or changed their status are made of what is left."""
    state = position.state
    known = {i for event_id in touched for i in state.by_event.get(event_id, ())}
    for memory in (state.memories[i] for i in sorted(known)):
        if memory.resolution == "episode":
            events = [evidence.event_id for evidence in memory.evidence]
            conclude(position, memory.slot, _episode(position, memory.session, memory.slot, events, lines_min=1))


def judge_again(position: Position) -> None:
    """Episodes that people judged at this position."""
    for judgement in position.judgements:
        for known in sorted(position.state.by_slot.get(judgement.slot, ())):
            memory = position.state.memories[known]
            if memory.resolution == "episode" and known not in position.changes:
                events = [evidence.event_id for evidence in memory.evidence]
                conclude(position, memory.slot, _episode(position, memory.session, memory.slot, events, lines_min=1))


def _sum_up(position: Position, session: str, events: Sequence[str], *, lines_min: int) -> None:
    slot = abstraction_slot("summary", session, events[0])
    memory = _episode(position, session, slot, events, lines_min=lines_min)
    if memory is not None:
        conclude(position, slot, memory)


def _episode(
    position: Position, session: str, slot: tuple[str, str], events: Sequence[str], *, lines_min: int
) -> Memory | None:
    turns = [turn for event_id in events if (turn := turn_now(position, event_id)) is not None]
    chosen = excerpts(turns)
    if len(chosen) < lines_min:
        return None
    staged, event = position.staged, position.staged.event
    assert event is not None, "only an event that could be read sums up"
    content = "\n".join(line(excerpt.turn.speaker, excerpt.text) for excerpt in chosen)
    lowest = min(turns, key=lambda turn: turn.known_from)
    digest = hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
    name = memory_id(staged.user_key, lowest.evidence[0].event_id, "episode", session, digest)
    old = position.state.memories.get(name)
    latest = max(turns, key=lambda turn: (turn.occurred_at, turn.known_from))
    importance = max(excerpt.turn.importance for excerpt in chosen)
    return Memory(
        memory_id=name,
        tenant=event.tenant,
        user=event.user,
        resolution="episode",
        scope="session",
        status="active",
        content=content,
        session=session,
        slot=slot,
        attribute="summary",
        obtained="rules",
        importance=importance,
        dimensions=_dimensions(chosen, content),
        tags=tuple(sorted({tag for turn in turns for tag in turn.tags}))[:32],
        occurred_at=latest.occurred_at,
        timezone=latest.timezone,
        first_seen=min(turn.occurred_at for turn in turns),
        last_seen=latest.occurred_at,
        recorded_at=event.recorded_at,
        updated_at=event.recorded_at,
        evidence=tuple(
            turn.evidence[0].model_copy(update={"end": _quoted_of(turn, chosen)})
            for turn in sorted(turns, key=lambda turn: (turn.occurred_at, turn.known_from))
        ),
        producer=PRODUCER,
        model=staged.model,
        vector=old.vector if old is not None else b"",
        known_from=staged.offset,
        partition=staged.partition,
        offset=staged.offset,
    )


def _quoted_of(turn: Memory, chosen: Sequence[Excerpt]) -> int:
    """How far the turn's words are shown; 0 = it is told of by others."""
    return next((excerpt.end for excerpt in chosen if excerpt.turn.memory_id == turn.memory_id), 0)


def _dimensions(chosen: Sequence[Excerpt], content: str) -> Dimensions:
    """The topic that most of the quoted turns have, and the named things and keywords that stand in the quotes."""
    said = [excerpt.turn.dimensions for excerpt in chosen]
    topics: list[Topic] = [d.topic for d in said if d.topic != "other"]
    topic: Topic = max(topics, key=lambda t: (topics.count(t), t)) if topics else "other"
    keywords = dict.fromkeys(word for d in said for word in d.keywords if word in content)
    return Dimensions(
        language=said[0].language,
        topic=topic,
        entities=tuple(_entities(said, content))[:ENTITIES_MAX],
        keywords=tuple(keywords)[:KEYWORDS_MAX],
    )


def _entities(said: Sequence[Dimensions], content: str) -> Iterator[Entity]:
    for text, kind in dict.fromkeys((e.text, e.type) for d in said for e in d.entities):
        start = content.find(text)
        if start >= 0:
            yield Entity(text=text, type=kind, start=start, end=start + len(text))
