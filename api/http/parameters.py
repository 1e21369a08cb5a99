"""Parameters that several routes take, each described once."""

from __future__ import annotations

from typing import Annotated

from fastapi import Header, Path, Query
from pydantic import AfterValidator

from api.http.limits import WAIT_MS_DEFAULT, WAIT_MS_MAX
from api.http.segments import unescape
from schemas.queries import LIST_LIMIT_MAX

User = Annotated[str, Query(description="Whose memory it is; your id of the user.", examples=["ana"])]
Limit = Annotated[int, Query(ge=1, le=LIST_LIMIT_MAX, description="How many entries at most.")]
Cursor = Annotated[str, Query(max_length=4_000, description="`next_cursor` of the page before.")]
After = Annotated[
    str, Query(max_length=64, description="A write's token: the answer includes that write.", examples=["e1.p3:10452"])
]
WaitMs = Annotated[int, Query(ge=0, le=WAIT_MS_MAX, description="How long to wait for `after`, or for a change.")]
IfMatch = Annotated[
    str | None,
    Header(alias="If-Match", description="The `position` of the memory that you saw.", examples=['"e1.p3:10452"']),
]  # fmt: skip
UserInPath = Annotated[
    str, Path(alias="user", description="Your id of the user.", examples=["ana"]), AfterValidator(unescape)
]
SessionInPath = Annotated[
    str,
    Path(alias="session", description="Your id of the session.", examples=["2026-01-31-breakfast"]),
    AfterValidator(unescape),
]
EventId = Annotated[
    str, Path(description="The event id.", examples=["0b6f6f0e-5f0e-4c63-9a3c-0d6b6f1c2a11"]), AfterValidator(unescape)
]
MemoryId = Annotated[
    str, Path(description="The memory's id.", examples=["m_0123456789abcdef0123456789abcdef"]), AfterValidator(unescape)
]
RecallId = Annotated[str, Path(description="The recall's id.", examples=["r_example"]), AfterValidator(unescape)]
JobId = Annotated[str, Path(description="The job's id.", examples=["job_example"]), AfterValidator(unescape)]
WAIT_DEFAULT: int = WAIT_MS_DEFAULT
