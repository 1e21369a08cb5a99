"""Junk: a seeded sample of the claims that the rules make of LoCoMo and MemDaily turns, against a person's verdicts.

The sets are not part of the repository, and no text of theirs is: a verdict is kept under its turn's id and a hash of
the claim. A claim that nobody has judged yet is listed, never counted as right.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from bench.evaluate.claims import UNDATED, stated
from bench.evaluate.items import GoldClaim
from bench.evaluate.outcome import wilson
from bench.sets import locomo, memdaily
from bench.sets.evalset import DataMissing
from mnemolog.importers.found import ImportedTurn
from processors.claims.gate import waits
from processors.importance import score_importance
from processors.language import detect_language
from processors.stages import Describer, TurnText
from schemas.events import Role

VERDICTS = Path(__file__).parents[1] / "gold" / "junk_verdicts.jsonl"
SETS = {"locomo": locomo.load, "memdaily": memdaily.load_mixed}
NOT_RUN = 3
BATCH = 256
_ROLE: TypeAdapter[Role] = TypeAdapter(Role)


@dataclass(frozen=True, slots=True)
class Made:
    """One claim of one turn. `name`: hash of the claim, the same while it says the same."""

    set: str
    turn: ImportedTurn
    claim: GoldClaim

    @property
    def name(self) -> str:
        told = "|".join((self.claim.subject, self.claim.attribute, self.claim.value, self.claim.polarity))
        return hashlib.sha256(told.encode()).hexdigest()[:12]


def main(arguments: Sequence[str]) -> int:
    """Draws, compares with the verdicts and prints the share of junk. Returns the exit code."""
    options = _parser().parse_args(arguments)
    from bench.evaluate.command import rules_describer

    try:
        turns = {name: load(options.data).turns for name, load in SETS.items()}
    except DataMissing as missing:
        print(f"not run: {missing}", file=sys.stderr)
        return NOT_RUN
    drawn = sample(list(made(turns, rules_describer())), seed=options.seed, count=options.n)
    _show(drawn, read_verdicts(options.verdicts), unjudged=options.unjudged)
    return 0


def made(turns: Mapping[str, Sequence[ImportedTurn]], describer: Describer) -> Iterator[Made]:
    """Every claim that the describe stage makes, in the order of the sets."""
    for name, said in turns.items():
        for start in range(0, len(said), BATCH):
            batch = said[start : start + BATCH]
            for turn, found in zip(batch, describer.describe([_text(one) for one in batch]), strict=True):
                let_through = (claim for claim in found.claims if not waits(claim, found.held_back))
                yield from (Made(name, turn, one) for claim in let_through if (one := stated(claim)) is not None)


def sample(claims: Sequence[Made], *, seed: int, count: int) -> list[Made]:
    """Half from each set, or all that there are, in the order of drawing."""
    chance = random.Random(seed)
    drawn: list[Made] = []
    for name in SETS:
        mine = [one for one in claims if one.set == name]
        drawn += chance.sample(mine, min(len(mine), count // len(SETS)))
    return drawn


def read_verdicts(path: Path) -> dict[tuple[str, str], str]:
    """(turn id, claim) → "right" or the kind of junk."""
    rows = (json.loads(line) for line in path.read_text("utf-8").splitlines() if line) if path.exists() else ()
    return {(row["turn"], row["claim"]): row["verdict"] for row in rows}


def _text(said: ImportedTurn) -> TurnText:
    turn = said.turn
    role = _ROLE.validate_python(turn.role)
    importance = score_importance(turn.content, role, detect_language(turn.content)).score
    return TurnText(
        turn.content, role, turn.speaker or "user", turn.occurred_at or UNDATED, turn.timezone or "UTC", importance
    )


def _show(drawn: Sequence[Made], verdicts: Mapping[tuple[str, str], str], *, unjudged: bool) -> None:
    judged = [verdicts.get((one.turn.turn.event_id, one.name), "") for one in drawn]
    kinds = Counter(verdict for verdict in judged if verdict not in ("", "right"))
    known, junk = sum(map(bool, judged)), sum(kinds.values())
    low, high = wilson(junk, known)
    print(f"{len(drawn)} claims · judged {known} · junk {junk} = {junk / max(1, known):.3f} [{low:.3f}, {high:.3f}]")
    for kind, count in kinds.most_common():
        print(f"  {kind}: {count}")
    for one, verdict in zip(drawn, judged, strict=True):
        if unjudged and not verdict:
            sign = "-" if one.claim.polarity == "negative" else "+"
            told = f"{one.claim.subject}.{one.claim.attribute}={one.claim.value} {sign}"
            print(f"{one.turn.turn.event_id}\t{one.name}\t{told}\t{one.turn.turn.speaker}: {one.turn.turn.content}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench junk", description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"), help="the folder of data sets")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--n", type=int, default=200, help="how many claims to draw")
    parser.add_argument("--verdicts", type=Path, default=VERDICTS, metavar="FILE")
    parser.add_argument("--unjudged", action="store_true", help="list the drawn claims that have no verdict")
    return parser
