"""What gives way is behind as a process and, where it leads a session of its own, as a session."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from mnemolog.priority import put_behind

SESSIONS_ARE_WEIGHED = Path("/proc/self/autogroup").exists()
NICENESS = "import os; print(os.getpriority(os.PRIO_PROCESS, 0), flush=True)"
NOW = f"{NICENESS}; print(open('/proc/self/autogroup').read())" if SESSIONS_ARE_WEIGHED else NICENESS
GIVES_WAY = f"from mnemolog.priority import give_way; give_way(17); {NOW}"


def _told(program: str, *, own_session: bool) -> str:
    ran = subprocess.run(
        [sys.executable, "-c", program], start_new_session=own_session, capture_output=True, text=True, check=True
    )
    return ran.stdout.strip()


def test_a_worker_with_a_session_of_its_own_is_behind_other_sessions() -> None:
    told = _told(GIVES_WAY, own_session=True)

    assert told.split()[0] == "17"
    assert told.endswith("nice 17") or not SESSIONS_ARE_WEIGHED


def test_a_worker_in_a_shell_leaves_the_session_of_the_shell_where_it_is() -> None:
    before = _told(NOW, own_session=False)

    told = _told(GIVES_WAY, own_session=False)

    assert told.split()[0] == "17"
    assert told.split()[1:] == before.split()[1:]


@pytest.mark.parametrize("given", [1, 17])
def test_a_server_is_put_behind_and_never_before_where_it_stands(given: int) -> None:
    waits = f"{NICENESS}; input(); {NICENESS}"
    with subprocess.Popen(
        [sys.executable, "-c", waits], start_new_session=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        before = int(server.stdout.readline())

        put_behind(server.pid, given)

        told, _ = server.communicate("\n")
    assert int(told) == max(before, given)


def test_a_server_that_has_ended_is_left_alone() -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""], start_new_session=True)
    ended.wait()

    before = os.getpriority(os.PRIO_PROCESS, 0)

    put_behind(ended.pid, 19)

    assert os.getpriority(os.PRIO_PROCESS, 0) == before
