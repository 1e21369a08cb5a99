"""API keys of an installation, in `keys.json` of its folder: hashed, with tenant and scopes, revocable at any time."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import hmac
import os
import re
import secrets
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from pydantic import Field, ValidationError

from api.callers import KEY_SCOPES, TENANT_DEFAULT, Caller, KeyScope
from processors.admission import admit_id
from schemas.errors import ConfigurationError, InvalidInputError, NotFoundError
from schemas.records import Record, UtcTime

FILE = "keys.json"
SECRET_BYTES = 32
"""A random secret of 256 bits needs no slow hash: there is nothing to guess."""
_SECRET = re.compile(r"mnk_([0-9a-f]{12})_[0-9a-f]{64}")


class ApiKey(Record):
    """A key as it is kept: never the secret itself."""

    key_id: str
    name: str = ""
    tenant: str = TENANT_DEFAULT
    scopes: tuple[KeyScope, ...]
    sha256: str = Field(repr=False)
    created_at: UtcTime
    revoked_at: UtcTime | None = None


class _File(Record):
    keys: tuple[ApiKey, ...] = ()


class ApiKeys:
    """The keys in a folder (api.callers.KeyBook). The file is read again when it changed, so that other processes may
    make and revoke keys while a server runs."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._seen: tuple[int, int, int] | None = None
        self._existed = False
        self._keys: dict[str, ApiKey] = {}

    def required(self) -> bool:
        """See KeyBook."""
        return bool(self._read())

    def find(self, secret: str) -> Caller | None:
        """See KeyBook."""
        match = _SECRET.fullmatch(secret)
        key = self._read().get(match[1]) if match else None
        if key is None or not hmac.compare_digest(key.sha256, _hash(secret)) or key.revoked_at is not None:
            return None
        return Caller(key.tenant, frozenset(key.scopes), key.key_id)

    def list(self) -> list[ApiKey]:
        """All keys, revoked ones too, in the order in which they were made."""
        return list(self._read().values())

    def create(
        self, *, tenant: str, scopes: tuple[KeyScope, ...] = KEY_SCOPES, name: str = "", now: datetime
    ) -> tuple[ApiKey, str]:
        """Make a key; returns it and its secret, which is shown this once. Raises InvalidInputError."""
        unknown = [scope for scope in scopes if scope not in KEY_SCOPES]
        if unknown or not scopes:
            raise InvalidInputError(
                f"there is no scope {unknown[0]!r}" if unknown else "a key needs a scope",
                hint=f"any of {', '.join(KEY_SCOPES)}",
                field="scopes",
            )
        key_id = secrets.token_hex(6)
        secret = f"mnk_{key_id}_{secrets.token_hex(SECRET_BYTES)}"
        key = ApiKey(
            key_id=key_id,
            name=name[:200],
            tenant=admit_id(tenant, field="tenant"),
            scopes=tuple(dict.fromkeys(scopes)),
            sha256=_hash(secret),
            created_at=now,
        )
        with self._changing() as keys:
            keys[key_id] = key
        return key, secret

    def revoke(self, key_id: str, *, now: datetime) -> ApiKey:
        """Make a key worthless from the next request on. Idempotent. Raises NotFoundError."""
        with self._changing() as keys:
            key = keys.get(key_id)
            if key is None:
                raise NotFoundError(f"there is no key {key_id!r}", hint="`mnemolog keys list` shows all")
            if key.revoked_at is None:
                key = keys[key_id] = key.model_copy(update={"revoked_at": now})
        return key

    def _read(self) -> dict[str, ApiKey]:
        try:
            stat = self._path.stat()
        except FileNotFoundError:
            if self._existed:
                # A file that was there and is gone must not open the server to everybody.
                raise ConfigurationError(f"{self._path} disappeared", hint="put it back, or restart") from None
            return {}
        self._existed = True
        seen = (stat.st_ino, stat.st_mtime_ns, stat.st_size)
        if seen != self._seen:
            self._keys = _load(self._path)
            self._seen = seen
        return self._keys

    @contextlib.contextmanager
    def _changing(self) -> Iterator[dict[str, ApiKey]]:
        """The keys under a lock of their own; what they are at the end is written, durable and whole."""
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            lock = os.open(self._path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise ConfigurationError(f"{self._path.parent} is not writable: {error.strerror}") from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            keys = _load(self._path) if self._path.exists() else {}
            yield keys
            _store(self._path, keys)
        finally:
            os.close(lock)


def _load(path: Path) -> dict[str, ApiKey]:
    try:
        kept = _File.model_validate_json(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValidationError) as error:
        raise ConfigurationError(
            f"{path} cannot be read as API keys", hint="restore it from a backup; until then nobody is let in"
        ) from error
    return {key.key_id: key for key in kept.keys}


def _store(path: Path, keys: dict[str, ApiKey]) -> None:
    draft = path.with_suffix(".draft")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(_File(keys=tuple(keys.values())).model_dump_json(indent=1) + "\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
