"""`mnemolog stack up|down|status`: Kafka and OpenSearch for one machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from deploy import stack
from deploy.stack.status import StackStatus
from mnemolog.cli.exits import FAILED
from mnemolog.cli.options import Json
from mnemolog.cli.output import note, say, show_json, show_table

commands = typer.Typer(help="Kafka and OpenSearch for one machine, without Docker or with it.", no_args_is_help=True)
StackFolder = Annotated[
    Path, typer.Option("--folder", envvar="MNEMOLOG_STACK_FOLDER", help="Where the servers keep everything.")
]
FOLDER = Path(".stack")


@commands.command()
def up(
    folder: StackFolder = FOLDER,
    kafka_port: Annotated[int, typer.Option(help="0 = any free one.")] = stack.KAFKA_PORT,
    opensearch_port: Annotated[int, typer.Option(help="0 = any free one.")] = stack.OPENSEARCH_PORT,
    brokers: Annotated[int, typer.Option(min=1, max=9, help="Kafka brokers; several only without Docker.")] = 1,
    docker: Annotated[bool, typer.Option("--docker", help="Use Docker, or fail.")] = False,
    local: Annotated[bool, typer.Option("--local", help="Never use Docker.")] = False,
    json: Json = False,
) -> None:
    """Start what does not run yet and wait until it answers. Asked-for free ports free the inner ones too."""
    runtime: Literal["auto", "docker", "local"] = "docker" if docker else "local" if local else "auto"
    any_port = 0 in (kafka_port, opensearch_port)
    now = stack.up(
        folder,
        kafka_port=kafka_port,
        opensearch_port=opensearch_port,
        controller_port=0 if any_port else stack.CONTROLLER_PORT,
        transport_port=0 if any_port else stack.TRANSPORT_PORT,
        brokers=brokers,
        runtime=runtime,
        progress=note,
    )
    _show(now, json)


@commands.command()
def down(folder: StackFolder = FOLDER, json: Json = False) -> None:
    """Stop the servers and keep their data."""
    _show(stack.down(folder, progress=note), json)


@commands.command()
def status(folder: StackFolder = FOLDER, json: Json = False) -> None:
    """What runs; exit code 1 unless every server answers."""
    now = stack.status(folder)
    _show(now, json)
    if not now.running:
        raise typer.Exit(FAILED)


def _show(now: StackStatus, json: bool) -> None:
    if json:
        show_json(now.as_json())
        return
    if now.mode is None:
        say(f"there is no stack in {now.folder}")
        return
    show_table(
        ("server", "state", "port", "log"), [(entry.name, entry.state, entry.port, entry.log) for entry in now.servers]
    )
    say(f"kafka {now.bootstrap} · opensearch {now.opensearch_url}")
