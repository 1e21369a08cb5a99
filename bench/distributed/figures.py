"""Figures: what was measured, with the target beside it, as a table and as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from rich.console import Console
from rich.table import Table

Bound = Literal["at most", "at least"]


@dataclass(frozen=True, slots=True)
class Figure:
    """One measured value. `target` None = nothing is promised about it; `n`: how many it was made from."""

    name: str
    value: float
    unit: str
    bound: Bound = "at most"
    target: float | None = None
    n: int = 0

    @property
    def reached(self) -> bool | None:
        """Whether the target is met; None without one."""
        if self.target is None:
            return None
        return self.value <= self.target if self.bound == "at most" else self.value >= self.target


def show(figures: Sequence[Figure], notes: Sequence[str]) -> None:
    """A table for people."""
    table = Table("what", "measured", "", "target", "", "n", box=None, pad_edge=False, header_style="bold")
    for figure in figures:
        mark = {True: "[green]✓[/green]", False: "[red]✗[/red]", None: ""}[figure.reached]
        target = "" if figure.target is None else f"{figure.bound} {figure.target:g}"
        value = f"{figure.value:,.3f}" if figure.value < 10 else f"{figure.value:,.1f}"
        table.add_row(figure.name, value, figure.unit, target, mark, str(figure.n or ""))
    console = Console(highlight=False, width=140)
    console.print(table)
    for note in notes:
        console.print(f"[dim]{note}[/dim]")


def write(path: Path, figures: Sequence[Figure], notes: Sequence[str], **known: object) -> None:
    """The same as JSON."""
    rows = [
        {
            "name": figure.name,
            "value": round(figure.value, 4),
            "unit": figure.unit,
            "bound": figure.bound,
            "target": figure.target,
            "reached": figure.reached,
            "n": figure.n,
        }
        for figure in figures
    ]
    path.write_text(json.dumps({**known, "figures": rows, "notes": list(notes)}, indent=2) + "\n", "utf-8")
