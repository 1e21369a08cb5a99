"""The command that forgets: a memory, a session, all about somebody or something, or a topic. It speaks HTTP."""

from __future__ import annotations

from typing import Annotated

import typer

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
            going = memory.forget_about(user, about, topic=topic, session=session, memory_id=memory_id, dry_run=True)
            if dry_run and json:
                show_json(going)
                return
            if not json:
                show_memories(list(going.items))
            if dry_run or not going.forgotten:
                note(f"{going.forgotten} memories would go" if dry_run else "nothing is about that")
                return
            typer.confirm(f"Forget these {going.forgotten} for good?", abort=True, err=True)
        done = memory.forget_about(user, about, topic=topic, session=session, memory_id=memory_id)
    show_json(done) if json else say(f"forgotten: {done.forgotten} memories, evidence included")
