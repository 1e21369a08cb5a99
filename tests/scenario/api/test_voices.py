"""A question about oneself is answered in one's own words; what is said off the record is nowhere."""

from __future__ import annotations

import httpx
import pytest

from tests.scenario.api.say import Json, say, search, texts


def asked(http: httpx.Client, user: str, query: str) -> Json:
    answer: Json = http.post("/v1/context", json={"user": user, "query": query}).json()
    return answer


@pytest.mark.parametrize(
    ("text", "about_oneself", "about_the_text", "words", "voice"),
    [
        (
            'The leaflet gives a sample entry: "Name: Pat Blank. Shoe size: 47." Must I fill in both?',
            "what's my shoe size?",
            "which shoe size does the sample entry have?",
            "47",
            "quoted",
        ),
        ("游戏里我是个瞎眼铁匠", "我是做什么工作的？", "我在游戏里是什么人？", "铁匠", "fiction"),
    ],
)
def test_another_voice_answers_only_who_asks_for_it(
    http: httpx.Client, user: str, text: str, about_oneself: str, about_the_text: str, words: str, voice: str
) -> None:
    say(http, user, text)
    say(http, user, "It rained all day.", session="s2")

    own, named = asked(http, user, about_oneself), asked(http, user, about_the_text)
    [told] = [
        item["memory"] for item in search(http, user, about_the_text)["items"] if words in item["memory"]["content"]
    ]

    assert own["abstained"]
    assert words not in own["block"]
    assert f"({voice})" in named["block"]
    assert told["dimensions"]["voice"] == voice
    assert all(span["end"] > span["start"] for span in told["dimensions"]["voiced"])


def test_what_is_said_off_the_record_is_in_no_answer_listing_or_working_memory(http: httpx.Client, user: str) -> None:
    written = say(http, user, "We bought plums.", "Don't save this: I owe Viktor nine hundred.", "They were sour.")

    outcome = http.get(f"/v1/turns/{written['ids'][1]}", params={"user": user}).json()["outcome"]
    working = http.get(f"/v1/users/{user}/sessions/s1/working", params={"max_tokens": 500})

    assert (outcome["state"], outcome["reason"]) == ("skipped", "off the record")
    assert not any("Viktor" in text for text in texts(search(http, user, "Viktor nine hundred")))
    assert "Viktor" not in working.text
    assert "Viktor" not in http.get("/v1/memories", params={"user": user}).text
