"""Generations: everything derived, built anew beside what is read, and exchanged (DESIGN §7), without HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from api.jobs import Finished, Job, JobKind
from api.services import Services
from schemas.errors import InvalidInputError, NotFoundError
from schemas.generations import BuildRequest, GenerationStatus


def start_build(services: Services, tenant: str, request: BuildRequest) -> Job:
    """Build and verify the next generation; it is not read before it is promoted. Raises InvalidInputError."""
    require_sense(request)

    async def work() -> Finished:
        made = await services.generations.build(request)
        return Finished(made.positions, detail=f"generation {made.number}")

    return _start(services, "rebuild", tenant, work)


def require_sense(request: BuildRequest) -> None:
    """Raises InvalidInputError for another embedder or policy where only the index is made anew: nothing would come of
    it."""
    for field, given in (("embedder", bool(request.embedder)), ("policy", request.policy is not None)):
        if given and request.source == "memories":
            raise InvalidInputError(
                f"another {field} changes what is derived; from memories only the index is made anew",
                hint="build from turns, or from embedded",
                field=field,
            )


def start_promotion(services: Services, tenant: str, number: int, *, force: bool) -> Job:
    """Read that generation from now on."""

    async def work() -> Finished:
        await services.generations.promote(number, force=force)
        return Finished(1, detail=f"generation {number}")

    return _start(services, "promote", tenant, work)


def start_rollback(services: Services, tenant: str) -> Job:
    """Read the generation before again."""

    async def work() -> Finished:
        return Finished(1, detail=f"generation {await services.generations.rollback()}")

    return _start(services, "rollback", tenant, work)


def start_deletion(services: Services, tenant: str, number: int) -> Job:
    """Remove a generation that is not live, with all that it holds."""

    async def work() -> Finished:
        await services.generations.delete(number)
        return Finished(1, detail=f"generation {number}")

    return _start(services, "delete", tenant, work)


def _start(services: Services, kind: JobKind, tenant: str, work: Callable[[], Awaitable[Finished]]) -> Job:
    return services.jobs.start(services.new_id(), kind, tenant, "", work)


async def status(services: Services, number: int) -> GenerationStatus:
    """One generation. Raises NotFoundError."""
    for one in await services.generations.all():
        if one.generation.number == number:
            return one
    raise NotFoundError(f"there is no generation {number}", field="generation")
