"""Log lines: structlog on standard error, as JSON or text; no message text of users, no secrets."""

from __future__ import annotations

import logging
import re
import sys
import time
import traceback
from collections.abc import Callable, MutableMapping
from typing import Any, Literal

import structlog

from schemas.errors import MnemologError

CAUSES_MAX = 4
FRAMES_MAX = 20
"""Lines of a trace: the innermost frames say what failed, and a log line stays a line."""
NOISE_LINES, NOISE_S = 5, 30.0
"""Of each line of code in a library. Ours wait between two tries themselves."""
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
_SECRETS = re.compile(r"mnk_[0-9a-f]{12}_[0-9a-f]{8,}|(?<=://)[^\s/@:]+:[^\s/@]+(?=@)|(?i:bearer\s+)\S+")


def configure_logs(level: Literal["debug", "info", "warning", "error"], form: Literal["json", "text"]) -> None:
    """Set up structlog and send the standard library's lines through it. Called once, by whoever starts a process."""
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        _where_it_failed,
        _without_secrets,
    ]
    last: list[Any] = (
        [structlog.processors.JSONRenderer()]
        if form == "json"
        else [_as_text, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())]
    )
    structlog.configure(
        processors=[*shared, *last],
        wrapper_class=structlog.make_filtering_bound_logger(_LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared, processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last]
    )
    handler.setFormatter(formatter)
    handler.addFilter(NoiseLimit())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(max(_LEVELS[level], logging.WARNING))


class NoiseLimit(logging.Filter):
    """Lets through NOISE_LINES of each line of code of a library in NOISE_S, then one that says how many it kept back:
    a Kafka client writes 60 to 90 errors a second while its broker is away."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._seen: dict[tuple[str, int], tuple[float, int]] = {}
        """Place in the code → (start of its time, lines in it)."""

    def filter(self, record: logging.LogRecord) -> bool:
        """See logging.Filter. Called under the handler's lock or not: a line too many or too few does no harm."""
        place, now = (record.pathname, record.lineno), self._clock()
        begun, lines = self._seen.get(place, (now, 0))
        if now - begun < NOISE_S:
            self._seen[place] = (begun, lines + 1)
            return lines < NOISE_LINES
        self._seen[place] = (now, 1)
        if lines > NOISE_LINES:
            record.msg = (
                f"{record.getMessage()} [{lines - NOISE_LINES} more of these in {now - begun:.0f} s, kept back]"
            )
            record.args = ()
        return True


def _where_it_failed(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """An exception as its kinds and places. Its values and local variables may be words of users, so only our own
    errors, whose texts never quote any, keep theirs."""
    given = event.pop("exc_info", None)
    error = sys.exception() if given is True else given[1] if isinstance(given, tuple) else given
    if isinstance(error, BaseException):
        event["exception"] = [line for part in _chain(error) for line in _told(part)]
    return event


def _as_text(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if "exception" in event:
        event["exception"] = "\n".join(event["exception"])
    return event


def _chain(error: BaseException) -> list[BaseException]:
    """The error and what caused it, the first cause last; at most CAUSES_MAX."""
    chain: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and cause not in chain and len(chain) < CAUSES_MAX:
        chain.append(cause)
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return chain


def _told(error: BaseException) -> list[str]:
    text = f": {error.message}" if isinstance(error, MnemologError) else ""
    frames = traceback.extract_tb(error.__traceback__)
    return [f"{type(error).__name__}{text}", *(f"  {f.filename}:{f.lineno} {f.name}" for f in frames[-FRAMES_MAX:])]


def _without_secrets(_: object, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    for name, value in event.items():
        if isinstance(value, str):
            event[name] = _SECRETS.sub("***", value)
    return event
