"""A rebuilt index changes nothing that is right, mends what is wrong, and never takes reads down."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from indexers.index import IndexBatch, Scope, Tombstone
from schemas.errors import GenerationError
from streams.embedded.runtime import EmbeddedRuntime
from streams.rebuild import rebuild_index
from tests.scenario.light import open_index, open_runtime, turn

WAIT_S = 30.0


async def filled(path: Path, count: int = 60) -> EmbeddedRuntime:
    runtime = await open_runtime(path)
    runtime.start()
    for user in ("ann", "bob"):
        turns = [turn(n, f"my phone is {n // 9}" if n % 3 else f"i like w{n % 5}", user=user) for n in range(count)]
        await runtime.writer.append(turns)
    assert await runtime.settled(WAIT_S)
    return runtime


def indexes_in(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("index-*.db"))


async def test_a_rebuilt_index_has_the_same_digest_and_is_read_after_a_restart(tmp_path: Path) -> None:
    runtime = await filled(tmp_path)
    steps: list[tuple[int, int]] = []

    rebuilt = await rebuild_index(runtime, open_index, tell=lambda done, total: steps.append((done, total)))

    assert rebuilt.before == rebuilt.after == await runtime.index.digest()
    assert rebuilt.after.count > 100
    assert steps[-1] == (120, 120)
    assert indexes_in(tmp_path) == ["index-g1.r1.db"]
    await runtime.writer.append([turn(99, session="another")])
    assert await runtime.settled(WAIT_S)
    await runtime.close()
    runtime = await open_runtime(tmp_path)
    assert (await runtime.index.digest()).count == rebuilt.after.count + 1
    await runtime.close()


async def test_a_damaged_index_is_mended(tmp_path: Path) -> None:
    runtime = await filled(tmp_path)
    right = await runtime.index.digest()
    owner = runtime.parts.keyring.user_key("t", "ann")
    scope = Scope("t", "ann", owner)
    lost = await anext(memory.memory_id async for memory in runtime.index.scan(scope))
    await runtime.index.apply(IndexBatch(1, 0, [Tombstone(lost, owner, 1 << 60, "forgotten")], -1))

    rebuilt = await rebuild_index(runtime, open_index)

    assert rebuilt.before.count == right.count - 1
    assert rebuilt.after == right
    await runtime.close()


async def test_reads_and_writes_go_on_while_it_is_rebuilt_and_a_second_rebuild_is_refused(tmp_path: Path) -> None:
    runtime = await filled(tmp_path, count=200)
    scope = Scope("t", "ann", runtime.parts.keyring.user_key("t", "ann"))
    expected = dict(await runtime.index.count(scope))

    rebuilding = asyncio.create_task(rebuild_index(runtime, open_index))
    await asyncio.sleep(0)
    with pytest.raises(GenerationError):
        await rebuild_index(runtime, open_index)
    reads = 0
    while not rebuilding.done():
        assert dict(await runtime.index.count(scope)) == expected
        await runtime.writer.append([turn(reads, user="bob", session="s9", event_id=f"new-{reads}")])
        reads += 1
    rebuilt = await rebuilding
    assert await runtime.settled(WAIT_S)

    assert reads > 0
    assert rebuilt.before == rebuilt.after
    bob = Scope("t", "bob", runtime.parts.keyring.user_key("t", "bob"))
    said = [m async for m in runtime.index.scan(bob) if m.resolution == "turn" and m.session == "s9"]
    assert len(said) == reads
    await runtime.close()


async def test_a_rebuild_that_was_cut_short_goes_on_where_it_was(tmp_path: Path) -> None:
    runtime = await filled(tmp_path, count=100)
    cut = asyncio.Event()
    rebuilding = asyncio.create_task(
        rebuild_index(runtime, open_index, tell=lambda done, total: cut.set() if done >= 64 else None)
    )
    await cut.wait()
    rebuilding.cancel()
    await asyncio.gather(rebuilding, return_exceptions=True)
    steps: list[int] = []

    rebuilt = await rebuild_index(runtime, open_index, tell=lambda done, total: steps.append(done))

    assert steps[0] > 64
    assert rebuilt.before == rebuilt.after
    await runtime.close()
