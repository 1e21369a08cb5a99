"""The ranking is fitted to what people said of recalls, kept as a version, and used from the next start on."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest

from mnemolog.cli.app import run
from mnemolog.serving import ServerProcess
from tests.scenario.api.say import Json, say, search

QUESTIONS = ("tea", "bread", "paint", "music", "garden", "tram", "soap", "river", "chess", "snow", "cheese", "lamp")


def ask_and_judge(http: httpx.Client, word: str) -> None:
    """What helps is always the turn that only mentions the word at its end."""
    found = search(http, "ann", f"Tell me about {word}")
    helped = next(item["memory"]["memory_id"] for item in found["items"] if "by the way" in item["memory"]["content"])
    judged = http.post(f"/v1/recalls/{found['recall_id']}/feedback", json={"used": [helped]})
    assert judged.status_code in (200, 202), judged.text


def test_feedback_changes_the_ranking_once_it_is_fitted_and_only_then(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "data"
    with ServerProcess(folder) as server, httpx.Client(base_url=server.url, timeout=60.0, trust_env=False) as http:
        for word in QUESTIONS:
            filler = "Yesterday we walked along the long old wall near the station for hours,"
            say(http, "ann", f"{word.capitalize()} again.", f"{filler} and by the way there was {word}.", session=word)
        before = search(http, "ann", "Tell me about tea", explain=True)["items"]
        for word in QUESTIONS:
            ask_and_judge(http, word)

    assert run(["models", "fit-rerank", "--folder", str(folder), "--json"]) == 0
    fitted: Json = json.loads(capsys.readouterr().out)

    assert (fitted["version"], fitted["recalls"]) == (1, len(QUESTIONS))
    assert fitted["used"] == (fitted["after"] > fitted["before"])
    assert run(["models", "use-rerank", "1", "--folder", str(folder)]) == 0
    with ServerProcess(folder) as server, httpx.Client(base_url=server.url, timeout=60.0, trust_env=False) as http:
        after = search(http, "ann", "Tell me about tea", explain=True)["items"]
    assert factors(before) != factors(after)
    assert run(["models", "use-rerank", "7", "--folder", str(folder)]) != 0


def factors(items: list[Json]) -> list[Json]:
    return [item["explanation"]["factors"] for item in items]
