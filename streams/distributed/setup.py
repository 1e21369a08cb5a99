"""Setup: makes topics, secret and index once, and says what does not fit; run again it changes nothing (DESIGN §2)."""

from __future__ import annotations

from collections.abc import Sequence

from indexers.opensearch import Server
from indexers.opensearch.admin import Identity, check, create, generation_of, index_name, point, read_by
from schemas.errors import IndexMissingError
from schemas.topics import TopicSpec, generation_topics
from streams.distributed.installation import Place, compared, found
from streams.distributed.topics import create as create_topics
from streams.distributed.topics import verify


async def set_up(place: Place, server: Server, alias: str, identity: Identity, *, replication: int) -> list[str]:
    """Make what is missing and check all of it; returns what was made. Raises ConfigurationError naming both values
    when something exists that does not fit, WrongSecretError, UnavailableError."""
    # A topic that this installation had and that is gone must not be made anew in silence.
    await compared(place)
    made = await _made(place, place.shared_topics, replication)
    live = await found(place)
    made += await _made(place, generation_topics(place.partitions, live), replication)
    await compared(place)
    try:
        held = await read_by(server, alias)
        if generation_of(held) == identity.generation:
            # One that was promoted was made for other settings, which stand with it.
            await check(server, held, identity)
    except IndexMissingError:
        if live != identity.generation:
            # The index of another generation is made from its commit log: `mnemolog rebuild`.
            raise
        name = index_name(identity.generation, "1", alias=alias)
        await create(server, name, identity)
        await point(server, alias, name)
        made.append(f"index {name} behind {alias}")
    return made


async def _made(place: Place, specs: Sequence[TopicSpec], replication: int) -> list[str]:
    names = await create_topics(place.bootstrap, specs, replication=replication, prefix=place.prefix)
    await verify(place.bootstrap, specs, prefix=place.prefix)
    return [f"topic {name}" for name in names]
