"""Route: how this API reads a request: strict JSON only, unknown parameters refused, lone surrogates repaired."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from fastapi import Request, Response
from fastapi.routing import APIRoute

from api.http.errors import HttpError
from schemas.errors import InvalidInputError

_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ESCAPED = re.compile(rb"\\u[dD][89a-fA-F]")
_DEPTH_HINT = "send an object like the ones in /openapi.json"


class JsonRequest(Request):
    """A request whose body must be standard JSON."""

    async def json(self) -> Any:
        """The parsed body. Raises HttpError 400 when it is not JSON, or holds NaN, infinity or absurd nesting."""
        body = await self.body()
        try:
            parsed = json.loads(body, parse_constant=_no_constant)
        except RecursionError as error:
            raise HttpError(400, "malformed-json", "the body is nested too deeply", hint=_DEPTH_HINT) from error
        except UnicodeDecodeError as error:
            raise HttpError(400, "malformed-json", "the body is not UTF-8", hint=_DEPTH_HINT) from error
        except ValueError as error:
            raise HttpError(400, "malformed-json", f"the body is not JSON: {error}", hint=_DEPTH_HINT) from error
        # Half a character cannot be written anywhere: it is replaced here, before anything can fail on it.
        return _repaired(parsed) if _ESCAPED.search(body) else parsed


class Route(APIRoute):
    """The route class of every router."""

    def get_route_handler(self) -> Callable[[Request], Awaitable[Response]]:  # type: ignore[override]
        """See APIRoute."""
        handle = super().get_route_handler()
        known = frozenset(parameter for parameter in self._query_names())
        path = self.path_format

        async def read(request: Request) -> Response:
            request.scope["mnemolog.route"] = path
            unknown = [name for name in request.query_params if name not in known]
            if unknown:
                told = ", ".join(sorted(known)) or "none"
                raise InvalidInputError(
                    f"there is no query parameter {unknown[0]!r}",
                    hint=f"this call takes {told}"[:300],
                    field=unknown[0],
                )
            repeated = [name for name in known if len(request.query_params.getlist(name)) > 1]
            if repeated:
                raise InvalidInputError(
                    f"{repeated[0]} is given twice", hint="write a list with commas, like a,b", field=repeated[0]
                )
            request = JsonRequest(request.scope, request.receive)
            if self.body_field is not None:
                await _require_json(request)
            return await handle(request)

        return read

    def _query_names(self) -> list[str]:
        names: list[str] = []
        pending = [self.dependant]
        while pending:
            dependant = pending.pop()
            pending.extend(dependant.dependencies)
            for parameter in dependant.query_params:
                fields = getattr(parameter.field_info.annotation, "model_fields", None)
                if isinstance(fields, Mapping):
                    names.extend(info.alias or name for name, info in fields.items())
                else:
                    names.append(parameter.alias)
        return names


async def _require_json(request: Request) -> None:
    """A body of another media type is refused, so that no web page can post one without asking first."""
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type != "application/json" and await request.body():
        raise HttpError(
            415,
            "unsupported-media-type",
            f"the body is {media_type[:80] or 'of no media type'}, not application/json",
            hint="send the header Content-Type: application/json",
        )


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is not a JSON number")


def _repaired(value: Any) -> Any:
    match value:
        case str():
            if _SURROGATE.search(value):
                return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
            return value
        case dict():
            return {_repaired(key): _repaired(item) for key, item in value.items()}
        case list():
            return [_repaired(item) for item in value]
        case _:
            return value
