"""Fitted rankings in a folder: every version stays, one is used, and what cannot be used is said."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from api.recall.learned import Learned
from mnemolog.learned_files import keep, load_used, use, versions
from schemas.errors import ConfigurationError


def learned(version: int) -> Learned:
    return Learned(
        version=version,
        made_at=datetime(2026, 6, 1, tzinfo=UTC),
        recipe="g/2",
        recalls=9,
        general={"fact": 1.5},
        before=0.5,
        after=0.7,
    )


def test_a_kept_version_is_not_used_until_it_is_taken_into_use(tmp_path: Path) -> None:
    keep(tmp_path, learned(1))
    keep(tmp_path, learned(2))
    unused = load_used(tmp_path)

    use(tmp_path, 2)

    assert unused is None
    assert load_used(tmp_path) == learned(2)
    assert versions(tmp_path) == [1, 2]


def test_version_zero_is_the_shipped_ranking(tmp_path: Path) -> None:
    keep(tmp_path, learned(1))
    use(tmp_path, 1)

    use(tmp_path, 0)

    assert load_used(tmp_path) is None


def test_a_version_that_is_not_there_or_cannot_be_read_is_refused_by_name(tmp_path: Path) -> None:
    path = keep(tmp_path, learned(1))

    with pytest.raises(ConfigurationError, match="version 7"):
        use(tmp_path, 7)
    path.write_text("{}")
    with pytest.raises(ConfigurationError, match="no fitted ranking"):
        use(tmp_path, 1)


@pytest.mark.parametrize("note", [b"", b"two", b"-1", b"\xff"])
def test_a_damaged_note_of_what_is_used_is_refused_by_its_path(tmp_path: Path, note: bytes) -> None:
    keep(tmp_path, learned(1))
    use(tmp_path, 1)
    (tmp_path / "rerank" / "used").write_bytes(note)

    with pytest.raises(ConfigurationError, match="names no version"):
        load_used(tmp_path)
