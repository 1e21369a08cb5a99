"""What a search or a context may be asked besides the question. Every key may be left out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypedDict

from mnemolog_client.wire import Json


class RecentTurn(TypedDict):
    """One of the caller's last turns."""

    role: str
    content: str


class SearchOptions(TypedDict, total=False):
    """`as_of`: a position token or time, answer as it was known then. `after`: the token of a write that the answer
    must include, waiting up to `wait_ms`. `reference_time`: the "now" of the question."""

    limit: int
    offset: int
    filters: dict[str, Json]
    recent_turns: Sequence[RecentTurn]
    as_of: str
    valid_at: datetime
    reference_time: datetime
    timezone: str
    after: str
    wait_ms: int
    threshold: float
    include: Sequence[Literal["history", "archived", "expired"]]
    explain: bool
    recipe: Literal["g", "weighted"]


class ContextOptions(SearchOptions, total=False):
    """`budget_tokens`: upper bound of the block; `session`, `task`: what runs now."""

    budget_tokens: int
    session: str
    task: str
