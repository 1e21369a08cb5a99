"""Upcasters: payloads of old versions become payloads of the current one, so that the log is read for ever (DESIGN §4).

Schemas only grow. A changed meaning raises the `schema_version` of the type and adds one pure function v → v + 1 here,
with stored bytes of the old version under tests/unit/schemas/golden.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

from schemas.errors import CodecError, NewerSchemaError

JsonObject = dict[str, object]
Upcaster = Callable[[JsonObject], JsonObject]

FIRST_VERSION = 1
CURRENT: Mapping[str, int] = {}
"""Record type → its current version, where that is above FIRST_VERSION."""
UPCASTERS: Mapping[tuple[str, int], Upcaster] = {}
"""(type, version) → the function that makes the next version of it."""


def upcast(
    type_: str,
    version: int,
    payload: bytes,
    *,
    current: Mapping[str, int] = CURRENT,
    upcasters: Mapping[tuple[str, int], Upcaster] = UPCASTERS,
) -> bytes:
    """The payload in the current version of its type. Raises NewerSchemaError for a version that this program does not
    know: the reader stops and waits for its upgrade, nothing is dead-lettered. CodecError: a gap, or no JSON."""
    newest = current.get(type_, FIRST_VERSION)
    if version > newest:
        raise NewerSchemaError(
            f"{type_} version {version} is newer than {newest}, the newest this program reads",
            hint="upgrade this program; nothing was skipped",
        )
    if version == newest:
        return payload
    try:
        record = json.loads(payload)
    except ValueError as error:
        raise CodecError(f"{type_} version {version}: the payload is no JSON: {error}") from error
    for step in range(version, newest):
        if (type_, step) not in upcasters:
            raise CodecError(f"{type_} version {step} has no way to version {step + 1}")
        record = upcasters[type_, step](record)
    return json.dumps(record, ensure_ascii=False).encode()
