"""The client's promises: an id on every turn, retries that do no harm, typed errors, whole listings."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable
from datetime import UTC, datetime

import httpx
import pytest
from mnemolog_client import (
    AsyncMnemolog,
    InvalidInput,
    Mnemolog,
    NotFound,
    RetryPolicy,
    ServerFailed,
    ServerTooSlow,
    ServerUnreachable,
    Turn,
    UnreadableAnswer,
)

Answers = Callable[[httpx.Request], httpx.Response]
MEMORY = {
    "memory_id": "m1",
    "content": "likes tea",
    "resolution": "fact",
    "status": "active",
    "occurred_at": "2026-03-02T08:30:00Z",
}


def client(answers: Answers, waits: list[float] | None = None, attempts: int = 4) -> Mnemolog:
    pauses = waits if waits is not None else []
    policy = RetryPolicy(attempts=attempts, jitter=lambda: 1.0)
    return Mnemolog(transport=httpx.MockTransport(answers), retry=policy, sleep=pauses.append)


class Script:
    """Answers in order; an exception is raised instead. Keeps the requests."""

    def __init__(self, *outcomes: httpx.Response | httpx.TransportError) -> None:
        self.outcomes = list(outcomes)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        outcome = self.outcomes.pop(0)
        if isinstance(outcome, httpx.TransportError):
            raise outcome
        return outcome


def ok(**body: object) -> httpx.Response:
    return httpx.Response(200, json=body)


def test_every_turn_has_an_event_id_and_a_repeated_call_sends_the_same_one() -> None:
    script = Script(httpx.Response(503), ok(token="e1.p0:1", ids=["x", "mine"], positions=["e1.p0:0", "e1.p0:1"]))

    accepted = client(script).add("ann", "s", [Turn("user", "hello"), Turn("user", "again", event_id="mine")])

    first, second = (json.loads(request.content)["turns"] for request in script.requests)
    assert first == second
    assert first[0]["event_id"]
    assert first[1]["event_id"] == "mine"
    assert (accepted.token, accepted.ids) == ("e1.p0:1", ("x", "mine"))


def test_the_time_of_a_turn_keeps_its_zone_and_a_naive_one_is_refused() -> None:
    assert Turn("user", "x", occurred_at=datetime(2026, 1, 2, tzinfo=UTC)).as_json()["occurred_at"].endswith("+00:00")  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="zone"):
        Turn("user", "x", occurred_at=datetime(2026, 1, 2)).as_json()  # noqa: DTZ001


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_passing_fault_is_tried_again_with_growing_waits(status: int) -> None:
    waits: list[float] = []
    script = Script(httpx.Response(status), httpx.Response(status), ok(items=[]))

    client(script, waits).search("ann", "tea?")

    assert waits == [0.25, 0.5]


def test_retry_after_is_honoured() -> None:
    waits: list[float] = []
    script = Script(httpx.Response(503, headers={"Retry-After": "3"}), ok(items=[]))

    client(script, waits).search("ann", "tea?")

    assert waits == [3.0]


def test_a_retry_after_date_and_nonsense_are_understood() -> None:
    policy = RetryPolicy(jitter=lambda: 1.0, retry_after_max_s=5)
    far = httpx.Response(503, headers={"Retry-After": "Fri, 01 Jan 2100 00:00:00 GMT"})

    assert policy.wait_s(1, far) == 5
    assert policy.wait_s(1, httpx.Response(503, headers={"Retry-After": "soon"})) == 0.25


def test_a_lost_connection_is_tried_again_and_then_named() -> None:
    lost = httpx.ConnectError("refused")
    script = Script(lost, lost, lost, lost)

    with pytest.raises(ServerUnreachable, match=r"127\.0\.0\.1:8077"):
        client(script).search("ann", "tea?")

    assert len(script.requests) == 4


def test_an_edit_whose_answer_was_lost_is_not_sent_again() -> None:
    script = Script(httpx.ReadError("cut"))

    with pytest.raises(ServerUnreachable):
        client(script).edit_memory("m1", "ann", "e1.p0:1", content="x")

    assert len(script.requests) == 1


def test_a_silent_server_is_a_timeout() -> None:
    slow = httpx.ReadTimeout("silent")

    with pytest.raises(ServerTooSlow):
        client(Script(slow, slow), attempts=2).lag()


def test_problems_become_typed_errors() -> None:
    body = {
        "type": "https://mnemolog.dev/problems/invalid-input",
        "title": "Invalid input",
        "detail": "content is empty",
        "field": "turns[0].content",
        "hint": "leave the turn out",
    }

    with pytest.raises(InvalidInput) as caught:
        client(Script(httpx.Response(422, json=body))).add("ann", "s", [Turn("user", "")])

    assert (caught.value.type, caught.value.field) == ("invalid-input", "turns[0].content")
    assert "leave the turn out" in str(caught.value)


def test_an_error_page_of_a_proxy_is_still_an_error_with_its_status() -> None:
    page = httpx.Response(500, text="<html>oops</html>")

    with pytest.raises(ServerFailed) as caught:
        client(Script(page)).lag()

    assert caught.value.status == 500


def test_something_that_is_no_mnemolog_server_is_said_so() -> None:
    with pytest.raises(UnreadableAnswer):
        client(Script(httpx.Response(200, text="welcome"))).lag()
    with pytest.raises(UnreadableAnswer, match="memory_id"):
        client(Script(ok(content="x"))).memory("m1", "ann")


def test_ids_are_quoted_in_paths() -> None:
    script = Script(httpx.Response(404, json={"detail": "none"}))

    with pytest.raises(NotFound):
        client(script).profile("a/b 小")

    assert script.requests[0].url.raw_path == b"/v1/users/a%2Fb%20%E5%B0%8F/profile"


@pytest.mark.parametrize("nothing", ["", ".", ".."])
def test_an_id_that_would_name_something_else_in_a_path_is_never_sent(nothing: str) -> None:
    script = Script()

    with pytest.raises(ValueError, match="id"):
        client(script).forget_session("ann", nothing)

    assert script.requests == []


def test_a_listing_takes_the_filters_of_a_search() -> None:
    script = Script(ok(items=[], next_cursor=""))
    since = datetime(2026, 3, 2, tzinfo=UTC)
    filters = {"session": ["a,b", 'say "hi"', "c"], "tags": ["x"], "kind": [], "valid_at": None}

    list(client(script).memories("ann", {**filters, "occurred_at": {"gte": since}}))

    params = script.requests[0].url.params
    assert params["session"] == '"a,b","say ""hi""",c'
    assert params["tags"] == "x"
    assert params["occurred_at.gte"] == "2026-03-02T00:00:00+00:00"
    assert "kind" not in params
    assert "valid_at" not in params


def test_a_listing_goes_over_all_pages() -> None:
    script = Script(ok(items=[MEMORY], next_cursor="c"), ok(items=[{**MEMORY, "memory_id": "m2"}], next_cursor=""))

    found = list(client(script).memories("ann", {"kind": ["preference"]}))

    assert [memory.memory_id for memory in found] == ["m1", "m2"]
    assert script.requests[1].url.params["cursor"] == "c"
    assert script.requests[0].url.params["kind"] == "preference"


def test_fields_of_a_newer_server_are_left_out() -> None:
    memory = client(Script(ok(**MEMORY, brand_new={"a": 1}))).memory("m1", "ann")

    assert memory.occurred_at == datetime(2026, 3, 2, 8, 30, tzinfo=UTC)


async def test_the_async_client_retries_and_reads_alike() -> None:
    waits: list[float] = []
    script = Script(httpx.ConnectError("refused"), ok(items=[MEMORY]))

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    async with AsyncMnemolog(
        transport=httpx.MockTransport(script), retry=RetryPolicy(jitter=lambda: 1.0), sleep=pause
    ) as memory:
        found = [entry.memory_id async for entry in memory.memories("ann")]

    assert found == ["m1"]
    assert waits == [0.25]


def test_both_clients_offer_the_same() -> None:
    def offered(kind: type) -> dict[str, tuple[list[str], str | None]]:
        return {
            name: (list(inspect.signature(method).parameters), method.__doc__)
            for name, method in inspect.getmembers(kind, inspect.isfunction)
            if not name.startswith("_")
        }

    assert offered(Mnemolog) == offered(AsyncMnemolog)
