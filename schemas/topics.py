"""The manifest of topics: names, partitions and retention, declared once (DESIGN §2)."""

from __future__ import annotations

from typing import NamedTuple

DAY_MS = 86_400_000
FOR_EVER = -1

TENANT_DEFAULT = "default"
"""The tenant of an installation that has only one."""
INBOX = "mnemolog.inbox"
TURNS = "mnemolog.turns"
RECALLS = "mnemolog.recalls"
KEYS = "mnemolog.keys"
DEADLETTERS = "mnemolog.deadletters"


def inbox(tenant: str) -> str:
    """The topic into which anyone may produce the turns of a tenant."""
    return INBOX if tenant == TENANT_DEFAULT else f"{INBOX}.{tenant}"


def inbox_tenant(topic: str) -> str | None:
    """The tenant of an inbox; None for another topic."""
    if topic == INBOX:
        return TENANT_DEFAULT
    return topic.removeprefix(f"{INBOX}.") if topic.startswith(f"{INBOX}.") else None


def scored(generation: int) -> str:
    return f"mnemolog.g{generation}.scored"


def described(generation: int) -> str:
    return f"mnemolog.g{generation}.described"


def embedded(generation: int) -> str:
    return f"mnemolog.g{generation}.embedded"


def memories(generation: int) -> str:
    return f"mnemolog.g{generation}.memories"


class TopicSpec(NamedTuple):
    """One topic as it must exist. `retention_ms` -1 = for ever; `compacted` keeps the last record of each key."""

    name: str
    partitions: int
    retention_ms: int
    compacted: bool = False


def generation_topics(partitions: int, generation: int) -> tuple[TopicSpec, ...]:
    """The topics of one generation."""
    return (
        TopicSpec(scored(generation), partitions, 7 * DAY_MS),
        TopicSpec(described(generation), partitions, 7 * DAY_MS),
        TopicSpec(embedded(generation), partitions, FOR_EVER),
        TopicSpec(memories(generation), partitions, FOR_EVER),
    )


def shared_topics(partitions: int, inboxes: tuple[str, ...] = (INBOX,)) -> tuple[TopicSpec, ...]:
    """The topics that belong to no generation. Equal partition counts everywhere, except `keys`, which is one."""
    return (
        *(TopicSpec(name, partitions, 7 * DAY_MS) for name in inboxes),
        TopicSpec(TURNS, partitions, FOR_EVER),
        TopicSpec(RECALLS, partitions, 30 * DAY_MS),
        TopicSpec(KEYS, 1, FOR_EVER, compacted=True),
        TopicSpec(DEADLETTERS, partitions, 30 * DAY_MS),
    )


def manifest(partitions: int, generation: int, inboxes: tuple[str, ...] = (INBOX,)) -> tuple[TopicSpec, ...]:
    """All topics of an installation with one generation."""
    return (*shared_topics(partitions, inboxes), *generation_topics(partitions, generation))
