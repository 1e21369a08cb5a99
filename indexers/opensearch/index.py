"""OpenSearchIndex: the read model of one generation on OpenSearch (DESIGN §6)."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from indexers.cursor import read_cursor, write_cursor
from indexers.digest import combine
from indexers.filters import as_known
from indexers.index import (
    CandidateQuery,
    Candidates,
    Digest,
    EventOutcome,
    IndexBatch,
    Order,
    Page,
    Rejected,
    Scope,
    SessionSummary,
    Tombstone,
    Visibility,
)
from indexers.opensearch import documents as held
from indexers.opensearch.admin import Identity, check
from indexers.opensearch.bulk import Write
from indexers.opensearch.marks import Marks
from indexers.opensearch.queries import Clause, all_of, matching, none_of, owned, term
from indexers.opensearch.search import candidates_of, overlay_of, requests_of
from indexers.opensearch.server import Json, Server, compact
from indexers.opensearch.writing import Writer, raise_error
from schemas.memories import Memory, Outcome
from schemas.queries import Filters

PAGE = 500
DIGEST_PAGE = 10_000
"""Of hits without their documents: as many as OpenSearch gives at once (`index.max_result_window`)."""
_NO_SOURCE = {"_source": False, "stored_fields": "_none_"}
SESSIONS_MAX = 10_000
OUTCOMES_MAX = 1_000
PIT_KEEP = "2m"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SORTS: Mapping[Order, list[Mapping[str, str]]] = {
    "newest": [{"occurred_us": "desc"}, {"known_from": "desc"}, {"memory_id": "asc"}],
    "oldest": [{"occurred_us": "asc"}, {"known_from": "asc"}, {"memory_id": "asc"}],
    "importance": [{"importance": "desc"}, {"known_from": "desc"}, {"memory_id": "asc"}],
}


class OpenSearchIndex:
    """MemoryIndex over one concrete index. What was applied is found after the next refresh, within a second.

    `partition_of` tells a user's partition, whose watermark comes with the candidates. One shard holds everything, so
    that a watermark is never seen before what it stands for.
    """

    def __init__(
        self, server: Server, name: str, identity: Identity, secret: bytes, partition_of: Callable[[str], int]
    ) -> None:
        self.name = name
        self.server = server
        self._writer = Writer(server, name, identity.dimension, secret)
        self._secret = secret
        self._partition_of = partition_of
        self._marks = Marks(self._search)

    @classmethod
    async def open(
        cls, server: Server, name: str, *, identity: Identity, secret: bytes, partition_of: Callable[[str], int]
    ) -> OpenSearchIndex:
        """Open an index that exists. Raises IndexMissingError, ConfigurationError naming both values, UnavailableError.
        The server stays the caller's."""
        await check(server, name, identity)
        return cls(server, name, identity, secret, partition_of)

    async def apply(self, batch: IndexBatch) -> list[Rejected]:
        return await self._writer.apply(batch)

    async def candidates(self, query: CandidateQuery) -> Candidates:
        # Read before the routes: they may then find more than the watermark says, never less.
        watermark = await self._marks.of(self._partition_of(query.scope.user_key))
        overlay = overlay_of(query)
        answers = await self._searches(requests_of(query, overlay), query.scope.user_key)
        return candidates_of(query, overlay, answers, watermark)

    async def get(self, scope: Scope, ids: Sequence[str]) -> dict[str, Memory]:
        found: dict[str, Memory] = {}
        wanted = list(dict.fromkeys(ids))
        for start in range(0, len(wanted), PAGE):
            docs = [
                {"_id": held.memory_id(scope.user_key, name), "routing": scope.user_key}
                for name in wanted[start : start + PAGE]
                if len(held.memory_id(scope.user_key, name).encode()) <= held.ID_BYTES_MAX
            ]
            if not docs:
                continue
            answer = await self.server.ask(
                "POST",
                f"/{self.name}/_mget",
                {"docs": docs},
                params={"_source_includes": "type,status,tenant,user,payload"},
            )
            for doc in answer["docs"]:
                raise_error(doc, self.name)
                source = doc.get("_source")
                if source and _readable(source, scope):
                    memory = Memory.model_validate_json(source["payload"])
                    found[memory.memory_id] = memory
        return {name: found[name] for name in wanted if name in found}

    async def list_memories(
        self, scope: Scope, visibility: Visibility, filters: Filters, *, order: Order, limit: int, cursor: str
    ) -> Page:
        purpose = f"memories {order} {scope.user_key}"
        body = {
            "size": limit + 1,
            "query": all_of(matching(scope, visibility, filters)),
            "sort": _SORTS[order],
            "_source": ["payload"],
            "track_total_hits": False,
        }
        if cursor:
            body["search_after"] = json.loads(read_cursor(self._secret, purpose, cursor))
        hits = (await self._search(body, scope.user_key))["hits"]["hits"]
        memories = [
            as_known(Memory.model_validate_json(hit["_source"]["payload"]), visibility.as_of) for hit in hits[:limit]
        ]
        more = len(hits) > limit
        place = compact(hits[limit - 1]["sort"]) if more else b""
        return Page(memories, write_cursor(self._secret, purpose, place) if more else "")

    async def count(self, scope: Scope) -> Mapping[str, int]:
        told = await self._aggregated(scope, owned(scope), {"status": {"terms": {"field": "status", "size": 20}}})
        buckets = told["status"]["buckets"]
        return {bucket["key"]: bucket["doc_count"] for bucket in sorted(buckets, key=lambda bucket: bucket["key"])}

    async def erase(self, scope: Scope, *, upto_version: int) -> int:
        upto = max(upto_version, (await self._writer.erased({scope.user_key})).get(scope.user_key, -1))
        mark = {"type": held.ERASED, "user_key": scope.user_key, "version": upto}
        # Before anything is deleted: a batch that is on its way must find it.
        await self._writer.write_own([Write(held.erased_id(scope.user_key), scope.user_key, upto, compact(mark))])
        self._writer.forget(scope.user_key)
        await self.refresh()
        count = 0
        while True:
            old: list[Clause] = [
                term("user_key", scope.user_key),
                {"terms": {"type": [held.MEMORY, held.OUTCOME]}},
                {"range": {"version": {"lte": upto_version}}},
            ]
            body = {"size": PAGE, "query": all_of(old), "_source": ["type", "memory_id"], "track_total_hits": False}
            hits = (await self._search(body, scope.user_key))["hits"]["hits"]
            if not hits:
                break
            count += sum(hit["_source"]["type"] == held.MEMORY for hit in hits)
            # Overwritten, not deleted: OpenSearch forgets a deletion, and a bulk that was held up would write it again.
            await self._writer.write_own([self._gone(hit, scope.user_key, upto_version) for hit in hits])
            await self.refresh()
        if count:
            # What was overwritten stays in its segment until that is merged.
            await self.server.ask("POST", f"/{self.name}/_forcemerge", params={"only_expunge_deletes": "true"})
        return count

    def _gone(self, hit: Json, user_key: str, version: int) -> Write:
        tombstone = Tombstone(hit["_source"].get("memory_id", ""), user_key, version, "erased")
        return Write(hit["_id"], user_key, version, held.tombstone_source(tombstone))

    async def outcomes(self, scope: Scope, event_id: str) -> list[EventOutcome]:
        body = {
            "size": OUTCOMES_MAX,
            "query": all_of([*owned(scope, held.OUTCOME), term("event", held.event_hash(event_id))]),
            "sort": [{"version": "asc"}],
            "_source": ["payload", "offset"],
            "track_total_hits": False,
        }
        found = []
        for hit in (await self._search(body, scope.user_key))["hits"]["hits"]:
            outcome = Outcome.model_validate_json(hit["_source"]["payload"])
            found.append(EventOutcome(scope.user_key, hit["_source"]["offset"], outcome))
        return found

    async def users(self, tenant: str, *, limit: int, cursor: str) -> tuple[list[tuple[str, int]], str]:
        purpose = f"users {tenant}"
        composite: dict[str, Json] = {"size": limit + 1, "sources": [{"user": {"terms": {"field": "user"}}}]}
        if cursor:
            composite["after"] = {"user": read_cursor(self._secret, purpose, cursor).decode()}
        query = all_of([term("tenant", tenant), term("type", held.MEMORY)])
        body = {"size": 0, "query": query, "aggs": {"users": {"composite": composite}}, "track_total_hits": False}
        buckets = (await self._search(body))["aggregations"]["users"]["buckets"]
        page = [(bucket["key"]["user"], bucket["doc_count"]) for bucket in buckets[:limit]]
        more = len(buckets) > limit
        return page, write_cursor(self._secret, purpose, page[-1][0].encode()) if more else ""

    async def sessions(self, scope: Scope) -> list[SessionSummary]:
        aggregations = {
            "sessions": {
                "terms": {"field": "session", "size": SESSIONS_MAX},
                "aggs": {
                    "first": {"min": {"field": "occurred_us"}},
                    "last": {"max": {"field": "occurred_us"}},
                    "turns": {"filter": term("resolution", "turn")},
                },
            }
        }
        told = await self._aggregated(scope, [*owned(scope), none_of(term("status", "retired"))], aggregations)
        found = [
            SessionSummary(
                bucket["key"],
                bucket["turns"]["doc_count"],
                _moment(bucket["first"]["value"]),
                _moment(bucket["last"]["value"]),
            )
            for bucket in told["sessions"]["buckets"]
            if bucket["key"]
        ]
        return sorted(sorted(found, key=lambda one: one.session), key=lambda one: one.last_at, reverse=True)

    async def watermark(self, partition: int) -> int:
        return await self._marks.of(partition)

    async def digest(self) -> Digest:
        contributions = []
        query = all_of([term("type", held.MEMORY), none_of(term("status", "retired"))])
        asked = {"query": query, "sort": [{"_shard_doc": "asc"}], "docvalue_fields": ["digest"], **_NO_SOURCE}
        async for hit in self.pages(asked, size=DIGEST_PAGE, told="hits.hits.sort,hits.hits.fields"):
            contributions.append(bytes.fromhex(hit["fields"]["digest"][0]))
        return combine(contributions)

    async def scan(self, scope: Scope) -> AsyncIterator[Memory]:
        body = {"query": all_of(owned(scope)), "sort": [{"memory_id": "asc"}], "_source": ["payload"]}
        async for hit in self.pages(body):
            yield Memory.model_validate_json(hit["_source"]["payload"])

    async def refresh(self) -> None:
        """Have everything that was applied be found from now on. For tests and the ends of rebuilds: a refresh after
        each write costs more than it gives."""
        await self.server.ask("POST", f"/{self.name}/_refresh")
        self._marks.forget()

    async def close(self) -> None:
        """Nothing is held here; the server is its opener's."""

    async def _aggregated(self, scope: Scope, clauses: Sequence[Clause], aggregations: Json) -> Json:
        body = {"size": 0, "query": all_of(clauses), "aggs": aggregations, "track_total_hits": False}
        return (await self._search(body, scope.user_key))["aggregations"]

    async def _search(self, body: Json, routing: str = "") -> Json:
        params = {"routing": routing} if routing else {}
        return await self.server.ask("POST", f"/{self.name}/_search", body, params=params)

    async def _searches(self, bodies: Sequence[Json], routing: str) -> list[Json]:
        header = compact({"index": self.name, "routing": routing})
        lines = [line for body in bodies for line in (header, compact(body))]
        answer = await self.server.lines("/_msearch", lines)
        for one in answer["responses"]:
            raise_error(one, self.name)
        return list(answer["responses"])

    async def pages(self, body: dict[str, Json], *, size: int = PAGE, told: str = "hits.hits") -> AsyncIterator[Json]:
        """Every hit of one point in time, whatever is written meanwhile. `told`: what of the answers is needed, as
        OpenSearch's `filter_path`."""
        opened = await self.server.ask("POST", f"/{self.name}/_search/point_in_time", params={"keep_alive": PIT_KEEP})
        pit = opened["pit_id"]
        try:
            after: Json = None
            while True:
                asked = {**body, "size": size, "pit": {"id": pit, "keep_alive": PIT_KEEP}, "track_total_hits": False}
                if after is not None:
                    asked["search_after"] = after
                answer = await self.server.ask("POST", "/_search", asked, params={"filter_path": told})
                hits = answer.get("hits", {}).get("hits", [])
                for hit in hits:
                    yield hit
                if len(hits) < size:
                    return
                after = hits[-1]["sort"]
        finally:
            await self.server.ask("DELETE", "/_search/point_in_time", {"pit_id": [pit]})


def _readable(source: Mapping[str, Json], scope: Scope) -> bool:
    own = source["type"] == held.MEMORY and (source["tenant"], source["user"]) == (scope.tenant, scope.user)
    return own and source["status"] != "retired"


def _moment(microseconds: float) -> datetime:
    return _EPOCH + timedelta(microseconds=int(microseconds))
