"""Control: who changes generations, and which API processes have which of them loaded; documents in OpenSearch.

Kafka has no compare-and-set and OpenSearch has: a document is exchanged only if its sequence number is the one that was
read. What stands here is of now and may be lost; what must last stands in the topic of keys (generation_book.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog

from indexers.opensearch import Server
from indexers.opensearch.server import Json, Refused
from schemas.errors import GenerationError, IndexMissingError, MnemologError
from schemas.records import utc_text

BEAT_S = 2.0
"""How often a process says that it is there."""
ALIVE_S = 12.0
"""One that said nothing for so long is gone; clocks of one installation differ by less."""
PROCESSES_MAX = 1_000
LOCK = "generations"
log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class ApiProcess:
    """An API process that is there, and the generations that it could read right now."""

    name: str
    loaded: frozenset[int]


class Control:
    """Made over the index `<alias>-control`, which is made when it is missing."""

    def __init__(self, server: Server, alias: str, now: Callable[[], datetime]) -> None:
        self._server = server
        self._index = f"{alias}-control"
        self._now = now
        self.owner = f"process {os.getpid()} on {socket.gethostname()}"

    async def holder(self) -> str:
        """Who changes generations now; "" = nobody."""
        found = await self._get(LOCK)
        return "" if found is None or not self._alive(found["_source"]) else str(found["_source"]["owner"])

    @contextlib.asynccontextmanager
    async def alone(self) -> AsyncIterator[asyncio.Event]:
        """Nobody else changes generations inside this context; the event is set when that was lost. Raises
        GenerationError naming who does."""
        place = await self._take()
        lost = asyncio.Event()
        beating = asyncio.create_task(self._keep(place, lost), name="generations lock")
        try:
            yield lost
        finally:
            beating.cancel()
            await asyncio.gather(beating, return_exceptions=True)
            if not lost.is_set():
                with contextlib.suppress(MnemologError):
                    await self._server.ask("DELETE", f"/{self._index}/_doc/{LOCK}")

    async def tell(self, name: str, loaded: frozenset[int]) -> None:
        """Say that an API process is there."""
        body = {"api": name, "loaded": sorted(loaded), "at": utc_text(self._now())}
        await self._ask("PUT", f"_doc/api-{name}", body)

    async def leave(self, name: str) -> None:
        """Say that an API process ends."""
        with contextlib.suppress(MnemologError):
            await self._server.ask("DELETE", f"/{self._index}/_doc/api-{name}")

    async def api_processes(self) -> list[ApiProcess]:
        """Those that are there."""
        await self._ask("POST", "_refresh")
        found = await self._ask("POST", "_search", {"size": PROCESSES_MAX})
        sources = [hit["_source"] for hit in found["hits"]["hits"] if "api" in hit["_source"]]
        return [ApiProcess(one["api"], frozenset(one["loaded"])) for one in sources if self._alive(one)]

    async def _take(self) -> dict[str, str]:
        found = await self._get(LOCK)
        if found is not None and self._alive(found["_source"]):
            raise GenerationError(
                f"generations are being changed by {found['_source']['owner']}",
                hint="wait for it; two at once would only race",
            )
        condition = {"op_type": "create"} if found is None else _place_of(found)
        try:
            return await self._write(condition)
        except Refused as refused:
            # Somebody else was quicker.
            raise GenerationError(f"generations are being changed by {await self.holder()}") from refused

    async def _keep(self, place: dict[str, str], lost: asyncio.Event) -> None:
        while True:
            await asyncio.sleep(BEAT_S)
            try:
                place = await self._write(place)
            except Refused as refused:
                log.error("generations_lock_lost", reason=refused.message)
                lost.set()
                return
            except MnemologError as error:
                log.warning("generations_lock_not_kept", reason=error.message)

    async def _write(self, condition: dict[str, str]) -> dict[str, str]:
        body = {"owner": self.owner, "at": utc_text(self._now())}
        return _place_of(await self._ask("PUT", f"_doc/{LOCK}", body, params=condition))

    async def _get(self, name: str) -> Json | None:
        # Not by its path: the client logs a document that is not there as a failure.
        (found,) = (await self._ask("POST", "_mget", {"ids": [name]}))["docs"]
        return found if found.get("found") else None

    async def _ask(self, method: str, path: str, body: Json = None, *, params: Mapping[str, str] | None = None) -> Json:
        """Ask, and make the index first when there is none."""
        try:
            return await self._server.ask(method, f"/{self._index}/{path}", body, params=params)
        except IndexMissingError:
            await self._prepare()
            return await self._server.ask(method, f"/{self._index}/{path}", body, params=params)

    async def _prepare(self) -> None:
        body = {"mappings": {"dynamic": False}, "settings": {"number_of_shards": 1, "auto_expand_replicas": "0-1"}}
        try:
            await self._server.ask("PUT", f"/{self._index}", body)
        except Refused as refused:
            if refused.kind != "resource_already_exists_exception":
                raise

    def _alive(self, source: Json) -> bool:
        if source.get("owner") and _dead_here(str(source["owner"])):
            return False
        return self._now() - datetime.fromisoformat(source["at"]) < timedelta(seconds=ALIVE_S)


def _place_of(answer: Json) -> dict[str, str]:
    return {"if_seq_no": str(answer["_seq_no"]), "if_primary_term": str(answer["_primary_term"])}


def _dead_here(owner: str) -> bool:
    """Whether the owner was a process of this host that is no more: then nobody has to wait for its silence."""
    _, pid, _, host = owner.split(" ", 3)
    if host != socket.gethostname():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
