"""Output: what a command says, as JSON for programs or as tables for people; progress and errors go to stderr."""

from __future__ import annotations

import dataclasses
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from mnemolog.cli.exits import exit_code, message, what_next

CONTENT_SHOWN = 200
"""Characters of a memory that a table shows; --json shows all."""


def out() -> Console:
    """Where results go. A pipe is wide, so that no line is cut in it."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=240)


def err() -> Console:
    """Where progress and errors go."""
    return Console(stderr=True, highlight=False)


def plain(value: object) -> object:
    """The value as JSON can hold it."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    match value:
        case datetime():
            return value.isoformat().replace("+00:00", "Z")
        case dict():
            return {str(key): plain(part) for key, part in value.items()}
        case list() | tuple():
            return [plain(part) for part in value]
        case _:
            return value


def show_json(value: object) -> None:
    """One JSON value on stdout, as UTF-8 text."""
    text = json.dumps(plain(value), ensure_ascii=False, indent=2)
    # A lone surrogate in an old text must not end the command.
    sys.stdout.write(text.encode("utf-8", "replace").decode() + "\n")


def show_table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str = "", empty: str = "") -> None:
    """Rows of texts; says `empty` where there are none."""
    lines = [[escape(_cell(part)) for part in row] for row in rows]
    if not lines:
        out().print(empty or "nothing")
        return
    table = Table(*columns, title=title or None, title_justify="left", box=None, pad_edge=False, header_style="bold")
    for line in lines:
        table.add_row(*line)
    out().print(table)


def say(text: str) -> None:
    """A line on stdout; square brackets in it are kept."""
    out().print(escape(text))


def note(text: str) -> None:
    """A line on stderr."""
    err().print(f"[dim]{escape(text)}[/dim]")


def show_error(error: Exception, *, as_json: bool) -> int:
    """Says what went wrong and what to do next; returns the exit code."""
    code, hint = exit_code(error), what_next(error)
    if as_json:
        kind = getattr(error, "type", "") or type(error).__name__
        show_json({"error": {"type": kind, "message": message(error), "hint": hint, "exit_code": code}})
    err().print(f"[red]error:[/red] {escape(message(error))}")
    if hint:
        err().print(f"  [dim]→ {escape(hint)}[/dim]")
    return code


def shortened(text: str, length: int = CONTENT_SHOWN) -> str:
    """One line of at most `length` characters."""
    line = " ".join(text.split())
    return line if len(line) <= length else line[: length - 1] + "…"


@contextmanager
def progress(label: str, total: int | None, *, quiet: bool = False) -> Iterator[Callable[[int, str], None]]:
    """A bar on stderr while the block runs; call it with how much is done and what is being done."""
    console = err()
    if quiet or not console.is_terminal:
        yield _nowhere
        return
    columns = (
        SpinnerColumn(),
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(label, total=total)

        def step(done: int, text: str) -> None:
            bar.update(task, completed=done, description=text or label)

        yield step


def _nowhere(done: int, text: str) -> None:
    """Progress that nobody watches."""


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case float():
            return f"{value:.3f}"
        case datetime():
            return value.strftime("%Y-%m-%d %H:%M")
        case _:
            return str(value)
