"""What exit codes mean, and which one an error gets."""

from __future__ import annotations

from typing import Final

from mnemolog_client import ApiError, NotFound, ServerFailed, ServerTooSlow, ServerUnreachable
from mnemolog_client import MnemologError as ClientError

from deploy.stack import StackError
from schemas.errors import (
    ConfigurationError,
    InvalidInputError,
    MnemologError,
    NotFoundError,
    UnavailableError,
    WrongSecretError,
)

FAILED: Final = 1
USAGE: Final = 2
UNREACHABLE: Final = 3
NOT_FOUND: Final = 4
REFUSED: Final = 5
IN_PART: Final = 6
CONFIGURATION: Final = 7
INTERRUPTED: Final = 130

EPILOG = (
    "Exit codes: 0 done · 1 failed · 2 wrong usage · 3 no server, or a part of it is away: try again · 4 not found · "
    "5 refused: the input cannot be accepted · 6 done in part: some of it was refused · 7 settings, folder or key do "
    "not fit · 130 an import was interrupted."
)


def exit_code(error: Exception) -> int:
    """The exit code of an error that ended a command."""
    match error:
        case ServerUnreachable() | ServerTooSlow() | UnavailableError():
            return UNREACHABLE
        case NotFound() | NotFoundError():
            return NOT_FOUND
        case ServerFailed():
            return UNREACHABLE if error.status in (502, 503, 504) else FAILED
        case ApiError() | InvalidInputError():
            return REFUSED
        case ConfigurationError() | WrongSecretError():
            return CONFIGURATION
        case _:
            return FAILED


def what_next(error: Exception) -> str:
    """What to do about it, '' where nothing is known."""
    match error:
        case ServerUnreachable():
            return "start a server with `mnemolog up`, or name another one with --url or MNEMOLOG_URL"
        case ServerTooSlow():
            return "see what it is doing with `mnemolog lag` and `mnemolog doctor`"
        case ApiError():
            if error.status == 401:
                return "set MNEMOLOG_API_KEY or --api-key; `mnemolog keys create` makes one"
            return error.hint
        case MnemologError():
            return error.hint
        case _:
            return ""


EXPECTED: Final = (ClientError, MnemologError, StackError)
"""Errors with a message for people. Anything else is a bug and keeps its traceback."""


def message(error: Exception) -> str:
    """What happened, without the hint."""
    return error.detail if isinstance(error, ApiError) else str(error)
