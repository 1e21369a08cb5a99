"""Who changes generations from the command line: a running server, or this process on the installation itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Literal

from mnemolog_client import Mnemolog
from mnemolog_client.operations import Generation
from mnemolog_client.people import Job
from mnemolog_client.wire import Json, read

from api.http.generations import GenerationView
from api.ports import Generations
from mnemolog.logs import configure_logs
from mnemolog.rebuilding import opened
from mnemolog.settings import Settings
from schemas.errors import GenerationError
from schemas.generations import BuildRequest, GenerationStatus
from streams.embedded.generations import EmbeddedGenerations
from streams.pace import Progress

if TYPE_CHECKING:
    from streams.distributed.generations import DistributedGenerations

LOOK_S = 0.5
"""How often a client looks how far a server is."""
LEVEL: Literal["warning"] = "warning"
"""What a command says itself needs no line in the log."""
Told = Callable[[int, int, float, float | None], None]
"""(events done, events to do, events a second, seconds left), while a generation is built."""


@asynccontextmanager
async def own_generations(settings: Settings) -> AsyncIterator[EmbeddedGenerations | DistributedGenerations]:
    """The generations of an installation, changed by this process. Raises ConfigurationError and its kinds."""
    if settings.runtime == "embedded":
        async with opened(settings) as (services, _):
            assert isinstance(services.generations, EmbeddedGenerations)
            yield services.generations
    else:
        # Only here: the embedded runtime starts without the clients of Kafka and OpenSearch.
        from mnemolog.distributed import distributed_generations

        async with distributed_generations(settings) as generations:
            yield generations


async def listed(generations: Generations) -> list[Generation]:
    """Every generation as a server would answer it."""
    return [read(Generation, GenerationView.of(status).model_dump(mode="json")) for status in await generations.all()]


def build_on_server(client: Mnemolog, request: BuildRequest, told: Told) -> Generation:
    """Have a server build, and wait for it. Raises the client's errors, GenerationError when the build failed."""
    body: dict[str, Json] = request.model_dump(mode="json")
    body["golden"] = [one.model_dump(mode="json", exclude={"tenant"}) for one in request.golden]
    job = client.build_generation(**body)
    while job.state in ("queued", "running"):
        building = next((one for one in client.generations() if one.role == "building"), None)
        if building is not None:
            told(building.done, building.total, building.rate, building.left_s)
        time.sleep(LOOK_S)
        job = client.job(job.job_id)
    return client.generation(int(finished(client, job).detail.split()[-1]))


def build_here(settings: Settings, request: BuildRequest, told: Told) -> Generation:
    """Build in this process. Raises ConfigurationError when a server uses the folder, GenerationError."""

    def tell(progress: Progress) -> None:
        told(progress.done, progress.total, progress.rate, progress.left_s)

    async def built() -> Generation:
        async with own_generations(settings) as generations:
            made = GenerationStatus(generation=await generations.build(request, tell=tell), role="ready")
            return read(Generation, GenerationView.of(made).model_dump(mode="json"))

    configure_logs(LEVEL, "text")
    return asyncio.run(built())


def finished(client: Mnemolog, job: Job) -> Job:
    """The job once it is done. Raises GenerationError with its reason when it failed."""
    while job.state in ("queued", "running"):
        time.sleep(LOOK_S)
        job = client.job(job.job_id)
    if job.state == "failed":
        raise GenerationError(job.detail, hint="see `mnemolog generations`")
    return job


def done_here(settings: Settings, change: Callable[[Generations], Awaitable[object]]) -> list[Generation]:
    """Carry a change out in this process; returns the generations after it."""

    async def carried_out() -> list[Generation]:
        async with own_generations(settings) as generations:
            await change(generations)
            return await listed(generations)

    configure_logs(LEVEL, "text")
    return asyncio.run(carried_out())
