"""Position: an event's place in `turns`, the same word in every topic, index and generation."""

from __future__ import annotations

import re
from typing import NamedTuple

from schemas.errors import InvalidInputError

OFFSET_BITS = 40
_TOKEN = re.compile(r"e(\d{1,6})\.p(\d{1,6}):(\d{1,13})")


class Position(NamedTuple):
    """(log epoch, partition, offset). Positions of one user are totally ordered; across partitions they are not."""

    epoch: int
    partition: int
    offset: int

    @property
    def token(self) -> str:
        """The text form, `e1.p3:10452`."""
        return f"e{self.epoch}.p{self.partition}:{self.offset}"

    @property
    def version(self) -> int:
        """The document version in an index: `epoch << 40 | offset`, so that a new log epoch always wins."""
        return self.epoch << OFFSET_BITS | self.offset


def parse_position(token: str) -> Position:
    """Read `e1.p3:10452`. Raises InvalidInputError naming the text."""
    match = _TOKEN.fullmatch(token)
    if match is None:
        raise InvalidInputError(f"{token!r} is not a position; one looks like e1.p3:10452", field="after")
    epoch, partition, offset = (int(part) for part in match.groups())
    if offset >> OFFSET_BITS:
        raise InvalidInputError(f"{token!r} has an offset above 2^{OFFSET_BITS}", field="after")
    return Position(epoch, partition, offset)
