"""Letterbox: dead letters listed, looked at, redriven and dropped, in both runtimes (api.ports.DeadLetterBox)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from schemas.codec import Header, encode
from schemas.errors import CodecError, InvalidInputError, NotFoundError
from schemas.events import Event, TurnRecorded, TurnRedriven
from schemas.letters import Letter, OpenedLetter, redrive_id
from schemas.position import Position
from schemas.records import utc_text
from schemas.topics import DEADLETTERS, TENANT_DEFAULT, inbox_tenant
from streams.deadletters import SETTLED, DeadLetter, DeadLetters, Settlement, record_of
from streams.inbox import admitted
from streams.keyring import CONTROL_KEY, Keyring
from streams.log import EventLog, NewRecord
from streams.stage_records import open_event

"""Of the ids of redrives: a redrive that is asked for twice is one event."""

Append = Callable[[Sequence[Event]], Awaitable[list[Position]]]


@dataclass(frozen=True, slots=True)
class _Held:
    letter: Letter
    parked: DeadLetter


class Letterbox:
    """See api.ports.DeadLetterBox. `append` is the way into the log, `synced` brings the keys up to date."""

    def __init__(
        self,
        log: EventLog,
        keyring: Keyring,
        append: Append,
        *,
        now: Callable[[], datetime],
        synced: Callable[[], Awaitable[None]] | None = None,
    ) -> None:
        self._log = log
        self._keyring = keyring
        self._letters = DeadLetters(log, keyring)
        self._append = append
        self._now = now
        self._synced = synced

    async def letters(self, tenant: str) -> list[Letter]:
        """See api.ports.DeadLetterBox."""
        found: list[Letter] = []
        for partition in range(self._log.partitions):
            held = await self._held(partition)
            found += [one.letter for one in held.values() if self._tenant(one.parked) == tenant]
        return sorted(found, key=lambda letter: (letter.parked_at, letter.name))

    async def letter(self, tenant: str, name: str) -> OpenedLetter:
        """See api.ports.DeadLetterBox."""
        one = await self._one(tenant, name)
        parked = one.parked
        return OpenedLetter(one.letter, parked.key, parked.value, parked.headers, self._event(parked))

    async def redrive(self, tenant: str, name: str) -> Letter:
        """See api.ports.DeadLetterBox."""
        one = await self._one(tenant, name)
        if one.letter.state != "open":
            raise _settled(one.letter)
        [position] = await self._append([self._again(one)])
        return await self._settle(one, Settlement(letter=name, state="redriven", position=position.token))

    async def drop(self, tenant: str, name: str, note: str) -> Letter:
        """See api.ports.DeadLetterBox."""
        one = await self._one(tenant, name)
        if one.letter.state != "open":
            raise _settled(one.letter)
        return await self._settle(one, Settlement(letter=name, state="dropped", note=note))

    def _again(self, one: _Held) -> Event:
        """The event that tries the letter's turn again, with its original time and, from an inbox, its original id."""
        parked, tenant = one.parked, inbox_tenant(one.parked.topic)
        if tenant is not None:
            try:
                return admitted(record_of(parked), tenant=tenant)
            except (CodecError, InvalidInputError) as error:
                raise InvalidInputError(
                    f"dead letter {one.letter.name} is still refused: {error.message}",
                    hint="a newer program may take it; drop it if none will",
                    field="letter",
                ) from error
        event = self._event(parked)
        if isinstance(event, TurnRedriven):
            event = event.turn
        if not isinstance(event, TurnRecorded):
            held = "nothing that can be read" if event is None else f"a {event.type}"
            raise InvalidInputError(
                f"dead letter {one.letter.name} holds no turn but {held}", hint="drop it", field="letter"
            )
        return TurnRedriven(
            event_id=redrive_id(parked.topic, parked.partition, parked.offset),
            tenant=event.tenant,
            user=event.user,
            occurred_at=event.occurred_at,
            recorded_at=self._now(),
            turn=event,
        )

    async def _one(self, tenant: str, name: str) -> _Held:
        partition, _, offset = name.partition(":")
        if partition.isdecimal() and offset.isdecimal() and int(partition) < self._log.partitions:
            one = (await self._held(int(partition))).get(name)
            if one is not None and self._tenant(one.parked) == tenant:
                return one
        raise NotFoundError(
            f"there is no dead letter {name[:100]!r}",
            hint="the list names them, like 2:14; what was erased has none any more",
            field="letter",
        )

    async def _held(self, partition: int) -> Mapping[str, _Held]:
        """The letters of one partition by name, with what was done about them. A crash may park a record twice: the
        first letter counts."""
        if self._synced is not None:
            await self._synced()
        held: dict[str, _Held] = {}
        stood: dict[tuple[str, int, int, str], str] = {}
        after = -1
        while page := await self._letters.page(partition, after=after):
            for offset, found in page.records:
                match found:
                    case DeadLetter():
                        place = (found.topic, found.partition, found.offset, found.stage)
                        name = stood.setdefault(place, f"{partition}:{offset}")
                        held.setdefault(name, _Held(_letter(name, found), found))
                    case Settlement(letter=name) if name in held:
                        held[name] = replace(held[name], letter=_with(held[name].letter, found))
                    case _:
                        # Of a letter that was erased, or is older than what the topic keeps.
                        pass
            after = page.last
        return held

    async def _settle(self, one: _Held, settlement: Settlement) -> Letter:
        now = self._now()
        done = settlement.model_copy(update={"settled_at": now})
        header = Header(type=SETTLED, user_key="", key_id=CONTROL_KEY, recorded_at=utc_text(now))
        partition = int(one.letter.name.partition(":")[0])
        await self._log.append(DEADLETTERS, [NewRecord(partition, b"", encode(header, done, self._keyring))])
        return _with(one.letter, done)

    def _event(self, parked: DeadLetter) -> Event | None:
        try:
            return open_event(record_of(parked), self._keyring)
        except CodecError:
            return None

    def _tenant(self, parked: DeadLetter) -> str:
        """Whose letter it is: told by its inbox or its event. What nobody can read is the installation's own."""
        tenant = inbox_tenant(parked.topic)
        if tenant is not None:
            return tenant
        event = self._event(parked)
        return TENANT_DEFAULT if event is None else event.tenant


def _letter(name: str, parked: DeadLetter) -> Letter:
    return Letter(
        name=name,
        topic=parked.topic,
        partition=parked.partition,
        offset=parked.offset,
        stage=parked.stage,
        error=parked.error,
        attempts=parked.attempts,
        timestamp=parked.timestamp,
        parked_at=parked.parked_at,
        code_version=parked.code_version,
        size=len(parked.value or b""),
    )


def _with(letter: Letter, settlement: Settlement) -> Letter:
    return replace(
        letter,
        state=settlement.state,
        settled_at=settlement.settled_at,
        note=settlement.note,
        position=settlement.position,
    )


def _settled(letter: Letter) -> InvalidInputError:
    return InvalidInputError(
        f"dead letter {letter.name} is {letter.state} already",
        hint="a turn that fails again has a new letter",
        field="letter",
    )
