"""MemDaily, Chinese: questions about short daily messages, found among the messages of many other people's days."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from mnemolog_client import Turn

from bench.sets.evalset import EvalSet, Question, read_json
from mnemolog.importers.found import ImportedTurn, Json, derived_id

ZONE = ZoneInfo("Asia/Shanghai")
MESSAGES_A_USER = 746
"""About 9 messages of the question's own trajectory and 737 of others, the noise of facts/retrieval.md."""
_TIME = re.compile(r"(\d+)年(\d+)月(\d+)日 周. (\d+):(\d+)")


def load(folder: Path) -> EvalSet:
    """Trajectories are dealt round to as many users as hold MESSAGES_A_USER each: each is the others' noise. Every
    trajectory is a session. Many messages stand in several trajectories word by word: a user says each once, and gold
    is the one that is said."""
    value, data_hash = read_json(folder, "memdaily_zh_1000")
    assert isinstance(value, list)
    trajectories = [entry for entry in value if isinstance(entry, dict)]
    total = sum(len(_list(entry, "message_list")) for entry in trajectories)
    users = max(1, round(total / MESSAGES_A_USER))
    said: dict[tuple[str, str], ImportedTurn] = {}
    questions: list[Question] = []
    for number, entry in enumerate(trajectories):
        user = f"memdaily-{number % users}"
        name = f"{entry['file']}/{entry['tid']}"
        own = [_message(user, name, message) for message in _list(entry, "message_list")]
        kept = [said.setdefault((user, message.turn.content), message).turn.event_id for message in own]
        questions.extend(
            _question(user, name, str(entry["file"]), question, kept) for question in _list(entry, "question_list")
        )
    return EvalSet(
        "memdaily",
        "message",
        f"with noise: each user holds about {len(said) // users} messages of {len(trajectories) // users} trajectories",
        tuple(said.values()),
        tuple(questions),
        data_hash=data_hash,
    )


def said_at(text: str) -> datetime:
    """ "2024年04月01日 周一 08:30" in China. Raises ValueError."""
    match = _TIME.match(text)
    if match is None:
        raise ValueError(f"{text!r} is not a time like '2024年04月01日 周一 08:30'")
    return datetime(*(int(part) for part in match.groups()), tzinfo=ZONE)  # type: ignore[arg-type,misc]


def _message(user: str, trajectory: str, message: Json) -> ImportedTurn:
    assert isinstance(message, dict)
    number = str(message["mid"])
    turn = Turn(
        "user",
        str(message["message"]),
        occurred_at=said_at(str(message["time"])),
        event_id=_event_id(trajectory, number),
        timezone=ZONE.key,
    )
    return ImportedTurn(user, trajectory, turn, f"{trajectory}, message {number}")


def _question(user: str, trajectory: str, file: str, question: Json, kept: list[str]) -> Question:
    assert isinstance(question, dict)
    return Question(
        f"{trajectory}/{question['qid']}",
        user,
        str(question["question"]),
        tuple(dict.fromkeys(kept[int(str(number))] for number in _list(question, "target_step_id"))),
        file.split("_", 1)[1].rsplit("_", 1)[0],
        asked_at=said_at(str(question["time"])),
    )


def _event_id(trajectory: str, number: str) -> str:
    return derived_id("memdaily", trajectory, number)


def _list(entry: dict[str, Json], name: str) -> list[Json]:
    found = entry[name]
    assert isinstance(found, list)
    return found
