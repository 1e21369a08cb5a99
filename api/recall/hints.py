"""Hints: what a request needs beside what its words find: what a trigger names, what is due, what is known of the
relative who is meant, episodes with their turns, moods that turned, and one hop over entities and edges."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal

import numpy as np

from api.recall.dimensions import names_in
from api.recall.fuse import Scores, min_max
from api.recall.kin import kin_named, names_of
from api.recall.listing import AHEAD, DUE_KINDS, comes_up, lies_in, speaks_of
from api.recall.mood import is_low, turned
from api.recall.parse import Question
from api.recall.recipes import Hint, Weights
from api.recall.triggers import Trigger, pulled
from api.recall.union import united
from indexers.analysis import query_terms
from indexers.index import CandidateQuery, Candidates, MemoryIndex
from processors.consolidation.build import memory_id
from schemas.memories import Memory
from schemas.queries import Filters, TimeRange

DERIVED: tuple[Literal["fact", "procedure"], ...] = ("fact", "procedure")
LOOK_DEPTH = 20
"""Memories that one look brings, those nearest to the question."""
DIARY_MAX = timedelta(days=31)
"""The longest time of which a question that does not ask for what is due is answered by what lies in it."""
TURNS_READ_MAX = 100
"""Turns that speak of the time asked for, the latest, that are read for how they do."""
SEEDS = 3
"""Best matches from whose entities and edges the one hop goes: further ones lead anywhere."""
SURE = 0.8
"""Of the best match, what another must reach: of two people who run projects only one runs this one."""
HOP_TYPES = frozenset(("person", "organisation", "location", "product", "event"))
EPISODES_OPENED = 3
"""Episodes whose turns are shown with them."""
_OPENED = 0.3
"""What such a turn counts: it comes after the summary that it belongs to."""
NEEDED = 0.7
_BESIDE, _NEAR = 0.5, NEEDED
"""What a memory counts that is of the kind looked for, and from which on it is needed; and one that only goes along."""


@dataclass(frozen=True, slots=True)
class Hinted:
    """`candidates`: with what the hints brought. `scores[hint]`: (n,) in [0, 1]."""

    candidates: Candidates
    scores: dict[Hint, Scores]

    @property
    def needed(self) -> Scores:
        """(n,) in [0, 1], how sure a rule is that the request needs a memory."""
        found = np.zeros(len(self.candidates.ids))
        for hint in ("trigger", "kin", "mood"):
            if hint in self.scores:
                found = np.maximum(found, self.scores[hint])
        return found


@dataclass(frozen=True, slots=True)
class Look:
    """One more question to the index. `only`: the ids that count among its answers, None = all. `depth`: so many."""

    hint: Hint
    filters: Filters
    strength: float
    only: frozenset[str] | None = None
    depth: int = LOOK_DEPTH


async def hinted(
    question: Question,
    asked: CandidateQuery,
    found: Candidates,
    index: MemoryIndex,
    weights: Weights,
    spoken_of: Sequence[Look],
) -> Hinted:
    """Everything that the request hints at and that counts. Costs nothing where it hints at nothing. `spoken_of`: see
    `dated`."""
    asked = replace(asked, visibility=replace(asked.visibility, superseded=False), depth=LOOK_DEPTH)
    triggers = pulled(question.meant, question.text) if weights.trigger else ()
    names, kin_looks = await _kin(question, triggers, asked, index) if weights.kin else ((), [])
    looks = [*kin_looks, *await _triggered(triggers, question, asked, index, for_another=bool(names))]
    if weights.trigger:
        looks += spoken_of
    if weights.dimension and (things := names_in(question.text, found.speakers)):
        looks.append(Look("named", Filters(entities=things), 1.0))
    if weights.hop and question.bridges:
        looks += await _hop(question, asked, found, index)
    allowed = [(look, filters) for look in looks if (filters := _within(asked.filters, look.filters)) is not None]
    answers = await asyncio.gather(
        *(index.candidates(replace(asked, filters=filters, depth=look.depth)) for look, filters in allowed)
    )
    marks: dict[Hint, dict[str, float]] = {}
    for (look, _), answer in zip(allowed, answers, strict=True):
        for row_id in answer.ids:
            if look.only is None or row_id in look.only:
                held = marks.setdefault(look.hint, {})
                held[row_id] = max(held.get(row_id, 0.0), look.strength)
    brought = list(answers)
    if names:
        said = await index.candidates(replace(asked, terms=query_terms(" ".join(names)), vector=None))
        brought.append(said)
        _mark_said(marks.setdefault("kin", {}), said)
    if any(trigger.episodes for trigger in triggers):
        await _open_episodes(marks.setdefault("trigger", {}), answers, asked, index)
    candidates = united(found, *brought)
    scores = {hint: _spread(candidates, held) for hint, held in marks.items()}
    if weights.mood and is_low(question.text):
        scores["mood"] = turned(candidates)
    return Hinted(candidates, scores)


async def _kin(
    question: Question, triggers: Sequence[Trigger], asked: CandidateQuery, index: MemoryIndex
) -> tuple[tuple[str, ...], list[Look]]:
    """What the relatives who are meant are called, and what is known of them."""
    kin = kin_named(question.meant)
    if kin is None:
        return (), []
    page = await index.list_memories(
        asked.scope,
        asked.visibility,
        Filters(attribute=kin.attributes, resolution=("fact",)),
        order="importance",
        limit=LOOK_DEPTH,
        cursor="",
    )
    names = names_of(page.memories, question.speaker)
    subjects = (*names, *kin.subjects)
    given = tuple(dict.fromkeys(attribute for trigger in triggers for attribute in trigger.given))
    # Only what a request is known to need is needed: what is not known of a relative stays unknown.
    looks = [Look("kin", Filters(subject=subjects, resolution=DERIVED), _BESIDE)] if subjects else []
    if subjects and given:
        looks.append(Look("kin", Filters(subject=subjects, attribute=given, resolution=DERIVED), 1.0))
    return names, looks


async def _triggered(
    triggers: Sequence[Trigger], question: Question, asked: CandidateQuery, index: MemoryIndex, *, for_another: bool
) -> list[Look]:
    """`for_another`: the request is for a relative, so what the user likes does not matter."""
    looks = []
    for trigger in triggers:
        if trigger.attributes and not for_another:
            own = Filters(attribute=trigger.attributes, subject=("user",), resolution=DERIVED)
            looks.append(Look("trigger", own, 1.0))
        if trigger.tags:
            looks.append(Look("trigger", Filters(tags=trigger.tags), 1.0))
        if trigger.topics and not for_another:
            of_kind = Filters(kind=("preference", "goal"), topics=trigger.topics, resolution=DERIVED)
            looks.append(Look("trigger", of_kind, _NEAR))
        if trigger.due:
            due = await _due(question, asked, index)
            looks += [Look("trigger", Filters(kind=DUE_KINDS, resolution=DERIVED), 1.0, due)] if due else []
        if trigger.episodes:
            looks.append(Look("trigger", Filters(resolution=("episode",)), 1.0))
    return looks


async def _due(question: Question, asked: CandidateQuery, index: MemoryIndex) -> frozenset[str]:
    """What comes up, or, of a question for another time, what lies in it."""
    planned = Filters(kind=DUE_KINDS, resolution=DERIVED)
    page = await index.list_memories(
        asked.scope, asked.visibility, planned, order="newest", limit=LOOK_DEPTH, cursor=""
    )
    now = asked.visibility.now
    return frozenset(
        memory.memory_id
        for memory in page.memories
        if (comes_up(memory, now) if question.time is None else lies_in(memory, question.time, question.every_year))
    )


async def dated(question: Question, asked: CandidateQuery, index: MemoryIndex) -> list[Look]:
    """The turns that speak of the time asked for, or, of a question for what is due, of what is to come: "lunch with
    Mia tomorrow" for the day after it was said. Of times that are over only the words count, and when it was said. It
    does not need what the question finds, so both are looked for at once."""
    now, time = asked.visibility.now, question.time
    due = any(trigger.due for trigger in pulled(question.meant, question.text))
    any_year = question.every_year and not due
    if time is None:
        if not due:
            return []
        span = TimeRange(gte=now, lt=now + AHEAD)
    else:
        if time.end is not None and time.end <= now:
            return []
        if not due and (time.end is None or time.end - time.start > DIARY_MAX):
            return []  # Half a year of turns would bury the one that is asked for.
        # A day that is named without its year may be one of any year.
        span = TimeRange() if any_year else TimeRange(gte=time.start, lt=time.end)
    own = Filters(resolution=("turn",), role=("user",), speaks_of=span)
    page = await index.list_memories(
        asked.scope,
        replace(asked.visibility, superseded=False),
        own,
        order="newest",
        limit=TURNS_READ_MAX,
        cursor="",
    )
    said = [memory for memory in page.memories if not memory.asks and speaks_of(memory, time, any_year, now)][
        :LOOK_DEPTH
    ]
    if not said:
        return []
    filters = Filters(resolution=("turn",), session=tuple(dict.fromkeys(memory.session for memory in said)))
    return [Look("trigger", filters, 1.0, frozenset(memory.memory_id for memory in said), TURNS_READ_MAX)]


async def _hop(question: Question, asked: CandidateQuery, found: Candidates, index: MemoryIndex) -> list[Look]:
    """From the best matches to what shares a name with them that the question does not say, and to what they are linked
    with."""
    best = np.nan_to_num(min_max(found.scores["text"])) + np.nan_to_num(min_max(found.scores["vector"]))
    order = np.lexsort((np.arange(len(best)), -best))[:SEEDS]
    seeds = [found.ids[row] for row in order if best[row] >= SURE * best[order[0]]]
    memories = await index.get(asked.scope, seeds)
    known = {question.text.casefold(), *(name.casefold() for name in found.speakers)}
    entities = _new_entities([memories[seed] for seed in seeds if seed in memories], known)
    linked = frozenset(link.memory_id for memory in memories.values() for link in memory.links)
    looks = [Look("hop", Filters(entities=entities), 1.0)] if entities else []
    return [*looks, *([Look("hop", Filters(), 1.0, linked)] if linked else [])]


def _new_entities(memories: Sequence[Memory], known: set[str]) -> tuple[str, ...]:
    named = (
        entity.text.casefold()
        for memory in memories
        for entity in memory.dimensions.entities
        if entity.type in HOP_TYPES
    )
    return tuple(dict.fromkeys(name for name in named if not any(name in text for text in known)))


async def _open_episodes(
    marks: dict[str, float], answers: Sequence[Candidates], asked: CandidateQuery, index: MemoryIndex
) -> None:
    """An episode brings the turns that it rests on."""
    episodes = [
        row_id
        for answer in answers
        for row_id, resolution in zip(answer.ids, answer.resolution, strict=True)
        if resolution == "episode"
    ][:EPISODES_OPENED]
    for memory in (await index.get(asked.scope, episodes)).values():
        for evidence in memory.evidence:
            marks.setdefault(memory_id(asked.scope.user_key, evidence.event_id, "turn"), _OPENED)


def _mark_said(marks: dict[str, float], said: Candidates) -> None:
    for row_id, score in zip(said.ids, min_max(said.scores["text"]).tolist(), strict=True):
        marks[row_id] = max(marks.get(row_id, 0.0), _BESIDE * score)


def _spread(candidates: Candidates, marks: Mapping[str, float]) -> Scores:
    return np.array([marks.get(row_id, 0.0) for row_id in candidates.ids])


def _within(asked: Filters, look: Filters) -> Filters | None:
    """What a look asks for inside what the caller asked for; None when they exclude each other."""
    wanted = {}
    for name in look.model_fields_set:
        given, own = getattr(asked, name), getattr(look, name)
        wanted[name] = tuple(value for value in own if value in given) if given else own
        if not wanted[name]:
            return None
    return asked.model_copy(update=wanted)
