"""Results: the figures of one evaluation as a table, as JSON and with its failures."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.evaluate.outcome import Measure, Metrics, Outcome, grouped
from bench.evaluate.without import BEYOND

Gains = dict[str, dict[str, Metrics]]
"""Group of families → with memory, without it, with a window → accuracy and the points gained."""


@dataclass(frozen=True, slots=True)
class Results:
    """One evaluation. `name` is that of the file or the generator with its seed."""

    name: str
    outcomes: tuple[Outcome, ...]
    measure: Measure
    seconds: float
    gains: Gains = field(default_factory=dict)

    @property
    def by_lang(self) -> dict[str, Metrics]:
        """Figures per language."""
        return self._each(grouped(self.outcomes, lambda one: (one.lang,)))

    @property
    def by_tag(self) -> dict[str, Metrics]:
        """Figures per tag; an item counts under each of its tags."""
        return self._each(grouped(self.outcomes, lambda one: one.tags))

    def _each(self, groups: dict[str, list[Outcome]]) -> dict[str, Metrics]:
        return {name: {"n": len(members), **self.measure(members)} for name, members in groups.items()}


def as_json(results: Results) -> dict[str, object]:
    """The shape of facts that every evaluation writes."""
    return {
        "set": results.name,
        "n": len(results.outcomes),
        "metrics": results.measure(results.outcomes),
        "by_lang": results.by_lang,
        "by_tag": results.by_tag,
        "seconds": round(results.seconds, 2),
        **({"gains": results.gains} if results.gains else {}),
    }


def write(path: Path, results: Results) -> None:
    """The figures as JSON."""
    path.write_text(json.dumps(as_json(results), ensure_ascii=False, indent=2) + "\n", "utf-8")


def show(results: Results, *, failures: int) -> None:
    """The table, and the first failures."""
    console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else 160)
    whole = results.measure(results.outcomes)
    table = Table("", "n", *whole, box=None, pad_edge=False)
    table.add_row("all", *_cells({"n": len(results.outcomes), **whole}), style="bold")
    for name, metrics in results.by_lang.items():
        table.add_row(name, *_cells(metrics))
    for name, metrics in results.by_tag.items():
        table.add_row(f"  {name}", *_cells(metrics))
    console.print(f"{results.name} · {len(results.outcomes)} items · {results.seconds:.1f} s")
    console.print(table)
    for group, ways in results.gains.items():
        rest = " · ".join(
            f"{way} {one['accuracy']:.3f} (+{one['gain_points']:.1f} points)"
            for way, one in ways.items()
            if way != "memory"
        )
        memory = ways["memory"]
        console.print(f"{group}, n {memory['n']:.0f}: with memory {memory['accuracy']:.3f} · {rest}")
    if results.gains and BEYOND not in results.gains:
        console.print(f"no task goes {BEYOND}: the window has lost nothing, so the gain over it tells of no memory")
    _show_failures(console, [one for one in results.outcomes if not one.right], failures)


def _show_failures(console: Console, failed: Sequence[Outcome], shown: int) -> None:
    for one in failed[:shown]:
        console.print(f"{one.id}: {one.said}\n  gold:  {one.gold or 'nothing'}\n  found: {one.found or 'nothing'}")
    if shown and len(failed) > shown:
        console.print(f"… and {len(failed) - shown} more")


def _cells(metrics: Metrics) -> list[str]:
    return [str(int(metrics["n"])), *(f"{value:.3f}" for name, value in metrics.items() if name != "n")]
