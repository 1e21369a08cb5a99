"""Ledger: what turns count for, by what they are about: the part of a user's state that abstraction reads."""

from __future__ import annotations

import heapq
from collections.abc import Collection
from dataclasses import dataclass, field

from processors.zones import zone_of
from schemas.memories import Observation

OCCASIONS_MAX = 64
"""The latest occasions of one term that are looked at."""
HELD_MAX = 4
"""Observations kept of one occasion: enough to outlive one that is forgotten."""

Key = tuple[str, str]
"""(subject, term)."""


@dataclass(frozen=True, slots=True)
class Noted:
    """An observation with its place on the speaker's calendar and clock: `day` is an ordinal, `minute` one of the day.
    Read off once: the same observation is looked at with every further one."""

    observation: Observation
    day: int
    minute: int
    terms: frozenset[str]


@dataclass(frozen=True, slots=True)
class Occasion:
    """What one session says about one term on one day, in order of time."""

    day: int
    session: str
    noted: tuple[Noted, ...]

    @property
    def first(self) -> Observation:
        return self.noted[0].observation


@dataclass(slots=True)
class Ledger:
    """Changed only by the fold. `muted`: turns that are quarantined; they count again when that is lifted."""

    by_event: dict[str, list[Observation]] = field(default_factory=dict)
    by_key: dict[Key, dict[tuple[int, str], list[Noted]]] = field(default_factory=dict)
    muted: set[str] = field(default_factory=set)

    def add(self, observation: Observation) -> None:
        """Count an observation; more than HELD_MAX of one occasion add nothing to it."""
        for event_id in observation.events:
            self.by_event.setdefault(event_id, []).append(observation)
        noted = note(observation)
        place = (noted.day, observation.session)
        for term in observation.terms:
            held = self.by_key.setdefault((observation.subject, term), {}).setdefault(place, [])
            if len(held) < HELD_MAX:
                held.append(noted)

    def forget(self, event_id: str) -> None:
        """Take back what rests on a turn that is gone."""
        self.muted.discard(event_id)
        for observation in self.by_event.pop(event_id, ()):
            for other in observation.events:
                if other != event_id and other in self.by_event:
                    self.by_event[other] = [kept for kept in self.by_event[other] if kept != observation]
            place = (note(observation).day, observation.session)
            for term in observation.terms:
                self._take_back((observation.subject, term), place, observation)

    def mute(self, event_id: str, *, quarantined: bool) -> None:
        """Note whether a turn may count."""
        if quarantined:
            self.muted.add(event_id)
        else:
            self.muted.discard(event_id)

    def observed(self, event_id: str) -> list[Observation]:
        """What rests on a turn."""
        return self.by_event.get(event_id, [])

    def occasions(
        self, key: Key, *, new: Collection[Observation], without: Collection[str], muted: Collection[str], since: int
    ) -> list[Occasion]:
        """The latest occasions of a term in the order of their days, as they are after the position that is decided:
        with the `new` observations, `without` the turns that it takes away, `muted` those that may not count. Only
        observations above the offset `since` count."""
        held: dict[tuple[int, str], list[Noted]] = {}
        kept = self.by_key.get(key, {})
        for place in heapq.nlargest(OCCASIONS_MAX, kept) if len(kept) > OCCASIONS_MAX else kept:
            held[place] = kept[place]
        for noted in map(note, new):
            place = (noted.day, noted.observation.session)
            counted = noted.observation.subject == key[0] and key[1] in noted.terms
            if counted and len(held.get(place, ())) < HELD_MAX:
                held[place] = [*held.get(place, ()), noted]
        found = []
        for place in sorted(held):
            counting = [n for n in held[place] if n.observation.offset > since and _counts(n, without, muted)]
            counting.sort(key=lambda n: (n.observation.occurred_at, n.observation.offset))
            if counting:
                found.append(Occasion(place[0], place[1], tuple(counting)))
        return found

    def weight(self, key: Key) -> int:
        """How many occasions a term has."""
        return len(self.by_key.get(key, ()))

    def _take_back(self, key: Key, place: tuple[int, str], observation: Observation) -> None:
        places = self.by_key.get(key)
        if places is None or place not in places:
            return
        places[place] = [held for held in places[place] if held.observation != observation]
        if not places[place]:
            del places[place]
        if not places:
            del self.by_key[key]


def note(observation: Observation) -> Noted:
    """The observation on its speaker's calendar and clock."""
    local = observation.occurred_at.astimezone(zone_of(observation.timezone))
    minute = local.hour * 60 + local.minute
    return Noted(observation, local.date().toordinal(), minute, frozenset(observation.terms))


def _counts(noted: Noted, without: Collection[str], muted: Collection[str]) -> bool:
    return not any(event_id in without or event_id in muted for event_id in noted.observation.events)
