"""Rank: everything that the question could mean, found, fused and ordered (DESIGN §6.1-5). It acts; what it calls
decides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from api.recall.answering import WORDED_MIN, Answering
from api.recall.archive import Awake, awake
from api.recall.as_said import as_said
from api.recall.currency import Overtaken, below_successors, facts_to_read, overtaken, staleness
from api.recall.fresh import Fresh, Moment, fresh, moment_asked
from api.recall.fuse import Fused, Scores, fuse, min_max
from api.recall.gate import coverage, relevance
from api.recall.hints import NEEDED, Look, dated, hinted
from api.recall.learned import Multipliers
from api.recall.parse import Question, understand
from api.recall.recipes import Recipe, load_recipe
from api.recall.rerank import Ranking, in_time, ordered, rerank
from api.recall.sources import Sources
from api.recall.triggers import pulled
from api.recall.union import united
from api.recall.voices import hearing
from indexers.analysis import query_terms
from indexers.index import CandidateQuery, Candidates, MemoryIndex, Visibility
from processors.ports import Embedder
from schemas.errors import ModelError
from schemas.queries import Drop, Filters, SearchQuery, TimeRange

EMBEDDING = "embedding"
"""Named in `freshness.missing` when the question could not be embedded: the answer rests on words alone."""


@dataclass(frozen=True, slots=True)
class _Read:
    """A question as it is understood where these speak, and its vector."""

    speakers: tuple[str, ...]
    question: Question
    vector: NDArray[np.float32] | None


@dataclass(frozen=True, slots=True)
class _Found:
    """A question as it was understood, how the index was asked, what it answered, and which turns speak of its time."""

    question: Question
    asked: CandidateQuery
    candidates: Candidates
    spoken_of: list[Look]


@dataclass(frozen=True, slots=True)
class Ranked:
    """All candidates in order. `rows`: those that may be shown, best first. `dropped`: those that may not, with why.
    `awake`: the memories that were read, and the turns of which most has expired."""

    question: Question
    candidates: Candidates
    fused: Fused
    ranking: Ranking
    relevance: Scores
    stale: Scores
    rows: list[int]
    dropped: tuple[Drop, ...]
    awake: Awake
    abstained: bool
    fresh: Fresh
    moment: Moment
    recipe: Recipe


async def rank(query: SearchQuery, sources: Sources, now: datetime) -> Ranked:
    """Every candidate of a query that is not None, in order. Raises InvalidInputError naming the field."""
    moment = await moment_asked(query, sources.scope, sources.index, sources.follower, now)
    # What the words mean does not depend on what the log holds.
    new, guessed = await asyncio.gather(
        fresh(
            query,
            sources.scope,
            sources.index,
            sources.follower,
            moment=moment,
            vectors=sources.tail_vectors,
            model=sources.profile.name,
            epoch=sources.epoch,
        ),
        _guessed(query, sources, moment),
    )
    base = CandidateQuery(
        scope=sources.scope,
        visibility=visibility_of(query, moment),
        filters=filters_of(query),
        overlay=new.tail.overlay,
        hidden=new.tail.hidden,
    )
    probe, found = await _probed(query, base, sources, moment, guessed)
    question = found.question
    candidates = await as_said(found.candidates, moment, sources.index, sources.scope)
    probe = await as_said(probe, moment, sources.index, sources.scope)
    if found.asked.vector is None:
        freshness = new.freshness.model_copy(update={"missing": (*new.freshness.missing, EMBEDDING)})
        new = replace(new, freshness=freshness)
    recipe = load_recipe(query.recipe)
    weights = recipe.weights(probe.speakers)
    hints = await hinted(question, found.asked, candidates, sources.index, weights, found.spoken_of)
    candidates = hints.candidates
    calibration = recipe.calibration(sources.profile)
    fused = fuse(candidates, recipe, weights, calibration)
    older, stale = await _stale(candidates, probe, fused, sources)
    ranking = rerank(
        candidates,
        fused,
        question,
        recipe=recipe,
        weights=weights,
        exact=await _exact(found.asked, question, candidates, sources.index),
        hints=hints.scores,
        stale=np.where(stale < 1.0, stale, 0.0),
        multipliers=_multipliers(question, sources),
        policy=sources.policy,
        now=moment.now,
    )
    score = below_successors(ranking.score, candidates.ids, older)
    ranking = replace(ranking, score=score, order=ordered(score, candidates))
    relevant = relevance(candidates, question, calibration)
    # What a rule says that the request needs is relevant, whatever its words are; and of a question for a time and
    # nothing else, what lies in it is the answer.
    sure = (hints.needed >= NEEDED) | in_time(candidates, question)
    relevant = np.where(sure, np.maximum(relevant, calibration.abstain), relevant)
    rows, dropped = _shown(query, candidates, ranking, relevant, stale, new)
    found_awake = await awake(
        rows,
        candidates,
        query,
        relevant,
        moment=moment,
        policy=sources.policy,
        index=sources.index,
        scope=sources.scope,
        known={document.memory.memory_id: document.memory for document in new.tail.overlay},
        abstain=calibration.abstain,
        hearing=hearing(question.text),
    )
    answering = found_awake.rows
    if found_awake.apart:
        answering = [row for row in answering if found_awake.answers(candidates.ids[row])]
    best = float(relevant[answering].max(initial=0.0))
    if best >= calibration.abstain:
        # Among several speakers an answer stands beside what was asked, and repeats none of it.
        worded = (coverage(candidates, question, "text") >= WORDED_MIN) | bool(candidates.speakers)
        best = _best(answering, found_awake, candidates.ids, relevant, sure, worded, Answering(question.text))
    return Ranked(
        question=question,
        candidates=candidates,
        fused=fused,
        ranking=ranking,
        relevance=relevant,
        stale=stale,
        rows=found_awake.rows,
        dropped=(*dropped, *found_awake.dropped),
        awake=found_awake,
        abstained=best < calibration.abstain,
        fresh=new,
        moment=moment,
        recipe=recipe,
    )


def _best(
    rows: Sequence[int],
    found: Awake,
    ids: Sequence[str],
    relevant: Scores,
    sure: NDArray[np.bool_],
    worded: NDArray[np.bool_],
    wanted: Answering,
) -> float:
    """The relevance of the most relevant row that could answer; looked for from the most relevant one down. What was
    not read could."""
    for row in sorted(rows, key=lambda row: -float(relevant[row])):
        memory = found.known.get(ids[row])
        score = float(relevant[row])
        if sure[row] or memory is None or wanted.may(memory, score, has_words=bool(worded[row])):
            return score
    return 0.0


def _multipliers(question: Question, sources: Sources) -> Multipliers:
    if sources.learned is None:
        return {}
    return sources.learned.multipliers(
        sources.scope.user_key, [trigger.name for trigger in pulled(question.meant, question.text)]
    )


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
        # Turns are overtaken by turns too, where no fact is known.
        nothing = Overtaken({}, {})
        return nothing, staleness(candidates, nothing, {})
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
    dated = filters_of(query).valid_at is not None
    unindexed = {document.memory.memory_id for document in new.tail.overlay}
    rows, dropped = [], []
    for row in ranking.order.tolist():
        forgotten = candidates.sessions[row] in new.tail.sessions and candidates.ids[row] not in unindexed
        if new.tail.erased or forgotten:
            continue
        # What held at the time asked about is looked for, whatever came after it.
        held_then = dated and candidates.resolution[row] == "fact"
        if stale[row] >= 1.0 and not history and not held_then:
            dropped.append(Drop(memory_id=candidates.ids[row], reason="superseded"))
        elif query.threshold is not None and relevant[row] < query.threshold:
            dropped.append(Drop(memory_id=candidates.ids[row], reason="below the threshold"))
        else:
            rows.append(row)
    return rows, tuple(dropped)
