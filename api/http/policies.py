"""/v1/users/{user}/policy-comparison: what another policy of fading would archive."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import Field

from api.http.auth import Reader
from api.http.documents import ANSWERS, services_of
from api.http.parameters import UserInPath
from api.http.route import Route
from api.http.views import MemoryView, View
from api.policies import compare
from processors.admission import admit_id
from schemas.errors import ConfigurationError, InvalidInputError
from schemas.records import Record, UtcTime

router = APIRouter(prefix="/v1/users", tags=["users"], route_class=Route, responses=ANSWERS)
POLICY_CHARACTERS_MAX = 200_000
LISTED_MAX = 100
"""Memories that each side of an answer lists; it counts all."""


class PolicyComparisonGiven(Record):
    """The policies to compare, as TOML text; see processors/activity/activity.toml."""

    policy: str = Field(
        max_length=POLICY_CHARACTERS_MAX,
        description="The policy in question.",
        examples=['[activity]\nversion = "activity/mine-1"\ncold_days = 30\n'],
    )
    against: str | None = Field(
        default=None, max_length=POLICY_CHARACTERS_MAX, description="Another one; null = the one that is read now."
    )
    at: UtcTime | None = Field(default=None, description="At which moment; null = now.")


class FadingView(View):
    """One policy on the user's memories."""

    version: str = Field(description="The policy's version.")
    awake: int = Field(description="Derived memories that are found without asking for the archive.")
    archived: int = Field(description="Derived memories that are only found with include=archived.")
    beyond_cap: int = Field(description="Memories, turns included, more than it lets into the index.")


class PolicyComparisonView(View):
    """What another policy would change."""

    at: UtcTime = Field(description="The moment compared.")
    before: FadingView = Field(description="Under `against`.")
    after: FadingView = Field(description="Under `policy`.")
    asleep: tuple[MemoryView, ...] = Field(description="Archived only under `policy`, at most 100.")
    asleep_count: int = Field(description="How many these are.")
    woken: tuple[MemoryView, ...] = Field(description="Archived only under `against`, at most 100.")
    woken_count: int = Field(description="How many these are.")


@router.post("/{user}/policy-comparison", operation_id="compare_policies", summary="Compare two policies")
async def compare_policies(
    user: UserInPath, body: PolicyComparisonGiven, caller: Reader, services: services_of
) -> PolicyComparisonView:
    """What another policy of fading would archive and wake of this user's memories. Nothing is changed: a policy is
    taken on by a rebuild and its promotion."""
    scope = services.scope(caller.tenant, admit_id(user, field="user"))
    try:
        found = await compare(services, scope, policy=body.policy, against=body.against, at=body.at)
    except ConfigurationError as error:
        raise InvalidInputError(error.message, hint=error.hint, field="policy") from error
    return PolicyComparisonView(
        at=found.at,
        before=FadingView.model_validate(found.before),
        after=FadingView.model_validate(found.after),
        asleep=tuple(MemoryView.of(memory, services.epoch) for memory in found.asleep[:LISTED_MAX]),
        asleep_count=len(found.asleep),
        woken=tuple(MemoryView.of(memory, services.epoch) for memory in found.woken[:LISTED_MAX]),
        woken_count=len(found.woken),
    )
