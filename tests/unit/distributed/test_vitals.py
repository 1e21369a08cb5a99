"""Vitals: an event that waits too long names the stage that stands, and where."""

from __future__ import annotations

import pytest

from schemas.located import PartitionLag
from streams.distributed.vitals import STUCK_S, standing


def lag(partition: int, *, end: int, processed: int, indexed: int, age_s: float) -> PartitionLag:
    return PartitionLag(partition, end, processed, indexed, age_s)


def test_what_waits_no_longer_than_a_slow_batch_is_no_trouble() -> None:
    assert standing([]) == {}
    assert standing([lag(0, end=9, processed=8, indexed=4, age_s=STUCK_S)]) == {}


@pytest.mark.parametrize(("processed", "stage"), [(8, "index"), (4, "consolidate")])
def test_the_first_stage_that_has_not_done_it_is_named(processed: int, stage: str) -> None:
    told = standing(
        [
            lag(0, end=9, processed=8, indexed=8, age_s=0.0),
            lag(2, end=9, processed=processed, indexed=4, age_s=STUCK_S + 15),
        ]
    )

    assert told == {stage: "4 events wait, the oldest in partition 2 for 75 s"}
