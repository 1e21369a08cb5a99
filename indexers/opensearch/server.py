"""Server: requests to OpenSearch, with its answers as our errors."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from opensearchpy import AsyncOpenSearch
from opensearchpy.exceptions import ConnectionError as NoConnection
from opensearchpy.exceptions import TransportError

from schemas.errors import ConfigurationError, IndexMissingError, MnemologError, UnavailableError

Json = Any
"""What OpenSearch sends and takes. It does not leave this package."""
TIMEOUT_S = 30.0
TRANSIENT_STATUS = frozenset({429, 502, 503, 504})


class Server:
    """One connection pool. Made from a URL that may hold user and password; whoever makes it closes it."""

    def __init__(self, url: str, *, timeout_s: float = TIMEOUT_S) -> None:
        # Retries are ours: the client's own would hide how long something was away.
        self._client = AsyncOpenSearch(url, timeout=timeout_s, max_retries=0, retry_on_timeout=False)

    async def ask(
        self,
        method: str,
        path: str,
        body: Json = None,
        *,
        params: Mapping[str, str] | None = None,
    ) -> Json:
        """The answer as JSON. Raises UnavailableError, IndexMissingError, ConfigurationError; `Refused` for other
        answers of 4xx."""
        try:
            return await self._client.transport.perform_request(method, path, params=dict(params or {}), body=body)
        except NoConnection as error:
            raise UnavailableError(f"OpenSearch does not answer: {error.error}", hint="is it running?") from error
        except TransportError as error:
            raise error_of(error.status_code, _cause(error), path) from error

    async def lines(self, path: str, lines: Sequence[str], *, params: Mapping[str, str] | None = None) -> Json:
        """Newline-delimited JSON: `_bulk` and `_msearch`."""
        return await self.ask("POST", path, "\n".join(lines) + "\n", params=params)

    async def exists(self, path: str) -> bool:
        """Whether something is found at the path."""
        return bool(await self.ask("HEAD", path))

    async def close(self) -> None:
        """Close all connections."""
        await self._client.close()


class Refused(MnemologError):
    """A request that OpenSearch will never take: `status` and `kind` say why."""

    type = "refused"

    def __init__(self, status: int, kind: str, reason: str) -> None:
        super().__init__(f"OpenSearch refused with {status} {kind}: {reason}")
        self.status = status
        self.kind = kind


def error_of(status: int | str, cause: Mapping[str, Json], path: str) -> MnemologError:
    """An answer that is no success, as our error. `cause`: {"type": …, "reason": …}."""
    kind, reason = str(cause.get("type", "")), str(cause.get("reason", ""))[:300]
    # By status, whatever the type: a full disk and a queue that is full both answer 429.
    if not isinstance(status, int) or status in TRANSIENT_STATUS:
        return UnavailableError(f"OpenSearch is not able to: {status} {kind} {reason}", hint="it is tried again")
    if kind == "index_not_found_exception" or (status == 404 and "no such index" in reason):
        return IndexMissingError(f"{path}: {reason}", hint="run `mnemolog setup`, or rebuild the index")
    if kind in ("cluster_block_exception", "index_closed_exception") or "no write index" in reason:
        return ConfigurationError(f"{path}: {status} {kind}: {reason}", hint="the index takes no writes; open it again")
    if status in (401, 403):
        return ConfigurationError(f"OpenSearch refuses access: {status} {reason}", field="opensearch_url")
    return Refused(status, kind, reason)


def compact(value: Json) -> str:
    """JSON on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _cause(error: TransportError) -> Mapping[str, Json]:
    found = error.info.get("error", {}) if isinstance(error.info, dict) else {}
    return found if isinstance(found, dict) else {"reason": str(found)}
