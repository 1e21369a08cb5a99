"""/v1/turns: recording turns and reading them back."""

from __future__ import annotations

import time
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field, JsonValue, model_validator

from api import turns
from api.http.auth import Reader, Writer
from api.http.documents import ANSWERS, services_of
from api.http.limits import TURNS_MAX, WAIT_MS_MAX
from api.http.parameters import Cursor, EventId, Limit, User
from api.http.route import Route
from api.http.views import OutcomeView, Page, View
from api.services import Services
from api.turns import FoundTurn, Utterance
from indexers.index import Scope
from processors.admission import admit_id
from schemas.events import Attachment, Role, Trust
from schemas.records import Record, UtcTime, zone_of_time

router = APIRouter(prefix="/v1/turns", tags=["turns"], route_class=Route, responses=ANSWERS)


class AttachmentGiven(Record):
    """Something shared with a turn; only its caption is remembered."""

    caption: str = Field(description="What it shows, in words.", examples=["a photo of a grey cat"])
    kind: str = Field(default="", description="Its kind, like image.", examples=["image"])
    url: str = Field(default="", description="Where it is. It is kept and never fetched.")


class TurnGiven(Record):
    """One utterance."""

    role: Role = Field(description="Who speaks: user, assistant, system or tool.", examples=["user"])
    content: str = Field(description="What is said, at most 64 kB.", examples=["My cat is called Miso."])
    event_id: str = Field(
        default="",
        description="Your id of the turn, unique for the user: sending it again changes nothing. Made when left out.",
    )
    occurred_at: UtcTime | None = Field(
        default=None,
        description="When it was said, with a zone. Left out, the time of recording stands in.",
        examples=["2026-01-31T09:00:00+08:00"],
    )
    speaker: str = Field(default="", description="The speaker's name.", examples=["Ana"])
    agent: str = Field(default="", description="Which agent records it.")
    task: str = Field(default="", description="Which task it belongs to.")
    turn_index: int | None = Field(default=None, strict=True, description="Your own number of the turn.")
    timezone: str = Field(
        default="UTC",
        description="The user's zone: IANA name or offset. Left out, the offset of `occurred_at`.",
        examples=["Asia/Shanghai"],
    )
    language: str = Field(default="", description="The language, if you know it; otherwise it is found out.")
    source: str = Field(default="", description="Where it comes from, like a channel or an import.")
    trust: Trust = Field(default="trusted", description="untrusted: text of third parties, like a web page.")
    recalled: tuple[str, ...] = Field(
        default=(), description="Ids of the memories that were in the prompt, so that they are not learned again."
    )
    attachments: tuple[AttachmentGiven, ...] = Field(default=(), description="What was shared with it.")
    tags: tuple[str, ...] = Field(default=(), description="At most 32 tags to filter by.", examples=[["pets"]])
    metadata: dict[str, JsonValue] = Field(
        default_factory=dict, description="Anything else, at most 16 kB: kept, given back, never searched."
    )

    @model_validator(mode="before")
    @classmethod
    def _its_own_zone(cls, given: object) -> object:
        return zone_of_time(given)

    def utterance(self) -> Utterance:
        """The same as the application takes it."""
        return Utterance(
            role=self.role,
            content=self.content,
            event_id=self.event_id,
            occurred_at=self.occurred_at,
            speaker=self.speaker,
            agent=self.agent,
            task=self.task,
            turn_index=self.turn_index,
            timezone=self.timezone,
            language=self.language,
            source=self.source,
            trust=self.trust,
            recalled=self.recalled,
            attachments=tuple(Attachment(caption=a.caption, kind=a.kind, url=a.url) for a in self.attachments),
            tags=self.tags,
            metadata=self.metadata,
        )


class TurnsGiven(Record):
    """Turns of one session, in order."""

    user: str = Field(description="Whose memory it is; your id of the user.", examples=["ana"])
    session: str = Field(description="The conversation; your id of it.", examples=["2026-01-31-breakfast"])
    turns: tuple[TurnGiven, ...] = Field(
        min_length=1, max_length=TURNS_MAX, description=f"1–{TURNS_MAX} turns; all are kept, or none."
    )


class TurnsAccepted(Record):
    """The turns are durable in the log."""

    ids: tuple[str, ...] = Field(description="Their event ids, in the order sent.")
    positions: tuple[str, ...] = Field(description="Their positions. A turn sent before has its old one.")
    token: str = Field(description="Give it as `after` to a search that must include these turns.")


class TurnView(View):
    """A recorded turn, and what became of it."""

    event_id: str = Field(description="Its id.")
    position: str = Field(description="Where it stands in the log.")
    session: str = Field(description="Its session.")
    role: Role = Field(description="Who spoke.")
    content: str = Field(description="What was said; secrets are masked.")
    speaker: str = Field(description="The speaker's name.")
    agent: str = Field(description="Which agent recorded it.")
    task: str = Field(description="Which task it belongs to.")
    turn_index: int | None = Field(description="The caller's own number of the turn.")
    occurred_at: UtcTime = Field(description="When it was said.")
    time_source: str = Field(description="given, or record: the caller gave no time.")
    recorded_at: UtcTime = Field(description="When it was admitted.")
    timezone: str = Field(description="The user's zone then.")
    source: str = Field(description="Where it came from.")
    trust: Trust = Field(description="Whether its source is trusted.")
    recalled: tuple[str, ...] = Field(description="Memories that were in the prompt.")
    attachments: tuple[AttachmentGiven, ...] = Field(description="What was shared with it.")
    tags: tuple[str, ...] = Field(description="Its tags.")
    metadata: dict[str, JsonValue] = Field(description="What the caller added.")
    redacted: tuple[str, ...] = Field(description="Kinds of secrets that were masked.")
    memory_id: str = Field(description="Its raw memory; empty while it has none.")
    outcome: OutcomeView | None = Field(description="What became of it; null = not processed yet.")
    repeats: tuple[OutcomeView, ...] = Field(
        description="What became of later deliveries with the same id, and of earlier tries."
    )

    @classmethod
    def of(cls, found: FoundTurn, services: Services, scope: Scope) -> TurnView:
        """The view of a found turn."""
        outcomes = [
            OutcomeView(
                state=entry.outcome.state,
                reason=entry.outcome.reason,
                memories=entry.outcome.memories,
                position=services.position(scope, entry.offset).token,
            )
            for entry in found.outcomes
        ]
        shown = {name: getattr(found.turn, name) for name in cls.model_fields if hasattr(found.turn, name)}
        attachments = tuple(AttachmentGiven(**attachment.model_dump()) for attachment in found.turn.attachments)
        return cls.model_validate(
            shown
            | {
                "position": found.located.position.token,
                "attachments": attachments,
                "memory_id": found.memory_id,
                "outcome": outcomes[0] if outcomes else None,
                "repeats": tuple(outcomes[1:]),
            }
        )


class TurnPage(Page[TurnView]):
    """One page of turns."""

    complete: bool = Field(
        description="False when more turns wait for the index than a listing looks at: the others follow once indexed."
    )


@router.post("", operation_id="record_turns", status_code=202, summary="Record turns")
async def record_turns(body: TurnsGiven, caller: Writer, services: services_of) -> TurnsAccepted:
    """Appends 1–100 turns of one session to the log, all or none; an error names the turn. When this answers, they
    are durable, and searchable moments later: give the token as `after` to be sure."""
    begun = time.perf_counter()
    given = [turn.utterance() for turn in body.turns]
    accepted = await turns.record(services, caller.tenant, body.user, body.session, given)
    services.metrics.write_ack_seconds.observe(time.perf_counter() - begun)
    return TurnsAccepted(
        ids=tuple(accepted.ids),
        positions=tuple(position.token for position in accepted.positions),
        token=accepted.last.token,
    )


@router.get("", operation_id="list_turns", summary="List turns")
async def list_turns(
    user: User,
    caller: Reader,
    services: services_of,
    session: Annotated[str, Query(description="Only this session.", examples=["2026-01-31-breakfast"])] = "",
    order: Annotated[Literal["oldest", "newest"], Query(description="Which come first.")] = "oldest",
    limit: Limit = 50,
    cursor: Cursor = "",
) -> TurnPage:
    """The recorded turns of a user or a session that are remembered, the just recorded ones included. A turn that
    became no memory, like system text, is found by its id, with its outcome, and in the export."""
    scope = services.scope(caller.tenant, admit_id(user, field="user"))
    page = await turns.listed(services, scope, session=session, order=order, limit=limit, cursor=cursor)
    return TurnPage(
        items=tuple(TurnView.of(turn, services, scope) for turn in page.turns),
        next_cursor=page.next_cursor,
        complete=page.complete,
    )


@router.get("/{event_id}", operation_id="get_turn", summary="One turn and its outcome")
async def get_turn(
    event_id: EventId,
    user: User,
    caller: Reader,
    services: services_of,
    wait_ms: Annotated[
        int, Query(ge=0, le=WAIT_MS_MAX, description="How long to wait until the turn is processed.")
    ] = 0,
) -> TurnView:
    """A turn as it was recorded, and what became of it."""
    scope = services.scope(caller.tenant, admit_id(user, field="user"))
    found = await turns.find(services, scope, event_id, wait_s=wait_ms / 1000)
    return TurnView.of(found, services, scope)
