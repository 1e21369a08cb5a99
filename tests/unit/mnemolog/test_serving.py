"""Processes of this program: whoever is interrupted while starting one still knows of it."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from deploy.stack.signals import interrupts_held_back
from mnemolog.serving import ProgramProcess, ended_in_order


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_in_the_middle_of_a_start_leaves_no_process_to_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    started: list[subprocess.Popen[bytes]] = []
    start = subprocess.Popen

    def interrupted(*arguments: object, **options: object) -> subprocess.Popen[bytes]:
        started.append(start(*arguments, **options))  # type: ignore[call-overload]
        os.kill(os.getpid(), number)
        return started[0]

    program = ProgramProcess(["--help"], log=tmp_path / "log", settings={}, module="timeit")
    monkeypatch.setattr(subprocess, "Popen", interrupted)
    with pytest.raises(KeyboardInterrupt), ended_in_order():
        program.start()

    assert program.pid == started[0].pid
    program.stop()
    assert started[0].returncode is not None


def test_a_signal_that_was_held_back_arrives_once_and_its_handler_is_as_before() -> None:
    arrived: list[int] = []
    before = signal.signal(signal.SIGTERM, lambda number, _: arrived.append(number))
    try:
        with interrupts_held_back():
            signal.raise_signal(signal.SIGTERM)
            signal.raise_signal(signal.SIGTERM)
            assert arrived == []
        assert arrived == [signal.SIGTERM]
        signal.raise_signal(signal.SIGTERM)
        assert len(arrived) == 2
    finally:
        signal.signal(signal.SIGTERM, before)


def test_an_ignored_signal_stays_ignored() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with interrupts_held_back():
            signal.raise_signal(signal.SIGINT)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
