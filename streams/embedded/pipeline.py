"""PartitionPipeline: carries one partition of `turns` through the stages into commit log and index (DESIGN §2).

Three steps, each of which resumes from its own last position: `embedded` may be ahead of `memories`, `memories` of the
index. A fresh batch goes through all three in memory; after a crash each step reads what the one before recorded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from indexers.index import MemoryIndex
from processors.consolidation import UserState, fold
from schemas.errors import KeyDestroyedError, UnavailableError
from schemas.events import CONTROL_EVENTS, SessionForgotten, UserErased
from schemas.memories import MemoriesRecord, MemoryDropped, Outcome
from schemas.stages import EmbeddedEvent, Trouble
from schemas.topics import TURNS, embedded, memories
from streams.commit_log import Chain, SealedPosition, linked, position_of, seal_position
from streams.embedded.index_step import IndexStep, first_at, park
from streams.embedded.parts import BATCH_EVENTS, EVERYTHING, Done, Parts, Staged, Step
from streams.embedded.stage_run import HOLDING, reason_of, run_stages
from streams.embedded.states import end_of_chain, folded, user_records
from streams.keyring import CONTROL_KEY
from streams.log import LogRecord
from streams.stage_records import first_of_each, open_embedded, read_turn, seal_staged
from streams.topology import StageName


class PartitionPipeline:
    """One partition of one generation. `resume` first, then `advance` for as long as there is something to do."""

    def __init__(self, partition: int, parts: Parts, index: MemoryIndex) -> None:
        self.partition = partition
        self.embedded = -1
        self.index_step = IndexStep(partition, parts, index)
        self._parts = parts
        self._chain = Chain()
        self._step: Step | None = None

    @property
    def step(self) -> Step | None:
        """What is being done now."""
        return self._step

    @property
    def indexed(self) -> int:
        """The offset up to which the index is complete."""
        return self.index_step.indexed

    @property
    def consolidated(self) -> int:
        """The last complete position of the commit log."""
        return self._chain.offset

    async def resume(self) -> None:
        """Find where each step stands."""
        parts = self._parts
        topic = embedded(parts.number)
        last = await parts.generation.read(
            topic, self.partition, after=await parts.generation.end(topic, self.partition) - 2, limit=1
        )
        self.embedded = position_of(last[0]) if last else -1
        self._chain = await end_of_chain(parts.generation, parts.number, self.partition, parts.keyring.secret)
        await self.index_step.resume()
        await self._keep_promises()

    async def advance(self) -> bool:
        """Do the next batch; False when there is none. Raises what holds the partition (HOLDING); nothing is lost then
        and the next call goes on from what is recorded."""
        if self.indexed < self.consolidated:
            await self._index(await self.index_step.recorded())
        elif self.consolidated < self.embedded:
            await self._index(await self._consolidate(await self._recorded_embedded()))
        elif staged := await self._stage():
            await self._index(await self._consolidate(staged))
        else:
            return False
        return True

    async def _stage(self) -> list[Staged]:
        parts = self._parts
        records = await parts.turns.read(TURNS, self.partition, after=self.embedded, limit=BATCH_EVENTS)
        if parts.leader is not None:
            led_to = parts.leader(self.partition)
            records = [record for record in records if record.offset <= led_to]
        if not records:
            self._step = None
            return []
        self._begin("embed", records[0].offset)
        staged = await parts.run(partial(self._through_stages, records))
        by_offset = {record.offset: record for record in records}
        await parts.letters.park(
            [(by_offset[s.event.offset], s.event.trouble) for s in staged if s.event.trouble is not None], parts.now()
        )
        sealed = await parts.run(lambda: [seal_staged(s.event, key_id=s.key_id, keyring=parts.keyring) for s in staged])
        await parts.generation.append(embedded(parts.number), sealed)
        parts.crash.reach("after-embedded")
        self.embedded = staged[-1].event.offset
        return staged

    def _through_stages(self, records: Sequence[LogRecord]) -> list[Staged]:
        read = [read_turn(record, self._parts.keyring) for record in records]
        events = run_stages(self._parts.stages, [keyed.event for keyed in read])
        return [Staged(event, keyed.key_id) for event, keyed in zip(events, read, strict=True)]

    async def _recorded_embedded(self) -> list[Staged]:
        """The next batch of recorded outputs above the commit log."""
        parts = self._parts
        topic, above = embedded(parts.number), self.consolidated
        place = await first_at(parts.generation, topic, self.partition, above + 1)
        records = await parts.generation.read(topic, self.partition, after=place - 1, limit=BATCH_EVENTS)
        kept = first_of_each(records, above=above)
        opened_events = await parts.run(lambda: [open_embedded(record, parts.keyring) for record in kept])
        return [Staged(event, key_id) for event, key_id in opened_events]

    async def _consolidate(self, staged: list[Staged]) -> list[Done]:
        parts = self._parts
        self._begin("consolidate", staged[0].event.offset)
        owners = list(dict.fromkeys(s.event.user_key for s in staged))
        try:
            states = {owner: await self._state(owner) for owner in owners}
            key_ids = [await self._memories_key(s) for s in staged]
            done, sealed = await parts.run(partial(self._through_consolidate, staged, key_ids, states))
            troubles = [(d.offset, trouble) for d, s in zip(done, staged, strict=True) if (trouble := _new(d, s))]
            await park(parts, self.partition, troubles)
            await self._promise(done)
            records, chain = linked(parts.keyring.secret, self.partition, self._chain, sealed)
            expected = await parts.generation.end(memories(parts.number), self.partition)
            offsets = await parts.generation.append(memories(parts.number), records)
            if offsets[0] != expected:
                raise UnavailableError(f"somebody else wrote to the commit log of partition {self.partition}")
        except BaseException as error:
            # These states may hold what never reached the commit log.
            for owner in owners:
                self._parts.states.evict(owner)
            if isinstance(error, KeyDestroyedError):
                # Forgotten or erased under our hands: what was recorded is read anew, now as erased.
                return await self._consolidate(await self._recorded_embedded())
            raise
        parts.crash.reach("after-memories")
        self._chain = chain
        for owner, state in states.items():
            self._parts.states.keep(owner, state)
        await self._keep_promises()
        return done

    def _through_consolidate(
        self, staged: Sequence[Staged], key_ids: Sequence[str], states: dict[str, UserState]
    ) -> tuple[list[Done], list[SealedPosition]]:
        done, sealed = [], []
        for one, key_id in zip(staged, key_ids, strict=True):
            event = one.event
            record = self._consolidated(states[event.user_key], event)
            if key_id == CONTROL_KEY:
                # Under the key that is never destroyed there must be nothing that was said.
                kept = tuple(change for change in record.changes if isinstance(change, MemoryDropped))
                record = record.model_copy(update={"changes": kept, "claims": (), "judgements": ()})
            fold(states[event.user_key], record)
            destroys = self._destroys(event)
            done.append(Done(event.offset, event.user_key, record, destroys))
            sealed.append(
                seal_position(
                    record, user_key=event.user_key, key_id=key_id, keyring=self._parts.keyring, destroys=destroys
                )
            )
        return done, sealed

    def _consolidated(self, state: UserState, event: EmbeddedEvent) -> MemoriesRecord:
        """What the event changes. When deciding fails, its raw memory alone; when even that fails, nothing but the
        outcome: the position is complete in any case."""
        try:
            return self._parts.consolidate(state, event)
        except HOLDING:
            raise
        except Exception as error:  # noqa: BLE001 - a bad event must not stop its neighbours
            trouble = event.trouble or Trouble(stage="consolidate", error=reason_of(error))
        bare = event.model_copy(update={"claims": (), "claim_texts": (), "claim_vectors": (), "trouble": trouble})
        try:
            return self._parts.consolidate(state, bare)
        except Exception as error:  # noqa: BLE001 - see above
            event_id = "" if event.event is None else event.event.event_id
            reason = f"consolidate: {reason_of(error)}"
            return MemoriesRecord(
                partition=event.partition,
                offset=event.offset,
                recorded_at=event.recorded_at,
                outcome=Outcome(event_id=event_id, state="dead-lettered", reason=reason),
            )

    def _destroys(self, event: EmbeddedEvent) -> str:
        match event.event:
            case UserErased():
                return EVERYTHING
            case SessionForgotten(session=session):
                return self._parts.keyring.session_key(event.user_key, session)
            case _:
                return ""

    async def _memories_key(self, staged: Staged) -> str:
        """The key of what consolidate writes: the event's own, and the user's for control events, because what they
        change was said in sessions that may outlive theirs."""
        event = staged.event.event
        if event is None or event.type not in CONTROL_EVENTS or isinstance(event, UserErased):
            return staged.key_id
        try:
            return await self._parts.keyring.key_for(staged.event.user_key, "")
        except KeyDestroyedError:
            return CONTROL_KEY

    async def _state(self, owner: str) -> UserState:
        cached = self._parts.states.get(owner)
        if cached is not None:
            return cached
        parts = self._parts
        records = await user_records(parts.generation, parts.number, self.partition, owner)
        return await parts.run(partial(folded, records, parts.keyring))

    async def _promise(self, done: Sequence[Done]) -> None:
        """Note what must be destroyed, before the position that says so is complete."""
        for one in done:
            if one.destroys and self._parts.leader is None:
                await self._parts.keyring.promise(f"{self.partition}/{one.user_key}/{one.destroys}", one.offset)

    async def _keep_promises(self) -> None:
        """Destroy what forgotten sessions and erased users left, now that consolidate has passed their positions."""
        keyring = self._parts.keyring
        if self._parts.leader is not None:
            return
        for name, offset in keyring.promises(f"{self.partition}/").items():
            if offset > self.consolidated:
                continue
            _, owner, what = name.split("/")
            if what != EVERYTHING:
                await keyring.destroy_retired(owner, what)
            elif not keyring.is_lifted(owner):
                await keyring.destroy_user(owner)
            await keyring.kept(name)

    def _begin(self, stage: StageName, offset: int) -> None:
        self._step = Step(stage, offset, self._parts.now())

    async def _index(self, done: Sequence[Done]) -> None:
        self._begin("index", done[0].offset)
        await self.index_step.apply(done)


def _new(done: Done, staged: Staged) -> Trouble | None:
    """The trouble that consolidate had with an event that came to it without any."""
    assert done.record is not None, "what was just decided is at hand"
    outcome = done.record.outcome
    if outcome.state != "dead-lettered" or staged.event.trouble is not None:
        return None
    return Trouble(stage="consolidate", error=outcome.reason)
