"""Asking: a search or context from its body to its answer, kept for audit."""

from __future__ import annotations

from typing import TypeVar

from api.recall.recall import context as recall_context
from api.recall.recall import recall
from api.recalls import record_context, record_search
from api.services import Services
from processors.admission import admit_id, admit_timezone, clean_text
from schemas.queries import ContextAnswer, ContextQuery, SearchAnswer, SearchQuery

Query = TypeVar("Query", bound=SearchQuery)


async def search(services: Services, tenant: str, query: SearchQuery) -> SearchAnswer:
    """Answer a search. Raises InvalidInputError naming the field."""
    asked = admitted(query)
    scope = services.scope(tenant, asked.user)
    reading = services.reading()
    answer = await recall(
        asked,
        scope,
        reading.index,
        services.embedder,
        services.embedder.profile,
        services.follower,
        services.now(),
        recall_id=f"r_{services.new_id()}",
        generation=reading.generation,
        epoch=services.epoch,
        read_time=services.read_time,
        vectors=services.vectors,
    )
    if answer.abstained:
        services.metrics.abstained.inc()
    services.recalls.keep(scope.user_key, record_search(asked, tenant, answer, services.now()))
    return answer


async def context(services: Services, tenant: str, query: ContextQuery) -> ContextAnswer:
    """Answer with a block for a prompt. Raises InvalidInputError naming the field."""
    asked = admitted(query)
    scope = services.scope(tenant, asked.user)
    reading = services.reading()
    answer = await recall_context(
        asked,
        scope,
        reading.index,
        services.embedder,
        services.embedder.profile,
        services.follower,
        services.now(),
        recall_id=f"r_{services.new_id()}",
        generation=reading.generation,
        epoch=services.epoch,
        read_time=services.read_time,
        vectors=services.vectors,
    )
    if answer.abstained:
        services.metrics.abstained.inc()
    services.recalls.keep(scope.user_key, record_context(asked, tenant, answer, services.now()))
    return answer


def admitted(query: Query) -> Query:
    """The query with a clean user, question and zone. A question without anything visible in it stays one: it finds
    nothing and says so."""
    return query.model_copy(
        update={
            "user": admit_id(query.user, field="user"),
            "query": None if query.query is None else clean_text(query.query),
            "timezone": admit_timezone(query.timezone),
            "recent_turns": tuple(
                turn.model_copy(update={"content": clean_text(turn.content)}) for turn in query.recent_turns
            ),
        }
    )
