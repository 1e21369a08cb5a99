"""Recalls kept for audit: what was recalled, for what, with which scores. Never an input to a decision (DESIGN §2)."""

from __future__ import annotations

from typing import Protocol

from processors.secrets import mask_secrets
from schemas.queries import ContextAnswer, SearchAnswer, SearchQuery
from schemas.recalls import RecalledItem, RecallRecord
from schemas.records import UtcTime


class RecallArchive(Protocol):
    """Where recalls are kept."""

    def keep(self, user_key: str, recall: RecallRecord) -> None:
        """Called after each recall; never waits and never fails the recall. It may be lost when the process dies."""
        ...

    async def find(self, tenant: str, recall_id: str) -> RecallRecord | None:
        """The recall with this id, of this tenant only; None when there is none or its key was destroyed."""
        ...

    def forget_user(self, user_key: str) -> None:
        """Called when a user is erased or forgotten: what is still held in memory goes at once."""
        ...


def record_search(query: SearchQuery, tenant: str, answer: SearchAnswer, now: UtcTime) -> RecallRecord:
    """What is kept of a search."""
    return RecallRecord(
        recall_id=answer.recall_id,
        tenant=tenant,
        user=query.user,
        surface="search",
        query=without_secrets(query),
        items=tuple(
            RecalledItem(
                memory_id=item.memory.memory_id,
                score=item.score,
                relevance=item.relevance,
                explanation=item.explanation,
            )
            for item in answer.items
        ),
        abstained=answer.abstained,
        generation=answer.generation,
        recipe=answer.recipe,
        recorded_at=now,
    )


def record_context(query: SearchQuery, tenant: str, answer: ContextAnswer, now: UtcTime) -> RecallRecord:
    """What is kept of a context."""
    return RecallRecord(
        recall_id=answer.recall_id,
        tenant=tenant,
        user=query.user,
        surface="context",
        query=without_secrets(query),
        items=tuple(RecalledItem(memory_id=citation.memory_id) for citation in answer.citations),
        abstained=answer.abstained,
        generation=answer.generation,
        recipe=query.recipe,
        recorded_at=now,
    )


def without_secrets(query: SearchQuery) -> SearchQuery:
    """The query as it is kept: agents ask in their users' words, and what is masked in a turn is masked here too."""
    recent = (turn.model_copy(update={"content": mask_secrets(turn.content).text}) for turn in query.recent_turns)
    asked = None if query.query is None else mask_secrets(query.query).text
    return query.model_copy(update={"query": asked, "recent_turns": tuple(recent)})
