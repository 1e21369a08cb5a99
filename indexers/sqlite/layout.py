"""The layout of a memory's sealed bytes, made so that a search reads columns and parses no JSON.

    header (fixed) │ text terms │ context terms │ vector │ context vector │ history │ times │ strings │ memory, JSON

Terms are 64-bit keyed hashes with counts. Vectors are float16. Strings are the id, the categories and the lists that
filters ask for. A change of this layout is a new SCHEMA_VERSION of the file: the index is derived and is rebuilt.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import pairwise
from typing import Any, get_args

import numpy as np
from numpy.typing import NDArray

from indexers.facets import facets_of
from indexers.filters import spoken_times
from indexers.index import Document
from schemas.dimensions import Intent, Topic
from schemas.events import Role
from schemas.memories import Kind, Memory, MemoryScope, Resolution, Status

HEADER = np.dtype(
    [
        ("status", "u1"), ("resolution", "u1"), ("kind", "u1"), ("scope", "u1"), ("role", "u1"), ("intent", "u1"),
        ("topic", "u1"), ("facets", "u1"), ("asks", "?"), ("answers", "?"),
        ("version", "<i8"), ("known_from", "<i8"), ("occurred_us", "<i8"), ("valid_from_us", "<i8"),
        ("valid_to_us", "<i8"), ("importance", "<f8"), ("confidence", "<f8"), ("reinforced", "<i4"),
        ("text_length", "<u4"), ("context_length", "<u4"), ("found_by", "<u8"),
        ("text_terms", "<u4"), ("context_terms", "<u4"), ("vector_bytes", "<u4"), ("context_vector_bytes", "<u4"),
        ("revisions", "<u4"), ("times", "<u4"), ("entities", "<u4"), ("string_bytes", "<u4"),
    ]
)  # fmt: skip
"""`found_by`: a hash of terms and vectors; if equal, only flat columns changed. `text_terms`: how many distinct."""
TERM = np.dtype([("term", "<u8"), ("count", "<u2")])
REVISION = np.dtype([("offset", "<i8"), ("status", "u1"), ("confidence", "<f8")])
TIME = np.dtype([("start_us", "<i8"), ("end_us", "<i8")])
"""A time that a memory speaks of; those without an end are not kept."""
MISSING_CODE = 255
OPEN_START_US, OPEN_END_US = -(2**63), 2**63 - 1
"""Stand for "no bound" in `valid_from_us` and `valid_to_us`."""

STATUSES: tuple[Status, ...] = get_args(Status)
RESOLUTIONS: tuple[Resolution, ...] = get_args(Resolution)
KINDS: tuple[Kind, ...] = get_args(Kind)
SCOPES: tuple[MemoryScope, ...] = get_args(MemoryScope)
ROLES: tuple[Role, ...] = get_args(Role)
INTENTS: tuple[Intent, ...] = get_args(Intent)
TOPICS: tuple[Topic, ...] = get_args(Topic)

STATUS_CODES = {name: code for code, name in enumerate(STATUSES)}
_RESOLUTION = {name: code for code, name in enumerate(RESOLUTIONS)}
_KIND: dict[Kind | None, int] = {**{name: code for code, name in enumerate(KINDS)}, None: MISSING_CODE}
_SCOPE = {name: code for code, name in enumerate(SCOPES)}
_ROLE = {name: code for code, name in enumerate(ROLES)}
_INTENT = {name: code for code, name in enumerate(INTENTS)}
_TOPIC = {name: code for code, name in enumerate(TOPICS)}

CATEGORIES = ("session", "task", "agent", "speaker", "subject", "attribute")
"""String columns with few distinct values, in the order of the strings section, after the id."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_COUNT_MAX = 65_535
_SEPARATOR, _ESCAPE = "\x1f", "\x1b"


def microseconds(moment: datetime) -> int:
    """Microseconds since 1970, exact for every year."""
    gap = moment - _EPOCH
    return (gap.days * 86_400 + gap.seconds) * 1_000_000 + gap.microseconds


class TermHasher:
    """Turns terms into 64-bit ids with a keyed hash; remembers the frequent ones."""

    REMEMBERED_MAX = 100_000
    """About 10 MB; beyond it the memory starts anew, which costs one hash a term."""

    def __init__(self, secret: bytes) -> None:
        self._key = hashlib.sha256(b"index terms" + secret).digest()
        self._known: dict[str, int] = {}

    def id_of(self, term: str) -> int:
        """The id of one term. Safe to call from many threads."""
        known = self._known.get(term)
        if known is None:
            digest = hashlib.blake2b(term.encode("utf-8", "surrogatepass"), digest_size=8, key=self._key).digest()
            known = int.from_bytes(digest, "little")
            if len(self._known) >= self.REMEMBERED_MAX:
                self._known = {}
            self._known[term] = known
        return known

    def counted(self, terms: Iterable[str]) -> NDArray[np.void]:
        """Distinct terms as (id, count) rows of dtype TERM."""
        counts = Counter(terms)
        rows = [(self.id_of(term), min(count, _COUNT_MAX)) for term, count in counts.items()]
        return np.array(rows, dtype=TERM)


def pack(document: Document, hasher: TermHasher) -> bytes:
    """The searchable part of a document: everything but the memory's JSON."""
    memory = document.memory
    text, context = hasher.counted(document.tokens), hasher.counted(document.context_tokens)
    found_by = b"".join((text.tobytes(), context.tobytes(), memory.vector, memory.context_vector))
    history = np.array(
        [(step.offset, STATUS_CODES[step.status], step.confidence) for step in memory.history], dtype=REVISION
    )
    times = np.array([(microseconds(start), microseconds(end)) for start, end in spoken_times(memory)], dtype=TIME)
    entities = tuple(dict.fromkeys(entity.text.casefold() for entity in memory.dimensions.entities))
    strings = _join((memory.memory_id, *(getattr(memory, name) for name in CATEGORIES), *entities, *memory.tags))
    header = np.zeros((), dtype=HEADER)
    header[()] = (
        STATUS_CODES[memory.status], _RESOLUTION[memory.resolution], _KIND[memory.kind], _SCOPE[memory.scope],
        _ROLE[memory.role], _INTENT[memory.dimensions.intent], _TOPIC[memory.dimensions.topic], facets_of(memory),
        memory.asks, memory.answers,
        document.version, memory.known_from, microseconds(memory.occurred_at),
        OPEN_START_US if memory.valid_from is None else microseconds(memory.valid_from),
        OPEN_END_US if memory.valid_to is None else microseconds(memory.valid_to),
        memory.importance, memory.confidence, memory.reinforced,
        len(document.tokens), len(document.context_tokens),
        int.from_bytes(hashlib.blake2b(found_by, digest_size=8).digest(), "little"),
        len(text), len(context), len(memory.vector), len(memory.context_vector),
        len(history), len(times), len(entities), len(strings),
    )  # fmt: skip
    return b"".join((header.tobytes(), found_by, history.tobytes(), times.tobytes(), strings))


def pack_memory(memory: Memory) -> bytes:
    """The memory's JSON without vectors, which stand in the searchable part, and without defaults: half the size."""
    return memory.model_dump_json(exclude={"vector", "context_vector"}, exclude_defaults=True).encode()


def unpack_memory(plain: bytes) -> Memory:
    """The memory of an opened row, as it was given."""
    parts = Parts(plain)
    memory = Memory.model_validate_json(plain[parts.end :])
    return memory.model_copy(update={"vector": parts.vector, "context_vector": parts.context_vector})


class Parts:
    """Where the parts of one row lie."""

    __slots__ = ("context", "context_vector", "end", "header", "history", "strings", "text", "times", "vector")

    def __init__(self, plain: bytes) -> None:
        header: Any = np.frombuffer(plain, dtype=HEADER, count=1)[0]
        sizes = (
            int(header["text_terms"]) * TERM.itemsize,
            int(header["context_terms"]) * TERM.itemsize,
            int(header["vector_bytes"]),
            int(header["context_vector_bytes"]),
            int(header["revisions"]) * REVISION.itemsize,
            int(header["times"]) * TIME.itemsize,
            int(header["string_bytes"]),
        )
        cuts = [HEADER.itemsize]
        for size in sizes:
            cuts.append(cuts[-1] + size)
        pieces = [plain[start:end] for start, end in pairwise(cuts)]
        self.header = header
        self.text, self.context, self.vector, self.context_vector, self.history, self.times, self.strings = pieces
        self.end = cuts[-1]


def split_strings(strings: bytes) -> list[str]:
    """[id, *CATEGORIES, *entities, *tags]."""
    text = strings.decode("utf-8")
    fields = text.split(_SEPARATOR)
    return [_restored(field) for field in fields] if _ESCAPE in text else fields


def _join(fields: Sequence[str]) -> bytes:
    text = _SEPARATOR.join(fields)
    if _ESCAPE in text or text.count(_SEPARATOR) != len(fields) - 1:
        text = _SEPARATOR.join(
            field.replace(_ESCAPE, _ESCAPE + "e").replace(_SEPARATOR, _ESCAPE + "s") for field in fields
        )
    return text.encode("utf-8")


def _restored(field: str) -> str:
    return field.replace(_ESCAPE + "s", _SEPARATOR).replace(_ESCAPE + "e", _ESCAPE)
