"""The last answers of a tagger: entities, times and keywords ask for the same text one after another."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence

from processors.ports import Tagged

TEXTS_MAX = 256
"""A few batches; a turn's dimensions are found within one."""
CHARACTERS_MAX = 4_000
"""Longer texts are not kept: they would fill the memory, and computing them again is rare."""

Answer = tuple[Tagged, ...]


class Recent:
    """Answers from memory where it can, asks `compute` for the rest in one call. Equal texts have equal answers."""

    def __init__(self, compute: Callable[[list[str]], list[Answer]]) -> None:
        self._compute = compute
        self._kept: OrderedDict[str, Answer] = OrderedDict()
        self._lock = threading.Lock()

    def answers(self, texts: Sequence[str]) -> list[Answer]:
        with self._lock:
            found = {text: self._kept[text] for text in texts if text in self._kept}
        missing = [text for text in dict.fromkeys(texts) if text not in found]
        if missing:
            found.update(zip(missing, self._compute(missing), strict=True))
            with self._lock:
                self._keep({text: found[text] for text in missing})
        return [found[text] for text in texts]

    def _keep(self, answers: dict[str, Answer]) -> None:
        self._kept.update((text, answer) for text, answer in answers.items() if len(text) <= CHARACTERS_MAX)
        while len(self._kept) > TEXTS_MAX:
            self._kept.popitem(last=False)
