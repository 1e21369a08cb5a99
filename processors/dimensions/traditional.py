"""Simplified characters for traditional ones, one for one, because the Chinese tagger learnt from simplified texts."""

from __future__ import annotations

from functools import cache
from pathlib import Path

FILE = Path(__file__).with_name("traditional.txt")


def simplified(text: str) -> str:
    """The text as a reader of simplified characters expects it; every offset stays."""
    return text.translate(_table())


@cache
def _table() -> dict[int, str]:
    traditional, simple = (line for line in FILE.read_text("utf-8").splitlines() if not line.startswith("#"))
    return {ord(one): other for one, other in zip(traditional, simple, strict=True)}
