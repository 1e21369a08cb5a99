"""`python -m bench locomo|longmemeval|madial|memdaily|memdaily-mixed|speed`: quality and speed, through the HTTP API;
`python -m bench time|entities|claims|families`: labelled items of a file; `python -m bench junk`: claims made of the
sets, against verdicts (see `--help` of each).

Exit codes: 0 measured · 1 it failed · 2 wrong usage · 3 not run, because data, a JDK or Maven is not there.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich.console import Console

from bench import quality, report
from bench.distributed import run
from bench.evaluate import command, junk
from bench.served import SERVER_SETTINGS, served
from bench.sets import locomo, longmemeval, madial, memdaily
from bench.sets.evalset import DataMissing, EvalSet, limited
from deploy.stack import StackError
from mnemolog.serving import ended_in_order

SETS = {
    "locomo": locomo.load,
    "longmemeval": longmemeval.load,
    "madial": madial.load,
    "memdaily": memdaily.load,
    "memdaily-mixed": memdaily.load_mixed,
}
NOT_RUN = 3
RECIPES = ("g", "weighted")


def main(arguments: list[str] | None = None) -> int:
    """Runs one set; returns the exit code."""
    given = sys.argv[1:] if arguments is None else arguments
    if given and given[0] in command.COMMANDS:
        return command.main(given, {"MNEMOLOG_RUNTIME": "embedded", **SERVER_SETTINGS})
    if given and given[0] == "junk":
        return junk.main(given[1:])
    options = _parser().parse_args(given)
    try:
        with ended_in_order():
            return _speed(options) if options.set == "speed" else _quality(options)
    except (DataMissing, StackError) as missing:
        print(f"not run: {missing}", file=sys.stderr)
        return NOT_RUN


def _speed(options: argparse.Namespace) -> int:
    if options.runtime == "distributed":
        return run.run_distributed(
            options.parts,
            embedder=options.embedder,
            minutes=options.minutes,
            limit=options.limit,
            folder=options.folder,
            json=options.json,
        )
    from bench.speed import run_speed

    return run_speed(embedder=options.embedder, settings=SERVER_SETTINGS, json=options.json, limit=options.limit)


def _quality(options: argparse.Namespace) -> int:
    evalset: EvalSet = limited(SETS[options.set](options.data), options.limit)
    with Console(stderr=True).status(f"{evalset.name}: {len(evalset.turns)} turns") as status:

        def shown(what: str, done: int, of: int) -> None:
            status.update(f"{evalset.name}: {what} {done}/{of}")

        with served(options.runtime, embedder=options.embedder, url=options.url, tell=status.update) as client:
            figures = quality.run(evalset, client, recipe=options.recipe, progress=shown)
    found = report.as_json(evalset, figures, runtime=options.runtime, embedder=options.embedder, recipe=options.recipe)
    report.show(found, figures)
    if options.json:
        report.write(options.json, found)
    return 0


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
    parser.add_argument("--url", default="", help="a server that runs already and is empty; default: one of its own")
    parser.add_argument("--recipe", default="g", choices=RECIPES, help="how routes are fused (default: %(default)s)")
    distributed = parser.add_argument_group("speed of the distributed runtime")
    distributed.add_argument(
        "--parts", nargs="+", choices=run.PARTS, default=run.PARTS, help="what to measure; default: all"
    )
    distributed.add_argument(
        "--minutes", type=float, default=1.0, help="of sustained ingest; 10 is what counts (default: %(default)g)"
    )
    distributed.add_argument(
        "--folder", type=Path, help="keep the servers of `recall` here: loading 300,000 memories takes long"
    )
    parser.add_argument(
        "--limit", type=int, metavar="N", help="only the first N questions and their users; memories of a speed run"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
