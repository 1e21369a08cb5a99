"""Recording turns and reading them back, over HTTP."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from urllib.parse import quote

import httpx
import pytest

from tests.scenario.api.say import say, search, texts


def write(http: httpx.Client, user: str, *turns: Mapping[str, object], session: str = "s1") -> httpx.Response:
    return http.post("/v1/turns", json={"user": user, "session": session, "turns": list(turns)})


def test_a_turn_is_given_back_as_it_was_recorded_with_its_outcome(http: httpx.Client, user: str) -> None:
    turn = {
        "role": "user",
        "content": "The ferry to Hiiumaa leaves at seven.",
        "event_id": "ferry",
        "occurred_at": "2025-05-01T09:00:00+08:00",
        "speaker": "Ana",
        "timezone": "Asia/Shanghai",
        "tags": ["travel"],
        "metadata": {"channel": {"name": "chat", "n": 1}},
        "attachments": [{"caption": "a ferry timetable"}],
    }

    accepted = write(http, user, turn)
    found = http.get("/v1/turns/ferry", params={"user": user, "wait_ms": 20_000}).json()

    assert accepted.status_code == 202
    assert accepted.json()["ids"] == ["ferry"]
    assert found["position"] == accepted.json()["token"] == accepted.json()["positions"][0]
    assert {name: found[name] for name in ("content", "speaker", "metadata", "tags", "role")} == {
        name: turn[name] for name in ("content", "speaker", "metadata", "tags", "role")
    }
    assert found["occurred_at"] == "2025-05-01T01:00:00Z"
    assert found["time_source"] == "given"
    assert found["outcome"]["state"] == "indexed"
    assert found["memory_id"].startswith("m_")


def test_the_same_turn_sent_twice_is_one_turn(http: httpx.Client, user: str) -> None:
    turn = {"role": "user", "content": "I planted three apple trees.", "event_id": "trees"}

    first, second = write(http, user, turn), write(http, user, turn)

    assert second.status_code == 202
    assert first.json() == second.json()
    listed = http.get("/v1/turns", params={"user": user, "session": "s1"}).json()
    assert [entry["event_id"] for entry in listed["items"]] == ["trees"]


def test_a_known_id_with_other_content_is_a_conflict(http: httpx.Client, user: str) -> None:
    write(http, user, {"role": "user", "content": "one", "event_id": "same"})

    refused = write(http, user, {"role": "user", "content": "two", "event_id": "same"})

    assert refused.status_code == 409
    assert refused.json()["type"] == "urn:mnemolog:event-conflict"
    assert http.get("/v1/turns/same", params={"user": user}).json()["content"] == "one"


def test_one_bad_turn_keeps_the_others_out_and_is_named(http: httpx.Client, user: str) -> None:
    good = {"role": "user", "content": "fine", "event_id": "good"}

    refused = write(http, user, good, good | {"event_id": "b"}, {"role": "user", "content": "   "})

    assert refused.status_code == 422
    assert refused.json()["field"] == "turns[2].content"
    assert refused.json()["errors"][0]["field"] == "turns[2].content"
    assert refused.json()["request_id"]
    assert http.get("/v1/turns/good", params={"user": user}).status_code == 404


@pytest.mark.parametrize(
    ("change", "field", "status"),
    [
        ({"content": 5}, "turns[0].content", 422),
        ({"content": ""}, "turns[0].content", 422),
        ({"content": "x" * 65_537}, "turns[0].content", 413),
        ({"content": "字" * 30_000}, "turns[0].content", 413),
        ({"role": "narrator"}, "turns[0].role", 422),
        ({"role": None}, "turns[0].role", 422),
        ({"occurred_at": "2025-05-01T09:00:00"}, "turns[0].occurred_at", 422),
        ({"occurred_at": "yesterday"}, "turns[0].occurred_at", 422),
        ({"occurred_at": "1969-12-31T23:59:59Z"}, "turns[0].occurred_at", 422),
        ({"occurred_at": "2999-01-01T00:00:00Z"}, "turns[0].occurred_at", 422),
        ({"turn_index": 1.5}, "turns[0].turn_index", 422),
        ({"turn_index": "1"}, "turns[0].turn_index", 422),
        ({"turn_index": -1}, "turns[0].turn_index", 422),
        ({"timezone": "Mars/Olympus"}, "turns[0].timezone", 422),
        ({"tags": ["a"] * 33}, "turns[0].tags", 422),
        ({"tags": "a"}, "turns[0].tags", 422),
        ({"metadata": []}, "turns[0].metadata", 422),
        ({"metadata": {"k": "v" * 20_000}}, "turns[0].metadata", 422),
        ({"event_id": "x" * 300}, "turns[0].event_id", 422),
        ({"speeker": "Ana"}, "turns[0].speeker", 422),
    ],
)
def test_each_bad_field_is_refused_and_named(
    http: httpx.Client, user: str, change: dict[str, object], field: str, status: int
) -> None:
    refused = write(http, user, {"role": "user", "content": "hello there"} | change)

    assert refused.status_code == status, refused.text
    assert refused.json()["field"] == field
    assert "Traceback" not in refused.text


@pytest.mark.parametrize("count", [0, 101])
def test_a_call_holds_1_to_100_turns(http: httpx.Client, user: str, count: int) -> None:
    refused = write(http, user, *({"role": "user", "content": "x"} for _ in range(count)))

    assert refused.status_code == 422
    assert refused.json()["field"] == "turns"


def test_a_turn_without_a_time_stands_at_its_recording_and_says_so(http: httpx.Client, user: str) -> None:
    written = say(http, user, "The kettle is broken again.")

    found = http.get(f"/v1/turns/{written['ids'][0]}", params={"user": user}).json()

    assert found["time_source"] == "record"
    assert found["occurred_at"] == found["recorded_at"]


def test_a_turn_is_listed_and_found_at_once(http: httpx.Client, user: str) -> None:
    said = ["I keep bees.", "They are buckfast bees.", "The hive is green."]
    accepted = write(http, user, *({"role": "user", "content": content} for content in said)).json()

    listed = http.get("/v1/turns", params={"user": user, "session": "s1"}).json()
    found = search(http, user, "which bees", after=accepted["token"], wait_ms=20_000)

    assert [entry["content"] for entry in listed["items"]] == said
    assert said[1] in texts(found)


def test_turns_are_paged_without_gaps_or_repeats(http: httpx.Client, user: str) -> None:
    say(http, user, *(f"Entry number {number} of the diary." for number in range(25)))

    seen: list[str] = []
    cursor = ""
    while True:
        page = http.get("/v1/turns", params={"user": user, "limit": 10, "cursor": cursor}).json()
        seen += [entry["content"] for entry in page["items"]]
        cursor = page["next_cursor"]
        if not cursor:
            break

    assert seen == [f"Entry number {number} of the diary." for number in range(25)]


def test_another_users_turn_is_not_there(http: httpx.Client, user: str) -> None:
    written = say(http, user, "My locker code is 77-B-0491.")

    foreign = http.get(f"/v1/turns/{written['ids'][0]}", params={"user": user + "-other"})

    assert foreign.status_code == 404
    assert "77-B-0491" not in foreign.text


@pytest.mark.parametrize(
    "identity",
    [
        "7c1e0f1a-main-0b",
        "main",
        "or",
        "a-b_c",
        "中文id",
        "with space",
        "dot.colon:semi;",
        "slash/es/in it",
        "per%cent%2F",
        "quote\"s'and\\",
        "emoji🎉",
        "مستخدم",
        "?query&x=y#hash",
        "with, comma",
        "x" * 80,
    ],
)
def test_any_id_that_is_accepted_works_in_every_place(http: httpx.Client, identity: str) -> None:
    said = say(http, identity, "The spare key is under the fern.", session=identity)
    quoted = quote(identity, safe="")

    assert texts(search(http, identity, "spare key"))[0] == "The spare key is under the fern."
    listed = '"' + identity.replace('"', '""') + '"'
    assert http.get("/v1/memories", params={"user": identity, "session": listed}).json()["items"]
    assert http.get(f"/v1/users/{quoted}").json()["user"] == identity
    sessions = http.get(f"/v1/users/{quoted}/sessions").json()["items"]
    assert [entry["session"] for entry in sessions] == [identity]
    assert http.get(f"/v1/users/{quoted}/sessions/{quoted}").json()["turns"] == 1
    assert http.delete(f"/v1/users/{quoted}/sessions/{quoted}").json()["applied"]
    assert search(http, identity, "spare key")["items"] == []
    assert http.get(f"/v1/turns/{said['ids'][0]}", params={"user": identity}).status_code == 404


def test_broken_characters_are_mended_and_whole_ones_kept(http: httpx.Client, user: str) -> None:
    head = json.dumps({"user": user, "session": "s"})[:-1]
    body = head + (
        ', "turns": [{"role": "user", "event_id": "e",'
        ' "content": "party \\ud83c\\udf89 and a broken \\ud83c half, moved\\u0000 to Turku",'
        ' "metadata": {"k": "v\\u0000\\udc00"}}]}'
    )

    written = http.post("/v1/turns", content=body.encode(), headers={"Content-Type": "application/json"})
    found = http.get("/v1/turns/e", params={"user": user, "wait_ms": 20_000}).json()

    assert written.status_code == 202, written.text
    assert found["content"] == "party 🎉 and a broken \ufffd half, moved to Turku"
    assert found["metadata"] == {"k": "v\ufffd"}
    assert texts(search(http, user, "party 🎉"))


def test_secrets_are_masked_before_anything_is_stored(http: httpx.Client, user: str) -> None:
    written = say(http, user, "my password is hunter2hunter2 and the plan is secret")

    found = http.get(f"/v1/turns/{written['ids'][0]}", params={"user": user})

    assert "hunter2hunter2" not in found.text
    assert found.json()["redacted"]


def test_every_metadata_key_is_kept_and_none_is_indexed(http: httpx.Client, user: str) -> None:
    keys = ["@topic", "a.b", "über", "主题", "x" * 300, "score"]
    turns = [
        {"role": "user", "content": f"note {number}", "event_id": str(number), "metadata": {key: value}}
        for number, (key, value) in enumerate((key, value) for key in keys for value in (5, "high"))
    ]

    assert write(http, user, *turns).status_code == 202

    for turn in turns:
        found = http.get(f"/v1/turns/{turn['event_id']}", params={"user": user, "wait_ms": 20_000}).json()
        assert found["metadata"] == turn["metadata"]


def test_one_hundred_turns_are_taken_at_once(http: httpx.Client, user: str) -> None:
    turns = [
        {"role": "user", "content": f"Line {number} of a long talk.", "event_id": str(uuid.uuid4())}
        for number in range(100)
    ]

    accepted = write(http, user, *turns).json()

    assert accepted["ids"] == [turn["event_id"] for turn in turns]
    assert len(set(accepted["positions"])) == 100
