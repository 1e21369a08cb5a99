"""The grammar of made-up tasks: what people say, read from `grammar.toml`, apart from every rule that reads it."""

from __future__ import annotations

import tomllib
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


class Fact(BaseModel):
    """Something said once, with `{v}` for its value."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lang: str
    says: str
    values: tuple[str, ...]
    asks: tuple[str, ...]


class Owed(BaseModel):
    """What is owed on a day (`{v}`, `{when}`) or holds in one conversation (`{v}` only)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lang: str
    says: tuple[str, ...]
    values: tuple[str, ...]
    asks: tuple[str, ...]


class Ended(BaseModel):
    """Something that was so and is over; one of `told` stands in every sentence of `ends`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    lang: str
    begins: str
    ends: tuple[str, ...]
    told: tuple[str, ...]
    values: tuple[str, ...]
    asks: tuple[str, ...]


class Shared(BaseModel):
    """What each of several speakers (`{s}`) says for themselves."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    speakers: tuple[str, ...]
    says: str
    values: tuple[str, ...]
    asks: str


class Chatter(BaseModel):
    """Small talk: every thing with every doing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    things: tuple[str, ...]
    doings: tuple[str, ...]


class Words(BaseModel):
    """All that is said in one language."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    slots: tuple[Slot, ...]
    facts: tuple[Fact, ...]
    commitments: tuple[Owed, ...]
    scoped: tuple[Owed, ...]
    unknown: tuple[str, ...]
    ended: tuple[Ended, ...]
    shared: Shared
    chatter: Chatter
    chat: Chat


@cache
def words_of(lang: str) -> Words:
    """The grammar that comes with the bench, of one language, read once."""
    rows = tomllib.loads(GRAMMAR.read_text("utf-8"))

    def listed(name: str) -> list[object]:
        return [row for row in rows[name] if row["lang"] == lang]

    return Words.model_validate(
        {
            "slots": listed("slot"),
            "facts": listed("fact"),
            "commitments": listed("commitment"),
            "scoped": listed("scoped"),
            "unknown": rows["unknown"][lang],
            "ended": listed("ended"),
            "shared": rows["shared"][lang],
            "chatter": rows["chatter"][lang],
            "chat": rows["chat"][lang],
        }
    )
