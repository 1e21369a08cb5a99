"""A proxy before OpenSearch that answers for it where a fault is commanded, in the words of the real one."""

from __future__ import annotations

import contextlib
import http.client
import json
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Literal, Self
from urllib.parse import urlsplit

Storm = Literal["", "requests", "items"]
UPSTREAM_S = 120.0
REJECTED = {
    "type": "rejected_execution_exception",
    "reason": "rejected execution of primary operation [coordinating_and_primary_bytes=1, max=1]",
}


class Proxy:
    """`storm`: bulk requests, or every second item of them, are refused with 429 as a full queue refuses them.
    `slow_s`: a bulk request is sent on later. `written`: bulk requests that OpenSearch answered. `in_flight`: called
    once, when a bulk request was sent on and not answered yet. Use it in a `with`."""

    def __init__(self, upstream: str) -> None:
        self.storm: Storm = ""
        self.slow_s = 0.0
        self.in_flight: Callable[[], None] | None = None
        self.bulks = 0
        self.written = 0
        self.refused = 0
        self._upstream = urlsplit(upstream).netloc
        self._lifted = threading.Event()
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                status, kind, answer = proxy.answer(self.command, self.path, body, self.headers.get("content-type", ""))
                # Whoever asked may be gone.
                with contextlib.suppress(OSError):
                    self.send_response(status)
                    self.send_header("content-type", kind)
                    self.send_header("content-length", str(len(answer)))
                    self.end_headers()
                    if self.command != "HEAD":
                        self.wfile.write(answer)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_any

            def log_message(self, format: str, *arguments: object) -> None:
                """Says nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, name="proxy", daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._lifted.set()
        self._server.shutdown()
        self._server.server_close()

    def let_go(self) -> None:
        """Send on what was held up, whoever still waits for it."""
        self.slow_s = 0.0
        self._lifted.set()

    def answer(self, method: str, path: str, body: bytes, content_type: str) -> tuple[int, str, bytes]:
        """(status, content type, body) of one request."""
        if not path.partition("?")[0].endswith("/_bulk"):
            return self._sent_on(method, path, body, content_type)
        self.bulks += 1
        if self.slow_s:
            self._lifted.wait(self.slow_s)
        match self.storm:
            case "requests":
                self.refused += 1
                return 429, "application/json", json.dumps({"error": REJECTED, "status": 429}).encode()
            case "items":
                return self._half_refused(path, body, content_type)
            case _:
                return self._sent_on(method, path, body, content_type)

    def _half_refused(self, path: str, body: bytes, content_type: str) -> tuple[int, str, bytes]:
        """Every second item is refused, in a response that says 200; the others are written."""
        items = _items(body)
        kept = [lines for number, (_, lines) in enumerate(items) if number % 2]
        written = iter(())
        if kept:
            status, kind, answer = self._sent_on("POST", path, b"".join(kept), content_type)
            if status != 200:
                return status, kind, answer
            written = iter(json.loads(answer)["items"])
        told = []
        for number, (action, _) in enumerate(items):
            if number % 2:
                told.append(next(written))
            else:
                self.refused += 1
                ((name, head),) = action.items()
                told.append(
                    {name: {"_index": path.split("/")[1], "_id": head["_id"], "status": 429, "error": REJECTED}}
                )
        return 200, "application/json", json.dumps({"took": 1, "errors": True, "items": told}).encode()

    def _sent_on(self, method: str, path: str, body: bytes, content_type: str) -> tuple[int, str, bytes]:
        connection = http.client.HTTPConnection(self._upstream, timeout=UPSTREAM_S)
        try:
            connection.request(method, path, body, {"content-type": content_type} if content_type else {})
            if "/_bulk" in path and (act := self.in_flight) is not None:
                self.in_flight = None
                act()
            answer = connection.getresponse()
            told = answer.read()
            self.written += "/_bulk" in path
            return answer.status, answer.headers.get("content-type", "application/json"), told
        except (OSError, http.client.HTTPException) as error:
            problem = {"error": {"type": "no_upstream", "reason": str(error)}, "status": 502}
            return 502, "application/json", json.dumps(problem).encode()
        finally:
            connection.close()


def _items(body: bytes) -> list[tuple[dict[str, dict[str, str]], bytes]]:
    """(action, its lines) of a bulk request."""
    lines = body.splitlines(keepends=True)
    found = []
    while lines:
        action = json.loads(lines[0])
        count = 1 if "delete" in action else 2
        found.append((action, b"".join(lines[:count])))
        lines = lines[count:]
    return found
