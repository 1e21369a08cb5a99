"""`mnemolog demo`: the main job on a real server, in under a minute: remember, recall, crash, go on, rebuild."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from mnemolog_client import Mnemolog
from mnemolog_client.results import Memory
from rich.console import Console
from rich.markup import escape
from rich.status import Status
from rich.table import Table

from mnemolog.cli.memory_commands import explained
from mnemolog.cli.output import err, out, progress, shortened, show_json
from mnemolog.demo_subjects import DistributedSubject, EmbeddedSubject, Subject, Tell
from mnemolog.importers.found import ImportedTurn, Json, derived_id
from mnemolog.importers.load import ImportReport, send
from mnemolog.sample import SampleAnswer, ask, sample_questions, sample_turns
from mnemolog.serving import ended_in_order
from schemas.errors import ConfigurationError, UnavailableError

FACTS_SHOWN = 8
GUEST = "guest"
"""Whose turns are being processed when the server is killed."""
EVERY_TURN: dict[str, Json] = {"resolution": ["turn"], "status": ["raw", "provisional", "active", "superseded"]}
"""A turn whose number or liking was replaced is superseded with it; it still counts as remembered."""
SETTLED_S = 60.0
SUBJECTS: dict[str, Callable[[Path, Tell], Subject]] = {"embedded": EmbeddedSubject, "distributed": DistributedSubject}


@dataclass(slots=True)
class Record:
    """What the demo found out: (what should hold, whether it does), in order."""

    checks: list[tuple[str, bool]] = field(default_factory=list)
    answers: list[dict[str, object]] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def well(self) -> bool:
        """Whether everything holds."""
        return all(holds for _, holds in self.checks)


def run(*, folder: Path | None, runtime: str, verbose: bool, as_json: bool) -> bool:
    """Runs the demo and shows it; True when everything that it claims was seen to hold."""
    if runtime not in SUBJECTS:
        raise ConfigurationError(f"there is no runtime {runtime!r}", hint=f"one of {', '.join(SUBJECTS)}")
    if folder is not None and folder.exists() and any(folder.iterdir()):
        raise ConfigurationError(f"{folder} is not empty", hint="name a new folder")
    with ended_in_order(), tempfile.TemporaryDirectory(prefix="mnemolog-demo-") as place:
        demo = Demo(out(), verbose=verbose, quiet=as_json)
        demo.run(SUBJECTS[runtime](folder or Path(place) / "data", demo.tell))
    if as_json:
        checks = [{"what": what, "holds": holds} for what, holds in demo.record.checks]
        show_json(
            {"well": demo.record.well, "seconds": demo.record.seconds, "checks": checks, "answers": demo.record.answers}
        )
    return demo.record.well


class Demo:
    """One run."""

    def __init__(self, console: Console, *, verbose: bool, quiet: bool) -> None:
        self.record = Record()
        self._status: Status | None = None
        self._verbose = verbose
        self._quiet = quiet
        self._console = Console(quiet=True) if quiet else console

    def run(self, subject: Subject) -> None:
        """All steps in order; what fails is in the record."""
        begun = time.monotonic()
        try:
            with self._step("Remember"):
                self._remember(subject)
            with self._step("Recall"), subject.client() as client:
                answers = self._recall(client)
            with self._step("Crash"):
                self._crash(subject, answers)
            with self._step("Rebuild"):
                self._rebuild(subject, answers)
        finally:
            self._told()
            subject.stop()
        self.record.seconds = round(time.monotonic() - begun, 1)
        verdict = "[green]Everything holds[/green]" if self.record.well else "[red]Something does not hold[/red]"
        self._console.print(f"\n{verdict} ({self.record.seconds} s).")

    def tell(self, what: str) -> None:
        """Show what is being done until something is known, where somebody looks on."""
        if self._quiet or not err().is_terminal:
            return
        if self._status is None:
            self._status = err().status(what)
            self._status.start()
        self._status.update(what)

    def _told(self) -> None:
        if self._status is not None:
            self._status.stop()
            self._status = None

    def _remember(self, subject: Subject) -> None:
        turns = sample_turns()
        self._say(subject.begin())
        begun = time.monotonic()
        with subject.client() as client:
            report = self._import(client, turns)
            _settle(client)
            self._check(
                f"{report.recorded} turns of two people over seven months, English and Chinese, remembered in "
                f"{time.monotonic() - begun:.1f} s",
                report.complete and report.recorded == len(turns),
            )
            for user in dict.fromkeys(turn.user for turn in turns):
                self._show_known(user, list(client.memories(user, {"resolution": ["fact"]}, order="importance")))

    def _show_known(self, user: str, known: list[Memory]) -> None:
        table = Table(
            "what was learned about " + user, "kind", "said on", box=None, pad_edge=False, header_style="bold"
        )
        for memory in known[:FACTS_SHOWN]:
            table.add_row(escape(shortened(memory.content, 70)), memory.kind or "", f"{memory.occurred_at:%d %b %Y}")
        self._console.print(table)
        if len(known) > FACTS_SHOWN:
            self._say(f"… and {len(known) - FACTS_SHOWN} more, besides every turn as it was said")

    def _recall(self, client: Mnemolog) -> list[SampleAnswer]:
        answers = ask(client, sample_questions())
        for number, answer in enumerate(answers, start=1):
            self._show_answer(number, answer)
        right = sum(answer.right for answer in answers)
        self._check(f"{right} of {len(answers)} questions are answered as they should be", right == len(answers))
        return answers

    def _show_answer(self, number: int, answer: SampleAnswer) -> None:
        best, mark = answer.best, "[green]✓[/green]" if answer.right else "[red]✗[/red]"
        self._console.print(
            f"{mark} [bold]{number}. {escape(answer.question.query)}[/bold] [dim]{answer.question.about}[/dim]"
        )
        if answer.found.abstained or best is None:
            self._console.print("     nothing is known about this, and it says so")
        else:
            memory = best.memory
            self._console.print(
                f"     {escape(shortened(memory.content, 96))} [dim]({memory.occurred_at:%d %b %Y})[/dim]"
            )
            why = explained(best)
            self._console.print(f"     [dim]found by {escape(why if self._verbose else why.split(';')[0])}[/dim]")
        self.record.answers.append(
            {
                "query": answer.question.query,
                "right": answer.right,
                "abstained": answer.found.abstained,
                "answer": best.memory.content if best else "",
                "why": explained(best) if best else "",
            }
        )

    def _crash(self, subject: Subject, answers: list[SampleAnswer]) -> None:
        turns = [_as_guest(turn) for turn in sample_turns()]
        with subject.client() as client:
            accepted = client.add(GUEST, "arriving", [turn.turn for turn in turns[:100]])
        killed = subject.crash()
        self._say(f"{len(accepted.ids)} more turns were acknowledged, and at once {killed} killed with -9.")
        seconds = subject.go_on()
        with subject.client() as client:
            _settle(client)
            outcomes = [client.turn(event_id, GUEST, wait_ms=10_000) for event_id in accepted.ids]
            indexed = sum(1 for turn in outcomes if turn.outcome is not None and turn.outcome.state == "indexed")
            self._check(
                f"back after {seconds:.1f} s, it went on: {indexed} of {len(accepted.ids)} are remembered",
                indexed == len(accepted.ids),
            )
            raw = list(client.memories(GUEST, EVERY_TURN))
            self._check("none of them twice", len(raw) == len({m.evidence[0].event_id for m in raw}) == indexed)
            report = self._import(client, turns)
            _settle(client)
            raw = list(client.memories(GUEST, EVERY_TURN))
            self._check(
                f"the import that was cut was run again: {len(raw)} turns, none lost, none twice",
                report.complete and len(raw) == len(turns),
            )
            again = ask(client, sample_questions())
        self._check("all ten answers are the same as before", _same(answers, again))

    def _rebuild(self, subject: Subject, answers: list[SampleAnswer]) -> None:
        for what, same in subject.rebuilds():
            self._check(what, same)
        with subject.client() as client:
            _settle(client)
            again = ask(client, sample_questions())
        self._check("all ten answers are the same as before", _same(answers, again))

    def _import(self, client: Mnemolog, turns: list[ImportedTurn]) -> ImportReport:
        self._told()
        with progress("importing", len(turns), quiet=self._quiet) as step:
            return send(client, turns, progress=lambda report: step(report.recorded, "importing"))

    def _check(self, what: str, holds: bool) -> None:
        self._told()
        self.record.checks.append((what, holds))
        self._console.print(f"{'[green]✓[/green]' if holds else '[red]✗[/red]'} {escape(what)}")

    def _say(self, text: str) -> None:
        self._told()
        self._console.print(f"  [dim]{escape(text)}[/dim]")

    @contextmanager
    def _step(self, title: str) -> Iterator[None]:
        self._console.print(f"\n[bold cyan]{title}[/bold cyan]")
        yield


def _as_guest(turn: ImportedTurn) -> ImportedTurn:
    """The same turn, said by the guest."""
    event_id = derived_id(GUEST, turn.turn.event_id)
    return ImportedTurn(GUEST, "arriving", replace(turn.turn, event_id=event_id), turn.place)


def _settle(client: Mnemolog, clock: Callable[[], float] = time.monotonic) -> None:
    """Returns when nothing waits for the index. Raises UnavailableError."""
    deadline = clock() + SETTLED_S
    while waiting := sum(lag.waiting for lag in client.lag()):
        if clock() > deadline:
            raise UnavailableError(f"{waiting} events are still not indexed", hint="see `mnemolog lag`")
        time.sleep(0.05)


def _same(before: list[SampleAnswer], after: list[SampleAnswer]) -> bool:
    return [(one.ids, one.found.abstained) for one in before] == [(one.ids, one.found.abstained) for one in after]
