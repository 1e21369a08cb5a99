"""What a parser finds in a file: turns, and what it could not or need not read, with the place and the reason."""

from __future__ import annotations

import json
import uuid
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from mnemolog_client import Turn

IDS = uuid.UUID("6f1d2c0e-5f0a-5d0b-9a54-3f7f3e2d8c11")
"""The namespace of imported event ids. Changing it would import everything twice."""
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


@dataclass(frozen=True, slots=True)
class ImportedTurn:
    """A turn to record. `place` says where in the file it stands, like "line 12"."""

    user: str
    session: str
    turn: Turn
    place: str


@dataclass(frozen=True, slots=True)
class Malformed:
    """Something that should have been a turn and is none. It is reported and counted, never left out in silence."""

    place: str
    reason: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """Something that is well formed and says nothing, like a call of a tool without text."""

    place: str
    reason: str


Found = ImportedTurn | Malformed | Skipped


def derived_id(*parts: str) -> str:
    """The event id of what `parts` name: the same in every run (UUIDv5)."""
    return str(uuid.uuid5(IDS, json.dumps(parts, ensure_ascii=True)))


class NotATurn(ValueError):
    """What stands where a turn should be, and is none."""


@dataclass(slots=True)
class Numbering:
    """Gives turns that carry no id one made of what they say. The same words said again in a session are told apart by
    their count, so lines may be added to a file before it is imported again."""

    source: str
    _seen: Counter[str] = field(default_factory=Counter)

    def imported(self, user: str, session: str, turn: Turn, place: str) -> Found:
        """The turn with an event id; a turn without a word is skipped, as a server would refuse it."""
        if not turn.content.strip():
            return Skipped(place, f"the {turn.role} says nothing")
        return ImportedTurn(user, session, self._numbered(user, session, turn), place)

    def _numbered(self, user: str, session: str, turn: Turn) -> Turn:
        if turn.event_id:
            return turn
        when = turn.occurred_at.astimezone(UTC).isoformat() if turn.occurred_at else ""
        plain = derived_id(self.source, user, session, when, turn.role, turn.speaker, turn.content)
        self._seen[plain] += 1
        nth = self._seen[plain]
        return replace(turn, event_id=plain if nth == 1 else derived_id(plain, str(nth)))


def read_time(value: Json) -> datetime | None:
    """An ISO 8601 text or POSIX seconds as an aware time; a text without a zone is UTC. None stays None.
    Raises ValueError saying what it is instead."""
    match value:
        case None:
            return None
        case bool():
            raise ValueError(f"{value!r} is not a time")
        case int() | float():
            try:
                return datetime.fromtimestamp(value, UTC)
            except (OverflowError, OSError) as error:
                raise ValueError(f"{value!r} is not a time in POSIX seconds") from error
        case str():
            moment = datetime.fromisoformat(value)
            return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        case _:
            raise ValueError(f"{str(value)[:40]!r} is not a time")


def load_json(raw: bytes, place: str) -> Iterator[Json | Malformed]:
    """The one JSON value of some bytes, or why there is none."""
    try:
        yield json.loads(raw.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        yield Malformed(place, f"not UTF-8 at byte {error.start}")
    except json.JSONDecodeError as error:
        yield Malformed(place, f"not JSON at line {error.lineno} column {error.colno}: {error.msg}")
    except RecursionError:
        yield Malformed(place, "JSON nested too deep")
