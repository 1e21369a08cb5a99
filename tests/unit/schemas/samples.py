"""One record of every type that is ever written to the log, as this version writes it.

python -m tests.unit.schemas.samples    stores the bytes of types that have none yet; it never rewrites stored bytes
"""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

from pydantic import BaseModel

from schemas.codec import Header, encode
from schemas.events import (
    AbstractionDue,
    Attachment,
    Event,
    MemoryAsserted,
    MemoryEdited,
    MemoryFlagged,
    MemoryForgotten,
    MemoryReference,
    RecallJudged,
    SessionClosed,
    SessionForgotten,
    TurnRecorded,
    TurnRedriven,
    UserErased,
)
from schemas.memories import MemoriesRecord, Outcome
from schemas.stages import EmbeddedEvent
from tests.unit.schemas.vault import Vault

GOLDEN = Path(__file__).with_name("golden")
AT = datetime(2026, 1, 31, 1, 2, 3, 450_000, tzinfo=UTC)
COMMON = {"event_id": "e-1", "tenant": "t", "user": "小梅", "occurred_at": AT, "recorded_at": AT}
REFERENCE = MemoryReference(memory_id="m_1", evidence=("e-0",), resolution="fact", subject="user", attribute="phone")
TURN = TurnRecorded(
    session="s",
    role="user",
    content="新号码是13900139000 🎉",
    timezone="Asia/Shanghai",
    attachments=(Attachment(caption="a cat"),),
    tags=("x",),
    metadata={"k": [1, None, "v"]},
    **COMMON,
)
EVENTS: tuple[Event, ...] = (
    TURN,
    SessionClosed(session="s", **COMMON),
    MemoryAsserted(content="a note", **COMMON),
    MemoryEdited(memory=REFERENCE, content="new", **COMMON),
    MemoryForgotten(memory=REFERENCE, **COMMON),
    MemoryFlagged(memory=REFERENCE, flag="pin", **COMMON),
    RecallJudged(recall_id="r_1", used=(REFERENCE,), **COMMON),
    SessionForgotten(session="s", **COMMON),
    UserErased(**COMMON),
    TurnRedriven(turn=TURN, **COMMON),
    AbstractionDue(session="s", **COMMON),
)
DERIVED: tuple[BaseModel, ...] = (
    EmbeddedEvent(
        partition=3, offset=7, user_key="k", recorded_at=AT, event=TURN, model="use@3", vector=b"\x00<", claims=()
    ),
    MemoriesRecord(partition=3, offset=7, recorded_at=AT, outcome=Outcome(event_id="e-1", state="indexed")),
)
SAMPLES: dict[str, BaseModel] = {type(record).__name__: record for record in (*EVENTS, *DERIVED)}


def event_types() -> set[str]:
    return {kind.__name__ for kind in get_args(get_args(Event)[0])}


def store() -> None:
    GOLDEN.mkdir(exist_ok=True)
    for name, record in SAMPLES.items():
        version = getattr(record, "schema_version", 1)
        path = GOLDEN / f"{name}.v{version}.bin"
        if not path.exists():
            header = Header(type=name, schema_version=version, user_key="k", key_id="golden", recorded_at="")
            path.write_bytes(encode(header, record, Vault()))


if __name__ == "__main__":
    store()
