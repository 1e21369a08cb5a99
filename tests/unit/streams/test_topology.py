"""The topology is a value: it can be printed and checked without a server."""

from __future__ import annotations

from schemas.topics import TURNS
from streams.topology import INDEX, table, topology


def test_each_stage_reads_what_the_one_before_writes_from_turns_to_the_index() -> None:
    stages = topology(3)

    assert stages[0].source == TURNS
    assert stages[-1].sink == INDEX
    assert [stage.source for stage in stages[1:]] == [stage.sink for stage in stages[:-1]]
    assert [stage.name for stage in stages] == ["score", "describe", "embed", "consolidate", "index"]


def test_it_can_be_printed() -> None:
    text = table(topology(1))

    assert text.splitlines()[1].split() == ["score", "map", "mnemolog.turns", "mnemolog.g1.scored"]
