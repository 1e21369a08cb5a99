"""Faults of the surroundings hold a partition; they never give a turn up."""

from __future__ import annotations

from streams import stage_run
from streams.distributed import work


def test_what_holds_a_partition_in_one_runtime_holds_it_in_the_other() -> None:
    assert set(stage_run.HOLDING) <= set(work.HOLDING)
