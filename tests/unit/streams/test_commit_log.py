"""The commit log: whatever crashes, repeats or intrudes, readers see what one undisturbed writer would write."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schemas.errors import KeyDestroyedError
from schemas.memories import MemoriesRecord, MemoryDropped, Outcome
from streams.commit_log import (
    Chain,
    CommitLogReader,
    SealedPosition,
    join_parts,
    linked,
    open_position,
    position_of,
    seal_position,
    split_record,
)
from streams.keyring import Keyring
from streams.log import LogRecord, NewRecord
from streams.sqlite_file import SqliteFile
from streams.sqlite_keys import SqliteKeys

SECRET = b"s" * 32
NOW = datetime(2026, 3, 1, tzinfo=UTC)


def at(offset: int, record: NewRecord) -> LogRecord:
    return LogRecord("m", record.partition, offset, record.key, record.value, record.headers, NOW)


def position(offset: int) -> SealedPosition:
    """What a deterministic consolidate writes at a position: one to three parts."""
    return SealedPosition(offset, "u", tuple(f"{offset}.{part}".encode() for part in range(offset % 3 + 1)))


@dataclass
class Topic:
    records: list[LogRecord] = field(default_factory=list)

    def append(self, record: NewRecord) -> int:
        self.records.append(at(len(self.records), record))
        return len(self.records) - 1


@dataclass
class Writer:
    """One owner of the partition. It trusts its chain until an append shows that somebody else wrote."""

    topic: Topic
    reader: CommitLogReader = field(default_factory=lambda: CommitLogReader(SECRET))
    read: int = 0

    def resume(self) -> None:
        self.reader, self.read = CommitLogReader(SECRET), 0
        self.follow()

    def follow(self) -> None:
        for record in self.topic.records[self.read :]:
            self.reader.accept(record)
        self.read = len(self.topic.records)

    def write(self, *, parts_before_crash: int | None = None, notice: bool = True) -> None:
        records, _ = linked(SECRET, 0, self.reader.chain, [position(self.reader.chain.offset + 1)])
        if parts_before_crash is not None:
            for record in records[:parts_before_crash]:
                self.topic.append(record)
            self.resume()
            return
        expected = self.read
        offsets = [self.topic.append(record) for record in records]
        if offsets[0] == expected or not notice:
            # A zombie that notices nothing goes on from its own chain as if the records were accepted.
            for offset in offsets:
                self.reader.accept(self.topic.records[offset])
            self.read = offsets[-1] + 1
        else:
            self.resume()


def read_all(topic: Topic) -> list[tuple[int, tuple[bytes, ...]]]:
    reader = CommitLogReader(SECRET)
    done = (reader.accept(record) for record in topic.records)
    return [(position_of(parts[0]), tuple(part.value or b"" for part in parts)) for parts in done if parts]


def undisturbed(count: int) -> list[tuple[int, tuple[bytes, ...]]]:
    return [(offset, position(offset).parts) for offset in range(count)]


steps = st.one_of(
    st.tuples(st.just("write"), st.integers(0, 1), st.just(0)),
    st.tuples(st.just("unnoticed"), st.integers(0, 1), st.just(0)),
    st.tuples(st.just("crash"), st.integers(0, 1), st.integers(0, 3)),
    st.tuples(st.just("resume"), st.integers(0, 1), st.just(0)),
    st.tuples(st.just("repeat"), st.integers(0, 40), st.just(0)),
)


@given(st.lists(steps, max_size=40))
def test_crashes_repeats_and_two_writers_leave_what_one_writer_would_have_written(
    plan: list[tuple[str, int, int]],
) -> None:
    topic = Topic()
    writers = [Writer(topic), Writer(topic)]

    for step, which, number in plan:
        match step:
            case "write":
                writers[which].write()
            case "unnoticed":
                writers[which].write(notice=False)
            case "crash":
                writers[which].write(parts_before_crash=number)
            case "resume":
                writers[which].resume()
            case _:
                if topic.records:
                    again = topic.records[which % len(topic.records)]
                    topic.append(NewRecord(0, again.key or b"", again.value or b"", again.headers))
    seen = read_all(topic)
    writers[0].resume()
    writers[0].write()

    assert seen == undisturbed(len(seen))
    assert read_all(topic) == undisturbed(len(seen) + 1)


@given(st.integers(1, 12), st.data())
def test_a_changed_removed_or_moved_record_ends_what_is_accepted(count: int, data: st.DataObject) -> None:
    topic = Topic()
    writer = Writer(topic)
    for _ in range(count):
        writer.write()
    broken = data.draw(st.integers(0, len(topic.records) - 1))
    how = data.draw(st.sampled_from(["value", "offset", "removed"]))
    record = topic.records[broken]
    match how:
        case "value":
            topic.records[broken] = at(broken, NewRecord(0, b"u", b"forged", record.headers))
        case "offset":
            moved = dict(record.headers) | {"offset": b"99"}
            topic.records[broken] = at(broken, NewRecord(0, b"u", record.value or b"", moved))
        case _:
            del topic.records[broken]

    seen = read_all(topic)

    assert seen == undisturbed(len(seen))
    assert len(seen) <= position_of(record)


def test_a_reader_that_goes_on_from_a_saved_chain_sees_the_rest() -> None:
    topic = Topic()
    writer = Writer(topic)
    for _ in range(3):
        writer.write()
    chain, read = writer.reader.chain, writer.read
    writer.write()

    reader = CommitLogReader(SECRET, chain)
    done = [reader.accept(record) for record in topic.records[read:]]

    assert [position_of(parts[0]) for parts in done if parts] == [3]
    assert reader.chain == writer.reader.chain


def test_records_without_the_headers_are_void() -> None:
    reader = CommitLogReader(SECRET)

    assert reader.accept(at(0, NewRecord(0, b"u", b"value"))) is None
    assert reader.accept(at(1, NewRecord(0, b"u", b"v", {"offset": b"x", "part": b"1/1"}))) is None
    assert reader.chain == Chain()


def dropping(count: int) -> MemoriesRecord:
    return MemoriesRecord(
        partition=0,
        offset=7,
        recorded_at=NOW,
        outcome=Outcome(event_id="e", state="applied"),
        changes=tuple(MemoryDropped(memory_id=f"m{n:05}", reason="forgotten") for n in range(count)),
    )


@given(st.integers(0, 60), st.integers(60, 3_000))
def test_a_record_in_parts_is_the_same_record_again(count: int, bytes_max: int) -> None:
    record = dropping(count)

    parts = split_record(record, bytes_max=bytes_max)

    assert join_parts(parts) == record
    assert [(part.part, part.parts) for part in parts] == [(n + 1, len(parts)) for n in range(len(parts))]


@pytest.fixture
async def keyring(tmp_path: Path) -> AsyncIterator[Keyring]:
    file = SqliteFile.open(tmp_path / "log.db", ())
    yield await Keyring.open(await SqliteKeys.open(file), bytes(32))
    await file.close()


async def test_a_large_position_is_sealed_in_parts_and_opened_whole_until_its_key_is_gone(keyring: Keyring) -> None:
    record = dropping(20_000)
    key_id = await keyring.key_for("u", "s")

    sealed = seal_position(record, user_key="u", key_id=key_id, keyring=keyring)
    records, _ = linked(keyring.secret, 0, Chain(), [sealed])
    reader = CommitLogReader(keyring.secret)
    done = [reader.accept(at(n, r)) for n, r in enumerate(records)]

    assert len(records) > 1
    assert done[:-1] == [None] * (len(records) - 1)
    assert done[-1] is not None
    assert open_position(done[-1], keyring) == record
    assert b"m00001" not in b"".join(r.value for r in records)
    await keyring.destroy_session("u", keyring.session_key("u", "s"))
    with pytest.raises(KeyDestroyedError):
        open_position(done[-1], keyring)
