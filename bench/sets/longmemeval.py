"""LongMemEval-S: every question with a haystack of its own, by turns and by sessions."""

from __future__ import annotations

from pathlib import Path

from bench.sets.evalset import EvalSet, Question, read_json
from mnemolog.importers import longmemeval
from mnemolog.importers.found import ImportedTurn


def load(folder: Path) -> EvalSet:
    """User turns only, as the official protocol says; its `_abs` questions are asked and reported, but do not count."""
    value, data_hash = read_json(folder, "longmemeval_s_80")
    assert isinstance(value, list)
    turns = tuple(
        entry for entry in longmemeval.parse(value) if isinstance(entry, ImportedTurn) and entry.turn.role == "user"
    )
    questions = []
    for entry in value:
        assert isinstance(entry, dict)
        name = str(entry["question_id"])
        sessions, ids, answers = entry["haystack_sessions"], entry["haystack_session_ids"], entry["answer_session_ids"]
        assert isinstance(sessions, list)
        assert isinstance(ids, list)
        assert isinstance(answers, list)
        gold = tuple(
            longmemeval.event_id(name, number, index)
            for number, session in enumerate(sessions)
            if isinstance(session, list)
            for index, turn in enumerate(session)
            if isinstance(turn, dict) and turn.get("has_answer") and turn["role"] == "user"
        )
        abstention = name.endswith("_abs")
        questions.append(
            Question(
                name,
                name,
                str(entry["question"]),
                gold,
                "abstention" if abstention else str(entry["question_type"]),
                asked_at=longmemeval.session_time(str(entry["question_date"])),
                gold_sessions=tuple(str(answer) for answer in answers),
                counted=not abstention,
                answerable=not abstention,
            )
        )
    return EvalSet(
        "longmemeval",
        "turn",
        "user turns only; turns: questions with a marked user turn; _abs questions stand in by_category only",
        turns,
        tuple(questions),
        with_sessions=True,
        data_hash=data_hash,
    )
