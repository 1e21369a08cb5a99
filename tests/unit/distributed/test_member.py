"""Each worker of a host has a name of its own in the groups, the same again after a restart."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from streams.distributed.member import Member, member_name


def test_two_workers_of_one_host_have_two_names_and_a_restart_has_the_same(tmp_path: Path) -> None:
    with member_name(tmp_path) as first:
        with member_name(tmp_path) as second:
            assert len({first, second, Member()}) == 3
        with member_name(tmp_path) as again:
            assert again == second
    with member_name(tmp_path) as restarted:
        assert restarted == first


def test_a_worker_that_was_killed_lets_go_of_its_name(tmp_path: Path) -> None:
    program = (
        "import os, sys, pathlib\nfrom streams.distributed.member import member_name\n"
        "with member_name(pathlib.Path(sys.argv[1])) as member:\n"
        "    print(member.name, flush=True); os.kill(os.getpid(), 9)"
    )
    killed = subprocess.run(
        [sys.executable, "-c", program, str(tmp_path)], capture_output=True, text=True, timeout=60, check=False
    )

    with member_name(tmp_path) as name:
        assert name == Member(killed.stdout.strip())


def test_a_name_that_is_given_is_taken_and_waited_for(tmp_path: Path) -> None:
    with member_name(tmp_path / "missing", "describe-7f9c") as name:
        assert name == Member("describe-7f9c", stays=True)


def test_without_a_folder_to_lock_in_there_is_no_name(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()

    with member_name(file) as name:
        assert name == Member()
