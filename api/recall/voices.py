"""Voices: a question about oneself is not answered from a quoted text, fiction, or a scene that was played."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from indexers.analysis import query_terms
from processors.claims.voice import voices_asked
from schemas.dimensions import Voice
from schemas.memories import Memory

IN_ANOTHER_VOICE = "in another voice"
"""Why such a memory is left out."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """Which voices may answer a question beside the speaker's own, and the words it asks for."""

    voices: frozenset[Voice]
    terms: frozenset[str]

    def is_apart(self, memory: Memory) -> bool:
        """Whether what a turn says of the matter, it says in a voice that the question does not ask for."""
        voice = memory.dimensions.voice
        if memory.resolution != "turn" or voice == "own" or voice in self.voices:
            return False
        own, voiced = _parts(memory)
        said = self.terms.intersection(query_terms(own))
        return not said or len(said) < len(self.terms.intersection(query_terms(voiced)))


def hearing(question: str) -> Hearing:
    """Who is to be heard on a question."""
    return Hearing(voices_asked(question), frozenset(query_terms(question)))


def stands_beside(memory: Memory, apart: Iterable[Memory]) -> bool:
    """Whether a turn's context holds what one of these says: it may be found for their words."""
    return memory.resolution == "turn" and any(
        other.session == memory.session and other.content in memory.context for other in apart
    )


def _parts(memory: Memory) -> tuple[str, str]:
    """What a turn says in its speaker's own words, and what in another voice."""
    own: list[str] = []
    voiced: list[str] = []
    end = 0
    for span in memory.dimensions.voiced:
        own.append(memory.content[end : span.start])
        voiced.append(memory.content[span.start : span.end])
        end = span.end
    own.append(memory.content[end:])
    return " ".join(own), " ".join(voiced)
