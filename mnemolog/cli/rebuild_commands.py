"""Commands that derive everything again: rebuild and replay."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer
from mnemolog_client.operations import Generation, Report

from api.generations import require_sense
from mnemolog.cli.exits import FAILED
from mnemolog.cli.options import ApiKey, Json, client
from mnemolog.cli.output import progress, say, show_json, show_table
from mnemolog.cli.policy_commands import policy_text
from mnemolog.generation_access import build_here, build_on_server
from mnemolog.rebuilding import read_golden, replay
from mnemolog.settings import load_settings
from schemas.generations import BuildRequest

commands = typer.Typer()
FolderOption = Annotated[Path | None, typer.Option("--folder", help="The installation's folder.  [default: data]")]
ServerOption = Annotated[str, typer.Option("--url", help="A running server that does it; without, this process does.")]
SOURCES = ("turns", "embedded", "memories")


@commands.command("rebuild")
def rebuild_(
    source: Annotated[
        str,
        typer.Option(
            "--from",
            help="memories: the index anew, no model is called; embedded: what was recorded of each event is kept; "
            "turns: everything derived.  [default: memories; turns with another embedder or policy]",
            show_default=False,
        ),
    ] = "",
    embedder: Annotated[str, typer.Option(help="Another embedder: use, minilm, e5, st:<…>.")] = "",
    policy: Annotated[
        Path | None, typer.Option(help="A TOML file: attribute rows to decide by, and [activity], how memories fade.")
    ] = None,
    rate: Annotated[float, typer.Option(min=0, help="Events a second at most; 0 = as live traffic allows.")] = 0.0,
    golden: Annotated[
        Path | None,
        typer.Option(help='JSON Lines {"user", "query", "expected": [id or text]} to be answered no worse.'),
    ] = None,
    folder: FolderOption = None,
    url: ServerOption = "",
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Make the index, or the next generation of everything derived, from the log, and compare it with what is read.

    What is read stays; `mnemolog promote` exchanges it. A build that broke off is gone on with. Exit code 1 when the
    comparison speaks against a promotion."""
    source = source or ("memories" if policy is None and not embedder else "turns")
    if source not in SOURCES:
        raise typer.BadParameter(f"{source!r} is none of {', '.join(SOURCES)}", param_hint="--from")
    request = BuildRequest.model_validate(
        {
            "source": source,
            "embedder": embedder,
            "policy": None if policy is None else policy_text(policy),
            "rate": rate,
            "golden": () if golden is None else read_golden(golden),
        }
    )
    require_sense(request)
    with progress(f"rebuilding from {source}", None, quiet=json) as step:

        def told(done: int, total: int, rate: float, left_s: float | None) -> None:
            left = "" if left_s is None else f", {left_s:.0f} s left"
            step(done, f"rebuilding from {source}, of {total}, {rate:.0f}/s{left}")

        if url:
            with client(url, api_key) as server:
                made = build_on_server(server, request, told)
        else:
            made = build_here(load_settings({"folder": folder}), request, told)
    _show(made, request, json)


@commands.command("replay")
def replay_(folder: FolderOption = None, json: Json = False) -> None:
    """Process the whole log again beside the installation, models included, and compare. Nothing is changed.

    Exit code 1 when it differs."""
    before, after, seconds = asyncio.run(replay(load_settings({"folder": folder})))
    if json:
        show_json({"same": before == after, "before": before, "after": after, "seconds": round(seconds, 1)})
    else:
        say(f"before  {before.count} memories, digest {before.value}")
        say(f"after   {after.count} memories, digest {after.value}")
        say(f"{'the same' if before == after else 'DIFFERENT'}, {seconds:.1f} s")
    if before != after:
        raise typer.Exit(FAILED)


def show_report(report: Report) -> None:
    """What a comparison found, for people."""
    found, golden = report.differences, report.golden
    rows = [
        ("memories", report.count_before, report.count_after),
        ("digest", report.digest_before, report.digest_after),
        ("golden queries found", f"{golden.found_before} of {golden.expected}", f"{golden.found_after}"),
    ]
    show_table(("", "before", "after"), rows)
    say(
        f"missing {found.missing}, new {found.added}, changed {found.changed}, moved {found.moved}; "
        f"control events that found nothing to apply to: {report.unattached_count}"
    )
    for one in report.unattached:
        say(f"  {one.token}  {one.event_id}")
    for problem in report.problems:
        say(f"PROBLEM: {problem}")


def _show(made: Generation, request: BuildRequest, json: bool) -> None:
    report = made.report
    problems = report.problems if report is not None else ()
    if json:
        same = report is not None and report.equal
        show_json({"same": same, "generation": made})
    elif request.source == "memories":
        say(f"the index of generation {made.number} was made anew and is read")
    else:
        say(f"generation {made.number} is ready: {made.positions} events, {made.reused} vectors taken over")
        say(f"read it with `mnemolog promote {made.number}`")
    if report is not None and not json:
        show_report(report)
    # An index that says something else than before was damaged: that is worth a look, though it is mended.
    if problems or (request.source == "memories" and report is not None and not report.equal):
        raise typer.Exit(FAILED)
