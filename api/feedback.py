"""Feedback on recalls: which memories helped, which were wrong, what was missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from api.memories import reference_to
from api.services import Services
from processors.admission import admit_text
from schemas.errors import InvalidInputError, NotFoundError
from schemas.events import MemoryReference, RecallJudged
from schemas.memories import Memory
from schemas.position import Position
from schemas.recalls import RecallRecord


@dataclass(frozen=True, slots=True)
class Taken:
    """The appended judgement. `gone`: memories that do not exist any more."""

    event_id: str
    position: Position
    gone: list[str]


async def find(services: Services, tenant: str, recall_id: str) -> RecallRecord:
    """Raises NotFoundError, also for another tenant's."""
    found = await services.recalls.find(tenant, recall_id)
    if found is None:
        raise NotFoundError(
            f"there is no recall {recall_id[:100]!r}", hint="recalls are kept for 30 days", field="recall_id"
        )
    return found


async def judge(
    services: Services, tenant: str, recall_id: str, *, used: Sequence[str], wrong: Sequence[str], missing: str
) -> Taken:
    """Append a judgement. Raises NotFoundError, InvalidInputError for a memory that was not recalled there."""
    recall = await find(services, tenant, recall_id)
    given = {item.memory_id for item in recall.items}
    for name, ids in (("used", used), ("wrong", wrong)):
        for index, memory_id in enumerate(ids):
            if memory_id not in given:
                raise InvalidInputError(f"{memory_id[:100]!r} was not recalled there", field=f"{name}.{index}")
    if both := sorted(set(used) & set(wrong)):
        raise InvalidInputError(f"{both[0]!r} is given as used and as wrong", field="wrong")
    if not used and not wrong and not missing:
        raise InvalidInputError("the feedback says nothing", hint="send used, wrong or missing")
    scope = services.scope(tenant, recall.user)
    known = await services.reading().index.get(scope, sorted({*used, *wrong}))
    now = services.now()
    event = RecallJudged(
        event_id=services.new_id(),
        tenant=tenant,
        user=recall.user,
        occurred_at=now,
        recorded_at=now,
        recall_id=recall_id,
        used=_references(used, known),
        wrong=_references(wrong, known),
        missing=admit_text(missing, field="missing").text if missing else "",
    )
    [position] = await services.sink.append([event])
    return Taken(event.event_id, position, [i for i in dict.fromkeys((*used, *wrong)) if i not in known])


def _references(ids: Sequence[str], known: Mapping[str, Memory]) -> tuple[MemoryReference, ...]:
    return tuple(reference_to(known[memory_id]) for memory_id in dict.fromkeys(ids) if memory_id in known)
