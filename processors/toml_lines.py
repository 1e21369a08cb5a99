"""TOML lines: where in a file a key stands, so that a refusal can name the line to mend."""

from __future__ import annotations

import re
import tomllib

from schemas.errors import ConfigurationError

_TABLE = re.compile(r"^\s*\[\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"^\s*([A-Za-z0-9_\"'-]+)\s*=")


def read_toml(text: str, origin: str) -> dict[str, object]:
    """The tables of a TOML text. Raises ConfigurationError with the line when it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ConfigurationError(f"{origin}: {error}", hint="mend that line", field=origin) from error


def line_of(text: str, table: str, key: str = "") -> int:
    """The line, from 1, of `key` in `[table]` ("" = before any table), else of the table's head, else 1."""
    here, head = "", 1
    for number, line in enumerate(text.splitlines(), start=1):
        if found := _TABLE.match(line):
            here = found[1]
            head = number if here == table else head
        elif (found := _KEY.match(line)) and (here, found[1].strip("\"'")) == (table, key):
            return number
    return head
