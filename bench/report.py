"""What a run prints and writes: one JSON shape for all sets, and a table for people."""

from __future__ import annotations

import json
import platform
import sys
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench.quality import Figures
from bench.sets.evalset import EvalSet

SHOWN = ("R@5", "R@10", "nDCG@5", "nDCG@10", "hit@5", "hit@10", "all@5", "P@1", "MRR")


def as_json(evalset: EvalSet, figures: Figures, *, runtime: str, embedder: str, recipe: str) -> dict[str, object]:
    """The shape that every set shares; `n`: questions that count. Latency is that of one caller, one at a time."""
    times = sorted(one.seconds for one in figures.asked)
    return {
        "set": evalset.name,
        "n": max((int(means.get("n", 0)) for means in figures.metrics.values()), default=0),
        "runtime": runtime,
        "embedder": embedder,
        "recipe": recipe,
        "protocol": evalset.protocol,
        "data_sha256": evalset.data_hash,
        "machine": f"{platform.machine()} {platform.python_implementation()} {platform.python_version()}",
        "metrics": figures.metrics,
        "by_category": figures.by_category,
        "bm25": figures.bm25,
        "against_bm25": figures.paired,
        "false_abstention": figures.false_abstention,
        "abstention_elsewhere": figures.abstention_elsewhere,
        "turns": len(evalset.turns),
        "ingest_seconds": round(figures.ingest_seconds, 1),
        "turns_per_second": round(len(evalset.turns) / figures.ingest_seconds, 1) if figures.ingest_seconds else None,
        "search_ms": {
            "p50": round(times[len(times) // 2] * 1000, 1),
            "p95": round(times[min(len(times) - 1, int(len(times) * 0.95))] * 1000, 1),
        },
        "seconds": round(figures.seconds, 1),
    }


def show(report: dict[str, object], figures: Figures) -> None:
    """The figures as a table, BM25 beside each."""
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 160)
    console.print(
        f"{report['set']} · {report['runtime']} · {report['embedder']} · recipe {report['recipe']} · "
        f"{report['turns']} turns, {report['turns_per_second']} turns/s · search p50 {report['search_ms']} ms"
    )
    console.print(f"[dim]{report['protocol']}[/dim]")
    table = Table("", "n", *SHOWN, box=None, pad_edge=False)
    for unit, means in figures.metrics.items():
        table.add_row(unit, *_cells(means), style="bold")
        table.add_row("  BM25 alone", *_cells(figures.bm25[unit]), style="dim")
    for name, units in figures.by_category.items():
        for unit, means in units.items():
            if means.get("n"):
                table.add_row(f"  {name} ({unit})", *_cells(means))
    console.print(table)
    for unit, counts in figures.paired.items():
        console.print(
            f"{unit} R@10 against BM25: {counts['better']} better, {counts['worse']} worse, {counts['same']} equal"
        )
    console.print(
        f"abstained: {_percent(figures.false_abstention)} of answerable questions, "
        f"{_percent(figures.abstention_elsewhere)} of questions about somebody else"
    )


def write(path: Path, report: dict[str, object]) -> None:
    """The report as JSON."""
    path.write_text(json.dumps(report, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _cells(means: dict[str, float]) -> list[str]:
    return [str(int(means.get("n", 0))), *(f"{means[name]:.3f}" if name in means else "" for name in SHOWN)]


def _percent(share: float | None) -> str:
    return "none" if share is None else f"{share:.1%}"
