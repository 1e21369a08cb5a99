"""Every error that the client raises, in one tree.

MnemologError
├── ServerUnreachable   no connection, or the connection broke, after all attempts
├── ServerTooSlow       no answer within the timeout, after all attempts
├── UnreadableAnswer    something answered that is not a Mnemolog server
└── ApiError            the server answered with a problem (RFC 9457); `type` is its stable slug
    ├── InvalidInput        400, 422: `field` names what is wrong
    ├── NotAllowed          401, 403
    ├── NotFound            404
    ├── Conflict            409, 412: the same id with other content, or If-Match does not hold
    ├── UserErased          410
    ├── TooLarge            413
    ├── RateLimited         429, after all attempts
    └── ServerFailed        5xx, after all attempts
"""

from __future__ import annotations

import json

import httpx


class MnemologError(Exception):
    """Root of the tree."""


class ServerUnreachable(MnemologError):
    """There is no server at that address, or it went away."""


class ServerTooSlow(MnemologError):
    """The server did not answer in time."""


class UnreadableAnswer(MnemologError):
    """The answer is not what a Mnemolog server says."""


class ApiError(MnemologError):
    """A problem+json answer. `status`: HTTP status; `type`: stable slug; `field`: what is wrong; `hint`: what to do."""

    def __init__(self, status: int, *, type: str, detail: str, field: str = "", hint: str = "") -> None:
        super().__init__(f"{detail} ({hint})" if hint else detail)
        self.status = status
        self.type = type
        self.detail = detail
        self.field = field
        self.hint = hint


class InvalidInput(ApiError):
    """The request cannot be accepted as it is."""


class NotAllowed(ApiError):
    """The API key is missing, unknown, or lacks the scope."""


class NotFound(ApiError):
    """There is no such thing, or it is not yours."""


class Conflict(ApiError):
    """The same id with other content, or the thing changed meanwhile."""


class UserErased(ApiError):
    """The user was erased and may not come back until an administrator lifts it."""


class TooLarge(ApiError):
    """The content is over the server's limit."""


class RateLimited(ApiError):
    """Too many requests."""


class ServerFailed(ApiError):
    """The server could not do it; nothing was accepted unless it said so."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: InvalidInput,
    401: NotAllowed,
    403: NotAllowed,
    404: NotFound,
    409: Conflict,
    410: UserErased,
    412: Conflict,
    413: TooLarge,
    422: InvalidInput,
    428: Conflict,
    429: RateLimited,
}


def api_error(response: httpx.Response) -> ApiError:
    """The typed error of an answer whose status is 400 or more."""
    problem = _problem(response)
    kind = _BY_STATUS.get(response.status_code, ServerFailed if response.status_code >= 500 else InvalidInput)
    detail = problem.get("detail") or problem.get("title") or f"HTTP {response.status_code}"
    slug = problem.get("type", "").rstrip("/").rsplit("/", 1)[-1].rsplit(":", 1)[-1]
    return kind(
        response.status_code,
        type=slug or "unknown",
        detail=detail,
        field=problem.get("field", ""),
        hint=problem.get("hint", ""),
    )


def _problem(response: httpx.Response) -> dict[str, str]:
    """The texts of a problem body; a body that is none (a proxy's page) becomes its first line."""
    try:
        body = json.loads(response.content)
    except ValueError:
        return (
            {"detail": f"HTTP {response.status_code}: {response.text.strip().splitlines()[0][:200]}"}
            if (response.text.strip())
            else {}
        )
    return {key: value for key, value in body.items() if isinstance(value, str)} if isinstance(body, dict) else {}
