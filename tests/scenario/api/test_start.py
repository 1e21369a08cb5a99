"""Starting a server: every reason why it cannot has a clear answer and an exit code."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from mnemolog.serving import ServerProcess


def start(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mnemolog", "up", *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "400"},
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1"])
def test_a_public_address_without_keys_is_refused(tmp_path: Path, host: str) -> None:
    refused = start("--folder", str(tmp_path / "data"), "--host", host, "--port", "0")

    assert refused.returncode not in (0, 1)
    assert "mnemolog keys create" in refused.stderr + refused.stdout
    assert "Traceback" not in refused.stderr


def test_a_second_server_on_the_same_folder_is_refused(server: ServerProcess) -> None:
    refused = start("--folder", str(server.folder), "--port", "0")

    assert refused.returncode != 0
    assert f"in use by process {server.pid}" in refused.stderr + refused.stdout
    assert "Traceback" not in refused.stderr


def test_a_port_that_is_taken_is_refused(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        refused = start("--folder", str(tmp_path / "data"), "--port", str(port))

    assert refused.returncode != 0
    assert f"127.0.0.1:{port}" in refused.stderr + refused.stdout
    assert "Traceback" not in refused.stderr


def test_a_server_that_is_asked_to_stop_ends_by_itself_and_keeps_everything(tmp_path: Path) -> None:
    turns = [{"role": "user", "content": "The pear tree is in bloom."}]
    with ServerProcess(tmp_path / "data") as server:
        written = httpx.post(
            f"{server.url}/v1/turns", json={"user": "u", "session": "s", "turns": turns}, trust_env=False
        )
        log = server.log

    assert written.status_code == 202
    assert json.loads(log.read_text().splitlines()[-1])["event"] == "stopped"
    with ServerProcess(tmp_path / "data") as server:
        listed = httpx.get(f"{server.url}/v1/turns", params={"user": "u"}, trust_env=False).json()
    assert [turn["event_id"] for turn in listed["items"]] == written.json()["ids"]


def test_a_setting_that_is_not_understood_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MNEMOLOG_EMBEDER", "use")

    refused = start("--folder", str(tmp_path / "data"))

    assert refused.returncode != 0
    assert "embeder" in refused.stderr + refused.stdout
