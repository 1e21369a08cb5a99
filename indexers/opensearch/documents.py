"""Documents: memories, outcomes and marks as OpenSearch holds them."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from indexers.digest import contribution
from indexers.filters import spoken_times
from indexers.index import Document, EventOutcome, Tombstone
from indexers.opensearch.packing import microseconds, packed_row, packed_terms, row_of
from indexers.opensearch.server import Json, compact
from schemas.memories import Memory, Revision
from schemas.position import Position

MEMORY, GONE, OUTCOME, MARK, ERASED = "memory", "gone", "outcome", "mark", "erased"
TERM_CHARACTERS_MAX = 64
"""A longer term is replaced by its hash, in documents and queries alike: OpenSearch refuses terms over 32 kB."""
ID_BYTES_MAX = 512
"""An id that is longer has the whole bulk request refused."""
VERSION_MAX = 2**63
TEXT_CHARACTERS_MAX = 500_000
"""Of a memory's text and of its context, three turns of at most 64 kB with their speakers: OpenSearch takes 5 MB in
silence, and highlighting, updates and merges pay for it ever after."""
TERMS_KEPT = 1 << 16
"""Words repeat: what was made of so many is not made again."""
VECTORS = ("vector", "context_vector")
NAMES = ("resolution", "scope", "role", "session", "task", "agent", "speaker", "subject", "attribute")
"""Fields that are called and compared alike in a memory and in the index."""


def memory_id(user_key: str, name: str) -> str:
    """The document id of a memory and of its tombstone."""
    return f"m:{user_key}:{name}"


def erased_id(user_key: str) -> str:
    """The document id of the mark that a user was erased."""
    return f"e:{user_key}"


def memory_source(document: Document, secret: bytes) -> bytes:
    """The whole document of one memory, as JSON."""
    memory = document.memory
    row = row_of(document)
    source: dict[str, Json] = {
        "type": MEMORY,
        "user_key": document.user_key,
        "tenant": memory.tenant,
        "user": memory.user,
        "memory_id": memory.memory_id,
        "version": document.version,
        "known_from": memory.known_from,
        "status": memory.status,
        "known_as": _known_as(memory),
        **{name: getattr(memory, name) for name in NAMES},
        "entities": [entity.text.casefold() for entity in memory.dimensions.entities],
        "intent": memory.dimensions.intent,
        "topic": memory.dimensions.topic,
        "tags": list(memory.tags),
        "occurred_us": row.occurred_us,
        "importance": memory.importance,
        "confidence": memory.confidence,
        "text_length": len(document.tokens),
        "context_length": len(document.context_tokens),
        "text": " ".join(terms(document.tokens)),
        "context": " ".join(terms(document.context_tokens)),
        "text_terms": packed_terms(document.tokens),
        "context_terms": packed_terms(document.context_tokens),
        "row": packed_row(row),
        "digest": contribution(memory, secret).hex(),
        "payload": memory.model_dump_json(exclude_defaults=True),
    }
    if memory.kind is not None:
        source["kind"] = memory.kind
    if memory.valid_from is not None:
        source["valid_from_us"] = microseconds(memory.valid_from)
    if memory.valid_to is not None:
        source["valid_to_us"] = microseconds(memory.valid_to)
    if times := spoken_times(memory):
        source["speaks_of_us"] = [{"gte": microseconds(start), "lt": microseconds(end)} for start, end in times]
    if row.revisions:
        source["revisions"] = [
            f"{offset:013}:{place:02}:{confidence!r}" for place, (offset, _, confidence) in enumerate(row.revisions)
        ]
    vectors = [
        b',"%b":[%b]' % (name.encode(), spelled(vector)) for name in VECTORS if (vector := getattr(memory, name))
    ]
    return b"".join([compact(source)[:-1], *vectors, b"}"])


def tombstone_source(tombstone: Tombstone) -> bytes:
    """What is left of a memory: that it is gone, and since which version."""
    found = {
        "type": GONE,
        "user_key": tombstone.user_key,
        "memory_id": tombstone.memory_id,
        "version": tombstone.version,
    }
    return compact(found)


def outcome_source(outcome: EventOutcome, version: int) -> bytes:
    """What became of one event."""
    found = {
        "type": OUTCOME,
        "user_key": outcome.user_key,
        "event": event_hash(outcome.outcome.event_id),
        "offset": outcome.offset,
        "version": version,
        "payload": outcome.outcome.model_dump_json(),
    }
    return compact(found)


def mark_source(position: Position) -> bytes:
    """Up to where a partition is complete."""
    found = {"type": MARK, "partition": position.partition, "epoch": position.epoch, "offset": position.offset}
    return compact(found)


def terms(found: Iterable[str]) -> Iterator[str]:
    """Terms as the index holds them: one word each, none too long."""
    return map(_term, found)


@lru_cache(TERMS_KEPT)
def _term(term: str) -> str:
    if len(term) > TERM_CHARACTERS_MAX or any(sign.isspace() for sign in term):
        return "#" + hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
    return term


def spelled(vector: bytes) -> bytes:
    """A float16 vector as JSON has it, without brackets, in as few digits as float32 needs: half of what `json` writes,
    in a twentieth of the time."""
    digits: bytes = _decimals()[np.frombuffer(vector, "<u2")].tobytes()
    return digits.translate(None, b"\0")[:-1]


@cache
def _decimals() -> NDArray[np.bytes_]:
    """By the bits of a float16: the shortest decimal that is read as the same float32, with a comma, filled up with
    NUL."""
    with np.errstate(all="ignore"):
        every = np.arange(1 << 16, dtype="<u2").view("<f2").astype(np.float32)
    return np.array([f"{value!s}," for value in every], np.bytes_)


def event_hash(event_id: str) -> str:
    """An event id of any length as a term."""
    return hashlib.blake2b(event_id.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def memory_of(change: Document | Tombstone) -> str:
    """The memory that a change is about."""
    return change.memory.memory_id if isinstance(change, Document) else change.memory_id


def change_id(change: Document | Tombstone) -> str:
    """The document id that a change is written under."""
    return memory_id(change.user_key, memory_of(change))


def refusal(change: Document | Tombstone, dimension: int) -> str:
    """Why a change cannot be indexed, checked before it is sent: OpenSearch would refuse its neighbours too, or take
    in silence what it must not. "" = it can."""
    if len(change_id(change).encode()) > ID_BYTES_MAX:
        return f"the id has more than {ID_BYTES_MAX} bytes"
    if not 0 <= change.version < VERSION_MAX:
        return f"version {change.version} is not from 0 to 2^63"
    if isinstance(change, Tombstone):
        return ""
    memory = change.memory
    for name in ("content", "context"):
        size = len(getattr(memory, name))
        if size > TEXT_CHARACTERS_MAX:
            return f"{name} has {size} characters; at most {TEXT_CHARACTERS_MAX} are indexed"
    for name in ("importance", "confidence"):
        if not math.isfinite(getattr(memory, name)):
            return f"{name} is not finite"
    for name in ("vector", "context_vector"):
        reason = _vector_refusal(getattr(memory, name), dimension)
        if reason:
            return f"{name} {reason}"
    return ""


def _vector_refusal(vector: bytes, dimension: int) -> str:
    """`vector`: float16 bytes; none at all is no reason: what was not embedded has none."""
    if not vector:
        return ""
    if len(vector) != 2 * dimension:
        return f"has {len(vector)} bytes; {dimension} dimensions take {2 * dimension}"
    values = np.frombuffer(vector, "<f2")
    if not np.isfinite(values).all():
        return "holds NaN or infinity"
    # Its length is zero, or becomes zero as a square in the server's float32.
    if float(np.square(values.astype(np.float32)).sum()) == 0.0:
        return "is zero everywhere"
    return ""


def _known_as(memory: Memory) -> Mapping[str, Json]:
    """Per status the offsets at which the memory had it, as half-open ranges."""
    steps: Sequence[Revision] = memory.history
    ranges: dict[str, list[dict[str, int]]] = {}
    for place, step in enumerate(steps or (None,)):
        last = place >= len(steps) - 1
        status = memory.status if step is None or last else step.status
        span: dict[str, int] = {}
        if step is not None and place > 0:
            span["gte"] = step.offset
        if not last:
            span["lt"] = steps[place + 1].offset
        if "gte" in span and "lt" in span and span["gte"] >= span["lt"]:
            continue
        ranges.setdefault(status, []).append(span or {"gte": 0})
    return ranges
