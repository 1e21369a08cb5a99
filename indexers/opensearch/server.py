"""Server: requests to OpenSearch, with its answers as our errors."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from opensearchpy import AsyncOpenSearch
from opensearchpy.exceptions import ConnectionError as NoConnection
from opensearchpy.exceptions import SerializationError, TransportError

from schemas.errors import ConfigurationError, IndexMissingError, MnemologError, UnavailableError

Json = Any
"""What OpenSearch sends and takes. It does not leave this package."""
TIMEOUT_S = 30.0
MISSING, CLOSED, BLOCKED = "index_not_found_exception", "index_closed_exception", "cluster_block_exception"
NO_WRITE_INDEX = "no write index is defined"
# `json.dumps` would make one for each document.
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
Fault = Literal["transient", "configuration", ""]


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
        except SerializationError as error:
            # A proxy before OpenSearch answers with a page when OpenSearch does not.
            raise UnavailableError("OpenSearch's answer is no JSON", hint="what stands before it?") from error

    async def lines(self, path: str, lines: Sequence[bytes], *, params: Mapping[str, str] | None = None) -> Json:
        """Newline-delimited JSON: `_bulk` and `_msearch`."""
        return await self.ask("POST", path, b"\n".join([*lines, b""]), params=params)

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


def fault_of(status: int | str, kind: str, reason: str) -> Fault:
    """Whose fault an answer is, of an item or of a whole request: the server's for now, the set-up's, or, "", neither.
    A status alone says too little: a full disk answers 429 with the type of a block that 403 answers for good."""
    if not isinstance(status, int) or status == 429 or status >= 500:
        return "transient"
    if kind in (MISSING, CLOSED, BLOCKED) or status in (401, 403) or NO_WRITE_INDEX in reason:
        return "configuration"
    if status == 404 and "no such index" in reason:
        return "configuration"
    return ""


def error_of(status: int | str, cause: Mapping[str, Json], path: str) -> MnemologError:
    """An answer that is no success, as our error. `cause`: {"type": …, "reason": …}."""
    kind, reason = str(cause.get("type", "")), str(cause.get("reason", ""))[:300]
    match fault_of(status, kind, reason):
        case "transient":
            return UnavailableError(f"OpenSearch is not able to: {status} {kind} {reason}", hint="it is tried again")
        case "configuration" if kind == MISSING or "no such index" in reason:
            return IndexMissingError(f"{path}: {reason}", hint="run `mnemolog setup`, or rebuild the index")
        case "configuration" if kind in (CLOSED, BLOCKED) or NO_WRITE_INDEX in reason:
            return ConfigurationError(
                f"{path}: {status} {kind}: {reason}", hint="the index takes no writes; open it, or lift its block"
            )
        case "configuration":
            return ConfigurationError(f"OpenSearch refuses access: {status} {reason}", field="opensearch_url")
        case "":
            return Refused(int(status), kind, reason)


def compact(value: Json) -> bytes:
    """JSON on one line."""
    # Bytes from here on: one Chinese character would have a document of 10 kB take twice that in every copy.
    return _COMPACT.encode(value).encode("utf-8", "surrogatepass")


def _cause(error: TransportError) -> Mapping[str, Json]:
    found = error.info.get("error", {}) if isinstance(error.info, dict) else {}
    return found if isinstance(found, dict) else {"reason": str(found)}
