"""The command that forgets: a memory, a session, all about somebody or something, or a topic. It speaks HTTP."""

from __future__ import annotations

from typing import Annotated

import typer
from mnemolog_client import Mnemolog, NotFound
from mnemolog_client.changes import Change, MatterForgotten, SessionForgotten
from mnemolog_client.results import Memory

from mnemolog.cli.memory_commands import show_memories
from mnemolog.cli.options import URL, ApiKey, Json, Url, User, Yes, client
from mnemolog.cli.output import note, say, show_json

commands = typer.Typer()


@commands.command()
def forget(
    user: User,
    memory_id: Annotated[str, typer.Argument(help="One memory, by its id.")] = "",
    session: Annotated[str, typer.Option("--session", "-s", help="A whole conversation.")] = "",
    about: Annotated[str, typer.Option("--about", help="All about this person or thing: whatever mentions it.")] = "",
    topic: Annotated[str, typer.Option("--topic", help="All of this topic, like health.")] = "",
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only list what would go.")] = False,
    yes: Yes = False,
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Forget for good, with the turns that it rests on: a memory, a session, or all about something. What was
    superseded by what goes is current again. More than one memory is listed, and asked for, first."""
    if sum(bool(given) for given in (memory_id, session, about, topic)) != 1:
        raise typer.BadParameter("give one of MEMORY_ID, --session, --about, --topic")
    with client(url, api_key) as memory:
        if dry_run or not (memory_id or yes):
            going = _going(memory, user, memory_id, session, about, topic)
            if dry_run and json:
                show_json({"items": going, "forgotten": len(going), "dry_run": True})
                return
            if not json:
                show_memories(going)
            if dry_run or not going:
                note(f"{len(going)} memories would go" if dry_run else "nothing is about that")
                return
            typer.confirm(f"Forget these {len(going)} for good?", abort=True, err=True)
        done = _forget(memory, user, memory_id, session, about, topic)
    show_json(done) if json else say(f"forgotten: {done.forgotten} memories, evidence included")


def _going(memory: Mnemolog, user: str, memory_id: str, session: str, about: str, topic: str) -> list[Memory]:
    if memory_id:
        one = memory.memory(memory_id, user)
        return [one, *_turns_of(memory, one, user)]
    if session:
        return list(memory.memories(user, {"session": [session], "resolution": ["turn"]}))
    return list(memory.forget_about(user, about, topic=topic, dry_run=True).items)


def _turns_of(memory: Mnemolog, fact: Memory, user: str) -> list[Memory]:
    """The turns that a memory rests on; what was stated directly rests on none."""
    found = []
    for evidence in fact.evidence:
        try:
            turn = memory.turn(evidence.event_id, user)
        except NotFound:
            continue
        if turn.memory_id != fact.memory_id:
            found.append(memory.memory(turn.memory_id, user))
    return found


def _forget(
    memory: Mnemolog, user: str, memory_id: str, session: str, about: str, topic: str
) -> Change | SessionForgotten | MatterForgotten:
    if memory_id:
        return memory.forget_memory(memory_id, user)
    if session:
        return memory.forget_session(user, session)
    return memory.forget_about(user, about, topic=topic)
