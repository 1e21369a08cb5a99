"""UserColumns: one user's memories as columns in memory, so that a search is arithmetic on arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from indexers.sqlite.layout import CATEGORIES, HEADER, REVISION, TERM, TIME, Parts, split_strings
from indexers.sqlite.postings import Postings

_ROW_OVERHEAD_BYTES = 400
"""A row's id, list entries and tuples in Python objects; measured on 10,000 rows (2026-11)."""
_ROOM_MIN = 64

Step = tuple[int, int, float]
"""(offset, status code, confidence) of one revision."""


class Category:
    """A string column as codes into the list of its distinct values."""

    def __init__(self) -> None:
        self.values: list[str] = []
        self.codes = np.zeros(0, np.int32)
        self._code_of: dict[str, int] = {}

    def code(self, value: str) -> int:
        """The code of a value, new if need be."""
        code = self._code_of.setdefault(value, len(self.values))
        if code == len(self.values):
            self.values.append(value)
        return code

    def codes_of(self, values: Sequence[str]) -> list[int]:
        """The codes of those values that occur."""
        return [self._code_of[value] for value in values if value in self._code_of]


class UserColumns:
    """Rows are appended; a row that was replaced or dropped stays as a hole (`alive` False) until the next build.

    Arrays are longer than `size`; only [:size] counts. Vectors are (size, dimension) float32 of unit length.
    """

    def __init__(self, dimension: int) -> None:
        self.dimension = dimension
        self.size = 0
        self.holes = 0
        self.header = np.zeros(0, HEADER)
        self.alive = np.zeros(0, np.bool_)
        self.vectors = np.zeros((0, dimension), np.float32)
        self.context_vectors = np.zeros((0, dimension), np.float32)
        self.categories = {name: Category() for name in CATEGORIES}
        self.text, self.context = Postings(), Postings()
        self.ids: list[str] = []
        self.store_rows: list[int] = []
        self.entities: list[tuple[str, ...]] = []
        self.tags: list[tuple[str, ...]] = []
        self.history: dict[int, tuple[Step, ...]] = {}
        self._times: dict[int, NDArray[np.void]] = {}
        self._spoken_times: tuple[NDArray[np.int64], NDArray[np.void]] | None = None
        self.row_of: dict[str, int] = {}

    @property
    def nbytes(self) -> int:
        """Memory held, in bytes, about."""
        arrays = self.header.nbytes + self.alive.nbytes + self.vectors.nbytes + self.context_vectors.nbytes
        codes = sum(category.codes.nbytes for category in self.categories.values())
        return arrays + codes + self.text.nbytes + self.context.nbytes + _ROW_OVERHEAD_BYTES * self.size

    def put(self, packed: Sequence[tuple[int, bytes]]) -> None:
        """Add or replace rows: (row in the store, plain bytes). Ids must differ among them. A version that is lower
        than the one held changes nothing."""
        fresh: list[tuple[int, Parts, list[str]]] = []
        for store_row, plain in packed:
            parts = Parts(plain)
            strings = split_strings(parts.strings)
            row = self.row_of.get(strings[0])
            if row is not None and self.header["version"][row] > parts.header["version"]:
                continue
            if row is not None and self.header["found_by"][row] == parts.header["found_by"]:
                self.header[row] = parts.header
                self._describe(row, parts, strings)
                continue
            if row is not None:
                self._remove(row)
            fresh.append((store_row, parts, strings))
        if fresh:
            self._append(fresh)

    def drop(self, memory_id: str, version: int) -> None:
        """Remove a memory unless a later version of it is held."""
        row = self.row_of.get(memory_id)
        if row is not None and self.header["version"][row] <= version:
            self._remove(row)

    def _remove(self, row: int) -> None:
        self.alive[row] = False
        self.holes += 1
        del self.row_of[self.ids[row]]
        self.history.pop(row, None)
        self._set_times(row, b"")
        self.vectors[row] = 0.0
        self.context_vectors[row] = 0.0
        self.entities[row] = self.tags[row] = ()

    def _append(self, fresh: Sequence[tuple[int, Parts, list[str]]]) -> None:
        start, end = self.size, self.size + len(fresh)
        self._make_room(end)
        self.header[start:end] = [parts.header for _, parts, _ in fresh]
        rows = np.arange(start, end, dtype=np.int32)
        texts = np.frombuffer(b"".join(parts.text for _, parts, _ in fresh), TERM)
        contexts = np.frombuffer(b"".join(parts.context for _, parts, _ in fresh), TERM)
        self.text.add(texts, np.repeat(rows, self.header["text_terms"][start:end]))
        self.context.add(contexts, np.repeat(rows, self.header["context_terms"][start:end]))
        self._set_vectors(self.vectors, rows, [parts.vector for _, parts, _ in fresh])
        self._set_vectors(self.context_vectors, rows, [parts.context_vector for _, parts, _ in fresh])
        for row, (store_row, parts, strings) in enumerate(fresh, start):
            self.ids.append(strings[0])
            self.store_rows.append(store_row)
            self.entities.append(())
            self.tags.append(())
            self.row_of[strings[0]] = row
            self._describe(row, parts, strings)
        self.alive[start:end] = True
        self.size = end

    def _describe(self, row: int, parts: Parts, strings: list[str]) -> None:
        for category, value in zip(self.categories.values(), strings[1:], strict=False):
            category.codes[row] = category.code(value)
        first, entities = 1 + len(CATEGORIES), int(parts.header["entities"])
        self.entities[row] = tuple(strings[first : first + entities])
        self.tags[row] = tuple(strings[first + entities :])
        # One revision means that nothing has changed since the memory was born: no need to look back.
        if parts.header["revisions"] > 1:
            self.history[row] = tuple(np.frombuffer(parts.history, REVISION).tolist())
        else:
            self.history.pop(row, None)
        self._set_times(row, parts.times)

    def spoken_times(self) -> tuple[NDArray[np.int64], NDArray[np.void]]:
        """(rows, times of dtype TIME): a row for every time with an end that a memory speaks of."""
        if self._spoken_times is None:
            sizes = [len(times) for times in self._times.values()]
            rows = np.repeat(np.fromiter(self._times, np.int64, len(sizes)), sizes)
            self._spoken_times = rows, np.concatenate([np.empty(0, TIME), *self._times.values()])
        return self._spoken_times

    def _set_times(self, row: int, times: bytes) -> None:
        if times:
            self._times[row] = np.frombuffer(times, TIME)
        elif self._times.pop(row, None) is None:
            return
        self._spoken_times = None

    def _set_vectors(self, matrix: NDArray[np.float32], rows: NDArray[np.int32], vectors: list[bytes]) -> None:
        held = [place for place, vector in enumerate(vectors) if vector]
        if not held:
            return
        found = np.frombuffer(b"".join(vectors), "<f2").reshape(len(held), self.dimension).astype(np.float32)
        # float16 leaves a length of 1 ± .001; a cosine wants 1.
        lengths = np.sqrt(np.einsum("ij,ij->i", found, found))
        found /= np.where(lengths > 0.0, lengths, 1.0)[:, None]
        matrix[rows[held]] = found

    def _make_room(self, size: int) -> None:
        room = len(self.alive)
        if size <= room:
            return
        # A first build knows its size; later growth leaves a quarter free, so that appends stay cheap.
        room = size if room == 0 else max(size, room + room // 4, _ROOM_MIN)
        self.header = _grown(self.header, room)
        self.alive = _grown(self.alive, room)
        self.vectors = _grown(self.vectors, room)
        self.context_vectors = _grown(self.context_vectors, room)
        for category in self.categories.values():
            category.codes = _grown(category.codes, room)


def _grown(array: NDArray[Any], room: int) -> NDArray[Any]:
    larger = np.zeros((room, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
