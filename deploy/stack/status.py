"""What a stack is doing now: each server's process, port and whether it answers."""

from dataclasses import asdict, dataclass
from typing import Any, Literal

from deploy.stack.plan import Mode

ServerState = Literal["running", "silent", "stopped"]


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """One server: `running` answers, `silent` has a process that does not answer, `stopped` has none."""

    name: str
    state: ServerState
    port: int
    pid: int | None
    log: str


@dataclass(frozen=True, slots=True)
class StackStatus:
    """A whole stack; `mode` is None where none was ever started, and then there are no servers."""

    folder: str
    mode: Mode | None
    bootstrap: str
    opensearch_url: str
    servers: tuple[ServerStatus, ...]

    @property
    def running(self) -> bool:
        """Whether every server answers."""
        return bool(self.servers) and all(server.state == "running" for server in self.servers)

    def as_json(self) -> dict[str, Any]:
        """The status for `--json`."""
        return {**asdict(self), "running": self.running}
