"""The local stack without its servers: what it looks for, what it refuses and what it writes."""

import os
import socket
import sys
from pathlib import Path

import pytest

from deploy.stack import DockerFailed, JdkMissing, MavenMissing, PortTaken, StackError, down, kill, status, up
from deploy.stack.artifacts import cache_folder, fetch
from deploy.stack.jdk import Jdk, find_jdk
from deploy.stack.kafka import properties
from deploy.stack.plan import Wish, load, save, settle
from deploy.stack.ports import choose, kafka_answers, opensearch_answers
from deploy.stack.process import ServerProcess


def _fake_jdk(home: Path, version: str, *, compiler: bool = True) -> Path:
    (home / "bin").mkdir(parents=True)
    for tool in ("java", "javac") if compiler else ("java",):
        (home / "bin" / tool).touch(mode=0o755)
    (home / "release").write_text(f'IMPLEMENTOR="Somebody"\nJAVA_VERSION="{version}"\n')
    return home


def _wish(*, brokers: int = 1, kafka_port: int | None = None) -> Wish:
    return Wish(kafka_port, None, None, None, 512, 512, brokers)


def test_java_home_comes_before_path_and_path_before_the_usual_places(tmp_path: Path) -> None:
    chosen = _fake_jdk(tmp_path / "chosen", "21.0.5")
    on_path = _fake_jdk(tmp_path / "path", "22")
    _fake_jdk(tmp_path / "places" / "old", "17.0.15")
    newest = _fake_jdk(tmp_path / "places" / "new", "25.0.1")
    places = [f"{tmp_path}/places/*"]
    path = str(on_path / "bin")

    assert find_jdk(21, "x", {"JAVA_HOME": str(chosen), "PATH": path}, places=places).home == chosen
    assert find_jdk(21, "x", {"PATH": path}, places=places).home == on_path
    assert find_jdk(23, "x", {"PATH": path}, places=places).home == newest


def test_a_missing_jdk_is_told_with_what_was_looked_for_found_and_to_install(tmp_path: Path) -> None:
    old = _fake_jdk(tmp_path / "jvm" / "old", "1.8.0_392")
    runtime = _fake_jdk(tmp_path / "jvm" / "runtime", "21.0.5", compiler=False)
    places = [f"{tmp_path}/jvm/*"]

    with pytest.raises(JdkMissing) as caught:
        find_jdk(21, "OpenSearch", {}, places=places)

    message = str(caught.value)
    assert "OpenSearch needs a JDK of version 21 or newer" in message
    assert "JAVA_HOME (not set)" in message
    assert places[0] in message
    assert f"1.8.0_392 at {old} (too old)" in message
    assert f"21.0.5 at {runtime} (no javac)" in message
    assert "Install one" in message


def test_up_without_any_java_fails_before_anything_starts(tmp_path: Path) -> None:
    with pytest.raises(JdkMissing, match="no Java at all"):
        up(tmp_path, kafka_port=0, runtime="local", environment={"HOME": str(tmp_path)}, places=[])

    assert {server.state for server in status(tmp_path).servers} == {"stopped"}


def test_a_missing_maven_is_told_with_what_to_install(tmp_path: Path) -> None:
    jdk = Jdk(tmp_path, "25")

    with pytest.raises(MavenMissing, match=r"`mvn` was not found on PATH \(empty\)\. Install it"):
        fetch(tmp_path / "cache", {}, jdk, jdk, print)


def test_a_finished_cache_needs_no_maven(tmp_path: Path) -> None:
    jdk = Jdk(tmp_path, "25")

    assert fetch(tmp_path, {}, jdk, jdk, print).folder == tmp_path


def test_the_cache_is_named_after_its_content_and_lies_where_the_user_keeps_caches(tmp_path: Path) -> None:
    folder = cache_folder({"XDG_CACHE_HOME": str(tmp_path)})

    assert folder.parent == tmp_path / "mnemolog"
    assert folder.name == cache_folder({"HOME": "/home/somebody"}).name
    assert cache_folder({"HOME": "/home/somebody"}).parent == Path("/home/somebody/.cache/mnemolog")


def test_a_taken_port_is_refused_and_a_free_one_found() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        with pytest.raises(PortTaken, match=f"port {port}, wanted for kafka, is in use"):
            choose(port, "kafka", taken=())
        assert choose(None, "kafka", taken=()) != port


def test_a_port_that_accepts_and_says_nothing_is_no_server() -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        port = deaf.getsockname()[1]

        assert not kafka_answers(port)
        assert not opensearch_answers(port)


def test_a_plan_keeps_its_ports_and_its_cluster(tmp_path: Path) -> None:
    first = settle(tmp_path, _wish(brokers=3), "local", tmp_path / "cache")
    save(tmp_path, first)

    second = settle(tmp_path, _wish(brokers=3), "local", tmp_path / "cache")

    assert load(tmp_path) == first
    assert second == first
    ports = [port for broker in first.brokers for port in (broker.port, broker.controller_port)]
    assert len({*ports, first.opensearch_port, first.transport_port}) == 8


def test_three_brokers_replicate_everything_and_tolerate_the_loss_of_one(tmp_path: Path) -> None:
    plan = settle(tmp_path, _wish(brokers=3), "local", tmp_path)

    settings = properties(plan, plan.brokers[1], tmp_path)

    assert settings["node.id"] == "2"
    assert settings["controller.quorum.voters"].count("@127.0.0.1:") == 3
    assert settings["offsets.topic.replication.factor"] == "3"
    assert settings["min.insync.replicas"] == "2"
    assert settings["auto.create.topics.enable"] == "false"


def test_a_stale_process_id_is_not_taken_for_the_server(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path, "kafka-1")
    process.folder.mkdir()
    pid_file = process.folder / "server.pid"

    # This test's own process runs, and is no server.
    pid_file.write_text(str(os.getpid()))

    assert process.pid() is None
    assert process.stop() is False
    assert not pid_file.exists()


def test_a_process_runs_detached_is_recognised_and_stops(tmp_path: Path) -> None:
    process = ServerProcess(tmp_path, "sleeper")
    command = [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)", process.mark]

    process.spawn(command, os.environ)
    running = process.pid()
    stopped = process.stop()

    assert running is not None
    assert os.getpid() != running
    assert stopped
    assert process.pid() is None


def test_without_a_stack_status_is_empty_down_is_harmless_and_kill_is_refused(tmp_path: Path) -> None:
    assert status(tmp_path).mode is None
    assert not status(tmp_path).running
    assert down(tmp_path) == status(tmp_path)
    with pytest.raises(StackError, match="there is no stack in"):
        kill(tmp_path, "kafka-1")


def test_docker_is_refused_where_no_daemon_answers(tmp_path: Path) -> None:
    with pytest.raises(DockerFailed, match="no daemon with the compose plugin answers"):
        up(tmp_path, runtime="docker", environment={"PATH": ""})


def test_with_a_daemon_auto_takes_docker_and_keeps_to_it(tmp_path: Path) -> None:
    asked = tmp_path / "asked"
    (tmp_path / "docker").write_text(f'#!/bin/sh\necho "$MNEMOLOG_KAFKA_PORT $@" >> {asked}\n')
    (tmp_path / "docker").chmod(0o755)
    environment = {"PATH": f"{tmp_path}{os.pathsep}/bin"}
    folder = tmp_path / "stack"

    now = up(folder, kafka_port=0, opensearch_port=0, environment=environment)
    again = up(folder, kafka_port=0, opensearch_port=0, environment=environment)
    down(folder, environment=environment)

    assert now.mode == "docker"
    assert (again.bootstrap, again.opensearch_url) == (now.bootstrap, now.opensearch_url)
    assert not now.running
    lines = asked.read_text().splitlines()
    port = now.bootstrap.rpartition(":")[2]
    started = [line for line in lines if line.endswith("up --detach --wait kafka opensearch")]
    assert len(started) == 2
    assert all(line.startswith(f"{port} compose -f ") for line in started)
    assert any(line.endswith("rm --stop --force kafka opensearch") for line in lines)
