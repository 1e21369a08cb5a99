"""A folder is opened by one server, with its own key, whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from schemas.errors import ConfigurationError, FolderCorruptError, FolderLockedError, WrongSecretError
from streams.folder import Folder


def made(path: Path) -> Path:
    """A folder that was used before."""
    folder = Folder.open(path)
    folder.log.write_bytes(b"a log")
    folder.point_to(1, folder.index)
    folder.close()
    return path


def test_a_second_server_is_refused_and_told_who_holds_the_folder(tmp_path: Path) -> None:
    first = Folder.open(tmp_path / "memory")

    with pytest.raises(FolderLockedError, match=f"memory is in use by process {os.getpid()}"):
        Folder.open(tmp_path / "memory")

    first.close()
    Folder.open(tmp_path / "memory").close()


def test_the_first_start_makes_a_private_master_key_and_later_starts_read_it(tmp_path: Path) -> None:
    first = Folder.open(tmp_path / "new" / "memory")
    first.close()

    second = Folder.open(tmp_path / "new" / "memory")

    assert second.master == first.master
    assert second.master_key.stat().st_mode & 0o777 == 0o600
    second.close()


def test_a_log_without_its_master_key_is_refused_and_no_new_one_is_made(tmp_path: Path) -> None:
    folder = made(tmp_path)
    (folder / "master.key").unlink()

    with pytest.raises(WrongSecretError, match=r"master\.key is missing"):
        Folder.open(folder)

    assert not (folder / "master.key").exists()


@pytest.mark.parametrize("loss", ["missing", "empty"])
def test_a_lost_log_is_not_taken_for_a_new_folder(tmp_path: Path, loss: str) -> None:
    folder = made(tmp_path)
    (folder / "log.db").unlink() if loss == "missing" else (folder / "log.db").write_bytes(b"")

    with pytest.raises(FolderCorruptError, match=r"log\.db"):
        Folder.open(folder)


def test_a_damaged_pointer_or_a_newer_layout_is_refused(tmp_path: Path) -> None:
    folder = made(tmp_path)
    (folder / "current").write_text("garbage")
    with pytest.raises(FolderCorruptError, match="current"):
        Folder.open(folder)

    (folder / "current").write_text('{"layout": 2, "something": "new"}')
    with pytest.raises(ConfigurationError, match="layout 2"):
        Folder.open(folder)


def test_a_path_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(ConfigurationError, match="file"):
        Folder.open(tmp_path / "file")


def test_the_pointer_moves_to_a_rebuilt_index_and_the_old_one_can_be_removed(tmp_path: Path) -> None:
    folder = Folder.open(made(tmp_path))
    old, fresh = folder.index, folder.fresh_index(1)
    old.write_bytes(b"old")
    fresh.write_bytes(b"new")

    folder.point_to(1, fresh)
    folder.remove(old)

    assert (old.name, fresh.name, folder.fresh_index(1).name) == ("index-g1.db", "index-g1.r1.db", "index-g1.r2.db")
    assert folder.fresh_index(2).name == "index-g2.db"
    folder.close()
    reopened = Folder.open(tmp_path)
    assert reopened.index.read_bytes() == b"new"
    assert not old.exists()
    reopened.close()
