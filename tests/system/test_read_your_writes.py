"""Read your writes on real servers: a written turn is in the next answer, seconds before the index shows it."""

from __future__ import annotations

import httpx

from mnemolog.local_servers import LocalServers
from tests.system.waiting import until

WRITES = 40
THINGS = ("kettle", "harbour", "violin", "ladder", "garden", "lantern", "teapot", "window")


def test_a_written_turn_is_in_the_next_answer_and_the_index_later_answers_the_same(distributed: LocalServers) -> None:
    answers, merged = [], 0
    with httpx.Client(base_url=distributed.url, timeout=30, trust_env=False) as http:
        for number in range(WRITES):
            thing = THINGS[number % len(THINGS)]
            content = f"Yesterday I measured the {thing} near the {THINGS[number % 5]}, number {number}."
            turn = {"role": "user", "content": content, "occurred_at": f"2026-03-02T08:00:{number:02d}Z"}
            body = {"user": f"ryw-{number % 4}", "session": "s", "turns": [turn]}
            token = http.post("/v1/turns", json=body).json()["token"]
            query = {"user": body["user"], "query": f"What did I do with the {thing}?",
                     "reference_time": "2026-03-03T00:00:00Z"}  # fmt: skip
            found = http.post("/v1/search", json=query | {"after": token, "wait_ms": 10_000}).json()
            assert found["freshness"]["complete"]
            merged += found["freshness"]["tail"]
            assert content in [item["memory"]["content"] for item in found["items"]], number
            answers.append((query | {"as_of": token}, ids(found)))
        assert merged > 0, "the index was never behind: this shows nothing"

        until(
            "everything is indexed",
            lambda: all(lag["indexed"] >= lag["end"] - 1 for lag in http.get("/v1/lag").json()["items"]),
        )
        later = [ids(http.post("/v1/search", json=query).json()) for query, _ in answers]

    same = sum(before == after for (_, before), after in zip(answers, later, strict=True))
    print(f"{WRITES} writes: all in the next answer; {same} answers equal the index's own")
    assert same >= 0.95 * WRITES


def ids(found: dict[str, list[dict[str, dict[str, str]]]]) -> list[str]:
    return [item["memory"]["memory_id"] for item in found["items"]]
