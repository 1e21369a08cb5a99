"""A made-up task as it is being told: days, sessions, small talk around what matters."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from itertools import count as counter
from typing import Literal

from bench.evaluate.items import Ask, Expected, FamilyItem, PostedEvent
from bench.families.grammar import Words

BEGIN = date(2026, 1, 5)
"""The first day of every task; they end weeks later, in the past of whoever runs them."""
OFFSETS_H = {"en": 1, "zh": 8}
CHATTER_TURNS = (22, 30)
"""Small talk after what matters: more than the last 20 turns, so that a window of them has lost it."""


@dataclass(slots=True)
class Story:
    """Days are counted from BEGIN; each call of `tell` is a session of its own."""

    key: str
    lang: str
    chance: random.Random
    words: Words
    events: list[PostedEvent] = field(default_factory=list)
    _numbers: counter[int] = field(default_factory=counter)

    @property
    def user(self) -> str:
        return f"user-{self.key}"

    def at(self, day: int, hour: int = 9) -> datetime:
        """That hour of the day, on the calendar of the user."""
        zone = timezone(timedelta(hours=OFFSETS_H[self.lang]))
        return datetime.combine(BEGIN + timedelta(days=day), time(hour), zone)

    def tell(
        self,
        day: int,
        content: str,
        *,
        role: Literal["user", "assistant", "tool"] = "user",
        user: str = "",
        alone: bool = False,
    ) -> str:
        """Says it on that day, with small talk around it unless it stands `alone`; returns the event's id."""
        before = self.chance.choice(self.words.chat.fillers)
        told: list[tuple[Literal["user", "assistant", "tool"], str, str]] = [(role, content, "")]
        if not alone:
            told = [("user", before, ""), *told]
            if role == "user":
                told.append(("assistant", self.chance.choice(self.words.chat.plain), ""))
        ids = self.session(day, told, user=user)
        return next(event_id for event_id, (_, text, _) in zip(ids, told, strict=True) if text == content)

    def session(
        self,
        day: int,
        told: list[tuple[Literal["user", "assistant", "tool"], str, str]],
        *,
        user: str = "",
        hour: int = 9,
    ) -> list[str]:
        """One session of (role, text, speaker); returns the ids of its events."""
        number = next(self._numbers)
        ids = []
        for place, (role, text, speaker) in enumerate(told):
            ids.append(f"{self.key}-{number}-{place}")
            self.events.append(
                PostedEvent(
                    user=user or self.user,
                    session=f"s{number}",
                    role=role,
                    content=text,
                    speaker=speaker,
                    occurred_at=self.at(day, hour) + timedelta(minutes=place),
                    event_id=ids[-1],
                )
            )
        return ids

    def chatter(self, day: int) -> None:
        """Small talk over the days after `day`."""
        for later, said in enumerate(self._small_talk()):
            self.session(day + later, said)

    def chatter_within(self, day: int) -> None:
        """As much small talk over the hours of one day, after nine o'clock."""
        for later, said in enumerate(self._small_talk(), start=1):
            self.session(day, said, hour=9 + later)

    def _small_talk(self) -> list[list[tuple[Literal["user", "assistant", "tool"], str, str]]]:
        """Sessions of ten turns."""
        things, doings = self.words.chatter.things, self.words.chatter.doings
        pairs = self.chance.sample([(a, b) for a in things for b in doings], self.chance.randint(*CHATTER_TURNS))
        gap = " " if self.lang == "en" else ""
        return [
            [("user", f"{thing}{gap}{doing}", "") for thing, doing in pairs[start : start + 10]]
            for start in range(0, len(pairs), 10)
        ]

    def task(
        self, family: str, query: str, expected: Expected, *, tag: str = "", as_of: datetime | None = None
    ) -> FamilyItem:
        """What was told so far, with the question and what its answer must show."""
        return FamilyItem(
            id=self.key,
            lang=self.lang,
            tags=(tag,) if tag else (),
            family=family,
            events=tuple(self.events),
            ask=Ask(user=self.user, query=query, as_of=as_of),
            expect=expected,
        )

    def said(self, sentences: tuple[str, ...], value: str) -> str:
        """One of the sentences with the value in it."""
        return self.chance.choice(sentences).replace("{v}", value)
