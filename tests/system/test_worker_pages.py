"""A real worker and a real API tell how they are: what holds a stage, and all that dashboard and alerts ask for."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml
from aiokafka.admin import AIOKafkaAdminClient

from deploy.stack import StackStatus
from deploy.stack.docker import COMPOSE_FILE
from mnemolog.serving import free_port
from schemas.topics import TENANT_DEFAULT, TURNS
from streams.distributed.installation import Place, opened
from streams.distributed.worker import STAGES
from streams.log import NewRecord
from streams.partitioner import partition_of
from tests.system.clean_slate import wipe
from tests.system.faults.fleet import Fleet

pytestmark = pytest.mark.timeout(600)

ROOT = COMPOSE_FILE.parent
PARTITIONS = 2
DEADLINE_S = 120.0
PATIENCE_S = 0.1


class Watched:
    """An installation of its own, set up as a container sets it up, with one worker and one API."""

    def __init__(self, stack: StackStatus, folder: Path) -> None:
        self.place = Place(stack.bootstrap, folder / "data", PARTITIONS)
        self.worker_port, self.api_port = free_port(), free_port()
        self.opensearch = httpx.Client(base_url=stack.opensearch_url, timeout=30, trust_env=False)
        self.pages = httpx.Client(base_url=f"http://127.0.0.1:{self.worker_port}", timeout=30, trust_env=False)
        environment = {
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "MNEMOLOG_RUNTIME": "distributed",
            "MNEMOLOG_FOLDER": str(folder / "data"),
            "MNEMOLOG_PARTITIONS": str(PARTITIONS),
            "MNEMOLOG_KAFKA_BOOTSTRAP": stack.bootstrap,
            "MNEMOLOG_OPENSEARCH_URL": stack.opensearch_url,
            "MNEMOLOG_WORKER_PORT": str(self.worker_port),
            "OPENBLAS_NUM_THREADS": "1",
            "OMP_NUM_THREADS": "1",
        }
        made = subprocess.run(
            ["sh", "deploy/first-start.sh"],
            cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True, timeout=180, check=False,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        (key,) = re.findall(r"^mnk_\w+$", made.stdout, re.MULTILINE)
        self.api = httpx.Client(
            base_url=f"http://127.0.0.1:{self.api_port}",
            timeout=30,
            trust_env=False,
            headers={"authorization": f"Bearer {key}"},
        )
        self.fleet = Fleet(folder, environment)
        self.worker = self.fleet.start("worker")
        self.fleet.start("api", "--port", str(self.api_port))

    def close(self) -> None:
        self.fleet.end_all()
        for client in (self.opensearch, self.pages, self.api):
            client.close()

    def until(self, what: str, look: Callable[[], Any]) -> Any:
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            try:
                found = look()
            except httpx.TransportError:
                found = None
            if found:
                return found
            time.sleep(PATIENCE_S)
        raise AssertionError(f"not in {DEADLINE_S:.0f} s: {what}\n{self.worker.told()[-3_000:]}")

    def say(self, user: str, content: str) -> str:
        """The token of the turn."""
        turn = {"role": "user", "content": content}
        answer = self.api.post("/v1/turns", json={"user": user, "session": "s", "turns": [turn]})
        assert answer.status_code == 202, answer.text
        return str(answer.json()["token"])

    def memories(self, user: str) -> str:
        """What is remembered, as text; "" when nothing is, or nobody answers."""
        answer = self.api.get("/v1/memories", params={"user": user})
        return str(answer.json()["items"] or "") if answer.status_code == 200 else ""

    def say_elsewhere(self, partition: int, content: str) -> str:
        """Say it as somebody whose turns are in another partition; who that is."""
        for user in ("bo", "cy", "di", "ed", "flo", "gus", "hal", "ida"):
            if f".p{partition}:" not in self.say(user, content):
                return user
        raise AssertionError("all of them are in one partition")

    def stage(self, name: str) -> dict[str, Any]:
        stages = self.pages.get("/readyz").json()["stages"]
        return next(stage for stage in stages if stage["stage"] == name)


@pytest.fixture(scope="module")
def watched(stack: StackStatus, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    wipe(stack)
    running = Watched(stack, tmp_path_factory.mktemp("watched"))
    try:
        running.until("the API is ready", lambda: running.api.get("/readyz").status_code == 200)
        running.until(
            "every stage has its partitions",
            lambda: all(running.stage(name)["partitions"] == PARTITIONS for name in STAGES),
        )
        running.say("ann", "I keep bees.")
        running.until("the turn is indexed", lambda: running.memories("ann"))
        yield running
    finally:
        running.close()


def exported(text: str) -> dict[str, float]:
    """The metrics that a page declares, and the sum of their samples."""
    names = dict.fromkeys(re.findall(r"^# TYPE (\S+) ", text, re.MULTILINE), 0.0)
    for name, value in re.findall(r"^(\w+)(?:\{[^}]*\})? (\S+)$", text, re.MULTILINE):
        names[name] = names.get(name, 0.0) + float(value)
    return names


def asked(text: str) -> set[str]:
    return set(re.findall(r"\b(?:mnemolog|process)_[a-z_]+", text))


def test_what_dashboard_and_alerts_ask_is_exported(watched: Watched) -> None:
    names = {
        name
        for client in (watched.pages, watched.api)
        for name in exported(client.get("/metrics").raise_for_status().text)
    }
    names |= {f"{name}{part}" for name in names for part in ("_bucket", "_sum", "_count")}
    dashboard = json.loads((ROOT / "deploy" / "dashboards" / "mnemolog.json").read_text(encoding="utf-8"))
    alerts = yaml.safe_load((ROOT / "deploy" / "alerts.yml").read_text(encoding="utf-8"))
    asks = {target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())}
    rules = {rule["expr"] for group in alerts["groups"] for rule in group["rules"]}

    wanted = {name for expression in asks | rules for name in asked(expression)}

    assert len(wanted) > 20
    assert wanted <= names


def test_a_turn_leaves_its_mark_in_every_stage(watched: Watched) -> None:
    metrics = watched.pages.get("/metrics").text
    for stage in STAGES:
        if stage != "admit":
            assert re.search(rf'^mnemolog_stage_events_total{{stage="{stage}"}} [1-9]', metrics, re.MULTILINE), stage
    worker, api = exported(metrics), exported(watched.api.get("/metrics").text)
    assert worker["mnemolog_turn_indexed_seconds_count"] >= 1
    assert worker["mnemolog_outcomes_total"] >= 1
    assert api["mnemolog_turns_accepted_total"] >= 1
    assert api["mnemolog_write_ack_seconds_count"] >= 1


def test_a_worker_that_is_well_says_so(watched: Watched) -> None:
    assert watched.pages.get("/healthz").json() == {"status": "alive"}
    ready = watched.pages.get("/readyz")
    assert (ready.status_code, ready.json()["status"]) == (200, "ready")
    assert [stage["stage"] for stage in ready.json()["stages"]] == [*(s for s in STAGES if s != "score"), "score"]
    assert {stage["detail"] for stage in ready.json()["stages"]} == {""}


def test_a_stage_that_is_held_is_named_with_position_age_and_reason_and_goes_on(watched: Watched) -> None:
    (index,) = watched.opensearch.get("/_alias/mnemolog").raise_for_status().json()
    watched.opensearch.post(f"/{index}/_close").raise_for_status()
    try:
        watched.say("bo", "I paint boats.")
        ready = watched.until("index is held", lambda: (r := watched.pages.get("/readyz")).status_code == 503 and r)
        detail = watched.stage("index")["detail"]
        assert ready.json()["status"] == "not ready"
        assert re.fullmatch(r"held at p\d+:\d+ for \d+ s: .*index_closed_exception.*", detail)
        assert watched.stage("consolidate")["detail"] == ""
        assert watched.pages.get("/healthz").status_code == 200
        metrics = watched.pages.get("/metrics").text
        assert 'mnemolog_stage_held{stage="index"} 1.0' in metrics
        assert 'mnemolog_stage_held{stage="embed"} 0.0' in metrics
        # The index is away, and its metrics with it; all others are still told.
        assert "mnemolog_write_ack_seconds_count" in watched.api.get("/metrics").raise_for_status().text
    finally:
        watched.opensearch.post(f"/{index}/_open").raise_for_status()

    watched.until("the turn is indexed", lambda: watched.memories("bo"))
    watched.until("the worker is well", lambda: watched.pages.get("/readyz").status_code == 200)
    assert exported(watched.pages.get("/metrics").text)["mnemolog_dead_letters_total"] == 0.0
    assert exported(watched.pages.get("/metrics").text)["mnemolog_stage_retries_total"] >= 1


def test_a_second_worker_of_one_stage_takes_its_share_and_has_the_same_pages(watched: Watched) -> None:
    port = free_port()
    other = watched.fleet.start("worker", "--stages", "index", MNEMOLOG_WORKER_PORT=str(port))
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30, trust_env=False) as pages:

        def share() -> bool:
            (stage,) = pages.get("/readyz").json()["stages"]
            return bool(stage["stage"] == "index" and stage["partitions"] == watched.stage("index")["partitions"] == 1)

        watched.until("each has one of the two partitions", share)
        assert pages.get("/healthz").status_code == 200
        assert "mnemolog_stage_events_total" in pages.get("/metrics").raise_for_status().text
    assert other.end(signal.SIGTERM) == 0
    watched.until("the first one carries both again", lambda: watched.stage("index")["partitions"] == PARTITIONS)


async def newer_record(place: Place, user: str) -> tuple[int, int]:
    """A record of this user's that only a newer program can read; where it stands."""
    async with opened(place) as installation:
        owner = installation.keyring.user_key(TENANT_DEFAULT, user)
        partition = partition_of(owner.encode(), PARTITIONS)
        (offset,) = await installation.log.append(TURNS, [NewRecord(partition, owner.encode(), b"MN9\n" + bytes(50))])
        return partition, offset


async def committed(bootstrap: str, stage: str) -> dict[int, int]:
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap)
    await admin.start()
    try:
        found = await admin.list_consumer_group_offsets(f"mnemolog.g1.{stage}")
        return {place.partition: told.offset for place, told in found.items()}
    finally:
        await admin.close()


def test_an_event_that_score_cannot_get_past_holds_its_partition_alone_and_is_not_committed_by_an_end(
    watched: Watched,
) -> None:
    """The last one here: only a newer program gets past it."""
    partition, offset = asyncio.run(newer_record(watched.place, "ann"))
    watched.until("score is held", lambda: watched.stage("score")["detail"])
    other = watched.say_elsewhere(partition, "I grow roses.")
    watched.say("ann", "I sold the bees.")

    watched.until("another partition goes on", lambda: "roses" in watched.memories(other))
    detail = watched.stage("score")["detail"]
    assert re.fullmatch(rf"held at p{partition}:{offset} for \d+ s: .*", detail)
    assert watched.worker.end(signal.SIGTERM) == 0
    assert asyncio.run(committed(watched.place.bootstrap, "score"))[partition] == offset
    assert "stopped" in watched.worker.told()
    assert "stop_timed_out" not in watched.worker.told()
