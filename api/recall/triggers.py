"""Triggers: what a request is about, and which memories it needs although its words do not name them (周末计划 → what
one likes to do in free time, and what is due). The table is data, with a version: recipes/triggers.toml."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any

from schemas.dimensions import Topic

TRIGGERS_MAX = 2
"""Triggers that one request pulls; a text with more cues is about none of them."""
_PAST = re.compile(
    r"\b(?:did|was|were|have i(?! (?:got|promised|agreed|committed|signed)\b)|has|had"
    r"|last (?:week|month|year|time|night|\w+day)|ago|yesterday)\b"
    r"|昨天|前天|上个?[周月次]|去年|之前|以前|曾经|[吃去买送订][了过]",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Trigger:
    """See triggers.toml. `cue` fits in either language."""

    name: str
    cue: re.Pattern[str]
    attributes: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    topics: tuple[Topic, ...] = ()
    given: tuple[str, ...] = ()
    due: bool = False
    episodes: bool = False


@cache
def shipped_triggers() -> tuple[Trigger, ...]:
    """The shipped table, in its order."""
    return parse_triggers(files("api.recall").joinpath("recipes/triggers.toml").read_text("utf-8"))


def parse_triggers(text: str) -> tuple[Trigger, ...]:
    """Read a table. Raises KeyError naming what is unknown: ours to get right."""
    read = tomllib.loads(text)
    return tuple(_trigger(name, values) for name, values in read.items() if isinstance(values, dict))


def _trigger(name: str, values: dict[str, Any]) -> Trigger:
    unknown = set(values) - {field.name for field in fields(Trigger)} - {"cues"}
    if unknown:
        raise KeyError(f"unknown keys of the trigger {name}: {sorted(unknown)}")
    lists = {key: tuple(values.get(key, ())) for key in ("attributes", "tags", "topics", "given")}
    return Trigger(
        name,
        re.compile("|".join(values["cues"]), re.I),
        **lists,
        due=bool(values.get("due", False)),
        episodes=bool(values.get("episodes", False)),
    )


def pulled(meant: str, question: str) -> tuple[Trigger, ...]:
    """The triggers whose cue stands in a request (`meant`: with the turns that a vague one points to); () when it is
    about too many things, or when the question is about what was: who asks where they ate last week plans nothing."""
    past = _PAST.search(question) is not None
    found = tuple(
        trigger for trigger in shipped_triggers() if trigger.cue.search(meant) and (trigger.episodes or not past)
    )
    return found if len(found) <= TRIGGERS_MAX else ()
