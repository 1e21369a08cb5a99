"""create_app: the FastAPI application over its services."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from api.http import (
    deadletters,
    errors,
    forgetting,
    generations,
    jobs,
    memories,
    operations,
    policies,
    reasons,
    recalls,
    review,
    search,
    turns,
    users,
)
from api.http.auth import OPEN_PATHS, Authentication
from api.http.envelope import Envelope
from api.http.limits import BodyLimit, Crowd
from api.http.segments import Segments
from api.services import Services

VERSION = "0.1.0"
DESCRIPTION = """Long-term memory for AI agents, rebuilt at any time from an immutable log.

Record turns with `POST /v1/turns`, ask with `POST /v1/search` or `POST /v1/context`. A write returns a `token`: give it
as `after` to a read that must include it. Errors are problem+json with a stable `type`; lists are
`{items, next_cursor}`."""
_TAGS = (
    ("turns", "What is said: the only truth."),
    ("recall", "What is remembered and fits."),
    ("memories", "What was made of it, one by one."),
    ("users", "Whose memory it is."),
    ("sessions", "Conversations."),
    ("review", "What waits for a person."),
    ("generations", "Everything derived, built anew and exchanged."),
    ("jobs", "Long work."),
    ("operations", "Health, lag and metrics."),
)


def create_app(services: Services, *, hosts: Collection[str] = ()) -> FastAPI:
    """The application. `hosts`: names besides the loopback ones that the Host header may carry."""
    app = FastAPI(
        title="Mnemolog",
        version=VERSION,
        description=DESCRIPTION,
        openapi_tags=[{"name": name, "description": told} for name, told in _TAGS],
        # The usual pages load scripts from other hosts; the document itself is enough for every tool.
        docs_url=None,
        redoc_url=None,
        separate_input_output_schemas=False,
    )
    app.state.services = services
    errors.install(app)
    parts = (
        turns,
        search,
        memories,
        reasons,
        users,
        forgetting,
        policies,
        recalls,
        review,
        generations,
        jobs,
        deadletters,
    )
    for part in (*parts, operations):
        app.include_router(part.router)
    # Added last = outermost.
    app.add_middleware(Segments)
    app.add_middleware(BodyLimit)
    app.add_middleware(Authentication, keys=services.keys)
    app.add_middleware(Crowd)
    app.add_middleware(Envelope, hosts=hosts, metrics=services.metrics, new_id=services.new_id)
    app.openapi = lambda: _document(app)  # type: ignore[method-assign]
    return app


def _document(app: FastAPI) -> dict[str, Any]:
    if app.openapi_schema is None:
        document = get_openapi(
            title=app.title, version=app.version, description=app.description, routes=app.routes, tags=app.openapi_tags
        )
        document["components"].setdefault("securitySchemes", {})["key"] = {
            "type": "http",
            "scheme": "bearer",
            "description": "An API key. While an installation has none, it listens on the loopback address only.",
        }
        document["components"]["schemas"].get("JsonValue", {})["description"] = "Any JSON value."
        for path, operations_of in document["paths"].items():
            for operation in operations_of.values():
                operation["security"] = [] if path in OPEN_PATHS else [{"key": []}]
        app.openapi_schema = document
    return app.openapi_schema


def routes(app: FastAPI) -> list[APIRoute]:
    """The documented routes."""
    return [route for route in app.routes if isinstance(route, APIRoute)]
