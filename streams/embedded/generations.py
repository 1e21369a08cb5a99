"""EmbeddedGenerations: builds, verifies, promotes and deletes the generations of one folder (DESIGN §7)."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Literal, assert_never

import structlog

from indexers.index import MemoryIndex, Scope
from schemas.errors import FolderCorruptError, GenerationError, MnemologError
from schemas.generations import Book, BuildRequest, Generation, GenerationStatus, Golden, GoldenQuery, Report
from schemas.topics import TURNS, memories
from streams import generations as decide
from streams.brains import Brains, Thinking
from streams.consolidate_step import Consolidate
from streams.embedded.carried import CarriedGeneration, Deciding
from streams.embedded.generation_files import OpenIndexOf, following_stages, open_beside, remove
from streams.embedded.promotion import promote
from streams.embedded.runtime import EmbeddedRuntime
from streams.generation_check import Comparison, compare_golden, report
from streams.generation_fold import folded_partition
from streams.pace import Pace, Progress
from streams.rebuild import rebuild_index
from streams.recorded_outputs import RecordedOutputs

Tell = Callable[[Progress], None]
"""Called after each batch."""
log = structlog.get_logger(__name__)


class EmbeddedGenerations:
    """See api.generations.Generations. Made by `open`; what it carries is the runtime's, and closed with it."""

    def __init__(
        self,
        runtime: EmbeddedRuntime,
        thinking: Thinking,
        open_index: OpenIndexOf,
        live: Brains,
        counted: Callable[[Consolidate], Consolidate],
    ) -> None:
        self._runtime = runtime
        self._counted = counted
        self._thinking = thinking
        self._open_index = open_index
        self._brains = {runtime.live.number: live}
        self._progress: Progress | None = None
        self._building = 0
        self._ill: dict[int, str] = {}

    @classmethod
    async def open(
        cls,
        runtime: EmbeddedRuntime,
        thinking: Thinking,
        open_index: OpenIndexOf,
        live: Brains,
        *,
        counted: Callable[[Consolidate], Consolidate] = lambda consolidate: consolidate,
    ) -> EmbeddedGenerations:
        """Note the live generation, and carry the others that are complete. One whose models are missing is not carried
        and says so. `counted`: what the live generation decides passes through it, and nobody else's."""
        book, number = runtime.folder.read_book(), runtime.live.number
        if book.find(number) is None and await _holds_turns(runtime):
            # Whichever program decided until now, it wrote nothing down.
            live = replace(live, spec=live.spec.model_copy(update={"code": ""}))
        made = cls(runtime, thinking, open_index, live, counted)
        if book.find(number) is None:
            noted = Generation(
                number=number,
                spec=live.spec,
                state="ready",
                index=runtime.folder.index.name,
                created_at=runtime.parts.now(),
            )
            await made._keep(decide.noted(book, noted))
        for generation in book.generations:
            if generation.state == "ready" and generation.number != number:
                try:
                    await made._carry(generation)
                except MnemologError as error:
                    log.error("generation_not_carried", generation=generation.number, reason=error.message)
                    made._ill[generation.number] = error.message
        return made

    def reading(self) -> tuple[MemoryIndex, Brains, int]:
        """What is read now: the index, what it was made with, and the generation. They change together."""
        live = self._runtime.live
        return live.index, self._brains[live.number], live.number

    async def all(self) -> list[GenerationStatus]:
        """Every generation, in order."""
        book, live = self._book(), self._runtime.live.number
        return [self._status(generation, book, live) for generation in book.generations]

    async def check(
        self, change: Literal["build", "promote", "rollback", "delete"], number: int = 0, *, force: bool = False
    ) -> None:
        """Raises what that change would be refused with right now."""
        self._refuse_two()
        book, live = self._book(), self._runtime.live.number
        match change:
            case "build":
                pass
            case "promote":
                decide.promotable(book, number, live=live, force=force)
                if self._runtime.beside.get(number) is None:
                    raise GenerationError(f"generation {number} is not carried: {self._ill.get(number, 'unknown')}")
            case "rollback":
                decide.rollback_target(book, live=live)
            case "delete":
                decide.deleted(book, number, live=live, owner_alive=False)
            case _:
                assert_never(change)

    async def build(self, request: BuildRequest, *, tell: Tell = lambda progress: None) -> Generation:
        """Build the next generation and verify it; from `memories`, the live one's index anew. Raises GenerationError
        while another build runs, FolderCorruptError when the log does not begin at its beginning."""
        runtime = self._runtime
        self._refuse_two()
        if request.source == "memories":
            brains, number = self._brains[runtime.live.number], runtime.live.number
            pace = Pace(0.0, time.monotonic())
            done = await rebuild_index(
                runtime,
                lambda path, keyring, generation: self._open_index(brains.spec, path, keyring, generation),
                tell=lambda done, total: tell(pace.progress(done, total, time.monotonic())),
            )
            found = report(done.before, done.after, (brains.spec, brains.spec), Comparison(), Golden())
            return decide.found(self._book(), number).model_copy(update={"report": found, "positions": done.positions})
        async with runtime.rebuilding:
            live = self._brains[runtime.live.number].spec
            policy = live.policy if request.policy is None else request.policy
            spec = await self._thinking.spec(request.embedder or live.embedder, policy)
            await self._require_whole_log()
            book = self._book()
            known = book.generations
            book, generation = decide.begun(
                book,
                spec,
                request.source,
                live=runtime.live.number,
                owner=_owner(),
                owner_alive=False,
                now=runtime.parts.now(),
            )
            await self._keep(book)
            if all(one.number != generation.number for one in known):
                # A number can come again after a deletion that a crash cut short.
                await remove(runtime, generation)
            brains = await self._thinking.brains(spec)
            return await self._built(generation, brains, request, tell)

    async def promote(self, number: int, *, force: bool = False) -> None:
        """Read that generation from now on; the one before is carried on. Raises NotFoundError, GenerationError."""
        runtime = self._runtime
        await self.check("promote", number, force=force)
        async with runtime.rebuilding:
            book, live = self._book(), runtime.live.number
            generation = decide.found(book, number)
            await self._keep(decide.promoted(book, live=live, live_index=runtime.folder.index.name))
            leader, before = self._brains[number], self._brains[live]
            await promote(
                runtime,
                number,
                runtime.folder.path / generation.index,
                leading=Deciding(leader.stages, self._counted(leader.consolidate)),
                following=Deciding(following_stages(runtime, before, decide.found(book, live)), before.consolidate),
            )
            log.info("generation_promoted", generation=number, before=live)

    async def rollback(self) -> int:
        """Read the generation before again; returns its number. Raises GenerationError."""
        number = decide.rollback_target(self._book(), live=self._runtime.live.number)
        await self.promote(number, force=True)
        return number

    async def delete(self, number: int) -> None:
        """Remove a generation with its files. Raises NotFoundError, GenerationError for the live one."""
        runtime = self._runtime
        await self.check("delete", number)
        async with runtime.rebuilding:
            book = self._book()
            kept = decide.deleted(book, number, live=runtime.live.number, owner_alive=False)
            if runtime.beside.get(number) is not None:
                await (await runtime.beside.take(number)).close()
            await self._keep(kept)
            await remove(runtime, decide.found(book, number))
            self._brains.pop(number, None)
            self._ill.pop(number, None)
            log.info("generation_deleted", generation=number)

    async def _built(self, generation: Generation, brains: Brains, request: BuildRequest, tell: Tell) -> Generation:
        runtime = self._runtime
        carried = await open_beside(runtime, generation, brains, self._open_index)
        self._building = generation.number
        try:
            await self._catch_up(carried, request.rate, tell)
            runtime.parts.crash.reach("rebuild-built")
            verified = await self._verified(carried, brains, request)
            runtime.parts.crash.reach("rebuild-verified")
            stages = carried.parts.stages
            assert isinstance(stages, RecordedOutputs)
            book = decide.built(
                self._book(),
                generation.number,
                verified,
                index=f"index-g{generation.number}.db",
                positions=carried.positions,
                reused=stages.reused,
                now=runtime.parts.now(),
            )
            await self._keep(book)
        except BaseException:
            await carried.close()
            raise
        finally:
            self._progress, self._building = None, 0
        self._brains[generation.number] = brains
        runtime.beside.add(carried)
        return decide.found(book, generation.number)

    async def _catch_up(self, carried: CarriedGeneration, rate: float, tell: Tell) -> None:
        """Until nothing is left to do, behind live traffic and no faster than asked for."""
        pace = Pace(rate, time.monotonic())
        while done := await carried.step():
            self._runtime.parts.crash.reach("rebuild-step")
            total = carried.positions + carried.behind
            self._progress = pace.progress(carried.positions, total, time.monotonic())
            tell(self._progress)
            pause_s = pace.pause_s(done, time.monotonic())
            await asyncio.sleep(pause_s)
            await self._runtime.let_live_go_first()

    async def _verified(self, carried: CarriedGeneration, brains: Brains, request: BuildRequest) -> Report:
        runtime = self._runtime
        while carried.behind:
            # Without a pause in between: live events that come all the time must not keep it from ever being equal.
            await carried.step()
        async with runtime.paused():
            while await carried.step():
                pass
            before, after = await runtime.index.digest(), await carried.index.digest()
            upto = [pipeline.consolidated for pipeline in carried.pipelines]
        live = self._brains[runtime.live.number]
        comparison = Comparison()
        if before != after or not live.spec.same_decisions(brains.spec):
            await self._compare(carried, upto, comparison)
        golden = await self._golden(carried, brains, request.golden or tuple(comparison.sampled()))
        return report(before, after, (live.spec, brains.spec), comparison, golden)

    async def _compare(self, carried: CarriedGeneration, upto: list[int], comparison: Comparison) -> None:
        """Compare both commit logs, partition after partition."""
        runtime = self._runtime
        for partition, last in enumerate(upto):
            pair = []
            for parts in (runtime.parts, carried.parts):
                topic = memories(parts.number)
                fold = await folded_partition(
                    parts.generation, topic, partition, parts.keyring, upto=last, work=parts.run
                )
                pair.append(fold)
                await runtime.let_live_go_first()
            comparison.take(runtime.parts.turns.epoch, partition, pair[0], pair[1])

    async def _golden(self, carried: CarriedGeneration, brains: Brains, queries: tuple[GoldenQuery, ...]) -> Golden:
        if not queries:
            return Golden()
        index, live, _ = self.reading()
        keyring = self._runtime.parts.keyring
        scopes = [Scope(query.tenant, query.user, keyring.user_key(query.tenant, query.user)) for query in queries]
        before = await self._thinking.ask(live, index, scopes, queries)
        after = await self._thinking.ask(brains, carried.index, scopes, queries)
        return compare_golden(queries, before, after)

    async def _carry(self, generation: Generation) -> None:
        brains = await self._thinking.brains(generation.spec)
        carried = await open_beside(self._runtime, generation, brains, self._open_index)
        self._brains[generation.number] = brains
        self._runtime.beside.add(carried)

    async def _require_whole_log(self) -> None:
        turns = self._runtime.parts.turns
        for partition in range(turns.partitions):
            first = await turns.first(TURNS, partition)
            if first != 0:
                raise FolderCorruptError(
                    f"partition {partition} of the log begins at {first}, and a rebuild needs it from 0",
                    hint="restore the log from a backup; what was derived from it is still whole",
                )

    def _refuse_two(self) -> None:
        if self._runtime.rebuilding.locked():
            building = next((one for one in self._book().generations if one.state == "building"), None)
            what = "another change of generations" if building is None else f"the build of generation {building.number}"
            raise GenerationError(f"{what} is at work in {_owner()}", hint="wait for it; two at once would only race")

    def _status(self, generation: Generation, book: Book, live: int) -> GenerationStatus:
        number = generation.number
        if generation.state == "building":
            if number != self._building:
                return GenerationStatus(generation=generation, role="broken off")
            at_work = self._progress or Progress(0, 0)
            return GenerationStatus(
                generation=generation,
                role="building",
                behind=at_work.total - at_work.done,
                done=at_work.done,
                total=at_work.total,
                rate=round(at_work.rate, 1),
                left_s=at_work.left_s,
            )
        if number == live:
            return GenerationStatus(generation=generation, role="live")
        carried = self._runtime.beside.get(number)
        return GenerationStatus(
            generation=generation,
            role="standby" if number == book.previous else "ready",
            behind=0 if carried is None else carried.behind,
            held=self._ill.get(number, "") if carried is None else carried.held,
        )

    def _book(self) -> Book:
        return self._runtime.folder.read_book()

    async def _keep(self, book: Book) -> None:
        await asyncio.to_thread(self._runtime.folder.write_book, book)


async def _holds_turns(runtime: EmbeddedRuntime) -> bool:
    turns = runtime.parts.turns
    return any([await turns.end(TURNS, partition) for partition in range(turns.partitions)])


def _owner() -> str:
    return f"process {os.getpid()}"
