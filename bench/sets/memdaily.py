"""MemDaily, Chinese: questions about short daily messages, found among what else a user says (small talk of MADial's
users), or among the messages of many other people's days."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from mnemolog_client import Turn

from bench.sets import madial
from bench.sets.evalset import EvalSet, Question, read_json
from mnemolog.importers.found import ImportedTurn, Json, derived_id

ZONE = ZoneInfo("Asia/Shanghai")
USERS = 8
"""Users who hold the same small talk: trajectories of different users are told and asked about at the same time."""
MESSAGES_A_USER = 746
"""As many of a mixed user as of one who holds a trajectory and the small talk: 9 and 735."""
_TIME = re.compile(r"(\d+)年(\d+)月(\d+)日 周. (\d+):(\d+)")


def load(folder: Path) -> EvalSet:
    """Every trajectory is told to a user who holds the small talk of MADial and nothing else, asked about, and
    forgotten: what stands beside it is what people say, and no other message answers the question too."""
    trajectories, data_hash = _read(folder)
    talk, talk_hash = madial.lines_of_users(folder)
    begun = min(said_at(str(message["time"])) for entry in trajectories for message in _messages(entry))
    questions: list[Question] = []
    for number, entry in enumerate(trajectories):
        user, name = f"memdaily-{number % USERS}", _name(entry)
        told = tuple(_message(user, name, message) for message in _messages(entry))
        own = [message.turn.event_id for message in told]
        questions.extend(_question(user, entry, question, own, told) for question in _list(entry, "question_list"))
    return EvalSet(
        "memdaily",
        "message",
        f"each question in the memory of a user who holds its own trajectory and {sum(map(len, talk))} lines of small "
        "talk (MADial's users); the trajectory is forgotten before the next one",
        tuple(line for number in range(USERS) for line in _small_talk(f"memdaily-{number}", talk, begun)),
        tuple(questions),
        data_hash=f"{data_hash} {talk_hash}",
    )


def load_mixed(folder: Path) -> EvalSet:
    """Trajectories are dealt round to as many users as hold MESSAGES_A_USER each: each is the others' noise. Every
    trajectory is a session. Many messages stand in several trajectories word by word: a user says each once, and gold
    is the one that is said. A message of another trajectory often answers the question as well, and is not gold."""
    trajectories, data_hash = _read(folder)
    total = sum(len(_messages(entry)) for entry in trajectories)
    users = max(1, round(total / MESSAGES_A_USER))
    said: dict[tuple[str, str], ImportedTurn] = {}
    questions: list[Question] = []
    for number, entry in enumerate(trajectories):
        user = f"memdaily-{number % users}"
        own = [_message(user, _name(entry), message) for message in _messages(entry)]
        kept = [said.setdefault((user, message.turn.content), message).turn.event_id for message in own]
        questions.extend(_question(user, entry, question, kept) for question in _list(entry, "question_list"))
    return EvalSet(
        "memdaily-mixed",
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


def _read(folder: Path) -> tuple[list[dict[str, Json]], str]:
    value, data_hash = read_json(folder, "memdaily_zh_1000")
    assert isinstance(value, list)
    return [entry for entry in value if isinstance(entry, dict)], data_hash


def _small_talk(user: str, talk: list[list[str]], before: datetime) -> list[ImportedTurn]:
    """The dialogues of the days before, one a day, its lines a minute apart."""
    return [
        ImportedTurn(
            user,
            f"talk-{number}",
            Turn(
                "user",
                line,
                occurred_at=before - timedelta(days=len(talk) - number) + timedelta(minutes=place),
                event_id=derived_id("memdaily-talk", user, str(number), str(place)),
                timezone=ZONE.key,
            ),
            f"dialogue {number}, line {place}",
        )
        for number, lines in enumerate(talk)
        for place, line in enumerate(lines)
    ]


def _message(user: str, trajectory: str, message: dict[str, Json]) -> ImportedTurn:
    number = str(message["mid"])
    turn = Turn(
        "user",
        str(message["message"]),
        occurred_at=said_at(str(message["time"])),
        event_id=_event_id(trajectory, number),
        timezone=ZONE.key,
    )
    return ImportedTurn(user, trajectory, turn, f"{trajectory}, message {number}")


def _question(
    user: str, entry: dict[str, Json], question: Json, kept: list[str], told: tuple[ImportedTurn, ...] = ()
) -> Question:
    assert isinstance(question, dict)
    return Question(
        f"{_name(entry)}/{question['qid']}",
        user,
        str(question["question"]),
        tuple(dict.fromkeys(kept[int(str(number))] for number in _list(question, "target_step_id"))),
        str(entry["file"]).split("_", 1)[1].rsplit("_", 1)[0],
        asked_at=said_at(str(question["time"])),
        told=told,
    )


def _name(entry: dict[str, Json]) -> str:
    return f"{entry['file']}/{entry['tid']}"


def _messages(entry: dict[str, Json]) -> list[dict[str, Json]]:
    return [message for message in _list(entry, "message_list") if isinstance(message, dict)]


def _event_id(trajectory: str, number: str) -> str:
    return derived_id("memdaily", trajectory, number)


def _list(entry: dict[str, Json], name: str) -> list[Json]:
    found = entry[name]
    assert isinstance(found, list)
    return found
