"""Recall: one question answered, from the query to the explained items (DESIGN §6). It acts; what it calls decides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from api.ports import Follower
from api.recall.currency import Overtaken, below_successors, facts_to_read, overtaken, staleness
from api.recall.explain import explainer
from api.recall.fresh import Fresh, Moment, fresh, moment_asked
from api.recall.fuse import Fused, Scores, fuse, min_max
from api.recall.gate import contradicting_ids, contradictions, labels, relevance
from api.recall.listing import list_known
from api.recall.pack import Packed, pack
from api.recall.parse import Question, TimeReader, time_reader, understand
from api.recall.recipes import Recipe, load_recipe
from api.recall.rerank import Ranking, ordered, rerank
from api.recall.tail import TailVectors, Vectors
from indexers.analysis import query_terms
from indexers.filters import as_known
from indexers.index import CandidateQuery, Candidates, MemoryIndex, Scope, Visibility
from processors.ports import Embedder, EmbedderProfile
from schemas.errors import ModelError
from schemas.memories import Memory
from schemas.queries import ContextAnswer, ContextQuery, Contradiction, Drop, Filters, Item, SearchAnswer, SearchQuery

DROPS_MAX = 100
"""Drops that an explained answer names."""
CONTEXT_ITEMS_MAX = 60
"""Items considered for a context block; no budget in common use holds more lines."""
CORE_MAX = 50
OWN_TURNS = 20
"""Turns of the running session that the caller still has (its working memory); a block does not repeat them."""
EMBEDDING = "embedding"
"""Named in `freshness.missing` when the question could not be embedded: the answer rests on words alone."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What one recall reads from. `read_time` finds the range of time in a question; `vectors` embeds the tail."""

    scope: Scope
    index: MemoryIndex
    embedder: Embedder
    profile: EmbedderProfile
    follower: Follower | None
    generation: int
    epoch: int
    read_time: TimeReader
    vectors: Vectors


@dataclass(frozen=True, slots=True)
class _Ranked:
    """All candidates in order. `rows`: those that may be shown, best first. `dropped`: those that may not, with why."""

    question: Question
    candidates: Candidates
    fused: Fused
    ranking: Ranking
    relevance: Scores
    stale: Scores
    rows: list[int]
    dropped: tuple[Drop, ...]
    abstained: bool
    fresh: Fresh
    moment: Moment
    recipe: Recipe


async def recall(
    query: SearchQuery,
    scope: Scope,
    index: MemoryIndex,
    embedder: Embedder,
    profile: EmbedderProfile,
    follower: Follower | None,
    now: datetime,
    *,
    recall_id: str,
    generation: int = 1,
    epoch: int = 1,
    read_time: TimeReader | None = None,
    vectors: Vectors | None = None,
) -> SearchAnswer:
    """Answer a search. When nothing relevant is known the answer says `abstained`, and its items carry low relevance:
    whoever wants an empty list sets `threshold`. Pass the same `vectors` each time, so that a tail is embedded once.

    Raises InvalidInputError naming the field; errors of the index pass through.
    """
    sources = Sources(
        scope,
        index,
        embedder,
        profile,
        follower,
        generation,
        epoch,
        read_time or time_reader(),
        vectors or TailVectors(embedder),
    )
    if query.query is None:
        return await _listed(query, sources, now, recall_id)
    ranked = await _rank(query, sources, now)
    page = ranked.rows[query.offset : query.offset + query.limit]
    items = await _items(page, ranked, sources, explain=query.explain, vectors="vectors" in query.include)
    disputes = await _contradictions([item.memory for item in items], sources)
    return SearchAnswer(
        items=items,
        recall_id=recall_id,
        abstained=ranked.abstained,
        freshness=ranked.fresh.freshness,
        generation=generation,
        recipe=ranked.recipe.version,
        time_filter=ranked.question.time,
        truncated=ranked.question.truncated,
        contradictions=disputes,
        dropped=ranked.dropped[:DROPS_MAX] if query.explain else (),
    )


async def context(
    query: ContextQuery,
    scope: Scope,
    index: MemoryIndex,
    embedder: Embedder,
    profile: EmbedderProfile,
    follower: Follower | None,
    now: datetime,
    *,
    recall_id: str,
    generation: int = 1,
    epoch: int = 1,
    read_time: TimeReader | None = None,
    vectors: Vectors | None = None,
) -> ContextAnswer:
    """Answer with a block for a prompt, at most `budget_tokens` long. Raises like `recall`."""
    sources = Sources(
        scope,
        index,
        embedder,
        profile,
        follower,
        generation,
        epoch,
        read_time or time_reader(),
        vectors or TailVectors(embedder),
    )
    wide = query.model_copy(update={"limit": CONTEXT_ITEMS_MAX, "offset": 0})
    if query.query is None:
        answer = await _listed(wide, sources, now, recall_id)
        items, abstained, freshness = answer.items, answer.abstained, answer.freshness
    else:
        ranked = await _rank(wide, sources, now)
        items = await _items(ranked.rows[:CONTEXT_ITEMS_MAX], ranked, sources, explain=False, vectors=False)
        abstained, freshness = ranked.abstained, ranked.fresh.freshness
    moment = await moment_asked(query, scope, follower, now)
    core = await _core(query, sources, moment)
    own = await _own_turns(query, sources, moment)
    items = tuple(item for item in items if item.memory.memory_id not in own)
    packed: Packed = pack(
        core,
        items,
        await _contradictions([item.memory for item in items], sources),
        query=query.query or "",
        abstained=abstained,
        budget=query.budget_tokens,
    )
    return ContextAnswer(
        block=packed.block,
        tokens=packed.tokens,
        citations=packed.citations,
        clarify=packed.clarify,
        recall_id=recall_id,
        abstained=abstained,
        freshness=freshness,
        generation=generation,
    )


async def _rank(query: SearchQuery, sources: Sources, now: datetime) -> _Ranked:
    moment = await moment_asked(query, sources.scope, sources.follower, now)
    new = await fresh(
        query,
        sources.scope,
        sources.index,
        sources.follower,
        moment=moment,
        vectors=sources.vectors,
        model=sources.profile.name,
        epoch=sources.epoch,
    )
    base = CandidateQuery(
        scope=sources.scope,
        visibility=_visibility(query, moment),
        filters=_filters(query),
        overlay=new.tail.overlay,
        hidden=new.tail.hidden,
    )
    assert query.query is not None, "the caller lists when nothing is asked"
    probe = await sources.index.candidates(
        replace(base, filters=Filters(resolution=("fact",)), terms=query_terms(query.query))
    )
    question = understand(query, probe.speakers, moment.now, read_time=sources.read_time)
    vector = await _question_vector(question, sources.embedder)
    if vector is None:
        freshness = new.freshness.model_copy(update={"missing": (*new.freshness.missing, EMBEDDING)})
        new = replace(new, freshness=freshness)
    asked = replace(base, terms=question.terms, vector=vector)
    candidates = await sources.index.candidates(asked)
    recipe = load_recipe(query.recipe)
    weights = recipe.weights(probe.speakers)
    calibration = recipe.calibration(sources.profile)
    fused = fuse(candidates, recipe, weights, calibration)
    found, stale = await _stale(candidates, probe, fused, sources)
    ranking = rerank(
        candidates,
        fused,
        question,
        recipe=recipe,
        weights=weights,
        exact=await _exact(asked, question, candidates, sources.index),
        stale=np.where(stale < 1.0, stale, 0.0),
        now=moment.now,
    )
    score = below_successors(ranking.score, candidates.ids, found)
    ranking = replace(ranking, score=score, order=ordered(score, candidates))
    relevant = relevance(candidates, question, calibration)
    rows, dropped = _shown(query, candidates, ranking, relevant, stale, new)
    best = max((float(relevant[row]) for row in rows), default=0.0)
    return _Ranked(
        question=question,
        candidates=candidates,
        fused=fused,
        ranking=ranking,
        relevance=relevant,
        stale=stale,
        rows=rows,
        dropped=dropped,
        abstained=best < calibration.abstain,
        fresh=new,
        moment=moment,
        recipe=recipe,
    )


def _visibility(query: SearchQuery, moment: Moment) -> Visibility:
    """Superseded memories are always looked at, so that their turns are known; `_shown` hides them."""
    return Visibility(now=moment.now, as_of=moment.as_of, superseded=True, expired="expired" in query.include)


def _filters(query: SearchQuery) -> Filters:
    if query.valid_at is None or query.filters.valid_at is not None:
        return query.filters
    return query.filters.model_copy(update={"valid_at": query.valid_at})


async def _question_vector(question: Question, embedder: Embedder) -> NDArray[np.float32] | None:
    """The unit mean of the vectors of all phrasings; None when the model cannot embed them."""
    if not question.embedded:
        return None
    try:
        vectors = await asyncio.to_thread(embedder.embed_queries, question.embedded)
    except ModelError:
        # The words still find something; the answer names what is missing.
        return None
    mean = vectors.astype(np.float64).mean(axis=0)
    length = float(np.sqrt(mean @ mean))
    return (mean / length).astype(np.float32) if length > 0.0 else None


async def _exact(asked: CandidateQuery, question: Question, candidates: Candidates, index: MemoryIndex) -> Scores:
    """(n,) in [0, 1], how well each row holds the codes and numbers asked for: their own text route."""
    if not question.exact:
        return np.zeros(len(candidates.ids))
    holding = await index.candidates(replace(asked, terms=question.exact, vector=None))
    held = min_max(np.where(holding.scores["text"] > 0.0, holding.scores["text"], np.nan))
    spread = dict(zip(holding.ids, held.tolist(), strict=True))
    return np.array([spread.get(row_id, 0.0) for row_id in candidates.ids])


async def _stale(candidates: Candidates, probe: Candidates, fused: Fused, sources: Sources) -> tuple[Overtaken, Scores]:
    """What is overtaken among the candidates, and how much of each row."""
    wanted = tuple(
        dict.fromkeys((*facts_to_read(candidates, fused.total), *facts_to_read(probe, np.zeros(len(probe.ids)))))
    )
    if not wanted:
        return Overtaken({}, {}), np.zeros(len(candidates.ids))
    facts = await sources.index.get(sources.scope, wanted)
    status = dict(zip(probe.ids, probe.status, strict=True)) | dict(zip(candidates.ids, candidates.status, strict=True))
    found = overtaken([facts[i] for i in wanted if i in facts], status, sources.scope.user_key)
    here = [row_id for row_id in candidates.ids if row_id in found.spans]
    turns = await sources.index.get(sources.scope, here) if here else {}
    return found, staleness(candidates, found, turns)


def _shown(
    query: SearchQuery, candidates: Candidates, ranking: Ranking, relevant: Scores, stale: Scores, new: Fresh
) -> tuple[list[int], tuple[Drop, ...]]:
    """Rows in order without what the question does not let through, and why each was left out."""
    history = "history" in query.include or bool(query.filters.status)
    unindexed = {document.memory.memory_id for document in new.tail.overlay}
    rows, dropped = [], []
    for row in ranking.order.tolist():
        forgotten = candidates.sessions[row] in new.tail.sessions and candidates.ids[row] not in unindexed
        if new.tail.erased or forgotten:
            continue
        if stale[row] >= 1.0 and not history:
            dropped.append(Drop(memory_id=candidates.ids[row], reason="superseded"))
        elif query.threshold is not None and relevant[row] < query.threshold:
            dropped.append(Drop(memory_id=candidates.ids[row], reason="below the threshold"))
        else:
            rows.append(row)
    return rows, tuple(dropped)


async def _items(
    rows: Sequence[int], ranked: _Ranked, sources: Sources, *, explain: bool, vectors: bool
) -> tuple[Item, ...]:
    ids = [ranked.candidates.ids[row] for row in rows]
    overlay = {document.memory.memory_id: document.memory for document in ranked.fresh.tail.overlay}
    known = await sources.index.get(sources.scope, [row_id for row_id in ids if row_id not in overlay])
    explaining = explainer(ranked.candidates, ranked.question, ranked.fused, ranked.ranking) if explain else None
    items = []
    for row, row_id in zip(rows, ids, strict=True):
        memory = overlay.get(row_id) or known.get(row_id)
        if memory is None:
            continue  # Forgotten between the two reads.
        memory = as_known(memory, ranked.moment.as_of)
        items.append(
            Item(
                memory=memory if vectors else without_vectors(memory),
                score=float(ranked.ranking.score[row]),
                relevance=float(ranked.relevance[row]),
                labels=labels(memory, ranked.moment.now, stale=float(ranked.stale[row])),
                explanation=explaining.explain(row, memory) if explaining is not None else None,
            )
        )
    return tuple(items)


def without_vectors(memory: Memory) -> Memory:
    """Vectors are 2 kB that few callers want."""
    return memory.model_copy(update={"vector": b"", "context_vector": b""})


async def _contradictions(memories: Sequence[Memory], sources: Sources) -> tuple[Contradiction, ...]:
    wanted = contradicting_ids(memories)
    others = await sources.index.get(sources.scope, wanted) if wanted else {}
    return contradictions(memories, others)


async def _listed(query: SearchQuery, sources: Sources, now: datetime, recall_id: str) -> SearchAnswer:
    moment = await moment_asked(query, sources.scope, sources.follower, now)
    new = await fresh(
        query,
        sources.scope,
        sources.index,
        sources.follower,
        moment=moment,
        vectors=sources.vectors,
        model=sources.profile.name,
        epoch=sources.epoch,
    )
    visibility = replace(_visibility(query, moment), superseded="history" in query.include)
    tail = new.tail
    listed = [
        (memory, reason)
        for memory, reason in await list_known(sources.index, sources.scope, visibility, _filters(query))
        if not tail.erased and memory.memory_id not in tail.hidden and memory.session not in tail.sessions
    ]
    page = listed[query.offset : query.offset + query.limit]
    items = tuple(
        Item(
            memory=without_vectors(memory),
            score=round(1.0 - (query.offset + place) / max(1, len(listed)), 6),
            relevance=1.0,
            labels=(reason, *labels(memory, moment.now, stale=0.0)),
        )
        for place, (memory, reason) in enumerate(page)
    )
    # A listing does not merge the tail's new memories: it says how many there are, and that it is not complete.
    waiting = bool(tail.overlay)
    return SearchAnswer(
        items=items,
        recall_id=recall_id,
        abstained=not listed,
        freshness=new.freshness.model_copy(update={"complete": new.freshness.complete and not waiting, "tail": 0}),
        generation=sources.generation,
        recipe="listing/1",
        contradictions=await _contradictions([item.memory for item in items], sources),
    )


async def _core(query: ContextQuery, sources: Sources, moment: Moment) -> list[Memory]:
    """Core memories, whatever was asked, and those of the running task."""
    page = await sources.index.list_memories(
        sources.scope,
        Visibility(now=moment.now, as_of=moment.as_of),
        Filters(scope=("core",)),
        order="importance",
        limit=CORE_MAX,
        cursor="",
    )
    return page.memories


async def _own_turns(query: ContextQuery, sources: Sources, moment: Moment) -> frozenset[str]:
    if not query.session:
        return frozenset()
    page = await sources.index.list_memories(
        sources.scope,
        Visibility(now=moment.now, as_of=moment.as_of, expired=True),
        Filters(session=(query.session,), resolution=("turn",)),
        order="newest",
        limit=OWN_TURNS,
        cursor="",
    )
    return frozenset(memory.memory_id for memory in page.memories)
