"""Abstractions: the interests, routines and ways that worked which this position makes, changes or takes back.

Each is a function of the observations that are left, so that forgetting a turn undoes what rested on it. None is made
of another, of what an assistant said, or of what stood in a prompt.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from processors.abstraction import wording
from processors.abstraction.ledger import Key, Noted, note
from processors.abstraction.recurring import interest_of, is_what_it_is_about, may_be_routine, routine_of, shared
from processors.abstraction.terms import is_subject, terms_of
from processors.claims.table import normal_value
from processors.consolidation.build import memory_id
from processors.consolidation.conclusions import PRODUCER, conclude, judged_at
from processors.consolidation.observing import STEPS_BETWEEN, turn_now
from processors.consolidation.position import Position
from processors.consolidation.state import (
    ABSTRACTION_SLOT,
    SESSION_SLOT,
    TURN_SLOT,
    Slot,
    abstraction_slot,
    is_abstracted,
    key_of_slot,
)
from schemas.dimensions import Dimensions, Entity
from schemas.memories import (
    Evidence,
    Kind,
    Memory,
    MemoryDropped,
    Observation,
    Resolution,
    Schedule,
)

CONFIDENCE_FIRST = 0.8
CONFIDENCE_STEP = 0.03
CONFIDENCE_MAX = 0.95
CONFIDENCE_ONCE = 0.6
"""Of a way that worked once: a guess until it works again."""
IMPORTANCE = 0.5
_SAID_BY_CLAIMS = ("preference", "hobby", "skill", "habit", "allergy", "diet", "health", "medication")
"""Families of claims that say the same as an interest, or why one keeps coming back to what is none."""


@dataclass(frozen=True, slots=True)
class _Found:
    """What one term comes to: the evidence in order of time, and what kind of memory it makes."""

    slot: Slot
    term: str
    evidence: tuple[Observation, ...]
    resolution: Resolution
    kind: Kind
    schedule: Schedule | None = None


@dataclass(frozen=True, slots=True)
class _Told:
    """The words of a memory, which follow from its first evidence."""

    content: str
    value: str
    dimensions: Dimensions


def touched_turns(position: Position) -> dict[str, str]:
    """Event id → status ("" = gone) of the turns that this position forgets or changes the status of. A turn that left
    the index under its cap has no raw memory any more, and is forgotten like any other."""
    touched = dict.fromkeys(position.forgotten, "")
    for judgement in position.judgements:
        if judgement.verdict == "forget" and judgement.slot[0] == TURN_SLOT:
            touched[judgement.slot[1]] = ""
        elif judgement.verdict == "forget" and judgement.slot[0] == SESSION_SLOT:
            touched |= dict.fromkeys(_events_of_session(position, judgement.slot[1]), "")
    for known, change in position.changes.items():
        old = position.state.memories.get(known)
        if old is None or old.resolution != "turn":
            continue
        status = "" if isinstance(change, MemoryDropped) else change.memory.status
        if status != old.status:
            touched[old.evidence[0].event_id] = status
    return touched


def _events_of_session(position: Position, session: str) -> Iterator[str]:
    """Of what was abstracted, the evidence from one session."""
    state = position.state
    for slot, names in state.by_slot.items():
        if slot[0] == ABSTRACTION_SLOT:
            for evidence in (e for name in sorted(names) for e in state.memories[name].evidence):
                if evidence.session == session:
                    yield evidence.event_id


def _resting_on(position: Position, touched: Iterable[str]) -> Iterator[tuple[str, Key]]:
    """The attribute and key of what was abstracted from these turns."""
    state = position.state
    for memory in (state.memories[name] for event_id in touched for name in sorted(state.by_event.get(event_id, ()))):
        if is_abstracted(memory) and (named := key_of_slot(memory.slot)) is not None:
            yield named


def abstract(position: Position, touched: dict[str, str]) -> None:
    """Conclude anew whatever the observations of this position, the `touched` turns and what was judged bear on."""
    ledger = position.state.ledger
    moved = [o for event_id in touched for o in ledger.observed(event_id)]
    keys: dict[tuple[str, Key], None] = {}
    for observation in (*position.observations, *moved):
        for term in observation.terms:
            for attribute in _attributes(observation, term):
                keys[attribute, (observation.subject, term)] = None
    keys |= dict.fromkeys(_resting_on(position, touched))
    for judgement in position.judgements:
        if judgement.slot[0] == ABSTRACTION_SLOT and (named := key_of_slot(judgement.slot)) is not None:
            keys[named] = None
    if not keys:
        return
    # New observations alone can only make a routine that they are part of; where there is one, or where something was
    # taken back, all of it is looked at.
    told = [] if touched else [note(observation) for observation in position.observations]
    gone = {event_id for event_id, status in touched.items() if not status}
    muted = {e for e in ledger.muted if touched.get(e) != "raw"} | {e for e, s in touched.items() if s == "quarantined"}
    done: set[tuple[str, Key]] = set()
    waiting = list(keys)
    while waiting:
        attribute, key = waiting.pop(0)
        if (attribute, key) in done:
            continue
        done.add((attribute, key))
        found = _found(position, attribute, key, gone, muted, told)
        if found is not None and attribute != "steps":
            # What is in all of the evidence may have explained it until now.
            together = sorted(shared(found.evidence))
            waiting += [(attribute, (key[0], t)) for t in together if attribute == "routine" or is_subject(t)]
            if not is_what_it_is_about(
                key[1], found.evidence, ledger.weight, subjects=attribute == "interest"
            ) or _is_known(position, found):
                found = None
        _conclude(position, abstraction_slot(attribute, *key), found)


def _attributes(observation: Observation, term: str) -> tuple[str, ...]:
    """What can be concluded of a term."""
    if observation.form == "ran":
        return ("steps",)
    return ("interest", "routine") if is_subject(term) else ("routine",)


def _found(
    position: Position, attribute: str, key: Key, gone: set[str], muted: set[str], told: Sequence[Noted]
) -> _Found | None:
    slot = abstraction_slot(attribute, *key)
    occasions = position.state.ledger.occasions(
        key, new=position.observations, without=gone, muted=muted, since=_forgotten_until(position, slot)
    )
    match attribute:
        case "interest":
            evidence = interest_of(occasions)
            return _Found(slot, key[1], evidence, "fact", "preference") if evidence else None
        case "routine":
            new = [] if position.state.by_slot.get(slot) else [noted for noted in told if key[1] in noted.terms]
            if new and not any(may_be_routine(noted, occasions) for noted in new):
                return None
            routine = routine_of(occasions)
            if routine is None:
                return None
            return _Found(slot, key[1], routine.observations, "procedure", "task", routine.schedule)
        case _:
            ran = tuple(noted.observation for occasion in occasions for noted in occasion.noted)
            return _Found(slot, key[1], ran, "procedure", "task") if ran else None


def _forgotten_until(position: Position, slot: Slot) -> int:
    return max((j.offset for j in judged_at(position, slot) if j.verdict == "forget"), default=-1)


def _is_known(position: Position, found: _Found) -> bool:
    """Whether the speaker said so: "I love Python" needs no guess beside it."""
    if found.resolution != "fact":
        return False
    subject, value = found.evidence[0].subject, normal_value(found.term)
    state = position.state
    return any(
        state.memories[known].status == "active"
        for family in _SAID_BY_CLAIMS
        for known in state.by_slot.get((subject, f"{family}:{value}"), ())
    )


def _conclude(position: Position, slot: Slot, found: _Found | None) -> None:
    if found is None:
        conclude(position, slot, None)
        return
    staged, event = position.staged, position.staged.event
    assert event is not None, "only an event that could be read concludes anything"
    evidence, subject = found.evidence, found.evidence[0].subject
    attribute = slot[1].partition("\x1f")[0]
    lowest = min(evidence, key=lambda o: o.offset)
    name = memory_id(staged.user_key, lowest.events[0], found.resolution, subject, attribute, found.term)
    old = position.state.memories.get(name)
    told = _told(position, found, old)
    if told is None:
        conclude(position, slot, None)
        return
    if old is not None and old.content != told.content:
        # Content never changes in place: in other words it is another memory.
        name = memory_id(staged.user_key, lowest.events[0], found.resolution, subject, attribute, told.content)
        old = position.state.memories.get(name)
    times = [o.occurred_at for o in evidence]
    once = attribute == "steps" and len(evidence) == 1
    sure = min(CONFIDENCE_MAX, CONFIDENCE_FIRST + CONFIDENCE_STEP * max(0, len(evidence) - 3))
    memory = Memory(
        memory_id=name,
        tenant=event.tenant,
        user=event.user,
        resolution=found.resolution,
        kind=found.kind,
        status="provisional" if once else "active",
        content=told.content,
        slot=slot,
        subject=subject,
        attribute=attribute,
        value=told.value,
        confidence=CONFIDENCE_ONCE if once else round(sure, 4),
        obtained="rules",
        importance=IMPORTANCE,
        dimensions=told.dimensions,
        occurred_at=max(times),
        timezone=evidence[-1].timezone,
        first_seen=min(times),
        last_seen=max(times),
        recorded_at=event.recorded_at,
        updated_at=event.recorded_at,
        schedule=found.schedule,
        reinforced=len(evidence) - 1,
        evidence=tuple(_evidence(position, evidence, old)),
        producer=PRODUCER,
        model=staged.model,
        vector=old.vector if old is not None else b"",
        known_from=staged.offset,
        partition=staged.partition,
        offset=staged.offset,
    )
    conclude(position, slot, memory)


def _told(position: Position, found: _Found, old: Memory | None) -> _Told | None:
    """The words; those of `old` while it rests on the same turn first."""
    first = found.evidence[0]
    if old is not None and old.evidence[0].event_id == first.events[0] and old.schedule == found.schedule:
        return _Told(old.content, old.value, old.dimensions)
    turn = turn_now(position, first.events[0])
    if turn is None:
        return None
    asked = first.form == "asked"
    if first.form == "ran":
        names = tuple(found.term.split(STEPS_BETWEEN))
        return _Told(wording.steps(names, turn.content), found.term, Dimensions(topic=turn.dimensions.topic))
    written = {t.key: t.written for t in terms_of(turn.content, turn.dimensions, asked=asked)}
    together = shared(found.evidence)
    value = " ".join(word for key, word in written.items() if key in together) or found.term
    if found.schedule is not None:
        content = wording.routine(first.subject, found.schedule, turn.content, asked=asked)
    else:
        value = written.get(found.term, found.term)
        content = wording.interest(first.subject, value, turn.content, asked=asked)
    return _Told(content, value, _dimensions(turn, content, value))


def _dimensions(turn: Memory, content: str, value: str) -> Dimensions:
    """Those of the first turn that are true of the whole, and the named things that stand in the new words."""
    said = turn.dimensions
    entities = []
    for entity in said.entities:
        start = content.find(entity.text)
        if start >= 0 and entity.text in (value, *value.split()):
            entities.append(Entity(text=entity.text, type=entity.type, start=start, end=start + len(entity.text)))
    return Dimensions(language=said.language, topic=said.topic, entities=tuple(entities), keywords=(value,))


def _evidence(position: Position, observations: Sequence[Observation], old: Memory | None) -> Iterator[Evidence]:
    known = {e.event_id: e for e in old.evidence} if old is not None else {}
    for event_id in dict.fromkeys(event_id for o in observations for event_id in o.events):
        if event_id in known:
            yield known[event_id]
        elif (turn := turn_now(position, event_id)) is not None:
            yield turn.evidence[0]
