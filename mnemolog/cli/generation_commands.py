"""Commands that exchange what is read: promote, rollback, and the list of generations."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from mnemolog_client.operations import Generation

from mnemolog.cli.options import ApiKey, Json, Yes, client
from mnemolog.cli.output import say, show_json, show_table
from mnemolog.cli.rebuild_commands import FolderOption, ServerOption, show_report
from mnemolog.generation_access import done_here, finished
from mnemolog.settings import Settings, load_settings
from schemas.errors import NotFoundError

commands = typer.Typer()
generations = typer.Typer(help="Generations: everything derived under one spec.", invoke_without_command=True)
Number = Annotated[int, typer.Argument(min=1, help="The generation's number.")]


@commands.command()
def promote(
    number: Number,
    force: Annotated[bool, typer.Option("--force", help="Pass over what its verification found.")] = False,
    folder: FolderOption = None,
    url: ServerOption = "",
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Read this generation from now on, index and embedder at once; the one before is carried on for a rollback."""
    if url:
        with client(url, api_key) as server:
            finished(server, server.promote_generation(number, force=force))
            _show(server.generations(), json)
    else:
        _show(done_here(_settings(folder), lambda found: found.promote(number, force=force)), json)


@commands.command()
def rollback(folder: FolderOption = None, url: ServerOption = "", api_key: ApiKey = "", json: Json = False) -> None:
    """Read the generation before the last promotion again."""
    if url:
        with client(url, api_key) as server:
            finished(server, server.rollback_generation())
            _show(server.generations(), json)
    else:
        _show(done_here(_settings(folder), lambda found: found.rollback()), json)


@generations.callback()
def list_(
    context: typer.Context,
    folder: FolderOption = None,
    url: ServerOption = "",
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """List every generation, with its progress."""
    if context.invoked_subcommand is None:
        _show(_all(folder, url, api_key), json)


@generations.command("show")
def show(
    number: Number, folder: FolderOption = None, url: ServerOption = "", api_key: ApiKey = "", json: Json = False
) -> None:
    """One generation, and what its verification found."""
    found = next((one for one in _all(folder, url, api_key) if one.number == number), None)
    if found is None:
        raise NotFoundError(f"there is no generation {number}")
    if json:
        show_json(found)
        return
    _show([found], json=False)
    if found.report is not None:
        show_report(found.report)


@generations.command("delete")
def delete(
    number: Number,
    yes: Yes = False,
    folder: FolderOption = None,
    url: ServerOption = "",
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Remove a generation that is not live, with its records and its index."""
    if not yes:
        typer.confirm(f"delete generation {number}?", abort=True)
    if url:
        with client(url, api_key) as server:
            finished(server, server.delete_generation(number))
            _show(server.generations(), json)
    else:
        _show(done_here(_settings(folder), lambda found: found.delete(number)), json)


def _all(folder: Path | None, url: str, api_key: str) -> Sequence[Generation]:
    if not url:
        return done_here(_settings(folder), lambda found: found.all())
    with client(url, api_key) as server:
        return server.generations()


def _settings(folder: Path | None) -> Settings:
    return load_settings({"folder": folder})


def _show(found: Sequence[Generation], json: bool) -> None:
    if json:
        show_json({"items": found})
        return
    rows = [
        (one.number, one.role, one.spec.embedder, one.source, one.created_at, _progress(one), one.held) for one in found
    ]
    show_table(("generation", "role", "embedder", "from", "begun", "progress", "held"), rows)
    live = next((one for one in found if one.role == "live"), None)
    if live is not None:
        say(f"generation {live.number} is read")


def _progress(one: Generation) -> str:
    if one.role == "building":
        left = "" if one.left_s is None else f", {one.left_s:.0f} s left"
        return f"{one.done} of {one.total}, {one.rate:.0f}/s{left}"
    return f"{one.behind} behind" if one.behind else ""
