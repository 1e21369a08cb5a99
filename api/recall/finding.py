"""Finding: a question as it is read, and what the index and the log's tail hold for it (DESIGN §6.1-2). It acts."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from api.recall.as_said import as_said
from api.recall.fresh import Fresh, Moment, fresh, moment_asked
from api.recall.fuse import Scores, min_max
from api.recall.hints import Look, dated
from api.recall.parse import Question, understand
from api.recall.sources import Sources
from api.recall.union import united
from indexers.analysis import query_terms
from indexers.index import CandidateQuery, Candidates, MemoryIndex, Visibility
from processors.ports import Embedder
from schemas.errors import ModelError
from schemas.queries import Filters, SearchQuery, TimeRange

EMBEDDING = "embedding"
"""Named in `freshness.missing` when the question could not be embedded: the answer rests on words alone."""


@dataclass(frozen=True, slots=True)
class Finding:
    """`question` as it was understood, `asked` of the index, and the `candidates` that it answered; `facts`: the user's
    facts that its words find; `spoken_of`: looks for the turns that speak of its time; `fresh`: the log's tail."""

    moment: Moment
    fresh: Fresh
    question: Question
    asked: CandidateQuery
    candidates: Candidates
    facts: Candidates
    spoken_of: list[Look]


@dataclass(frozen=True, slots=True)
class _Read:
    """A question as it is understood where these speak, and its vector."""

    speakers: tuple[str, ...]
    question: Question
    vector: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class _Found:
    """How the index was asked, what it answered, and which turns speak of the time of the question."""

    question: Question
    asked: CandidateQuery
    candidates: Candidates
    spoken_of: list[Look]


async def find(query: SearchQuery, sources: Sources, now: datetime) -> Finding:
    """What a query that is not None finds, in no order. Raises InvalidInputError naming the field."""
    moment = await moment_asked(query, sources, now)
    # What the words mean does not depend on what the log holds.
    new, guessed = await asyncio.gather(fresh(query, sources, moment), _guessed(query, sources, moment))
    base = CandidateQuery(
        scope=sources.scope,
        visibility=visibility_of(query, moment),
        filters=filters_of(query),
        overlay=new.tail.overlay,
        hidden=new.tail.hidden,
    )
    facts, found = await _probed(query, base, sources, moment, guessed)
    if found.asked.vector is None:
        freshness = new.freshness.model_copy(update={"missing": (*new.freshness.missing, EMBEDDING)})
        new = replace(new, freshness=freshness)
    return Finding(
        moment=moment,
        fresh=new,
        question=found.question,
        asked=found.asked,
        candidates=await as_said(found.candidates, moment, sources.index, sources.scope),
        facts=await as_said(facts, moment, sources.index, sources.scope),
        spoken_of=found.spoken_of,
    )


async def exact(finding: Finding, candidates: Candidates, index: MemoryIndex) -> Scores:
    """(n,) in [0, 1], how well each row holds the codes and numbers asked for: their own text route."""
    wanted = finding.question.exact
    if not wanted:
        return np.zeros(len(candidates.ids))
    holding = await index.candidates(replace(finding.asked, terms=wanted, vector=None))
    held = min_max(np.where(holding.scores["text"] > 0.0, holding.scores["text"], np.nan))
    spread = dict(zip(holding.ids, held.tolist(), strict=True))
    return np.array([spread.get(row_id, 0.0) for row_id in candidates.ids])


def visibility_of(query: SearchQuery, moment: Moment) -> Visibility:
    """Superseded and expired memories are always looked at, so that their turns are known; `_shown` and `awake` hide
    them."""
    return Visibility(now=moment.now, as_of=moment.as_of, superseded=True, expired=True)


def filters_of(query: SearchQuery) -> Filters:
    if query.valid_at is None or query.filters.valid_at is not None:
        return query.filters
    return query.filters.model_copy(update={"valid_at": query.valid_at})


async def _probed(
    query: SearchQuery,
    base: CandidateQuery,
    sources: Sources,
    moment: Moment,
    guessed: _Read | None,
) -> tuple[Candidates, _Found]:
    """What the user's facts say, and what the question finds. Who speaks in the user's memories tells how to read the
    question; while the facts are asked for, it is asked as if these were the speakers of the last recall, which
    `guessed` read it with."""
    assert query.query is not None, "the caller lists when nothing is asked"
    probing = sources.index.candidates(
        replace(base, filters=Filters(resolution=("fact",)), terms=query_terms(query.query))
    )
    if guessed is None:
        probe, found = await probing, None
    else:
        probe, found = await asyncio.gather(probing, _asked(guessed, base, sources))
    if found is None or guessed is None or probe.speakers != guessed.speakers:
        found = await _asked(await _read(query, probe.speakers, sources, moment), base, sources)
    sources.speakers.keep(sources.scope.user_key, probe.speakers)
    return probe, found


async def _guessed(query: SearchQuery, sources: Sources, moment: Moment) -> _Read | None:
    """The question, read as if the speakers of the last recall spoke; None = there was none."""
    guess = sources.speakers.guess(sources.scope.user_key)
    return None if guess is None else await _read(query, guess, sources, moment)


async def _read(query: SearchQuery, speakers: tuple[str, ...], sources: Sources, moment: Moment) -> _Read:
    question = understand(query, speakers, moment.now, read_time=sources.read_time)
    return _Read(speakers, question, await _question_vector(question, sources.embedder))


async def _asked(read: _Read, base: CandidateQuery, sources: Sources) -> _Found:
    question = read.question
    asked = replace(base, terms=question.terms, vector=read.vector)
    candidates, spoken_of = await asyncio.gather(sources.index.candidates(asked), dated(question, asked, sources.index))
    if question.only_time and question.time is not None and asked.filters.occurred_at is None:
        span = TimeRange(gte=question.time.start, lt=question.time.end)
        inside = replace(asked, filters=asked.filters.model_copy(update={"occurred_at": span}))
        candidates = united(candidates, await sources.index.candidates(inside))
    return _Found(question, asked, candidates, spoken_of)


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
