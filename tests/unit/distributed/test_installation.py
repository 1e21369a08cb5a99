"""What a process asks before it reads records of others."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from streams.distributed.installation import Installation, Place
from streams.keyring import CONTROL_KEY
from tests.unit.distributed.consolidating import EVENTS, Conversation, MemoryKeys, MemoryLog


class Asked(MemoryKeys):
    """Counts how often its end was asked for."""

    def __init__(self, held: MemoryKeys) -> None:
        self._held = held._held
        self.count = 0

    async def synced(self) -> None:
        self.count += 1


async def test_the_topic_of_keys_is_asked_for_keys_that_are_not_known_and_for_what_may_be_of_somebody_erased() -> None:
    conversation = await Conversation.of(EVENTS)
    keys = Asked(conversation.keys)
    place = Place("", Path(), 1)
    installation = Installation(place, cast(Any, MemoryLog()), cast(Any, keys), conversation.keyring)
    said, control = 0, conversation.key_ids.index(CONTROL_KEY)

    counts = []
    for records in ([conversation.records[said]], [conversation.records[control]]):
        await installation.keys_read(records)
        counts.append(keys.count)
    await conversation.keyring.destroy_key(conversation.key_ids[said])
    await installation.keys_read([conversation.records[said]])

    assert counts == [0, 1]
    assert keys.count == 2
