"""Quality: a server remembers a set, is asked every question, and its answers are measured."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from mnemolog_client import Mnemolog, SearchOptions

from bench import baseline, metrics
from bench.sets.evalset import EvalSet, Question, rounds
from mnemolog.importers.found import ImportedTurn
from mnemolog.importers.load import send

DEPTH = 100
"""Items asked for: the most that a search gives."""
INDEXED_S = 600.0
POLL_S = 0.2
"""Looking costs the server something too."""
Recipe = Literal["g", "weighted"]
Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question's rankings of event ids: by the server and by BM25 alone. `abstained_elsewhere`: None where the
    question was asked of nobody else."""

    question: Question
    ranking: list[str]
    words: list[str]
    abstained: bool
    abstained_elsewhere: bool | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All that one run found out. `metrics`, `by_category` and `bm25` hold unit → measure → mean."""

    asked: tuple[Asked, ...]
    metrics: dict[str, dict[str, float]]
    bm25: dict[str, dict[str, float]]
    by_category: dict[str, dict[str, dict[str, float]]]
    paired: dict[str, dict[str, int]]
    false_abstention: float | None
    abstention_elsewhere: float | None
    ingest_seconds: float
    seconds: float


def run(
    evalset: EvalSet, client: Mnemolog, *, recipe: Recipe = "g", progress: Progress = lambda what, done, of: None
) -> Figures:
    """Measures a set on a server that holds nothing yet."""
    begun = time.monotonic()
    ingest_seconds = remember(client, evalset, progress)
    asked = ask_all(client, evalset, recipe, progress)
    return measure(evalset, asked, ingest_seconds=ingest_seconds, seconds=time.monotonic() - begun)


def remember(client: Mnemolog, evalset: EvalSet, progress: Progress) -> float:
    """Sends every turn and returns, with the seconds it took, once all are indexed."""
    begun = time.monotonic()
    _tell(client, evalset.turns, progress)
    return time.monotonic() - begun


def wait_indexed(client: Mnemolog, patience_s: float = INDEXED_S) -> None:
    """Returns when nothing waits for the index. Raises TimeoutError."""
    deadline = time.monotonic() + patience_s
    while waiting := sum(lag.waiting for lag in client.lag()):
        if time.monotonic() > deadline:
            raise TimeoutError(f"{waiting} events are still not indexed after {patience_s:.0f} s")
        time.sleep(POLL_S)


def ask_all(client: Mnemolog, evalset: EvalSet, recipe: Recipe, progress: Progress) -> list[Asked]:
    """Asks every question of its user, and of the stranger it names; what is told for a question is told before and
    forgotten afterwards."""
    words = baseline.Words(evalset.turns)
    asked: list[Asked] = []
    for together in rounds(evalset.questions):
        _tell(client, [turn for question in together for turn in question.told])
        for question in together:
            asked.append(_ask(client, question, words, recipe))
            progress("asking", len(asked), len(evalset.questions))
        for user, session in dict.fromkeys(
            (turn.user, turn.session) for question in together for turn in question.told
        ):
            client.forget_session(user, session)
    return asked


def _tell(client: Mnemolog, turns: Sequence[ImportedTurn], progress: Progress = lambda what, done, of: None) -> None:
    """Returns once all are indexed, and what was forgotten before them is gone: it stands in the same log."""
    if not turns:
        return
    report = send(client, turns, progress=lambda report: progress("remembering", report.recorded, len(turns)))
    if not report.complete:
        raise RuntimeError(f"the server refused {report.refused} turns, the first: {report.troubles[0]}")
    wait_indexed(client)


def _ask(client: Mnemolog, question: Question, words: baseline.Words, recipe: Recipe) -> Asked:
    begun = time.perf_counter()
    found = client.search(question.user, question.text, options=_options(question, recipe))
    seconds = time.perf_counter() - begun
    ranking = list(dict.fromkeys(item.memory.evidence[0].event_id for item in found.items if item.memory.evidence))
    elsewhere = None
    if question.foreign_to:
        elsewhere = client.search(question.foreign_to, question.text, options=_options(question, recipe)).abstained
    return Asked(question, ranking, words.rank(question, DEPTH), found.abstained, elsewhere, seconds)


def measure(evalset: EvalSet, asked: Sequence[Asked], *, ingest_seconds: float, seconds: float) -> Figures:
    """Every figure of a run."""
    sessions = {entry.turn.event_id: entry.session for entry in evalset.turns}
    counted = [one for one in asked if one.question.counted]
    categories: dict[str, list[Asked]] = defaultdict(list)
    for one in asked:
        categories[one.question.category].append(one)
    return Figures(
        asked=tuple(asked),
        metrics=_by_unit(evalset, counted, sessions, served=True),
        bm25=_by_unit(evalset, counted, sessions, served=False),
        by_category={
            name: _by_unit(evalset, members, sessions, served=True) for name, members in sorted(categories.items())
        },
        paired=_paired(evalset, counted, sessions),
        false_abstention=_share([one.abstained for one in counted if one.question.answerable and one.question.gold]),
        abstention_elsewhere=_share(
            [one.abstained_elsewhere for one in counted if one.abstained_elsewhere is not None]
        ),
        ingest_seconds=ingest_seconds,
        seconds=seconds,
    )


def _by_unit(
    evalset: EvalSet, asked: Sequence[Asked], sessions: dict[str, str], *, served: bool
) -> dict[str, dict[str, float]]:
    units = (evalset.unit, "session") if evalset.with_sessions else (evalset.unit,)
    found = {}
    for unit in units:
        pairs = [_pair(one, unit, sessions, served=served) for one in asked]
        found[unit] = {"n": sum(bool(gold) for _, gold in pairs), **metrics.means(pairs)}
    return found


def _pair(one: Asked, unit: str, sessions: dict[str, str], *, served: bool) -> tuple[list[str], tuple[str, ...]]:
    """(ranking, gold) of one question in turns or in sessions."""
    ranking = one.ranking if served else one.words
    if unit != "session":
        return ranking, one.question.gold
    gold = one.question.gold_sessions or tuple(dict.fromkeys(sessions[event] for event in one.question.gold))
    return metrics.grouped(ranking, sessions), gold


def _paired(evalset: EvalSet, asked: Sequence[Asked], sessions: dict[str, str]) -> dict[str, dict[str, int]]:
    """Per unit: on how many questions R@10 is better, worse, or the same as with BM25 alone."""
    units = (evalset.unit, "session") if evalset.with_sessions else (evalset.unit,)
    counts = {}
    for unit in units:
        better = worse = same = 0
        for one in asked:
            ranking, gold = _pair(one, unit, sessions, served=True)
            if not gold:
                continue
            difference = metrics.recall(ranking, gold, 10) - metrics.recall(
                _pair(one, unit, sessions, served=False)[0], gold, 10
            )
            better, worse, same = better + (difference > 0), worse + (difference < 0), same + (difference == 0)
        counts[unit] = {"better": better, "worse": worse, "same": same}
    return counts


def _share(answers: Sequence[bool | None]) -> float | None:
    return round(sum(map(bool, answers)) / len(answers), 4) if answers else None


def _options(question: Question, recipe: Recipe) -> SearchOptions:
    options = SearchOptions(limit=DEPTH, filters={"resolution": ["turn"]}, wait_ms=0, recipe=recipe)
    if question.asked_at is not None:
        options["reference_time"] = question.asked_at
        zone = getattr(question.asked_at.tzinfo, "key", "")
        if zone:
            options["timezone"] = zone
    return options
