"""Families: tasks of events, a question and what its context must show, run through the HTTP API of a server."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from pathlib import Path

from mnemolog_client import ContextOptions, InvalidInput, Mnemolog, Turn
from mnemolog_client.results import Context

from bench.evaluate.items import Expected, FamilyItem, PostedEvent
from bench.evaluate.outcome import Outcome
from mnemolog.serving import ServerProcess

BUDGET_TOKENS = 600
WAIT_MS = 30_000
BATCH_TURNS = 100
"""The most that one call records."""
Progress = Callable[[int, int], None]

_PAST = re.compile(r"\([^()]*\b(?:superseded|expired|done)\b[^()]*\) \[\d+\]$")
"""How a line of the block says that it, or the part of it that was asked about, no longer holds."""
_DISPUTED = "## Disputed"
_CURRENT = re.compile(r" Current: (.*)\.$")
_NOTHING = "Nothing is known"


@dataclass(frozen=True, slots=True)
class Passage:
    """One line of a block. `past`: it is marked as superseded, expired or done. `disputed`: it shows the two sides of
    a contradiction, of which `current` holds, if that is known."""

    text: str
    past: bool
    disputed: bool
    current: str = ""


def evaluate(
    items: Sequence[FamilyItem], settings: Mapping[str, str], *, embedder: str, progress: Progress
) -> list[Outcome]:
    """Runs every task on a server of its own in a folder that is thrown away. A task whose events are refused, as those
    of a far future are, is wrong and ends no run."""
    with tempfile.TemporaryDirectory(prefix="mnemolog-families-") as folder:
        server = ServerProcess(Path(folder) / "data", embedder=embedder, settings=dict(settings))
        with server, server.client() as client:
            return list(_outcomes(client, items, progress))


def _outcomes(client: Mnemolog, items: Sequence[FamilyItem], progress: Progress) -> Iterator[Outcome]:
    taken: set[str] = set()
    for number, item in enumerate(items, start=1):
        names = fresh_names(item, taken, number)
        taken.update(names.values())
        try:
            yield scored(item, run(client, item, names))
        except InvalidInput as refusal:
            yield _outcome(item, [f"refused: {refusal}"], "")
        progress(number, len(items))


def fresh_names(item: FamilyItem, taken: set[str], number: int) -> dict[str, str]:
    """Under which name each user of a task is remembered: their own, or with the task's number behind it when an
    earlier task had a user of that name."""
    users = dict.fromkeys([*(event.user for event in item.events), item.ask.user])
    return {user: f"{user}-{number}" if user in taken else user for user in users}


def run(client: Mnemolog, item: FamilyItem, names: Mapping[str, str]) -> Context:
    """Posts the events in order, waits for the last token and asks.

    `as_of` counts what had been said by then, on the calendar of the conversation. These events were all recorded just
    now, so what was said by then is posted first, the rest after it, and the question goes back in between."""
    by_then, later = said_by(item.events, item.ask.as_of)
    last: dict[str, str] = {}
    then = _post(client, by_then, item.ask.user, names, last)
    token = _post(client, later, item.ask.user, names, last) or then
    # A turn is found at once, but what follows from it needs the stages: the question waits for their outcome.
    for user, event_id in last.items():
        client.turn(event_id, user, wait_ms=WAIT_MS)
    options = ContextOptions(budget_tokens=BUDGET_TOKENS, wait_ms=WAIT_MS)
    if token:
        options["after"] = token
    if item.ask.as_of is not None:
        options["as_of"] = then or item.ask.as_of.isoformat()
        options["reference_time"] = item.ask.as_of
    if item.ask.include:
        options["include"] = item.ask.include
    return client.context(names[item.ask.user], item.ask.query, options=options)


def said_by(
    events: Sequence[PostedEvent], moment: datetime | None
) -> tuple[tuple[PostedEvent, ...], tuple[PostedEvent, ...]]:
    """What had been said at that moment and what came later, each in the order of the file."""
    if moment is None:
        return tuple(events), ()
    by_then = tuple(event for event in events if event.occurred_at <= moment)
    return by_then, tuple(event for event in events if event.occurred_at > moment)


def _post(
    client: Mnemolog, events: Sequence[PostedEvent], asker: str, names: Mapping[str, str], last: dict[str, str]
) -> str:
    """The token of the asker's last event, or of the last one when they said nothing; empty without events. Every
    user's last event id goes to `last`."""
    token = ""
    for (user, session), said in groupby(events, key=lambda event: (event.user, event.session)):
        turns = [_turn(event, names) for event in said]
        for start in range(0, len(turns), BATCH_TURNS):
            accepted = client.add(names[user], session, turns[start : start + BATCH_TURNS])
            token = accepted.token if user == asker or not token else token
            last[names[user]] = accepted.ids[-1]
    return token


def _turn(event: PostedEvent, names: Mapping[str, str]) -> Turn:
    return Turn(
        event.role,
        event.content,
        occurred_at=event.occurred_at,
        speaker=names.get(event.speaker, event.speaker),
        event_id=event.event_id,
        source=event.source,
    )


def scored(item: FamilyItem, answer: Context) -> Outcome:
    """Right when everything that is expected holds."""
    return _outcome(item, list(failures(item.expect, answer)), answer.block)


def _outcome(item: FamilyItem, failed: Sequence[str], block: str) -> Outcome:
    return Outcome(
        item.id,
        item.lang,
        (item.family, *item.tags),
        right=not failed,
        exact=not failed,
        said=" // ".join([*(f"{event.role}: {event.content}" for event in item.events), f"? {item.ask.query}"]),
        gold=item.expect.model_dump_json(exclude_defaults=True),
        found="; ".join(failed) + "\n" + block,
    )


def failures(expected: Expected, answer: Context) -> Iterator[str]:
    """What does not hold, in words."""
    shown = passages(answer.block)
    for choices in expected.contains_any:
        if not any(_in(text, answer.block) for text in choices):
            yield f"none of {', '.join(choices)} is there"
    for text in expected.excludes:
        if any(_in(text, passage.text) and not passage.past and not _other_side(text, passage) for passage in shown):
            yield f"{text} is there as if it held"
    abstained = answer.abstained or _NOTHING in answer.block
    if expected.abstain is not None and expected.abstain != abstained:
        yield "it answers" if expected.abstain else "it abstains"
    if expected.evidence_any:
        cited = {event for citation in answer.citations for event in citation.evidence}
        if cited.isdisjoint(expected.evidence_any):
            yield f"none of {', '.join(expected.evidence_any)} is cited"
    if expected.current is not None and not any(_holds(expected.current, passage) for passage in shown):
        yield f"{expected.current} is not shown as current"
    if expected.conflict is not None and expected.conflict != any(passage.disputed for passage in shown):
        yield "no conflict is shown" if expected.conflict else "a conflict is shown"


def passages(block: str) -> list[Passage]:
    """The lines of a block under their headings."""
    heading = ""
    found = []
    for line in block.splitlines():
        if line.startswith("## "):
            heading = line
            continue
        current = _CURRENT.search(line) if heading == _DISPUTED else None
        found.append(Passage(line, bool(_PAST.search(line)), heading == _DISPUTED, current[1] if current else ""))
    return found


def _in(text: str, passage: str) -> bool:
    return text.casefold() in passage.casefold()


def _other_side(text: str, passage: Passage) -> bool:
    """Whether the text stands in a contradiction, and not on the side that is current."""
    return passage.disputed and not _in(text, passage.current)


def _holds(text: str, passage: Passage) -> bool:
    return _in(text, passage.current if passage.disputed else passage.text) and not passage.past
