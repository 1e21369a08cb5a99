"""Admin: makes and checks the indexes of OpenSearch, and points the alias at the one that is read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Literal

from indexers.opensearch.server import Json, Refused, Server
from schemas.errors import ConfigurationError, IndexMissingError, IndexOutdatedError

ALIAS = "mnemolog"
LAYOUT = 5
"""The version of mapping.json, documents.py and the analysis of terms together; another one is another index."""


Engine = Literal["lucene", "faiss-fp16", "faiss-on-disk"]
ENGINES: Mapping[Engine, Mapping[str, Json]] = {
    "lucene": {},
    "faiss-fp16": {
        "method": {"engine": "faiss", "parameters": {"encoder": {"name": "sq", "parameters": {"bits": 16}}}}
    },
    "faiss-on-disk": {"mode": "on_disk", "compression_level": "16x", "method": {"engine": "faiss"}},
}
"""What each engine changes in the mapping of a vector. lucene runs wherever OpenSearch does; faiss needs the native
libraries of the full distribution: without them such an index is made, and then never answers a write."""


@dataclass(frozen=True, slots=True)
class Identity:
    """What an index is made for: it stands in the mapping's `_meta`. `model`: embedder and revision. `engine`: of an
    index that is made now; one that exists keeps its own."""

    generation: int
    model: str
    dimension: int
    engine: Engine = "lucene"

    def meta(self) -> dict[str, Json]:
        return {
            "generation": self.generation,
            "model": self.model,
            "dimension": self.dimension,
            "layout": LAYOUT,
        }


def index_name(generation: int, suffix: str, *, alias: str = ALIAS) -> str:
    """The name of a concrete index behind an alias: `mnemolog-g1-<suffix>`."""
    return f"{alias}-g{generation}-{suffix}"


def generation_of(name: str) -> int:
    """The generation whose index has this name."""
    return int(name.rpartition("-g")[2].partition("-")[0])


async def create(server: Server, name: str, identity: Identity, *, live: bool = True) -> None:
    """Make an index. `live` False: for a rebuild, which refreshes once at its end."""
    body = json.loads(resources.files(__package__).joinpath("mapping.json").read_text("utf-8"))
    for field in ("vector", "context_vector"):
        mapping = body["mappings"]["properties"][field]
        mapping["dimension"] = identity.dimension
        _merge(mapping, ENGINES[identity.engine])
    body["mappings"]["_meta"] = {**identity.meta(), "engine": identity.engine}
    if not live:
        body["settings"]["index"]["refresh_interval"] = "-1"
    try:
        await server.ask("PUT", f"/{name}", body)
    except Refused as refused:
        if refused.kind != "resource_already_exists_exception":
            raise
    await check(server, name, identity)


async def check(server: Server, name: str, identity: Identity) -> None:
    """Raises ConfigurationError naming both values when the index is not what this program needs: IndexOutdatedError
    when another one, made of the same log, would be; IndexMissingError when there is none."""
    found = await server.ask("GET", f"/{name}/_mapping")
    mapping = next(iter(found.values()))["mappings"]
    meta = mapping.get("_meta", {})
    for field, wanted in identity.meta().items():
        if meta.get(field) != wanted:
            earlier = field == "layout" and int(meta.get(field, 0)) < LAYOUT
            raise (IndexOutdatedError if earlier else ConfigurationError)(
                f"index {name} was made with {field} {meta.get(field)!r}, and this program has {wanted!r}",
                hint="start with the settings it was made with, or rebuild",
                field=field,
            )
    wanted_mapping = json.loads(resources.files(__package__).joinpath("mapping.json").read_text("utf-8"))["mappings"]
    if mapping.get("dynamic") != "strict":
        raise IndexOutdatedError(
            f"index {name} is dynamic {mapping.get('dynamic')!r}, and must be 'strict'", hint="rebuild the index"
        )
    for field, wanted in wanted_mapping["properties"].items():
        held = mapping["properties"].get(field, {})
        for key in ("type", "space_type", "dimension", "engine"):
            asked = _of(wanted, key)
            if key == "dimension" and asked is not None:
                asked = identity.dimension
            if key == "engine" and asked is not None:
                # The one that was chosen when the index was made. One that nobody chose is the server's default, which
                # it may lack: such an index never answers a write.
                asked = "lucene" if meta.get("engine", "lucene") == "lucene" else "faiss"
            has = _of(held, key)
            if asked != has:
                raise IndexOutdatedError(
                    f"index {name}: {key} of {field} is {has!r}, and must be {asked!r}", hint="rebuild the index"
                )


async def read_by(server: Server, alias: str) -> str:
    """The one index behind the alias. Raises IndexMissingError, and ConfigurationError when there are several."""
    return (await behind(server, alias))[0]


async def behind(server: Server, alias: str) -> tuple[str, str]:
    """Name and unique id of the one index behind an alias, or of an index: one that was deleted and made again has
    another id. Raises as `read_by`."""
    try:
        found = await server.ask("GET", f"/{alias}/_settings/index.uuid")
    except Refused as refused:
        if refused.status != 404:
            raise
        found = {}
    except IndexMissingError:
        found = {}
    if not found:
        raise IndexMissingError(f"alias {alias} does not exist", hint="run `mnemolog setup`, or rebuild the index")
    if len(found) > 1:
        raise ConfigurationError(f"alias {alias} stands for {', '.join(sorted(found))}: exactly one may be read")
    ((name, held),) = found.items()
    return str(name), str(held["settings"]["index"]["uuid"])


async def point(server: Server, alias: str, name: str) -> None:
    """Have the alias stand for this index and no other, in one atomic step."""
    actions = [
        {"remove": {"index": "*", "alias": alias, "must_exist": False}},
        {"add": {"index": name, "alias": alias}},
    ]
    await server.ask("POST", "/_aliases", {"actions": actions})


async def go_live(server: Server, name: str) -> None:
    """End of a rebuild: refresh, and then every second."""
    await server.ask("PUT", f"/{name}/_settings", {"index": {"refresh_interval": "1s"}})
    await server.ask("POST", f"/{name}/_refresh")


async def names(server: Server, pattern: str) -> list[str]:
    """The indexes whose name matches."""
    found = await server.ask("GET", f"/{pattern}", params={"expand_wildcards": "all", "allow_no_indices": "true"})
    return sorted(found)


async def delete(server: Server, name: str) -> None:
    """Remove an index with all that it holds."""
    await server.ask("DELETE", f"/{name}")


def _of(mapping: Mapping[str, Json], key: str) -> Json:
    return mapping.get(key, mapping.get("method", {}).get(key))


def _merge(mapping: dict[str, Json], change: Mapping[str, Json]) -> None:
    for key, value in change.items():
        if isinstance(value, Mapping) and key in mapping:
            _merge(mapping[key], value)
        else:
            mapping[key] = value
