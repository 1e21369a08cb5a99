"""Kafka and OpenSearch for one machine: `up`, `down` and `status`, with or without Docker.

Without Docker the servers are ordinary processes made from Maven artifacts. All that a stack owns is in one
folder: `stack.json` (ports and shape) and a folder per server (data, configuration, log, process id). Data
stays between `down` and `up`; removing the folder removes the stack.
"""

import fcntl
import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, assert_never

from deploy.stack import docker, local, ports
from deploy.stack.artifacts import cache_folder
from deploy.stack.errors import (
    DockerFailed,
    FetchFailed,
    JdkMissing,
    MavenMissing,
    PlanMismatch,
    PortTaken,
    ServerFailed,
    StackError,
)
from deploy.stack.jdk import PLACES
from deploy.stack.plan import Mode, Plan, Wish, load, save, settle
from deploy.stack.status import ServerStatus, StackStatus

__all__ = [
    "DockerFailed",
    "FetchFailed",
    "JdkMissing",
    "MavenMissing",
    "PlanMismatch",
    "PortTaken",
    "Runtime",
    "ServerFailed",
    "ServerStatus",
    "StackError",
    "StackStatus",
    "down",
    "kill",
    "start",
    "status",
    "up",
]

Runtime = Literal["auto", "docker", "local"]

KAFKA_PORT = 9092
CONTROLLER_PORT = 9093
OPENSEARCH_PORT = 9200
TRANSPORT_PORT = 9300
KAFKA_HEAP_MB = 512
OPENSEARCH_HEAP_MB = 1_024


def _silent(_: str) -> None:
    """Tells nobody about the progress."""


def up(
    folder: Path,
    *,
    kafka_port: int | None = KAFKA_PORT,
    controller_port: int | None = CONTROLLER_PORT,
    opensearch_port: int | None = OPENSEARCH_PORT,
    transport_port: int | None = TRANSPORT_PORT,
    kafka_heap_mb: int = KAFKA_HEAP_MB,
    opensearch_heap_mb: int = OPENSEARCH_HEAP_MB,
    brokers: int = 1,
    runtime: Runtime = "auto",
    cache: Path | None = None,
    environment: Mapping[str, str] | None = None,
    places: Sequence[str] = PLACES,
    progress: Callable[[str], None] = _silent,
) -> StackStatus:
    """Starts whatever of the stack in `folder` does not run yet and returns once every server answers.

    A port of 0 or None is any free one, or the one that this folder's stack had. Further brokers listen
    10 ports above the one before. The servers listen on the loopback address only and ask for no password.
    Raises `StackError`; servers that this call started are then stopped again.
    """
    folder, environment = folder.resolve(), os.environ if environment is None else environment
    folder.mkdir(parents=True, exist_ok=True)
    wish = Wish(
        kafka_port,
        controller_port,
        opensearch_port,
        transport_port,
        kafka_heap_mb,
        opensearch_heap_mb,
        brokers,
    )
    with _only_one(folder):
        mode = _mode(folder, runtime, brokers, environment)
        plan = settle(folder, wish, mode, cache or cache_folder(environment))
        save(folder, plan)
        match mode:
            case "docker":
                docker.up(plan, environment, progress)
            case "local":
                local.start(folder, plan, environment, progress, places=places)
            case _:
                assert_never(mode)
    return status(folder, environment=environment)


def down(
    folder: Path,
    *,
    environment: Mapping[str, str] | None = None,
    progress: Callable[[str], None] = _silent,
) -> StackStatus:
    """Stops the stack in `folder` and keeps its data; does nothing where none is or runs."""
    folder, environment = folder.resolve(), os.environ if environment is None else environment
    if load(folder) is None:
        return status(folder, environment=environment)
    with _only_one(folder):
        plan = _plan(folder)
        match plan.mode:
            case "docker":
                docker.down(environment)
            case "local":
                for name in local.stop(list(local.servers(folder, plan))):
                    progress(f"stopped {name}")
            case _:
                assert_never(plan.mode)
    return status(folder, environment=environment)


def status(folder: Path, *, environment: Mapping[str, str] | None = None) -> StackStatus:
    """What the stack in `folder` is doing."""
    folder, environment = folder.resolve(), os.environ if environment is None else environment
    plan = load(folder)
    if plan is None:
        return StackStatus(str(folder), None, "", "", ())
    servers: tuple[ServerStatus, ...]
    match plan.mode:
        case "docker":
            servers = _container_status(plan, environment)
        case "local":
            servers = tuple(server.status() for server in local.servers(folder, plan))
        case _:
            assert_never(plan.mode)
    return StackStatus(str(folder), plan.mode, plan.bootstrap, plan.opensearch_url, servers)


def kill(folder: Path, name: str, number: int = signal.SIGKILL) -> None:
    """Sends a signal to one local server: SIGKILL is a crash, SIGSTOP a pause, SIGCONT its end."""
    folder = folder.resolve()
    local.find(folder, _plan(folder), name).process.signal(number)


def start(
    folder: Path,
    name: str,
    *,
    environment: Mapping[str, str] | None = None,
    progress: Callable[[str], None] = _silent,
) -> None:
    """Starts one local server again with its ports and data, and waits until it answers."""
    folder, environment = folder.resolve(), os.environ if environment is None else environment
    plan = _plan(folder)
    local.find(folder, plan, name)
    with _only_one(folder):
        local.start(folder, plan, environment, progress, names=[name])


def _mode(folder: Path, runtime: Runtime, brokers: int, environment: Mapping[str, str]) -> Mode:
    """Docker or not. What a folder was started with is kept, because its data lives there."""
    before = load(folder)
    if before is not None and runtime in {"auto", before.mode}:
        return before.mode
    if before is not None:
        raise PlanMismatch(f"{folder} holds a stack that runs in mode {before.mode!r}; take another folder")
    if runtime == "local":
        return "local"
    # The compose file describes one broker, so `auto` does not choose it for more.
    if brokers == 1 and docker.available(environment):
        return "docker"
    if runtime == "docker":
        raise DockerFailed(
            "Docker was asked for, but no daemon with the compose plugin answers, or more than one broker is "
            "wanted; start the daemon, or start the servers without it"
        )
    return "local"


def _plan(folder: Path) -> Plan:
    plan = load(folder)
    if plan is None:
        raise StackError(f"there is no stack in {folder}; start one first")
    return plan


def _container_status(plan: Plan, environment: Mapping[str, str]) -> tuple[ServerStatus, ...]:
    kafka_port, opensearch_port = plan.brokers[0].port, plan.opensearch_port
    return (
        docker.status("kafka", kafka_port, ports.kafka_answers(kafka_port), environment),
        docker.status("opensearch", opensearch_port, ports.opensearch_answers(opensearch_port), environment),
    )


@contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Lets one process at a time start or stop the stack in `folder`; the others wait."""
    descriptor = os.open(folder / "stack.lock", os.O_CREAT | os.O_RDWR, 0o644)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
