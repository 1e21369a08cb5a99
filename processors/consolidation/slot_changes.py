"""From the slots that an event touched to the memories that change: facts, and the raw turns that follow them."""

from __future__ import annotations

from collections.abc import Sequence

from processors.claims.behaviours import BEHAVIOUR
from processors.claims.clauses import aside_end
from processors.consolidation.build import fact_memory, group_id, revised
from processors.consolidation.contrary import contrary_slots, often_enough
from processors.consolidation.detail_changes import REPLACED, overtaken_events
from processors.consolidation.edges import kept_links
from processors.consolidation.position import Position, put_turn
from processors.consolidation.reach import endings_of
from processors.consolidation.slots import Course, Group, resolve, said_order
from processors.consolidation.state import ABSTRACTION_SLOT, SESSION_SLOT, TURN_SLOT, Slot, ends_by_name, is_abstracted
from schemas.memories import Memory, SlotClaim, Status

COURSE_MIN = 32
"""From so many claims on it is remembered how a slot came to what it holds; fewer are gone through at each change."""
STALE_SHARE = 0.6
"""A turn whose superseded claims make up at least this share of its text says nothing current any more, so its raw
memory is superseded with them; a longer turn stays, for the rest of what it says."""
HIDING = frozenset({"sensitive", "toxic"})
"""Flags that say that the words must not be shown, not that they are untrue."""


def resolve_slots(position: Position) -> None:
    """Recompute every slot that this position touched and write what differs."""
    for slot in position.slots:
        if slot[0] == ABSTRACTION_SLOT:
            continue
        if slot[0] in (TURN_SLOT, SESSION_SLOT) and not any(c.slot == slot for c in position.claims):
            continue
        _resolve_slot(position, slot)


def _link_contrary(position: Position, slot: Slot, groups: list[Group], claims: list[SlotClaim]) -> None:
    """Note on the current group what is done, or said, the other way."""
    current = next((group for group in groups if group.status == "active"), None)
    if current is None:
        return
    for other in contrary_slots(position.state, slot, position.claims):
        others, held = slot_groups(position, other)
        behaviour = claims if slot[1].startswith(BEHAVIOUR) else held
        counter = next((group for group in others if group.status == "active"), None)
        if counter is not None and often_enough(behaviour):
            current.against.append(group_id(position.staged.user_key, counter))


def slot_groups(position: Position, slot: Slot) -> tuple[list[Group], list[SlotClaim]]:
    """What the slot holds after this position, and all claims that were ever made in it."""
    state = position.state
    claims = [*state.claims.get(slot, ()), *(c for c in position.claims if c.slot == slot)]
    claims += _wide_retractions(position, slot)
    claims += _endings(position, slot, claims)
    judgements = [*state.judgements.get(slot, ()), *(j for j in position.judgements if j.slot == slot)]
    kept = _remembered(position, claims)
    attribute = kept[0].claim.attribute if kept else ""
    row = position.policy.table.attribute(attribute)
    threshold, one_value = position.policy.duplicate_threshold, row.free and ":" in slot[1]
    known = state.claims.get(slot, ())
    plainly = len(kept) == len(known) + sum(c.slot == slot for c in position.claims)
    if len(known) >= COURSE_MIN and plainly and not any(j.verdict == "forget" for j in judgements):
        course = _course(position, slot, (threshold, row.settled, one_value))
        if course is not None:
            return course.judged(judgements), claims
    return resolve(kept, judgements, duplicate_threshold=threshold, settled=row.settled, one_value=one_value), claims


def _course(position: Position, slot: Slot, rules: tuple[float, bool, bool]) -> Course | None:
    """How the slot came to what it holds, gone on with what is said now; None when the order is another."""
    known = position.state.claims[slot]
    course = position.state.courses.get(slot)
    if course is None or course.rules != rules:
        threshold, settled, one_value = rules
        course = Course(threshold, settled=settled, one_value=one_value)
    for claim in known[course.count :]:
        if not course.follows(claim):
            position.state.courses.pop(slot, None)
            return None
        course.add(claim)
    position.state.courses[slot] = course
    here = course.copied()
    for claim in sorted((c for c in position.claims if c.slot == slot), key=said_order):
        if not here.follows(claim):
            return None
        here.add(claim)
    return here


def _resolve_slot(position: Position, slot: Slot) -> None:
    state, staged = position.state, position.staged
    groups, claims = slot_groups(position, slot)
    assert staged.event is not None, "a slot is only resolved for an event that could be read"
    ids = {id(group): group_id(staged.user_key, group) for group in groups}
    for group in groups:
        if group.status == "active" and overtaken_events(position, group.events):
            group.status, group.reason = "superseded", REPLACED
    _link_contrary(position, slot, groups, claims)
    statuses: dict[str, Status] = {}
    hidden: set[str] = set()
    here = {claim.event_id for claim in position.claims}
    moved = False
    replacing = {id(group.superseded_by) for group in groups if group.held_to not in (None, group.first_said)}
    for group in groups:
        old = state.memories.get(ids[id(group)])
        # Turns follow where something moved: the other ten thousand that said the same stay as they are.
        everybody = old is None or old.status != group.status
        told = group.events if everybody else group.events & here
        statuses.update(dict.fromkeys(told, group.status))
        if group.status == "quarantined" and HIDING & set(group.flags):
            hidden |= told
        moved = moved or everybody
        new = kept_links(
            position,
            old,
            fact_memory(staged, slot, group, ids, staged.event.recorded_at, replaces=id(group) in replacing),
        )
        changed = revised(old, new, group.reason)
        if changed is not None:
            position.put(changed)
    for gone in sorted(state.by_slot.get(slot, set()) - set(ids.values())):
        position.drop(gone, "fact")
    followed = claims if moved else [c for c in position.claims if c.slot == slot]
    _follow_turns(position, slot, statuses, hidden, followed)


def _wide_retractions(position: Position, slot: Slot) -> list[SlotClaim]:
    """Retractions of a whole family ("forget my likes") that reach into this slot."""
    table = position.policy.table
    family = (slot[0], slot[1].partition(":")[0])
    if family == slot or not table.covers(family, slot):
        return []
    said = [*position.state.claims.get(family, ()), *(c for c in position.claims if c.slot == family)]
    return [claim for claim in said if claim.claim.action == "retract"]


def _endings(position: Position, slot: Slot, claims: list[SlotClaim]) -> list[SlotClaim]:
    """What ends this slot's value under another name: "I gave up coffee" and the black coffee of every morning."""
    family = (slot[0], slot[1].partition(":")[0])
    if family == slot or not claims:
        return []
    said = [*position.state.endings.get(family, ()), *(c for c in position.claims if _ends(c, family))]
    return endings_of(said, claims)


def _ends(claim: SlotClaim, family: Slot) -> bool:
    return (claim.slot[0], claim.slot[1].partition(":")[0]) == family and ends_by_name(claim.claim)


def _remembered(position: Position, claims: list[SlotClaim]) -> list[SlotClaim]:
    """The claims whose turn and session were not forgotten after they were said."""
    judged = position.state.judgements
    forgets = [j for slot in judged if slot[0] in (TURN_SLOT, SESSION_SLOT) for j in judged[slot]] + position.judgements
    until: dict[Slot, int] = {}
    for judgement in forgets:
        if judgement.verdict == "forget":
            until[judgement.slot] = max(judgement.offset, until.get(judgement.slot, -1))
    if not until:
        return claims
    return [
        claim
        for claim in claims
        if claim.offset >= until.get((TURN_SLOT, claim.event_id), -1)
        and claim.offset >= until.get((SESSION_SLOT, claim.session), -1)
    ]


def _follow_turns(
    position: Position, slot: Slot, statuses: dict[str, Status], hidden: set[str], claims: list[SlotClaim]
) -> None:
    """A raw turn that said nothing but what is superseded or flagged now is superseded too, until the claim is back;
    one that said what must not be shown, be it in a small part, is quarantined with it."""
    for claim in claims:
        status = statuses.get(claim.event_id)
        if status is None:
            continue
        for memory_id in sorted(position.state.by_event.get(claim.event_id, ())):
            memory = position.state.memories[memory_id]
            if memory.resolution != "turn" or memory_id in position.changes:
                continue
            end = claim.claim.end if _current_besides(position, claim) else aside_end(memory.content, claim.claim.end)
            covered = (end - claim.claim.start) >= STALE_SHARE * len(memory.content)
            if claim.event_id in hidden:
                put_turn(position, memory, "quarantined", f"what it says of {slot[1]} must not be shown")
            elif status in ("superseded", "quarantined") and covered and memory.status == "raw":
                put_turn(position, memory, "superseded", f"what it says of {slot[1]} is {status}")
            elif (
                status == "active"
                and not overtaken_events(position, [claim.event_id])
                and (memory.status == "superseded" or _hid_with_its_claim(position, memory))
            ):
                put_turn(position, memory, "raw", f"what it says of {slot[1]} is current again")


def _hid_with_its_claim(position: Position, memory: Memory) -> bool:
    """Whether a turn is quarantined for a claim of it, and not because somebody said so of the turn itself."""
    slot = (TURN_SLOT, memory.evidence[0].event_id)
    said = [j for j in (*position.state.judgements.get(slot, ()), *position.judgements) if j.slot == slot]
    verdicts = [judgement.verdict for judgement in said if judgement.verdict in ("wrong", *HIDING, "confirm")]
    return memory.status == "quarantined" and verdicts[-1:] in ([], ["confirm"])


def _current_besides(position: Position, claim: SlotClaim) -> bool:
    """Whether a fact of another slot that is current rests on the claim's turn."""
    known = (position.state.memories[memory_id] for memory_id in position.state.by_event.get(claim.event_id, ()))
    return any(
        m.resolution == "fact" and m.status == "active" and m.slot != claim.slot and not is_abstracted(m) for m in known
    )


def overlapping(position: Position, said: Sequence[SlotClaim]) -> list[SlotClaim]:
    """Claims of other slots that rest on the same words of the same turns: forgetting the words forgets them too."""
    spans = {(c.event_id, c.claim.start, c.claim.end) for c in said}
    events = {event_id for event_id, _, _ in spans}
    slots = {claim.slot for claim in said}
    return [
        claim
        for slot, claims in position.state.claims.items()
        if slot not in slots
        for claim in claims
        if claim.event_id in events
        and any(e == claim.event_id and a < claim.claim.end and claim.claim.start < b for e, a, b in spans)
    ]
