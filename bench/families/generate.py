"""Made-up tasks of four families, the same for the same seed, half of them Chinese."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone
from itertools import count as counter
from typing import Literal

from bench.evaluate.items import Ask, Expected, FamilyItem, PostedEvent
from bench.families.grammar import LANGUAGES, Chat, Slot, grammar

BEGIN = date(2026, 1, 5)
"""The first day of every task; they end weeks later, in the past of whoever runs them."""
OFFSETS_H = {"en": 1, "zh": 8}
FAMILIES = ("revision", "stale_suppression", "contradiction_handling", "source_separation")


@dataclass(slots=True)
class _Story:
    """A task as it is being told. Days are counted from BEGIN; each call of `tell` is a session of its own."""

    key: str
    lang: str
    chance: random.Random
    chat: Chat
    events: list[PostedEvent] = field(default_factory=list)
    _numbers: counter[int] = field(default_factory=counter)

    @property
    def user(self) -> str:
        return f"user-{self.key}"

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
        number = next(self._numbers)
        session = f"s{number}"
        zone = timezone(timedelta(hours=OFFSETS_H[self.lang]))
        at = datetime.combine(BEGIN + timedelta(days=day), time(9), zone)
        before = self.chance.choice(self.chat.fillers)
        told: list[tuple[Literal["user", "assistant", "tool"], str]] = [(role, content)]
        if not alone:
            told = [("user", before), *told]
            if role == "user":
                told.append(("assistant", self.chance.choice(self.chat.plain)))
        said = ""
        for place, (who, text) in enumerate(told):
            event_id = f"{self.key}-{number}-{place}"
            said = event_id if text == content else said
            self.events.append(
                PostedEvent(
                    user=user or self.user,
                    session=session,
                    role=who,
                    content=text,
                    occurred_at=at + timedelta(minutes=place),
                    event_id=event_id,
                )
            )
        return said


def generate(*, seed: int, count: int) -> list[FamilyItem]:
    """`count` tasks of every family."""
    items = []
    for family in FAMILIES:
        for number in range(count):
            lang = LANGUAGES[number % len(LANGUAGES)]
            chance = random.Random(f"{seed}/{family}/{number}")
            story = _Story(f"{family}-{seed}-{number}", lang, chance, grammar().chat[lang])
            slot = chance.choice(_slots(family, lang))
            items.append(_TOLD[family](story, slot))
    return items


def _slots(family: str, lang: str) -> list[Slot]:
    """A birthday never changes; whoever gives another one corrects or contradicts themselves."""
    fixed = family in ("contradiction_handling", "source_separation")
    return [slot for slot in grammar().of(lang) if fixed or slot.name != "birthday"]


def _revision(story: _Story, slot: Slot) -> FamilyItem:
    old, new = story.chance.sample(slot.values, 2)
    day = story.chance.randrange(1, 30)
    story.tell(0, _said(story, slot.says, old))
    last = story.tell(day, _said(story, slot.changes, new))
    if story.chance.random() < 0.5:
        story.tell(day + 3, story.chance.choice(story.chat.fillers), alone=True)
    expected = Expected(contains_any=((new,),), excludes=(old,), current=new, evidence_any=(last,), abstain=False)
    return _task(story, slot, "revision", expected)


def _stale(story: _Story, slot: Slot) -> FamilyItem:
    first, second, third = story.chance.sample(slot.values, 3)
    told: list[Callable[[], str]] = [
        lambda: story.tell(0, _said(story, slot.says, first)),
        lambda: story.tell(10, _said(story, slot.changes, second)),
        lambda: story.tell(20, _said(story, slot.changes, third)),
    ]
    # Half of the histories arrive late or backwards; what was said when decides all the same.
    if story.chance.random() < 0.5:
        story.chance.shuffle(told)
    for tell in told:
        tell()
    expected = Expected(contains_any=((third,),), excludes=(first, second), current=third, abstain=False)
    return _task(story, slot, "stale_suppression", expected)


def _contradiction(story: _Story, slot: Slot) -> FamilyItem:
    one, other = story.chance.sample(slot.values, 2)
    story.tell(0, _said(story, slot.says, one), alone=True)
    settled = story.chance.random() < 0.5
    if settled:
        story.tell(story.chance.randrange(1, 9), _said(story, slot.changes, other), alone=True)
        expected = Expected(contains_any=((other,),), excludes=(one,), current=other, conflict=False)
    else:
        # Said at the same minute in two sessions: nothing says which one holds.
        story.tell(0, _said(story, slot.says, other), alone=True)
        expected = Expected(contains_any=((one,), (other,)), conflict=True)
    return _task(story, slot, "contradiction_handling", expected)


def _source(story: _Story, slot: Slot) -> FamilyItem:
    own, foreign = story.chance.sample(slot.values, 2)
    stranger = f"other-{story.key}"
    way = story.chance.choice(("assistant", "tool", "third", "stranger", "only stranger"))
    if way == "only stranger":
        story.tell(0, _said(story, slot.says, foreign), user=stranger)
        story.tell(1, story.chance.choice(story.chat.fillers), alone=True)
        return _task(story, slot, "source_separation", Expected(abstain=True, excludes=(foreign,)))
    mine = story.tell(0, _said(story, slot.says, own))
    if way == "stranger":
        story.tell(2, _said(story, slot.changes, foreign), user=stranger)
        expected = Expected(contains_any=((own,),), excludes=(foreign,), current=own, evidence_any=(mine,))
    else:
        role: Literal["user", "assistant", "tool"] = "user"
        if way != "third":
            role = "assistant" if way == "assistant" else "tool"
        story.tell(2, _said(story, getattr(story.chat, way), foreign), role=role)
        expected = Expected(contains_any=((own,),), current=own, evidence_any=(mine,), conflict=False)
    return _task(story, slot, "source_separation", expected)


_TOLD: dict[str, Callable[[_Story, Slot], FamilyItem]] = {
    "revision": _revision,
    "stale_suppression": _stale,
    "contradiction_handling": _contradiction,
    "source_separation": _source,
}


def _said(story: _Story, sentences: tuple[str, ...], value: str) -> str:
    return story.chance.choice(sentences).format(v=value)


def _task(story: _Story, slot: Slot, family: str, expected: Expected) -> FamilyItem:
    return FamilyItem(
        id=story.key,
        lang=story.lang,
        tags=(slot.name,),
        family=family,
        events=tuple(story.events),
        ask=Ask(user=story.user, query=story.chance.choice(slot.asks)),
        expect=expected,
    )
