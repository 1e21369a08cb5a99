"""Cursors of listings that the API pages itself: the last entry shown, opaque to the caller."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import TypeVar

from schemas.errors import InvalidInputError

T = TypeVar("T")


def page_after(entries: Sequence[T], name: Callable[[T], str], *, limit: int, cursor: str) -> tuple[list[T], str]:
    """Up to `limit` entries after the one that the cursor names, and the next cursor. Raises InvalidInputError for a
    cursor that names none of them."""
    start = 0
    if cursor:
        last = _read(cursor)
        place = next((index for index, entry in enumerate(entries) if name(entry) == last), None)
        if place is None:
            raise InvalidInputError(
                "this cursor names no entry of this listing", hint="start again without a cursor", field="cursor"
            )
        start = place + 1
    page = list(entries[start : start + limit])
    more = start + limit < len(entries)
    return page, _write(name(page[-1])) if more and page else ""


def _write(name: str) -> str:
    return base64.urlsafe_b64encode(b"a" + name.encode()).decode().rstrip("=")


def _read(cursor: str) -> str:
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        if not raw.startswith(b"a"):
            raise ValueError("another kind of cursor")
        return raw[1:].decode()
    except (binascii.Error, ValueError) as error:
        raise InvalidInputError(
            "the cursor cannot be read", hint="start again without a cursor", field="cursor"
        ) from error
