"""Judgements: what people said of recalls, with what each term of the ranking gives to the memories that were shown;
the ranking is fitted to it (api/recall/learned.py)."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import numpy as np

from api.asking import sources_of
from api.recall.learned import Judged
from api.recall.rank import rank
from api.recall.triggers import pulled
from api.services import Services
from indexers.index import Scope
from schemas.events import RecallJudged
from schemas.recalls import RecallRecord

USERS_PAGE = 500


async def judged_recalls(services: Services, tenant: str) -> list[Judged]:
    """Every recall of a tenant that is kept and of which a memory was used and another was not, as it would be ranked
    now without anything learned. Raises what the index raises."""
    found = []
    async for user in _users(services, tenant):
        scope = services.scope(tenant, user)
        used: dict[str, set[str]] = {}
        async for located in services.follower.history(scope.user_key):
            if isinstance(located.event, RecallJudged):
                helped = used.setdefault(located.event.recall_id, set())
                helped.update(reference.memory_id for reference in located.event.used)
                helped.difference_update(reference.memory_id for reference in located.event.wrong)
        for recall_id, helped in used.items():
            record = await services.recalls.find(tenant, recall_id)
            if record is not None and (judged := await _judged(services, scope, record, helped)) is not None:
                found.append(judged)
    return found


async def _judged(services: Services, scope: Scope, record: RecallRecord, helped: set[str]) -> Judged | None:
    if record.query.query is None:
        return None
    sources = replace(sources_of(services, scope), learned=None)
    ranked = await rank(record.query, sources, record.recorded_at)
    shown = {item.memory_id for item in record.items}
    rows = [row for row in ranked.rows if ranked.candidates.ids[row] in shown]
    used = np.array([ranked.candidates.ids[row] in helped for row in rows], np.bool_)
    if not used.any() or used.all():
        return None
    return Judged(
        recall_id=record.recall_id,
        user_key=scope.user_key,
        scenes=tuple(trigger.name for trigger in pulled(ranked.question.meant, ranked.question.text)),
        terms={name: values[rows] for name, values in ranked.ranking.factors.items()},
        used=used,
    )


async def _users(services: Services, tenant: str) -> AsyncIterator[str]:
    cursor = ""
    while True:
        page, cursor = await services.reading().index.users(tenant, limit=USERS_PAGE, cursor=cursor)
        for user, _ in page:
            yield user
        if not cursor:
            return
