"""The junk sample: the same for a seed, half from each set, and nothing counts that nobody judged."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

from mnemolog_client import Turn

from bench.evaluate.items import GoldClaim
from bench.evaluate.junk import VERDICTS, Made, main, read_verdicts, sample
from mnemolog.importers.found import ImportedTurn


def _made(set_name: str, number: int) -> Made:
    turn = Turn("user", "I like tea", occurred_at=datetime(2026, 1, 1, tzinfo=UTC), event_id=f"{set_name}-{number}")
    return Made(
        set_name, ImportedTurn("anna", "s", turn, "1"), GoldClaim(subject="user", attribute="likes", value="tea")
    )


def test_a_sample_is_the_same_for_a_seed_and_half_from_each_set() -> None:
    claims = [_made(name, number) for name in ("locomo", "memdaily") for number in range(50)]

    drawn = sample(claims, seed=4, count=20)

    assert drawn == sample(claims, seed=4, count=20)
    assert drawn != sample(claims, seed=5, count=20)
    assert [one.set for one in drawn].count("locomo") == 10
    assert len({one.turn.turn.event_id for one in drawn}) == 20


def test_a_claim_that_says_something_else_needs_another_verdict() -> None:
    one = _made("locomo", 1)

    assert one.name == _made("locomo", 2).name
    assert one.name != Made("locomo", one.turn, one.claim.model_copy(update={"value": "green tea"})).name


def test_verdicts_hold_ids_and_no_text() -> None:
    rows = [json.loads(line) for line in VERDICTS.read_text("utf-8").splitlines()]

    assert all(set(row) == {"turn", "claim", "verdict"} for row in rows)
    assert len(read_verdicts(VERDICTS)) == len(rows)


def test_without_the_sets_it_says_not_run(tmp_path: Path) -> None:
    assert main(["--data", str(tmp_path)]) == 3
