"""The columns in memory: layout, postings and cache."""

from __future__ import annotations

import random
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexers.index import Document
from indexers.projection import document_of
from indexers.sqlite import postings as postings_module
from indexers.sqlite.cache import ColumnsCache
from indexers.sqlite.columns import UserColumns
from indexers.sqlite.layout import (
    INTENTS,
    KINDS,
    RESOLUTIONS,
    ROLES,
    SCOPES,
    STATUSES,
    TERM,
    TOPICS,
    Parts,
    TermHasher,
    pack,
    pack_memory,
    split_strings,
    unpack_memory,
)
from indexers.sqlite.postings import Postings
from tests.contract.index_adapters import DIMENSION, memory_of, scope_of

ANNA = scope_of("anna")
HASHER = TermHasher(b"secret")


def document(memory_id: str, version: int, content: str = "tea", **fields: object) -> Document:
    return document_of(memory_of(ANNA, memory_id, content, offset=version, **fields), ANNA.user_key, version)


def columns_of(*documents: Document) -> UserColumns:
    columns = UserColumns(DIMENSION)
    columns.put([(row, pack(item, HASHER)) for row, item in enumerate(documents)])
    return columns


def test_codes_in_the_file_keep_their_meaning() -> None:
    """Codes are positions in the vocabulary's lists: those may grow at the end; anything else needs a new
    SCHEMA_VERSION."""
    assert STATUSES[:6] == ("raw", "provisional", "active", "superseded", "retired", "quarantined")
    assert RESOLUTIONS[:4] == ("turn", "episode", "fact", "procedure")
    assert KINDS[:8] == ("fact", "preference", "goal", "commitment", "decision", "event", "task", "state")
    assert SCOPES[:3] == ("core", "task", "session")
    assert ROLES[:4] == ("user", "assistant", "system", "tool")
    assert (INTENTS[0], INTENTS[10], TOPICS[0], TOPICS[13]) == ("inform", "filler", "work", "other")


TEXT = st.text(st.sampled_from("ab\x1f\x1bes中\0"), max_size=6)


@given(TEXT, TEXT, st.lists(TEXT, max_size=3).map(tuple))
def test_any_string_survives_the_layout(session: str, speaker: str, tags: tuple[str, ...]) -> None:
    item = document("m1", 1, session=session, speaker=speaker, tags=tags)

    plain = pack(item, HASHER)

    assert split_strings(Parts(plain).strings) == ["m1", session, "", "", speaker, "", "", *tags]
    assert unpack_memory(plain + pack_memory(item.memory)) == item.memory


def test_equal_terms_have_equal_ids_under_one_secret_only() -> None:
    assert TermHasher(b"secret").id_of("tea") == HASHER.id_of("tea") != TermHasher(b"other").id_of("tea")
    assert HASHER.id_of("tea") != HASHER.id_of("Tea")


def test_postings_find_what_was_added_however_it_came(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings_module, "RECENT_MIN", 40)
    draw = random.Random(5)
    postings, expected = Postings(), defaultdict(dict)
    row = 0
    for _ in range(60):
        terms, rows = [], []
        for _ in range(draw.choice((0, 1, 2, 30))):
            for term in draw.sample(range(25), 4):
                terms.append((term, draw.randrange(1, 9)))
                rows.append(row)
                expected[term][row] = terms[-1][1]
            row += 1
        postings.add(np.array(terms, TERM), np.array(rows, np.int32))

        for term in (0, 7, 24, 99):
            found_rows, counts = postings.find(term)
            assert dict(zip(found_rows.tolist(), counts.tolist(), strict=True)) == expected[term]


def test_a_replaced_row_is_a_hole_and_a_changed_status_is_not() -> None:
    columns = columns_of(document("m1", 1), document("m2", 2))

    columns.put([(0, pack(document("m1", 3, "coffee"), HASHER))])
    second = document("m2", 2, status="superseded")
    columns.put([(1, pack(second, HASHER))])

    assert (columns.size, columns.holes) == (3, 1)
    assert columns.alive[:3].tolist() == [False, True, True]
    assert STATUSES[columns.header["status"][columns.row_of["m2"]]] == "superseded"


def test_older_versions_change_nothing_in_memory() -> None:
    columns = columns_of(document("m1", 5, "tea"))

    columns.put([(0, pack(document("m1", 4, "coffee"), HASHER))])
    columns.drop("m1", 4)
    columns.drop("unknown", 4)

    assert columns.row_of == {"m1": 0}
    assert columns.header["version"][0] == 5


def test_dropped_vectors_leave_memory() -> None:
    columns = columns_of(document("m1", 1))

    columns.drop("m1", 1)

    assert not columns.vectors.any()
    assert not columns.context_vectors.any()


def test_the_least_recently_used_user_is_given_up_first() -> None:
    built: list[str] = []

    def build(user: str) -> UserColumns:
        built.append(user)
        return columns_of(*(document(f"m{n}", n) for n in range(50)))

    size = build("size").nbytes
    cache = ColumnsCache(bytes_max=size * 5 // 2)
    for user in ("a", "b", "a", "c", "a", "b"):
        with cache.use(user, lambda user=user: build(user)) as columns:
            assert len(columns.row_of) == 50

    assert built == ["size", "a", "b", "c", "b"]
    assert cache.nbytes <= size * 5 // 2


def test_a_user_larger_than_the_cache_is_still_served() -> None:
    cache = ColumnsCache(bytes_max=1)

    with cache.use("a", lambda: columns_of(document("m1", 1))) as columns:
        assert columns.row_of == {"m1": 0}


def test_a_change_that_fails_half_way_is_never_searched() -> None:
    cache = ColumnsCache()
    with cache.use("a", lambda: columns_of(document("m1", 1))):
        pass

    def broken(columns: UserColumns) -> None:
        columns.drop("m1", 9)
        raise ArithmeticError

    with pytest.raises(ArithmeticError):
        cache.update("a", broken)

    with cache.use("a", lambda: columns_of(document("m1", 1))) as columns:
        assert columns.alive[: columns.size].tolist() == [True]


def test_a_user_of_mostly_holes_is_built_anew() -> None:
    cache = ColumnsCache()
    many = [document(f"m{n}", n) for n in range(1_200)]
    with cache.use("a", lambda: columns_of(*many)):
        pass

    cache.update("a", lambda columns: [columns.drop(f"m{n}", 9_999) for n in range(1_100)] and None)

    with cache.use("a", lambda: columns_of(document("fresh", 1))) as columns:
        assert list(columns.row_of) == ["fresh"]
