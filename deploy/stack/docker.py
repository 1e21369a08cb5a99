"""Runs the servers as containers of docker-compose.yml, where a Docker daemon answers."""

import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

from deploy.stack.errors import DockerFailed
from deploy.stack.plan import Plan
from deploy.stack.status import ServerState, ServerStatus

COMPOSE_FILE = Path(__file__).resolve().parent.parent.parent / "docker-compose.yml"
SERVICES = ("kafka", "opensearch")

_DAEMON_TIMEOUT_S = 10
# The first start pulls about 1.5 GB of images.
_UP_TIMEOUT_S = 1_800
_DOWN_TIMEOUT_S = 120


def available(environment: Mapping[str, str]) -> bool:
    """Whether a Docker daemon answers, and the compose plugin and the compose file are there.

    An installed package has no compose file: only a checkout of the repository does.
    """
    if not COMPOSE_FILE.exists():
        return False
    for question in (["docker", "info"], ["docker", "compose", "version"]):
        try:
            answer = subprocess.run(
                question, env=dict(environment), capture_output=True, timeout=_DAEMON_TIMEOUT_S, check=False
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        if answer.returncode != 0:
            return False
    return True


def up(plan: Plan, environment: Mapping[str, str], progress: Callable[[str], None]) -> None:
    """Starts Kafka and OpenSearch and waits until their health checks pass. Raises `DockerFailed`."""
    progress("starting containers: kafka, opensearch")
    _compose(["up", "--detach", "--wait", *SERVICES], _with_ports(plan, environment), _UP_TIMEOUT_S)


def down(environment: Mapping[str, str]) -> None:
    """Removes the containers of Kafka and OpenSearch; their volumes, and so their data, stay."""
    _compose(["rm", "--stop", "--force", *SERVICES], environment, _DOWN_TIMEOUT_S)


def status(service: str, port: int, answers: bool, environment: Mapping[str, str]) -> ServerStatus:
    """What the container of `service` is doing."""
    listing = _compose(["ps", "--status", "running", "--quiet", service], environment, _DOWN_TIMEOUT_S)
    state: ServerState = "stopped" if not listing.strip() else "running" if answers else "silent"
    return ServerStatus(service, state, port, None, f"docker compose logs {service}")


def _with_ports(plan: Plan, environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that docker-compose.yml reads for the servers."""
    return {
        **environment,
        "MNEMOLOG_KAFKA_PORT": str(plan.brokers[0].port),
        "MNEMOLOG_OPENSEARCH_PORT": str(plan.opensearch_port),
        "KAFKA_HEAP_MB": str(plan.kafka_heap_mb),
        "OPENSEARCH_HEAP_MB": str(plan.opensearch_heap_mb),
    }


def _compose(arguments: list[str], environment: Mapping[str, str], timeout_s: float) -> str:
    command = ["docker", "compose", "-f", str(COMPOSE_FILE), *arguments]
    try:
        done = subprocess.run(
            command, env=dict(environment), capture_output=True, text=True, timeout=timeout_s, check=False
        )
    except FileNotFoundError as error:
        raise DockerFailed("`docker` was not found on PATH; install it, or do without it") from error
    except subprocess.TimeoutExpired as error:
        raise DockerFailed(f"{' '.join(command)} did not end within {timeout_s:.0f} s") from error
    if done.returncode != 0:
        what = f"{' '.join(command)} failed with exit code {done.returncode}"
        raise DockerFailed(f"{what}:\n{done.stderr.strip()}")
    return done.stdout
