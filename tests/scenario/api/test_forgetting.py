"""Forgetting over HTTP and on the command line: all about a matter goes, what it had superseded comes back; what fades
is archived and wakes when it helps."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest

from mnemolog.cli.app import run
from mnemolog.serving import ServerProcess
from tests.scenario.api.say import Json, facts, say, search, texts

STORIES = [
    ("Bob", ["I live in Porto.", "I moved to Lisbon to be with Bob.", "I sing alto."], "Porto", "where do I live"),
    ("老王", ["我住在杭州。", "我和老王一起搬到苏州了，现在住在苏州。", "我唱女低音。"], "杭州", "我住在哪里"),
]


def forget(http: httpx.Client, user: str, **body: object) -> Json:
    answered = http.post(f"/v1/users/{user}/forget", params={"wait_ms": 20_000}, json=body)
    assert answered.status_code == 200, answered.text
    answer: Json = answered.json()
    return answer


@pytest.mark.parametrize(("named", "said", "back", "asked"), STORIES)
def test_all_about_a_person_goes_and_what_it_superseded_is_current_again(
    http: httpx.Client, user: str, named: str, said: list[str], back: str, asked: str
) -> None:
    for number, content in enumerate(said):
        say(http, user, content, session=f"s{number}", occurred_at=f"2026-0{number + 1}-01T10:00:00Z")

    looked = forget(http, user, about=named, dry_run=True)
    kept = facts(http, user)
    done = forget(http, user, about=named)

    assert looked["dry_run"]
    assert not looked["applied"]
    assert looked["token"] == ""
    assert said[1] in [memory["content"] for memory in looked["items"]]
    assert back not in [memory["value"] for memory in kept]
    assert done["applied"]
    assert done["forgotten"] == looked["forgotten"]
    found = search(http, user, asked, after=done["token"], include=["history"])
    assert not any(named in text for text in texts(found))
    assert back in [memory["value"] for memory in facts(http, user)]
    assert forget(http, user, about=named, dry_run=True)["forgotten"] == 0


@pytest.mark.parametrize(("named", "said"), [("Bob", "Bob lent me forty euros."), ("老王", "老王借给我四百块。")])
def test_what_was_said_a_moment_ago_is_forgotten_too_though_nothing_waits_for_it(
    http: httpx.Client, user: str, named: str, said: str
) -> None:
    turns = [{"role": "user", "content": said}] * 8 + [{"role": "user", "content": "I sing alto."}]
    body = {"user": user, "session": "s", "turns": turns}
    assert http.post("/v1/turns", json=body).status_code == 202

    done = http.post(f"/v1/users/{user}/forget", params={"wait_ms": 0}, json={"about": named})

    assert done.status_code in (200, 202), done.text
    last = say(http, user, "I keep bees.")["token"]
    found = search(http, user, said, after=last, wait_ms=20_000, include=["history"])
    assert texts(found), "the rest is still known"
    assert not any(named in text for text in texts(found))


@pytest.mark.parametrize("body", [{}, {"about": "x"}, {"about": "Bob", "topic": "health"}, {"topic": "gossip"}])
def test_what_is_to_be_forgotten_must_be_said(http: httpx.Client, user: str, body: Json) -> None:
    refused = http.post(f"/v1/users/{user}/forget", json=body)

    assert refused.status_code == 422


def test_the_command_lists_asks_and_forgets(
    http: httpx.Client, server: ServerProcess, user: str, capsys: pytest.CaptureFixture[str]
) -> None:
    say(http, user, "Bob fixed my bike.", "I sing alto.")
    here = ["--url", server.url, "--user", user, "--json"]

    assert run(["forget", "--about", "Bob", "--dry-run", *here]) == 0
    assert json.loads(capsys.readouterr().out)["forgotten"] >= 1
    assert run(["forget", "--about", "Bob", "--yes", *here]) == 0
    assert json.loads(capsys.readouterr().out)["applied"]
    assert texts(search(http, user, "Who fixed my bike?", threshold=0.3)) == []
    assert run(["forget", "--session", "s1", "--dry-run", *here]) == 0
    assert json.loads(capsys.readouterr().out)["forgotten"] == 1
    assert run(["forget", *here]) == 2


def test_what_faded_is_found_on_request_and_wakes_when_it_helped(http: httpx.Client, user: str) -> None:
    long_ago = (datetime.now(UTC) - timedelta(days=200)).isoformat()
    stated = http.post(
        "/v1/memories", json={"user": user, "content": "The lecture hall is in the east wing.", "occurred_at": long_ago}
    ).json()
    asked = "where is the lecture hall"

    faded = search(http, user, asked, explain=True)
    found = search(http, user, asked, include=["archived"])
    http.post(f"/v1/recalls/{found['recall_id']}/feedback", json={"used": [stated["memory"]["memory_id"]]})
    taken = say(http, user, "Thanks.")
    woken = search(http, user, asked, after=taken["token"], wait_ms=20_000)

    assert faded["abstained"]
    assert texts(faded) == []
    assert [drop["reason"] for drop in faded["dropped"]] == ["archived"]
    assert found["items"][0]["labels"] == ["archived"]
    assert texts(woken)[0] == "The lecture hall is in the east wing."
    assert woken["items"][0]["memory"]["last_used"] is not None


@pytest.mark.parametrize(
    ("allergic", "asked"),
    [("I am allergic to peanuts.", "What is the weather?"), ("我对花生过敏。", "今天天气怎么样？")],
)
def test_an_allergy_is_known_in_every_context_and_every_citation_resolves(
    http: httpx.Client, user: str, allergic: str, asked: str
) -> None:
    said = say(http, user, allergic, "I sing alto.", occurred_at="2024-01-05T10:00:00Z")

    for body in ({"query": asked}, {"query": None}, {"query": asked, "session": "s9", "budget_tokens": 60}):
        context = http.post(
            "/v1/context", json={"user": user, "after": said["token"], "wait_ms": 20_000, **body}
        ).json()

        assert allergic.rstrip(".。") in context["block"]
        for citation in context["citations"]:
            path = f"/v1/memories/{citation['memory_id']}"
            assert http.get(path, params={"user": user}).status_code == 200
            for event in citation["evidence"]:
                assert http.get(f"/v1/turns/{event}", params={"user": user}).status_code == 200


def test_two_policies_are_compared_on_a_users_own_memories(
    http: httpx.Client, server: ServerProcess, user: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = (datetime.now(UTC) - timedelta(days=40)).isoformat()
    http.post("/v1/memories", json={"user": user, "content": "The kiln reaches 1,300 degrees.", "occurred_at": said})
    strict, broken = tmp_path / "strict.toml", tmp_path / "broken.toml"
    strict.write_text('[activity]\nversion = "activity/strict"\ncold_days = 30\n')
    broken.write_text('[activity]\nversion = "x"\ncold_days = "30"\n')
    here = ["--url", server.url, "--user", user, "--json"]

    assert run(["policy", "compare", str(strict), *here]) == 0
    found = json.loads(capsys.readouterr().out)
    assert run(["policy", "compare", str(broken), *here]) != 0
    refused = capsys.readouterr().err
    assert run(["policy", "check", str(strict), "--json"]) == 0

    assert (found["before"]["archived"], found["after"]["archived"]) == (0, 1)
    assert [memory["content"] for memory in found["asleep"]] == ["The kiln reaches 1,300 degrees."]
    assert "line 3" in refused


@pytest.mark.parametrize(
    ("said", "wish", "gone", "back"),
    [
        (STORIES[0][1], "Please forget everything about Bob.", "Bob", "Porto"),
        (STORIES[1][1], "忘掉关于老王的一切。", "老王", "杭州"),
    ],
)
def test_a_wish_in_words_forgets_all_about_a_person(
    http: httpx.Client, user: str, said: list[str], wish: str, gone: str, back: str
) -> None:
    for number, content in enumerate([*said, wish]):
        written = say(http, user, content, session=f"s{number}", occurred_at=f"2026-0{number + 1}-01T10:00:00Z")

    listed = http.get("/v1/memories", params={"user": user, "include": "history,expired", "after": written["token"]})

    assert not any(gone in memory["content"] for memory in listed.json()["items"])
    assert back in [memory["value"] for memory in facts(http, user)]


@pytest.mark.parametrize(
    ("said", "meals", "asked", "question"),
    [
        (
            "I don't like spicy food.",
            ["I had a spicy hot pot for dinner.", "I ate spicy noodles again.", "I ordered the spicy chicken."],
            "What should I eat tonight?",
            "Has your taste changed?",
        ),
        (
            "我不吃辣。",
            ["今晚吃了麻辣香锅。", "中午又吃了辣子鸡。", "晚饭吃了水煮鱼。"],
            "今晚吃什么好？",
            "你的喜好变了吗？",
        ),
    ],
)
def test_three_meals_against_a_taste_are_asked_about(
    http: httpx.Client, user: str, said: str, meals: list[str], asked: str, question: str
) -> None:
    for number, content in enumerate([said, *meals]):
        written = say(http, user, content, session=f"s{number}", occurred_at=f"2026-0{number + 1}-01T10:00:00Z")

    body = {"user": user, "query": asked, "after": written["token"], "wait_ms": 20_000}
    asks = http.post("/v1/context", json=body).json()["clarify"]

    assert [text for text in asks if question in text] != []


def test_what_goes_with_a_memory_or_a_session_can_be_looked_at_first(http: httpx.Client, user: str) -> None:
    say(http, user, "I am allergic to peanuts.", "I sing alto.", session="s1")
    [memory] = [one for one in facts(http, user) if one["attribute"] == "allergy"]

    one = forget(http, user, memory_id=memory["memory_id"], dry_run=True)
    whole = forget(http, user, session="s1", dry_run=True)
    unknown = http.post(f"/v1/users/{user}/forget", json={"session": "s9", "dry_run": True})
    gone = forget(http, user, memory_id=memory["memory_id"])

    assert {item["resolution"] for item in one["items"]} == {"fact", "turn"}
    assert {item["content"] for item in whole["items"]} >= {"I am allergic to peanuts.", "I sing alto."}
    assert unknown.status_code == 404
    assert gone["applied"]
    assert texts(search(http, user, None, after=gone["token"])) == ["I sing alto."]
    assert forget(http, user, session="s1")["applied"]
    assert http.get("/v1/memories", params={"user": user}).json()["items"] == []
