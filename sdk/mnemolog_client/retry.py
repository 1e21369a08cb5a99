"""When and after how long a failed call is tried again."""

from __future__ import annotations

import email.utils
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

import httpx

REFUSED = frozenset({429, 503})
"""The server did nothing: any call may be repeated."""
UNCERTAIN = frozenset({502, 504})
"""Something between may have cut off the answer: only a call that can be repeated without harm is."""


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """`attempts` in all; waits double from `first_wait_s` to `longest_wait_s`, each times a random share between a half
    and one, so that many clients do not come back together. A Retry-After of the server is honoured up to
    `retry_after_max_s`."""

    attempts: int = 5
    first_wait_s: float = 0.25
    longest_wait_s: float = 8.0
    retry_after_max_s: float = 60.0
    jitter: Callable[[], float] = random.random

    def wait_s(self, attempt: int, response: httpx.Response | None) -> float:
        """Seconds to wait after the failed attempt number `attempt` (from 1)."""
        asked = retry_after_s(response, datetime.now(UTC)) if response is not None else None
        if asked is not None:
            return min(asked, self.retry_after_max_s)
        ceiling = min(self.longest_wait_s, self.first_wait_s * 2.0 ** (attempt - 1))
        return ceiling * (0.5 + 0.5 * self.jitter())


RETRIES = RetryPolicy()
"""What a client does unless told otherwise: about four seconds of trying."""


def worth_repeating(outcome: httpx.Response | httpx.TransportError, *, repeatable: bool) -> bool:
    """Whether the same call may succeed later and does no harm when the first one was carried out after all."""
    match outcome:
        case httpx.Response():
            return outcome.status_code in REFUSED or (repeatable and outcome.status_code in UNCERTAIN)
        case httpx.ConnectError() | httpx.ConnectTimeout() | httpx.PoolTimeout():
            return True
        case httpx.UnsupportedProtocol() | httpx.LocalProtocolError():
            return False
        case _:
            return repeatable


def retry_after_s(response: httpx.Response, now: datetime) -> float | None:
    """The seconds that a Retry-After header asks for (a number or an HTTP date); None without a readable one."""
    value = response.headers.get("retry-after", "").strip()
    if value.isdigit():
        return float(value)
    try:
        moment = email.utils.parsedate_to_datetime(value)
    except ValueError:
        return None
    return max(0.0, (moment - now).total_seconds()) if moment.tzinfo is not None else None
