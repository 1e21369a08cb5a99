"""What a log line may hold: where a program failed, never what users said."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from mnemolog.logs import NOISE_LINES

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


NOISE = """
import logging
from mnemolog import logs
logs.configure_logs("info", "json")
clock = [0.0]
logging.getLogger().handlers[0].filters[:] = [logs.NoiseLimit(lambda: clock[0])]
def outage():
    logging.getLogger("aiokafka.conn").error("Connect attempt to %s failed", "broker 1")
def other():
    logging.getLogger("aiokafka").error("no coordinator")
for _ in range(90):
    outage()
other()
clock[0] = logs.NOISE_S
outage()
outage()
clock[0] *= 3
outage()
"""


def test_a_client_that_repeats_itself_is_kept_short_and_told_how_often() -> None:
    ran = subprocess.run([sys.executable, "-c", NOISE], capture_output=True, text=True, timeout=60, check=True)

    told = [json.loads(line)["event"] for line in ran.stderr.splitlines()]
    failed = "Connect attempt to broker 1 failed"
    assert told == [
        *[failed] * NOISE_LINES,
        "no coordinator",
        f"{failed} [{90 - NOISE_LINES} more of these in 30 s, kept back]",
        failed,
        failed,
    ]
