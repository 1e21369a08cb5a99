"""Tasks written by hand: who said it, whose it is, what two say differently, what nobody said; through the API."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.evaluate.families import failures, run
from bench.evaluate.items import FamilyItem, read_items
from mnemolog.serving import ServerProcess

TASKS = read_items(Path("bench/gold/families.jsonl"), FamilyItem)[::6]
"""A sixth of them keeps this test short; `python -m bench families --file` runs all."""


@pytest.fixture(scope="module")
def blocks(server: ServerProcess) -> dict[str, list[str]]:
    """Task id → what does not hold, for every task of its own users."""
    with server.client() as client:
        return {task.id: list(failures(task.expect, run(client, task, _names(task)))) for task in TASKS}


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_a_block_shows_what_is_known_with_its_sources_and_nothing_of_others(
    task: FamilyItem, blocks: dict[str, list[str]]
) -> None:
    assert blocks[task.id] == []


def _names(task: FamilyItem) -> dict[str, str]:
    users = {event.user for event in task.events} | {task.ask.user}
    return {user: f"{user} of {task.id}" for user in sorted(users)}
