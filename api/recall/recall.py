"""Recall: one question answered, from the query to the explained items (DESIGN §6). It acts; what it calls decides."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from api.recall.archive import is_asleep
from api.recall.explain import explainer
from api.recall.finding import filters_of, visibility_of
from api.recall.fresh import fresh, moment_asked
from api.recall.gate import contradicting_ids, contradictions, labels
from api.recall.listing import list_known
from api.recall.nearness import NOWHERE, Nearness
from api.recall.overtaking import COMPARED_MAX, overtakings, remarks, settled, untold
from api.recall.own import asks_about_oneself, is_of_another
from api.recall.pack import Packed, pack, stage_of
from api.recall.rank import Ranked, rank
from api.recall.rivals import AMONG, rivals
from api.recall.sources import Sources
from api.recall.standing import Standing
from api.recall.tail import Tail
from api.recall.voices import asks_for_own_words, stands_beside
from indexers.filters import as_known
from processors.claims.asked import asked_attributes
from processors.claims.passing import is_passing_wish
from schemas.memories import Memory
from schemas.queries import ContextAnswer, ContextQuery, Contradiction, Item, SearchAnswer, SearchQuery

DROPS_MAX = 100
"""Drops that an explained answer names."""
CONTEXT_ITEMS_MAX = 60
"""Items considered for a context block; no budget in common use holds more lines."""


async def recall(query: SearchQuery, sources: Sources, now: datetime, *, recall_id: str) -> SearchAnswer:
    """Answer a search. When nothing relevant is known the answer says `abstained`, and its items carry low relevance:
    whoever wants an empty list sets `threshold`.

    Raises InvalidInputError naming the field; errors of the index pass through.
    """
    if query.query is None:
        answer, _ = await _listed(query, sources, now, recall_id)
        return answer
    ranked = await rank(query, sources, now)
    page = ranked.rows[query.offset : query.offset + query.limit]
    top = ranked.rows[:AMONG]
    found = await _items(
        query.query,
        list(dict.fromkeys((*top, *page))),
        ranked,
        sources,
        explain=query.explain,
        vectors="vectors" in query.include,
    )
    items = _of_rows(page, found, ranked)
    known, others = await _contradictions([item.memory for item in items], sources, ranked.fresh.tail)
    # Whether something is known does not depend on the page that is asked for.
    disputes = rivals([item.memory for item in _of_rows(top, found, ranked)], query.query, known, others)
    shown = {item.memory.memory_id for item in items}
    return SearchAnswer(
        items=items,
        recall_id=recall_id,
        abstained=ranked.abstained and not disputes,
        freshness=ranked.fresh.freshness,
        generation=sources.generation,
        recipe=ranked.recipe.version,
        time_filter=ranked.question.time,
        truncated=ranked.question.truncated,
        contradictions=(*known, *(one for one in disputes if shown & {one.claim_id, one.counter_claim_id})),
        dropped=ranked.dropped[:DROPS_MAX] if query.explain else (),
    )


async def context(query: ContextQuery, sources: Sources, now: datetime, *, recall_id: str) -> ContextAnswer:
    """Answer with a block for a prompt, at most `budget_tokens` long. Raises like `recall`."""
    wide = query.model_copy(update={"limit": CONTEXT_ITEMS_MAX, "offset": 0})
    if query.query is None:
        answer, tail = await _listed(wide, sources, now, recall_id)
        items, abstained, freshness = answer.items, answer.abstained, answer.freshness
        nearness = NOWHERE
    else:
        ranked = await rank(wide, sources, now)
        items = await _items(
            query.query, ranked.rows[:CONTEXT_ITEMS_MAX], ranked, sources, explain=False, vectors=False
        )
        abstained, freshness, tail = ranked.abstained, ranked.fresh.freshness, ranked.fresh.tail
        nearness = _nearness(items, ranked, sources)
    moment = await moment_asked(query, sources, now)
    standing = Standing(query, sources, moment, tail)
    core, own, due = await asyncio.gather(standing.core(), standing.own_turns(), standing.due())
    asked = asked_attributes(query.query or "")
    # A core fact of the attribute asked for answers the question, whatever its words are.
    if any(memory.subject == "user" and memory.attribute in asked for memory in core):
        abstained = False
    stage = stage_of(len(own) if query.session else None)
    wished = [item.memory for item in items if _wished_elsewhere(item.memory, query.session)]
    items = tuple(
        item
        for item in items
        if item.memory.memory_id not in own and item.memory not in wished and not _answers_wish(item.memory, wished)
    )
    recalled = [*(memory for memory in core if memory.attribute in asked), *(item.memory for item in items)]
    known, others = await _contradictions(recalled, sources, tail)
    disputes = rivals(recalled, query.query, known, others, nearness) if query.query else ()
    abstained = abstained and not disputes
    shown = tuple({memory.memory_id: memory for memory in (*recalled, *core)}.values())
    over = [item.memory.memory_id for item in items if "expired" in item.labels]
    overtaken = overtakings(shown, query.query or "", nearness)
    told_apart = (*known, *disputes)
    packed: Packed = pack(
        core,
        items,
        (*told_apart, *untold(overtaken, told_apart, (*shown, *others.values()))),
        query=query.query or "",
        abstained=abstained,
        budget=query.budget_tokens,
        stage=stage,
        due=due if stage != "later" else (),
        profile=await standing.profile() if stage == "opening" and query.query is not None else (),
        remarks={**remarks(shown, overtaken, over=over), **settled(disputes, shown)},
    )
    return ContextAnswer(
        block=packed.block,
        tokens=packed.tokens,
        citations=packed.citations,
        clarify=packed.clarify,
        recall_id=recall_id,
        abstained=abstained,
        freshness=freshness,
        generation=sources.generation,
    )


async def _items(
    query: str, rows: Sequence[int], ranked: Ranked, sources: Sources, *, explain: bool, vectors: bool
) -> tuple[Item, ...]:
    ids = [ranked.candidates.ids[row] for row in rows]
    known = ranked.awake.known
    own_only, own_words = asks_about_oneself(query), asks_for_own_words(query)
    explaining = explainer(ranked.candidates, ranked.question, ranked.fused, ranked.ranking) if explain else None
    items = []
    for row, row_id in zip(rows, ids, strict=True):
        memory = known.get(row_id)
        if memory is None:
            continue  # Forgotten between the two reads.
        if own_only and is_of_another(memory, query, ranked.candidates.speakers):
            continue
        if own_words and memory.role == "assistant" and memory.resolution == "turn":
            continue
        memory = as_known(memory, ranked.moment.as_of)
        items.append(
            Item(
                memory=memory if vectors else without_vectors(memory),
                score=float(ranked.ranking.score[row]),
                relevance=float(ranked.relevance[row]),
                labels=labels(
                    memory,
                    ranked.moment.now,
                    sources.policy,
                    stale=float(ranked.stale[row]),
                    over=ranked.awake.is_over(memory),
                ),
                explanation=explaining.explain(row, memory) if explaining is not None else None,
            )
        )
    return tuple(items)


def _nearness(items: Sequence[Item], ranked: Ranked, sources: Sources) -> Nearness:
    known = ranked.awake.known
    return Nearness.of(
        {item.memory.memory_id: item.relevance for item in items},
        {item.memory.memory_id: known[item.memory.memory_id].vector for item in items[:COMPARED_MAX]},
        ranked.recipe.calibration(sources.profile),
    )


def _of_rows(rows: Sequence[int], items: Sequence[Item], ranked: Ranked) -> tuple[Item, ...]:
    """Those of the items that stand in these rows, in their order."""
    found = {item.memory.memory_id: item for item in items}
    ids = (ranked.candidates.ids[row] for row in rows)
    return tuple(found[memory_id] for memory_id in ids if memory_id in found)


def _wished_elsewhere(memory: Memory, session: str) -> bool:
    """Whether a turn only wishes something for a conversation other than this one."""
    turn = memory.resolution == "turn" and memory.role == "user" and memory.session != session
    return turn and is_passing_wish(memory.content)


def _answers_wish(memory: Memory, wished: Sequence[Memory]) -> bool:
    """Whether the assistant answers, right after it, what was wished for another conversation: "Very well, Captain"."""
    return memory.role == "assistant" and stands_beside(memory, wished)


def without_vectors(memory: Memory) -> Memory:
    """Vectors are 2 kB that few callers want."""
    return memory.model_copy(update={"vector": b"", "context_vector": b""})


async def _contradictions(
    memories: Sequence[Memory], sources: Sources, tail: Tail
) -> tuple[tuple[Contradiction, ...], Mapping[str, Memory]]:
    """What slots and details know to contradict each other, and the other sides by memory id."""
    wanted = contradicting_ids(memories)
    others = await sources.index.get(sources.scope, wanted) if wanted else {}
    shown = {name: other for name, other in others.items() if not tail.hides(other)}
    return contradictions(memories, shown), shown


async def _listed(query: SearchQuery, sources: Sources, now: datetime, recall_id: str) -> tuple[SearchAnswer, Tail]:
    """What is known when nothing is asked, and what the log holds beyond it."""
    moment = await moment_asked(query, sources, now)
    new = await fresh(query, sources, moment)
    visibility = replace(
        visibility_of(query, moment), superseded="history" in query.include, expired="expired" in query.include
    )
    tail = new.tail
    listed = [
        (memory, reason)
        for memory, reason in await list_known(sources.index, sources.scope, visibility, filters_of(query))
        if not tail.hides(memory) and not is_asleep(memory, query, moment, sources.policy)
    ]
    page = listed[query.offset : query.offset + query.limit]
    items = tuple(
        Item(
            memory=without_vectors(memory),
            score=round(1.0 - (query.offset + place) / max(1, len(listed)), 6),
            relevance=1.0,
            labels=(reason, *labels(memory, moment.now, sources.policy, stale=0.0)),
        )
        for place, (memory, reason) in enumerate(page)
    )
    # A listing does not merge the tail's new memories: it says how many there are, and that it is not complete.
    waiting = bool(tail.overlay)
    known, _ = await _contradictions([item.memory for item in items], sources, tail)
    answer = SearchAnswer(
        items=items,
        recall_id=recall_id,
        abstained=not listed,
        freshness=new.freshness.model_copy(update={"complete": new.freshness.complete and not waiting, "tail": 0}),
        generation=sources.generation,
        recipe="listing/1",
        contradictions=known,
    )
    return answer, tail
