"""Setup: makes topics, secret and index once, and says what does not fit; run again it changes nothing (DESIGN §2)."""

from __future__ import annotations

from indexers.opensearch import Server
from indexers.opensearch.admin import Identity, check, create, index_name, point, read_by
from schemas.errors import IndexMissingError
from streams.distributed.installation import Place, found
from streams.distributed.topics import create as create_topics
from streams.distributed.topics import verify


async def set_up(place: Place, server: Server, alias: str, identity: Identity, *, replication: int) -> list[str]:
    """Make what is missing and check all of it; returns what was made. Raises ConfigurationError naming both values
    when something exists that does not fit, WrongSecretError, UnavailableError."""
    specs = place.topics
    made = [
        f"topic {name}"
        for name in await create_topics(place.bootstrap, specs, replication=replication, prefix=place.prefix)
    ]
    await verify(place.bootstrap, specs, prefix=place.prefix)
    await found(place)
    try:
        await check(server, await read_by(server, alias), identity)
    except IndexMissingError:
        name = index_name(place.generation, "1", alias=alias)
        await create(server, name, identity)
        await point(server, alias, name)
        made.append(f"index {name} behind {alias}")
    return made
