"""Recall: one question answered, from the query to the explained items (DESIGN §6). It acts; what it calls decides."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from api.recall.archive import is_asleep
from api.recall.explain import explainer
from api.recall.fresh import Moment, fresh, moment_asked
from api.recall.gate import contradicting_ids, contradictions, labels
from api.recall.listing import list_known
from api.recall.own import asks_about_oneself, is_of_another
from api.recall.pack import VITAL, Packed, pack, stage_of
from api.recall.rank import Ranked, filters_of, rank, visibility_of
from api.recall.sources import Sources
from indexers.filters import as_known
from indexers.index import Visibility
from processors.abstraction.schedule import is_due
from processors.claims.asked import asked_attributes
from processors.claims.passing import is_passing_wish
from schemas.memories import Memory
from schemas.queries import ContextAnswer, ContextQuery, Contradiction, Filters, Item, SearchAnswer, SearchQuery

DROPS_MAX = 100
"""Drops that an explained answer names."""
CONTEXT_ITEMS_MAX = 60
"""Items considered for a context block; no budget in common use holds more lines."""
CORE_MAX = 50
ROUTINES_MAX = 100
PROFILE_MAX = 20
"""Facts beyond the core that the first turns of a session may be given."""
OWN_TURNS = 20
"""Turns of the running session that the caller still has (its working memory); a block does not repeat them."""


async def recall(query: SearchQuery, sources: Sources, now: datetime, *, recall_id: str) -> SearchAnswer:
    """Answer a search. When nothing relevant is known the answer says `abstained`, and its items carry low relevance:
    whoever wants an empty list sets `threshold`.

    Raises InvalidInputError naming the field; errors of the index pass through.
    """
    if query.query is None:
        return await _listed(query, sources, now, recall_id)
    ranked = await rank(query, sources, now)
    page = ranked.rows[query.offset : query.offset + query.limit]
    items = await _items(query.query, page, ranked, sources, explain=query.explain, vectors="vectors" in query.include)
    disputes = await _contradictions([item.memory for item in items], sources)
    return SearchAnswer(
        items=items,
        recall_id=recall_id,
        abstained=ranked.abstained,
        freshness=ranked.fresh.freshness,
        generation=sources.generation,
        recipe=ranked.recipe.version,
        time_filter=ranked.question.time,
        truncated=ranked.question.truncated,
        contradictions=disputes,
        dropped=ranked.dropped[:DROPS_MAX] if query.explain else (),
    )


async def context(query: ContextQuery, sources: Sources, now: datetime, *, recall_id: str) -> ContextAnswer:
    """Answer with a block for a prompt, at most `budget_tokens` long. Raises like `recall`."""
    wide = query.model_copy(update={"limit": CONTEXT_ITEMS_MAX, "offset": 0})
    if query.query is None:
        answer = await _listed(wide, sources, now, recall_id)
        items, abstained, freshness = answer.items, answer.abstained, answer.freshness
    else:
        ranked = await rank(wide, sources, now)
        items = await _items(
            query.query, ranked.rows[:CONTEXT_ITEMS_MAX], ranked, sources, explain=False, vectors=False
        )
        abstained, freshness = ranked.abstained, ranked.fresh.freshness
    moment = await moment_asked(query, sources.scope, sources.index, sources.follower, now)
    core, own, due = await asyncio.gather(
        _core(query, sources, moment), _own_turns(query, sources, moment), _due(query, sources, moment)
    )
    asked = asked_attributes(query.query or "")
    # A core fact of the attribute asked for answers the question, whatever its words are.
    if any(memory.subject == "user" and memory.attribute in asked for memory in core):
        abstained = False
    stage = stage_of(len(own) if query.session else None)
    items = tuple(
        item for item in items if item.memory.memory_id not in own and not _wished_elsewhere(item.memory, query.session)
    )
    packed: Packed = pack(
        core,
        items,
        await _contradictions(
            [*(item.memory for item in items), *(memory for memory in core if memory.attribute in asked)], sources
        ),
        query=query.query or "",
        abstained=abstained,
        budget=query.budget_tokens,
        stage=stage,
        due=due if stage != "later" else (),
        profile=await _profile(query, sources, moment) if stage == "opening" and query.query is not None else (),
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
    own_only = asks_about_oneself(query)
    explaining = explainer(ranked.candidates, ranked.question, ranked.fused, ranked.ranking) if explain else None
    items = []
    for row, row_id in zip(rows, ids, strict=True):
        memory = known.get(row_id)
        if memory is None:
            continue  # Forgotten between the two reads.
        if own_only and is_of_another(memory, query, ranked.candidates.speakers):
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


def _wished_elsewhere(memory: Memory, session: str) -> bool:
    """Whether a turn only wishes something for a conversation other than this one."""
    turn = memory.resolution == "turn" and memory.role == "user" and memory.session != session
    return turn and is_passing_wish(memory.content)


def without_vectors(memory: Memory) -> Memory:
    """Vectors are 2 kB that few callers want."""
    return memory.model_copy(update={"vector": b"", "context_vector": b""})


async def _contradictions(memories: Sequence[Memory], sources: Sources) -> tuple[Contradiction, ...]:
    wanted = contradicting_ids(memories)
    others = await sources.index.get(sources.scope, wanted) if wanted else {}
    return contradictions(memories, others)


async def _listed(query: SearchQuery, sources: Sources, now: datetime, recall_id: str) -> SearchAnswer:
    moment = await moment_asked(query, sources.scope, sources.index, sources.follower, now)
    new = await fresh(
        query,
        sources.scope,
        sources.index,
        sources.follower,
        moment=moment,
        vectors=sources.tail_vectors,
        model=sources.profile.name,
        epoch=sources.epoch,
    )
    visibility = replace(
        visibility_of(query, moment), superseded="history" in query.include, expired="expired" in query.include
    )
    tail = new.tail
    listed = [
        (memory, reason)
        for memory, reason in await list_known(sources.index, sources.scope, visibility, filters_of(query))
        if not tail.erased and memory.memory_id not in tail.hidden and memory.session not in tail.sessions
        if not is_asleep(memory, query, moment, sources.policy)
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
    """Core memories, whatever was asked: the vital ones, however many there are of others, and the weightiest."""
    pages = await asyncio.gather(
        *(
            sources.index.list_memories(
                sources.scope,
                Visibility(now=moment.now, as_of=moment.as_of),
                filters,
                order="importance",
                limit=CORE_MAX,
                cursor="",
            )
            for filters in (Filters(scope=("core",), attribute=VITAL), Filters(scope=("core",)))
        )
    )
    found = {memory.memory_id: memory for page in pages for memory in page.memories}
    return [memory for memory in found.values() if not is_asleep(memory, query, moment, sources.policy)]


async def _due(query: ContextQuery, sources: Sources, moment: Moment) -> list[Memory]:
    """What somebody does at this time of the week or day, whatever was asked."""
    if query.query is None:
        return []  # The listing has it.
    page = await sources.index.list_memories(
        sources.scope,
        Visibility(now=moment.now, as_of=moment.as_of),
        Filters(resolution=("procedure",)),
        order="importance",
        limit=ROUTINES_MAX,
        cursor="",
    )
    asleep = (is_asleep(memory, query, moment, sources.policy) for memory in page.memories)
    return [
        memory
        for memory, sleeps in zip(page.memories, asleep, strict=True)
        if not sleeps and is_due(memory, moment.now)
    ]


async def _profile(query: ContextQuery, sources: Sources, moment: Moment) -> list[Memory]:
    """The weightiest of what else is known of the user: for the first turns of a session."""
    page = await sources.index.list_memories(
        sources.scope,
        Visibility(now=moment.now, as_of=moment.as_of),
        Filters(resolution=("fact",), subject=("user",)),
        order="importance",
        limit=PROFILE_MAX,
        cursor="",
    )
    return [memory for memory in page.memories if not is_asleep(memory, query, moment, sources.policy)]


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
