"""KnownSpeakers: who spoke in a user's memories when something was last asked; a guess, never an answer."""

from __future__ import annotations

from collections import OrderedDict

USERS_MAX = 10_000
"""Users whose speakers are kept, those asked for last: about 1 kB each."""


class KnownSpeakers:
    """A recall begins with the guess, and again when it turns out to be wrong."""

    def __init__(self) -> None:
        self._held: OrderedDict[str, tuple[str, ...]] = OrderedDict()

    def guess(self, user_key: str) -> tuple[str, ...] | None:
        """Those of the user's last recall, None when nothing is known."""
        return self._held.get(user_key)

    def keep(self, user_key: str, speakers: tuple[str, ...]) -> None:
        """What this recall found."""
        self._held[user_key] = speakers
        self._held.move_to_end(user_key)
        while len(self._held) > USERS_MAX:
            self._held.popitem(last=False)
