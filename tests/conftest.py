"""Options of the whole suite, and real servers for those tests that need them."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from typing import Any

import pytest
import structlog

from deploy.stack import StackStatus, down, up
from mnemolog.local_servers import LocalServers

_HEAP_MB = 512


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--file", default=None, help="cases from this file instead of ../shared/cases/cases.yaml")


class Scenarios:
    """Counts what each runtime survived. A scenario that is skipped fails: nobody would miss it.

    Tests may run in several processes: what they say travels with their reports, and the first process counts.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._ran: Counter[str] = Counter()
        self._left: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        marker = item.get_closest_marker("scenario")
        if marker is None:
            return report
        if report.skipped:
            report.outcome = "failed"
            report.longrepr = f"a scenario must not be skipped: {report.longreprtext}"
        report.user_properties.append(("scenario", marker.args[0]))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told = dict(report.user_properties)
        if report.when == "call" and "scenario" in told:
            self._ran[str(told["scenario"])] += 1
            name = report.nodeid.rpartition("::")[2].partition("@")[0]
            self._lines += [f"{name}: {text}" for key, text in report.user_properties if key == "counts"]

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        for item in items:
            marker = item.get_closest_marker("scenario")
            if marker is not None and item.get_closest_marker("long") is not None:
                self._left[marker.args[0]] += 1

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["left"] = dict(self._left)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self._left = Counter(node.workeroutput["left"]) if hasattr(node, "workeroutput") else self._left

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self._ran:
            return
        terminalreporter.section("scenarios")
        for line in sorted(self._lines):
            terminalreporter.write_line(line)
        for runtime, count in sorted(self._ran.items()):
            later = self._left[runtime]
            long = f", {later} long ones left to `make test-faults`" if later else ""
            terminalreporter.write_line(f"{runtime}: {count} scenarios ran{long}")


QUICK_JAVA = "-XX:TieredStopAtLevel=1"
"""Servers of tests live for minutes: without the second compiler OpenSearch takes 10 ms of CPU for each of the first
1,000 turns in place of 15, Kafka 6 in place of 9 (our measurement, 2026-11-30)."""


def pytest_configure(config: pytest.Config) -> None:
    os.environ.setdefault("JAVA_TOOL_OPTIONS", QUICK_JAVA)
    config.pluginmanager.register(Scenarios())


GROUPS = ("faults", "distributed", "stack")
"""Tests that share servers run in one process, the longest first; all others are dealt out by file."""


def group_of(item: pytest.Item) -> str:
    """The group whose servers a test shares, else its file."""
    file = item.nodeid.partition("::")[0]
    if file.startswith("tests/system/faults/"):
        return "faults"
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    if "distributed" in getattr(item, "fixturenames", ()) or parameters.get("runtime") == "distributed":
        return "distributed"
    return "stack" if file.startswith(("tests/system/", "tests/contract/")) else file


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("numprocesses", None) and not hasattr(config, "workerinput"):
        return
    groups = {item: group_of(item) for item in items}
    for item, group in groups.items():
        item.add_marker(pytest.mark.xdist_group(group))
    items.sort(key=lambda item: GROUPS.index(groups[item]) if groups[item] in GROUPS else len(GROUPS))


@pytest.fixture(autouse=True)
def logs_as_at_first() -> Iterator[None]:
    """A test that sets up logging, in this process, must not leave its streams to the next one."""
    yield
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StackStatus]:
    """One Kafka broker and one OpenSearch node on free ports, shared by every test of the session.

    Tests keep apart by the names of their topics, groups and indices, and do not stop these servers: a test
    that needs a fault starts a stack of its own.
    """
    folder = tmp_path_factory.mktemp("stack")
    try:
        yield up(
            folder,
            kafka_port=0,
            controller_port=0,
            opensearch_port=0,
            transport_port=0,
            kafka_heap_mb=_HEAP_MB,
            opensearch_heap_mb=_HEAP_MB,
            runtime="local",
        )
    finally:
        down(folder)
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def distributed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServers]:
    """The distributed runtime on servers of its own, with inboxes of the tenants default and acme.

    Tests keep apart by their users, and leave worker, API and servers running.
    """
    place = tmp_path_factory.mktemp("distributed")
    with LocalServers(place, settings={"MNEMOLOG_TENANTS": "default,acme"}, opensearch_heap_mb=_HEAP_MB) as running:
        yield running
    shutil.rmtree(place, ignore_errors=True)
