"""One installation on servers that may be killed: its processes, its foreign producer, and its oracle."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
from aiokafka.errors import KafkaError
from confluent_kafka import Producer

from deploy import stack
from deploy.stack import StackStatus
from mnemolog.serving import free_port
from schemas.errors import MnemologError
from schemas.topics import INBOX, TURNS, memories
from streams.distributed.installation import Installation, Place, opened
from streams.distributed.records import decided_position
from tests.system.faults.fleet import Fleet, Member, moment
from tests.system.faults.foreign import ForeignProducer, Journal, Said
from tests.system.faults.oracle import ALIAS, Counts, committed_of, examine, marks, topics_of

PARTITIONS = 4
DEADLINE_S = 180.0
POLL_S = 0.1
T = TypeVar("T")


class World:
    """Made by `found`, which sets the installation up; whoever makes it closes it."""

    def __init__(self, servers: StackStatus, folder: Path, *, opensearch_url: str = "", replication: int = 1) -> None:
        self.stack = Path(servers.folder)
        self.url = servers.opensearch_url
        self.folder = folder
        self.place = Place(servers.bootstrap, folder / "data", PARTITIONS)
        self.replication = replication
        self.tell: Callable[[str], None] = print
        self._before = Counts()
        self.fleet = Fleet(
            folder,
            {
                "MNEMOLOG_RUNTIME": "distributed",
                "MNEMOLOG_FOLDER": str(self.place.folder),
                "MNEMOLOG_PARTITIONS": str(PARTITIONS),
                "MNEMOLOG_KAFKA_BOOTSTRAP": servers.bootstrap,
                "MNEMOLOG_OPENSEARCH_URL": opensearch_url or servers.opensearch_url,
                "MNEMOLOG_WORKER_PORT": "0",
                "OPENBLAS_NUM_THREADS": "1",
                "OMP_NUM_THREADS": "1",
            },
        )
        self.journal = Journal(folder / "journal")
        self.producer = ForeignProducer(servers.bootstrap, self.journal)

    def found(self) -> None:
        """Topics, keys and index."""
        made = self.fleet.run("setup", "--replication", str(self.replication))
        assert made.returncode == 0, made.stderr

    def worker(self, stages: str = "", *, crash_at: str = "", **settings: str) -> Member:
        """A worker; without stages it carries all."""
        chosen = ["--stages", stages] if stages else []
        return self.fleet.start("worker", *chosen, MNEMOLOG_CRASH_AT=crash_at, **settings)

    async def api(self, **settings: str) -> httpx.AsyncClient:
        """An API process that answers, and a client of it; its workers may come later."""
        port = free_port()
        self.fleet.start("api", "--port", str(port), **settings)
        client = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30, trust_env=False)

        async def ready() -> bool:
            try:
                return (await client.get("/healthz")).status_code == 200
            except httpx.TransportError:
                return False

        await self.until("the API answers", ready)
        return client

    async def send(self, said: list[Said], *, times: int = 1) -> None:
        """Produce and wait for the acknowledgements, while everything else goes on."""
        await asyncio.to_thread(self.producer.send, said, times=times)

    async def post(self, client: httpx.AsyncClient, said: Said) -> httpx.Response:
        """One turn through the API; 202 is an acknowledgement."""
        turn = {"role": "user", "content": said.content, "event_id": said.event_id}
        self.journal.write([f"sent {said.event_id} {said.user} {said.seq}"])
        answer = await client.post("/v1/turns", json={"user": said.user, "session": "log", "turns": [turn]})
        if answer.status_code == 202:
            self.journal.write([f"acked {said.event_id}"])
        return answer

    async def posted(self, client: httpx.AsyncClient, said: Said) -> None:
        """One turn through the API, sent until it is taken, as a client that keeps its turn would."""

        async def look() -> bool:
            return (await self.post(client, said)).status_code == 202

        await self.until(f"{said.event_id} is taken", look)

    def kill(self, server: str, number: signal.Signals = signal.SIGKILL) -> None:
        """Signal a server."""
        stack.kill(self.stack, server, number)

    async def start(self, server: str) -> None:
        """Start a server again and wait until it answers."""
        await asyncio.to_thread(stack.start, self.stack, server)

    @asynccontextmanager
    async def installation(self) -> AsyncIterator[Installation]:
        """The log and the keys, as any process opens them."""
        async with opened(self.place) as installation:
            yield installation

    async def until(self, what: str, look: Callable[[], Awaitable[T]], *, deadline_s: float = DEADLINE_S) -> T:
        """What `look` finds; it is asked until there is something."""
        end = moment() + deadline_s
        while True:
            found = await look()
            if found:
                return found
            if moment() > end:
                raise AssertionError(f"not in {deadline_s:.0f} s: {what}\n{self.fleet.tail()}")
            await asyncio.sleep(POLL_S)

    async def over(self, member: Member, *, deadline_s: float = DEADLINE_S) -> int | None:
        """The exit code of a process that ends by itself."""

        async def look() -> bool:
            return not member.running

        await self.until(f"{member.name} ends", look, deadline_s=deadline_s)
        return member.exit_code

    async def dies(self, member: Member) -> None:
        """Until the process was killed at the point that it was told."""
        code = await self.over(member)
        assert code == -signal.SIGKILL, f"exit code {code}\n{member.told()[-3_000:]}"

    async def ends(self, member: Member, number: signal.Signals = signal.SIGTERM) -> int:
        """Signal a process, and its exit code once it has ended."""
        return await asyncio.to_thread(member.end, number)

    async def stands(self, member: Member) -> None:
        """Until the process stands still at the point that it was told."""

        async def look() -> bool:
            assert member.running, member.told()[-3_000:]
            return member.standing

        await self.until(f"{member.name} stands still", look)

    async def says(self, member: Member, word: str) -> None:
        """Until the process logs a word."""

        async def look() -> bool:
            return word in member.told()

        await self.until(f"{member.name} says {word}", look)

    async def reached(self, topic: str, least: int, *, deadline_s: float = DEADLINE_S) -> None:
        """Until a topic holds this many records."""
        async with self.installation() as installation:

            async def look() -> bool:
                ends = await installation.log.ends(topic, range(PARTITIONS))
                return sum(ends.values()) >= least

            await self.until(f"{topic} has {least} records", look, deadline_s=deadline_s)

    async def shown_at_end(self, partition: int) -> bool:
        """Until the index shows everything of one partition."""

        async def look() -> bool:
            async with self.installation() as installation:
                end = await installation.log.end(TURNS, partition)
            return (await asyncio.to_thread(marks, self.url)).get(partition, -1) >= end - 1

        return await self.until(f"partition {partition} is shown", look)

    def send_large(self, key: bytes, value: bytes) -> None:
        """One record to the inbox, of whatever size, from a producer without a limit of its own."""
        producer = Producer({"bootstrap.servers": self.place.bootstrap, "message.max.bytes": 20_000_000})
        producer.produce(INBOX, key=key, value=value)
        assert producer.flush(60) == 0

    def documents(self) -> list[dict[str, Any]]:
        """Some memories as OpenSearch holds them."""
        answer = httpx.post(f"{self.url}/{ALIAS}/_search", json={"query": {"term": {"type": "memory"}}}, timeout=30)
        return list(answer.raise_for_status().json()["hits"]["hits"])

    def overwrite(self, name: str, source: dict[str, Any] | None) -> None:
        """Put a document past the product, or take it away."""
        url, routing = (
            f"{self.url}/{ALIAS}/_doc/{name}",
            {"routing": (source or {}).get("user_key") or name.split(":")[1]},
        )
        if source is None:
            httpx.delete(url, params=routing, timeout=30).raise_for_status()
        else:
            httpx.put(url, params=routing, json=source, timeout=30).raise_for_status()

    async def decided(self, least: int) -> None:
        """Until the commit log holds this many records."""
        await self.reached(memories(1), least)

    async def settled(self, *, deadline_s: float = DEADLINE_S) -> None:
        """Until every stage has done everything, the index shows it, and every group committed it."""
        lagging = "nothing was read"

        async def look() -> bool:
            nonlocal lagging
            try:
                async with self.installation() as installation:
                    lagging = await self._lagging(installation)
            except (MnemologError, KafkaError, OSError, httpx.HTTPError) as error:
                lagging = str(error)
            return not lagging

        try:
            await self.until("everything is settled", look, deadline_s=deadline_s)
        except AssertionError as error:
            raise AssertionError(f"{lagging}\n{error}") from error

    async def checked(self, *, deadline_s: float = DEADLINE_S) -> Counts:
        """Settle, and hold everything that this installation ever took to the oracle; what came since the last time is
        counted and told to the summary."""
        await self.settled(deadline_s=deadline_s)
        async with self.installation() as installation:
            now = await examine(installation, self.url, self.journal)
        counts, self._before = now.since(self._before), now
        self.tell(counts.line())
        return counts

    async def _lagging(self, installation: Installation) -> str:
        # From the inbox on: what a stage has done is seen in the end of the next one's topic.
        committed = await committed_of(installation)
        for stage, topic in topics_of(installation).items():
            if stage == "index":
                # The marks speak for it: it commits no void records, and a zombie's may stand at the end.
                continue
            for partition, end in (await installation.log.ends(topic, range(PARTITIONS))).items():
                if committed[stage].get(partition, 0) < end:
                    return f"{stage}: partition {partition} committed {committed[stage].get(partition)} of {end}"
        ends = await installation.log.ends(TURNS, range(PARTITIONS))
        shown = await asyncio.to_thread(marks, self.url)
        for partition, end in ends.items():
            done = await decided_position(installation.log, memories(installation.generation), partition)
            if min(done, shown.get(partition, -1)) < end - 1:
                return f"partition {partition}: {end} turns, decided {done}, shown {shown.get(partition, -1)}"
        return ""

    def rest(self) -> None:
        """End all processes; none may be left."""
        self.fleet.end_all()
        left = self.fleet.leftovers()
        assert not left, f"processes are left: {left}"

    def close(self) -> None:
        with contextlib.suppress(AssertionError):
            self.rest()
        self.journal.close()
