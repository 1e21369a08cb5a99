"""An event that takes the process along is found and given up; all others are done."""

from __future__ import annotations

from pathlib import Path

import pytest

from streams.distributed.trial import DEATHS_MAX, Trial

_DEAD: list[object] = []
"""Kept, so that what a process was in the middle of is never left in order."""


def at(folder: Path, first: int, last: int) -> None:
    """A process dies in the middle of a batch, and no line of its runs any more."""
    dying = Trial(folder, "embed", 0).at(first, last)
    dying.__enter__()
    _DEAD.append(dying)


def lives(folder: Path, events: range, killers: set[int]) -> dict[int, str]:
    """What becomes of the events while processes die at some of them and are started again."""
    for life in range(50):
        told: dict[int, str] = {}
        trial = Trial(folder, "embed", 0)
        batch = list(events)
        careful = trial.careful(batch[0])
        runs = [[event] for event in batch] if careful else [batch]
        for run in runs:
            if len(run) == 1 and trial.given_up(run[0]):
                told[run[0]] = "given up"
                continue
            entered = trial.at(run[0], run[-1])
            entered.__enter__()
            if killers & set(run):
                _DEAD.append(entered)
                break
            entered.__exit__(None, None, None)
            told.update(dict.fromkeys(run, "done"))
        else:
            trial.passed(batch[-1])
            told[-1] = str(life)
            return told
    raise AssertionError("the partition is held for ever")


def test_a_batch_that_harms_nobody_leaves_nothing_behind(tmp_path: Path) -> None:
    told = lives(tmp_path, range(5), set())

    assert told == {**dict.fromkeys(range(5), "done"), -1: "0"}
    assert [file.read_text().strip() for file in tmp_path.iterdir()] == [""]


@pytest.mark.parametrize("killers", [{3}, {0}, {9}, {2, 7}])
def test_only_what_kills_is_given_up_and_everything_else_is_done(tmp_path: Path, killers: set[int]) -> None:
    told = lives(tmp_path, range(10), killers)

    assert {event for event, fate in told.items() if fate == "given up"} == killers
    assert {event for event, fate in told.items() if fate == "done"} == set(range(10)) - killers
    assert int(told[-1]) == 1 + DEATHS_MAX * len(killers)
    assert [file.read_text().strip() for file in tmp_path.iterdir()] == [""]


def test_a_worker_that_was_killed_once_gives_nothing_up(tmp_path: Path) -> None:
    at(tmp_path, 4, 4)

    trial = Trial(tmp_path, "embed", 0)

    assert trial.careful(4)
    assert not trial.given_up(4)
    assert not trial.careful(5)


def test_an_exception_is_no_death(tmp_path: Path) -> None:
    trial = Trial(tmp_path, "embed", 0)
    with pytest.raises(ValueError), trial.at(0, 9):
        raise ValueError

    assert not Trial(tmp_path, "embed", 0).careful(0)


def test_stages_and_partitions_have_trials_of_their_own(tmp_path: Path) -> None:
    at(tmp_path, 4, 4)

    assert not Trial(tmp_path, "describe", 0).careful(4)
    assert not Trial(tmp_path, "embed", 1).careful(4)


def test_a_note_that_was_cut_or_cannot_be_kept_stops_nobody(tmp_path: Path) -> None:
    (tmp_path / "embed-0.trial").write_text('{"at": [4')
    assert not Trial(tmp_path, "embed", 0).careful(0)

    with Trial(tmp_path / "missing", "embed", 0).at(0, 9):
        pass
