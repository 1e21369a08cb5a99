"""What every route of the API shares in its documentation, and how a route reaches the services."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import BaseModel

from api.http.errors import MEDIA_TYPE, Problem
from api.services import Services

_TOLD = {
    400: "The body is not JSON.",
    401: "No valid key.",
    403: "The key lacks the scope.",
    404: "There is no such thing, or it is not yours.",
    409: "The id is known with other content.",
    410: "The user was erased.",
    412: "It changed meanwhile: read it again.",
    413: "Too large.",
    415: "The body is not declared as JSON.",
    422: "A field or parameter cannot be accepted.",
    428: "If-Match is missing.",
    503: "A part is away for now: try again.",
    507: "The disk is full: nothing was kept.",
}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a route for these statuses."""
    schema = {"$ref": "#/components/schemas/Problem"}
    return {
        status: {"description": _TOLD[status], "model": Problem, "content": {MEDIA_TYPE: {"schema": schema}}}
        for status in statuses
    }


def later(model: type[BaseModel]) -> dict[int | str, dict[str, Any]]:
    """The `responses` of a change that may not be carried out within wait_ms."""
    return {202: {"model": model, "description": "Durable, and not carried out within wait_ms: read again later."}}


ANSWERS = problems(400, 401, 403, 404, 409, 410, 413, 415, 422, 503, 507)
"""What any route may answer besides its own."""


async def _services(request: Request) -> Services:
    # See api.http.auth.allowed.
    services: Services = request.app.state.services
    return services


services_of = Annotated[Services, Depends(_services)]
"""The services that the app was created with."""
