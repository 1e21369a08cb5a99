"""Opened: the installation of running servers, for what a bench does below the HTTP API."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from indexers.opensearch import OpenSearchIndex, Server
from indexers.opensearch.admin import ALIAS, Identity
from mnemolog.models import Models, load_models
from mnemolog.settings import Settings
from streams.distributed.current_index import CurrentIndex
from streams.distributed.installation import Installation, Place, opened

GENERATION = 1


@dataclass(frozen=True, slots=True)
class Below:
    """What the API and the workers stand on."""

    installation: Installation
    server: Server
    index: OpenSearchIndex
    models: Models
    identity: Identity

    def user_key(self, user: str) -> str:
        return self.installation.keyring.user_key("default", user)


def place_of(settings: Settings) -> Place:
    """Where the installation of these settings is."""
    return Place(settings.kafka_bootstrap, settings.folder, settings.partition_count, GENERATION)


@asynccontextmanager
async def below(settings: Settings) -> AsyncIterator[Below]:
    """Open everything; closed at the end."""
    models = await load_models(settings.embedder, device=settings.device)
    identity = Identity(GENERATION, models.name, models.embedder.profile.dimension)
    server = Server(settings.opensearch_url.get_secret_value())
    try:
        async with opened(place_of(settings)) as installation:
            current = CurrentIndex(server, ALIAS, identity, installation)
            index = await current.now()
            assert isinstance(index, OpenSearchIndex)
            yield Below(installation, server, index, models, identity)
    finally:
        await server.close()
