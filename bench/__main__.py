"""`python -m bench locomo|longmemeval|madial|memdaily|speed`: quality and speed, through the HTTP API;
`python -m bench time|entities|claims|families`: labelled items of a file (see `--help` of each).

Exit codes: 0 measured · 1 it failed · 2 wrong usage · 3 not run, because the data or the runtime is not there.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from bench import quality, report
from bench.evaluate import command
from bench.sets import locomo, longmemeval, madial, memdaily
from bench.sets.evalset import DataMissing, EvalSet, limited

SETS = {"locomo": locomo.load, "longmemeval": longmemeval.load, "madial": madial.load, "memdaily": memdaily.load}
NOT_RUN = 3
RECIPES = ("g", "weighted")


def main(arguments: list[str] | None = None) -> int:
    """Runs one set; returns the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] in command.COMMANDS:
        return command.main(given, _settings("embedded"))
    options = _parser().parse_args(given)
    if options.runtime == "distributed":
        print("not run: this bench starts the embedded runtime only", file=sys.stderr)
        return NOT_RUN
    settings = _settings(options.runtime)
    if options.set == "speed":
        from bench.speed import run_speed

        return run_speed(
            embedder=options.embedder,
            settings=settings,
            runtime=options.runtime,
            json=options.json,
            limit=options.limit,
        )
    try:
        evalset: EvalSet = limited(SETS[options.set](options.data), options.limit)
    except DataMissing as missing:
        print(f"not run: {missing}", file=sys.stderr)
        return NOT_RUN
    with Console(stderr=True).status(f"{evalset.name}: {len(evalset.turns)} turns") as status:

        def shown(what: str, done: int, of: int) -> None:
            status.update(f"{evalset.name}: {what} {done}/{of}")

        figures = quality.run(
            evalset, embedder=options.embedder, settings=settings, recipe=options.recipe, progress=shown
        )
    found = report.as_json(evalset, figures, runtime=options.runtime, embedder=options.embedder, recipe=options.recipe)
    report.show(found, figures)
    if options.json:
        report.write(options.json, found)
    return 0


def _settings(runtime: str) -> dict[str, str]:
    """The server's settings besides its folder, port and embedder. Two BLAS threads on two busy cores slow it down."""
    return {
        "MNEMOLOG_RUNTIME": runtime,
        "OPENBLAS_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
        "TOKENIZERS_PARALLELISM": "false",
    }


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("set", choices=[*SETS, "speed"], help="what to measure")
    parser.add_argument(
        "--data", type=Path, default=Path("../shared/data"), help="the folder of data sets (default: %(default)s)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write the figures here")
    parser.add_argument("--embedder", default="use", help="use, minilm or e5 (default: %(default)s)")
    parser.add_argument("--runtime", default="embedded", choices=["embedded", "distributed"])
    parser.add_argument("--recipe", default="g", choices=RECIPES, help="how routes are fused (default: %(default)s)")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N questions and their users")
    return parser


if __name__ == "__main__":
    sys.exit(main())
