"""Commands that move much at once: import, export, erase."""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Annotated, get_args

import typer
from mnemolog_client import Mnemolog
from mnemolog_client.people import Job

from mnemolog.cli.exits import FAILED, IN_PART, INTERRUPTED
from mnemolog.cli.options import URL, ApiKey, Json, Url, Yes, client
from mnemolog.cli.output import err, note, progress, say, show_json
from mnemolog.importers.formats import Format, read_file
from mnemolog.importers.load import ImportReport, send
from schemas.errors import UnavailableError

commands = typer.Typer()
TROUBLES_SHOWN = 20
IMPORT_ATTEMPTS = 10
"""About half a minute: an import outlives a restart of the server."""
JOB_POLL_S = 0.2
JOB_PATIENCE_S = 600.0


@commands.command("import")
def import_(
    format: Annotated[str, typer.Argument(metavar="|".join(get_args(Format)), help="What wrote the file.")],
    file: Annotated[Path, typer.Argument(help="The file; .xz is unpacked.")],
    user: Annotated[str, typer.Option("--user", "-u", help="Whose turns; needed where the format names nobody.")] = "",
    session: Annotated[str, typer.Option("--session", "-s", help="In which session, where the file names none.")] = "",
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Record the turns of a file. Ids come from the file, so an import that was cut can simply be run again."""
    known = {name: name for name in get_args(Format)}
    if format not in known:
        raise typer.BadParameter(f"{format!r} is none of {', '.join(known)}", param_hint="FORMAT")
    found = list(read_file(known[format], file, user=user, session=session))
    with (
        client(url, api_key, attempts=IMPORT_ATTEMPTS) as memory,
        progress("importing", len(found), quiet=json) as step,
    ):

        def shown(report: ImportReport) -> None:
            step(report.recorded + report.malformed + report.skipped + report.refused, "importing")

        try:
            report = send(memory, found, progress=shown)
        except KeyboardInterrupt:
            note("interrupted; run it again: it goes on where it was, and nothing is stored twice")
            raise typer.Exit(INTERRUPTED) from None
    _show_report(report, json)
    if not report.complete:
        raise typer.Exit(IN_PART)


@commands.command()
def export(
    user: Annotated[str, typer.Argument(help="Whose memory.")],
    to: Annotated[Path | None, typer.Option("--to", help="The file to write; default: stdout.")] = None,
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Write all that is kept of a user, as JSON Lines."""
    with client(url, api_key) as memory:
        job = _finished(memory, memory.export_user(user))
        lines = memory.job_file(job.job_id)
    if to is None:
        sys.stdout.write(lines)
        return
    to.write_text(lines, "utf-8")
    count = job.result.count if job.result else 0
    if json:
        show_json({"file": str(to), "lines": count})
    else:
        say(f"{count} lines in {to}")


@commands.command()
def erase(
    user: Annotated[str, typer.Argument(help="Who is to be erased.")],
    yes: Yes = False,
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Erase a user for good: keys destroyed, every memory swept. There is no way back."""
    if not yes:
        typer.confirm(f"Erase everything of {user!r} for good?", abort=True, err=True)
    with client(url, api_key) as memory:
        job = _finished(memory, memory.erase_user(user))
    show_json(job) if json else say(f"{user} is erased: {job.result.count if job.result else 0} memories removed")


@commands.command()
def lift(
    user: Annotated[str, typer.Argument(help="Who was erased.")],
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """Admit an erased user again, from nothing: what was erased stays gone. Needs an admin key."""
    with client(url, api_key) as memory:
        admitted = memory.lift_erasure(user)
    show_json(admitted) if json else say(f"{admitted.user} is admitted again")


def _finished(memory: Mnemolog, job: Job) -> Job:
    """The job once it is done. Raises UnavailableError when it takes too long; a failed one ends the command."""
    deadline = time.monotonic() + JOB_PATIENCE_S
    while job.state in ("queued", "running"):
        if time.monotonic() > deadline:
            raise UnavailableError(f"job {job.job_id} is still {job.state}", hint="it goes on; see `GET /v1/jobs`")
        time.sleep(JOB_POLL_S)
        job = memory.job(job.job_id)
    if job.state == "failed":
        err().print(f"[red]error:[/red] the {job.kind} failed: {job.detail}")
        raise typer.Exit(FAILED)
    return job


def _show_report(report: ImportReport, json: bool) -> None:
    if json:
        show_json(report)
        return
    for place, reason in report.troubles[:TROUBLES_SHOWN]:
        note(f"{place}: {reason}")
    if len(report.troubles) > TROUBLES_SHOWN:
        note(f"… and {len(report.troubles) - TROUBLES_SHOWN} more; --json lists all")
    counts = f"{report.recorded} turns recorded, {report.malformed} malformed, {report.refused} refused, "
    say(counts + f"{report.skipped} without words")
