"""Starts the servers of a plan as processes of this machine and waits until they answer."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from deploy.stack import kafka, opensearch
from deploy.stack.artifacts import fetch
from deploy.stack.errors import ServerFailed, StackError
from deploy.stack.jdk import PLACES, find_jdk
from deploy.stack.plan import OPENSEARCH, Plan
from deploy.stack.ports import kafka_answers, opensearch_answers
from deploy.stack.process import ServerProcess
from deploy.stack.status import ServerState, ServerStatus
from mnemolog.priority import NICENESS, put_behind

# 3 s and 6 s on an idle machine, up to 20 s on a loaded one.
START_TIMEOUT_S = 180.0
_POLL_S = 0.1


@dataclass(frozen=True, slots=True)
class Server:
    """One server of a plan: its process, its port and the question that tells whether it is ready."""

    process: ServerProcess
    port: int
    answers: Callable[[], bool]

    def status(self) -> ServerStatus:
        """What it is doing now."""
        pid = self.process.pid()
        state: ServerState = "stopped" if pid is None else "running" if self.answers() else "silent"
        return ServerStatus(self.process.name, state, self.port, pid, str(self.process.log))


def servers(folder: Path, plan: Plan) -> Iterator[Server]:
    """Every server of the plan, the brokers first."""
    for broker in plan.brokers:
        yield Server(ServerProcess(folder, broker.name), broker.port, partial(kafka_answers, broker.port))
    port = plan.opensearch_port
    yield Server(ServerProcess(folder, OPENSEARCH), port, partial(opensearch_answers, port))


def start(
    folder: Path,
    plan: Plan,
    environment: Mapping[str, str],
    progress: Callable[[str], None],
    *,
    names: Sequence[str] | None = None,
    places: Sequence[str] = PLACES,
) -> None:
    """Starts those of the plan's servers (or of `names`) that do not run, and waits until all of them answer.

    When one fails, those that this call started are stopped again. Raises `StackError`.
    """
    wanted = [server for server in servers(folder, plan) if names is None or server.process.name in names]
    missing = [server for server in wanted if server.process.pid() is None]
    try:
        if missing:
            _spawn(missing, folder, plan, environment, progress, places)
        for server in wanted:
            _wait(server, progress)
    except BaseException:
        stop(missing)
        raise


def stop(these: Sequence[Server]) -> list[str]:
    """Stops the servers that run, and returns their names."""
    # All are asked before the first is waited for: a broker that is left alone waits for its peers in vain.
    asked = [server.process for server in these if server.process.ask_to_stop()]
    for server in these:
        server.process.stop()
    return [process.name for process in asked]


def find(folder: Path, plan: Plan, name: str) -> Server:
    """The server `name` of the plan. Raises `StackError`, naming those that there are."""
    known = {server.process.name: server for server in servers(folder, plan)}
    if name not in known:
        raise StackError(f"no server {name!r} in this stack; there are {', '.join(known)}")
    return known[name]


def _spawn(
    missing: Sequence[Server],
    folder: Path,
    plan: Plan,
    environment: Mapping[str, str],
    progress: Callable[[str], None],
    places: Sequence[str],
) -> None:
    kafka_jdk = find_jdk(kafka.LEAST_JAVA, "Kafka", environment, places=places)
    opensearch_jdk = find_jdk(opensearch.LEAST_JAVA, "OpenSearch", environment, places=places)
    artifacts = fetch(Path(plan.cache), environment, kafka_jdk, opensearch_jdk, progress)
    brokers = {broker.name: broker for broker in plan.brokers}
    # OpenSearch first, which takes longest: it boots while the brokers' storage is formatted.
    for server in reversed(missing):
        process = server.process
        if process.name == OPENSEARCH:
            command = opensearch.command(process, plan, artifacts, opensearch_jdk)
        else:
            kafka.prepare(process, plan, brokers[process.name], artifacts, kafka_jdk, environment)
            command = kafka.command(process, plan, artifacts, kafka_jdk)
        progress(f"starting {process.name} on port {server.port}")
        process.spawn(command, environment)
        pid = process.pid()
        if process.name == OPENSEARCH and pid is not None:
            # It merges and refreshes in bursts, and writes are acknowledged by Kafka.
            put_behind(pid, NICENESS)


def _wait(server: Server, progress: Callable[[str], None]) -> None:
    process = server.process
    begun = time.monotonic()
    while not server.answers():
        if process.pid() is None:
            raise _failed(process, "ended while it started")
        if time.monotonic() - begun > START_TIMEOUT_S:
            raise _failed(process, f"does not answer on port {server.port} after {START_TIMEOUT_S:.0f} s")
        time.sleep(_POLL_S)
    progress(f"{process.name} answers on port {server.port}")


def _failed(process: ServerProcess, what: str) -> ServerFailed:
    return ServerFailed(f"{process.name} {what}; end of {process.log}:\n{process.log_tail()}")
