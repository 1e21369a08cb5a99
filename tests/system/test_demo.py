"""The demo on real servers: everything that it claims holds, and an interrupted one leaves nothing running."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from deploy.stack import down, status
from mnemolog.cli.app import run

DEADLINE_S = 240.0


@pytest.mark.timeout(400)
def test_the_demo_on_kafka_and_opensearch_runs_through_and_everything_holds(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = run(["demo", "--runtime", "distributed", "--folder", str(tmp_path), "--json"])

    found = json.loads(capsys.readouterr().out)
    assert [check["what"] for check in found["checks"] if not check["holds"]] == []
    assert code == 0
    assert len(found["answers"]) == 10
    assert [server.state for server in status(tmp_path / "stack").servers] == ["stopped", "stopped"]


@pytest.mark.parametrize("number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)])
def test_an_interrupted_demo_leaves_nothing_running(tmp_path: Path, number: signal.Signals) -> None:
    with (tmp_path / "said").open("wb") as said:
        demo = subprocess.Popen(
            [sys.executable, "-m", "mnemolog", "demo", "--runtime", "distributed", "--folder", str(tmp_path / "demo")],
            stdout=said,
            stderr=said,
        )
    try:
        worker_log = tmp_path / "demo" / "worker.log"
        deadline = time.monotonic() + DEADLINE_S
        while not worker_log.exists():
            assert demo.poll() is None, (tmp_path / "said").read_text()
            assert time.monotonic() < deadline, (tmp_path / "said").read_text()
            time.sleep(0.1)

        demo.send_signal(number)

        assert demo.wait(60) != 0
        assert [server.state for server in status(tmp_path / "demo" / "stack").servers] == ["stopped", "stopped"]
        assert _commands_naming(tmp_path / "demo") == []
    finally:
        demo.kill()
        down(tmp_path / "demo" / "stack")


def _commands_naming(folder: Path) -> list[str]:
    """The processes whose command line or environment names a folder."""
    found = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit() and int(process.name) != os.getpid():
            try:
                known = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            except OSError:
                continue
            if str(folder).encode() in known:
                found.append(known[:200].decode("utf-8", "replace"))
    return found
