"""Jobs: long work that a caller can come back to (export, erase). Kept in this process; the work is idempotent."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import BinaryIO, Literal

import structlog

from schemas.errors import MnemologError, NotFoundError, UnavailableError

KEPT_MAX = 1_000
"""Jobs kept, running ones included; the oldest finished ones are forgotten first."""
RUNNING_MAX = 4
"""Jobs at work at once: each reads a whole user, and live traffic comes first."""
WAITING_MAX = 100
JobKind = Literal["export", "erase", "forget", "rebuild", "promote", "rollback", "delete"]
JobState = Literal["queued", "running", "done", "failed"]

log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class Finished:
    """What a job leaves behind: how many things it dealt with, what there is to say, and a file for an export."""

    count: int
    file: BinaryIO | None = None
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of long work. `user` is whom it is about, "" = all; only its tenant may see it."""

    job_id: str
    kind: JobKind
    tenant: str
    user: str
    state: JobState
    created_at: datetime
    finished_at: datetime | None = None
    count: int = 0
    detail: str = ""
    file: BinaryIO | None = None


@dataclass(slots=True)
class _Entry:
    job: Job
    task: asyncio.Task[None] | None = None
    done: asyncio.Event = field(default_factory=asyncio.Event)


class Jobs:
    """Starts and remembers jobs. Whoever opens it closes it: unfinished work is cancelled then."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._entries: OrderedDict[str, _Entry] = OrderedDict()
        self._slots = asyncio.Semaphore(RUNNING_MAX)

    def start(self, job_id: str, kind: JobKind, tenant: str, user: str, work: Callable[[], Awaitable[Finished]]) -> Job:
        """Queue `work`. Raises UnavailableError when too much is waiting."""
        waiting = sum(1 for entry in self._entries.values() if entry.job.state in ("queued", "running"))
        if waiting >= WAITING_MAX:
            raise UnavailableError(f"{waiting} jobs are waiting", hint="try again when some are done")
        entry = _Entry(Job(job_id, kind, tenant, user, "queued", self._now()))
        self._entries[job_id] = entry
        self._trim()
        entry.task = asyncio.create_task(self._run(entry, work), name=f"job-{job_id}")
        return entry.job

    def finished(self, job_id: str, kind: JobKind, tenant: str, user: str, count: int, detail: str = "") -> Job:
        """A job that had nothing to do and is done."""
        now = self._now()
        entry = _Entry(Job(job_id, kind, tenant, user, "done", now, now, count, detail))
        entry.done.set()
        self._entries[job_id] = entry
        self._trim()
        return entry.job

    def get(self, tenant: str, job_id: str) -> Job:
        """Raises NotFoundError, also for another tenant's job."""
        entry = self._entries.get(job_id)
        if entry is None or entry.job.tenant != tenant:
            raise NotFoundError(f"there is no job {job_id!r}", field="job_id")
        return entry.job

    def of(self, tenant: str) -> list[Job]:
        """The tenant's jobs, newest first."""
        return [entry.job for entry in reversed(self._entries.values()) if entry.job.tenant == tenant]

    async def wait(self, job_id: str, timeout_s: float) -> Job:
        """The job once it is done or failed, or as it stands when the time runs out."""
        entry = self._entries[job_id]
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(timeout_s):
                await entry.done.wait()
        return entry.job

    def drop_files(self, tenant: str, user: str) -> None:
        """Throw away the files of a user's exports: what was erased or forgotten stays in no copy of ours."""
        for entry in self._entries.values():
            if (entry.job.tenant, entry.job.user) == (tenant, user) and entry.job.file is not None:
                entry.job.file.close()
                entry.job = replace(
                    entry.job, file=None, detail="the file was dropped: what it held was erased or forgotten since"
                )

    async def close(self) -> None:
        """Cancel what runs and close all files."""
        tasks = [entry.task for entry in self._entries.values() if entry.task is not None and not entry.task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for entry in self._entries.values():
            if entry.job.file is not None:
                entry.job.file.close()

    async def _run(self, entry: _Entry, work: Callable[[], Awaitable[Finished]]) -> None:
        try:
            async with self._slots:
                entry.job = replace(entry.job, state="running")
                result = await work()
            entry.job = replace(
                entry.job,
                state="done",
                finished_at=self._now(),
                count=result.count,
                file=result.file,
                detail=result.detail,
            )
        except asyncio.CancelledError:
            entry.job = replace(entry.job, state="failed", finished_at=self._now(), detail="the server stopped")
            raise
        except MnemologError as error:
            entry.job = replace(entry.job, state="failed", finished_at=self._now(), detail=error.message)
        except Exception:
            log.exception("job_failed", job=entry.job.job_id, kind=entry.job.kind)
            entry.job = replace(
                entry.job, state="failed", finished_at=self._now(), detail="internal error, see the log"
            )
        finally:
            entry.done.set()

    def _trim(self) -> None:
        for job_id in list(self._entries):
            if len(self._entries) <= KEPT_MAX:
                return
            entry = self._entries[job_id]
            if entry.job.state in ("done", "failed"):
                if entry.job.file is not None:
                    entry.job.file.close()
                del self._entries[job_id]
