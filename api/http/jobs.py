"""/v1/jobs: long work, and the file that an export leaves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO

from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import Field

from api.cursors import page_after
from api.http.auth import Reader
from api.http.documents import ANSWERS, services_of
from api.http.parameters import Cursor, JobId, Limit
from api.http.route import Route
from api.http.views import Page, View
from api.jobs import Job, JobKind, JobState
from schemas.errors import NotFoundError
from schemas.records import UtcTime

router = APIRouter(prefix="/v1/jobs", tags=["jobs"], route_class=Route, responses=ANSWERS)
CHUNK_BYTES = 64 * 1024


class JobResult(View):
    """What a job left behind."""

    count: int = Field(description="How many memories were erased or forgotten, lines written, or events processed.")
    file: str = Field(description="Where the export can be downloaded; empty when there is none (any more).")


class JobView(View):
    """A piece of long work."""

    job_id: str = Field(description="Its id.")
    kind: JobKind = Field(description="export, erase or forget; rebuild, promote, rollback or delete a generation.")
    user: str = Field(description="Whom it is about; empty = all.")
    state: JobState = Field(description="queued, running, done or failed.")
    created_at: UtcTime = Field(description="When it was asked for.")
    finished_at: UtcTime | None = Field(description="When it ended.")
    detail: str = Field(description="Why it failed, or what there is to say.")
    result: JobResult | None = Field(description="What it left behind; null until it is done.")

    @classmethod
    def of(cls, job: Job) -> JobView:
        """The view of a job."""
        result = None
        if job.state == "done":
            result = JobResult(count=job.count, file=f"/v1/jobs/{job.job_id}/file" if job.file is not None else "")
        return cls(
            job_id=job.job_id,
            kind=job.kind,
            user=job.user,
            state=job.state,
            created_at=job.created_at,
            finished_at=job.finished_at,
            detail=job.detail,
            result=result,
        )


class JobPage(Page[JobView]):
    """One page of jobs."""


@router.get("", operation_id="list_jobs", summary="List jobs")
async def list_jobs(caller: Reader, services: services_of, limit: Limit = 50, cursor: Cursor = "") -> JobPage:
    """The jobs of this server's process, newest first."""
    page, following = page_after(services.jobs.of(caller.tenant), _id, limit=limit, cursor=cursor)
    return JobPage(items=tuple(JobView.of(job) for job in page), next_cursor=following)


@router.get("/{job_id}", operation_id="get_job", summary="One job")
async def get_job(job_id: JobId, caller: Reader, services: services_of) -> JobView:
    """How far a job is."""
    return JobView.of(services.jobs.get(caller.tenant, job_id))


@router.get(
    "/{job_id}/file",
    operation_id="download_job_file",
    summary="Download an export",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "JSON Lines: a head, then events, then memories.",
            "content": {"application/jsonl": {"schema": {"type": "string"}}},
        }
    },
)
async def download_job_file(job_id: JobId, caller: Reader, services: services_of) -> StreamingResponse:
    """The lines that an export wrote: each an object with `type` export, event or memory."""
    job = services.jobs.get(caller.tenant, job_id)
    if job.file is None:
        raise NotFoundError(f"job {job_id!r} has no file", hint="only a finished export has one", field="job_id")
    name = f'attachment; filename="mnemolog-{job.job_id}.jsonl"'
    return StreamingResponse(_chunks(job.file), media_type="application/jsonl", headers={"Content-Disposition": name})


def _chunks(file: BinaryIO) -> Iterator[bytes]:
    """The file from its start, each chunk read at its own place so that two downloads do not disturb each other."""
    place = 0
    while not file.closed:
        file.seek(place)
        chunk = file.read(CHUNK_BYTES)
        if not chunk:
            return
        place += len(chunk)
        yield chunk


def _id(job: Job) -> str:
    return job.job_id
