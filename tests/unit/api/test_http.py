"""Parts of the HTTP surface that are pure: paths, fields, statuses, limits."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.types import Message, Receive, Scope, Send

from api.http.errors import Problem, field_path, problem_of, status_of
from api.http.filters import FilterParameters
from api.http.limits import BodyLimit, Crowd
from api.http.segments import routed_path, unescape
from api.http.turns import TurnGiven
from schemas import errors
from schemas.errors import InvalidInputError, MnemologError
from schemas.inbox import InboxTurn


@given(st.lists(st.text(st.characters(codec="utf-8"), min_size=1), min_size=1, max_size=4))
def test_every_id_comes_through_a_path_unchanged(ids: list[str]) -> None:
    raw = "/" + "/".join(quote(identity, safe="") for identity in ids)

    segments = routed_path(raw.encode()).split("/")[1:]

    assert [unescape(segment) for segment in segments] == ids


@pytest.mark.parametrize(
    ("field", "path"),
    [
        ("turns.2.content", "turns[2].content"),
        (("turns", 0, "tags", 3), "turns[0].tags[3]"),
        ("user", "user"),
        ("", ""),
        ("If-Match", "If-Match"),
    ],
)
def test_a_field_is_written_as_people_write_it(field: str | tuple[str | int, ...], path: str) -> None:
    assert field_path(field) == path


def kinds(of: type[MnemologError]) -> list[type[MnemologError]]:
    return [of, *(kind for below in of.__subclasses__() for kind in kinds(below))]


def test_what_a_caller_did_wrong_is_never_a_500() -> None:
    for kind in [*kinds(errors.InvalidInputError), *kinds(errors.NotFoundError)]:
        assert 400 <= status_of(kind("x")) < 500, kind


def test_what_is_away_for_now_says_that_it_comes_back() -> None:
    for kind in [*kinds(errors.UnavailableError), errors.IndexMissingError]:
        assert status_of(kind("x")) in (503, 507), kind


def test_what_is_inside_a_500_is_not_told() -> None:
    problem = problem_of(errors.ConfigurationError("/secret/place is wrong"), "req_1")

    assert problem.status == 500
    assert "/secret/place" not in problem.model_dump_json()
    assert problem.request_id == "req_1"


def test_no_problem_repeats_a_long_text() -> None:
    problem = problem_of(InvalidInputError("x" * 100_000, field="user"), "")

    assert len(problem.model_dump_json()) < 2_000


def test_filters_are_the_same_in_a_query_string_as_in_a_body() -> None:
    asked = FilterParameters.model_validate(
        {"kind": "fact,preference", "occurred_at.gte": "2025-01-01T00:00:00Z", "min_confidence": "0.5", "tags": ""}
        | {"speaks_of.gte": "2025-03-01T00:00:00Z", "speaks_of.lt": "2025-03-02T00:00:00Z"}
    )

    filters = asked.filters()

    assert filters.kind == ("fact", "preference")
    assert filters.occurred_at is not None
    assert filters.speaks_of is not None
    assert filters.speaks_of.lt == datetime(2025, 3, 2, tzinfo=UTC)
    assert (filters.min_confidence, filters.tags) == (0.5, ())


def test_a_filter_value_with_a_comma_stands_in_quotes() -> None:
    asked = FilterParameters.model_validate({"session": '"2026, May", plain ,"say ""hi"""', "speaker": '5" pipe'})

    filters = asked.filters()

    assert filters.session == ("2026, May", "plain", 'say "hi"')
    assert filters.speaker == ('5" pipe',)


@pytest.mark.parametrize(
    ("given_", "field"),
    [
        ({"kind": "facts"}, "kind"),
        ({"session": '"never closed'}, "session"),
        ({"min_confidence": "high"}, "min_confidence"),
        ({"valid_at": "2025-01-01T00:00:00"}, "valid_at"),
        ({"occurred_at.lt": "soon"}, "occurred_at.lt"),
    ],
)
def test_a_wrong_filter_in_a_query_string_is_named(given_: dict[str, str], field: str) -> None:
    with pytest.raises(InvalidInputError) as refused:
        FilterParameters.model_validate(given_).filters()

    assert refused.value.field == field


async def _reads_all(scope: Scope, receive: Receive, send: Send) -> None:
    more = True
    while more:
        more = (await receive()).get("more_body", False)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def status(app: BodyLimit | Crowd, chunks: list[bytes], headers: list[tuple[bytes, bytes]] | None = None) -> int:
    waiting = [{"type": "http.request", "body": chunk, "more_body": True} for chunk in chunks]
    waiting.append({"type": "http.request", "body": b"", "more_body": False})
    sent: list[Message] = []

    async def receive() -> Message:
        return waiting.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    await app({"type": "http", "path": "/v1/turns", "headers": headers or [], "method": "POST"}, receive, send)
    return int(sent[0]["status"])


async def test_a_body_is_counted_whatever_it_announces() -> None:
    app = BodyLimit(_reads_all, bytes_max=10)

    assert await status(app, [b"12345", b"12345"]) == 200
    assert await status(app, [b"12345", b"123456"]) == 413
    assert await status(app, [], [(b"content-length", b"11")]) == 413
    assert await status(app, [b"1"], [(b"content-length", b"1")]) == 200


async def test_a_crowd_is_told_to_come_back_and_leaves_no_one_counted() -> None:
    refused: list[int] = []

    async def inside(scope: Scope, receive: Receive, send: Send) -> None:
        refused.append(await status(app, []))
        await _reads_all(scope, receive, send)

    app = Crowd(inside, concurrent_max=1)

    assert await status(app, []) == 200
    assert refused == [503]
    assert await status(app, []) == 200


def test_a_problem_says_everything_a_client_needs() -> None:
    assert set(Problem.model_fields) == {
        "type", "title", "status", "detail", "hint", "field", "errors", "request_id",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("said", "zone"),
    [
        ({"occurred_at": "2026-03-03T23:00:00+08:00"}, "+08:00"),
        ({"occurred_at": "2026-03-03T23:00:00-03:30"}, "-03:30"),
        ({"occurred_at": "2026-03-03T23:00:00+08:00", "timezone": "Europe/Paris"}, "Europe/Paris"),
        ({"occurred_at": "2026-03-03T23:00:00Z"}, "UTC"),
        ({}, "UTC"),
    ],
)
def test_a_turn_without_a_zone_has_that_of_its_time(said: dict[str, str], zone: str) -> None:
    given = {"role": "user", "content": "See you tomorrow.", **said}

    assert TurnGiven.model_validate(given).timezone == zone
    assert InboxTurn.model_validate({**given, "session": "s"}).timezone == zone
