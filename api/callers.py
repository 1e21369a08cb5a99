"""Caller: who asks, as told by an API key; the tenant never comes from the request (DESIGN §9)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from schemas.topics import TENANT_DEFAULT as TENANT_DEFAULT

KeyScope = Literal["read", "write", "admin"]
KEY_SCOPES: tuple[KeyScope, ...] = ("read", "write", "admin")


@dataclass(frozen=True, slots=True)
class Caller:
    """`key_id` "" = no keys exist and the caller is on this machine."""

    tenant: str
    scopes: frozenset[KeyScope]
    key_id: str = ""

    def may(self, scope: KeyScope) -> bool:
        """Whether the key allows it. Each scope is given by itself: an admin key that must write has `write` too."""
        return scope in self.scopes


LOCAL = Caller(TENANT_DEFAULT, frozenset(KEY_SCOPES))
"""Who calls while the installation has no keys: it then listens on the loopback address only."""


class KeyBook(Protocol):
    """The keys of an installation. Read at every request, so that a revoked key stops working at once."""

    def required(self) -> bool:
        """Whether any key was ever made: from then on every call needs one, also when all are revoked."""
        ...

    def find(self, secret: str) -> Caller | None:
        """The caller that this key stands for; None for an unknown or revoked one."""
        ...
