"""Server: the HTTP API on its address, from the lock on the folder to the graceful end."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import signal
import socket
from collections.abc import Iterator

import structlog
import uvicorn

from api.http.app import create_app
from mnemolog.api_keys import ApiKeys
from mnemolog.interpreter import prepare_for_long_runs, spare_what_is_loaded
from mnemolog.logs import configure_logs
from mnemolog.settings import Settings
from mnemolog.wiring import open_runtime
from schemas.errors import ConfigurationError

KEEP_ALIVE_S = 65
"""Above the usual 60 s of proxies and clients, so that it is not the server who hangs up on a reused connection."""
BACKLOG = 512

log = structlog.get_logger(__name__)


def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM, then finish open requests and close everything. Raises ConfigurationError and its
    kinds when it cannot start: port taken, folder in use or damaged, no keys on a public address."""
    configure_logs(settings.log_level, settings.log_format)
    refuse_open_door(settings)
    prepare_for_long_runs()
    listening = bound_socket(settings.host, settings.port)
    try:
        asyncio.run(_serve(settings, listening))
    finally:
        listening.close()


async def _serve(settings: Settings, listening: socket.socket) -> None:
    async with open_runtime(settings) as services:
        spare_what_is_loaded()
        host, port = listening.getsockname()[:2]
        config = uvicorn.Config(
            create_app(services, hosts=settings.hosts),
            lifespan="off",
            access_log=False,
            log_config=None,
            server_header=False,
            proxy_headers=False,
            backlog=BACKLOG,
            timeout_keep_alive=KEEP_ALIVE_S,
            timeout_graceful_shutdown=int(settings.shutdown_s),
        )
        # From here on a connection waits instead of being refused, so that whoever reads the line below can call.
        listening.listen(BACKLOG)
        log.info(
            "serving",
            url=f"http://{host}:{port}",
            runtime=settings.runtime,
            folder=str(settings.folder),
            keys="required" if services.keys.required() else "none: loopback only",
        )
        server = _Server(config)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, server.handle_exit, number, None)
        await server.serve(sockets=[listening])
    log.info("stopped")


class _Server(uvicorn.Server):
    """uvicorn without its signal handling, which ends the process before the runtime is closed."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are taken by `_serve`."""
        yield


def refuse_open_door(settings: Settings) -> None:
    """Raises ConfigurationError when the address is reachable from outside and no key protects it."""
    if is_loopback(settings.host) or ApiKeys(settings.folder).required():
        return
    raise ConfigurationError(
        f"{settings.host} can be reached from outside and there is no API key: anybody could read every memory",
        hint="make one with `mnemolog keys create`, or listen on 127.0.0.1",
        field="host",
    )


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def bound_socket(host: str, port: int) -> socket.socket:
    """A listening socket. Raises ConfigurationError when the address is taken or not ours."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        # With its protocol named, asyncio switches Nagle's delay off: without, each answer waits 40 ms for an ACK.
        bound = socket.socket(family, kind, protocol)
    except OSError as error:
        raise ConfigurationError(f"{host} is no address: {error.strerror}", field="host") from error
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.set_inheritable(True)
    except OSError as error:
        bound.close()
        raise ConfigurationError(
            f"{host}:{port} cannot be listened on: {error.strerror}",
            hint="is another server running? choose another --port",
            field="port",
        ) from error
    return bound
