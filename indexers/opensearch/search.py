"""Search: the routes of one recall as one `_msearch`, with the unindexed tail laid on top (DESIGN §6).

OpenSearch finds; what it found is scored here with indexers.bm25 and the user's own statistics, so that ranks equal the
embedded ones and do not depend on other users.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from indexers import bm25
from indexers.bm25 import Statistics
from indexers.filters import is_visible, matches
from indexers.index import ROUTES, CandidateQuery, Candidates, Document, Route
from indexers.opensearch.documents import terms
from indexers.opensearch.packing import Row, counted_terms, row_of, unpacked_rows
from indexers.opensearch.queries import Clause, all_of, any_of, matching, none_of, term, visible
from indexers.opensearch.server import Json

COSINE_PLACES = 6
"""OpenSearch scores in float32; beyond this the places say nothing."""
SPEAKERS_MAX = 50
SPEAKERS_ASKED = 200
"""More than are answered, because the tail may bring one of the rarer ones up."""
LEXICAL: tuple[Route, Route] = ("text", "context")
VECTORIAL: tuple[Route, Route] = ("vector", "context_vector")


@dataclass(frozen=True, slots=True)
class Tail:
    """The overlay as it counts: the latest document per memory that the index has nothing newer of."""

    documents: list[Document]
    visible: list[Document]
    matching: list[Document]


def overlay_of(query: CandidateQuery) -> dict[str, Document]:
    """The latest unindexed document of each memory of this user that is not hidden."""
    latest: dict[str, Document] = {}
    for document in query.overlay:
        name = document.memory.memory_id
        if document.user_key != query.scope.user_key or name in query.hidden:
            continue
        held = latest.get(name)
        if held is None or held.version <= document.version:
            latest[name] = document
    return latest


def requests_of(query: CandidateQuery, overlay: Mapping[str, Document]) -> list[dict[str, Json]]:
    """The searches, in the order in which `candidates_of` reads their answers: statistics, what the index has newer
    than the tail if there is one, then one for each route that is asked."""
    kept = _not_replaced(query, overlay)
    seen = [*visible(query.scope, query.visibility, query.filters), *kept]
    wanted = [*matching(query.scope, query.visibility, query.filters), *kept]
    searches = [_statistics(seen, query.terms)]
    if overlay:
        searches.append(_newer(query, overlay))
    for route in ROUTES:
        searches += _route(route, query, wanted)
    return searches


def candidates_of(
    query: CandidateQuery, overlay: Mapping[str, Document], answers: Sequence[Json], watermark: int
) -> Candidates:
    """Everything that was found, scored and merged."""
    told, *found = answers
    tail = _tail(query, overlay, found.pop(0) if overlay else None)
    statistics: dict[str, Statistics] = {}
    ranked: dict[Route, dict[str, float]] = {route: {} for route in ROUTES}
    asked = iter(found)
    packed: dict[str, str] = {}
    for route in LEXICAL:
        statistics[route] = _combined(told, route, query.terms, tail)
        if query.terms:
            hits = next(asked)["hits"]["hits"]
            packed.update((hit["sort"][1], hit["fields"]["row"][0]) for hit in hits)
            ranked[route] = _lexical(route, query, hits, statistics[route], tail)
    for route in VECTORIAL:
        if query.vector is not None:
            hits = next(asked)["hits"]["hits"]
            packed.update((hit["sort"][1], hit["fields"]["row"][0]) for hit in hits)
            ranked[route] = _vectorial(route, query.vector, hits, tail)
    best = {route: _best(ranked[route], query.depth) for route in ROUTES}
    rows: dict[str, Row] = {document.memory.memory_id: row_of(document) for document in tail.matching}
    ids = sorted(set().union(*best.values()))
    indexed = [name for name in ids if name not in rows]
    rows.update(zip(indexed, unpacked_rows([packed[name] for name in indexed]), strict=True))
    return _gathered(query, ids, rows, best, told, tail, statistics, watermark)


def _route(route: Route, query: CandidateQuery, wanted: Sequence[Clause]) -> list[dict[str, Json]]:
    if route in LEXICAL:
        if not query.terms:
            return []
        words: list[Clause] = [
            {"term": {route: {"value": word, "boost": float(weight)}}}
            for word, weight in Counter(terms(query.terms)).items()
        ]
        scored: Clause = {"bool": {"filter": list(wanted), "should": words, "minimum_should_match": 1}}
        return [_hits(scored, query.depth, ["row", f"{route}_terms"])]
    if query.vector is None:
        return []
    near = {"vector": query.vector.tolist(), "k": query.depth, "filter": all_of(wanted)}
    return [_hits({"knn": {route: near}}, query.depth, ["row"])]


def _hits(scored: Clause, size: int, columns: Sequence[str]) -> dict[str, Json]:
    return {
        "size": size,
        "query": scored,
        "sort": [{"_score": "desc"}, {"memory_id": "asc"}],
        "_source": False,
        # Nothing stored is read: a candidate is all in doc values.
        "stored_fields": "_none_",
        "docvalue_fields": list(columns),
        "track_total_hits": False,
    }


def _statistics(seen: Sequence[Clause], words: Sequence[str]) -> dict[str, Json]:
    asked = list(dict.fromkeys(terms(words)))
    aggregations: dict[str, Json] = {"speakers": {"terms": {"field": "speaker", "size": SPEAKERS_ASKED}}}
    for route in LEXICAL:
        length = f"{route}_length"
        aggregations[route] = {
            "filter": {"range": {length: {"gt": 0}}},
            "aggs": {"length": {"sum": {"field": length}}},
        }
        if asked:
            holders = {str(place): term(route, word) for place, word in enumerate(asked)}
            aggregations[f"{route}_holders"] = {"filters": {"filters": holders}}
    return {"size": 0, "query": all_of(seen), "aggs": aggregations, "track_total_hits": False}


def _newer(query: CandidateQuery, overlay: Mapping[str, Document]) -> dict[str, Json]:
    """Which documents of the tail the index has a newer version of."""
    newer = [
        all_of([term("memory_id", name), {"range": {"version": {"gt": document.version}}}])
        for name, document in overlay.items()
    ]
    return {
        "size": len(newer),
        "query": all_of([term("user_key", query.scope.user_key), any_of(newer)]),
        "_source": False,
        "stored_fields": "_none_",
        "docvalue_fields": ["memory_id"],
        "track_total_hits": False,
    }


def _not_replaced(query: CandidateQuery, overlay: Mapping[str, Document]) -> list[Clause]:
    removed: list[Clause] = [{"terms": {"memory_id": sorted(query.hidden)}}] if query.hidden else []
    removed += [
        all_of([term("memory_id", name), {"range": {"version": {"lte": document.version}}}])
        for name, document in overlay.items()
    ]
    return [none_of(*removed)] if removed else []


def _tail(query: CandidateQuery, overlay: Mapping[str, Document], newer: Json | None) -> Tail:
    stale = {hit["fields"]["memory_id"][0] for hit in newer["hits"]["hits"]} if newer else set()
    documents = [document for name, document in overlay.items() if name not in stale]
    return Tail(
        documents,
        [held for held in documents if is_visible(held.memory, query.visibility, query.filters)],
        [held for held in documents if matches(held.memory, query.visibility, query.filters)],
    )


def _combined(told: Json, route: Route, words: Sequence[str], tail: Tail) -> Statistics:
    aggregations = told["aggregations"]
    own = bm25.statistics_of(words, [_tokens(document, route) for document in tail.visible])
    asked = list(dict.fromkeys(terms(words)))
    holders = aggregations[f"{route}_holders"]["buckets"] if asked else {}
    counts = {word: holders[str(place)]["doc_count"] for place, word in enumerate(asked)}
    return Statistics(
        documents=int(aggregations[route]["doc_count"]) + own.documents,
        length=float(aggregations[route]["length"]["value"] or 0.0) + own.length,
        frequencies={
            word: counts[held] + own.frequencies[word] for word, held in zip(words, terms(words), strict=True)
        },
    )


def _lexical(
    route: Route, query: CandidateQuery, hits: Sequence[Json], statistics: Statistics, tail: Tail
) -> dict[str, float]:
    found: dict[str, float] = {}
    if hits:
        held = [hit["fields"][f"{route}_terms"][0] for hit in hits]
        counts, lengths = counted_terms(held, list(dict.fromkeys(query.terms)))
        scores = bm25.score_counts(query.terms, counts, lengths, statistics).tolist()
        found = dict(zip((hit["sort"][1] for hit in hits), scores, strict=True))
    own = bm25.score_tokens(query.terms, [_tokens(document, route) for document in tail.matching], statistics)
    found.update(zip((document.memory.memory_id for document in tail.matching), own.tolist(), strict=True))
    return {name: score for name, score in found.items() if score > 0.0}


def _vectorial(field: Route, vector: NDArray[np.float32], hits: Sequence[Json], tail: Tail) -> dict[str, float]:
    # cosinesimil scores (1 + cosine) / 2. The query counts with the length that it has, as in every adapter.
    length = float(np.linalg.norm(vector.astype(np.float64)))
    found = {hit["sort"][1]: round(length * (2.0 * hit["sort"][0] - 1.0), COSINE_PLACES) for hit in hits}
    for document in tail.matching:
        stored: bytes = getattr(document.memory, field)
        if stored:
            own = np.frombuffer(stored, "<f2").astype(np.float64)
            cosine = float(own @ vector.astype(np.float64)) / float(np.linalg.norm(own))
            found[document.memory.memory_id] = round(cosine, COSINE_PLACES)
    return found


def _best(scores: Mapping[str, float], depth: int) -> Mapping[str, float]:
    """The `depth` highest; among equals the lower ids."""
    # Without a tail a route brings no more than that.
    return (
        scores if len(scores) <= depth else dict(sorted(scores.items(), key=lambda item: (-item[1], item[0]))[:depth])
    )


def _tokens(document: Document, route: Route) -> tuple[str, ...]:
    return document.tokens if route == "text" else document.context_tokens


def _gathered(
    query: CandidateQuery,
    ids: Sequence[str],
    rows: Mapping[str, Row],
    best: Mapping[Route, Mapping[str, float]],
    told: Json,
    tail: Tail,
    statistics: Mapping[str, Statistics],
    watermark: int,
) -> Candidates:
    found = [rows[name] for name in ids]
    known = [row.as_known(query.visibility.as_of) for row in found]
    columns = list(zip(*found, strict=True)) or [()] * len(Row._fields)
    held = dict(zip(Row._fields, columns, strict=True))
    return Candidates(
        ids=list(ids),
        sessions=list(held["session"]),
        speaker=list(held["speaker"]),
        resolution=list(held["resolution"]),
        kind=list(held["kind"]),
        status=[status for status, _ in known],
        occurred_at=np.array(held["occurred_us"], np.float64) / 1e6,
        importance=np.array(held["importance"], np.float64),
        confidence=np.array([confidence for _, confidence in known], np.float64),
        reinforced=np.array(held["reinforced"], np.float64),
        asks=np.array(held["asks"], np.bool_),
        answers=np.array(held["answers"], np.bool_),
        order=np.array(held["known_from"], np.int64),
        facets=np.array(held["facets"], np.uint8),
        scores={route: np.array([best[route].get(name, np.nan) for name in ids], np.float64) for route in ROUTES},
        speakers=_speakers(told, tail),
        watermark=watermark,
        statistics={
            route: (counted.documents, counted.length, counted.frequencies) for route, counted in statistics.items()
        },
        length=np.array(held["text_length"], np.float64),
    )


def _speakers(told: Json, tail: Tail) -> tuple[str, ...]:
    counts = Counter({held["key"]: held["doc_count"] for held in told["aggregations"]["speakers"]["buckets"]})
    counts.update(document.memory.speaker for document in tail.visible)
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(name for name, _ in ranked if name)[:SPEAKERS_MAX]
