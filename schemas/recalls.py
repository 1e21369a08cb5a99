"""A recall as it is kept for audit: what was recalled, for what, with which scores (DESIGN §2)."""

from __future__ import annotations

from typing import Literal

from schemas.queries import Explanation, SearchQuery
from schemas.records import Record, UtcTime


class RecalledItem(Record):
    """One memory that was given out. Its text is not kept: what is forgotten must not live on in an audit."""

    memory_id: str
    score: float = 0.0
    relevance: float = 0.0
    explanation: Explanation | None = None


class RecallRecord(Record):
    """One recall, kept for 30 days and sealed with the user's key, so that it goes when the user is erased."""

    recall_id: str
    tenant: str
    user: str
    surface: Literal["search", "context"]
    query: SearchQuery
    items: tuple[RecalledItem, ...]
    abstained: bool
    generation: int
    recipe: str
    recorded_at: UtcTime
