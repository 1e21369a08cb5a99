"""Commands that serve: up, api, setup, demo."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, assert_never

import typer

from mnemolog.cli.exits import FAILED
from mnemolog.cli.options import Json
from mnemolog.cli.output import note, say, show_json
from mnemolog.settings import Settings, load_settings
from streams.folder import Folder

commands = typer.Typer()
# Left out, each of these keeps what the settings say: the environment, a TOML file, the default.
FolderOption = Annotated[Path | None, typer.Option("--folder", help="Where everything is kept.  [default: data]")]
Host = Annotated[str | None, typer.Option(help="Address to listen on; another than loopback needs API keys.")]
Port = Annotated[int | None, typer.Option(help="Port to listen on; 0 = any free one.  [default: 8077]")]
Embedder = Annotated[str | None, typer.Option(help="use, minilm, e5 or st:<model>; see `mnemolog models`.")]
Config = Annotated[Path | None, typer.Option("--config", help="A TOML file of settings.")]


@commands.command()
def up(
    folder: FolderOption = None,
    host: Host = None,
    port: Port = None,
    embedder: Embedder = None,
    config: Config = None,
) -> None:
    """Serve the API with all stages, in one process and one folder."""
    _serve(load_settings(_given(folder, host, port, embedder) | {"runtime": "embedded"}, file=config))


@commands.command()
def api(
    folder: FolderOption = None,
    host: Host = None,
    port: Port = None,
    embedder: Embedder = None,
    config: Config = None,
) -> None:
    """Serve the API of the runtime that the settings name; in `distributed` the stages run elsewhere."""
    _serve(load_settings(_given(folder, host, port, embedder), file=config))


@commands.command()
def setup(
    folder: FolderOption = None,
    config: Config = None,
    replication: Annotated[int, typer.Option(min=1, help="Copies of each Kafka topic.")] = 1,
    json: Json = False,
) -> None:
    """Make what a server needs before its first start: the folder with its master key, or topics and indexes."""
    settings = load_settings({"folder": folder}, file=config)
    match settings.runtime:
        case "embedded":
            Folder.open(settings.folder).close()
            made = [f"{settings.folder}: folder and master key"]
        case "distributed":
            from mnemolog.distributed import set_up_distributed

            made = asyncio.run(set_up_distributed(settings, replication=replication))
        case _:
            assert_never(settings.runtime)
    if json:
        show_json({"made": made})
        return
    for line in made:
        say(line)


@commands.command()
def demo(
    runtime: Annotated[str, typer.Option(help="embedded or distributed.")] = "embedded",
    folder: Annotated[
        Path | None, typer.Option("--folder", help="Keep what it makes here; default: thrown away.")
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Show every factor of every answer.")] = False,
    json: Json = False,
) -> None:
    """Show the main job on a real server: remember, recall, crash, go on, rebuild. Exit code 1 if any of it fails."""
    from mnemolog.demo import run

    if not run(folder=folder, runtime=runtime, verbose=verbose, as_json=json):
        raise typer.Exit(FAILED)


def _given(folder: Path | None, host: str | None, port: int | None, embedder: str | None) -> dict[str, object]:
    return {"folder": folder, "host": host, "port": port, "embedder": embedder}


def _serve(settings: Settings) -> None:
    from mnemolog.server import serve

    note(f"mnemolog {settings.runtime}, folder {settings.folder}")
    serve(settings)
