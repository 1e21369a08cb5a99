"""LongMemEval: every question brings a haystack of its own, so every question is a user."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from mnemolog_client import Turn

from mnemolog.importers.found import Found, ImportedTurn, Json, Malformed, Skipped, derived_id

_TIME = re.compile(r"(\d{4})/(\d\d)/(\d\d) \(\w+\) (\d\d):(\d\d)")


def parse(value: Json) -> Iterator[Found]:
    """The turns of all haystacks. Event ids are `event_id(question, session number, turn number)`."""
    if not isinstance(value, list):
        yield Malformed("the file", "it should be a list of questions")
        return
    for number, entry in enumerate(value, start=1):
        if not isinstance(entry, dict) or "question_id" not in entry:
            yield Malformed(f"question {number}", "it has no `question_id`")
            continue
        yield from _haystack(str(entry["question_id"]), entry)


def event_id(question: str, session_number: int, turn_number: int) -> str:
    """The event id of a turn; both numbers count from 0."""
    return derived_id("longmemeval", question, str(session_number), str(turn_number))


def session_time(text: str) -> datetime:
    """ "2023/05/11 (Thu) 02:02" as UTC. Raises ValueError."""
    match = _TIME.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"{text!r} is not a time like '2023/05/11 (Thu) 02:02'")
    return datetime(*(int(part) for part in match.groups()), tzinfo=UTC)  # type: ignore[arg-type,misc]


def session_name(session_ids: list[Json], number: int) -> str:
    """The session's id; one that the haystack names twice gets its number added."""
    name = str(session_ids[number])
    return name if session_ids.index(session_ids[number]) == number else f"{name}#{number}"


def _haystack(question: str, entry: dict[str, Json]) -> Iterator[Found]:
    sessions, dates, ids = (entry.get(f"haystack_{name}") for name in ("sessions", "dates", "session_ids"))
    if not (isinstance(sessions, list) and isinstance(dates, list) and isinstance(ids, list)):
        yield Malformed(question, "it has no haystack_sessions, haystack_dates or haystack_session_ids")
        return
    if not len(sessions) == len(dates) == len(ids):
        yield Malformed(question, f"{len(sessions)} sessions, {len(dates)} dates, {len(ids)} ids")
        return
    for number, (session, date) in enumerate(zip(sessions, dates, strict=True)):
        place = f"{question}, session {number + 1}"
        try:
            occurred_at = session_time(str(date))
        except ValueError as error:
            yield Malformed(place, str(error))
            continue
        name = session_name(ids, number)
        for index, turn in enumerate(session if isinstance(session, list) else []):
            yield _turn(question, name, number, index, turn, occurred_at)


def _turn(question: str, session: str, number: int, index: int, turn: Json, occurred_at: datetime) -> Found:
    place = f"{question}, session {number + 1}, turn {index + 1}"
    if not isinstance(turn, dict) or turn.get("role") not in ("user", "assistant"):
        return Malformed(place, "it is no message of a user or assistant")
    content = str(turn.get("content") or "")
    if not content.strip():
        return Skipped(place, "nothing is said")
    return ImportedTurn(
        question,
        session,
        Turn(
            str(turn["role"]),
            content,
            occurred_at=occurred_at,
            event_id=event_id(question, number, index),
            turn_index=index,
            source="longmemeval",
        ),
        place,
    )
