"""/v1/deadletters: what a stage could not process, why, and what is done about it."""

from __future__ import annotations

import base64
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query
from pydantic import AfterValidator, Field, JsonValue

from api.cursors import page_after
from api.http.auth import Admin
from api.http.documents import ANSWERS, services_of
from api.http.parameters import Cursor, Limit
from api.http.route import Route
from api.http.segments import unescape
from api.http.views import Page, View
from schemas.letters import Letter, LetterState, OpenedLetter
from schemas.records import UtcTime

router = APIRouter(prefix="/v1/deadletters", tags=["operations"], route_class=Route, responses=ANSWERS)
LetterName = Annotated[
    str, Path(alias="letter", description="Its name in the list.", examples=["2:14"]), AfterValidator(unescape)
]
States = Annotated[
    Literal["open", "redriven", "dropped", "all"], Query(description="Which: those that wait, or what became of them.")
]
Note = Annotated[str, Query(max_length=500, description="Why it is dropped, for those who look later.")]


class LetterView(View):
    """A record that a stage gave up on, without what was said in it."""

    name: str = Field(description="Its name, as the other calls take it.")
    state: LetterState = Field(description="open, redriven or dropped.")
    stage: str = Field(description="Which stage gave up.")
    error: str = Field(description="Why.")
    topic: str = Field(description="The topic that it stood in.")
    partition: int = Field(description="Its partition there.")
    offset: int = Field(description="Its offset there.")
    attempts: int = Field(description="How often it was tried.")
    size: int = Field(description="Bytes of the record.")
    timestamp: UtcTime = Field(description="When the record was written.")
    parked_at: UtcTime = Field(description="When the stage gave up.")
    code_version: str = Field(description="The version of the program that gave up, where it is known.")
    settled_at: UtcTime | None = Field(description="When it was redriven or dropped.")
    position: str = Field(description="Where its redrive stands in the log.")
    note: str = Field(description="Why it was dropped.")


class OpenedLetterView(LetterView):
    """A letter with the original record."""

    key: str = Field(description="The record's key; bytes that are no UTF-8 are replaced.")
    value_base64: str | None = Field(description="The original bytes in base64; null for a record without a value.")
    text: str | None = Field(description="The same as text, where it is UTF-8 and not sealed.")
    event: JsonValue = Field(description="What the record says, where it can be read.")

    @classmethod
    def of(cls, opened: OpenedLetter) -> OpenedLetterView:
        """The view of an opened letter."""
        letter = LetterView.model_validate(opened.letter).model_dump()
        shown: dict[str, Any] = {
            "key": opened.key.decode("utf-8", "replace"),
            "value_base64": None if opened.value is None else base64.b64encode(opened.value).decode(),
            "text": _text(opened),
            "event": None if opened.event is None else opened.event.model_dump(mode="json"),
        }
        return cls.model_validate(letter | shown)


class LetterPage(Page[LetterView]):
    """One page of dead letters."""


@router.get("", operation_id="list_deadletters", summary="List dead letters")
async def list_deadletters(
    caller: Admin, services: services_of, state: States = "open", limit: Limit = 50, cursor: Cursor = ""
) -> LetterPage:
    """The records that a stage gave up on, oldest first. Those of erased users are gone with them."""
    letters = [one for one in await services.letters.letters(caller.tenant) if state in ("all", one.state)]
    page, following = page_after(letters, _name, limit=limit, cursor=cursor)
    return LetterPage(items=tuple(LetterView.model_validate(one) for one in page), next_cursor=following)


@router.get("/{letter}", operation_id="get_deadletter", summary="One dead letter")
async def get_deadletter(letter: LetterName, caller: Admin, services: services_of) -> OpenedLetterView:
    """A dead letter with the original record. It may hold what a user said."""
    return OpenedLetterView.of(await services.letters.letter(caller.tenant, letter))


@router.post("/{letter}/redrive", operation_id="redrive_deadletter", summary="Try it again", status_code=202)
async def redrive_deadletter(letter: LetterName, caller: Admin, services: services_of) -> LetterView:
    """Have the turn processed again, with the time at which it was said. A record of an inbox is read again as it was
    sent; when it is still refused, the letter stays open. A turn that fails once more has a new letter."""
    async with services.locks.one_at_a_time(("letter", letter)):
        return LetterView.model_validate(await services.letters.redrive(caller.tenant, letter))


@router.delete("/{letter}", operation_id="drop_deadletter", summary="Give it up")
async def drop_deadletter(letter: LetterName, caller: Admin, services: services_of, note: Note = "") -> LetterView:
    """Note that nothing will be done about it. Its bytes go when the topic's retention is over."""
    async with services.locks.one_at_a_time(("letter", letter)):
        return LetterView.model_validate(await services.letters.drop(caller.tenant, letter, note))


def _text(opened: OpenedLetter) -> str | None:
    if opened.value is None:
        return None
    try:
        return opened.value.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _name(letter: Letter) -> str:
    return letter.name
