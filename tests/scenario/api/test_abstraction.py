"""What many turns come to, over HTTP with the real models: interests, routines, steps, summaries, profile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import httpx
import pytest

from tests.scenario.api.say import say

FIVE_QUESTIONS = {
    "English": (
        "How do I merge two dataframes in pandas with Python?",
        "What is a Python decorator?",
        "Why does my Python script stop with a KeyError?",
        "Can you show me how to read a CSV file in Python?",
        "How can I speed up a Python loop?",
    ),
    "paraphrased": (
        "Python question: list or tuple?",
        "I need a Python snippet that renames files.",
        "Could you explain generators in Python to me?",
        "My Python tests are slow, any ideas?",
        "Which Python version should I learn?",
    ),
    "lower case": (
        "how do i install python on windows",
        "what's a good python editor?",
        "python keeps saying ModuleNotFoundError, why?",
        "is python good for web apps?",
        "can you recommend a python course?",
    ),
    "Chinese": (
        "Python怎么读取CSV文件？",
        "怎么用Python画折线图？",
        "请问Python的装饰器是什么？",
        "我的Python程序报错了，怎么办？",
        "学Python要多久？",
    ),
    "Chinese, paraphrased": (
        "帮我看看这段Python代码",
        "我想了解Python的数据分析",
        "Python里列表和元组有什么区别？",
        "能不能推荐一本Python的书？",
        "用Python写爬虫难不难",
    ),
}
MONDAYS = {
    "English": (
        "Can you give me the weekly report template?", "I need the report template again.", "Report template, please.",
    ),
    "paraphrased": (
        "Please send the status report template.", "The template for the report, please.",
        "Could I have the report template?",
    ),
    "Chinese": ("请把周报模板发给我", "周报模板再给我一份", "帮我找一下周报模板"),
    "Chinese, paraphrased": ("我要写周报了，给我周报模板", "周报模板在哪里？", "麻烦给一份周报模板"),
}  # fmt: skip


def say_on(http: httpx.Client, user: str, contents: Sequence[str], days: Sequence[str]) -> list[str]:
    """One session a day; the ids of the turns."""
    ids: list[str] = []
    for day, content in zip(days, contents, strict=True):
        ids += say(http, user, content, session=f"on {day}", occurred_at=f"{day}T09:02:00+08:00")["ids"]
    return ids


def profile(http: httpx.Client, user: str) -> dict[str, Any]:
    shown: dict[str, Any] = http.get(f"/v1/users/{user}/profile").json()
    return shown


def interests(http: httpx.Client, user: str) -> list[str]:
    found = http.get("/v1/memories", params={"user": user, "resolution": "fact"}).json()["items"]
    return [memory["value"] for memory in found if memory["attribute"] == "interest"]


@pytest.mark.parametrize("questions", FIVE_QUESTIONS.values(), ids=FIVE_QUESTIONS.keys())
def test_five_questions_in_a_week_are_an_interest(http: httpx.Client, user: str, questions: tuple[str, ...]) -> None:
    days = ("2026-03-02", "2026-03-03", "2026-03-05", "2026-03-06", "2026-03-08")

    say_on(http, user, questions, days)

    assert [value.casefold() for value in interests(http, user)] == ["python"]
    group = next(group for group in profile(http, user)["groups"] if group["name"] == "interests")
    assert "python" in group["contents"][0].casefold()


@pytest.mark.parametrize("requests", MONDAYS.values(), ids=MONDAYS.keys())
def test_three_mondays_are_a_routine(http: httpx.Client, user: str, requests: tuple[str, ...]) -> None:
    say_on(http, user, requests, ("2026-03-02", "2026-03-09", "2026-03-16"))

    [routine] = profile(http, user)["procedures"]
    assert routine["memory"]["schedule"] == {"frequency": "weekly", "weekday": 0, "day": None, "minute_of_day": 540}
    assert routine["memory"]["timezone"] == "+08:00"
    assert routine["next_at"] is not None
    assert requests[0] in routine["memory"]["content"]


def test_the_company_is_an_interest_of_its_own(http: httpx.Client, user: str) -> None:
    say_on(
        http,
        user,
        ("How is Apple's stock doing?", "What did Apple announce yesterday?", "How do I bake an apple pie?"),
        ("2026-03-02", "2026-03-03", "2026-03-04"),
    )
    assert interests(http, user) == []

    say_on(http, user, ("Will Apple open a shop in Lisbon?",), ("2026-03-05",))

    assert interests(http, user) == ["Apple"]


def test_a_profile_forgets_what_was_forgotten(http: httpx.Client, user: str) -> None:
    days = ("2026-03-02", "2026-03-03", "2026-03-05")
    say_on(http, user, FIVE_QUESTIONS["English"][:3], days)
    assert interests(http, user) == ["Python"]

    http.delete(f"/v1/users/{user}/sessions/on {days[1]}")

    assert interests(http, user) == []


def test_a_closed_session_has_a_summary_with_its_evidence(http: httpx.Client, user: str) -> None:
    lines = (
        "We moved into the flat in Porto last week.",
        "Clara will help me paint the bedroom on Saturday.",
        "厨房的地板还没铺好，师傅周五来。",
        "I ordered a green sofa for 800 euros.",
    )
    say(http, user, *lines)

    closed = http.post(f"/v1/users/{user}/sessions/s1/close").json()

    assert closed["applied"]
    [episode] = http.get("/v1/memories", params={"user": user, "resolution": "episode"}).json()["items"]
    assert sorted(episode["content"].split("\n")) == sorted(lines)
    assert len(episode["evidence"]) == 4
    found = http.post(
        "/v1/search", json={"user": user, "query": "the new sofa", "filters": {"resolution": ["episode"]}}
    ).json()["items"]
    assert [item["memory"]["memory_id"] for item in found] == [episode["memory_id"]]
    plain = http.post("/v1/search", json={"user": user, "query": "the new sofa"}).json()["items"]
    assert "episode" not in {item["memory"]["resolution"] for item in plain}


def test_the_working_memory_tells_what_left_the_window(http: httpx.Client, user: str) -> None:
    say(http, user, "My flight to Osaka leaves on the 14th of May.", "The hotel is booked under my sister's name.")
    say(http, user, *(f"By the way, box number {n} is packed." for n in range(28)))

    shown = http.get(f"/v1/users/{user}/sessions/s1/working", params={"max_tokens": 400}).json()

    assert any("Osaka" in line for line in shown["summary"])
    assert not {turn["content"] for turn in shown["turns"]} & set(shown["summary"])
    assert shown["tokens"] <= 400


def test_tools_that_worked_twice_are_a_procedure(http: httpx.Client, user: str) -> None:
    for number in range(2):
        turns = [
            {"role": "user", "content": "Please book a table at Luigi's for two."},
            {"role": "tool", "speaker": "find_table", "content": "19:30 is free"},
            {"role": "tool", "speaker": "reserve", "content": "reserved"},
            {"role": "assistant", "content": "Done: 19:30."},
            {"role": "user", "content": "Perfect, thank you."},
        ]
        body = {"user": user, "session": f"dinner{number}", "turns": turns}
        token = http.post("/v1/turns", json=body).json()["token"]
        http.post("/v1/search", json={"user": user, "query": "table", "after": token, "wait_ms": 20_000})
        http.post(f"/v1/users/{user}/sessions/dinner{number}/close")

    [known] = profile(http, user)["procedures"]
    assert known["memory"]["value"] == "find_table → reserve"
    assert known["next_at"] is None


def test_a_person_sees_why_and_corrects_a_conclusion(http: httpx.Client, user: str) -> None:
    ids = say_on(http, user, FIVE_QUESTIONS["English"][:3], ("2026-03-02", "2026-03-03", "2026-03-05"))
    [interest] = [
        memory
        for memory in http.get("/v1/memories", params={"user": user, "resolution": "fact"}).json()["items"]
        if memory["attribute"] == "interest"
    ]
    path = f"/v1/memories/{interest['memory_id']}"

    why = http.get(f"{path}/why", params={"user": user}).json()
    edited = http.patch(
        path,
        params={"user": user},
        headers={"If-Match": f'"{interest["position"]}"'},
        json={"content": "I only teach Python."},
    )

    assert [ground["event_id"] for ground in why["evidence"]] == ids
    assert edited.status_code == 200, edited.text
    assert interests(http, user) == []
    known = http.get("/v1/memories", params={"user": user, "resolution": "fact"}).json()["items"]
    assert "I only teach Python." in [memory["content"] for memory in known]
