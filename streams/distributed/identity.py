"""Identity of an installation: what it was made with, noted in the topic of keys, compared at each start (DESIGN §2).

A topic that is made anew under its name begins at position 0 again. What was derived from the one before would take its
positions for old ones, and every write for a repeat: nothing would be remembered, and nothing would say so. Hence the
ids of the topics that are kept for ever; the others lose what they hold within days, so nothing builds on its places.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from schemas.errors import ConfigurationError, WrongSecretError
from schemas.topics import FOR_EVER, KEYS, TURNS, TopicSpec
from streams.distributed.topic_ids import topic_ids
from streams.keyring import KeyStore

EPOCH = 1
"""The log epoch: part of every position, so that those of a log that is begun anew could be told from the old ones."""
MASTER = "master key"
_PREFIX = "installation/"
_TOPIC = "topic "


async def identity(
    bootstrap: str, specs: Iterable[TopicSpec], *, partitions: int, master: bytes, prefix: str = ""
) -> dict[str, str]:
    """What this installation is made with now. A topic that does not exist has the id "". Raises UnavailableError."""
    kept = [spec.name for spec in specs if spec.retention_ms == FOR_EVER and spec.name != KEYS]
    ids = await topic_ids(bootstrap, [prefix + name for name in kept])
    return {
        "partitions": str(partitions),
        "epoch": str(EPOCH),
        MASTER: hashlib.blake2b(master, digest_size=6, person=b"mnemolog.master").hexdigest(),
        **{_TOPIC + name: ids.get(prefix + name, "") for name in kept},
    }


async def hold_to(store: KeyStore, now: Mapping[str, str]) -> None:
    """Compare with what the installation was made with, and note what was not noted yet. Raises ConfigurationError or
    WrongSecretError naming both values and what to do."""
    fresh: dict[str, bytes] = {}
    for name, value in now.items():
        held = store.get(_PREFIX + name)
        if not held:
            if value:
                fresh[_PREFIX + name] = value.encode()
        elif held != value.encode():
            raise _refusal(name, held.decode(), value)
    if fresh:
        await store.put(fresh)


async def forget(store: KeyStore, specs: Iterable[TopicSpec]) -> None:
    """Topics that are deleted on purpose may be made anew."""
    await store.put({f"{_PREFIX}{_TOPIC}{spec.name}": b"" for spec in specs})


def _refusal(name: str, held: str, value: str) -> ConfigurationError | WrongSecretError:
    if name == MASTER:
        return WrongSecretError(
            f"this installation was made with the master key of fingerprint {held}, and master.key has {value}",
            hint="put the original master.key back; nothing was changed",
        )
    if not name.startswith(_TOPIC):
        return ConfigurationError(
            f"this installation was made with {name} {held}, and the settings say {value}",
            hint="keep what it was made with: positions and partitions depend on it",
            field=name,
        )
    what = f"has id {value}: it was made anew" if value else "does not exist"
    hint = (
        f"its positions would be taken for those of the log before, both are of log epoch {EPOCH}: put the topic back "
        "from its backup, or make another installation, with topics, index and folder of its own"
        if name == _TOPIC + TURNS
        else "put the topic back from its backup, or go back to a generation that is whole"
    )
    return ConfigurationError(
        f"{name} was made with id {held}, and now it {what}", hint=hint, field=name.removeprefix(_TOPIC)
    )
