"""Histories that go wrong elsewhere: large, repeated, contradictory, many-voiced, in a language without rules."""

from __future__ import annotations

import httpx

from tests.scenario.api.say import facts, say, search, texts

PART_BYTES = 60_000
WAITS_MAX = 6
"""Waits of 20 s for one part: a deadline, not a figure."""


def test_a_large_document_sent_in_parts_keeps_every_part(http: httpx.Client, user: str) -> None:
    dated = [
        f"On 2024-{1 + n // 28:02}-{1 + n % 28:02} the keeper of lighthouse K{n:02} counted {100 + n} gulls."
        for n in range(50)
    ]
    filler = "The sea was calm and nothing else was written down that day by anybody on the rock. " * 70
    document = "\n".join(f"{filler}\n{line}" for line in dated)
    parts = [document[start : start + PART_BYTES] for start in range(0, len(document), PART_BYTES)]
    assert len(document) > 290_000
    whole = [line for line in dated if any(line in part for part in parts)]

    ids = [_sent(http, user, part) for part in parts]

    assert len(set(ids)) == len(parts)
    for line in whole[::7]:
        found = search(http, user, line.split("the ")[1], filters={"resolution": ["turn"]}, limit=10)
        assert any(line in text for text in texts(found)), line


def _sent(http: httpx.Client, user: str, part: str) -> str:
    turn = {"role": "user", "content": part}
    written = http.post("/v1/turns", json={"user": user, "session": "document", "turns": [turn]}).json()
    event_id = str(written["ids"][0])
    for _ in range(WAITS_MAX):
        if http.get(f"/v1/turns/{event_id}", params={"user": user, "wait_ms": 20_000}).json()["outcome"]:
            return event_id
    raise AssertionError(f"{event_id} has no outcome yet")


def test_a_third_language_is_found_as_it_was_said_and_gives_no_claims(http: httpx.Client, user: str) -> None:
    say(http, user, "Je m'appelle Odette et j'habite à Rouen.", "私は大阪に住んでいます。", "Mi número es 555 0147.")

    assert facts(http, user) == []
    assert texts(search(http, user, "Odette Rouen"))[0].startswith("Je m'appelle Odette")


def test_a_group_chat_of_twelve_keeps_everybody_apart(http: httpx.Client, user: str) -> None:
    people = [f"Guest{number:02}" for number in range(12)]
    turns = [
        {"role": "user", "speaker": person, "content": f"I'm allergic to {food}."}
        for person, food in zip(people, FOODS, strict=True)
    ]
    written = http.post("/v1/turns", json={"user": user, "session": "party", "turns": turns})
    last = written.json()["ids"][-1]
    assert http.get(f"/v1/turns/{last}", params={"user": user, "wait_ms": 20_000}).json()["outcome"]

    kept = {fact["subject"]: fact["value"] for fact in facts(http, user, attribute="allergy")}
    assert kept == dict(zip(people, FOODS, strict=True))


FOODS = ["walnuts", "peanuts", "shrimp", "crab", "milk", "eggs", "soy", "wheat", "sesame", "mango", "kiwi", "celery"]


def test_a_question_of_one_person_is_not_answered_by_anothers_fact(http: httpx.Client, user: str) -> None:
    turns = [
        {"role": "user", "speaker": "Ivo", "content": "I'm badly allergic to hazelnuts."},
        {"role": "user", "speaker": user, "content": "Am I allergic to anything?"},
    ]
    written = http.post("/v1/turns", json={"user": user, "session": "kitchen", "turns": turns})
    last = written.json()["ids"][-1]
    assert http.get(f"/v1/turns/{last}", params={"user": user, "wait_ms": 20_000}).json()["outcome"]

    found = search(http, user, "Am I allergic to anything?")

    assert all(
        item["memory"]["subject"] in ("", "user") for item in found["items"] if item["memory"]["resolution"] == "fact"
    )


def test_a_question_about_oneself_is_answered_when_the_claim_is_there(http: httpx.Client, user: str) -> None:
    say(http, user, "I live in Rotterdam.", "我对芒果过敏。", "My birthday is 3 March.", "The kettle is new.")

    for query, answer in (
        ("Where do I live?", "Rotterdam"),
        ("我住在哪里？", "Rotterdam"),
        ("When is my birthday?", "3 March"),
        ("Am I allergic to anything?", "芒果"),
        ("我对什么过敏？", "芒果"),
    ):
        found = search(http, user, query)
        assert not found["abstained"], query
        assert answer in texts(found)[0], query
