"""The grammar of made-up tasks: what people say, read from `grammar.toml`, apart from every rule that reads it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict

GRAMMAR = Path(__file__).with_name("grammar.toml")
LANGUAGES = ("en", "zh")


class Slot(BaseModel):
    """One thing that changes in a life, in one language; every sentence has `{v}` where the value stands."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lang: str
    name: str
    values: tuple[str, ...]
    says: tuple[str, ...]
    changes: tuple[str, ...]
    asks: tuple[str, ...]


class Chat(BaseModel):
    """What is said around it. `assistant`, `tool` and `third` bring up a value that is not the user's."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    fillers: tuple[str, ...]
    assistant: tuple[str, ...]
    tool: tuple[str, ...]
    third: tuple[str, ...]
    plain: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Grammar:
    """All slots and the chat of each language."""

    slots: tuple[Slot, ...]
    chat: dict[str, Chat]

    def of(self, lang: str) -> tuple[Slot, ...]:
        """The slots of a language."""
        return tuple(slot for slot in self.slots if slot.lang == lang)


@cache
def grammar() -> Grammar:
    """The grammar that comes with the bench, read once."""
    rows = tomllib.loads(GRAMMAR.read_text("utf-8"))
    return Grammar(
        slots=tuple(Slot.model_validate(row) for row in rows["slot"]),
        chat={lang: Chat.model_validate(rows["chat"][lang]) for lang in LANGUAGES},
    )
