"""Errors as problem+json (RFC 9457): a stable type, what happened, where, and what to do; never a stack trace."""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import Field
from starlette.exceptions import HTTPException

from schemas.errors import (
    ContentTooLargeError,
    EventConflictError,
    GenerationError,
    IndexMissingError,
    InvalidInputError,
    KeyDestroyedError,
    MnemologError,
    ModelError,
    NotFoundError,
    PreconditionError,
    StorageFullError,
    UnavailableError,
    UserErasedError,
)
from schemas.records import Record

MEDIA_TYPE = "application/problem+json"
TYPE_PREFIX = "urn:mnemolog:"
RETRY_AFTER_S = 1
"""What a caller is told to wait when a part is away or the server is full."""
_TEXT_MAX = 500
"""No message repeats more than this of what the caller sent."""

log = structlog.get_logger()


class FieldProblem(Record):
    """What is wrong with one field."""

    field: str = Field(description="Where, like `turns[2].content`; empty = the request as a whole.")
    code: str = Field(description="A stable word for what is wrong, like `missing` or `extra_forbidden`.")
    message: str = Field(description="The same in a sentence.")


class Problem(Record):
    """An error answer (RFC 9457)."""

    type: str = Field(description="Stable kind of error, like `urn:mnemolog:invalid-input`.")
    title: str = Field(description="The kind in words.")
    status: int = Field(description="The HTTP status.")
    detail: str = Field(description="What happened this time.")
    hint: str = Field(default="", description="What to do next.")
    field: str = Field(default="", description="The first field at fault, like `turns[2].content`.")
    errors: tuple[FieldProblem, ...] = Field(default=(), description="Every field at fault.")
    request_id: str = Field(default="", description="Name it when you report the error; the server's log has it too.")


class MissingPreconditionError(InvalidInputError):
    """A change came without If-Match."""

    type = "precondition-required"


class HttpError(HTTPException):
    """A refusal that only HTTP knows: its status and slug."""

    def __init__(self, status: int, slug: str, detail: str, *, hint: str = "", field: str = "") -> None:
        super().__init__(status, detail)
        self.slug, self.hint, self.field = slug, hint, field


_STATUS: tuple[tuple[type[MnemologError], int], ...] = (
    (ContentTooLargeError, 413),
    (EventConflictError, 409),
    (GenerationError, 409),
    (MissingPreconditionError, 428),
    (PreconditionError, 412),
    (UserErasedError, 410),
    (InvalidInputError, 422),
    (NotFoundError, 404),
    (KeyDestroyedError, 410),
    (StorageFullError, 507),
    (UnavailableError, 503),
    # Made again from the log at any time: until then whoever asks comes back.
    (IndexMissingError, 503),
    (ModelError, 503),
)
_SLUGS = {
    400: "malformed-request",
    401: "unauthenticated",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    413: "content-too-large",
    415: "unsupported-media-type",
}


def status_of(error: MnemologError) -> int:
    """The HTTP status of one of our errors; 500 for what is nobody's input's fault."""
    return next((status for kind, status in _STATUS if isinstance(error, kind)), 500)


def problem_of(error: MnemologError, request_id: str) -> Problem:
    """One of our errors as a problem. What is inside a 500 stays in the log."""
    status = status_of(error)
    if status == 500:
        return _internal(request_id)
    field = field_path(error.field)
    told = FieldProblem(field=field, code=error.type, message=_short(error.message))
    return Problem(
        type=TYPE_PREFIX + error.type,
        title=error.type.replace("-", " ").capitalize(),
        status=status,
        detail=_short(error.message),
        hint=error.hint,
        field=field,
        errors=(told,) if field else (),
        request_id=request_id,
    )


def answer(problem: Problem, headers: dict[str, str] | None = None) -> Response:
    """The problem as a response."""
    more = dict(headers or {})
    if problem.status == 503:
        more["Retry-After"] = str(RETRY_AFTER_S)
    return Response(problem.model_dump_json(), problem.status, more, MEDIA_TYPE)


def refusal(status: int, slug: str, detail: str, *, request_id: str, hint: str = "", field: str = "") -> Problem:
    """A problem that is not one of our errors."""
    return Problem(
        type=TYPE_PREFIX + slug,
        title=slug.replace("-", " ").capitalize(),
        status=status,
        detail=_short(detail),
        hint=hint,
        field=field,
        errors=(FieldProblem(field=field, code=slug, message=_short(detail)),) if field else (),
        request_id=request_id,
    )


def field_path(field: str | Sequence[str | int]) -> str:
    """`turns.2.content` or ("turns", 2, "content") as `turns[2].content`."""
    parts = field.split(".") if isinstance(field, str) else [str(part) for part in field]
    path = "".join(f"[{part}]" if re.fullmatch(r"\d+", part) else f".{part}" for part in parts if part)
    return path.removeprefix(".")


def install(app: FastAPI) -> None:
    """Make every error of the app a problem."""
    app.add_exception_handler(MnemologError, _on_ours)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http)
    # Everything else is answered by the outermost layer (api.http.envelope), which also logs it.


def request_id_of(request: Request) -> str:
    """The id that the envelope gave this request."""
    request_id: str = request.scope.get("request_id", "")
    return request_id


def _on_ours(request: Request, error: Exception) -> Response:
    assert isinstance(error, MnemologError)
    if status_of(error) >= 500:
        log.error(
            "request_failed", request=request_id_of(request), kind=error.type, reason=error.message, hint=error.hint
        )
    return answer(problem_of(error, request_id_of(request)))


def _on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    problems = tuple(_field_problem(item) for item in error.errors()[:20])
    first = problems[0]
    wrong_filter = first.code == "unknown" and first.field.startswith("filters.")
    slug = "unknown-filter" if wrong_filter else InvalidInputError.type
    return answer(
        Problem(
            type=TYPE_PREFIX + slug,
            title=slug.replace("-", " ").capitalize(),
            status=422,
            detail=f"{first.field}: {first.message}" if first.field else first.message,
            hint="see /openapi.json for what this call takes",
            field=first.field,
            errors=problems,
            request_id=request_id_of(request),
        )
    )


def _field_problem(item: dict[str, Any]) -> FieldProblem:
    location = [part for part in item["loc"][1:] if not (isinstance(part, str) and part.startswith("function-"))]
    code = {"extra_forbidden": "unknown"}.get(item["type"], item["type"])
    message = "there is no such field" if code == "unknown" else item["msg"].removeprefix("Value error, ")
    return FieldProblem(field=field_path(location), code=code, message=_short(message))


def _on_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    status = error.status_code
    slug = error.slug if isinstance(error, HttpError) else _SLUGS.get(status, "http-error")
    hint, field = (error.hint, error.field) if isinstance(error, HttpError) else ("", "")
    detail = str(error.detail)
    if not isinstance(error, HttpError) and status in (404, 405):
        detail = f"{HTTPStatus(status).phrase}: {request.method} {request.url.path[:200]}"
        hint = "see /openapi.json for the calls there are"
    problem = refusal(status, slug, detail, request_id=request_id_of(request), hint=hint, field=field)
    return answer(problem, dict(error.headers or {}))


def internal(request_id: str) -> Problem:
    """What a caller is told when the program failed."""
    return _internal(request_id)


def _internal(request_id: str) -> Problem:
    return Problem(
        type=TYPE_PREFIX + "internal",
        title="Internal error",
        status=500,
        detail="the server failed to answer; nothing is acknowledged by this answer",
        hint="look for the request id in the server's log",
        request_id=request_id,
    )


def _short(text: str) -> str:
    clean = text.encode("utf-8", "replace").decode()
    return clean if len(clean) <= _TEXT_MAX else clean[:_TEXT_MAX] + "…"
