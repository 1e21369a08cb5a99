"""What is kept of a recall for audit."""

from __future__ import annotations

from api.recalls import without_secrets
from schemas.queries import RecentTurn, SearchQuery


def test_secrets_of_a_question_are_not_kept_with_the_recall() -> None:
    token = "ghp_" + 36 * "A"
    said = RecentTurn(content="my password is Hunter-Fake-22")
    query = SearchQuery(user="ann", query=f"is {token} still valid?", recent_turns=(said,), limit=3)

    kept = without_secrets(query)

    assert kept.query == "is [masked:token] still valid?"
    assert "Hunter" not in kept.recent_turns[0].content
    assert kept.model_copy(update={"query": query.query, "recent_turns": query.recent_turns}) == query
    assert without_secrets(SearchQuery(user="ann", query=None)).query is None
