"""Commands that derive everything again: rebuild and replay. No server may run on the folder meanwhile."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from mnemolog.cli.exits import FAILED
from mnemolog.cli.options import Json
from mnemolog.cli.output import progress, say, show_json
from mnemolog.rebuilding import Rebuilt, Source, rebuild, replay
from mnemolog.settings import load_settings

commands = typer.Typer()
FolderOption = Annotated[Path | None, typer.Option("--folder", help="The installation's folder.  [default: data]")]
_SOURCES: dict[str, Source] = {"turns": "turns", "memories": "memories"}


@commands.command("rebuild")
def rebuild_(
    source: Annotated[
        str, typer.Option("--from", help="memories: the index anew; turns: everything derived, models included.")
    ] = "memories",
    folder: FolderOption = None,
    json: Json = False,
) -> None:
    """Make the index, or everything derived, again from the log; what is read stays until the new one is complete.

    Exit code 1 when the new one differs: under another embedder or a newer program that can be right."""
    if source not in _SOURCES:
        raise typer.BadParameter(f"{source!r} is none of {', '.join(_SOURCES)}", param_hint="--from")
    with progress(f"rebuilding from {source}", None, quiet=json) as step:

        def shown(done: int, of: int) -> None:
            step(done, f"rebuilding from {source}, of {of}")

        made = asyncio.run(rebuild(load_settings({"folder": folder}), _SOURCES[source], shown))
    _show(made, json)


@commands.command("replay")
def replay_(folder: FolderOption = None, json: Json = False) -> None:
    """Process the whole log again beside the installation, models included, and compare. Nothing is changed.

    Exit code 1 when it differs."""
    _show(asyncio.run(replay(load_settings({"folder": folder}))), json)


def _show(done: Rebuilt, json: bool) -> None:
    if json:
        show_json({"same": done.same, "before": done.before, "after": done.after, "seconds": round(done.seconds, 1)})
    else:
        say(f"before  {done.before.count} memories, digest {done.before.value}")
        say(f"after   {done.after.count} memories, digest {done.after.value}")
        say(f"{'the same' if done.same else 'DIFFERENT'}, {done.seconds:.1f} s")
    if not done.same:
        raise typer.Exit(FAILED)
