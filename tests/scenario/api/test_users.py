"""Users, sessions, working memory, forgetting, erasing and exporting over HTTP."""

from __future__ import annotations

import json
import time
from typing import Any

import httpx

from tests.scenario.api.say import facts, say, search, texts

DEADLINE_S = 30.0


def follow(http: httpx.Client, job: dict[str, Any]) -> dict[str, Any]:
    """The job once it is done."""
    end = time.monotonic() + DEADLINE_S
    while job["state"] in ("queued", "running"):
        assert time.monotonic() < end, f"the job is not done: {job}"
        job = http.get(f"/v1/jobs/{job['job_id']}").json()
    assert job["state"] == "done", job
    return job


def test_a_user_is_summed_up(http: httpx.Client, user: str) -> None:
    say(http, user, "I like chess.", session="a", occurred_at="2025-01-01T00:00:00Z")
    say(http, user, "I hate rain.", session="b", occurred_at="2025-02-01T00:00:00Z")

    shown = http.get(f"/v1/users/{user}").json()

    assert (shown["user"], shown["sessions"], shown["pending"]) == (user, 2, 0)
    assert shown["memories"]["raw"] == 2
    assert (shown["first_at"], shown["last_at"]) == ("2025-01-01T00:00:00Z", "2025-02-01T00:00:00Z")
    assert user in [entry["user"] for entry in http.get("/v1/users", params={"limit": 500}).json()["items"]]


def test_a_user_of_whom_nothing_is_known_is_not_there(http: httpx.Client, user: str) -> None:
    answers = {
        path: http.get(f"/v1/users/{user}{path}").status_code for path in ("", "/profile", "/sessions", "/sessions/s1")
    }

    assert set(answers.values()) == {404}
    assert http.post(f"/v1/users/{user}/export").status_code == 404
    assert search(http, user, "anything at all")["items"] == []
    assert search(http, user, "anything at all")["abstained"] is True
    assert http.get("/v1/memories", params={"user": user}).json()["items"] == []


def test_the_profile_holds_what_is_known_now(http: httpx.Client, user: str) -> None:
    say(http, user, "My name is Ilse.", occurred_at="2025-01-01T00:00:00Z")
    say(http, user, "Correction, my name is Ilsa. I like olives.", occurred_at="2025-01-02T00:00:00Z")

    shown = http.get(f"/v1/users/{user}/profile").json()

    known = [memory["value"] for part in ("core", "preferences", "facts") for memory in shown[part]]
    assert "Ilsa" in known
    assert "Ilse" not in known
    assert any("olives" in value for value in known)


def test_the_working_memory_is_the_last_turns_that_fit(http: httpx.Client, user: str) -> None:
    say(http, user, *(f"Step {number}: we tightened bolt number {number}." for number in range(30)))

    shown = http.get(f"/v1/users/{user}/sessions/s1/working", params={"max_tokens": 200}).json()

    contents = [turn["content"] for turn in shown["turns"]]
    assert contents[-1] == "Step 29: we tightened bolt number 29."
    assert contents == [f"Step {n}: we tightened bolt number {n}." for n in range(30 - len(contents), 30)]
    assert 0 < len(contents) < 30
    assert shown["earlier"] == 30 - len(contents)
    assert shown["summary"]
    assert shown["tokens"] <= 200


def test_the_working_memory_has_a_turn_that_was_just_said(http: httpx.Client, user: str) -> None:
    turns = [{"role": "user", "content": "I just adopted a parrot."}]
    http.post("/v1/turns", json={"user": user, "session": "s1", "turns": turns})

    shown = http.get(f"/v1/users/{user}/sessions/s1/working").json()
    block = http.post("/v1/context", json={"user": user, "query": "which pet was adopted"}).json()["block"]

    assert [turn["content"] for turn in shown["turns"]] == ["I just adopted a parrot."]
    assert "parrot" in block


def test_sessions_are_paged_newest_first(http: httpx.Client, user: str) -> None:
    for month in range(1, 6):
        say(http, user, f"Month {month}.", session=f"m{month}", occurred_at=f"2025-0{month}-01T00:00:00Z")

    first = http.get(f"/v1/users/{user}/sessions", params={"limit": 3}).json()
    rest = http.get(f"/v1/users/{user}/sessions", params={"limit": 3, "cursor": first["next_cursor"]}).json()

    names = [entry["session"] for entry in (*first["items"], *rest["items"])]
    assert names == ["m5", "m4", "m3", "m2", "m1"]
    assert rest["next_cursor"] == ""


def test_a_forgotten_session_leaves_no_trace_and_no_neighbour_goes_with_it(http: httpx.Client, user: str) -> None:
    say(http, user, "My locker code is 77-B-0419.", session="gone")
    say(http, user, "My bike is blue.", session="kept")

    forgotten = http.delete(f"/v1/users/{user}/sessions/gone")

    assert forgotten.status_code == 200, forgotten.text
    assert forgotten.json()["applied"]
    everything = [
        http.get("/v1/memories", params={"user": user, "include": "history"}).text,
        http.get("/v1/turns", params={"user": user}).text,
        http.post("/v1/search", json={"user": user, "query": "locker code 77-B-0419"}).text,
    ]
    assert not any("0419" in text for text in everything[:2])
    assert "locker code is" not in everything[2]
    assert "My bike is blue." in texts(search(http, user, "bike"))
    assert http.get(f"/v1/users/{user}/sessions/gone").status_code == 404
    assert http.delete(f"/v1/users/{user}/sessions/gone").status_code == 404


def test_forgetting_all_of_one_user_leaves_every_other_alone(http: httpx.Client, user: str) -> None:
    north, south = f"{user}-north", f"{user}-south"
    for name in (north, south):
        say(http, name, *(f"{name} fact number {number}" for number in range(5)))
        http.post("/v1/memories", json={"user": name, "content": "stated outside of any session"})

    done = follow(http, http.delete(f"/v1/users/{north}/memories", params={"wait_ms": 20_000}).json())
    again = http.delete(f"/v1/users/{north}/memories")

    assert done["result"]["count"] == 6
    assert (again.status_code, again.json()["result"]["count"]) == (200, 0)
    assert http.get(f"/v1/users/{north}").status_code == 404
    assert http.get("/v1/memories", params={"user": south}).json()["items"].__len__() == 6
    assert http.delete("/v1/users//memories").status_code in (404, 422)
    say(http, north, "A new beginning.")
    assert texts(search(http, north, "beginning")) == ["A new beginning."]


def test_an_erased_user_is_gone_everywhere_and_not_admitted_again(http: httpx.Client, user: str) -> None:
    say(http, user, *(f"Secret number {number} of the vault." for number in range(30)))
    recall = search(http, user, "vault secret")["recall_id"]

    done = follow(http, http.delete(f"/v1/users/{user}", params={"wait_ms": 20_000}).json())
    again = http.delete(f"/v1/users/{user}")

    assert done["result"]["count"] >= 30
    assert (again.status_code, again.json()["state"], again.json()["result"]["count"]) == (200, "done", 0)
    assert search(http, user, "vault secret")["items"] == []
    assert http.get("/v1/memories", params={"user": user}).json()["items"] == []
    assert http.get("/v1/turns", params={"user": user}).json()["items"] == []
    assert http.get(f"/v1/recalls/{recall}").status_code == 404
    refused = http.post("/v1/turns", json={"user": user, "session": "s", "turns": [{"role": "user", "content": "x"}]})
    assert (refused.status_code, refused.json()["type"]) == (410, "urn:mnemolog:user-erased")


def test_an_erased_user_whom_an_administrator_lifts_begins_from_nothing(http: httpx.Client, user: str) -> None:
    say(http, user, "My phone number is 13800138000.")
    assert http.delete(f"/v1/users/{user}/erasure").status_code == 404
    follow(http, http.delete(f"/v1/users/{user}", params={"wait_ms": 20_000}).json())

    lifted = http.delete(f"/v1/users/{user}/erasure")

    assert (lifted.status_code, lifted.json()) == (200, {"user": user})
    say(http, user, "I like chess.")
    assert [turn["content"] for turn in http.get("/v1/turns", params={"user": user}).json()["items"]] == [
        "I like chess."
    ]
    assert facts(http, user, attribute="phone") == []
    erased = follow(http, http.delete(f"/v1/users/{user}", params={"wait_ms": 20_000}).json())
    assert erased["result"]["count"] >= 1
    refused = http.post("/v1/turns", json={"user": user, "session": "s", "turns": [{"role": "user", "content": "x"}]})
    assert refused.status_code == 410


def test_erasing_somebody_unknown_does_nothing(http: httpx.Client, user: str) -> None:
    erased = http.delete(f"/v1/users/{user}")

    assert (erased.status_code, erased.json()["result"]["count"]) == (200, 0)
    say(http, user, "I am still welcome.")


def test_an_export_holds_every_turn_and_memory_and_nothing_forgotten(http: httpx.Client, user: str) -> None:
    say(http, user, "I like chess.", "My phone number is 13800138000.", metadata={"k": 1})
    system = {"role": "system", "content": "You are a helpful assistant."}
    http.post("/v1/turns", json={"user": user, "session": "s1", "turns": [system]})
    [phone] = facts(http, user, attribute="phone")
    http.delete(f"/v1/memories/{phone['memory_id']}", params={"user": user})

    job = follow(http, http.post(f"/v1/users/{user}/export").json())
    lines = [json.loads(line) for line in http.get(job["result"]["file"]).text.splitlines()]

    assert lines[0]["type"] == "export"
    assert len(lines) == job["result"]["count"]
    said = [line["event"]["content"] for line in lines if line["type"] == "event"]
    assert said == ["I like chess.", "You are a helpful assistant."]
    assert any(line["memory"]["content"] for line in lines if line["type"] == "memory")
    assert "13800138000" not in json.dumps(lines)
    assert any(entry["job_id"] == job["job_id"] for entry in http.get("/v1/jobs").json()["items"])
