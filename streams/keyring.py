"""Keyring: one data key per user and session, wrapped by the installation's master key (DESIGN §4, §9).

A payload is sealed with AES-256-GCM, its clear header as associated data. A data key is durable in the KeyStore before
its first use. Erasing destroys the wrapped keys: what they sealed can never be opened again, in no copy of the log.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import OrderedDict
from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from schemas.codec import CONTROL_SCOPE, keyed_hash, user_key
from schemas.errors import CodecError, ConfigurationError, KeyDestroyedError, NotFoundError, WrongSecretError
from streams.crashpoints import NO_CRASH, Crashpoints

KEY_BYTES = 32
NONCE_BYTES = 12
"""96 bits, random: the size GCM is specified for (NIST SP 800-38D §8.2.2). A key seals one session, far below the
2^32 records at which random nonces stop being safe."""
CACHED_MAX = 10_000
CONTROL_KEY = "control"
"""Key id of the installation's own key, for control events; never destroyed."""
ALONE = "alone-"
"""Begins the random part of a key that seals one event alone."""
_SECRET = "secret"
_DESTROYED = b"destroyed"
_YES, _NO, _LIFTED = b"yes", b"no", b"lifted"
_MASTER_PREFIX = "mnemolog-master-key-1:"


class KeyStore(Protocol):
    """A durable map of names to bytes, the last write of a name counts. SQLite: a table of log.db; Kafka: the compacted
    topic `mnemolog.keys`, read into memory."""

    def get(self, name: str) -> bytes | None:
        """Called for every record that is sealed or opened, from any thread: must answer from memory or near it."""
        ...

    def names(self, prefix: str) -> list[str]:
        """The names that start with `prefix`, in order."""
        ...

    async def put(self, entries: Mapping[str, bytes]) -> None:
        """Durable and acknowledged when it returns. Raises UnavailableError or StorageFullError: then nothing holds."""
        ...

    async def scrub(self) -> None:
        """Called after keys were overwritten: make the old values unrecoverable as far as the store can."""
        ...


class Keyring:
    """Seals and opens (schemas.codec.Sealer), makes and destroys data keys. Made by `Keyring.open`."""

    def __init__(self, store: KeyStore, master: bytes, secret: bytes, crash: Crashpoints) -> None:
        self._store = store
        self._master = AESGCM(master)
        self._crash = crash
        self._secret = secret
        self._ciphers: OrderedDict[tuple[str, bytes], AESGCM] = OrderedDict()
        self._current: OrderedDict[str, str] = OrderedDict()
        self._making = asyncio.Lock()

    @classmethod
    async def open(
        cls, store: KeyStore, master: bytes, *, origin: str = "the master key", crash: Crashpoints = NO_CRASH
    ) -> Keyring:
        """Open the keyring with its master key, `origin` naming where that came from. The first start makes the
        installation secret and the control key. An erasure that was cut short is finished. Raises WrongSecretError."""
        wrapping = AESGCM(master)
        wrapped = store.get(_SECRET)
        if wrapped is None:
            fresh = {_SECRET: secrets.token_bytes(KEY_BYTES), _key_name(CONTROL_KEY): secrets.token_bytes(KEY_BYTES)}
            await store.put({name: _wrap(wrapping, name, value) for name, value in fresh.items()})
            secret = fresh[_SECRET]
        else:
            secret = _unwrap(wrapping, _SECRET, wrapped, origin)
        keyring = cls(store, master, secret, crash)
        for mark in store.names("erased/"):
            erased = mark.removeprefix("erased/")
            if keyring.is_erased(erased):
                await keyring._destroy(f"{erased}/")
        return keyring

    @property
    def secret(self) -> bytes:
        """The installation secret for keyed hashes."""
        return self._secret

    def user_key(self, tenant: str, user: str) -> str:
        """The key of a user's records: HMAC(secret, tenant ‖ user)."""
        return user_key(self._secret, tenant, user)

    def session_key(self, user_key: str, session: str) -> str:
        """The session's part of a key id. The user key stands for tenant and user; "" = what belongs to no session."""
        return keyed_hash(self._secret, "session", user_key, session)

    def seal(self, key_id: str, plain: bytes, header: bytes) -> bytes:
        """Nonce and ciphertext of `plain`, bound to `header`. Raises KeyDestroyedError."""
        nonce = os.urandom(NONCE_BYTES)
        return nonce + self._cipher(key_id).encrypt(nonce, plain, header)

    def open_sealed(self, key_id: str, sealed: bytes, header: bytes) -> bytes:
        """The plain bytes. Raises KeyDestroyedError, or CodecError when bytes or header were changed."""
        try:
            return self._cipher(key_id).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], header)
        except (InvalidTag, ValueError) as error:
            raise CodecError("the record was changed, or sealed by another installation") from error

    async def key_for(self, user_key: str, session: str) -> str:
        """The id of a live data key of this user and session, made and durable if there was none. Raises
        KeyDestroyedError for an erased user. The scope ("", "") is the installation's own (codec.CONTROL_SCOPE)."""
        if (user_key, session) == CONTROL_SCOPE:
            return CONTROL_KEY
        scope = f"{user_key}/{self.session_key(user_key, session)}/"
        key_id = self._live(scope)
        if key_id is not None and not self.is_erased(user_key):
            return key_id
        async with self._making:
            if self.is_erased(user_key):
                raise KeyDestroyedError("the user was erased; no key is made until an admin lifts it")
            key_id = self._live(scope) or self._stored(scope)
            if key_id is None:
                # The random part keeps a key that is made after a destruction apart from the destroyed one.
                key_id = scope + secrets.token_hex(8)
                name = _key_name(key_id)
                await self._store.put({name: _wrap(self._master, name, secrets.token_bytes(KEY_BYTES))})
                self._crash.reach("key-created")
            self._current[scope] = key_id
            while len(self._current) > CACHED_MAX:
                self._current.popitem(last=False)
            return key_id

    async def key_for_event(self, user_key: str, session: str) -> str:
        """Like `key_for`, for an event that somebody sends: once keys of the session were taken away, each event has a
        key of its own. It may be one that was forgotten and is delivered again, and then its key goes with it."""
        scope = f"{user_key}/{self.session_key(user_key, session)}/"
        if (session and self._live(scope)) or all(map(self._usable, self._ids(scope))):
            return await self.key_for(user_key, session)
        async with self._making:
            if self.is_erased(user_key):
                raise KeyDestroyedError("the user was erased; no key is made until an admin lifts it")
            key_id = scope + ALONE + secrets.token_hex(8)
            name = _key_name(key_id)
            await self._store.put({name: _wrap(self._master, name, secrets.token_bytes(KEY_BYTES))})
            return key_id

    async def retire_session(self, user_key: str, session_key: str) -> None:
        """Called before `SessionForgotten` is appended: what is written to the session from now on gets a fresh key, so
        that destroying the retired ones later takes nothing that came after the wish to forget."""
        async with self._making:
            live = [key_id for key_id in self._ids(f"{user_key}/{session_key}/") if self._usable(key_id)]
            if live:
                await self._store.put({f"retired/{key_id}": _YES for key_id in live})

    def is_live(self, key_id: str) -> bool:
        """Whether something can still be sealed and opened with this key."""
        return self._store.get(_key_name(key_id)) not in (None, _DESTROYED)

    def is_erased(self, user_key: str) -> bool:
        """Whether the user was erased and not lifted since."""
        return self._store.get(f"erased/{user_key}") == _YES

    def is_lifted(self, user_key: str, offset: int) -> bool:
        """Whether the erasure at this offset of the user's partition was lifted: a later one counts again."""
        name, _, through = (self._store.get(f"erased/{user_key}") or b"").partition(b":")
        return name == _LIFTED and offset <= int(through)

    async def lift(self, user_key: str, through: int) -> None:
        """Admit an erased user again, with fresh keys: every erasure up to offset `through` of the user's partition is
        lifted. What was erased stays unreadable. Raises NotFoundError for one who was never erased."""
        if self._store.get(f"erased/{user_key}") is None:
            raise NotFoundError("the user was not erased", field="user")
        await self._store.put({f"erased/{user_key}": _LIFTED + b":" + str(through).encode()})

    async def destroy_user(self, user_key: str) -> int:
        """Mark the user erased, then destroy every data key; returns how many. Idempotent; finished by `open` when the
        process dies in between."""
        async with self._making:
            await self._store.put({f"erased/{user_key}": _YES})
            self._crash.reach("during-erase")
            return await self._destroy(f"{user_key}/")

    async def destroy_session(self, user_key: str, session_key: str) -> int:
        """Destroy all data keys of one session; returns how many. Idempotent."""
        async with self._making:
            return await self._destroy(f"{user_key}/{session_key}/")

    async def destroy_retired(self, user_key: str, session_key: str) -> int:
        """Destroy the data keys that `retire_session` set aside; returns how many. Idempotent."""
        async with self._making:
            return await self._destroy(f"{user_key}/{session_key}/", retired_only=True)

    async def destroy_key(self, key_id: str) -> None:
        """Destroy one key. Idempotent."""
        async with self._making:
            await self._destroy(key_id)

    async def promise(self, name: str, offset: int) -> None:
        """Note durably that something must be destroyed once the log was processed up to `offset`."""
        await self._store.put({f"promise/{name}": str(offset).encode()})

    async def kept(self, name: str) -> None:
        """The promise was kept."""
        await self._store.put({f"promise/{name}": _NO})

    def promises(self, prefix: str) -> dict[str, int]:
        """Promises not yet kept whose name starts with `prefix`, with their offsets."""
        found = {}
        for name in self._store.names(f"promise/{prefix}"):
            value = self._store.get(name) or _NO
            if value != _NO:
                found[name.removeprefix("promise/")] = int(value)
        return found

    async def _destroy(self, scope: str, *, retired_only: bool = False) -> int:
        ids = [key_id for key_id in self._ids(scope) if self._store.get(_key_name(key_id)) != _DESTROYED]
        if retired_only:
            ids = [key_id for key_id in ids if not self._usable(key_id)]
        names = [_key_name(key_id) for key_id in ids]
        if names:
            await self._store.put(dict.fromkeys(names, _DESTROYED))
        # Scrubbed even when nothing was left: the run that overwrote them may have died before its scrub.
        await self._store.scrub()
        for cached in [cached for cached in list(self._ciphers) if cached[0].startswith(scope)]:
            self._ciphers.pop(cached, None)
        return len(names)

    def _live(self, scope: str) -> str | None:
        key_id = self._current.get(scope)
        return key_id if key_id is not None and self._usable(key_id) else None

    def _stored(self, scope: str) -> str | None:
        return next((key_id for key_id in self._ids(scope) if self._usable(key_id) and not is_alone(key_id)), None)

    def _ids(self, scope: str) -> list[str]:
        return [name.removeprefix(_key_name("")) for name in self._store.names(_key_name(scope))]

    def _usable(self, key_id: str) -> bool:
        return self.is_live(key_id) and self._store.get(f"retired/{key_id}") is None

    def _cipher(self, key_id: str) -> AESGCM:
        name = _key_name(key_id)
        wrapped = self._store.get(name)
        if wrapped == _DESTROYED:
            raise KeyDestroyedError("the key of this record was destroyed: its content was erased or forgotten")
        if wrapped is None:
            raise CodecError("the key of this record is unknown: it was sealed by another installation")
        cipher = self._ciphers.get((key_id, wrapped))
        if cipher is None:
            cipher = AESGCM(_unwrap(self._master, name, wrapped, "the master key"))
            self._ciphers[key_id, wrapped] = cipher
            while len(self._ciphers) > CACHED_MAX:
                self._ciphers.popitem(last=False)
        return cipher


def is_alone(key_id: str) -> bool:
    """Whether a key seals one event alone."""
    return key_id.rpartition("/")[2].startswith(ALONE)


def read_master_key(path: Path) -> bytes:
    """The key in a master key file. Raises WrongSecretError when it holds none, ConfigurationError when others may
    read it."""
    try:
        text = path.read_text(encoding="ascii").strip()
        mode = path.stat().st_mode & 0o777
    except (OSError, UnicodeDecodeError) as error:
        raise WrongSecretError(
            f"{path} cannot be read as a master key: {error}", hint="restore the file from your backup"
        ) from error
    if mode & 0o077:
        raise ConfigurationError(f"{path} has mode {mode:04o}: others can read it", hint=f"chmod 600 {path}")
    try:
        key = bytes.fromhex(text.removeprefix(_MASTER_PREFIX))
    except ValueError:
        key = b""
    if not text.startswith(_MASTER_PREFIX) or len(key) != KEY_BYTES:
        raise WrongSecretError(f"{path} does not hold a master key", hint="restore the file from your backup")
    return key


def make_master_key(path: Path) -> bytes:
    """Write a new master key file with mode 0600, durable when it returns. Never replaces one."""
    key = secrets.token_bytes(KEY_BYTES)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{_MASTER_PREFIX}{key.hex()}\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(draft, path)
    finally:
        draft.unlink()
    directory = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
    return key


def _key_name(key_id: str) -> str:
    return f"key/{key_id}"


def _wrap(master: AESGCM, name: str, key: bytes) -> bytes:
    nonce = os.urandom(NONCE_BYTES)
    return nonce + master.encrypt(nonce, key, name.encode())


def _unwrap(master: AESGCM, name: str, wrapped: bytes, origin: str) -> bytes:
    try:
        return master.decrypt(wrapped[:NONCE_BYTES], wrapped[NONCE_BYTES:], name.encode())
    except InvalidTag as error:
        raise WrongSecretError(
            f"{origin} is not the one this installation was made with",
            hint="put the original master key back; nothing was changed",
        ) from error
