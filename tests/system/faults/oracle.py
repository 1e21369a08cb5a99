"""The oracle of every fault: what was acknowledged, what the log holds, and what the index shows of it.

A = acknowledged, L = in the log, I = indexed, D = dead-lettered. A ⊆ L · L = I ∪ D ∪ skipped ∪ erased ∪ duplicates ·
|I| distinct · each (version, content) in the index = fold(L), and the fold is what the deciding functions make of the
log again · every user's order kept · committed = end · every mark = the end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, fields

import httpx
import numpy as np
from aiokafka.admin import AIOKafkaAdminClient
from numpy.typing import NDArray

from indexers.digest import contribution
from indexers.index import Document
from indexers.projection import project
from processors.abstraction.born import embedded as embedded_by
from processors.claims.table import shipped_table
from processors.consolidation import Policy, UserState, consolidate, fold
from processors.models.use import PROFILE
from schemas.errors import CodecError, KeyDestroyedError
from schemas.events import Event, TurnRecorded
from schemas.memories import MemoriesRecord, MemoryPut
from schemas.stages import EmbeddedEvent
from schemas.topics import INBOX, TURNS, described, embedded, memories, scored
from streams.commit_log import CommitLogReader, open_position, position_of
from streams.deadletters import DeadLetter, DeadLetters
from streams.distributed.group import group_of
from streams.distributed.installation import Installation
from streams.distributed.worker import STAGES
from streams.log import LogRecord
from streams.stage_records import first_of_each, open_event, open_staged, owner_of
from streams.writer import event_id_hash
from tests.system.faults.foreign import Journal

EVERYTHING = 1_000_000
PAGE = 1_000
ALIAS = "mnemolog"
THRESHOLDS = {
    name: getattr(PROFILE, name) for name in (entry.name for entry in fields(Policy)) if hasattr(PROFILE, name)
}
POLICY = Policy(table=shipped_table(), **THRESHOLDS)
Held = dict[tuple[str, str], tuple[int, str]]
"""(user key, memory id) → (version, digest of what the memory says)."""


@dataclass
class Counts:
    """What one scenario came to."""

    acked: int = 0
    log: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    letters: Counter[str] = field(default_factory=Counter)
    repeats: int = 0
    void: int = 0

    def since(self, before: Counts) -> Counts:
        """What came after an earlier count of the same installation."""
        return Counts(
            self.acked - before.acked,
            self.log - before.log,
            self.outcomes - before.outcomes,
            self.letters - before.letters,
            self.repeats - before.repeats,
            self.void - before.void,
        )

    def line(self) -> str:
        told = self.outcomes
        return (
            f"acked {self.acked} · in the log {self.log} · indexed {told['indexed']} · "
            f"dead {sum(self.letters.values())} · duplicates {told['duplicate']} · skipped {told['skipped']} · "
            f"erased {told['erased']} · written again {self.repeats} · void {self.void}"
        )


@dataclass
class _Partition:
    turns: list[LogRecord]
    events: dict[int, Event | None]
    records: dict[int, tuple[str, MemoriesRecord | None]]


async def examine(installation: Installation, url: str, journal: Journal) -> Counts:
    """Check everything; everything must have settled. Raises AssertionError saying what is wrong."""
    counts = Counts(acked=len(journal.acked()))
    await installation.keys.synced()
    partitions = [await _partition(installation, number, counts) for number in range(installation.partitions)]
    letters = await letters_of(installation)
    _check_log(partitions, journal, letters, counts, installation.keyring.secret)
    _check_outcomes(partitions, letters, counts)
    for number, partition in enumerate(partitions):
        await _check_replay(installation, number, partition)
    _check_index(installation, partitions, url)
    await _check_groups(installation, partitions)
    return counts


async def everything(installation: Installation, topic: str, partition: int) -> list[LogRecord]:
    """All records of a partition."""
    return await installation.log.read(topic, partition, after=-1, limit=EVERYTHING)


async def letters_of(installation: Installation) -> list[DeadLetter]:
    """All dead letters; the first of each place and stage counts."""
    reader = DeadLetters(installation.log, installation.keyring)
    found: dict[tuple[str, int, int, str], DeadLetter] = {}
    for partition in range(installation.partitions):
        for _, letter in await reader.read(partition, limit=EVERYTHING):
            found.setdefault((letter.topic, letter.partition, letter.offset, letter.stage), letter)
    return list(found.values())


async def _partition(installation: Installation, number: int, counts: Counts) -> _Partition:
    generation = installation.generation
    turns = await everything(installation, TURNS, number)
    events: dict[int, Event | None] = {}
    for record in turns:
        try:
            events[record.offset] = open_event(record, installation.keyring)
        except CodecError:
            events[record.offset] = None
    positions = list(range(len(turns)))
    for topic in (scored(generation), described(generation), embedded(generation)):
        records = await everything(installation, topic, number)
        first = [position_of(record) for record in first_of_each(records, above=-1)]
        assert first == positions, f"{topic}-{number}: not one output a position: {_gaps(first, len(turns))}"
        counts.repeats += len(records) - len(first)
    reader = CommitLogReader(installation.keyring.secret)
    complete: dict[int, tuple[str, MemoriesRecord | None]] = {}
    for record in await everything(installation, memories(generation), number):
        before = reader.chain
        parts = reader.accept(record)
        counts.void += reader.chain == before
        if parts:
            complete[position_of(parts[0])] = (owner_of(parts[0]), _opened(parts, installation))
    assert list(complete) == positions, f"memories-{number}: {_gaps(list(complete), len(turns))}"
    return _Partition(turns, events, complete)


def _opened(parts: list[LogRecord], installation: Installation) -> MemoriesRecord | None:
    try:
        return open_position(parts, installation.keyring)
    except KeyDestroyedError:
        return None


def _check_log(
    partitions: list[_Partition], journal: Journal, letters: list[DeadLetter], counts: Counts, secret: bytes
) -> None:
    """Nothing acknowledged is lost, and each user's turns stand in the order in which they were sent."""
    places: dict[str, tuple[int, int]] = {}
    for number, partition in enumerate(partitions):
        counts.log += len(partition.turns)
        for record in partition.turns:
            # In the clear beside what is sealed: the turns of an erased user are in the log like any other's.
            places.setdefault(record.headers.get("id", b"").hex(), (number, record.offset))
    place_of = {name: places.get(event_id_hash(secret, name)) for name in journal.sent()}
    refused = b"".join(letter.value or b"" for letter in letters if letter.stage == "admit")
    lost = [name for name in journal.acked() if place_of[name] is None and name.encode() not in refused]
    assert not lost, f"{len(lost)} acknowledged turns are lost: {sorted(lost)[:10]}"
    by_user: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for name, (user, seq) in journal.sent().items():
        if (place := place_of[name]) is not None:
            by_user[user].append((seq, place[1]))
    for user, found in by_user.items():
        offsets = [offset for _, offset in sorted(found)]
        assert offsets == sorted(offsets), f"the turns of {user} lost their order"


def _check_outcomes(partitions: list[_Partition], letters: list[DeadLetter], counts: Counts) -> None:
    """Every position has one outcome; an id is indexed once; what is dead-lettered has its letter, and the reverse."""
    parked = {(letter.partition, letter.offset) for letter in letters if letter.topic == TURNS}
    counts.letters = Counter(letter.stage for letter in letters)
    dead = set()
    first: set[tuple[str, str]] = set()
    for number, partition in enumerate(partitions):
        for offset, (owner, record) in partition.records.items():
            state = "erased" if record is None else record.outcome.state
            counts.outcomes[state] += 1
            event = partition.events[offset]
            if state == "dead-lettered":
                dead.add((number, offset))
            if isinstance(event, TurnRecorded) and record is not None:
                again = (owner, event.event_id) in first
                assert again == (state in ("duplicate", "conflict")), (
                    f"{event.event_id} at {number}:{offset} is {state}"
                )
                first.add((owner, event.event_id))
    assert dead <= parked, f"dead-lettered without a letter: {sorted(dead - parked)[:10]}"


class _Recorded:
    """An embedder that answers what was recorded with the memories that consolidate made itself."""

    profile = PROFILE

    def __init__(self, held: MemoriesRecord | None) -> None:
        changes = () if held is None else held.changes
        self._vectors = {one.memory.content: one.memory.vector for one in changes if isinstance(one, MemoryPut)}

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([np.frombuffer(self._vectors[text], "<f2") for text in texts], np.float32)

    embed_queries = embed


async def _check_replay(installation: Installation, number: int, partition: _Partition) -> None:
    """The commit log holds what the deciding functions make of the recorded model outputs."""
    # Of whom something was destroyed, what was decided before cannot be decided again.
    gone = {owner for owner, record in partition.records.values() if record is None}
    states: dict[str, UserState] = defaultdict(UserState)
    records = await everything(installation, embedded(installation.generation), number)
    for record in first_of_each(records, above=-1):
        event = open_staged(record, EmbeddedEvent, installation.keyring).event
        if event.user_key in gone:
            continue
        _, held = partition.records[event.offset]
        decided = embedded_by(consolidate(states[event.user_key], event, POLICY), _Recorded(held))
        fold(states[event.user_key], decided)
        assert decided == held, f"position {number}:{event.offset} is decided otherwise when replayed"


def _check_index(installation: Installation, partitions: list[_Partition], url: str) -> None:
    """The index holds exactly what the fold holds, and says so in its marks."""
    wanted: Held = {}
    for partition in partitions:
        for owner, record in partition.records.values():
            if record is None:
                continue
            if record.outcome.state == "erased" and record.outcome.event_id:
                wanted = {place: held for place, held in wanted.items() if place[0] != owner}
            for change in project(record, owner, installation.log.epoch):
                if isinstance(change, Document):
                    digest = contribution(change.memory, installation.keyring.secret).hex()
                    wanted[owner, change.memory.memory_id] = (change.version, digest)
                else:
                    wanted.pop((owner, change.memory_id), None)
    found = indexed(url)
    lacking, extra = wanted.keys() - found.keys(), found.keys() - wanted.keys()
    assert not lacking, f"{len(lacking)} memories are not in the index: {sorted(lacking)[:5]}"
    assert not extra, f"{len(extra)} memories are in the index and not in the log: {sorted(extra)[:5]}"
    other = [place for place in wanted if wanted[place] != found[place]]
    assert not other, f"{len(other)} memories differ: {[(p, wanted[p], found[p]) for p in other[:3]]}"
    ends = {number: len(partition.turns) - 1 for number, partition in enumerate(partitions) if partition.turns}
    assert marks(url) == ends


def indexed(url: str) -> Held:
    """All memories of the index, read past the product's own code."""
    found: Held = {}
    after: list[str] | None = None
    while True:
        body: dict[str, object] = {
            "size": PAGE,
            "query": {"bool": {"filter": [{"term": {"type": "memory"}}]}},
            "sort": [{"user_key": "asc"}, {"memory_id": "asc"}],
            "_source": ["user_key", "memory_id", "version", "digest"],
        }
        if after is not None:
            body["search_after"] = after
        hits = _search(url, body)
        for hit in hits:
            source = hit["_source"]
            place = (source["user_key"], source["memory_id"])
            assert place not in found, f"{place} is in the index twice"
            found[place] = (source["version"], source["digest"])
        if len(hits) < PAGE:
            return found
        after = hits[-1]["sort"]


def marks(url: str) -> dict[int, int]:
    """The watermark of each partition in the index."""
    body = {"size": PAGE, "query": {"bool": {"filter": [{"term": {"type": "mark"}}]}}}
    return {hit["_source"]["partition"]: hit["_source"]["offset"] for hit in _search(url, body)}


def _search(url: str, body: dict[str, object]) -> list[dict[str, dict[str, object]]]:
    httpx.post(f"{url}/{ALIAS}/_refresh", timeout=30).raise_for_status()
    answer = httpx.post(f"{url}/{ALIAS}/_search", json=body, timeout=30)
    answer.raise_for_status()
    return list(answer.json()["hits"]["hits"])


async def _check_groups(installation: Installation, partitions: list[_Partition]) -> None:
    """No group committed beyond the end of its topic."""
    committed = await committed_of(installation)
    for stage, topic in topics_of(installation).items():
        ends = await installation.log.ends(topic, range(len(partitions)))
        for number, offset in committed[stage].items():
            assert offset <= ends[number], f"{stage} committed {offset} of {ends[number]} in partition {number}"


def topics_of(installation: Installation) -> dict[str, str]:
    """stage → the topic that it reads."""
    generation = installation.generation
    read = (INBOX, TURNS, scored(generation), described(generation), embedded(generation), memories(generation))
    return dict(zip(STAGES, read, strict=True))


async def committed_of(installation: Installation) -> dict[str, dict[int, int]]:
    """stage → partition → the offset that its group committed; nothing where it has not."""
    admin = AIOKafkaAdminClient(bootstrap_servers=installation.place.bootstrap)
    await admin.start()
    try:
        found = {}
        for stage, topic in topics_of(installation).items():
            offsets = await admin.list_consumer_group_offsets(group_of(installation, stage))
            name = installation.log.place(topic, 0).topic
            found[stage] = {place.partition: held.offset for place, held in offsets.items() if place.topic == name}
        return found
    finally:
        await admin.close()


def _gaps(found: list[int], count: int) -> str:
    lacking = sorted(set(range(count)) - set(found))
    return f"{len(found)} of {count}, without {lacking[:10]}" if lacking else f"{found[:20]} out of order"
