"""Commands about what is remembered: add, search, context, memories, why, profile. They speak HTTP to a server."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import islice
from typing import Annotated, Literal, get_args

import typer
from mnemolog_client import ContextOptions, Mnemolog, SearchOptions, Turn
from mnemolog_client.results import Item, Memory, SearchResult

from mnemolog.cli.options import URL, ApiKey, Json, Limit, Url, User, client
from mnemolog.cli.output import note, say, shortened, show_json, show_table
from schemas.queries import Recipe

commands = typer.Typer()
LISTED = 50
"""Memories that a table shows unless told otherwise."""
Explain = Annotated[bool, typer.Option("--explain", help="Show routes, factors and what was left out.")]
AsOf = Annotated[str, typer.Option("--as-of", help="A position or time: answer as it was known then.")]


@commands.command()
def add(
    content: Annotated[str, typer.Argument(help="What was said.")],
    user: User,
    session: Annotated[str, typer.Option("--session", "-s", help="In which conversation.")] = "cli",
    role: Annotated[str, typer.Option(help="user, assistant, system or tool.")] = "user",
    speaker: Annotated[str, typer.Option(help="The speaker's name.")] = "",
    at: Annotated[str, typer.Option("--at", help="When it was said, ISO 8601 with a zone; default: now.")] = "",
    wait_ms: Annotated[int, typer.Option(min=0, max=30_000, help="Wait so long for its outcome.")] = 2_000,
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Record one turn and show what became of it."""
    turn = Turn(role, content, occurred_at=_moment(at), speaker=speaker)
    with client(url, api_key) as memory:
        accepted = memory.add(user, session, [turn])
        found = memory.turn(accepted.ids[0], user=user, wait_ms=wait_ms)
    outcome = found.outcome
    if json:
        show_json({"event_id": accepted.ids[0], "token": accepted.token, "outcome": outcome})
        return
    say(f"recorded at {accepted.token}, event {accepted.ids[0]}")
    if outcome is not None:
        say(f"{outcome.state}{': ' if outcome.reason else ''}{outcome.reason} ({outcome.memories} memories)")
    else:
        note("not indexed yet; `mnemolog lag` shows how far the stages are")


@commands.command()
def search(
    query: Annotated[str, typer.Argument(help="The question.")],
    user: User,
    limit: Limit = 10,
    explain: Explain = False,
    as_of: AsOf = "",
    history: Annotated[bool, typer.Option("--history", help="Superseded memories too.")] = False,
    archived: Annotated[bool, typer.Option("--archived", help="Faded memories too.")] = False,
    expired: Annotated[bool, typer.Option("--expired", help="Memories whose time has passed too.")] = False,
    after: Annotated[str, typer.Option(help="The token of a write that the answer must include.")] = "",
    recipe: Annotated[str, typer.Option(help="How routes are fused: g or weighted.")] = "g",
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Find memories that fit a question."""
    known: dict[str, Recipe] = {name: name for name in get_args(Recipe)}
    if recipe not in known:
        raise typer.BadParameter(f"{recipe!r} is none of {', '.join(known)}", param_hint="--recipe")
    options = SearchOptions(limit=limit, explain=explain, recipe=known[recipe])
    if as_of:
        options["as_of"] = as_of
    if after:
        options["after"] = after
    options["include"] = _included(history=history, archived=archived, expired=expired)
    with client(url, api_key) as memory:
        found = memory.search(user, query, options=options)
        if not found.items:
            require_known(memory, user)
    if json:
        show_json(found)
        return
    show_items(found.items, explain=explain)
    if explain:
        _show_rest(found)
    if found.abstained:
        note("nothing relevant is known")
    if not found.freshness.complete:
        note("turns newer than the index may be missing; see `mnemolog lag`")
    if found.freshness.missing:
        note(f"without: {', '.join(found.freshness.missing)}")


@commands.command()
def context(
    query: Annotated[str, typer.Argument(help="What the agent is about to answer.")],
    user: User,
    budget: Annotated[int, typer.Option(min=50, max=32_000, help="Tokens that the block may have.")] = 800,
    session: Annotated[str, typer.Option("--session", "-s", help="The running session.")] = "",
    as_of: AsOf = "",
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """The block of memories for a prompt."""
    options = ContextOptions(budget_tokens=budget, session=session)
    if as_of:
        options["as_of"] = as_of
    with client(url, api_key) as memory:
        found = memory.context(user, query, options=options)
        if not found.citations:
            require_known(memory, user)
    if json:
        show_json(found)
        return
    say(found.block)
    for question in found.clarify:
        note(f"ask: {question}")
    note(f"{found.tokens} tokens, {len(found.citations)} citations")


@commands.command()
def memories(
    user: User,
    kind: Annotated[list[str] | None, typer.Option(help="Only these kinds, like preference.")] = None,
    resolution: Annotated[list[str] | None, typer.Option(help="Only turn, fact, episode or procedure.")] = None,
    status: Annotated[list[str] | None, typer.Option(help="Only these statuses, like superseded.")] = None,
    session: Annotated[list[str] | None, typer.Option("--session", "-s", help="Only these sessions.")] = None,
    order: Annotated[str, typer.Option(help="newest, oldest or importance.")] = "newest",
    limit: Annotated[int, typer.Option("--limit", "-n", min=0, help="How many; 0: 50, with --json all.")] = 0,
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """List what is remembered of a user."""
    most = limit or (None if json else LISTED)
    given = {"kind": kind, "resolution": resolution, "status": status, "session": session}
    with client(url, api_key) as memory:
        listing = memory.memories(user, {name: list(value) for name, value in given.items() if value}, order=order)
        found = list(islice(listing, most))
        more = most is not None and next(listing, None) is not None
        if not found and not any(given.values()):
            require_known(memory, user)
    if json:
        show_json(found)
        return
    show_memories(found)
    if more:
        note(f"there are more than {most}; --limit shows them")


@commands.command()
def why(
    memory_id: Annotated[str, typer.Argument(help="The memory.")],
    user: User,
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Why a memory is what it is: its evidence, what decided, and what it replaced."""
    with client(url, api_key) as memory:
        reasons = memory.why(memory_id, user)
    if json:
        show_json(reasons)
        return
    m = reasons.memory
    say(f"{m.content}  [{m.status}, confidence {m.confidence:.2f}, importance {m.importance:.2f}]")
    if reasons.archived_from is not None:
        note(f"activity {reasons.activity:.3f}; archived from {reasons.archived_from:%Y-%m-%d} on unless used or said")
    for reason in reasons.importance_reasons:
        note(f"important because: {reason}")
    show_table(
        ("said", "by", "words that it rests on"),
        [(g.occurred_at, g.speaker or g.role, shortened(g.quote)) for g in reasons.evidence],
        empty="its evidence can no longer be read",
    )
    show_table(
        ("position", "status", "conf.", "reason", "rule", "claims"),
        [(d.position, d.status, d.confidence, d.reason, d.rule, "; ".join(d.claims)) for d in reasons.decisions],
        empty="no decision changed it since",
    )


@commands.command()
def profile(user: User, url: Url = URL, api_key: ApiKey = "", json: Json = False) -> None:
    """What is known about a user now."""
    with client(url, api_key) as memory:
        known = memory.profile(user)
    if json:
        show_json(known)
        return
    for title, part in (("core", known.core), ("preferences", known.preferences), ("facts", known.facts)):
        if part:
            say(title)
            show_memories(list(part))
    for procedure in known.procedures:
        at = f" (next {procedure.next_at:%Y-%m-%d %H:%M} UTC)" if procedure.next_at else ""
        say(f"{procedure.memory.content}{at}{', due now' if procedure.due else ''}")
    if not (known.core or known.preferences or known.facts or known.procedures):
        say("nothing is known yet")
    if known.unsettled:
        note(f"{known.unsettled} memories wait for review")


def _included(*, history: bool, archived: bool, expired: bool) -> list[Literal["history", "archived", "expired"]]:
    given: dict[Literal["history", "archived", "expired"], bool] = {
        "history": history,
        "archived": archived,
        "expired": expired,
    }
    return [name for name, wanted in given.items() if wanted]


def require_known(memory: Mnemolog, user: str) -> None:
    """Raises NotFound when nothing is kept of a user: an empty answer may come from a mistyped name."""
    memory.user(user)


def show_memories(found: list[Memory]) -> None:
    """A table of memories."""
    show_table(
        ("id", "said", "what", "status", "conf.", "memory"),
        (
            (m.memory_id, m.occurred_at, m.kind or m.resolution, m.status, m.confidence, shortened(m.content))
            for m in found
        ),
        empty="nothing is remembered",
    )


def show_items(items: tuple[Item, ...], *, explain: bool) -> None:
    """A table of recalled memories, with every factor where asked for."""
    rows = []
    for rank, item in enumerate(items, start=1):
        m = item.memory
        name = f"{m.speaker}: " if m.speaker and m.resolution == "turn" else ""
        labels = f"  [{', '.join(item.labels)}]" if item.labels else ""
        row: list[object] = [rank, item.score, item.relevance, m.occurred_at, m.kind or m.resolution]
        row.append(shortened(name + m.content) + labels)
        rows.append([*row, explained(item)] if explain else row)
    columns = ("#", "score", "rel.", "said", "what", "memory", *(("why",) if explain else ()))
    show_table(columns, rows, empty="nothing was found")


def explained(item: Item) -> str:
    """The routes that found it and the terms of its score, in one line."""
    if item.explanation is None:
        return ""
    routes = ", ".join(f"{name} #{seen.rank}" for name, seen in item.explanation.routes.items())
    factors = ", ".join(f"{name} {value:+.2f}" for name, value in item.explanation.factors.items() if value)
    return "; ".join(part for part in (routes, factors, " ".join(item.explanation.matched)) if part)


def _show_rest(found: SearchResult) -> None:
    for entry in found.contradictions:
        note(f"contradiction: {entry.claim} ↔ {entry.counter_claim}; current: {entry.current or 'unknown'}")
    for drop in found.dropped[:20]:
        note(f"left out {drop.memory_id}: {drop.reason}")


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is not ISO 8601, like 2026-01-31T09:00:00+08:00") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
