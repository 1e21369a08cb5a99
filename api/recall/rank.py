"""Rank: everything that the question could mean, found, fused and ordered (DESIGN §6.1-5). It acts; what it calls
decides."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from api.recall.answering import WORDED_MIN, Answering, asked_of_memory
from api.recall.archive import Awake, awake
from api.recall.closer import closer
from api.recall.currency import Overtaken, below_successors, facts_to_read, overtaken, staleness
from api.recall.finding import Finding, exact, filters_of, find
from api.recall.fresh import Fresh, Moment
from api.recall.fuse import Fused, Scores, equal, fuse
from api.recall.gate import coverage, relevance
from api.recall.hints import NEEDED, Hinted, hinted
from api.recall.learned import Multipliers
from api.recall.parse import Question
from api.recall.recipes import Calibration, Recipe, load_recipe
from api.recall.rerank import Ranking, ordered, rerank
from api.recall.sources import Sources
from api.recall.terms import Weighing
from api.recall.time_asked import in_time
from api.recall.triggers import pulled
from api.recall.voices import hearing
from indexers.index import Candidates
from schemas.queries import Drop, SearchQuery


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


@dataclass(frozen=True, slots=True)
class _Ordered:
    """The candidates with what the hints brought, fused and ranked; how much of each row is overtaken."""

    hints: Hinted
    weighing: Weighing
    multipliers: Multipliers
    ranking: Ranking
    stale: Scores


async def rank(query: SearchQuery, sources: Sources, now: datetime) -> Ranked:
    """Every candidate of a query that is not None, in order. Raises InvalidInputError naming the field."""
    found = await find(query, sources, now)
    recipe = load_recipe(query.recipe)
    calibration = recipe.calibration(sources.profile)
    placed = await _ordered(found, recipe, calibration, sources)
    question, candidates = found.question, placed.hints.candidates
    # What a rule says that the request needs is relevant, whatever its words are; and of a question for a time and
    # nothing else, what lies in it is the answer.
    sure = (placed.hints.needed >= NEEDED) | in_time(candidates, question)
    relevant = relevance(candidates, question, calibration)
    relevant = np.where(sure, np.maximum(relevant, calibration.abstain), relevant)
    rows, dropped = _shown(query, candidates, placed.ranking, relevant, placed.stale, found.fresh)
    read = await awake(
        rows,
        candidates,
        query,
        relevant,
        moment=found.moment,
        policy=sources.policy,
        index=sources.index,
        scope=sources.scope,
        known={document.memory.memory_id: document.memory for document in found.fresh.tail.overlay},
        abstain=calibration.abstain,
        hearing=hearing(question.text),
    )
    ranking = closer(
        placed.ranking,
        read.rows,
        read.known,
        weighing=placed.weighing,
        stale=placed.stale,
        multipliers=placed.multipliers,
    )
    return Ranked(
        question=question,
        candidates=candidates,
        fused=placed.weighing.fused,
        ranking=ranking,
        relevance=relevant,
        stale=placed.stale,
        rows=_in_order(read.rows, ranking),
        dropped=(*dropped, *read.dropped),
        awake=read,
        abstained=not _is_answered(read, candidates, question, relevant, sure, calibration),
        fresh=found.fresh,
        moment=found.moment,
        recipe=recipe,
    )


async def _ordered(found: Finding, recipe: Recipe, calibration: Calibration, sources: Sources) -> _Ordered:
    question, index = found.question, sources.index
    weights = recipe.weights(found.facts.speakers)
    hints = await hinted(question, found.asked, found.candidates, index, weights, found.spoken_of)
    candidates = hints.candidates
    fused = fuse(candidates, recipe, weights, calibration)
    older, stale = await _stale(candidates, found.facts, fused, sources)
    weighing = Weighing(
        candidates=candidates,
        fused=fused,
        question=question,
        recipe=recipe,
        weights=weights,
        exact=await exact(found, candidates, index),
        hints=hints.scores,
        policy=sources.policy,
        now=found.moment.now,
    )
    multipliers = _multipliers(question, sources)
    ranking = rerank(weighing, stale=np.where(stale < 1.0, stale, 0.0), multipliers=multipliers)
    score = below_successors(ranking.score, candidates.ids, older)
    ranking = replace(ranking, score=score, order=ordered(score, candidates))
    return _Ordered(hints, weighing, multipliers, ranking, stale)


def _in_order(rows: list[int], ranking: Ranking) -> list[int]:
    shown = np.zeros(len(ranking.order), np.bool_)
    shown[rows] = True
    in_order: list[int] = ranking.order[shown[ranking.order]].tolist()
    return in_order


def _is_answered(
    read: Awake,
    candidates: Candidates,
    question: Question,
    relevant: Scores,
    sure: NDArray[np.bool_],
    calibration: Calibration,
) -> bool:
    """Whether a row that could answer is relevant; looked for from the most relevant one down. What was not read could
    answer."""
    shown = np.array(read.rows, np.int64)
    rows: list[int] = shown[relevant[shown] >= calibration.abstain].tolist()
    if read.apart:
        rows = [row for row in rows if read.answers(candidates.ids[row])]
    if not rows:
        return False
    # Among several speakers an answer stands beside what was asked, and repeats none of it.
    several, share = bool(candidates.speakers), coverage(candidates, question, "text")
    # Whoever asks two things, or tells much before asking, is answered by what answers one of them.
    asked = asked_of_memory(question.text)
    if not asked:
        return True
    wanted = [(Answering(part), WORDED_MIN * len(part) / len(question.text)) for part in asked]
    for row in sorted(rows, key=(-relevant).tolist().__getitem__):
        memory = read.known.get(candidates.ids[row])
        if sure[row] or memory is None:
            return True
        for part, worded_min in wanted:
            if part.may(memory, float(relevant[row]), has_words=several or bool(share[row] >= worded_min)):
                return True
    return False


def _multipliers(question: Question, sources: Sources) -> Multipliers:
    if sources.learned is None:
        return {}
    return sources.learned.multipliers(
        sources.scope.user_key, [trigger.name for trigger in pulled(question.meant, question.text)]
    )


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
    if new.tail.erased:
        return [], ()
    unindexed = {document.memory.memory_id for document in new.tail.overlay}
    gone = np.zeros(len(candidates.ids), np.bool_)
    for row, session in enumerate(candidates.sessions) if new.tail.sessions else ():
        gone[row] = session in new.tail.sessions and candidates.ids[row] not in unindexed
    superseded = stale >= 1.0
    if "history" in query.include or query.filters.status:
        superseded[:] = False
    elif filters_of(query).valid_at is not None:
        # What held at the time asked about is looked for, whatever came after it.
        superseded &= ~equal(candidates.resolution, "fact")
    below = np.zeros(len(gone), np.bool_) if query.threshold is None else relevant < query.threshold
    left_out = ranking.order[((superseded | below) & ~gone)[ranking.order]].tolist()
    dropped = tuple(
        Drop(memory_id=candidates.ids[row], reason="superseded" if superseded[row] else "below the threshold")
        for row in left_out
    )
    return ranking.order[~(superseded | below | gone)[ranking.order]].tolist(), dropped
