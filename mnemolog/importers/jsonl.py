"""JSON Lines of our own turn shape, `{"user", "session", "role", "content", "occurred_at", …}`, one turn a line, and
what `mnemolog export` writes: its turns come back with their ids and times, the rest is made again from them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import get_args

from mnemolog_client import Turn

from mnemolog.importers.found import Found, Json, Malformed, NotATurn, Numbering, Skipped, load_json, read_time
from schemas.events import Role

_TEXTS = ("speaker", "event_id", "agent", "task", "timezone", "language", "source", "trust")
_LISTS = ("recalled", "tags")
_FIELDS = {
    "user",
    "session",
    "role",
    "content",
    "occurred_at",
    "turn_index",
    "attachments",
    "metadata",
    *_TEXTS,
    *_LISTS,
}


def parse(lines: Iterable[bytes], *, user: str = "", session: str = "") -> Iterator[Found]:
    """One thing found per line that is not blank. `user` and `session` stand in where a line names none."""
    numbering = Numbering("jsonl")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        place = f"line {number}"
        for value in load_json(line, place):
            if isinstance(value, Malformed):
                yield value
                continue
            if needless := _needless(value):
                yield Skipped(place, needless)
                continue
            try:
                owner, talk, turn = _turn(_given(value), user, session)
            except ValueError as error:
                yield Malformed(place, str(error))
            else:
                yield numbering.imported(owner, talk, turn, place)


def _needless(value: Json) -> str:
    """Why a line of an export need not be read; '' for a turn and for what is no export's."""
    match value:
        case {"type": "event", "event": {"type": "TurnRecorded"}}:
            return ""
        case {"type": "event"}:
            return "it is no turn; state it again with POST /v1/memories"
        case {"type": "export" | "memory"}:
            return "what was made of the turns is made again"
        case _:
            return ""


def _given(value: Json) -> Json:
    """A turn in our shape, out of the event of an export's line."""
    match value:
        case {"type": "event", "event": dict() as event}:
            return {name: part for name, part in event.items() if name in _FIELDS}
        case _:
            return value


def _turn(value: Json, user: str, session: str) -> tuple[str, str, Turn]:
    if not isinstance(value, dict):
        raise NotATurn(f"an object is wanted, and this is {str(value)[:40]!r}")
    if unknown := sorted(set(value) - _FIELDS):
        raise NotATurn(f"unknown field {unknown[0]!r}")
    texts = {name: _text(value, name) for name in ("user", "session", "role", "content", *_TEXTS)}
    owner, talk = texts["user"] or user, texts["session"] or session
    if not owner or not talk:
        raise NotATurn(f"no {'session' if owner else 'user'}: name it in the line or on the command line")
    if texts["role"] not in get_args(Role):
        raise NotATurn(f"role {texts['role']!r} is none of {', '.join(get_args(Role))}")
    return (
        owner,
        talk,
        Turn(
            texts["role"],
            texts["content"],
            occurred_at=_time(value),
            turn_index=_index(value),
            recalled=_texts(value, "recalled"),
            tags=_texts(value, "tags"),
            attachments=tuple(_attachments(value)),
            metadata=_object(value, "metadata"),
            **{name: texts[name] for name in _TEXTS},
        ),
    )


def _text(value: dict[str, Json], name: str) -> str:
    found = value.get(name) or ""
    if not isinstance(found, str):
        raise NotATurn(f"{name} should be a text and is {str(found)[:40]!r}")
    return found


def _texts(value: dict[str, Json], name: str) -> tuple[str, ...]:
    found = value.get(name) or []
    if not isinstance(found, list) or not all(isinstance(part, str) for part in found):
        raise NotATurn(f"{name} should be a list of texts")
    return tuple(str(part) for part in found)


def _time(value: dict[str, Json]) -> datetime | None:
    try:
        return read_time(value.get("occurred_at"))
    except ValueError as error:
        raise NotATurn(f"occurred_at: {error}") from error


def _index(value: dict[str, Json]) -> int | None:
    found = value.get("turn_index")
    if found is None or (isinstance(found, int) and not isinstance(found, bool)):
        return found
    raise NotATurn(f"turn_index should be a whole number and is {str(found)[:40]!r}")


def _attachments(value: dict[str, Json]) -> Iterator[dict[str, str]]:
    found = value.get("attachments") or []
    if not isinstance(found, list):
        raise NotATurn("attachments should be a list")
    for entry in found:
        if not isinstance(entry, dict) or not all(isinstance(part, str) for part in entry.values()):
            raise NotATurn("an attachment should be an object of texts")
        yield {name: str(part) for name, part in entry.items()}


def _object(value: dict[str, Json], name: str) -> dict[str, Json]:
    found = value.get(name) or {}
    if not isinstance(found, dict):
        raise NotATurn(f"{name} should be an object")
    return found
