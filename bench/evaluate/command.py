"""The commands `time`, `entities`, `claims` and `families`: a file in, a table, failures and JSON out."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.evaluate import claims, entities, families, times
from bench.evaluate.items import BadFile, ClaimsItem, EntityItem, FamilyItem, SomeItem, TimeItem, read_items
from bench.evaluate.outcome import Measure, Outcome, accuracy, accuracy_exact, micro, micro_and_quiet
from bench.evaluate.results import Gains, Results, show, write
from bench.evaluate.without import WITHOUT, evaluate_without, gains
from bench.families.generate import generate
from processors.ports import EntityFinder
from processors.stages import Describer

COMMANDS = ("time", "entities", "claims", "families")
WRONG_USAGE = 2


def main(arguments: Sequence[str], settings: Mapping[str, str]) -> int:
    """Runs one evaluation; `settings`: those of the server that families are run on. Returns the exit code."""
    options = _parser().parse_args(arguments)
    begun = time.monotonic()
    try:
        name, outcomes, measure, gained = _evaluated(options, settings)
    except BadFile as error:
        print(error, file=sys.stderr)
        return WRONG_USAGE
    results = Results(name, tuple(outcomes), measure, time.monotonic() - begun, gained)
    show(results, failures=options.failures)
    if options.json:
        write(options.json, results)
    return 0


def _evaluated(options: argparse.Namespace, settings: Mapping[str, str]) -> tuple[str, list[Outcome], Measure, Gains]:
    file: Path | None = options.file
    name = file.stem if file else options.command
    match options.command:
        case "time":
            return name, times.evaluate(_items(options, TimeItem)), accuracy_exact, {}
        case "entities":
            return name, entities.evaluate(_items(options, EntityItem), _finder()), micro, {}
        case "claims":
            found = claims.evaluate(_items(options, ClaimsItem), rules_describer())
            return name, found, micro_and_quiet, {}
        case _:
            tasks = _items(options, FamilyItem) if file else generate(seed=options.seed, count=options.n)
            name = name if file else f"families, seed {options.seed}"
            if options.memory != "on":
                return f"{name}, memory {options.memory}", evaluate_without(tasks, options.memory), accuracy, {}
            told = families.evaluate(tasks, settings, embedder=options.embedder, progress=_progress)
            return name, told, accuracy, gains(told, tasks, accuracy)


def _items(options: argparse.Namespace, kind: type[SomeItem]) -> list[SomeItem]:
    items = read_items(options.file, kind)
    return items if options.half is None else items[options.half :: 2]


def rules_describer() -> Describer:
    """The describe stage of the rules tier."""
    from processors.dimensions.describe import RulesDescriber

    return RulesDescriber(_finder())


def _finder() -> EntityFinder:
    """The two taggers of the describe stage; loading them takes seconds, so only who needs them does it."""
    from processors.dimensions.entities import BilingualEntityFinder
    from processors.models.lac import LacTagger
    from processors.models.spacy_names import SpacyNames

    return BilingualEntityFinder(english=SpacyNames(), chinese=LacTagger())


def _progress(done: int, of: int) -> None:
    if sys.stderr.isatty():
        print(f"\r{done}/{of}", end="" if done < of else "\n", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in COMMANDS:
        command = commands.add_parser(name)
        command.add_argument("--file", type=Path, required=name != "families", help="JSON Lines, one item a line")
        command.add_argument("--json", type=Path, metavar="FILE", help="also write the figures here")
        command.add_argument("--failures", type=int, default=0, metavar="N", help="show the first N failures")
        command.add_argument("--half", type=int, choices=(0, 1), help="every second item, from the first or second")
        if name == "families":
            command.add_argument("--seed", type=int, default=1, help="of made-up tasks, without --file")
            command.add_argument("--n", type=int, default=100, help="how many made-up tasks per family")
            command.add_argument("--memory", default="on", choices=("on", *WITHOUT), help="off and last20: without it")
            command.add_argument("--embedder", default="use", help="use, minilm or e5 (default: %(default)s)")
    return parser
