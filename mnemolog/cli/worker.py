"""Command: worker, which carries the stages of the distributed runtime."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from mnemolog.cli.output import note
from mnemolog.interpreter import prepare_for_long_runs, start_anew
from mnemolog.logs import configure_logs
from mnemolog.priority import give_way
from mnemolog.settings import load_settings

commands = typer.Typer()


@commands.command()
def worker(
    stages: Annotated[str, typer.Option(help="admit,score,describe,embed,consolidate,index; default: all.")] = "",
    folder: Annotated[Path | None, typer.Option("--folder", help="Where the master key is.  [default: data]")] = None,
    config: Annotated[Path | None, typer.Option("--config", help="A TOML file of settings.")] = None,
) -> None:
    """Carry stages over Kafka until SIGTERM; as many processes as there is work, each with any of the stages."""
    from mnemolog.distributed import run_worker
    from streams.distributed.worker import parse_stages

    settings = load_settings({"folder": folder, "runtime": "distributed"}, file=config)
    configure_logs(settings.log_level, settings.log_format)
    prepare_for_long_runs()
    give_way(settings.worker_niceness)
    chosen = parse_stages(stages)
    note(f"mnemolog worker, stages {', '.join(chosen)}")
    if asyncio.run(run_worker(settings, chosen)):
        start_anew()
