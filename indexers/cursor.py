"""Cursors: where the next page starts, opaque to the caller and sealed against tampering."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac

from schemas.errors import InvalidInputError

_TAG_BYTES = 12


def write_cursor(secret: bytes, purpose: str, place: bytes) -> str:
    """A cursor for `place`. `purpose` names the listing (user, order): a cursor is good for that one only."""
    return base64.urlsafe_b64encode(_tag(secret, purpose, place) + place).decode().rstrip("=")


def read_cursor(secret: bytes, purpose: str, cursor: str) -> bytes:
    """The place. Raises InvalidInputError when the cursor is not one that this listing gave."""
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raw = b""
    place = raw[_TAG_BYTES:]
    if not hmac.compare_digest(raw[:_TAG_BYTES], _tag(secret, purpose, place)):
        raise InvalidInputError(
            "this cursor was not given by this listing", hint="start again without a cursor", field="cursor"
        )
    return place


def _tag(secret: bytes, purpose: str, place: bytes) -> bytes:
    return hmac.new(secret, b"cursor\0" + purpose.encode() + b"\0" + place, hashlib.sha256).digest()[:_TAG_BYTES]
