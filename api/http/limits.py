"""Limits of the HTTP surface, each with its reason, and the ASGI layer that holds bodies to theirs."""

from __future__ import annotations

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.errors import answer, refusal

TURNS_MAX = 100
"""Turns of one call: a page of a conversation, and a group commit of at most 6.4 MB."""
BODY_BYTES_MAX = 16 * 1024 * 1024
"""100 turns of 64 kB with room for JSON's escapes."""
CONCURRENT_MAX = 512
"""Requests at work at once; more are told to come back, so that memory stays bounded."""
WAIT_MS_MAX = 30_000
"""The longest that a call waits for the index: below the usual 60 s of proxies."""
WAIT_MS_DEFAULT = 5_000
"""How long a change waits to show its result before it answers 202."""


class BodyLimit:
    """Refuses a body over the limit with 413, by its announced length or as soon as it has grown too long."""

    def __init__(self, app: ASGIApp, bytes_max: int = BODY_BYTES_MAX) -> None:
        self._app = app
        self._bytes_max = bytes_max

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        announced = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
        if announced.isdigit() and int(announced) > self._bytes_max:
            await self._refuse(scope, receive, send)
            return
        received = 0
        started = False

        async def counted() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > self._bytes_max:
                raise _TooLong
            return message

        async def noted(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, counted, noted)
        except _TooLong:
            if not started:
                await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = refusal(
            413,
            "content-too-large",
            f"the body is over {self._bytes_max} bytes",
            request_id=scope.get("request_id", ""),
            hint="send fewer turns at once; one turn holds at most 64 kB",
        )
        # The rest of the body is not read, so the connection cannot be used again.
        await answer(problem, {"Connection": "close"})(scope, receive, send)


class _TooLong(BaseException):
    """Passes through the framework, whose error handling would make a 400 of it."""


class Crowd:
    """Refuses with 503 while too many requests are at work."""

    def __init__(self, app: ASGIApp, concurrent_max: int = CONCURRENT_MAX) -> None:
        self._app = app
        self._concurrent_max = concurrent_max
        self._inside = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] == "/healthz":
            await self._app(scope, receive, send)
            return
        if self._inside >= self._concurrent_max:
            told = f"{self._inside} requests are at work"
            problem = refusal(503, "busy", told, request_id=scope.get("request_id", ""), hint="try again in a second")
            await answer(problem)(scope, receive, send)
            return
        self._inside += 1
        try:
            await self._app(scope, receive, send)
        finally:
            self._inside -= 1
