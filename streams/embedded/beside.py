"""Beside: the generations that are carried along with the live one, so that none is behind when it is promoted."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import structlog

from streams.embedded.carried import CarriedGeneration
from streams.stage_run import reason_of

BACKOFF_MIN_S, BACKOFF_MAX_S = 0.1, 5.0
"""As for a live partition that is held."""
log = structlog.get_logger(__name__)


class Beside:
    """Carries what is added to it from `start` to `stop`. `yielding` waits while live events go first."""

    def __init__(self, yielding: Callable[[], Awaitable[None]]) -> None:
        self._yielding = yielding
        self._carried: dict[int, CarriedGeneration] = {}
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._started = False

    def __iter__(self) -> Iterator[CarriedGeneration]:
        return iter(list(self._carried.values()))

    def get(self, number: int) -> CarriedGeneration | None:
        """The generation of that number, if it is carried here."""
        return self._carried.get(number)

    def start(self) -> None:
        """Set all of them going."""
        self._started = True
        for carried in self:
            self.add(carried)

    def add(self, carried: CarriedGeneration) -> None:
        """Carry this one too from now on; close it at the end."""
        self._carried[carried.number] = carried
        if self._started:
            name = f"generation-{carried.number}"
            self._tasks[carried.number] = asyncio.create_task(self._carry(carried), name=name)

    async def take(self, number: int) -> CarriedGeneration:
        """Stop carrying one, between two of its steps; whoever takes it closes it."""
        await self._halt(number)
        return self._carried.pop(number)

    def stir(self) -> None:
        """The live one went on."""
        for carried in self:
            carried.stirred.set()

    async def stop(self) -> None:
        """Let each end its step, and no other begin."""
        self._started = False
        for number in list(self._tasks):
            await self._halt(number)

    async def close(self) -> None:
        """Close all of them, whatever they were doing."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        for carried in self:
            await carried.close()

    async def _halt(self, number: int) -> None:
        task = self._tasks.pop(number, None)
        if task is not None:
            async with self._carried[number].busy:
                task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def _carry(self, carried: CarriedGeneration) -> None:
        backoff_s = BACKOFF_MIN_S
        while True:
            try:
                carried.stirred.clear()
                progressed = await carried.step()
                carried.held, backoff_s = "", BACKOFF_MIN_S
                if not progressed:
                    await carried.stirred.wait()
                await self._yielding()
            except Exception as error:  # noqa: BLE001 - nothing may end it: it is held, and says so
                if not carried.held:
                    log.error("generation_held", generation=carried.number, reason=reason_of(error))
                carried.held = reason_of(error)
                await asyncio.sleep(backoff_s)
                backoff_s = min(2 * backoff_s, BACKOFF_MAX_S)
                await self._resumed(carried)

    async def _resumed(self, carried: CarriedGeneration) -> None:
        try:
            async with carried.busy:
                await carried.resume()
        except Exception as error:  # noqa: BLE001 - the next step says it again
            carried.held = reason_of(error)
