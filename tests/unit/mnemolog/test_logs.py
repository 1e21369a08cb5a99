"""What a log line may hold: where a program failed, never what users said."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import logging, structlog
from mnemolog.logs import configure_logs
from schemas.errors import UnavailableError
configure_logs("info", {form!r})
def remember(said):
    raise KeyError(said)
try:
    try:
        remember("my cat is called Miso")
    except KeyError as error:
        raise UnavailableError("the disk is away") from error
except UnavailableError:
    structlog.get_logger().exception("request_failed", request="r1")
    logging.getLogger("uvicorn.error").exception("task failed")
"""


@pytest.mark.parametrize("form", ["json", "text"])
def test_an_exception_is_logged_with_its_place_and_without_what_was_said(form: str) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(form=form)], capture_output=True, text=True, timeout=60, check=True
    )

    assert "Miso" not in ran.stderr
    assert ran.stderr.count("UnavailableError: the disk is away") == 2
    assert ran.stderr.count("KeyError") == 2
    assert "remember" in ran.stderr
