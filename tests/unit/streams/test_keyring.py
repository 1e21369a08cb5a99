"""Keys: what is sealed can be opened until its key is destroyed, and then never again."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from schemas.errors import CodecError, ConfigurationError, KeyDestroyedError, NotFoundError, WrongSecretError
from streams.keyring import CONTROL_KEY, Keyring, make_master_key, read_master_key
from streams.sqlite_file import SqliteFile
from streams.sqlite_keys import SqliteKeys

MASTER = bytes(range(32))
HEADER = b'{"v":1}'


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteKeys]:
    file = SqliteFile.open(tmp_path / "log.db", ())
    yield await SqliteKeys.open(file)
    await file.close()


async def test_what_is_sealed_is_opened_again_also_after_a_restart(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)
    key_id = await keyring.key_for("u1", "s1")
    sealed = keyring.seal(key_id, b"secret words", HEADER)

    reopened = await Keyring.open(store, MASTER)

    assert reopened.open_sealed(key_id, sealed, HEADER) == b"secret words"
    assert await reopened.key_for("u1", "s1") == key_id
    assert reopened.secret == keyring.secret
    assert b"secret" not in sealed


async def test_each_session_and_user_has_its_own_key(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)

    ids = [await keyring.key_for(u, s) for u in ("u1", "u2") for s in ("", "s1", "s2")]

    assert len(set(ids)) == 6
    assert not any("s1" in key_id for key_id in ids)


async def test_changed_bytes_or_header_are_noticed(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)
    key_id = await keyring.key_for("u1", "s1")
    sealed = keyring.seal(key_id, b"words", HEADER)

    for bytes_, header in ((sealed[:-1] + bytes([sealed[-1] ^ 1]), HEADER), (sealed, b"{}"), (sealed[:20], HEADER)):
        with pytest.raises(CodecError):
            keyring.open_sealed(key_id, bytes_, header)


async def test_the_same_words_sealed_twice_look_different(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)

    assert keyring.seal(CONTROL_KEY, b"words", HEADER) != keyring.seal(CONTROL_KEY, b"words", HEADER)


async def test_another_master_key_is_refused(store: SqliteKeys) -> None:
    await Keyring.open(store, MASTER)

    with pytest.raises(WrongSecretError, match=r"/x/master\.key"):
        await Keyring.open(store, bytes(32), origin="/x/master.key")


async def test_a_destroyed_session_can_never_be_opened_and_its_neighbours_can(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)
    gone, kept = await keyring.key_for("u1", "s1"), await keyring.key_for("u1", "s2")
    sealed_gone, sealed_kept = keyring.seal(gone, b"gone", HEADER), keyring.seal(kept, b"kept", HEADER)

    assert await keyring.destroy_session("u1", keyring.session_key("u1", "s1")) == 1
    assert await keyring.destroy_session("u1", keyring.session_key("u1", "s1")) == 0

    for ring in (keyring, await Keyring.open(store, MASTER)):
        with pytest.raises(KeyDestroyedError):
            ring.open_sealed(gone, sealed_gone, HEADER)
        assert ring.open_sealed(kept, sealed_kept, HEADER) == b"kept"
        assert await ring.key_for("u1", "s1") != gone


async def test_once_a_session_was_forgotten_each_event_in_it_has_a_key_of_its_own(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)
    shared = {await keyring.key_for_event("u1", "s1") for _ in range(2)}
    await keyring.retire_session("u1", keyring.session_key("u1", "s1"))

    first, second = [await keyring.key_for_event("u1", "s1") for _ in range(2)]
    await keyring.destroy_key(first)

    assert len(shared) == 1
    assert len({first, second, *shared}) == 3
    assert [keyring.is_live(key) for key in (first, second)] == [False, True]
    assert await keyring.key_for("u1", "s1") != second, "nothing else is sealed with it"
    assert await keyring.key_for_event("u1", "s2") == await keyring.key_for("u1", "s2")


async def test_an_erased_user_gets_no_key_until_lifted(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)
    old = await keyring.key_for("u1", "s1")
    other = await keyring.key_for("u11", "s1")
    sealed = keyring.seal(old, b"old", HEADER)
    assert await keyring.destroy_user("u1") == 1

    assert keyring.is_erased("u1")
    with pytest.raises(KeyDestroyedError):
        await keyring.key_for("u1", "s1")
    assert await keyring.key_for("u11", "s1") == other

    await keyring.lift("u1", through=7)
    assert not keyring.is_erased("u1")
    assert await keyring.key_for("u1", "s1") != old
    with pytest.raises(KeyDestroyedError):
        keyring.open_sealed(old, sealed, HEADER)


async def test_a_lift_covers_the_erasures_before_it_and_no_later_one(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)
    with pytest.raises(NotFoundError):
        await keyring.lift("u1", through=7)
    await keyring.destroy_user("u1")

    await keyring.lift("u1", through=7)

    assert keyring.is_lifted("u1", 7)
    assert not keyring.is_lifted("u1", 8)


async def test_the_wrapped_key_leaves_no_bytes_in_the_files(store: SqliteKeys, tmp_path: Path) -> None:
    keyring = await Keyring.open(store, MASTER)
    key_id = await keyring.key_for("u1", "s1")
    wrapped = store.get(f"key/{key_id}")
    assert wrapped is not None
    assert wrapped in everything_in(tmp_path)

    await keyring.destroy_user("u1")

    assert wrapped not in everything_in(tmp_path)


async def test_control_events_survive_every_destruction(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)
    sealed = keyring.seal(CONTROL_KEY, b"UserErased", HEADER)

    await keyring.destroy_user("u1")

    assert keyring.open_sealed(CONTROL_KEY, sealed, HEADER) == b"UserErased"


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


@dataclass
class Interrupted(Exception):
    pass


@dataclass
class DyingStore:
    """A store that dies at its nth write."""

    inner: SqliteKeys
    writes_left: int
    order: list[list[str]] = field(default_factory=list)

    def get(self, name: str) -> bytes | None:
        return self.inner.get(name)

    def names(self, prefix: str) -> list[str]:
        return self.inner.names(prefix)

    async def put(self, entries: Mapping[str, bytes]) -> None:
        if self.writes_left == 0:
            raise Interrupted
        self.writes_left -= 1
        self.order.append(list(entries))
        await self.inner.put(entries)

    async def scrub(self) -> None:
        await self.inner.scrub()


async def test_an_erasure_cut_short_is_finished_at_the_next_start(store: SqliteKeys) -> None:
    keyring = await Keyring.open(store, MASTER)
    key_id = await keyring.key_for("u1", "s1")
    dying = await Keyring.open(DyingStore(store, writes_left=1), MASTER)
    with pytest.raises(Interrupted):
        await dying.destroy_user("u1")
    assert keyring.is_live(key_id)

    reopened = await Keyring.open(store, MASTER)

    assert reopened.is_erased("u1")
    assert not reopened.is_live(key_id)


async def test_a_key_that_could_not_be_stored_is_never_used(store: SqliteKeys) -> None:
    await Keyring.open(store, MASTER)
    keyring = await Keyring.open(DyingStore(store, writes_left=0), MASTER)

    with pytest.raises(Interrupted):
        await keyring.key_for("u1", "s1")

    assert store.names("key/u1") == []


def test_a_master_key_file_is_private_and_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    key = make_master_key(path)

    assert path.stat().st_mode & 0o777 == 0o600
    assert read_master_key(path) == key
    with pytest.raises(FileExistsError):
        make_master_key(path)
    assert [p.name for p in tmp_path.iterdir()] == ["master.key"]


@pytest.mark.parametrize("text", ["", "garbage", "mnemolog-master-key-1:abcd", "mnemolog-master-key-9:" + "0" * 64])
def test_a_file_without_a_master_key_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "master.key"
    path.write_text(text)
    path.chmod(0o600)

    with pytest.raises(WrongSecretError, match="master"):
        read_master_key(path)


def test_a_master_key_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "master.key"
    make_master_key(path)
    path.chmod(0o644)

    with pytest.raises(ConfigurationError, match="0644"):
        read_master_key(path)
