"""Commands about dead letters: what a stage could not process, why, and what is done about it."""

from __future__ import annotations

import base64
import json as json_text
from typing import Annotated

import typer
from mnemolog_client import InvalidInput
from mnemolog_client.letters import DeadLetter, OpenedDeadLetter

from mnemolog.cli.exits import IN_PART, REFUSED
from mnemolog.cli.options import URL, ApiKey, Json, Url, client
from mnemolog.cli.output import note, say, shortened, show_json, show_table

commands = typer.Typer(help="What a stage could not process, and why.", no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="Its name in the list, like 2:14.")]
TEXT_SHOWN = 2_000
BYTES_SHOWN = 256


@commands.command("list")
def list_letters(
    state: Annotated[str, typer.Option(help="open, redriven, dropped or all.")] = "open",
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """The dead letters, oldest first, without what was said in them. Needs a key with the scope admin."""
    with client(url, api_key) as memory:
        found = list(memory.dead_letters(state))
    if json:
        show_json(found)
        return
    show_table(
        ("letter", "state", "stage", "where", "tried", "parked", "why"),
        [
            (one.name, one.state, one.stage, _where(one), one.attempts, one.parked_at, shortened(_safe(one.error), 100))
            for one in found
        ],
        empty="there are no dead letters" if state == "all" else f"there are no dead letters that are {state}",
    )


@commands.command("show")
def show_letter(letter: Name, url: Url = URL, api_key: ApiKey = "", json: Json = False) -> None:
    """One dead letter with the original record. It may hold what a user said."""
    with client(url, api_key) as memory:
        found = memory.dead_letter(letter)
    if json:
        show_json(found)
        return
    say(f"letter {found.name}: {found.state}" + (f", {found.position}" if found.position else ""))
    say(f"stage: {found.stage}, tried {found.attempts} time(s), version {found.code_version or 'unknown'}")
    say(f"why: {_safe(found.error)}")
    say(f"where: {_where(found)}, written {found.timestamp.isoformat()}, parked {found.parked_at.isoformat()}")
    if found.note:
        say(f"note: {_safe(found.note)}")
    say(f"key: {_safe(found.key)}")
    say(f"record, {found.size} bytes:")
    say(_record(found))


@commands.command("redrive")
def redrive_letters(
    letters: Annotated[list[str], typer.Argument(help="Their names, or `all` that are open.")],
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Have turns processed again, with the time at which they were said."""
    with client(url, api_key) as memory:
        names = [one.name for one in memory.dead_letters("open")] if letters == ["all"] else letters
        done, refused = [], []
        for name in names:
            # One that is still refused must not keep the others waiting, when all are meant.
            try:
                done.append(memory.redrive_dead_letter(name))
            except InvalidInput as error:
                if letters != ["all"]:
                    raise
                refused.append({"letter": name, "why": error.detail})
    if json:
        show_json({"redriven": done, "refused": refused})
    else:
        for one in done:
            say(f"{one.name}: redriven to {one.position}")
        for entry in refused:
            note(f"{entry['letter']}: {_safe(entry['why'])}")
    if refused:
        raise typer.Exit(REFUSED if not done else IN_PART)


@commands.command("drop")
def drop_letter(
    letter: Name,
    why: Annotated[str, typer.Option("--note", help="Why, for those who look later.")] = "",
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Note that nothing will be done about one."""
    with client(url, api_key) as memory:
        done = memory.drop_dead_letter(letter, note=why)
    show_json(done) if json else say(f"{done.name}: dropped")


def _where(letter: DeadLetter | OpenedDeadLetter) -> str:
    return f"{letter.topic} p{letter.partition}:{letter.offset}"


def _record(letter: OpenedDeadLetter) -> str:
    """The record as a terminal may show it."""
    if letter.event is not None:
        return json_text.dumps(letter.event, ensure_ascii=False, indent=2)
    if letter.value_base64 is None:
        return "(no value)"
    if letter.text is not None:
        more = f" … and {len(letter.text) - TEXT_SHOWN} more characters" if len(letter.text) > TEXT_SHOWN else ""
        return _safe(letter.text[:TEXT_SHOWN]) + more
    return base64.b64decode(letter.value_base64)[:BYTES_SHOWN].hex(" ") + (" …" if letter.size > BYTES_SHOWN else "")


def _safe(text: str) -> str:
    """Control characters written out: what anyone may produce must not steer the terminal of who looks at it."""
    return "".join(
        char if char.isprintable() or char == "\n" else char.encode("unicode_escape").decode() for char in text
    )
