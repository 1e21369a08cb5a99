"""Asking: a search or context from its body to its answer, kept for audit."""

from __future__ import annotations

from typing import TypeVar

from api.recall.recall import context as recall_context
from api.recall.recall import recall
from api.recall.sources import Sources
from api.recalls import record_context, record_search
from api.services import Services
from indexers.index import Scope
from processors.admission import admit_id, admit_timezone, clean_text
from schemas.queries import QUERY_CHARACTERS_MAX, ContextAnswer, ContextQuery, SearchAnswer, SearchQuery

Query = TypeVar("Query", bound=SearchQuery)
CLEANED_MAX = 4 * QUERY_CHARACTERS_MAX
"""Characters of a question that are looked at at all: cleaning megabytes would hold up everybody else."""


async def search(services: Services, tenant: str, query: SearchQuery) -> SearchAnswer:
    """Answer a search. Raises InvalidInputError naming the field."""
    asked = admitted(query)
    scope = services.scope(tenant, asked.user)
    answer = await recall(asked, sources_of(services, scope), services.now(), recall_id=f"r_{services.new_id()}")
    if answer.abstained:
        services.metrics.abstained.inc()
    services.recalls.keep(scope.user_key, record_search(asked, tenant, answer, services.now()))
    return answer


async def context(services: Services, tenant: str, query: ContextQuery) -> ContextAnswer:
    """Answer with a block for a prompt. Raises InvalidInputError naming the field."""
    asked = admitted(query)
    scope = services.scope(tenant, asked.user)
    answer = await recall_context(
        asked, sources_of(services, scope), services.now(), recall_id=f"r_{services.new_id()}"
    )
    if answer.abstained:
        services.metrics.abstained.inc()
    services.recalls.keep(scope.user_key, record_context(asked, tenant, answer, services.now()))
    return answer


def sources_of(services: Services, scope: Scope) -> Sources:
    """What a recall reads from at this moment."""
    reading = services.reading()
    return Sources(
        scope,
        reading.index,
        reading.embedder,
        services.follower,
        generation=reading.generation,
        epoch=services.epoch,
        read_time=services.read_time,
        vectors=reading.vectors,
        speakers=services.speakers,
        policy=reading.activity,
        learned=services.learned,
    )


def admitted(query: Query) -> Query:
    """The query with a clean user, question and zone. A question without anything visible in it stays one: it finds
    nothing and says so."""
    return query.model_copy(
        update={
            "user": admit_id(query.user, field="user"),
            "query": None if query.query is None else _cut(query.query),
            "timezone": admit_timezone(query.timezone),
            "recent_turns": tuple(
                turn.model_copy(update={"content": _cut(turn.content)}) for turn in query.recent_turns
            ),
        }
    )


def _cut(text: str) -> str:
    """Clean, and one character longer than recall reads where there was more, so that it says `truncated`."""
    return clean_text(text.strip()[:CLEANED_MAX])[: QUERY_CHARACTERS_MAX + 1]
