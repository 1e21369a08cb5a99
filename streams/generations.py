"""Generations: what may be built, promoted, rolled back to and deleted, as pure functions over the book (DESIGN §7)."""

from __future__ import annotations

from datetime import datetime

from schemas.errors import GenerationError, NotFoundError
from schemas.generations import Book, Generation, Report, Source, Spec


def begun(
    book: Book, spec: Spec, source: Source, *, live: int, owner: str, owner_alive: bool, now: datetime
) -> tuple[Book, Generation]:
    """The book with a generation under construction; one that a broken build left under the same spec is gone on with.

    `owner_alive`: whether the process that the unfinished one names still builds it. Raises GenerationError while it
    does, and when the unfinished one has another spec.
    """
    unfinished = next((one for one in book.generations if one.state == "building"), None)
    if unfinished is not None:
        if owner_alive:
            raise GenerationError(
                f"generation {unfinished.number} is being built by {unfinished.owner}",
                hint="wait for it; two at once would only race",
            )
        if (unfinished.spec, unfinished.source) != (spec, source):
            raise GenerationError(
                f"generation {unfinished.number} was begun with another {_difference(unfinished, spec, source)} and is "
                "not finished",
                hint=f"delete it, or go on with {unfinished.spec.embedder!r} from {unfinished.source}",
            )
        going_on = unfinished.model_copy(update={"owner": owner})
        return _with(book, going_on), going_on
    number = max((one.number for one in book.generations), default=live) + 1
    started = Generation(number=number, spec=spec, state="building", source=source, owner=owner, created_at=now)
    return _with(book, started), started


def noted(book: Book, generation: Generation) -> Book:
    """The book with this generation in it, in place of the one of the same number."""
    return _with(book, generation)


def built(book: Book, number: int, report: Report, *, index: str, positions: int, reused: int, now: datetime) -> Book:
    """The book once a generation is complete and verified."""
    done = found(book, number).model_copy(
        update={
            "state": "ready",
            "owner": "",
            "index": index,
            "ready_at": now,
            "positions": positions,
            "reused": reused,
            "report": report,
        }
    )
    return _with(book, done)


def promotable(book: Book, number: int, *, live: int, force: bool = False) -> Generation:
    """The generation that may be read from now on. Raises NotFoundError, GenerationError saying why not; `force`
    passes over what verification found."""
    generation = found(book, number)
    if number == live:
        raise GenerationError(f"generation {number} is live already")
    if generation.state != "ready":
        raise GenerationError(f"generation {number} is not complete", hint="let the rebuild end first")
    problems = generation.report.problems if generation.report is not None else ()
    if problems and not force:
        raise GenerationError(
            f"generation {number} did not pass its verification: {'; '.join(problems)}",
            hint="read its report; promote it with force if that is what you want",
        )
    return generation


def promoted(book: Book, *, live: int, live_index: str) -> Book:
    """The book just before the pointer leaves `live`: what a rollback returns to, with the index that it had."""
    before = found(book, live).model_copy(update={"index": live_index})
    return _with(book, before).model_copy(update={"previous": live})


def rollback_target(book: Book, *, live: int) -> int:
    """The generation that was live before. Raises GenerationError when there is none any more."""
    previous = book.find(book.previous)
    if previous is None or previous.number == live or previous.state != "ready":
        raise GenerationError(
            "there is no generation to go back to", hint="the one before was deleted, or nothing was promoted yet"
        )
    return previous.number


def deleted(book: Book, number: int, *, live: int, owner_alive: bool) -> Book:
    """The book without a generation. Raises NotFoundError, GenerationError for the live one and for one at work."""
    generation = found(book, number)
    if number == live:
        raise GenerationError(f"generation {number} is live", hint="promote another one first")
    if generation.state == "building" and owner_alive:
        raise GenerationError(f"generation {number} is being built by {generation.owner}", hint="stop that first")
    kept = tuple(one for one in book.generations if one.number != number)
    return Book(generations=kept, previous=0 if book.previous == number else book.previous)


def found(book: Book, number: int) -> Generation:
    """Raises NotFoundError."""
    generation = book.find(number)
    if generation is None:
        raise NotFoundError(f"there is no generation {number}", field="generation")
    return generation


def _difference(unfinished: Generation, spec: Spec, source: Source) -> str:
    """What two builds do not have in common, in words."""
    named = {"code": "version of the program", "model": "revision of the embedder"}
    fields = [
        named.get(name, name) for name in Spec.model_fields if getattr(unfinished.spec, name) != getattr(spec, name)
    ]
    return ", ".join(fields) or ("source" if unfinished.source != source else "spec")


def _with(book: Book, generation: Generation) -> Book:
    others = [one for one in book.generations if one.number != generation.number]
    ordered = sorted([*others, generation], key=lambda one: one.number)
    return book.model_copy(update={"generations": tuple(ordered)})
