"""Queries: indexers.filters in OpenSearch's words. The one place in which tenant, user and visibility are injected."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from indexers.filters import is_empty, sees_episodes, statuses_seen
from indexers.index import Scope, Visibility
from indexers.opensearch.documents import MEMORY
from indexers.opensearch.packing import microseconds
from indexers.opensearch.server import Json
from schemas.queries import Filters

Clause = Mapping[str, Json]
_CONFIDENCE_SCRIPT = """
double held = doc['confidence'].value;
def steps = doc['revisions'];
if (steps.size() > 0) {
  int found = -1;
  for (int i = 0; i < steps.size(); i++) {
    if (Long.parseLong(steps.get(i).substring(0, 13)) <= params.as_of) { found = i; }
  }
  if (found < steps.size() - 1) {
    String step = steps.get(found < 0 ? 0 : found);
    held = Double.parseDouble(step.substring(17));
  }
}
return held >= params.least;
"""
"""The confidence at a position: the revision that held then, the current one if that is the last."""


def owned(scope: Scope, kind: str = MEMORY) -> list[Clause]:
    """What belongs to one user."""
    clauses = [term("user_key", scope.user_key), term("type", kind)]
    return [*clauses, term("tenant", scope.tenant), term("user", scope.user)] if kind == MEMORY else clauses


def visible(scope: Scope, visibility: Visibility, filters: Filters) -> list[Clause]:
    """What may be seen (indexers.filters.is_visible)."""
    statuses = sorted(statuses_seen(visibility, filters))
    clauses = owned(scope)
    if not sees_episodes(filters):
        clauses.append(none_of(term("resolution", "episode")))
    if visibility.as_of is None:
        clauses.append({"terms": {"status": [name for name in statuses if name != "retired"]}})
    else:
        clauses += [
            none_of(term("status", "retired")),
            {"range": {"known_from": {"lte": visibility.as_of}}},
            any_of(term(f"known_as.{name}", visibility.as_of) for name in statuses),
        ]
    if not visibility.expired and filters.valid_at is None:
        past = {"range": {"valid_to_us": {"lte": microseconds(visibility.now)}}}
        clauses.append(none_of({"bool": {"filter": [past], "must_not": [term("status", "superseded")]}}))
    return clauses


def matching(scope: Scope, visibility: Visibility, filters: Filters) -> list[Clause]:
    """What may be seen and meets every condition (indexers.filters.matches)."""
    clauses = visible(scope, visibility, filters)
    lists: tuple[tuple[str, Sequence[str]], ...] = (
        ("kind", filters.kind),
        ("resolution", filters.resolution),
        ("scope", filters.scope),
        ("session", filters.session),
        ("task", filters.task),
        ("agent", filters.agent),
        ("role", filters.role),
        ("speaker", filters.speaker),
        ("entities", [text.casefold() for text in filters.entities]),
        ("intent", filters.intent),
        ("topic", filters.topics),
        ("tags", filters.tags),
        ("subject", filters.subject),
        ("attribute", filters.attribute),
    )
    clauses += [{"terms": {name: list(wanted)}} for name, wanted in lists if wanted]
    if filters.valid_at is not None:
        moment = microseconds(filters.valid_at)
        clauses.append(
            none_of(
                {"range": {"valid_from_us": {"gt": moment}}},
                {"range": {"valid_to_us": {"lte": moment}}},
                {
                    "bool": {
                        "filter": [term("status", "superseded")],
                        "must_not": [{"exists": {"field": "valid_to_us"}}],
                    }
                },
            )
        )
    if filters.occurred_at is not None:
        bounds = {"gte": filters.occurred_at.gte, "lt": filters.occurred_at.lt}
        given = {name: microseconds(moment) for name, moment in bounds.items() if moment is not None}
        if given:
            clauses.append({"range": {"occurred_us": given}})
    if filters.speaks_of is not None:
        asked = filters.speaks_of
        bounds = {"gte": asked.gte, "lt": asked.lt}
        span = {name: microseconds(moment) for name, moment in bounds.items() if moment is not None}
        if is_empty(asked):
            clauses.append(any_of(()))
        else:
            clauses.append({"range": {"speaks_of_us": span}} if span else {"exists": {"field": "speaks_of_us"}})
    if filters.min_confidence is not None:
        clauses.append(_confident(filters.min_confidence, visibility.as_of))
    return clauses


def term(name: str, value: str | int) -> Clause:
    """A field with exactly this value."""
    return {"term": {name: value}}


def all_of(clauses: Iterable[Clause]) -> Clause:
    """Without a score."""
    return {"bool": {"filter": list(clauses)}}


def any_of(clauses: Iterable[Clause]) -> Clause:
    """At least one; nothing matches when there are none (OpenSearch would let everything through)."""
    given = list(clauses)
    return {"bool": {"should": given, "minimum_should_match": 1}} if given else {"match_none": {}}


def none_of(*clauses: Clause) -> Clause:
    """Not one of them."""
    return {"bool": {"must_not": list(clauses)}}


def _confident(least: float, as_of: int | None) -> Clause:
    if as_of is None:
        return {"range": {"confidence": {"gte": least}}}
    return {"script": {"script": {"source": _CONFIDENCE_SCRIPT, "params": {"as_of": as_of, "least": least}}}}
