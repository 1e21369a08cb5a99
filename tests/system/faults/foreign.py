"""A foreign producer that journals: what it sent and what Kafka acknowledged, in an fsynced file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from confluent_kafka import KafkaError, Message, Producer

from schemas.topics import INBOX

FLUSH_S = 120.0


@dataclass(frozen=True, slots=True)
class Said:
    """One turn of a user; `seq` orders what that user said. `words`: other ones than the usual."""

    user: str
    seq: int
    words: str = ""

    @property
    def event_id(self) -> str:
        return f"{self.user}-{self.seq}"

    @property
    def content(self) -> str:
        """What was said: every fifth turn changes a fact, so that order shows in memories."""
        if self.words:
            return self.words
        return f"My phone number is 139{self.seq:08d}." if self.seq % 5 == 0 else f"Note {self.seq} of the voyage."

    @property
    def value(self) -> bytes:
        """As the inbox takes it."""
        return json.dumps({"event_id": self.event_id, "session": "log", "content": self.content}).encode()


def turns_of(user: str, count: int, *, start: int = 0) -> list[Said]:
    """The turns `start` … `start + count` of one user, in order."""
    return [Said(user, seq) for seq in range(start, start + count)]


def turns_of_users(name: str, users: int, each: int) -> list[Said]:
    """Turns of several users by turns, as they would come."""
    return [Said(f"{name}{user}", seq) for seq in range(each) for user in range(users)]


class Journal:
    """Lines `sent ID USER SEQ` before and `acked ID` after."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    def write(self, lines: Iterable[str]) -> None:
        os.write(self._file, "".join(f"{line}\n" for line in lines).encode())
        os.fsync(self._file)

    def sent(self) -> dict[str, tuple[str, int]]:
        """event id → (user, seq), in the order of sending."""
        words = [line.split() for line in self._path.read_text().splitlines()]
        return {word[1]: (word[2], int(word[3])) for word in words if word[0] == "sent"}

    def acked(self) -> set[str]:
        """Ids of what was acknowledged."""
        words = [line.split() for line in self._path.read_text().splitlines()]
        return {word[1] for word in words if word[0] == "acked"}

    def close(self) -> None:
        os.close(self._file)


class ForeignProducer:
    """Any client of Kafka: plain JSON, keyed by user, into the inbox."""

    def __init__(self, bootstrap: str, journal: Journal) -> None:
        self._journal = journal
        self._producer = Producer(
            {
                "bootstrap.servers": bootstrap,
                "acks": "all",
                "enable.idempotence": True,
                "linger.ms": 5,
                "delivery.timeout.ms": int(1_000 * FLUSH_S),
                "log_level": 0,
            }
        )

    def send(self, said: Sequence[Said], *, times: int = 1) -> None:
        """Produce in order, and wait until everything is acknowledged."""
        self._journal.write(f"sent {one.event_id} {one.user} {one.seq}" for one in said)
        for one in said:
            for _ in range(times):
                self._produce(one)
        left = self._producer.flush(FLUSH_S)
        assert left == 0, f"{left} turns were not acknowledged in {FLUSH_S:.0f} s"

    def send_raw(self, key: bytes | None, value: bytes | None) -> None:
        """Produce any bytes."""
        self._producer.produce(INBOX, key=key, value=value)
        assert self._producer.flush(FLUSH_S) == 0

    def _produce(self, one: Said) -> None:
        def told(error: KafkaError | None, _: Message) -> None:
            if error is None:
                self._journal.write([f"acked {one.event_id}"])

        while True:
            try:
                self._producer.produce(INBOX, key=one.user.encode(), value=one.value, on_delivery=told)
                break
            except BufferError:
                self._producer.poll(1)
        self._producer.poll(0)
