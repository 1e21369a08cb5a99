"""Generations are built beside what is read, compared, promoted, rolled back to and deleted; reads and writes go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from indexers.index import CandidateQuery, Scope, Visibility
from schemas.errors import GenerationError, NotFoundError
from schemas.events import MemoryForgotten, MemoryReference, SessionForgotten, UserErased
from schemas.generations import BuildRequest, GenerationStatus, GoldenQuery
from streams.embedded.generations import EmbeddedGenerations
from streams.embedded.runtime import EmbeddedRuntime
from streams.pace import Progress
from tests.scenario.light import START, open_runtime, turn
from tests.scenario.light_generations import WITHOUT_CLAIMS, open_generations

pytestmark = pytest.mark.scenario("embedded")

WAIT_S = 30.0


async def filled(path: Path, count: int = 60) -> tuple[EmbeddedRuntime, EmbeddedGenerations]:
    runtime = await open_runtime(path)
    generations = await open_generations(runtime)
    runtime.start()
    for user in ("ann", "bob"):
        turns = [turn(n, f"my phone is {n // 9}" if n % 3 else f"i like w{n % 5}", user=user) for n in range(count)]
        await runtime.writer.append(turns)
    assert await runtime.settled(WAIT_S)
    return runtime, generations


async def reopened(path: Path) -> tuple[EmbeddedRuntime, EmbeddedGenerations]:
    runtime = await open_runtime(path)
    return runtime, await open_generations(runtime)


async def in_step(runtime: EmbeddedRuntime) -> None:
    """Until every generation beside has what the live one has."""
    assert await runtime.settled(WAIT_S)
    deadline = asyncio.get_running_loop().time() + WAIT_S
    while any(carried.behind for carried in runtime.beside):
        assert asyncio.get_running_loop().time() < deadline
        await asyncio.sleep(0.005)


def roles(statuses: list[GenerationStatus]) -> dict[int, str]:
    return {status.generation.number: status.role for status in statuses}


def files_of(folder: Path, number: int) -> list[str]:
    return [file.name for file in folder.iterdir() if file.name.startswith((f"g{number}.", f"index-g{number}."))]


def scope_of(runtime: EmbeddedRuntime, user: str) -> Scope:
    return Scope("t", user, runtime.parts.keyring.user_key("t", user))


async def test_the_next_generation_equals_this_one_and_computes_no_vector_again(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path)
    steps: list[Progress] = []

    made = await generations.build(BuildRequest(), tell=steps.append)

    assert made.report is not None
    assert made.report.equal
    assert made.report.problems == ()
    assert (made.number, made.state, made.positions, made.reused) == (2, "ready", 120, 240)
    assert (steps[-1].done, steps[-1].total) == (120, 120)
    assert runtime.live.number == 1
    assert (tmp_path / "g2.db").exists()
    await runtime.close()


async def test_the_same_answers_are_read_after_a_promotion_a_restart_and_a_rollback(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path)
    await generations.build(BuildRequest(source="embedded"))
    digest = await runtime.index.digest()

    await generations.promote(2)
    promoted = await runtime.index.digest()
    await runtime.writer.append([turn(99, session="another")])
    await in_step(runtime)
    after_write = await runtime.index.digest()
    await runtime.close()
    runtime, generations = await reopened(tmp_path)
    runtime.start()
    await in_step(runtime)
    restarted = (runtime.live.number, await runtime.index.digest())
    rolled_back_to = await generations.rollback()

    assert promoted == digest
    assert after_write.count == digest.count + 1
    assert restarted == (2, after_write)
    assert rolled_back_to == runtime.live.number == 1
    assert await runtime.index.digest() == after_write
    assert roles(await generations.all()) == {1: "live", 2: "standby"}
    await runtime.close()


async def test_a_generation_built_while_turns_arrive_equals_the_live_one(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path, count=150)
    building = asyncio.create_task(generations.build(BuildRequest()))
    written = 0
    while not building.done():
        # Each turn is seen before the next one is said: what never stops being behind has the build wait for it.
        [position] = await runtime.writer.append([turn(written, user="cat", event_id=f"live-{written}")])
        assert await runtime.wait_indexed(position, WAIT_S)
        written += 1
    made = await building

    assert written > 0
    assert made.report is not None
    assert made.report.equal
    await in_step(runtime)
    beside = runtime.beside.get(2)
    assert beside is not None
    assert await beside.index.digest() == await runtime.index.digest()
    await runtime.close()


async def test_writes_during_a_promotion_are_in_both_generations_and_no_read_fails(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path)
    await generations.build(BuildRequest(embedder="other"))
    reads = 0
    flipping = asyncio.create_task(flip(generations, times=6))
    while not flipping.done():
        await runtime.writer.append([turn(reads, "i like tea", user="cat", event_id=f"flip-{reads}")])
        index, brains, _ = generations.reading()
        vector = brains.embedder.embed_queries(["i like tea"])[0]
        await asyncio.sleep(0)
        found = await index.candidates(CandidateQuery(scope_of(runtime, "ann"), Visibility(START), vector=vector))
        assert len(found.ids) > 10
        reads += 1
    await flipping
    await in_step(runtime)

    for carried in (runtime.live, *runtime.beside):
        said = [m async for m in carried.index.scan(scope_of(runtime, "cat")) if m.resolution == "turn"]
        assert len(said) == reads > 5
    await runtime.close()


async def flip(generations: EmbeddedGenerations, *, times: int) -> None:
    for _ in range(times):
        live = generations.reading()[2]
        await generations.promote(3 - live)


async def test_two_rebuilds_at_once_are_refused_naming_who_is_at_work(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path)
    building = asyncio.create_task(generations.build(BuildRequest()))
    await asyncio.sleep(0)

    with pytest.raises(GenerationError, match=r"at work in process \d+"):
        await generations.build(BuildRequest())
    with pytest.raises(GenerationError):
        await generations.promote(2)
    assert (await building).state == "ready"
    await runtime.close()


async def test_a_build_that_was_cut_short_goes_on_where_it_was_and_only_under_its_spec(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path, count=100)
    cut = asyncio.Event()
    building = asyncio.create_task(
        generations.build(BuildRequest(), tell=lambda progress: cut.set() if progress.done >= 64 else None)
    )
    await cut.wait()
    building.cancel()
    await asyncio.gather(building, return_exceptions=True)
    assert roles(await generations.all())[2] == "broken off"
    steps: list[Progress] = []

    with pytest.raises(GenerationError, match="begun with another embedder"):
        await generations.build(BuildRequest(embedder="other"))
    made = await generations.build(BuildRequest(), tell=steps.append)

    assert steps[0].done > 64
    assert made.report is not None
    assert made.report.equal
    await runtime.close()


async def test_another_embedder_differs_only_in_what_it_decides_and_the_report_says_how(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path)
    await runtime.writer.append(
        [turn(n, f"walk{n} was along the river and over the old bridge") for n in range(200, 220)]
    )
    assert await runtime.settled(WAIT_S)

    made = await generations.build(BuildRequest(embedder="other"))

    assert made.report is not None
    assert not made.report.same_decisions
    assert made.report.problems == ()
    assert made.report.golden.asked == made.report.golden.found_before == made.report.golden.found_after == 20
    assert made.report.count_before == made.report.count_after
    assert made.reused == 0
    await runtime.close()


async def test_a_folder_of_an_older_program_is_not_said_to_be_of_this_one(tmp_path: Path) -> None:
    runtime, _ = await filled(tmp_path, count=3)
    await runtime.close()
    (tmp_path / "generations").unlink()
    runtime, generations = await reopened(tmp_path)

    made = await generations.build(BuildRequest())

    assert [status.generation.spec.code for status in await generations.all()] == ["", "c1"]
    assert made.report is not None
    assert not made.report.same_decisions
    await runtime.close()


async def test_golden_queries_that_find_less_hold_a_promotion_until_it_is_forced(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path)
    golden = (
        GoldenQuery(tenant="t", user="ann", query="i like w0", expected=("i like w0",)),
        GoldenQuery(tenant="t", user="ann", query="never said", expected=("never said",)),
    )
    made = await generations.build(BuildRequest(golden=golden))
    assert made.report is not None
    assert (made.report.golden.found_before, made.report.golden.found_after) == (1, 1)
    worse = made.report.model_copy(update={"problems": ("golden queries find 0 and found 1 before",)})
    book = runtime.folder.read_book()
    noted = tuple(g.model_copy(update={"report": worse}) if g.number == 2 else g for g in book.generations)
    runtime.folder.write_book(book.model_copy(update={"generations": noted}))

    with pytest.raises(GenerationError, match="golden queries find 0"):
        await generations.promote(2)
    await generations.promote(2, force=True)

    assert runtime.live.number == 2
    await runtime.close()


async def test_the_live_generation_is_not_deleted_and_another_leaves_no_file(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path)
    await generations.build(BuildRequest())
    await generations.promote(2)

    with pytest.raises(GenerationError, match="generation 2 is live"):
        await generations.delete(2)
    await generations.delete(1)

    with pytest.raises(NotFoundError):
        await generations.delete(1)
    with pytest.raises(GenerationError, match="no generation to go back to"):
        await generations.rollback()
    assert not files_of(tmp_path, 1)
    assert roles(await generations.all()) == {2: "live"}
    third = await generations.build(BuildRequest())
    assert third.number == 3
    await runtime.close()


async def test_what_was_forgotten_and_erased_comes_back_in_no_generation(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path, count=10)
    await runtime.writer.append([turn(61, "i like tea", session="kept"), turn(62, "my phone is 123", session="gone")])
    forgotten = SessionForgotten(
        event_id="f", tenant="t", user="ann", session="gone", occurred_at=START, recorded_at=START
    )
    await runtime.writer.append([forgotten, turn(63, "i like books", session="new")])
    erased = UserErased(event_id="e", tenant="t", user="bob", occurred_at=START, recorded_at=START)
    await runtime.writer.append([erased])
    await runtime.parts.keyring.destroy_user(runtime.parts.keyring.user_key("t", "bob"))
    assert await runtime.settled(WAIT_S)
    before = {(m.content, m.status) async for m in runtime.index.scan(scope_of(runtime, "ann"))}

    made = await generations.build(BuildRequest())
    await generations.promote(2)
    await runtime.writer.append([turn(64, "i like tea", session="new")])
    await in_step(runtime)

    assert made.report is not None
    assert made.report.problems == ()
    after = {(m.content, m.status): m async for m in runtime.index.scan(scope_of(runtime, "ann"))}
    assert set(after) >= before
    assert not any("123" in content for content, _ in after)
    assert [m async for m in runtime.index.scan(scope_of(runtime, "bob"))] == []
    await runtime.close()


async def test_a_session_forgotten_after_the_promotion_leaves_both_generations(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path, count=6)
    await runtime.writer.append([turn(50, "my phone is 777", session="gone")])
    await generations.build(BuildRequest())
    await generations.promote(2)
    forgotten = SessionForgotten(
        event_id="f", tenant="t", user="ann", session="gone", occurred_at=START, recorded_at=START
    )

    await runtime.writer.append([forgotten])
    await in_step(runtime)

    for carried in (runtime.live, *runtime.beside):
        said = [m.content async for m in carried.index.scan(scope_of(runtime, "ann"))]
        assert said
        assert not any("777" in content for content in said)
    await runtime.close()


async def test_a_wish_to_forget_that_finds_nothing_in_the_new_generation_is_reported(tmp_path: Path) -> None:
    runtime, generations = await filled(tmp_path, count=3)
    liked = next(m for m in [m async for m in runtime.index.scan(scope_of(runtime, "ann"))] if m.resolution == "fact")
    wish = MemoryForgotten(
        event_id="forget",
        tenant="t",
        user="ann",
        memory=MemoryReference(
            memory_id=liked.memory_id,
            evidence=tuple(evidence.event_id for evidence in liked.evidence),
            resolution="fact",
            subject=liked.subject,
            attribute=liked.attribute,
            value=liked.value,
        ),
        occurred_at=START,
        recorded_at=START,
    )
    (position,) = await runtime.writer.append([wish])
    assert await runtime.settled(WAIT_S)

    made = await generations.build(BuildRequest(policy=WITHOUT_CLAIMS))

    assert made.report is not None
    assert [(one.token, one.event_id) for one in made.report.unattached] == [(position.token, "forget")]
    assert made.report.outcomes_changed == {"applied → skipped": 1}
    assert made.report.differences.missing > 0
    await runtime.close()
