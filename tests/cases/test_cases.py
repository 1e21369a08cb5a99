"""Every reported failure of comparable systems, over the API of a real server."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from tests.cases.case import CASES, RUNTIMES, Case, load_cases

DUE = frozenset({"this issue", "right memories", "distributed"})
LATER = frozenset({"using memory", "security", "surfaces"})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "case" in metafunc.fixturenames:
        path = Path(metafunc.config.getoption("--file") or CASES)
        cases = load_cases(path) if path.exists() else []
        metafunc.parametrize("runtime", RUNTIMES)
        metafunc.parametrize("case", cases, ids=[case.id for case in cases])


def test_a_reported_failure_does_not_happen_here(
    case: Case,
    runtime: str,
    root: Path,
    carried_out: Callable[[Case], None],
    record_property: Callable[[str, object], None],
) -> None:
    record_property("case", runtime)
    assert case.closes in DUE | LATER, f"{case.id} ({case.title}) has no manifest entry: say what closes it"
    due = case.closes in DUE
    if due:
        assert case.checked_in(runtime), f"{case.id} is due and has no check in the runtime {runtime}"
    for proof in case.proofs(runtime):
        file, _, name = proof.partition("::")
        assert f"def {name.split('[')[0]}(" in (root / file).read_text(encoding="utf-8"), f"{proof} is gone"
    if not case.steps:
        return
    try:
        carried_out(case)
    except (AssertionError, httpx.HTTPError) as error:
        if due:
            raise
        pytest.xfail(f"closed by {case.closes!r}: {error}")


def test_the_cases_are_there_or_the_run_says_so(request: pytest.FixtureRequest) -> None:
    path = Path(request.config.getoption("--file") or CASES)
    if not path.exists():
        print(f"not run: {path.name} is not beside this checkout")
    assert path.exists() or request.config.getoption("--file") is None, f"{path} does not exist"
