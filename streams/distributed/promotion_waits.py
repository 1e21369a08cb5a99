"""What a promotion waits for: API processes that have the generation loaded, and its index in step (DESIGN §7)."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

from indexers.index import MemoryIndex
from schemas.errors import GenerationError
from streams.distributed.control import Control

LOADED_S = 120.0
"""How long it waits for API processes without seeing one more: loading an embedder takes up to a minute."""
STEP_S = 60.0
"""How long it waits for the index without seeing it move."""
LOOK_S = 0.5
T = TypeVar("T")


async def until_loaded(control: Control, number: int) -> None:
    """Until every API process that is there could read the generation at once. Raises GenerationError naming those
    that cannot."""

    async def waiting() -> list[str]:
        return sorted(one.name for one in await control.api_processes() if number not in one.loaded)

    if left := await _until_none(waiting, LOADED_S):
        raise GenerationError(
            f"these API processes have not loaded generation {number}: {', '.join(left)}",
            hint="their logs say why; nothing was exchanged",
        )


async def until_in_step(number: int, before: MemoryIndex, after: MemoryIndex, partitions: int) -> None:
    """Until it shows everything that the live one shows now, so that no written turn is missed after the flip. Raises
    GenerationError when it stands still."""
    goals = [await before.watermark(partition) for partition in range(partitions)]

    async def behind() -> int:
        shown = [await after.watermark(partition) for partition in range(partitions)]
        return sum(max(0, goal - has) for goal, has in zip(goals, shown, strict=True))

    if left := await _until_none(behind, STEP_S):
        raise GenerationError(
            f"generation {number} stays {left} events behind", hint="is a worker running, and carrying it?"
        )


async def _until_none(look: Callable[[], Awaitable[T]], patience_s: float) -> T:
    """Look again and again until nothing is left, or nothing has changed for `patience_s`; returns what is left."""
    left = await look()
    deadline = time.monotonic() + patience_s
    while left and time.monotonic() < deadline:
        await asyncio.sleep(LOOK_S)
        before, left = left, await look()
        if left != before:
            deadline = time.monotonic() + patience_s
    return left
