"""Health: every part looked at now, not remembered from before."""

from __future__ import annotations

import asyncio

from api.services import Services
from schemas.errors import MnemologError

PROBE_S = 5.0
"""A part that does not answer within this time is not well."""
PROBE_TEXT = "ready"


async def parts(services: Services) -> dict[str, str]:
    """Part → '' when well, else what is wrong."""
    found = dict(services.follower.healthy())
    for name, probe in (("embedder", _embedder(services)), ("index", _index(services))):
        try:
            async with asyncio.timeout(PROBE_S):
                await probe
        except TimeoutError:
            found[name] = f"no answer within {PROBE_S:.0f} s"
        except MnemologError as error:
            found[name] = error.message
        else:
            found.setdefault(name, "")
    return found


async def _embedder(services: Services) -> None:
    await asyncio.to_thread(services.reading().embedder.embed_queries, [PROBE_TEXT])


async def _index(services: Services) -> None:
    await services.reading().index.users("", limit=1, cursor="")
