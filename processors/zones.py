"""Time zones by name: IANA names and fixed offsets like +08:00."""

from __future__ import annotations

import re
from datetime import UTC, timedelta, timezone, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from schemas.errors import InvalidInputError

_OFFSET = re.compile(r"(?:UTC|GMT)?([+-])(\d{1,2}):?(\d{2})?")


@lru_cache(maxsize=1024)
def zone_of(name: str) -> tzinfo:
    """The zone with this name; "" and "Z" are UTC. Raises InvalidInputError naming `timezone`."""
    if name in ("", "UTC", "Z", "GMT"):
        return UTC
    fixed = _OFFSET.fullmatch(name)
    if fixed and int(fixed[2]) <= 14 and int(fixed[3] or 0) < 60:
        offset = timedelta(hours=int(fixed[2]), minutes=int(fixed[3] or 0))
        return timezone(offset if fixed[1] == "+" else -offset)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise InvalidInputError(
            f"{name[:80]!r} is no time zone", hint="use an IANA name like Asia/Shanghai, or +08:00", field="timezone"
        ) from error
