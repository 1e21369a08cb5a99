"""Items: what one line of an evaluation file holds, and reading such a file (JSON Lines, unknown keys are ignored)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, ValidationError

from schemas.claims import Polarity
from schemas.dimensions import EntityType, Granularity
from schemas.events import Role


class Labelled(BaseModel):
    """What every record of a file shares: it is frozen, and what it does not know it leaves out."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Item(Labelled):
    """What every item carries; `tags` group the figures."""

    id: str
    lang: str
    tags: tuple[str, ...] = ()


class GoldInterval(Labelled):
    """Half-open [start, end); `end` None = open."""

    start: datetime
    end: datetime | None
    granularity: Granularity


class TimeItem(Item):
    """A text and the times that it speaks of."""

    text: str
    occurred_at: datetime
    timezone: str = "UTC"
    gold: tuple[GoldInterval, ...]


class GoldEntity(Labelled):
    """A named thing, as written."""

    text: str
    type: EntityType


class EntityItem(Item):
    """A text and the named things in it."""

    text: str
    gold: tuple[GoldEntity, ...]


class SaidTurn(Labelled):
    """One turn of a claims item."""

    role: Role
    content: str
    speaker: str = ""
    occurred_at: datetime | None = None


class GoldClaim(Labelled):
    """A claim that a careful assistant would keep."""

    subject: str
    attribute: str
    value: str
    polarity: Polarity = "positive"


class ClaimsItem(Item):
    """Turns, of which the last is labelled; the earlier ones are its context."""

    turns: tuple[SaidTurn, ...]
    gold: tuple[GoldClaim, ...]


class PostedEvent(Labelled):
    """One event of a family's task, as it is posted."""

    user: str
    session: str
    role: Role
    content: str
    speaker: str = ""
    occurred_at: AwareDatetime
    event_id: str
    source: str = ""


class Ask(Labelled):
    """What is asked at the end of a task."""

    user: str
    query: str
    as_of: AwareDatetime | None = None
    include: tuple[Literal["history", "archived", "expired"], ...] = ()


class Expected(Labelled):
    """What the context must show; what is not given is not checked."""

    contains_any: tuple[tuple[str, ...], ...] = ()
    excludes: tuple[str, ...] = ()
    abstain: bool | None = None
    evidence_any: tuple[str, ...] = ()
    current: str | None = None
    conflict: bool | None = None


class FamilyItem(Item):
    """A task: events, a question, and what its answer must show."""

    family: str
    events: tuple[PostedEvent, ...]
    ask: Ask
    expect: Expected


class BadFile(Exception):
    """An evaluation file cannot be read; the message names the line."""


SomeItem = TypeVar("SomeItem", bound=Item)


def read_items(path: Path, kind: type[SomeItem]) -> list[SomeItem]:
    """The items of a file, in its order. Raises BadFile for a missing file, a bad line, an id that stands twice."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path}: {error}") from error
    items: list[SomeItem] = []
    seen: set[str] = set()
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            item = kind.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            raise BadFile(f"{path}, line {number}: {where}: {first['msg']}") from error
        if item.id in seen:
            raise BadFile(f"{path}, line {number}: the id {item.id!r} stands twice")
        seen.add(item.id)
        items.append(item)
    return items


def write_items(path: Path, items: Sequence[Item]) -> None:
    """The items as JSON Lines; what is unset is left out."""
    lines = [
        json.dumps(item.model_dump(mode="json", exclude_none=True, exclude_defaults=True), ensure_ascii=False)
        for item in items
    ]
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
