"""Bulk: writes with external versions, and what becomes of each item (a status alone says little)."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import structlog

from indexers.opensearch.server import Refused, Server, compact, error_of, fault_of
from schemas.errors import UnavailableError

CHUNK_BYTES_MAX = 8 * 1024 * 1024
CHUNK_ITEMS_MAX = 500
"""Larger requests only take longer: HNSW insertion is the cost, and 2,000 documents answer after 3 to 8 s."""
TRIES = 6
BACKOFF_MIN_S, BACKOFF_MAX_S = 0.2, 5.0
"""About ten seconds in all; then the caller hears that it is away, and sends the batch again."""
_ACTION_BYTES = 120
"""Of the line before a document, besides its id and routing."""
_TOLD = {"filter_path": "items.*.status,items.*.error"}
"""What is looked at in an answer: a tenth of it, and every item."""
_FIELD = re.compile(r"field(?: \[|=\")([a-z_.]{1,64})[\]\"]")
Fate = Literal["done", "retry", "halt", "poison"]

log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Write:
    """One document. `source`: its JSON; None deletes it. Versions are external: an equal one is written again, a lower
    one counts as done."""

    doc_id: str
    routing: str
    version: int
    source: bytes | None

    @property
    def size(self) -> int:
        """About how many bytes it has in a request."""
        return _ACTION_BYTES + len(self.doc_id) + len(self.routing) + len(self.source or b"")

    def lines(self) -> tuple[bytes, ...]:
        """As the bulk request has it."""
        action = {
            "_id": self.doc_id,
            "routing": self.routing,
            "version": self.version,
            "version_type": "external_gte",
        }
        if self.source is None:
            return (compact({"delete": action}),)
        return compact({"index": action}), self.source


@dataclass(frozen=True, slots=True)
class Poison:
    """A write that will never be taken."""

    write: Write
    reason: str


def fate_of(status: int, kind: str, reason: str) -> Fate:
    """What to do about one item of a bulk answer."""
    if status < 300 or (status == 409 and kind == "version_conflict_engine_exception"):
        return "done"
    if status == 404 and not kind:
        # A delete of what is not there.
        return "done"
    match fault_of(status, kind, reason):
        case "transient":
            return "retry"
        case "configuration":
            return "halt"
        case "":
            return "poison"


async def write_all(server: Server, index: str, writes: Sequence[Write]) -> list[Poison]:
    """Write everything; durable when it returns. Returns what was refused for good. Raises UnavailableError when it
    stays away for TRIES, IndexMissingError and ConfigurationError when the index does not take it."""
    poison: list[Poison] = []
    for chunk in _chunks(writes):
        poison += await _write_chunk(server, index, chunk)
    return poison


async def _write_chunk(server: Server, index: str, chunk: Sequence[Write]) -> list[Poison]:
    poison: list[Poison] = []
    waiting = list(chunk)
    backoff_s = BACKOFF_MIN_S
    reason = ""
    for _ in range(TRIES):
        try:
            waiting, refused, reason = await _send(server, index, waiting)
            poison += refused
        except UnavailableError as error:
            reason = error.message
        if not waiting:
            return poison
        log.warning("bulk_retried", index=index, items=len(waiting), reason=reason)
        # Spread out, so that workers that were refused together do not come back together.
        await asyncio.sleep(backoff_s * random.uniform(0.5, 1.0))
        backoff_s = min(2 * backoff_s, BACKOFF_MAX_S)
    raise UnavailableError(f"{index} does not take {len(waiting)} documents: {reason}", hint="they are sent again")


async def _send(server: Server, index: str, writes: Sequence[Write]) -> tuple[list[Write], list[Poison], str]:
    """(to be tried again, refused for good, why)."""
    lines = [line for write in writes for line in write.lines()]
    try:
        answer = await server.lines(f"/{index}/_bulk", lines, params=_TOLD)
    except Refused as refused:
        return await _halves(server, index, writes, refused)
    again: list[Write] = []
    poison: list[Poison] = []
    why = ""
    for write, item in zip(writes, answer["items"], strict=True):
        told = next(iter(item.values()))
        error = told.get("error") or {}
        kind, reason = str(error.get("type", "")), str(error.get("reason", ""))
        match fate_of(told["status"], kind, reason):
            case "done":
                pass
            case "retry":
                again.append(write)
                why = f"{told['status']} {kind}"
            case "halt":
                raise error_of(told["status"], error, index)
            case "poison":
                poison.append(Poison(write, f"{told['status']} {kind}{_field(reason)}"))
    return again, poison, why


async def _halves(
    server: Server, index: str, writes: Sequence[Write], refused: Refused
) -> tuple[list[Write], list[Poison], str]:
    """The whole request was refused: halve it until the item at fault stands alone, or each part is small enough."""
    if len(writes) == 1:
        return [], [Poison(writes[0], f"{refused.status} {refused.kind}")], ""
    again: list[Write] = []
    poison: list[Poison] = []
    why = ""
    for half in (writes[: len(writes) // 2], writes[len(writes) // 2 :]):
        more, bad, reason = await _send(server, index, half)
        again += more
        poison += bad
        why = reason or why
    return again, poison, why


def _field(reason: str) -> str:
    """The field that a mapper error names; the rest of its text may quote the value, which is a user's."""
    named = _FIELD.search(reason)
    return f" in {named[1]}" if named else ""


def _chunks(writes: Sequence[Write]) -> list[list[Write]]:
    chunks: list[list[Write]] = []
    filled = CHUNK_BYTES_MAX
    for write in writes:
        if filled + write.size > CHUNK_BYTES_MAX or len(chunks[-1]) >= CHUNK_ITEMS_MAX:
            chunks.append([])
            filled = 0
        chunks[-1].append(write)
        filled += write.size
    return chunks
