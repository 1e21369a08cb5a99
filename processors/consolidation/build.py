"""Building memories: a turn's raw memory with its context, and a group of claims as a fact memory."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np

from processors.claims.voice import Voiced, leaves, voice_of
from processors.consolidation.contrary import REASON
from processors.consolidation.slots import EVIDENCE_MAX, Group
from processors.consolidation.state import Slot
from schemas.dimensions import Dimensions, Span
from schemas.events import TurnRecorded
from schemas.memories import HISTORY_MAX, Evidence, Link, Memory, Revision, SlotClaim
from schemas.stages import EmbeddedEvent

CONTEXT_WEIGHTS = (1.0, 0.7, 0.5)
"""context vector = unit(v + .7 v₋₁ + .5 v₋₂), recipe G (measured on LoCoMo, facts of 2026)."""
QUESTION_MARKS = ("?", "？")
PRODUCER = "consolidate/1"


def memory_id(user_key: str, event_id: str, kind: str, *named: str) -> str:
    """H(user_key, event id of the lowest-position evidence, kind, subject, attribute, value), as `m_` and 32 hex."""
    raw = "\x1f".join((user_key, event_id, kind, *named)).encode("utf-8", "surrogatepass")
    return "m_" + hashlib.blake2b(raw, digest_size=16).hexdigest()


def spoken_text(turn: TurnRecorded) -> str:
    """What a turn says, captions of what was shared included."""
    shared = "".join(f" [shares {a.caption}]" for a in turn.attachments if a.caption)
    return (turn.content + shared).strip()


def subject_of(turn: TurnRecorded) -> str:
    """Whom a first-person statement speaks of: the user, or, in a chat of several, the speaker by name."""
    return "user" if turn.speaker in ("", turn.user) else turn.speaker


def line(speaker: str, content: str) -> str:
    """One line of a context: "Speaker: text"."""
    return f"{speaker}: {content}" if speaker else content


def context_vector(vectors: Sequence[bytes]) -> bytes:
    """Unit float16 of the weighted sum, this turn first; turns without a vector count nothing."""
    weighted = [
        weight * np.frombuffer(raw, dtype="<f2").astype(np.float64)
        for weight, raw in zip(CONTEXT_WEIGHTS, vectors, strict=False)
        if raw
    ]
    if not weighted or len({len(w) for w in weighted}) != 1:
        return b""
    total = np.sum(weighted, axis=0)
    norm = float(np.sqrt(total @ total))
    return (total / norm).astype("<f2").tobytes() if norm else b""


def turn_memory(staged: EmbeddedEvent, turn: TurnRecorded, window: Sequence[Memory]) -> Memory:
    """The raw memory of a turn. `window`: the turn memories before it in its session, oldest first, at most two."""
    content = spoken_text(turn)
    recent_first = list(reversed(window))
    offset = staged.offset
    return Memory(
        memory_id=memory_id(staged.user_key, turn.event_id, "turn"),
        tenant=turn.tenant,
        user=turn.user,
        resolution="turn",
        scope="session",
        status="raw",
        content=content,
        context="\n".join([*(line(m.speaker, m.content) for m in window), line(turn.speaker, content)]),
        role=turn.role,
        speaker=turn.speaker,
        agent=turn.agent,
        session=turn.session,
        task=turn.task,
        turn_index=turn.turn_index,
        importance=staged.importance,
        importance_reasons=staged.importance_reasons,
        dimensions=_with_voice(staged.dimensions, turn, window),
        tags=turn.tags,
        redacted=turn.redacted,
        recalled=turn.recalled,
        source=turn.source,
        asks=content.rstrip().endswith(QUESTION_MARKS),
        answers=bool(window) and window[-1].asks,
        occurred_at=turn.occurred_at,
        timezone=turn.timezone,
        time_source=turn.time_source,
        first_seen=turn.occurred_at,
        last_seen=turn.occurred_at,
        recorded_at=turn.recorded_at,
        updated_at=turn.recorded_at,
        valid_from=turn.occurred_at if staged.dimensions.holds_until is not None else None,
        valid_to=staged.dimensions.holds_until,
        evidence=(
            Evidence(
                event_id=turn.event_id,
                offset=offset,
                session=turn.session,
                occurred_at=turn.occurred_at,
                end=len(turn.content),
            ),
        ),
        history=(Revision(offset=offset, status="raw", confidence=1.0, reason="said"),),
        producer=PRODUCER,
        model=staged.model,
        vector=staged.vector,
        context_vector=context_vector([staged.vector, *(m.vector for m in recent_first)]),
        known_from=offset,
        partition=staged.partition,
        offset=offset,
    )


def _with_voice(dimensions: Dimensions, turn: TurnRecorded, window: Sequence[Memory]) -> Dimensions:
    """Whose words the turn says. A scene that is played lasts until somebody leaves it; who answers a text that is not
    the speaker's speaks of that text."""
    before = window[-1] if window else None
    voice = before.dimensions.voice if before is not None else "own"
    found = voice_of(turn.content) if turn.role == "user" else Voiced()
    if voice == "role_play" and not leaves(turn.content):
        found = Voiced("role_play", ((0, len(turn.content)),))
    elif before is not None and before.role == "user" and turn.role == "assistant" and voice in ("quoted", "fiction"):
        found = Voiced(voice, ((0, len(turn.content)),))
    if found.voice == "own":
        return dimensions
    spans = tuple(Span(start=start, end=end) for start, end in found.spans)
    return dimensions.model_copy(update={"voice": found.voice, "voiced": spans})


def group_id(user_key: str, group: Group) -> str:
    """The id of a group's memory: it follows from its lowest-position evidence."""
    first = group.first
    claim = first.claim
    return memory_id(user_key, first.event_id, first.kind, claim.subject, claim.attribute, claim.polarity, claim.value)


def fact_memory(
    staged: EmbeddedEvent, slot: Slot, group: Group, ids: dict[int, str], at: datetime, *, replaces: bool = False
) -> Memory:
    """The memory of a group as it stands after this position. `ids`: id(group) → memory id, for links. `replaces`:
    another value of the slot held before it."""
    first, latest = group.first, group.latest
    shown = group.recent if len(group.claims) <= EVIDENCE_MAX else [first, *group.recent[1:]]
    obtained = "user" if group.confirmed or group.asserted else "rules"
    event = staged.event
    assert event is not None, "a slot is only resolved for an event that could be read"
    return Memory(
        memory_id=ids[id(group)],
        tenant=event.tenant,
        user=event.user,
        resolution="fact",
        kind=first.kind,
        scope="core" if group.pinned else first.scope,
        status=group.status,
        content=first.text,
        speaker=first.speaker,
        agent=first.agent,
        session=first.session,
        slot=slot,
        subject=first.claim.subject,
        attribute=first.claim.attribute,
        value=first.claim.value,
        polarity=first.claim.polarity,
        modality=first.claim.modality,
        confidence=group.confidence,
        obtained=obtained,
        importance=group.importance,
        dimensions=_dimensions(staged, first),
        tags=tuple(sorted(group.tags)),
        occurred_at=latest.said_at or latest.occurred_at,
        timezone=latest.timezone,
        first_seen=group.first_said,
        last_seen=latest.said_at or latest.occurred_at,
        recorded_at=at,
        updated_at=at,
        valid_from=first.claim.valid_from or (group.first_said if replaces else None),
        valid_to=latest.claim.valid_to or group.held_to,
        reinforced=len(group.events) - 1,
        used=group.used,
        last_used=group.last_used,
        pinned=group.pinned,
        flags=group.flags,
        evidence=tuple(_evidence(c) for c in shown),
        links=_links(group, ids),
        producer=PRODUCER,
        model=staged.model,
        vector=first.vector,
        known_from=staged.offset,
        partition=staged.partition,
        offset=staged.offset,
    )


def revised(old: Memory | None, new: Memory, reason: str) -> Memory | None:
    """`new` with the history of `old` carried on, or None when nothing changed but the position."""
    if old is None:
        revision = Revision(offset=new.offset, status=new.status, confidence=new.confidence, reason=reason)
        return _with(new, history=(revision.model_copy(update={"links": new.links}),))
    carried = {
        "known_from": old.known_from,
        "recorded_at": old.recorded_at,
        "history": old.history,
        "offset": old.offset,
        "updated_at": old.updated_at,
        "model": old.model,
        "dimensions": old.dimensions if new.dimensions == Dimensions() else new.dimensions,
    }
    if _with(new, **carried) == old:
        return None
    history = old.history
    if (old.status, old.confidence, old.links) != (new.status, new.confidence, new.links):
        revision = Revision(
            offset=new.offset, status=new.status, confidence=new.confidence, reason=reason, links=new.links
        )
        history = (*history, revision)[-HISTORY_MAX:]
    return _with(new, **{**carried, "history": history, "offset": new.offset, "updated_at": new.updated_at})


def _with(memory: Memory, **changes: Any) -> Memory:
    return memory.model_copy(update=changes)


def _dimensions(staged: EmbeddedEvent, first: SlotClaim) -> Dimensions:
    """The turn's dimensions, of its entities and times only those that the claim's span holds. Empty for a group that
    an earlier position began: `revised` carries on what was found then."""
    if first.offset != staged.offset:
        return Dimensions()
    inside = tuple(e for e in staged.dimensions.entities if first.claim.start <= e.start < max(first.claim.end, 1))
    return staged.dimensions.model_copy(update={"entities": inside, "details": (), "holds_until": None})


def _evidence(claim: SlotClaim) -> Evidence:
    return Evidence(
        event_id=claim.event_id,
        offset=claim.offset,
        session=claim.session,
        occurred_at=claim.occurred_at,
        start=claim.claim.start,
        end=claim.claim.end,
    )


def _links(group: Group, ids: dict[int, str]) -> tuple[Link, ...]:
    links = [Link(edge="contradicts", memory_id=ids[id(g)], reason=group.reason) for g in group.contradicts]
    links += [Link(edge="contradicts", memory_id=other, reason=REASON) for other in group.against]
    if group.superseded_by is not None:
        links.append(Link(edge="supersedes", memory_id=ids[id(group.superseded_by)], reason="superseded by"))
    return tuple(links)
