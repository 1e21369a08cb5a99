"""The server's door: where it may listen."""

from __future__ import annotations

import io
import json
import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest
import structlog

from mnemolog.api_keys import ApiKeys
from mnemolog.logs import configure_logs
from mnemolog.server import bound_socket, is_loopback, refuse_open_door
from mnemolog.settings import load_settings
from schemas.errors import ConfigurationError


@pytest.mark.parametrize(
    ("host", "loopback"),
    [
        ("127.0.0.1", True),
        ("127.8.0.1", True),
        ("::1", True),
        ("[::1]", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.0.2.1", False),
        ("localhost.example", False),
        ("", False),
    ],
)
def test_only_the_loopback_address_is_private(host: str, loopback: bool) -> None:
    assert is_loopback(host) is loopback


def test_a_public_address_needs_a_key(tmp_path: Path) -> None:
    settings = load_settings({"host": "0.0.0.0", "folder": tmp_path}, environment={})

    with pytest.raises(ConfigurationError, match="anybody could read"):
        refuse_open_door(settings)
    ApiKeys(tmp_path).create(tenant="default", now=datetime(2026, 1, 1, tzinfo=UTC))

    refuse_open_door(settings)


def test_a_taken_port_and_a_wrong_host_are_named() -> None:
    with bound_socket("127.0.0.1", 0) as taken:
        taken.listen()
        with pytest.raises(ConfigurationError, match=str(taken.getsockname()[1])):
            bound_socket("127.0.0.1", taken.getsockname()[1])
    with pytest.raises(ConfigurationError):
        bound_socket("192.0.2.1", 0)


def test_a_listening_socket_names_its_protocol_so_that_answers_are_not_delayed() -> None:
    with bound_socket("127.0.0.1", 0) as bound:
        assert bound.proto == socket.IPPROTO_TCP


def test_log_lines_are_json_without_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.StringIO()
    monkeypatch.setattr("sys.stderr", written)
    key = "mnk_0123456789ab_" + "0" * 64

    configure_logs("info", "json")
    structlog.get_logger().info("tried", header=f"Bearer {key}", url="https://admin:hunter2@search:9200")
    structlog.reset_defaults()

    line = json.loads(written.getvalue())
    assert line["event"] == "tried"
    assert key not in written.getvalue()
    assert "hunter2" not in written.getvalue()
