"""What a stack consists of: its servers, ports and heaps, kept as `stack.json` in the stack's folder."""

import base64
import json
import os
import uuid
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from deploy.stack import ports
from deploy.stack.errors import PlanMismatch
from deploy.stack.process import ServerProcess

Mode = Literal["local", "docker"]

# What a port is for: the server's name and the kind of its peers.
_Use = tuple[str, str]

OPENSEARCH = "opensearch"
PLAN_FILE = "stack.json"

# The gap between the ports of two brokers: 9092 and 9093 of the first do not meet those of the second.
_BROKER_PORT_STEP = 10


@dataclass(frozen=True, slots=True)
class Broker:
    """One Kafka server, broker and controller at once."""

    node_id: int
    port: int
    controller_port: int

    @property
    def name(self) -> str:
        """The server's name and the name of its folder."""
        return f"kafka-{self.node_id}"


@dataclass(frozen=True, slots=True)
class Plan:
    """The shape of one stack. It survives `down`, so that a stack comes up again with its ports and data."""

    mode: Mode
    cluster_id: str
    brokers: tuple[Broker, ...]
    opensearch_port: int
    transport_port: int
    kafka_heap_mb: int
    opensearch_heap_mb: int
    cache: str

    @property
    def bootstrap(self) -> str:
        """What a Kafka client connects to."""
        return ",".join(f"{ports.HOST}:{broker.port}" for broker in self.brokers)

    @property
    def opensearch_url(self) -> str:
        """What an OpenSearch client connects to."""
        return f"http://{ports.HOST}:{self.opensearch_port}"


@dataclass(frozen=True, slots=True)
class Wish:
    """What a caller asks for: a port of None or 0 is any free one, or the one that the folder's stack had."""

    kafka_port: int | None
    controller_port: int | None
    opensearch_port: int | None
    transport_port: int | None
    kafka_heap_mb: int
    opensearch_heap_mb: int
    brokers: int


def load(folder: Path) -> Plan | None:
    """The plan of the stack in `folder`, None if there was never one."""
    try:
        record = json.loads((folder / PLAN_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    try:
        return Plan(**{**record, "brokers": tuple(Broker(**broker) for broker in record["brokers"])})
    except (KeyError, TypeError) as error:
        raise PlanMismatch(f"{folder / PLAN_FILE} is not a plan of this version; remove {folder}") from error


def save(folder: Path, plan: Plan) -> None:
    """Writes the plan; a reader sees the old one or the new one, never half of it."""
    partial = folder / f"{PLAN_FILE}.{os.getpid()}"
    partial.write_text(json.dumps(asdict(plan), indent=2) + "\n", encoding="utf-8")
    partial.replace(folder / PLAN_FILE)


def settle(folder: Path, wish: Wish, mode: Mode, cache: Path) -> Plan:
    """The plan that fulfils `wish` in `folder`, keeping cluster id and ports of the stack that was there.

    Raises `PlanMismatch` if the folder's data is of another number of brokers, or if a running server
    has another port than the wanted one, and `PortTaken`.
    """
    old = load(folder)
    if old is not None and len(old.brokers) != wish.brokers:
        raise PlanMismatch(
            f"{folder} holds a stack of {len(old.brokers)} Kafka broker(s), {wish.brokers} wanted; take another folder"
        )
    had = _ports(old) if old else {}
    settled: dict[_Use, int] = {}
    for use, wanted in _wanted(wish).items():
        # Published ports of containers look taken to us, so they are not chosen anew.
        fixed = mode == "docker" or ServerProcess(folder, use[0]).pid() is not None
        if fixed and use in had:
            settled[use] = _kept(use, wanted, had[use])
        else:
            settled[use] = _chosen(use, wanted, had.get(use), settled.values())
    brokers = tuple(
        Broker(node, settled[f"kafka-{node}", "clients"], settled[f"kafka-{node}", "controller"])
        for node in range(1, wish.brokers + 1)
    )
    return Plan(
        mode=mode,
        cluster_id=old.cluster_id if old else _cluster_id(),
        brokers=brokers,
        opensearch_port=settled[OPENSEARCH, "http"],
        transport_port=settled[OPENSEARCH, "transport"],
        kafka_heap_mb=wish.kafka_heap_mb,
        opensearch_heap_mb=wish.opensearch_heap_mb,
        cache=str(cache),
    )


def _wanted(wish: Wish) -> dict[_Use, int | None]:
    wanted: dict[_Use, int | None] = {}
    for node in range(1, wish.brokers + 1):
        step = (node - 1) * _BROKER_PORT_STEP
        wanted[f"kafka-{node}", "clients"] = wish.kafka_port and wish.kafka_port + step
        wanted[f"kafka-{node}", "controller"] = wish.controller_port and wish.controller_port + step
    wanted[OPENSEARCH, "http"] = wish.opensearch_port
    wanted[OPENSEARCH, "transport"] = wish.transport_port
    return wanted


def _ports(plan: Plan) -> dict[_Use, int]:
    had: dict[_Use, int] = {}
    for broker in plan.brokers:
        had[broker.name, "clients"] = broker.port
        had[broker.name, "controller"] = broker.controller_port
    had[OPENSEARCH, "http"] = plan.opensearch_port
    had[OPENSEARCH, "transport"] = plan.transport_port
    return had


def _kept(use: _Use, wanted: int | None, has: int) -> int:
    """The port of a server that cannot change it."""
    if wanted and wanted != has:
        raise PlanMismatch(f"{use[0]} has the {use[1]} port {has}, not {wanted}; stop it first, or take another folder")
    return has


def _chosen(use: _Use, wanted: int | None, had: int | None, taken: Collection[int]) -> int:
    """The wanted port, else the one that it had if that is still free, else any."""
    again = had if had and had not in taken and ports.is_free(had) else None
    return ports.choose(wanted or again, f"{use[0]} ({use[1]})", taken=taken)


def _cluster_id() -> str:
    """Sixteen random bytes the way Kafka writes them; it takes a leading dash for an option."""
    return base64.urlsafe_b64encode(uuid.uuid4().bytes).decode("ascii").rstrip("=").replace("-", "A")
