"""Client of Mnemolog, long-term memory for AI agents: `Mnemolog` blocks, `AsyncMnemolog` is for asyncio."""

from mnemolog_client.async_client import AsyncMnemolog
from mnemolog_client.client import Mnemolog
from mnemolog_client.errors import (
    ApiError,
    Conflict,
    InvalidInput,
    MnemologError,
    NotAllowed,
    NotFound,
    RateLimited,
    ServerFailed,
    ServerTooSlow,
    ServerUnreachable,
    TooLarge,
    UnreadableAnswer,
    UserErased,
)
from mnemolog_client.options import ContextOptions, SearchOptions
from mnemolog_client.retry import RetryPolicy
from mnemolog_client.turn import Turn

__all__ = [
    "ApiError",
    "AsyncMnemolog",
    "Conflict",
    "ContextOptions",
    "InvalidInput",
    "Mnemolog",
    "MnemologError",
    "NotAllowed",
    "NotFound",
    "RateLimited",
    "RetryPolicy",
    "SearchOptions",
    "ServerFailed",
    "ServerTooSlow",
    "ServerUnreachable",
    "TooLarge",
    "Turn",
    "UnreadableAnswer",
    "UserErased",
]
