"""Promotion: a generation that is carried beside leads from now on, and the one that led follows (DESIGN §7)."""

from __future__ import annotations

import asyncio
from pathlib import Path

from streams.embedded.carried import Deciding
from streams.embedded.runtime import EmbeddedRuntime

CLOSE_BEHIND = 32
"""The stages stand still once the generation is this close: for one batch, at most half a second."""
PAUSE_S = 0.1


async def promote(
    runtime: EmbeddedRuntime, number: int, index: Path, *, leading: Deciding, following: Deciding
) -> None:
    """Reads and writes go on: what is written meanwhile reaches both generations, and a read that began on the index
    before ends on it. `leading`, `following`: what decides in the new leader and in the one that follows it."""
    carried = runtime.beside.get(number)
    assert carried is not None, "only what is carried can be promoted"
    while carried.behind > CLOSE_BEHIND:
        if not await carried.step():
            await asyncio.sleep(PAUSE_S)
    await runtime.beside.take(number)
    before, crash = runtime.live, runtime.parts.crash
    try:
        async with runtime.paused():
            while await carried.step():
                pass
            leader = carried.leading(leading)
            await leader.resume()
            crash.reach("promote-before-flip")
            await asyncio.to_thread(runtime.folder.point_to, number, index)
            crash.reach("promote-after-flip")
            runtime.live = leader
    except BaseException:
        if runtime.live is before:
            runtime.beside.add(carried)
        raise
    standby = before.following(runtime.leader, following)
    await standby.resume()
    runtime.beside.add(standby)
