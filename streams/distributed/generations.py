"""DistributedGenerations: builds, verifies, promotes and deletes generations over Kafka and OpenSearch (DESIGN §7)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, assert_never

import structlog

from indexers.index import Digest, MemoryIndex
from indexers.opensearch import Server
from indexers.opensearch.admin import create, delete, generation_of, go_live, index_name, names, point, read_by
from schemas.errors import GenerationError, IndexMissingError
from schemas.generations import Book, BuildRequest, Generation, GenerationStatus, Golden, Spec
from schemas.topics import generation_topics, memories
from streams import generations as decide
from streams.brains import Brains, Thinking
from streams.deadletters import DeadLetters
from streams.distributed.consolidate_work import ConsolidateWork
from streams.distributed.control import Control
from streams.distributed.current_index import CurrentIndex, IdentityOf
from streams.distributed.generation_book import GenerationBook, of_generation
from streams.distributed.generation_build import Build, Tell
from streams.distributed.generation_verify import verified
from streams.distributed.identity import forget
from streams.distributed.index_work import IndexWork
from streams.distributed.inline_work import InlineWork
from streams.distributed.installation import Installation
from streams.distributed.promotion_waits import until_in_step, until_loaded
from streams.distributed.rebuild import rebuild_index
from streams.distributed.records import decided_position
from streams.distributed.topics import create as create_topics
from streams.distributed.topics import delete as delete_topics
from streams.distributed.topics import replication_of
from streams.generation_check import Comparison, report
from streams.pace import Pace, Progress

LEFT_S = 6.0
"""Workers look at the book every two seconds and drain for a few: then nobody writes to what is deleted."""
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Live:
    """What is read: the generation, its spec and the name of its index."""

    number: int
    spec: Spec
    index: str


class DistributedGenerations:
    """See api.generations.Generations. `first`: the spec of an installation that has written none down."""

    def __init__(
        self,
        installation: Installation,
        server: Server,
        alias: str,
        thinking: Thinking,
        control: Control,
        first: Spec,
        identity_of: IdentityOf,
        now: Callable[[], datetime],
    ) -> None:
        self._installation = installation
        self._server = server
        self._alias = alias
        self._thinking = thinking
        self._control = control
        self._first = first
        self._identity_of = identity_of
        self._now = now
        self._book = GenerationBook(installation)
        self._progress: Progress | None = None

    async def all(self) -> list[GenerationStatus]:
        """Every generation, in order."""
        live = await self._live()
        book = self._whole(live)
        building = await self._control.holder()
        return [await self._status(generation, book, live, building) for generation in book.generations]

    async def check(
        self, change: Literal["build", "promote", "rollback", "delete"], number: int = 0, *, force: bool = False
    ) -> None:
        """Raises what that change would be refused with right now."""
        holder = await self._control.holder()
        if holder:
            raise GenerationError(f"generations are being changed by {holder}", hint="wait for it")
        live = await self._live()
        self._require(self._whole(live), live, change, number, force=force)

    async def build(self, request: BuildRequest, *, tell: Tell = lambda progress: None) -> Generation:
        """Build the next generation and verify it; from `memories`, the live one's index anew. Raises GenerationError
        while another process changes generations, ConfigurationError when the log does not begin at its beginning."""
        async with self._control.alone() as lost:
            live = await self._live()
            if request.source == "memories":
                return await self._index_anew(live, tell)
            policy = live.spec.policy if request.policy is None else request.policy
            spec = await self._thinking.spec(request.embedder or live.spec.embedder, policy)
            book, generation = decide.begun(
                self._whole(live),
                spec,
                request.source,
                live=live.number,
                owner=self._control.owner,
                owner_alive=False,
                now=self._now(),
            )
            # First its topics: whoever reads the book looks into them.
            await self._prepare(generation)
            await self._book.write(book)
            try:
                return await self._built(generation, live, request, lost, tell)
            finally:
                self._progress = None

    async def promote(self, number: int, *, force: bool = False) -> None:
        """Read that generation from now on; the one before is carried on. Raises NotFoundError, GenerationError."""
        async with self._control.alone():
            live = await self._live()
            book = self._whole(live)
            self._require(book, live, "promote", number, force=force)
            generation = decide.found(book, number)
            index = await self._current(generation).open(generation.index)
            await self._book.announce(number)
            try:
                await until_loaded(self._control, number)
                before = await self._current(decide.found(book, live.number)).now()
                await until_in_step(number, before, index, self._installation.partitions)
                self._installation.crash.reach("promote-before-flip")
                await self._book.write(decide.promoted(book, live=live.number, live_index=live.index))
                await point(self._server, self._alias, generation.index)
                self._installation.crash.reach("promote-after-flip")
                await self._book.lead(number)
            finally:
                await self._book.announce(0)
            log.info("generation_promoted", generation=number, before=live.number)

    async def rollback(self) -> int:
        """Read the generation before again; returns its number. Raises GenerationError."""
        live = await self._live()
        number = decide.rollback_target(self._whole(live), live=live.number)
        await self.promote(number, force=True)
        return number

    async def delete(self, number: int) -> None:
        """Remove a generation with its topics and its index. Raises NotFoundError, GenerationError for the live one."""
        async with self._control.alone():
            live = await self._live()
            book = self._whole(live)
            kept = decide.deleted(book, number, live=live.number, owner_alive=False)
            # Workers let go of one that is not ready; a deletion that is cut short can be done again.
            left = decide.found(book, number).model_copy(update={"state": "building", "owner": ""})
            await self._book.write(decide.noted(book, left))
            await asyncio.sleep(LEFT_S)
            for name in await names(self._server, index_name(number, "*", alias=self._alias)):
                await delete(self._server, name)
            place = self._installation.place
            topics = generation_topics(place.partitions, number)
            await delete_topics(place.bootstrap, [spec.name for spec in topics], prefix=place.prefix)
            await forget(self._installation.keys, topics)
            await self._book.write(kept)
            log.info("generation_deleted", generation=number)

    async def digests(self) -> dict[int, Digest]:
        """What the index of each complete generation says."""
        book = self._whole(await self._live())
        ready = [one for one in book.generations if one.state == "ready"]
        return {one.number: await (await self._current(one).now()).digest() for one in ready}

    async def _index_anew(self, live: Live, tell: Tell) -> Generation:
        identity = self._identity_of(live.number, live.spec)
        pace = Pace(0.0, time.monotonic())
        done = await rebuild_index(
            of_generation(self._installation, live.number),
            self._server,
            self._alias,
            identity,
            now=self._now,
            progress=lambda done, total: tell(pace.progress(done, total, time.monotonic())),
        )
        before = done.after if done.before is None else done.before
        found = report(before, done.after, (live.spec, live.spec), Comparison(), Golden())
        generation = decide.found(self._whole(await self._live()), live.number)
        return generation.model_copy(update={"report": found, "positions": done.records})

    async def _built(
        self, generation: Generation, live: Live, request: BuildRequest, lost: asyncio.Event, tell: Tell
    ) -> Generation:
        number, crash = generation.number, self._installation.crash
        brains = await self._thinking.brains(generation.spec)
        name = index_name(number, "1", alias=self._alias)
        index = await self._current(generation).open(name)

        def told(progress: Progress) -> None:
            self._progress = progress
            tell(progress)

        with ThreadPoolExecutor(1, thread_name_prefix="build") as executor:
            build = self._build_of(generation, brains, live.number, index, lost, executor)
            try:
                upto = await build.run(request.rate, told)
            finally:
                await build.consolidate.close()
            crash.reach("rebuild-built")
            await go_live(self._server, name)
            before = (live.number, await self._thinking.brains(live.spec), await self._current_live(live))
            found = await verified(
                self._installation,
                self._thinking,
                before,
                (number, brains, index),
                request.golden,
                upto=upto,
                executor=executor,
            )
        crash.reach("rebuild-verified")
        book = decide.built(
            self._book.read(),
            number,
            found,
            index=name,
            positions=sum(upto) + len(upto),
            reused=build.inline.reused,
            now=self._now(),
        )
        await self._book.write(book)
        return decide.found(book, number)

    async def _prepare(self, generation: Generation) -> None:
        place = self._installation.place
        replication = await replication_of(place.bootstrap, prefix=place.prefix)
        topics = generation_topics(place.partitions, generation.number)
        await create_topics(place.bootstrap, topics, replication=replication, prefix=place.prefix)
        identity = self._identity_of(generation.number, generation.spec)
        name = index_name(generation.number, "1", alias=self._alias)
        await create(self._server, name, identity, live=False)

    def _build_of(
        self,
        generation: Generation,
        brains: Brains,
        live: int,
        index: MemoryIndex,
        lost: asyncio.Event,
        executor: ThreadPoolExecutor,
    ) -> Build:
        own = of_generation(self._installation, generation.number)
        letters = DeadLetters(own.log, own.keyring)

        async def of_this() -> MemoryIndex:
            return index

        return Build(
            own,
            live,
            InlineWork(own, brains, letters, executor, self._now, live=lambda: live, source=generation.source),
            ConsolidateWork(own, letters, brains.consolidate, executor, self._now, destroys=False),
            IndexWork(own, letters, of_this, self._now),
            index,
            lost,
        )

    def _require(
        self,
        book: Book,
        live: Live,
        change: Literal["build", "promote", "rollback", "delete"],
        number: int,
        *,
        force: bool,
    ) -> None:
        match change:
            case "build":
                pass
            case "promote":
                decide.promotable(book, number, live=live.number, force=force)
            case "rollback":
                decide.rollback_target(book, live=live.number)
            case "delete":
                decide.deleted(book, number, live=live.number, owner_alive=False)
            case _:
                assert_never(change)

    async def _live(self) -> Live:
        """What the alias stands for."""
        try:
            name = await read_by(self._server, self._alias)
        except IndexMissingError:
            # Every index was deleted: the generation that was read last is rebuilt from its commit log.
            name, number = "", self._book.live
        else:
            number = generation_of(name)
        noted = self._book.read().find(number)
        return Live(number, self._first if noted is None else noted.spec, name)

    def _whole(self, live: Live) -> Book:
        """The book, with the live generation in it."""
        book = self._book.read()
        return book if book.find(live.number) is not None else decide.noted(book, self._noted(live))

    def _noted(self, live: Live) -> Generation:
        known = self._book.read().find(live.number)
        return known or Generation(
            number=live.number, spec=live.spec, state="ready", index=live.index, created_at=self._now()
        )

    async def _current_live(self, live: Live) -> MemoryIndex:
        return await self._current(self._noted(live)).open(live.index)

    def _current(self, generation: Generation) -> CurrentIndex:
        identity = self._identity_of(generation.number, generation.spec)
        return CurrentIndex(self._server, self._alias, identity, of_generation(self._installation, generation.number))

    async def _status(self, generation: Generation, book: Book, live: Live, building: str) -> GenerationStatus:
        number = generation.number
        if number == live.number:
            return GenerationStatus(generation=generation, role="live")
        total = await self._positions(live.number)
        if generation.state == "building":
            done = await self._positions(number)
            if not building:
                return GenerationStatus(generation=generation, role="broken off", done=done, total=total)
            own = self._progress or Progress(done, total)
            return GenerationStatus(
                generation=generation,
                role="building",
                behind=max(0, total - done),
                done=own.done,
                total=own.total,
                rate=round(own.rate, 1),
                left_s=own.left_s,
            )
        role: Literal["standby", "ready"] = "standby" if number == book.previous else "ready"
        return GenerationStatus(generation=generation, role=role, behind=max(0, total - await self._shown(generation)))

    async def _shown(self, generation: Generation) -> int:
        """Positions that its index shows: one that is decided and not shown yet would be missed by who reads it."""
        try:
            index = await self._current(generation).now()
        except IndexMissingError:
            return 0
        partitions = range(self._installation.partitions)
        last = await asyncio.gather(*(index.watermark(partition) for partition in partitions))
        return sum(last) + len(last)

    async def _positions(self, number: int) -> int:
        kafka, partitions = self._installation.log, range(self._installation.partitions)
        last = await asyncio.gather(*(decided_position(kafka, memories(number), partition) for partition in partitions))
        return sum(last) + len(last)
