"""LoCoMo: every conversation is a user, both of whose speakers are people; a shared picture counts by its caption."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime

from mnemolog_client import Turn

from mnemolog.importers.found import Found, ImportedTurn, Json, Malformed, Skipped, derived_id

_SESSION = re.compile(r"session_(\d+)")
_TIME = re.compile(r"(\d{1,2}):(\d\d) (am|pm) on (\d{1,2}) (\w+), (\d{4})")
_MONTHS = ("january", "february", "march", "april", "may", "june",
           "july", "august", "september", "october", "november", "december")  # fmt: skip


def parse(value: Json) -> Iterator[Found]:
    """The turns of all conversations, session by session. Event ids are `event_id(sample, dialogue id)`."""
    if not isinstance(value, list):
        yield Malformed("the file", "it should be a list of conversations")
        return
    for number, sample in enumerate(value, start=1):
        if not isinstance(sample, dict) or not isinstance(sample.get("conversation"), dict):
            yield Malformed(f"conversation {number}", "it has no `conversation`")
            continue
        name = str(sample.get("sample_id") or number)
        yield from _conversation(name, sample["conversation"])


def event_id(sample: str, dialogue_id: str) -> str:
    """The event id of a turn, like ("conv-26", "D1:3")."""
    return derived_id("locomo", sample, dialogue_id)


def session_time(text: str) -> datetime:
    """ "1:56 pm on 8 May, 2023" as UTC. Raises ValueError."""
    match = _TIME.fullmatch(text.strip())
    if match is None or match[5].lower() not in _MONTHS:
        raise ValueError(f"{text!r} is not a time like '1:56 pm on 8 May, 2023'")
    hour = int(match[1]) % 12 + (12 if match[3] == "pm" else 0)
    return datetime(int(match[6]), _MONTHS.index(match[5].lower()) + 1, int(match[4]), hour, int(match[2]), tzinfo=UTC)


def spoken(turn: dict[str, Json]) -> str:
    """What was said, with the caption of what was shared."""
    caption = turn.get("blip_caption")
    text = str(turn.get("text") or "")
    return f"{text} [shares {caption}]".strip() if caption else text


def _conversation(sample: str, conversation: Json) -> Iterator[Found]:
    assert isinstance(conversation, dict)
    numbers = sorted(int(match[1]) for key in conversation if (match := _SESSION.fullmatch(key)))
    for number in numbers:
        place = f"{sample}, session {number}"
        turns, when = conversation[f"session_{number}"], conversation.get(f"session_{number}_date_time")
        try:
            occurred_at = session_time(str(when))
        except ValueError as error:
            yield Malformed(place, str(error))
            continue
        for index, turn in enumerate(turns if isinstance(turns, list) else []):
            if not isinstance(turn, dict) or "dia_id" not in turn or "speaker" not in turn:
                yield Malformed(f"{place}, turn {index + 1}", "it has no `dia_id` or `speaker`")
                continue
            yield _turn(sample, f"session_{number}", turn, index, occurred_at)


def _turn(sample: str, session: str, turn: dict[str, Json], index: int, occurred_at: datetime) -> Found:
    dialogue_id = str(turn["dia_id"])
    place = f"{sample}, {dialogue_id}"
    content = spoken(turn)
    if not content.strip():
        return Skipped(place, "nothing is said")
    return ImportedTurn(
        sample,
        session,
        Turn(
            "user",
            content,
            occurred_at=occurred_at,
            speaker=str(turn["speaker"]),
            event_id=event_id(sample, dialogue_id),
            turn_index=index,
            source="locomo",
        ),
        place,
    )
