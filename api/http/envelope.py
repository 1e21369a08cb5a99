"""Envelope: what surrounds every request: its id, the Host check, security headers, metrics, one log line."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.errors import answer, internal, refusal
from api.metrics import Metrics

LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "[::1]"})
_HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
)

log = structlog.get_logger()


class Envelope:
    """The outermost layer. No CORS header is ever sent, so no web page of another origin can read an answer."""

    def __init__(self, app: ASGIApp, *, hosts: Collection[str], metrics: Metrics, new_id: Callable[[], str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower() for host in hosts) | LOOPBACK_NAMES
        self._metrics = metrics
        self._new_id = new_id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = scope["request_id"] = f"req_{self._new_id()}"
        begun = time.perf_counter()
        status = 0

        async def stamped(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *_HEADERS, (b"x-request-id", request_id.encode())]
            await send(message)

        if not self._knows(scope):
            problem = refusal(
                421,
                "unknown-host",
                "the Host header names no host of this server",
                request_id=request_id,
                hint="add the name to MNEMOLOG_ALLOWED_HOSTS",
            )
            await answer(problem)(scope, receive, stamped)
        else:
            try:
                await self._app(scope, receive, stamped)
            except Exception:
                log.exception("request_failed", request=request_id)
                if status:
                    raise
                await answer(internal(request_id))(scope, receive, stamped)
        self._note(scope, status, request_id, time.perf_counter() - begun)

    def _knows(self, scope: Scope) -> bool:
        host = next((value for name, value in scope["headers"] if name == b"host"), b"").decode("latin-1").lower()
        name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
        return name in self._hosts or "*" in self._hosts

    def _note(self, scope: Scope, status: int, request_id: str, seconds: float) -> None:
        route = scope.get("mnemolog.route", "none")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.requests.labels(method, route, status).inc()
        self._metrics.request_seconds.labels(method, route).observe(seconds)
        log.debug("request", request=request_id, method=method, route=route, status=status, ms=round(seconds * 1000, 1))


_METHODS = frozenset({"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"})
