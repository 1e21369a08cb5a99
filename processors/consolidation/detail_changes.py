"""From the details that an event touched to the raw turns that are overtaken or contradicted.

What holds of a topic is a pure function of the set of its details, sorted by (occurred_at, offset) like the slots of
claims. Whoever says another value replaces their own earlier one; two people who say different things contradict each
other, unless the later one says that something changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from processors.consolidation.detail_book import PLANS, Told, Topic, told_of
from processors.consolidation.plans_over import overtaken_plans
from processors.consolidation.position import Position, moved
from schemas.memories import HISTORY_MAX, Link, Memory, MemoryDropped, MemoryPut, Revision, Status

TOLD_MAX = 64
"""Details of one topic, the latest said, that a new one is compared with; all, where something was taken back. Saying
one thing ten thousand times costs the same each time."""
DISPUTE_AGE_MAX = timedelta(days=31)
"""Two people who say different things longer apart, and in other conversations, may speak of another time."""
REPLACED = "a later turn says otherwise"
DISPUTED = "two statements that cannot both hold"


@dataclass(slots=True)
class Verdict:
    """What the details of one topic come to for one turn."""

    superseded_by: str = ""
    reason: str = ""
    contradicts: dict[str, None] = field(default_factory=dict)


def revise_turns(position: Position) -> None:
    """Write status and links of every raw turn that what was stated or taken back at this position bears on."""
    book = position.state.details
    here, gone = _changed_turns(position)
    topics = dict.fromkeys(t for memory in here for t in told_of(memory))
    for memory_id in [*gone, *(memory.memory_id for memory in here)]:
        topics |= dict.fromkeys(book.topics.get(memory_id, ()))
    if not topics:
        return
    new = all(memory.memory_id not in book.topics for memory in here)
    latest = TOLD_MAX if new and not gone & book.topics.keys() else None
    touched: dict[str, None] = {}
    found: dict[Topic, dict[str, Verdict]] = {}
    for topic in topics:
        told = book.told(topic, here, gone, latest)
        found[topic] = _verdicts(topic, told)
        touched |= dict.fromkeys(one.memory_id for one in told if one.memory_id in book.links)
        touched |= dict.fromkeys(found[topic])
    for memory_id in touched:
        memory = position.now(memory_id)
        if memory is None:
            continue
        for topic in told_of(memory):
            if topic not in found:
                found[topic] = _verdicts(topic, book.told(topic, here, gone, latest))
        _write(position, memory, [v[memory_id] for v in found.values() if memory_id in v])


def overtaken_events(position: Position, events: Iterable[str]) -> bool:
    """Whether all these turns are overtaken by what later turns state."""
    return all(_is_overtaken(position, event_id) for event_id in events)


def _is_overtaken(position: Position, event_id: str) -> bool:
    known = position.state.by_event.get(event_id, ())
    return any(link.edge == "supersedes" for memory_id in known for link in _turn_links(position, memory_id))


def _turn_links(position: Position, memory_id: str) -> tuple[Link, ...]:
    """The links that details gave a raw turn, without unpacking it; () for every other memory."""
    match position.changes.get(memory_id):
        case MemoryPut(memory=memory):
            return memory.links if memory.resolution == "turn" else ()
        case MemoryDropped():
            return ()
        case None:
            return position.state.details.links.get(memory_id, ())


def _changed_turns(position: Position) -> tuple[list[Memory], set[str]]:
    here, gone = [], set()
    for memory_id, change in position.changes.items():
        if isinstance(change, MemoryDropped):
            gone.add(memory_id)
        elif change.memory.resolution == "turn" and change.memory.dimensions.details:
            here.append(change.memory)
    return here, gone


def _verdicts(topic: Topic, told: Sequence[Told]) -> dict[str, Verdict]:
    if topic == PLANS:
        return {plan: Verdict(over, reason) for plan, (over, reason) in overtaken_plans(told).items()}
    return ever(told) if topic[1] == "ever" else revised(told)


def revised(told: Sequence[Told]) -> dict[str, Verdict]:
    """What each turn comes to whose value is overtaken or contradicted. `told`: of one topic, in the order of what was
    said when."""
    found: dict[str, Verdict] = {}
    standing: dict[str, list[Told]] = {}
    for one in told:
        for speaker in list(standing):
            held = [h for h in standing[speaker] if h.detail.until is None or h.detail.until > one.occurred_at]
            kept = [h for h in held if not _replaces(one, h)]
            for old in held:
                if old not in kept and old.whole:
                    found[old.memory_id] = Verdict(one.memory_id, REPLACED)
            standing[speaker] = kept
        standing.setdefault(one.speaker, []).append(one)
    stated = [one for held in standing.values() for one in held]
    for place, left in enumerate(stated):
        for right in stated[place + 1 :]:
            if left.detail.value != right.detail.value and _disagree(left, right):
                _contradict(found, left, right)
    return found


def _replaces(later: Told, earlier: Told) -> bool:
    if later.detail.value == earlier.detail.value or later.memory_id == earlier.memory_id:
        return False
    # Within one session the position settles what the clock does not; between sessions nothing does.
    undecided = later.occurred_at == earlier.occurred_at and later.session != earlier.session
    same = later.speaker == earlier.speaker and not undecided and not later.detail.several
    return later.detail.changes or same


def _disagree(left: Told, right: Told) -> bool:
    if left.memory_id == right.memory_id or left.detail.several or right.detail.several:
        return False
    near = left.session == right.session or abs(right.occurred_at - left.occurred_at) <= DISPUTE_AGE_MAX
    return near and (left.speaker != right.speaker or left.occurred_at == right.occurred_at)


def ever(told: Sequence[Told]) -> dict[str, Verdict]:
    """Statements of one speaker about what cannot become untrue: never, and for ten years."""
    found: dict[str, Verdict] = {}
    for place, earlier in enumerate(told):
        for later in told[place + 1 :]:
            if earlier.speaker == later.speaker and _cannot_both_hold(earlier, later):
                _contradict(found, earlier, later)
    return found


def _cannot_both_hold(earlier: Told, later: Told) -> bool:
    before, after = earlier.detail, later.detail
    if before.since is None and after.since is not None:
        # What began after the denial is no contradiction of it.
        return after.since < earlier.occurred_at
    return before.since is not None and after.value == "never"


def _contradict(found: dict[str, Verdict], left: Told, right: Told) -> None:
    for one, other in ((left, right), (right, left)):
        found.setdefault(one.memory_id, Verdict()).contradicts[other.memory_id] = None


def _write(position: Position, memory: Memory, verdicts: Sequence[Verdict]) -> None:
    overtaken = next((v for v in verdicts if v.superseded_by), None)
    links = [Link(edge="contradicts", memory_id=o, reason=DISPUTED) for v in verdicts for o in sorted(v.contradicts)]
    if overtaken is not None:
        links.append(Link(edge="supersedes", memory_id=overtaken.superseded_by, reason="superseded by"))
    if tuple(links) == memory.links:
        return
    status: Status = memory.status
    if overtaken is not None and status == "raw":
        status = "superseded"
    elif overtaken is None and status == "superseded" and any(link.edge == "supersedes" for link in memory.links):
        status = "raw"
    reason = overtaken.reason if overtaken else DISPUTED if links else "what overtook it is gone"
    revision = Revision(
        offset=position.staged.offset,
        status=status,
        confidence=memory.confidence,
        reason=reason,
        links=tuple(links),
    )
    history = (*memory.history, revision)[-HISTORY_MAX:]
    position.put(moved(memory, position.staged, status=status, links=tuple(links), history=history))
    event_id = memory.evidence[0].event_id
    for known in sorted(position.state.by_event.get(event_id, ())):
        fact = position.state.memories[known]
        if fact.resolution == "fact":
            position.slots[fact.slot] = None
