"""Which parser reads a file: the formats that `mnemolog import` knows, by name."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, assert_never

from mnemolog.importers import chatgpt, jsonl, locomo, longmemeval, openai
from mnemolog.importers.found import Found, Malformed, load_json
from schemas.errors import InvalidInputError

Format = Literal["openai", "chatgpt", "jsonl", "locomo", "longmemeval"]


def read_file(format: Format, path: Path, *, user: str = "", session: str = "") -> Iterator[Found]:
    """Everything found in a file, in its order; a file that ends in .xz is unpacked.

    Raises InvalidInputError when there is no such file, or the format names no user and none is given.
    """
    if format in ("openai", "chatgpt") and not user:
        raise InvalidInputError(f"a file in format {format} names no user", hint="add --user NAME", field="user")
    raw = _bytes(path)
    match format:
        case "jsonl":
            yield from jsonl.parse(raw.split(b"\n"), user=user, session=session)
        case "openai":
            yield from openai.parse(raw, user=user, session=session)
        case "chatgpt":
            yield from chatgpt.parse(raw, user=user)
        case "locomo" | "longmemeval":
            parser = locomo.parse if format == "locomo" else longmemeval.parse
            for value in load_json(raw, path.name):
                if isinstance(value, Malformed):
                    yield value
                else:
                    yield from parser(value)
        case _:
            assert_never(format)


def _bytes(path: Path) -> bytes:
    try:
        return lzma.open(path).read() if path.suffix == ".xz" else path.read_bytes()
    except lzma.LZMAError as error:
        raise InvalidInputError(f"{path} cannot be unpacked: {error}", field="file") from error
    except OSError as error:
        raise InvalidInputError(
            f"{path} cannot be read: {error.strerror}", hint="check the path", field="file"
        ) from error
