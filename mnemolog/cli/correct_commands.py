"""Commands with which a person corrects memory: edit, flag, review. They speak HTTP to a server."""

from __future__ import annotations

from typing import Annotated

import typer
from mnemolog_client.changes import Change

from api.memories import Decision
from mnemolog.cli.memory_commands import show_memories
from mnemolog.cli.options import URL, ApiKey, Json, Url, User, client
from mnemolog.cli.output import note, say, show_json
from schemas.events import Flag

commands = typer.Typer()
MemoryId = Annotated[str, typer.Argument(help="The memory.")]
Content = Annotated[str, typer.Option("--content", help="The memory in new words.")]
Value = Annotated[str, typer.Option("--value", help="The new value, like a phone number.")]


@commands.command()
def edit(
    memory_id: MemoryId,
    user: User,
    content: Content = "",
    value: Value = "",
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Change a memory. The old one stays as history, superseded by the new one."""
    given = _given(content, value)
    if not given:
        raise typer.BadParameter("nothing to change: give --content or --value")
    with client(url, api_key) as memory:
        version = memory.memory(memory_id, user).position
        _show(memory.edit_memory(memory_id, user, version, **given), json=json)


@commands.command()
def flag(
    memory_id: MemoryId,
    kind: Annotated[Flag, typer.Argument(help="What it is, or what is to be done with it.")],
    user: User,
    remark: Annotated[str, typer.Option("--note", help="Why, for whoever reads its history.")] = "",
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Flag a memory: wrong, sensitive and toxic take it out of answers; pin keeps it in; confirm settles it."""
    with client(url, api_key) as memory:
        _show(memory.flag_memory(memory_id, user, kind, remark), json=json)


@commands.command()
def review(
    user: User,
    memory_id: Annotated[str, typer.Argument(help="The memory to settle; without it: list what waits.")] = "",
    decision: Annotated[Decision | None, typer.Argument(help="accept, reject, or edit.")] = None,
    content: Content = "",
    value: Value = "",
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """List the memories that wait for a person, or settle one of them."""
    if memory_id and decision is None:
        raise typer.BadParameter("say accept, reject or edit after the memory")
    with client(url, api_key) as memory:
        if decision is not None:
            _show(memory.decide_review(memory_id, user, decision, **_given(content, value)), json=json)
            return
        waiting = list(memory.review(user))
    if json:
        show_json(waiting)
    elif waiting:
        show_memories(waiting)
    else:
        say("nothing waits for review")


def _given(content: str, value: str) -> dict[str, str]:
    return {name: text for name, text in (("content", content), ("value", value)) if text}


def _show(change: Change, *, json: bool) -> None:
    if json:
        show_json(change)
        return
    if not change.applied:
        note(f"recorded at {change.token}, not carried out yet; `mnemolog lag` shows how far the stages are")
    elif change.memory is None:
        say("it is out of every answer")
    else:
        show_memories([change.memory])
