"""The demo: everything that it claims holds."""

from __future__ import annotations

import json

import pytest

from mnemolog.cli.app import run
from mnemolog.sample import sample_questions, sample_turns


def test_the_demo_runs_through_and_everything_holds(capsys: pytest.CaptureFixture[str]) -> None:
    code = run(["demo", "--json"])

    found = json.loads(capsys.readouterr().out)
    assert [check["what"] for check in found["checks"] if not check["holds"]] == []
    assert code == 0
    assert len(found["answers"]) == 10


def test_the_sample_is_what_it_says() -> None:
    turns = sample_turns()

    assert len(turns) >= 120
    assert {turn.user for turn in turns} == {"mei", "daniel"}
    months = {turn.turn.occurred_at.strftime("%Y-%m") for turn in turns if turn.turn.occurred_at}
    assert len(months) >= 6
    texts = [turn.turn.content for turn in turns]
    assert any("13800138000" in text for text in texts)
    assert any("13900139000" in text for text in texts)
    assert len(sample_questions()) == 10
