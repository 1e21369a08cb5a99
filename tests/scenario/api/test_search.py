"""Search and context over HTTP: what must never break, and what must always be found."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from mnemolog.serving import ServerProcess
from tests.scenario.api.say import say, search, texts

SYNTAX = [
    "C++ (draft) [v2]",
    "a AND OR NOT",
    '"unclosed',
    "foo:bar/baz?*~^",
    '{"json":1}',
    "-minus +plus",
    "价格(含税)：￥100！",
    "' OR 1=1; --",
    "%_like_% wildcard",
]


def test_a_text_full_of_query_syntax_finds_itself_first(http: httpx.Client, user: str) -> None:
    say(http, user, *SYNTAX)

    for query in SYNTAX:
        assert texts(search(http, user, query))[0] == query


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "\u200b", "…", "？", "\u0000", "\u202e"])
@pytest.mark.parametrize("call", ["search", "context"])
def test_a_question_without_anything_to_look_for_is_refused(
    http: httpx.Client, user: str, call: str, query: str
) -> None:
    refused = http.post(f"/v1/{call}", json={"user": user, "query": query})

    assert refused.status_code == 422
    assert refused.json()["field"] == "query"


@pytest.mark.parametrize("query", ["猫", "豆豆", "福州"])
def test_one_chinese_character_or_word_is_enough(http: httpx.Client, user: str, query: str) -> None:
    say(http, user, "我的猫叫豆豆，住在福州。", *(f"Number {number} of many notes." for number in range(15)))

    found = search(http, user, query, limit=3)

    assert any("我的猫叫豆豆" in text for text in texts(found))
    assert len(found["items"]) <= 3


def test_without_a_question_the_listing_says_why_each_item_stands_there(http: httpx.Client, user: str) -> None:
    say(http, user, "My name is Ilsa.", "It rained all day.")

    found = search(http, user, None)

    assert found["recipe"].startswith("listing")
    assert all(item["labels"] for item in found["items"])


@pytest.mark.parametrize("limit", [0, -1, 101, 10_001, "ten", 2.5, None, True, "5"])
def test_a_limit_outside_the_range_is_refused_and_named(http: httpx.Client, user: str, limit: object) -> None:
    refused = http.post("/v1/search", json={"user": user, "query": "x", "limit": limit})

    assert refused.status_code == 422
    assert refused.json()["field"] == "limit"


def test_a_limit_of_one_gives_one(http: httpx.Client, user: str) -> None:
    say(http, user, "I keep bees.", "Bees need flowers.")

    assert len(search(http, user, "bees", limit=1)["items"]) == 1


@pytest.mark.parametrize(
    ("filters", "field", "kind"),
    [
        ({"categry": "billing"}, "filters.categry", "unknown-filter"),
        ({"importance": {"gte": 0.5}}, "filters.importance", "unknown-filter"),
        ({"tags": {"not": ["a"]}}, "filters.tags", "invalid-input"),
        ({"kind": ["nonsense"]}, "filters.kind[0]", "invalid-input"),
        ({"occurred_at": {"from": "2025-01-01T00:00:00Z"}}, "filters.occurred_at.from", "unknown-filter"),
        ({"occurred_at": {"gte": "2025-01-01T00:00:00"}}, "filters.occurred_at.gte", "invalid-input"),
        ({"min_confidence": 2}, "filters.min_confidence", "invalid-input"),
    ],
)
def test_a_filter_that_is_not_understood_is_refused_and_named(
    http: httpx.Client, user: str, filters: dict[str, object], field: str, kind: str
) -> None:
    refused = http.post("/v1/search", json={"user": user, "query": "x", "filters": filters})

    assert refused.status_code == 422
    assert refused.json()["field"] == field
    assert refused.json()["type"] == f"urn:mnemolog:{kind}"


def test_filters_hold_in_every_route(http: httpx.Client, user: str) -> None:
    say(http, user, "The blue invoice is due.", session="bills", tags=["billing"])
    say(http, user, "The blue suitcase is packed.", session="trip", tags=["travel"])

    assert texts(search(http, user, "blue", filters={"tags": ["billing"]})) == ["The blue invoice is due."]
    assert texts(search(http, user, "blue", filters={"session": ["trip"]})) == ["The blue suitcase is packed."]
    assert texts(search(http, user, "blue", filters={"session": ["nowhere"]})) == []


def test_a_threshold_keeps_out_what_is_not_relevant(http: httpx.Client, user: str) -> None:
    say(http, user, "I keep bees.")

    assert texts(search(http, user, "ZZQ-unrelated-0000", threshold=0.6)) == []
    assert all(item["relevance"] < 0.4 for item in search(http, user, "ZZQ-unrelated-0000")["items"])


def test_ten_items_are_the_beginning_of_fifty_and_pages_do_not_overlap(http: httpx.Client, user: str) -> None:
    say(http, user, *(f"Report {number} about the northern bridge, part {number % 7}." for number in range(60)))

    fifty = [item["memory"]["memory_id"] for item in search(http, user, "northern bridge report", limit=50)["items"]]
    ten = [item["memory"]["memory_id"] for item in search(http, user, "northern bridge report", limit=10)["items"]]
    pages = [
        item["memory"]["memory_id"]
        for start in range(0, 50, 10)
        for item in search(http, user, "northern bridge report", limit=10, offset=start)["items"]
    ]

    assert ten == fifty[:10]
    assert pages == fifty


def test_a_long_question_is_cut_and_says_so(http: httpx.Client, user: str) -> None:
    say(http, user, ("filler words everywhere " * 400) + " the vault code word is marzipan")

    found = search(http, user, "vault code word " + "and so on " * 2_000)

    assert found["truncated"] is True
    assert search(http, user, "vault code word")["items"]


def test_an_explained_answer_names_routes_and_factors(http: httpx.Client, user: str) -> None:
    say(http, user, "The spare battery is in the blue case.")

    [item] = search(http, user, "where is the spare battery", explain=True)["items"][:1]

    assert item["explanation"]["routes"]["text"]["rank"] == 1
    assert item["explanation"]["factors"]
    assert {"spare", "battery"} & set(" ".join(item["explanation"]["matched"]).lower().split())


def test_vectors_are_given_only_when_asked_for(http: httpx.Client, user: str) -> None:
    say(http, user, "The lighthouse is red.")

    assert search(http, user, "lighthouse")["items"][0]["memory"]["vector"] is None
    assert search(http, user, "lighthouse", include=["vectors"])["items"][0]["memory"]["vector"]


def test_a_search_after_a_write_has_it(http: httpx.Client, user: str) -> None:
    for number in range(5):
        turns = [{"role": "user", "content": f"The code of day {number} is K{number}77."}]
        token = http.post("/v1/turns", json={"user": user, "session": "s", "turns": turns}).json()["token"]
        found = search(http, user, f"code K{number}77", after=token, wait_ms=20_000)
        assert texts(found)[0] == turns[0]["content"]
        assert found["freshness"]["complete"] is True


@pytest.mark.parametrize("after", ["nonsense", "e1.p99:1", "e9.p0:1", "e1.p0:-1", "e1.p0:99999999999999"])
def test_a_token_that_is_none_is_refused(http: httpx.Client, user: str, after: str) -> None:
    refused = http.post("/v1/search", json={"user": user, "query": "x", "after": after, "wait_ms": 0})

    assert refused.status_code == 422
    assert refused.json()["field"] == "after"


def test_a_recall_is_kept_and_can_be_judged(http: httpx.Client, user: str) -> None:
    say(http, user, "The wifi name is Heron.")
    found = search(http, user, "wifi name", explain=True)
    identity = found["items"][0]["memory"]["memory_id"]
    path = f"/v1/recalls/{found['recall_id']}"

    kept = http.get(path).json()
    judged = http.post(f"{path}/feedback", json={"used": [identity], "missing": "the password"})
    foreign = http.post(f"{path}/feedback", json={"used": ["m_other"]})
    nothing = http.post(f"{path}/feedback", json={})

    assert kept["query"]["query"] == "wifi name"
    assert [item["memory_id"] for item in kept["items"]] == [i["memory"]["memory_id"] for i in found["items"]]
    assert "Heron" not in http.get(path).text
    assert judged.status_code == 202
    assert (foreign.status_code, foreign.json()["field"]) == (422, "used[0]")
    assert nothing.status_code == 422
    event = http.get(f"/v1/memories/{identity}", params={"user": user, "wait_ms": 20_000}).json()
    assert event["used"] == 1
    assert http.get("/v1/recalls/r_nothing").status_code == 404


def test_a_context_stays_within_its_budget_and_cites(http: httpx.Client, user: str) -> None:
    say(
        http, user, *(f"Trip {number} went to the island of Saaremaa by ferry number {number}." for number in range(40))
    )

    block = http.post("/v1/context", json={"user": user, "query": "trips to Saaremaa", "budget_tokens": 120}).json()

    assert 0 < block["tokens"] <= 120
    assert block["citations"]
    for citation in block["citations"]:
        assert f"[{citation['mark']}]" in block["block"]


def test_many_searches_while_turns_come_in_never_fail(server: ServerProcess, http: httpx.Client, user: str) -> None:
    say(http, user, *(f"Memo {number}: the {number}th crate holds tea." for number in range(50)))

    def ask(number: int) -> int:
        query = ("tea " * (1 + number % 40)).strip()
        body = {"user": user, "query": query, "limit": 1 + number % 20}
        return httpx.post(f"{server.url}/v1/search", json=body, timeout=60, trust_env=False).status_code

    def write(number: int) -> int:
        turns = [{"role": "user", "content": f"While searching, crate {number} arrived."}]
        body = {"user": user, "session": f"w{number}", "turns": turns}
        return httpx.post(f"{server.url}/v1/turns", json=body, timeout=60, trust_env=False).status_code

    with ThreadPoolExecutor(64) as pool:
        asked = [pool.submit(ask, number) for number in range(192)]
        written = [pool.submit(write, number) for number in range(64)]

    assert {future.result() for future in asked} == {200}
    assert {future.result() for future in written} == {202}
