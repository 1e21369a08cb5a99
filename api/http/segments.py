"""Path segments: an id in a path may hold any character, also a slash, written as %2F.

ASGI servers decode the path before it is routed, so `a%2Fb` would become two segments. This layer decodes the raw
path segment by segment and leaves %2F and %25 as they are; `unescape` reads them where the id is used.
"""

from __future__ import annotations

from urllib.parse import unquote

from starlette.types import ASGIApp, Receive, Scope, Send


def unescape(segment: str) -> str:
    """The id that a path segment stands for."""
    return segment.replace("%2F", "/").replace("%25", "%")


def routed_path(raw: bytes) -> str:
    """The path to route by. Invalid UTF-8 becomes U+FFFD, which no id holds."""
    segments = raw.split(b"?", 1)[0].decode("ascii", "replace").split("/")
    return "/".join(unquote(part).replace("%", "%25").replace("/", "%2F") for part in segments)


class Segments:
    """Gives the app the path that `routed_path` makes."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and b"%" in scope.get("raw_path", b""):
            scope["path"] = routed_path(scope["raw_path"])
        await self._app(scope, receive, send)
