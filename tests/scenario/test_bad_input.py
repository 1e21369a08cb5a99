"""Bad and odd input to a real server: each has one clear answer, and nothing that was accepted is lost or mixed up."""

from __future__ import annotations

import json
from collections.abc import Mapping

import httpx
import pytest

from tests.scenario.api.say import say, search, texts

JSON = {"Content-Type": "application/json"}


def write(http: httpx.Client, user: str, content: object, *, session: str = "s1", **more: object) -> httpx.Response:
    """Record one turn; written with ASCII escapes, so that half a character reaches the server as such."""
    body = {"user": user, "session": session, "turns": [{"role": "user", "content": content, **more}]}
    return http.post("/v1/turns", content=json.dumps(body).encode("ascii"), headers=JSON)


def outcome(http: httpx.Client, user: str, written: httpx.Response) -> Mapping[str, str]:
    event_id = written.json()["ids"][0]
    seen: Mapping[str, str] = http.get(f"/v1/turns/{event_id}", params={"user": user, "wait_ms": 20_000}).json()[
        "outcome"
    ]
    return seen


@pytest.mark.parametrize("content", ["", " \n\t\u3000", "\u200b\u200d\ufeff", "\x00\x00", "\u202e\u202c"])
def test_what_shows_nothing_is_refused(http: httpx.Client, user: str, content: str) -> None:
    refused = write(http, user, content)

    assert (refused.status_code, refused.json()["field"]) == (422, "turns[0].content")
    assert http.get("/v1/turns", params={"user": user}).json()["items"] == []


def test_a_megabyte_is_refused_with_what_to_do(http: httpx.Client, user: str) -> None:
    refused = write(http, user, "x" * 1_000_000)

    assert (refused.status_code, refused.json()["type"]) == (413, "urn:mnemolog:content-too-large")
    assert "split" in refused.json()["hint"]


ODD = {
    "rtl": "مرحبا اسمي علي وأحب القهوة",
    "rtl-marks": "\u202eabc\u202c my name is Bob",
    "emoji": "🎉🎉",
    "family": "👨‍👩‍👧‍👦",
    "one-character": "茶",
    "rare-character": "𠮷",
    "syntax": '"AND OR NOT * ( ) : ^ { } [ ] NEAR/3 -a',
    "quote": "'; DROP TABLE ids;--",
    "digits": "42",
    "accents": "Z" + "\u0301" * 500,
    "half": "\ud83c broken",
}


@pytest.mark.parametrize("name", ODD)
def test_odd_text_is_kept_indexed_and_found_by_itself(http: httpx.Client, user: str, name: str) -> None:
    written = write(http, user, ODD[name])

    assert written.status_code == 202, written.text
    assert outcome(http, user, written)["state"] == "indexed"
    kept = http.get("/v1/turns", params={"user": user}).json()["items"][0]["content"]
    assert kept.replace("\ufffd", "\ud83c") == ODD[name] or name == "accents"
    assert texts(search(http, user, kept))[0] == kept


LONGEST = {
    "one word": "x" * 65_536,
    "words": "a " * 32_768,
    "lines": "a\n" * 32_768,
    "chinese": "我喜欢" * 7_000,
    "brackets": "(" * 65_536,
    "addresses": "a@" * 32_768,
    "emoji": "🎉" * 16_000,
    "digits": "1" * 65_536,
}


@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_text_of_any_shape_is_indexed(http: httpx.Client, user: str, name: str) -> None:
    written = write(http, user, LONGEST[name])

    assert outcome(http, user, written)["state"] == "indexed"
    assert http.post("/v1/search", json={"user": user, "query": "a " + LONGEST[name]}).status_code == 200


@pytest.mark.parametrize("broken", ["{}\x00", "{}\n", "{}\t", "{}\x1b", "{}\ud800"])
@pytest.mark.parametrize("field", ["user", "session", "turns[0].event_id"])
def test_an_id_that_would_have_to_be_mended_is_refused_so_that_no_two_become_one(
    http: httpx.Client, user: str, field: str, broken: str
) -> None:
    identity = broken.format(user)
    ids = {"user": user, "session": "s1", "event_id": "e"} | {field.rpartition(".")[2]: identity}

    refused = write(http, ids["user"], "hello", session=ids["session"], event_id=ids["event_id"])

    assert (refused.status_code, refused.json()["field"]) == (422, field), refused.text
    assert http.get("/v1/turns", params={"user": user}).json()["items"] == []


@pytest.mark.parametrize(
    "moment",
    [0, -5, 1_700_000_000, 1e12, True, [], {}, "", "0", "1700000000", "20240101", "2024-02-30T00:00:00Z",
     "2026-11-30", "2026-11-30T09:00:00", "2024-01-01T25:00:00Z", "2024-01-01T00:00:00+99:00",
     "1969-12-31T23:59:59Z", "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00"],
)  # fmt: skip
def test_a_time_that_would_have_to_be_guessed_or_cannot_be_is_refused(
    http: httpx.Client, user: str, moment: object
) -> None:
    refused = write(http, user, "We moved yesterday.", occurred_at=moment)

    assert (refused.status_code, refused.json()["field"]) == (422, "turns[0].occurred_at"), refused.text


def test_the_first_moment_of_1970_is_a_time(http: httpx.Client, user: str) -> None:
    said = say(http, user, "We moved yesterday.", occurred_at="1970-01-01T00:00:00Z")

    found = http.get(f"/v1/turns/{said['ids'][0]}", params={"user": user}).json()

    assert found["occurred_at"] == "1970-01-01T00:00:00Z"


@pytest.mark.parametrize("as_of", ["2026-01-01T00:00:00", "2026-01-01", "yesterday", "e1.p0:-1", "e1.p0", "", "0001"])
def test_an_as_of_that_is_neither_a_zoned_time_nor_a_position_is_refused(
    http: httpx.Client, user: str, as_of: str
) -> None:
    refused = http.post("/v1/search", json={"user": user, "query": "x", "as_of": as_of})

    assert (refused.status_code, refused.json()["field"]) == (422, "as_of"), refused.text


@pytest.mark.parametrize("as_of", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_an_as_of_outside_the_calendar_has_an_answer(http: httpx.Client, user: str, as_of: str) -> None:
    say(http, user, "My bike is blue.")

    answered = http.post("/v1/search", json={"user": user, "query": "bike", "as_of": as_of})

    assert answered.status_code in (200, 422)


def test_a_token_that_the_log_does_not_have_yet_makes_no_complete_answer(http: httpx.Client, user: str) -> None:
    said = say(http, user, "The boat is moored at pier nine.")
    head, _, offset = said["token"].partition(":")

    found = search(http, user, "boat", after=f"{head}:{int(offset) + 100_000}", wait_ms=50)

    assert texts(found) == ["The boat is moored at pier nine."]
    assert found["freshness"]["complete"] is False
    assert search(http, user, "boat", after=said["token"], wait_ms=50)["freshness"]["complete"] is True


@pytest.mark.parametrize(
    "change", [{"limit": -1}, {"limit": 0}, {"limit": 10**30}, {"limit": True}, {"limit": "5"}, {"wait_ms": -1},
               {"wait_ms": 10**9}, {"threshold": 5}, {"query": ["a"]}, {"recipe": "zz"}, {"surprise": 1}]
)  # fmt: skip
@pytest.mark.parametrize("path", ["/v1/search", "/v1/context"])
def test_a_question_with_a_wrong_field_is_refused_by_name(
    http: httpx.Client, user: str, path: str, change: Mapping[str, object]
) -> None:
    refused = http.post(path, json={"user": user, "query": "hello", **change})

    assert (refused.status_code, refused.json()["field"]) == (422, next(iter(change))), refused.text


def test_of_an_unknown_user_nothing_is_known_and_asking_makes_nobody(http: httpx.Client, user: str) -> None:
    asked = search(http, user, "anything")
    context = http.post("/v1/context", json={"user": user, "query": "anything"})

    assert (asked["items"], asked["abstained"]) == ([], True)
    assert context.json()["abstained"]
    assert http.get("/v1/memories", params={"user": user}).json()["items"] == []
    assert http.get(f"/v1/users/{user}").status_code == 404
    assert http.get(f"/v1/users/{user}/sessions").status_code == 404
    assert http.post(f"/v1/users/{user}/export").status_code == 404


def test_the_same_id_twice_in_one_call_is_one_turn_and_with_other_words_a_conflict(
    http: httpx.Client, user: str
) -> None:
    def call(*contents: str) -> httpx.Response:
        turns = [{"role": "user", "content": content, "event_id": "same"} for content in contents]
        return http.post("/v1/turns", json={"user": user, "session": "s1", "turns": turns})

    conflict, twice = call("one", "two"), call("one", "one")

    assert conflict.status_code == 409
    assert len(set(twice.json()["positions"])) == 1
    assert [turn["content"] for turn in http.get("/v1/turns", params={"user": user}).json()["items"]] == ["one"]


@pytest.mark.parametrize("query", ["C++", "C#", ".NET", "a" * 5_000, "🇨🇳", "\u202eabc", "ß", "İ", "ﬁ", "x " * 500_000])
def test_any_question_with_something_to_look_for_is_answered(http: httpx.Client, user: str, query: str) -> None:
    say(http, user, "I write C++ and C# at work.")

    assert search(http, user, query)["recipe"]
