"""MADial-Bench, Chinese: which memories fit what the user says, inside the user's own memories."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from mnemolog_client import Turn

from bench.sets.evalset import EvalSet, Question, read_json
from mnemolog.importers.found import ImportedTurn, Json, derived_id

ZONE = ZoneInfo("Asia/Shanghai")
_LINE = re.compile(r'\s*<(?P<who>[^>]+)>\s*[:：]\s*"?(?P<text>.*?)"?\s*', re.DOTALL)


def load(folder: Path) -> EvalSet:
    """171 memories of two users, 160 dialogues. Each memory is a session of its own, as they are unrelated."""
    value, data_hash = read_json(folder, "madial_zh")
    assert isinstance(value, dict)
    memories, dialogues = value["memories"], value["dialogues"]
    assert isinstance(memories, list)
    assert isinstance(dialogues, list)
    turns = tuple(_memory(entry) for wrapped in memories if isinstance(wrapped, dict) for entry in wrapped.values())
    latest = max(turn.turn.occurred_at for turn in turns if turn.turn.occurred_at)
    return EvalSet(
        "madial",
        "message",
        "inside the user's own memories; the query is the user's lines up to the first test turn",
        turns,
        tuple(_question(entry, latest) for entry in dialogues),
        data_hash=data_hash,
    )


def user_lines(dialogue: list[Json], test_turn: int | None = None) -> list[str]:
    """What the user says before the dialogue's line number `test_turn`, in all of it without one."""
    found = [_LINE.fullmatch(str(line)) for line in dialogue[:test_turn]]
    return [match["text"] for match in found if match is not None and match["who"] != "Assistant"]


def lines_of_users(folder: Path) -> tuple[list[list[str]], str]:
    """What the user says in each dialogue, and the hash of the file. Raises DataMissing."""
    value, data_hash = read_json(folder, "madial_zh")
    assert isinstance(value, dict)
    dialogues = value["dialogues"]
    assert isinstance(dialogues, list)
    told = (entry["dialogue"] for entry in dialogues if isinstance(entry, dict))
    return [user_lines(lines) for lines in told if isinstance(lines, list)], data_hash


def _memory(entry: Json) -> ImportedTurn:
    assert isinstance(entry, dict)
    number = str(entry["id"])
    said_at = datetime.strptime(str(entry["time"]), "%Y-%m-%d").replace(tzinfo=ZONE)
    turn = Turn("user", str(entry["event"]), occurred_at=said_at, event_id=_event_id(number), timezone=ZONE.key)
    return ImportedTurn(f"madial-{entry['user-id']}", f"memory-{number}", turn, f"memory {number}")


def _question(entry: Json, latest: datetime) -> Question:
    assert isinstance(entry, dict)
    dialogue, test_turns, relevant = entry["dialogue"], entry["test-turn"], entry["relevant-id"]
    assert isinstance(dialogue, list)
    assert isinstance(test_turns, list)
    assert isinstance(relevant, list)
    return Question(
        f"madial/{entry['id']}",
        f"madial-{entry['user-id']}",
        "\n".join(user_lines(dialogue, int(str(test_turns[0])))),
        tuple(_event_id(str(number)) for number in relevant),
        f"user {entry['user-id']}",
        asked_at=latest,
    )


def _event_id(number: str) -> str:
    return derived_id("madial", number)
