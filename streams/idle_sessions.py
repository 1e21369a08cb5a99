"""IdleSessions: sessions in which nobody has said anything for a while are summed up like closed ones (DESIGN §5).

A timer that only appends events: what they do is decided where they stand in the log, and a rebuild runs no timer.
"""

from __future__ import annotations

import asyncio
import uuid
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from schemas.errors import MnemologError, UnavailableError
from schemas.events import AbstractionDue, Event, SessionForgotten, TurnRecorded, UserErased
from schemas.memories import MemoriesRecord, Memory, MemoryPut
from schemas.position import Position
from schemas.stages import EmbeddedEvent

IDLE_AFTER = timedelta(minutes=30)
"""A pause after which web analytics, too, takes the next visit for another session."""
LOOK_S = 60.0
SESSIONS_MAX = 50_000
"""Sessions that are watched at once, the latest; of an older one the next turn is waited for."""
APPENDED_MAX = 200
"""Events appended at one look, so that the end of an import does not stand before what people say."""
_NAMES = uuid.UUID("6f1d9d0c-6d0f-4a86-9d52-3f6f0b1c7a11")
log = structlog.get_logger(__name__)

_Session = tuple[str, str]
"""(user key, session)."""


@dataclass(frozen=True, slots=True)
class _Last:
    """The last turn of a session: whose it is, where it stands, when it was said and admitted."""

    tenant: str
    user: str
    partition: int
    offset: int
    occurred_at: datetime
    recorded_at: datetime


class IdleSessions:
    """`append` is EventWriter.append. What consolidate has decided is noted; `run` looks every LOOK_S."""

    def __init__(
        self,
        append: Callable[[Sequence[Event]], Awaitable[list[Position]]],
        now: Callable[[], datetime],
        *,
        idle_after: timedelta = IDLE_AFTER,
    ) -> None:
        self._append = append
        self._now = now
        self._idle_after = idle_after
        self._last: OrderedDict[_Session, _Last] = OrderedDict()

    def note(self, decided: EmbeddedEvent) -> None:
        """One event that consolidate has passed."""
        match decided.event:
            case TurnRecorded() as turn:
                self._note((decided.user_key, turn.session), turn, decided.partition, decided.offset)
            case AbstractionDue(session=session) | SessionForgotten(session=session):
                self._last.pop((decided.user_key, session), None)
            case UserErased():
                for known in [known for known in self._last if known[0] == decided.user_key]:
                    del self._last[known]
            case _:
                pass

    def note_again(self, user_key: str, records: Iterable[MemoriesRecord]) -> None:
        """After a start: the last positions of a user, in order. A session that was summed up since is left out: the
        event that did it bears the name that it would get again."""
        done: set[str] = set()
        for record in records:
            done.add(record.outcome.event_id)
            for change in record.changes:
                if isinstance(change, MemoryPut) and change.memory.resolution == "turn":
                    memory = change.memory
                    if memory.known_from == record.offset:
                        self._note((user_key, memory.session), memory, record.partition, record.offset)
        for known in [
            known for known, last in self._last.items() if known[0] == user_key and _name(known, last) in done
        ]:
            del self._last[known]

    def let_go(self, partition: int) -> None:
        """The partition is another's: its sessions are watched there."""
        for known in [known for known, last in self._last.items() if last.partition == partition]:
            del self._last[known]

    async def run(self) -> None:
        """Look again and again, until it is cancelled."""
        while True:
            await asyncio.sleep(LOOK_S)
            await self.look()

    async def look(self) -> int:
        """Append what is due for the sessions that are idle by now; returns how many are settled by that."""
        now, done = self._now(), 0
        idle = [(known, last) for known, last in self._last.items() if now - last.recorded_at >= self._idle_after]
        for known, last in idle[:APPENDED_MAX]:
            due = AbstractionDue(
                event_id=_name(known, last),
                tenant=last.tenant,
                user=last.user,
                occurred_at=last.occurred_at,
                recorded_at=now,
                session=known[1],
            )
            try:
                await self._append([due])
            except UnavailableError as error:
                # The log is away, for the others too: the next look tries again.
                log.warning("sessions_not_summed_up", reason=error.message)
                return done
            except MnemologError as error:
                log.warning("session_not_summed_up", reason=error.message)
            self._last.pop(known, None)
            done += 1
        return done

    def _note(self, known: _Session, said: TurnRecorded | Memory, partition: int, offset: int) -> None:
        self._last[known] = _Last(said.tenant, said.user, partition, offset, said.occurred_at, said.recorded_at)
        self._last.move_to_end(known)
        if len(self._last) > SESSIONS_MAX:
            self._last.popitem(last=False)


def _name(known: _Session, last: _Last) -> str:
    """The id follows from the last turn: two workers that both look append the same event."""
    return str(uuid.uuid5(_NAMES, f"{known[0]}\x1f{known[1]}\x1f{last.offset}"))
