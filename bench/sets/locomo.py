"""LoCoMo: 1,982 questions with evidence about ten conversations, answered by turns."""

from __future__ import annotations

import re
from pathlib import Path

from bench.sets.evalset import EvalSet, Question, read_json
from mnemolog.importers import locomo
from mnemolog.importers.found import ImportedTurn, Json

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_DIALOGUE_ID = re.compile(r"D:?(\d+):(\d+)")


def load(folder: Path) -> EvalSet:
    """All ten conversations. Each question is also asked of the next conversation, which knows nothing about it."""
    value, data_hash = read_json(folder, "locomo10")
    assert isinstance(value, list)
    turns = tuple(entry for entry in locomo.parse(value) if isinstance(entry, ImportedTurn))
    names = [str(sample["sample_id"]) for sample in value if isinstance(sample, dict)]
    known = {entry.turn.event_id for entry in turns}
    last = {entry.user: entry.turn.occurred_at for entry in turns}
    questions = []
    for number, sample in enumerate(value):
        assert isinstance(sample, dict)
        asked = sample["qa"]
        assert isinstance(asked, list)
        for index, entry in enumerate(asked):
            assert isinstance(entry, dict)
            category = CATEGORIES[int(str(entry["category"]))]
            questions.append(
                Question(
                    f"{names[number]}/{index}",
                    names[number],
                    str(entry["question"]),
                    gold(names[number], entry.get("evidence"), known),
                    category,
                    asked_at=last[names[number]],
                    answerable=category != "adversarial",
                    foreign_to=names[(number + 1) % len(names)],
                )
            )
    return EvalSet(
        "locomo",
        "turn",
        "every question inside its own conversation; the four questions without evidence do not count",
        turns,
        tuple(questions),
        with_sessions=True,
        data_hash=data_hash,
    )


def gold(sample: str, evidence: Json, known: set[str]) -> tuple[str, ...]:
    """The event ids that the evidence names; malformed ids like "D:11:26", "D30:05" or "D8:6; D9:17" are repaired, and
    what names no turn is left out."""
    texts = [str(part) for part in evidence] if isinstance(evidence, list) else []
    named = [
        locomo.event_id(sample, f"D{int(session)}:{int(turn)}")
        for text in texts
        for session, turn in _DIALOGUE_ID.findall(text)
    ]
    return tuple(event_id for event_id in dict.fromkeys(named) if event_id in known)
