"""Compares a generation with the live one, by their commit logs in Kafka and by golden queries (DESIGN §7)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from indexers.index import MemoryIndex, Scope
from schemas.generations import Golden, GoldenQuery, Report
from schemas.topics import memories
from streams.brains import Brains, Thinking
from streams.distributed.installation import Installation
from streams.generation_check import Comparison, PartitionFold, compare_golden, report
from streams.generation_fold import folded_partition

Compared = tuple[int, Brains, MemoryIndex]
"""A generation's number, what it was made with, and its index."""


async def verified(
    installation: Installation,
    thinking: Thinking,
    before: Compared,
    after: Compared,
    golden: Sequence[GoldenQuery],
    *,
    upto: Sequence[int],
    executor: Executor,
) -> Report:
    """What is found up to the positions `upto` of each partition; without golden queries some are made of what was
    said. The live generation goes on meanwhile; the other one must stand still."""
    comparison = Comparison()
    for partition, last in enumerate(upto):
        old = await _folded(installation, before[0], partition, last, executor)
        new = await _folded(installation, after[0], partition, last, executor)
        comparison.take(installation.log.epoch, partition, old, new)
    asked = await _asked(installation, thinking, before, after, golden or comparison.sampled())
    specs = (before[1].spec, after[1].spec)
    return report(*comparison.digests(), specs, comparison, asked, shown=await after[2].digest())


async def _folded(
    installation: Installation, number: int, partition: int, upto: int, executor: Executor
) -> PartitionFold:
    async def off_the_loop(work: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(executor, work)

    return await folded_partition(
        installation.log, memories(number), partition, installation.keyring, upto=upto, work=off_the_loop
    )


async def _asked(
    installation: Installation, thinking: Thinking, before: Compared, after: Compared, queries: Sequence[GoldenQuery]
) -> Golden:
    if not queries:
        return Golden()
    user_key = installation.keyring.user_key
    scopes = [Scope(query.tenant, query.user, user_key(query.tenant, query.user)) for query in queries]
    old = await thinking.ask(before[1], before[2], scopes, queries)
    new = await thinking.ask(after[1], after[2], scopes, queries)
    return compare_golden(queries, old, new)
