"""One real server of each runtime for all cases; each case has users of its own. Every case runs once in each runtime,
and the summary says how many did."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from mnemolog.local_servers import LocalServers
from mnemolog.serving import ServerProcess
from tests.cases.case import Case, Run

AT_ONCE = 6
"""Cases under way at once on the distributed runtime: nearly all of their time is the second until OpenSearch shows a
write."""


@pytest.fixture(scope="session")
def root() -> Path:
    return Path(__file__).parents[2]


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with ServerProcess(tmp_path_factory.mktemp("cases") / "data") as running:
        yield httpx.Client(base_url=running.url, timeout=60.0, trust_env=False)


class Running:
    """Carries cases out on the distributed runtime, several at once: all that were collected start with the first."""

    def __init__(self, client: httpx.Client, cases: list[Case]) -> None:
        self._pool = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="case")
        self._under_way: dict[str, Future[None]] = {
            case.id: self._pool.submit(Run(case, client).all_steps) for case in cases if case.steps
        }

    def result(self, case: Case) -> None:
        """Raises what the case raised."""
        self._under_way[case.id].result()

    def close(self) -> None:
        """Let go of what was not begun."""
        self._pool.shutdown(cancel_futures=True)


@pytest.fixture(scope="session")
def running(request: pytest.FixtureRequest, distributed: LocalServers) -> Iterator[Running]:
    collected = [item.callspec.params for item in request.session.items if hasattr(item, "callspec")]
    cases: dict[str, Case] = {params["case"].id: params["case"] for params in collected if "case" in params}
    with httpx.Client(base_url=distributed.url, timeout=60.0, trust_env=False) as http:
        started = Running(http, list(cases.values()))
        yield started
        started.close()


@pytest.fixture
def carried_out(request: pytest.FixtureRequest, runtime: str) -> Callable[[Case], None]:
    """Carries a case out in the runtime of this test."""
    if runtime == "distributed":
        running: Running = request.getfixturevalue("running")
        return running.result
    client: httpx.Client = request.getfixturevalue("client")
    return lambda case: Run(case, client).all_steps()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    ran: Counter[str] = Counter()
    held: Counter[str] = Counter()
    for outcome in ("passed", "failed", "xfailed", "skipped"):
        for report in terminalreporter.stats.get(outcome, ()):
            told = dict(report.user_properties)
            if "case" in told and report.when == "call":
                ran[told["case"]] += 1
                held[told["case"]] += outcome == "passed"
    if ran:
        terminalreporter.section("cases")
    for runtime, count in sorted(ran.items()):
        terminalreporter.write_line(f"{runtime}: {count} cases ran, {held[runtime]} of them hold")
