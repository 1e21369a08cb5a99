"""Jobs: their states, limits and end."""

from __future__ import annotations

import asyncio
import io
from datetime import UTC, datetime

import pytest

from api import jobs
from api.jobs import Finished, Jobs
from schemas.errors import NotFoundError, UnavailableError


def now() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


async def nothing() -> Finished:
    return Finished(3)


async def test_a_job_is_done_with_its_count() -> None:
    board = Jobs(now)

    board.start("j1", "erase", "t", "u", nothing)
    job = await board.wait("j1", 5)

    assert (job.state, job.count, job.finished_at) == ("done", 3, now())


async def test_a_job_that_fails_says_why_and_what_is_foreign_stays_inside() -> None:
    board = Jobs(now)

    async def known() -> Finished:
        raise UnavailableError("the disk is away")

    async def foreign() -> Finished:
        raise RuntimeError("a password")

    board.start("j1", "export", "t", "u", known)
    board.start("j2", "export", "t", "u", foreign)

    assert (await board.wait("j1", 5)).detail == "the disk is away"
    assert "password" not in (await board.wait("j2", 5)).detail
    assert board.get("t", "j2").state == "failed"


async def test_a_job_of_another_tenant_is_not_there() -> None:
    board = Jobs(now)
    board.start("j1", "erase", "t", "u", nothing)

    with pytest.raises(NotFoundError):
        board.get("other", "j1")
    assert board.of("other") == []
    assert [job.job_id for job in board.of("t")] == ["j1"]
    await board.close()


async def test_too_many_waiting_jobs_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "WAITING_MAX", 2)
    board = Jobs(now)
    gate = asyncio.Event()

    async def waits() -> Finished:
        await gate.wait()
        return Finished(0)

    for number in range(2):
        board.start(f"j{number}", "erase", "t", "u", waits)
    with pytest.raises(UnavailableError):
        board.start("j3", "erase", "t", "u", waits)
    gate.set()
    await board.wait("j1", 5)

    board.start("j4", "erase", "t", "u", nothing)
    await board.close()


async def test_closing_ends_what_runs_and_closes_files() -> None:
    board = Jobs(now)
    file = io.BytesIO(b"lines")

    async def writes() -> Finished:
        return Finished(1, file)

    board.start("j1", "export", "t", "u", writes)
    await board.wait("j1", 5)
    board.start("j2", "erase", "t", "u", lambda: asyncio.Event().wait())  # type: ignore[arg-type,return-value]
    await asyncio.sleep(0)
    await board.close()

    assert file.closed
    assert board.get("t", "j2").state == "failed"


async def test_the_files_of_an_erased_user_are_dropped() -> None:
    board = Jobs(now)
    files = {user: io.BytesIO() for user in ("ana", "bo")}

    for user, file in files.items():
        board.start(user, "export", "t", user, lambda file=file: _with(file))  # type: ignore[misc]
        await board.wait(user, 5)
    board.drop_files("t", "ana")

    assert (files["ana"].closed, files["bo"].closed) == (True, False)
    assert board.get("t", "ana").file is None


async def _with(file: io.BytesIO) -> Finished:
    return Finished(1, file)
