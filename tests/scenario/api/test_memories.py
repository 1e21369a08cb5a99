"""Stating, editing, forgetting and flagging memories over HTTP."""

from __future__ import annotations

import httpx

from tests.scenario.api.say import Json, facts, say, search, texts


def state(http: httpx.Client, user: str, content: str, **more: object) -> Json:
    stated = http.post("/v1/memories", json={"user": user, "content": content, **more})
    assert stated.status_code == 201, stated.text
    answer: Json = stated.json()
    return answer


def edit(http: httpx.Client, user: str, memory: Json, **changes: object) -> httpx.Response:
    headers = {"If-Match": f'"{memory["position"]}"'}
    return http.patch(f"/v1/memories/{memory['memory_id']}", params={"user": user}, json=changes, headers=headers)


def test_a_stated_memory_is_reachable_by_every_route(http: httpx.Client, user: str) -> None:
    stated = state(http, user, "The zanzibar token opens the shed.")["memory"]

    identity = stated["memory_id"]
    assert http.get(f"/v1/memories/{identity}", params={"user": user}).json()["content"] == stated["content"]
    assert identity in [memory["memory_id"] for memory in facts(http, user)]
    assert texts(search(http, user, "zanzibar token")) == [stated["content"]]
    block = http.post("/v1/context", json={"user": user, "query": "zanzibar token"}).json()
    assert "zanzibar" in block["block"]
    assert identity in [citation["memory_id"] for citation in block["citations"]]


def test_the_same_statement_sent_twice_is_one_memory(http: httpx.Client, user: str) -> None:
    first = state(http, user, "Ana sings alto.", event_id="once")
    second = http.post("/v1/memories", json={"user": user, "content": "Ana sings alto.", "event_id": "once"})
    other = http.post("/v1/memories", json={"user": user, "content": "Ana sings bass.", "event_id": "once"})

    assert second.json()["position"] == first["position"]
    assert other.status_code == 409
    assert len(facts(http, user)) == 1


def test_an_edit_needs_the_version_that_its_editor_saw(http: httpx.Client, user: str) -> None:
    memory = state(http, user, "The meeting is on Monday.")["memory"]
    path = f"/v1/memories/{memory['memory_id']}"

    without = http.patch(path, params={"user": user}, json={"content": "On Tuesday."})
    stale = http.patch(
        path, params={"user": user}, json={"content": "On Tuesday."}, headers={"If-Match": '"e1.p0:999"'}
    )

    assert (without.status_code, without.json()["type"]) == (428, "urn:mnemolog:precondition-required")
    assert (stale.status_code, stale.json()["type"]) == (412, "urn:mnemolog:precondition-failed")
    shown = http.get(path, params={"user": user})
    assert shown.json()["content"] == "The meeting is on Monday."
    assert shown.headers["ETag"] == f'"{shown.json()["position"]}"'


def test_an_edit_replaces_the_memory_and_keeps_the_old_one_as_history(http: httpx.Client, user: str) -> None:
    before = state(http, user, "Locker code is 4410.", attribute="locker_code", value="4410", tags=["x"],
                   occurred_at="2024-02-03T04:05:06Z")["memory"]  # fmt: skip

    edited = edit(http, user, before, content="Locker code is 4471.", value="4471")

    assert edited.status_code == 200, edited.text
    after = edited.json()["memory"]
    assert edited.json()["supersedes"] == [before["memory_id"]]
    assert (after["content"], after["value"], after["tags"]) == ("Locker code is 4471.", "4471", ["x"])
    assert [memory["value"] for memory in facts(http, user)] == ["4471"]
    history = http.get(f"/v1/memories/{after['memory_id']}/history", params={"user": user}).json()
    assert [(memory["value"], memory["status"]) for memory in history["chain"]] == [
        ("4410", "superseded"),
        ("4471", "active"),
    ]
    assert texts(search(http, user, "locker code")) == ["Locker code is 4471."]


def test_two_edits_of_one_version_do_not_both_win(http: httpx.Client, user: str) -> None:
    memory = state(http, user, "The gate code is 1111.")["memory"]

    first = edit(http, user, memory, content="The gate code is 2222.")
    second = edit(http, user, memory, content="The gate code is 3333.")

    assert first.status_code == 200
    assert second.status_code in (404, 412)
    assert [fact["content"] for fact in facts(http, user)] == ["The gate code is 2222."]


def test_a_refused_edit_changes_nothing(http: httpx.Client, user: str) -> None:
    memory = state(http, user, "The boiler is on the second floor.")["memory"]

    answers = [
        edit(http, user, memory),
        edit(http, user, memory, content=""),
        edit(http, user, memory, content="x" * 70_000),
        edit(http, user, memory, value="x" * 3_000),
        edit(http, user, memory, old="", new="abc"),
    ]

    assert [answer.status_code for answer in answers] == [422, 422, 413, 422, 422]
    assert [fact["content"] for fact in facts(http, user)] == ["The boiler is on the second floor."]


def test_forgetting_a_memory_hides_the_turn_that_it_rests_on(http: httpx.Client, user: str) -> None:
    written = say(http, user, "My phone number is 13800138000.", "The weather is fine.")
    [fact] = facts(http, user, attribute="phone")

    forgotten = http.delete(f"/v1/memories/{fact['memory_id']}", params={"user": user})

    assert forgotten.status_code == 200, forgotten.text
    assert forgotten.json()["forgotten"] == 2
    assert http.get(f"/v1/memories/{fact['memory_id']}", params={"user": user}).status_code == 404
    assert http.get(f"/v1/turns/{written['ids'][0]}", params={"user": user}).status_code == 404
    assert not any("13800138000" in text for text in texts(search(http, user, "phone number 13800138000")))
    assert "13800138000" not in http.get("/v1/turns", params={"user": user}).text
    assert http.delete(f"/v1/memories/{fact['memory_id']}", params={"user": user}).status_code == 404


def test_a_flagged_memory_waits_for_review_and_comes_back_when_accepted(http: httpx.Client, user: str) -> None:
    memory = state(http, user, "Ana moved to Ghent.", attribute="home_city", value="Ghent")["memory"]
    path = f"/v1/memories/{memory['memory_id']}"

    flagged = http.post(f"{path}/flags", params={"user": user}, json={"flag": "wrong", "note": "never heard"})
    waiting = http.get("/v1/review", params={"user": user}).json()["items"]
    hidden = texts(search(http, user, "where does Ana live"))
    accepted = http.post(f"/v1/review/{memory['memory_id']}", params={"user": user}, json={"decision": "accept"})

    assert flagged.json()["memory"]["status"] == "quarantined"
    assert [entry["memory_id"] for entry in waiting] == [memory["memory_id"]]
    assert hidden == []
    assert accepted.json()["memory"]["status"] == "active"
    assert http.get("/v1/review", params={"user": user}).json()["items"] == []
    again = http.post(f"/v1/review/{memory['memory_id']}", params={"user": user}, json={"decision": "accept"})
    assert again.status_code == 404


def test_a_rejected_memory_is_forgotten_and_an_edited_one_corrected(http: httpx.Client, user: str) -> None:
    for value in ("one", "two"):
        memory = state(http, user, f"The {value} secret place.", attribute=f"place_{value}", value=value)["memory"]
        http.post(f"/v1/memories/{memory['memory_id']}/flags", params={"user": user}, json={"flag": "wrong"})
        decision = {"decision": "reject"} if value == "one" else {"decision": "edit", "content": "The third place."}
        decided = http.post(f"/v1/review/{memory['memory_id']}", params={"user": user}, json=decision)
        assert decided.status_code == 200, decided.text

    assert [fact["content"] for fact in facts(http, user)] == ["The third place."]


def test_a_pinned_memory_stands_in_every_context(http: httpx.Client, user: str) -> None:
    memory = state(http, user, "Ana carries an adrenaline pen.")["memory"]
    http.post(f"/v1/memories/{memory['memory_id']}/flags", params={"user": user}, json={"flag": "pin"})
    say(http, user, "The train leaves at nine.")

    block = http.post("/v1/context", json={"user": user, "query": "when does the train leave"}).json()["block"]

    assert "adrenaline" in block


def test_why_shows_the_words_and_the_rule(http: httpx.Client, user: str) -> None:
    say(http, user, "By the way, my phone number is 13900139000.")
    [fact] = facts(http, user, attribute="phone")

    why = http.get(f"/v1/memories/{fact['memory_id']}/why", params={"user": user}).json()

    assert "13900139000" in why["evidence"][0]["quote"]
    assert why["evidence"][0]["role"] == "user"
    assert why["decisions"][0]["rule"] == "rules"
    assert why["decisions"][0]["outcome"]["state"] == "indexed"


def test_a_new_number_supersedes_the_old_one_with_its_reason(http: httpx.Client, user: str) -> None:
    say(http, user, "我的手机号是13800138000。", occurred_at="2024-01-01T00:00:00Z")
    say(http, user, "我的手机号换成13900139000了。", occurred_at="2024-06-01T00:00:00Z", session="s2")

    assert [fact["value"] for fact in facts(http, user, attribute="phone")] == ["13900139000"]
    old = [fact for fact in facts(http, user, include="history") if fact["value"] == "13800138000"]
    assert old[0]["status"] == "superseded"
    links = http.get(f"/v1/memories/{old[0]['memory_id']}/why", params={"user": user}).json()["memory"]["links"]
    assert links, "the old number names what replaced it"


def test_filters_of_the_listing_are_applied_exactly(http: httpx.Client, user: str) -> None:
    for tag, confidence in (("billing", 0.9), ("travel", 0.9), ("billing", 0.4)):
        state(http, user, f"{tag} {confidence}", tags=[tag], confidence=confidence)

    billing = facts(http, user, tags="billing", status="active,provisional")
    sure = facts(http, user, tags="billing,travel", min_confidence="0.5")

    assert {fact["content"] for fact in billing} == {"billing 0.9", "billing 0.4"}
    assert {fact["content"] for fact in sure} == {"billing 0.9", "travel 0.9"}


def test_another_users_memory_can_neither_be_read_nor_changed(http: httpx.Client, user: str) -> None:
    memory = state(http, user, "The canary is called Pip.")["memory"]
    path, other = f"/v1/memories/{memory['memory_id']}", {"user": user + "-other"}

    answers = [
        http.get(path, params=other),
        http.get(f"{path}/history", params=other),
        http.get(f"{path}/why", params=other),
        http.patch(path, params=other, json={"content": "gone"}, headers={"If-Match": "*"}),
        http.post(f"{path}/flags", params=other, json={"flag": "wrong"}),
        http.delete(path, params=other),
        http.post(f"/v1/review/{memory['memory_id']}", params=other, json={"decision": "reject"}),
    ]

    assert {answer.status_code for answer in answers} == {404}
    assert not any("Pip" in answer.text for answer in answers)
    assert len(facts(http, user)) == 1
