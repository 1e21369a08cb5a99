"""Archive: what was found and has faded or expired stays out unless it is asked for, and the turns that said only what
has expired are known (DESIGN §5, activity; §6.5)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from api.recall.as_said import current_again
from api.recall.currency import WHOLLY_STALE_SHARE, covered
from api.recall.fresh import Moment
from api.recall.fuse import Scores
from api.recall.rivals import AMONG
from api.recall.voices import IN_ANOTHER_VOICE, Hearing, stands_beside
from indexers.filters import as_known
from indexers.index import Candidates, MemoryIndex, Scope
from processors.activity import ActivityPolicy, is_archived, is_expired
from processors.consolidation.build import memory_id
from schemas.memories import Memory
from schemas.queries import Drop, SearchQuery

READ_MAX = 200
"""Relevant facts that are read beyond those of the page: what sleeps must not keep an answer from abstaining."""


@dataclass(slots=True)
class Awake:
    """`rows` in order without what sleeps. `known`: the memories read on the way. `over[turn's memory id]`: characters
    [start, end) of the turn that an expired fact rests on. `apart`: what was left out because somebody else,
    or nobody, says it."""

    rows: list[int]
    dropped: list[Drop] = field(default_factory=list)
    known: dict[str, Memory] = field(default_factory=dict)
    over: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    apart: list[Memory] = field(default_factory=list)

    def is_over(self, memory: Memory) -> bool:
        """Whether most of what a turn says has expired."""
        spans = self.over.get(memory.memory_id, ())
        return covered(spans) >= WHOLLY_STALE_SHARE * max(1, len(memory.content)) if spans else False

    def answers(self, memory_id: str) -> bool:
        """Whether a memory may be what answers, once something was left out: neither a question, nor what was found for
        the words of what was left out."""
        memory = self.known.get(memory_id) if self.apart else None
        return memory is None or not (memory.dimensions.intent == "question" or stands_beside(memory, self.apart))

    def leave_out(self, memory: Memory) -> None:
        """Note a memory that says what it says in another voice than the one asked for."""
        self.apart.append(memory)
        self.dropped.append(Drop(memory_id=memory.memory_id, reason=IN_ANOTHER_VOICE))


async def awake(
    rows: Sequence[int],
    candidates: Candidates,
    query: SearchQuery,
    relevant: Scores,
    *,
    moment: Moment,
    policy: ActivityPolicy,
    index: MemoryIndex,
    scope: Scope,
    known: Mapping[str, Memory],
    abstain: float,
    hearing: Hearing,
) -> Awake:
    """The rows that may be shown, as far as this page needs to know. `known`: memories that the index lacks (the tail).
    Memories are read for the page, for the look at disputes, and beyond these facts that are relevant; usually once,
    again where some fell out."""
    rows = list(rows)
    if moment.said_by is not None:
        heard = moment.said_by.timestamp()
        rows = [row for row in rows if candidates.resolution[row] != "turn" or candidates.occurred_at[row] <= heard]
    found = Awake(rows, known=dict(known))
    for row in [row for row in rows if candidates.ids[row] in known]:
        if hearing.is_apart(known[candidates.ids[row]]):
            found.leave_out(known[candidates.ids[row]])
            found.rows.remove(row)
    needed = max(AMONG, query.offset + query.limit)
    missed: set[int] = set()
    unread = [row for row in rows if candidates.resolution[row] != "turn" and relevant[row] >= abstain][:READ_MAX]
    while wanted := [
        row
        for row in dict.fromkeys([*found.rows[:needed], *unread])
        if candidates.ids[row] not in found.known and row not in missed
    ]:
        read = await index.get(scope, [candidates.ids[row] for row in wanted])
        for row in wanted:
            memory = read.get(candidates.ids[row])
            if memory is not None and moment.said_by is not None and candidates.status[row] != "superseded":
                read[memory.memory_id] = current_again(memory)
        found.known |= read
        missed.update(row for row in wanted if candidates.ids[row] not in read)
        gone = set()
        for row in wanted:
            memory = read.get(candidates.ids[row])
            reason = "" if memory is None else _asleep(as_known(memory, moment.as_of), query, moment, policy)
            if memory is not None and reason:
                gone.add(row)
                found.dropped.append(Drop(memory_id=memory.memory_id, reason=reason))
                if reason == "expired":
                    _note_turns(found, memory, scope)
            elif memory is not None and hearing.is_apart(memory):
                gone.add(row)
                found.leave_out(memory)
        found.rows = [row for row in found.rows if row not in gone]
    return found


def is_asleep(memory: Memory, query: SearchQuery, moment: Moment, policy: ActivityPolicy) -> bool:
    """Whether a memory is only shown when the question includes what it is: archived or expired."""
    return bool(_asleep(memory, query, moment, policy))


def _asleep(memory: Memory, query: SearchQuery, moment: Moment, policy: ActivityPolicy) -> str:
    if not moment.hears(memory):
        return "not said yet"
    # Who asks what was true at another time, or for what was superseded, asks for old things.
    if memory.resolution == "turn" or query.valid_at is not None or query.filters.valid_at is not None:
        return ""
    if is_expired(memory, moment.now):
        return "" if "expired" in query.include else "expired"
    if memory.status == "superseded" or "archived" in query.include:
        return ""
    return "archived" if is_archived(memory, moment.now, policy) else ""


def _note_turns(found: Awake, memory: Memory, scope: Scope) -> None:
    for evidence in memory.evidence:
        turn = memory_id(scope.user_key, evidence.event_id, "turn")
        found.over.setdefault(turn, []).append((evidence.start, evidence.end))
