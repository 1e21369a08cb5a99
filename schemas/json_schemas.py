"""JSON Schemas of the vocabulary and the AsyncAPI document, made from the records and checked in under schemas/json.

python -m schemas.json_schemas      writes them anew; a test fails while they differ from the records
"""

from __future__ import annotations

import json
from pathlib import Path

from pydantic import BaseModel, TypeAdapter

from schemas.asyncapi import asyncapi
from schemas.events import EVENT
from schemas.inbox import InboxTurn
from schemas.memories import MemoriesRecord
from schemas.queries import ContextAnswer, ContextQuery, SearchAnswer, SearchQuery
from schemas.stages import DescribedEvent, EmbeddedEvent, ScoredEvent

FOLDER = Path(__file__).with_name("json")
_RECORDS: tuple[type[BaseModel], ...] = (
    ScoredEvent,
    DescribedEvent,
    EmbeddedEvent,
    MemoriesRecord,
    SearchQuery,
    SearchAnswer,
    ContextQuery,
    ContextAnswer,
    InboxTurn,
)


def generated() -> dict[str, str]:
    """File name → JSON Schema (2020-12), or the AsyncAPI document, as text."""
    adapters: dict[str, TypeAdapter[object]] = {"Event": EVENT}  # type: ignore[dict-item]  # adapters are invariant
    adapters |= {record.__name__: TypeAdapter(record) for record in _RECORDS}
    dialect = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    documents = {f"{name}.schema.json": dialect | adapter.json_schema() for name, adapter in adapters.items()}
    documents["asyncapi.json"] = asyncapi()
    return {name: json.dumps(document, ensure_ascii=False, indent=1) + "\n" for name, document in documents.items()}


def write(folder: Path = FOLDER) -> None:
    """Write all of them."""
    folder.mkdir(exist_ok=True)
    for name, text in generated().items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
