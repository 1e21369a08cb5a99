"""The command and the configuration of one Kafka broker in KRaft mode."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

from deploy.stack.artifacts import Artifacts
from deploy.stack.errors import ServerFailed
from deploy.stack.jdk import Jdk
from deploy.stack.plan import Broker, Plan
from deploy.stack.ports import HOST
from deploy.stack.process import ServerProcess

LEAST_JAVA = 17

# Records above 1 MB are refused, as in production: 1 MiB and the overhead of one record batch.
_MESSAGE_BYTES_MAX = 1_048_588
# Internal topics have 50 partitions by default: 50 folders and 50 index files for one laptop.
_INTERNAL_PARTITIONS = 4
_FORMAT_TIMEOUT_S = 120
# Half of what a broker takes in its first minutes is its second compiler, and later it hardly gains by it: 6 ms of CPU
# in place of 9 for each of the first 1,000 turns (our measurement, 2026-11-30).
_QUICK = "-XX:TieredStopAtLevel=1"


def command(process: ServerProcess, plan: Plan, artifacts: Artifacts, jdk: Jdk) -> list[str]:
    """The command line of the broker whose configuration `prepare` wrote."""
    return [
        str(jdk.java),
        f"-Xmx{plan.kafka_heap_mb}m",
        _QUICK,
        process.mark,
        f"-XX:ErrorFile={process.folder}/crash.log",
        "-Djava.awt.headless=true",
        "-Dorg.slf4j.simpleLogger.showDateTime=true",
        "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSXXX",
        "-cp",
        artifacts.kafka_class_path,
        "kafka.Kafka",
        str(_properties_file(process)),
    ]


def prepare(
    process: ServerProcess,
    plan: Plan,
    broker: Broker,
    artifacts: Artifacts,
    jdk: Jdk,
    environment: Mapping[str, str],
) -> None:
    """Writes the broker's configuration and formats its storage once. Raises `ServerFailed`."""
    process.folder.mkdir(parents=True, exist_ok=True)
    data = process.folder / "data"
    file = _properties_file(process)
    lines = (f"{key}={value}\n" for key, value in properties(plan, broker, data).items())
    file.write_text("".join(lines), encoding="utf-8")
    if (data / "meta.properties").exists():
        return
    tool = [str(jdk.java), "-Xmx128m", _QUICK, "-cp", artifacts.kafka_class_path, "kafka.tools.StorageTool"]
    arguments = ["format", "-t", plan.cluster_id, "-c", str(file), "--ignore-formatted"]
    done = subprocess.run(
        [*tool, *arguments],
        env=dict(environment),
        capture_output=True,
        text=True,
        timeout=_FORMAT_TIMEOUT_S,
        check=False,
    )
    if done.returncode != 0:
        raise ServerFailed(f"{broker.name}: formatting {data} failed:\n{done.stdout}{done.stderr}")


def properties(plan: Plan, broker: Broker, data: Path) -> dict[str, str]:
    """The broker's configuration: loopback only, no topics by accident, internal topics on every broker."""
    replicas = str(len(plan.brokers))
    in_sync = str(max(1, len(plan.brokers) - 1))
    client, controller = f"PLAINTEXT://{HOST}:{broker.port}", f"CONTROLLER://{HOST}:{broker.controller_port}"
    voters = ",".join(f"{each.node_id}@{HOST}:{each.controller_port}" for each in plan.brokers)
    return {
        "process.roles": "broker,controller",
        "node.id": str(broker.node_id),
        "controller.quorum.voters": voters,
        "listeners": f"{client},{controller}",
        "advertised.listeners": client,
        "controller.listener.names": "CONTROLLER",
        "inter.broker.listener.name": "PLAINTEXT",
        "listener.security.protocol.map": "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
        "log.dirs": str(data),
        "auto.create.topics.enable": "false",
        "message.max.bytes": str(_MESSAGE_BYTES_MAX),
        "default.replication.factor": replicas,
        "min.insync.replicas": in_sync,
        "offsets.topic.replication.factor": replicas,
        "offsets.topic.num.partitions": str(_INTERNAL_PARTITIONS),
        "transaction.state.log.replication.factor": replicas,
        "transaction.state.log.min.isr": in_sync,
        "transaction.state.log.num.partitions": str(_INTERNAL_PARTITIONS),
        "share.coordinator.state.topic.replication.factor": replicas,
        "share.coordinator.state.topic.min.isr": in_sync,
        "share.coordinator.state.topic.num.partitions": str(_INTERNAL_PARTITIONS),
        "group.initial.rebalance.delay.ms": "0",
    }


def _properties_file(process: ServerProcess) -> Path:
    return process.folder / "server.properties"
