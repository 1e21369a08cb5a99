"""An index that is not what it should be halts the stage, says so, parks nothing, and is gone on with once mended."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from processors.models.use import PROFILE
from tests.system.faults.foreign import turns_of
from tests.system.faults.oracle import ALIAS
from tests.system.faults.world import World

pytestmark = [pytest.mark.scenario("distributed"), pytest.mark.timeout(900)]

LONG = pytest.mark.long
ASK_S = 30.0
OTHER, LIAR = "mnemolog-g1-998", "mnemolog-g1-999"
OTHER_DIMENSION = 64


async def test_an_index_that_is_deleted_halts_the_stage_and_a_rebuild_brings_everything_back(world: World) -> None:
    worker = world.worker()
    first, then = turns_of("deleted", 6), turns_of("deleted", 6, start=6)
    await world.send(first)
    await world.settled()

    _ask(world, "DELETE", _name(world))
    await world.send(then)
    await world.says(worker, "stage_held")
    rebuilt = world.fleet.run("rebuild", "--from", "memories")
    counts = await world.checked()

    assert rebuilt.returncode == 0, rebuilt.stderr
    assert "does not exist" in worker.told()
    assert counts.outcomes["indexed"] == len(first + then)
    assert not counts.letters


async def test_an_index_of_an_earlier_layout_is_made_anew_by_a_rebuild_and_by_nothing_else(world: World) -> None:
    worker = world.worker()
    first, then = turns_of("layout", 6), turns_of("layout", 6, start=6)
    await world.send(first)
    await world.settled()
    await world.ends(worker)

    name = _name(world)
    meta = _ask(world, "GET", f"{name}/_mapping")[name]["mappings"]["_meta"]
    _ask(world, "PUT", f"{name}/_mapping", {"_meta": {**meta, "layout": meta["layout"] - 1}})
    unfit = world.worker()
    code = await world.over(unfit)
    rebuilt = world.fleet.run("rebuild", "--from", "memories")
    world.worker()
    await world.send(then)
    counts = await world.checked()

    assert code, unfit.told()
    assert f"layout {meta['layout'] - 1}" in unfit.told()
    assert "rebuild" in unfit.told()
    assert rebuilt.returncode == 0, rebuilt.stderr
    assert counts.outcomes["indexed"] == len(first + then)


@LONG
async def test_an_index_that_is_deleted_and_made_again_under_a_running_worker_is_filled_from_the_beginning(
    world: World,
) -> None:
    world.worker()
    first, then = turns_of("again", 6), turns_of("again", 6, start=6)
    await world.send(first)
    await world.settled()

    _ask(world, "DELETE", _name(world))
    made = world.fleet.run("setup")
    await world.send(then)
    counts = await world.checked()

    assert made.returncode == 0, made.stderr
    assert counts.outcomes["indexed"] == len(first + then)


@LONG
async def test_an_alias_that_is_missing_halts_the_stage_until_it_is_back(world: World) -> None:
    worker = world.worker()
    first, then = turns_of("alias", 6), turns_of("alias", 6, start=6)
    await world.send(first)
    await world.settled()
    name = _name(world)

    _point(world, {"remove": {"index": name, "alias": ALIAS}})
    await world.send(then)
    await world.says(worker, "stage_held")
    _point(world, {"add": {"index": name, "alias": ALIAS}})
    counts = await world.checked()

    assert f"alias {ALIAS} does not exist" in worker.told()
    assert counts.outcomes["indexed"] == len(first + then)
    assert not counts.letters


@LONG
async def test_an_index_of_another_dimension_halts_the_stage_and_names_both(world: World) -> None:
    worker = world.worker()
    first, then = turns_of("dimension", 6), turns_of("dimension", 40, start=6)
    await world.send(first)
    await world.settled()
    name = _name(world)
    _make_other(world, name, OTHER, says=OTHER_DIMENSION)

    _point(world, {"remove": {"index": name, "alias": ALIAS}}, {"add": {"index": OTHER, "alias": ALIAS}})
    await world.send(then)
    await world.says(worker, "stage_held")
    _point(world, {"remove": {"index": OTHER, "alias": ALIAS}}, {"add": {"index": name, "alias": ALIAS}})
    counts = await world.checked()

    assert "dimension" in worker.told()
    assert str(OTHER_DIMENSION) in worker.told()
    assert counts.outcomes["indexed"] == len(first + then)
    assert not counts.letters


async def test_an_index_whose_mapping_alone_has_another_dimension_halts_before_it_floods_the_dead_letters(
    world: World,
) -> None:
    """It says that it fits, and refuses every document."""
    first, then = turns_of("mapping", 6), turns_of("mapping", 40, start=6)
    worker = world.worker()
    await world.send(first)
    await world.settled()
    name = _name(world)
    _make_other(world, name, LIAR, says=PROFILE.dimension)

    _point(world, {"remove": {"index": name, "alias": ALIAS}}, {"add": {"index": LIAR, "alias": ALIAS}})
    await world.send(then)
    await world.says(worker, "stage_held")
    _point(world, {"remove": {"index": LIAR, "alias": ALIAS}}, {"add": {"index": name, "alias": ALIAS}})
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(first + then)
    assert sum(counts.letters.values()) == 0


@LONG
async def test_an_index_that_is_closed_halts_the_stage_until_it_is_open(world: World) -> None:
    worker = world.worker()
    first, then = turns_of("closed", 6), turns_of("closed", 6, start=6)
    await world.send(first)
    await world.settled()

    _ask(world, "POST", f"{_name(world)}/_close")
    await world.send(then)
    await world.says(worker, "stage_held")
    _ask(world, "POST", f"{_name(world)}/_open")
    counts = await world.checked()

    assert counts.outcomes["indexed"] == len(first + then)
    assert not counts.letters


def _ask(world: World, method: str, path: str, body: object = None) -> Any:
    answer = httpx.request(method, f"{world.url}/{path}", json=body, timeout=ASK_S)
    assert answer.status_code == 200, answer.text
    return answer.json()


def _name(world: World) -> str:
    (name,) = _ask(world, "GET", f"_alias/{ALIAS}")
    return str(name)


def _point(world: World, *actions: dict[str, dict[str, str]]) -> None:
    _ask(world, "POST", "_aliases", {"actions": list(actions)})


def _make_other(world: World, like: str, name: str, *, says: int) -> None:
    """An index like the one that is read, but for the size of its vectors; `says`: the size that its `_meta` names."""
    mapping = _ask(world, "GET", f"{like}/_mapping")[like]["mappings"]
    for field in ("vector", "context_vector"):
        mapping["properties"][field]["dimension"] = OTHER_DIMENSION
    mapping["_meta"]["dimension"] = says
    held = _ask(world, "GET", f"{like}/_settings")[like]["settings"]["index"]
    settings = {key: held[key] for key in ("knn", "analysis", "number_of_shards", "number_of_replicas") if key in held}
    _ask(world, "PUT", name, {"settings": {"index": settings}, "mappings": mapping})
