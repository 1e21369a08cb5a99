"""Keys: the ASGI layer that turns an Authorization header into a caller before anything else is looked at."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, Request
from starlette.types import ASGIApp, Receive, Scope, Send

from api.callers import LOCAL, Caller, KeyBook, KeyScope
from api.http.errors import HttpError, answer, refusal

OPEN_PATHS = frozenset({"/healthz", "/readyz"})
"""What a load balancer must be able to ask. They say nothing of anybody's memory."""


class Authentication:
    """Refuses every path but the open ones, existing or not, without a valid key once keys exist."""

    def __init__(self, app: ASGIApp, keys: KeyBook) -> None:
        self._app = app
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in OPEN_PATHS:
            await self._app(scope, receive, send)
            return
        caller = self._caller(scope)
        if caller is None:
            problem = refusal(
                401,
                "unauthenticated",
                "this call needs a valid API key",
                request_id=scope.get("request_id", ""),
                hint="send `Authorization: Bearer <key>`; `mnemolog keys create` makes one",
            )
            await answer(problem, {"WWW-Authenticate": "Bearer"})(scope, receive, send)
            return
        scope["caller"] = caller
        await self._app(scope, receive, send)

    def _caller(self, scope: Scope) -> Caller | None:
        if not self._keys.required():
            return LOCAL
        given = next((value for name, value in scope["headers"] if name == b"authorization"), b"").decode("latin-1")
        scheme, _, secret = given.partition(" ")
        return self._keys.find(secret.strip()) if scheme.lower() == "bearer" else None


def allowed(scope: KeyScope) -> Callable[[Request], Awaitable[Caller]]:
    """A dependency that gives the caller, or refuses with 403 when its key lacks the scope."""

    # A coroutine, though it waits for nothing: a plain function is run in a thread, and a write waits for its turns.
    async def caller(request: Request) -> Caller:
        known: Caller = request.scope["caller"]
        if not known.may(scope):
            raise HttpError(403, "forbidden", f"this key has no scope {scope!r}", hint="use a key that has it")
        return known

    return caller


Reader = Annotated[Caller, Depends(allowed("read"))]
Writer = Annotated[Caller, Depends(allowed("write"))]
Admin = Annotated[Caller, Depends(allowed("admin"))]
