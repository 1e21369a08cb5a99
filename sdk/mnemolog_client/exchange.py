"""What both clients share around one call: the request, the reading of its answer, and the settings of a client."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TypeVar

import httpx

from mnemolog_client.calls import MARGIN_S, Call
from mnemolog_client.errors import (
    MnemologError,
    ServerTooSlow,
    ServerUnreachable,
    UnreadableAnswer,
    api_error,
)
from mnemolog_client.retry import RETRIES, RetryPolicy, worth_repeating

T = TypeVar("T")
URL_DEFAULT = "http://127.0.0.1:8077"
TIMEOUT_S = 30.0
CONNECT_TIMEOUT_S = 5.0


@dataclass(frozen=True, slots=True)
class Connection:
    """Where the server is and how patient the client is. `api_key` is sent as a bearer token."""

    url: str = URL_DEFAULT
    api_key: str = ""
    timeout_s: float = TIMEOUT_S
    retry: RetryPolicy = RETRIES

    @property
    def headers(self) -> dict[str, str]:
        """The headers of every request."""
        key = {"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}
        return {"Accept": "application/json", "User-Agent": "mnemolog-client/0.1.0", **key}

    @property
    def loopback(self) -> bool:
        """Whether the server is on this machine."""
        return httpx.URL(self.url).host in {"127.0.0.1", "localhost", "::1"}

    def request(self, client: httpx.Client | httpx.AsyncClient, call: Call[T]) -> httpx.Request:
        """The HTTP request of a call."""
        read_s = max(self.timeout_s, call.wait_s + MARGIN_S)
        content = None if call.body is None else json.dumps(call.body).encode()
        return client.build_request(
            call.method,
            call.path,
            params=dict(call.params) or None,
            content=content,
            headers={**call.headers, **({"Content-Type": "application/json"} if content is not None else {})},
            timeout=httpx.Timeout(read_s, connect=min(CONNECT_TIMEOUT_S, read_s)),
        )

    def pause_s(self, call: Call[T], attempt: int, outcome: httpx.Response | httpx.TransportError) -> float | None:
        """Seconds to wait before the next attempt; None when `outcome` stands."""
        if isinstance(outcome, httpx.Response) and outcome.status_code < 400:
            return None
        if attempt >= self.retry.attempts or not worth_repeating(outcome, repeatable=call.repeatable):
            return None
        return self.retry.wait_s(attempt, outcome if isinstance(outcome, httpx.Response) else None)

    def result(self, call: Call[T], outcome: httpx.Response | httpx.TransportError) -> T:
        """What the call answers with. Raises the error that the outcome means."""
        match outcome:
            case httpx.TimeoutException():
                raise ServerTooSlow(f"{self.url} did not answer {call.path} in time") from outcome
            case httpx.TransportError():
                raise self._unreachable(outcome) from outcome
            case httpx.Response() if outcome.status_code >= 400:
                raise api_error(outcome)
        if call.raw:
            return call.reads(outcome.text)
        try:
            return call.reads(json.loads(outcome.content) if outcome.content else None)
        except ValueError as error:
            raise UnreadableAnswer(f"{self.url}{call.path} answered with something that is not JSON") from error

    def _unreachable(self, error: httpx.TransportError) -> MnemologError:
        return ServerUnreachable(f"no Mnemolog server answers at {self.url}: {error}")
