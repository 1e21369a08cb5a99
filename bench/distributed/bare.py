"""Bare: the `_msearch` of one recall, kept as a file, so that recall is compared with what OpenSearch alone takes.

`python -m bench.distributed.bare` writes the file from what the product sends now; a test says when the two differ.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bench import sayings
from indexers.analysis import query_terms
from indexers.index import CandidateQuery, Scope, Visibility
from indexers.opensearch.search import requests_of

FILE = Path(__file__).parent.parent / "bare_queries.json"
QUESTIONS = 10
Json = Any
SCOPE = Scope("$tenant", "$user", "$user_key")
VECTOR = "$vector"
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def sent_now() -> list[dict[str, Json]]:
    """What the product sends for each question, with placeholders for whose memory it is and for the vector."""
    found = []
    for question in sayings.questions(QUESTIONS, seed=9):
        query = CandidateQuery(
            SCOPE,
            Visibility(NOW, superseded=True),
            terms=query_terms(question),
            vector=np.zeros(0, np.float32),
        )
        searches = [_with(search, {"vector": VECTOR}, key=True) for search in requests_of(query, {})]
        found.append({"question": question, "searches": searches})
    return found


def kept() -> list[dict[str, Json]]:
    """The questions and searches of the file."""
    return list(json.loads(FILE.read_text("utf-8")))


def filled(searches: list[Json], scope: Scope, vector: NDArray[np.float32]) -> list[Json]:
    """The searches of one question for one user."""
    known = {SCOPE.tenant: scope.tenant, SCOPE.user: scope.user, SCOPE.user_key: scope.user_key}
    return [_with(search, {**known, VECTOR: vector.tolist()}, key=False) for search in searches]


def _with(value: Json, known: Mapping[str, Json], *, key: bool) -> Json:
    """The value with lists under a known key, or texts that are known, exchanged."""
    if isinstance(value, dict):
        return {
            name: known[name] if key and name in known and isinstance(entry, list) else _with(entry, known, key=key)
            for name, entry in value.items()
        }
    if isinstance(value, list):
        return [_with(entry, known, key=key) for entry in value]
    return known.get(value, value) if isinstance(value, str) and not key else value


def main() -> None:
    lines = [json.dumps(entry, ensure_ascii=False) for entry in sent_now()]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")


if __name__ == "__main__":
    main()
