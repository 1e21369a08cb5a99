"""Chooses free ports on the loopback address and asks the servers behind them whether they answer."""

import http.client
import random
import socket
import struct
from collections.abc import Collection

from deploy.stack.errors import PortTaken

HOST = "127.0.0.1"

# Below the range from which Linux and macOS take the ports of outgoing connections: a port that was free here
# stays free until the server binds it, and also while a killed server is away.
_FREE_RANGE = (20_000, 30_000)
_FREE_TRIES = 200
_ANSWER_TIMEOUT_S = 2.0

_API_VERSIONS_KEY = 18
_CORRELATION_ID = 4_711


def is_free(port: int) -> bool:
    """Whether a server could listen on `port` now."""
    with socket.socket() as probe:
        # As the JVM does: a port in TIME_WAIT may be bound again.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def choose(wanted: int | None, purpose: str, *, taken: Collection[int]) -> int:
    """`wanted`, or with None or 0 a random free port that is not in `taken`. Raises `PortTaken`."""
    if wanted:
        if wanted in taken or not is_free(wanted):
            raise PortTaken(
                f"port {wanted}, wanted for {purpose}, is in use; stop what uses it, "
                "name another port, or 0 to take a free one"
            )
        return wanted
    for _ in range(_FREE_TRIES):
        port = random.SystemRandom().randrange(*_FREE_RANGE)
        if port not in taken and is_free(port):
            return port
    raise PortTaken(f"no free port for {purpose} between {_FREE_RANGE[0]} and {_FREE_RANGE[1]}")


def kafka_answers(port: int) -> bool:
    """Whether a broker answers ApiVersions, which it does once the cluster has accepted it."""
    request = struct.pack(">hhih", _API_VERSIONS_KEY, 0, _CORRELATION_ID, -1)
    try:
        with socket.create_connection((HOST, port), timeout=_ANSWER_TIMEOUT_S) as connection:
            connection.sendall(struct.pack(">i", len(request)) + request)
            head = connection.makefile("rb").read(10)
    except OSError:
        return False
    if len(head) < 10:
        return False
    _, correlation, error = struct.unpack(">iih", head)
    return bool(correlation == _CORRELATION_ID and error == 0)


def opensearch_answers(port: int) -> bool:
    """Whether a node answers over HTTP and its cluster has recovered its indices (health is not red)."""
    connection = http.client.HTTPConnection(HOST, port, timeout=_ANSWER_TIMEOUT_S)
    try:
        connection.request("GET", "/_cluster/health?filter_path=status")
        answer = connection.getresponse()
        return answer.status == 200 and b'"red"' not in answer.read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
