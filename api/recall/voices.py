"""Voices: a question about oneself is not answered from a quoted text, fiction, or a scene that was played, nor, where
it says so, from what the assistant said."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from indexers.analysis import query_terms
from processors.claims.voice import voices_asked
from schemas.dimensions import Voice
from schemas.memories import Memory

_NOT_YOURS = re.compile(
    r"(?i:\b(?:not|and not|rather than|instead of|never mind|forget|ignor(?:e|ing)|leav(?:e|ing) out|without"
    r"|skip(?:ping)?"
    r"|excluding|apart from|other than) (?:(?:what|whatever|anything|the (?:ones?|things?|\w+)|all|any of"
    r"|one of) ){0,2}"
    r"(?:that )?(?:you(?:'d|'ve| had| have)? (?:ever )?(?:suggest|recommend|propos|sa(?:id|y)|told|tell|mention"
    r"|gave|give"
    r"|advis|offer|guess|came up|made|pick|list)\w*"
    r"|your(?:s|self)?(?: own)?(?: (?:suggest|idea|recommend|advice|propos|guess|answer|word|version|opinion|tip|input"
    r"|pick)\w*)?)\b)"
    r"|(?:不是|而不是|别[说提管算拿]|不要|不算|除了|抛开|忽略)你(?:自己)?(?:之前|当时|后来"
    r"|那边)?(?:[说讲提给推建猜报列荐议想]{1,2}的?|的)"
)
_I_TOLD = re.compile(
    r"(?i:\b(?:did|have|had) i (?:ever |already |actually |just )?(?:say|said|tell|told|mention\w*|give(?! up)"
    r"|given|state\w*)\b"
    r"|\bi (?:actually |just |already |once )?(?:told you|gave(?: you)?|mentioned|stated)\b(?=\W*(?:$|about|earlier"
    r"|before))"
    r"|\bi(?:'ve| have) (?:told|given) you\b|\b(?:in|by) my own words\b|\baccording to me\b)"
    r"|我(?:自己|本人)[^，。？?]{0,4}(?:[说讲提报给]|选|定)(?:的|过)|我的原话|按我(?:自己)?说的|我(?:跟|和|对"
    r"|告诉过?)你[说讲提]?过?"
)
_ASKS_YOU = re.compile(
    r"(?i:\b(?:did|have|had|do|would|were) you\b|\b(?:you|me) or (?:me|you|i)\b|\byour (?:answer|advice|suggest"
    r"|idea|repl)"
    r"|\byou (?:sa(?:id|y)|told|suggest\w*|repl\w*|answer\w*|recommend\w*))"
    r"|(?<![跟和对诉])你[^，。？?]{0,4}(?:[说讲答回]|建议|推荐)|[你我]还是[你我]"
)
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


def asks_for_own_words(question: str) -> bool:
    """Whether a question wants what who asks said themselves, and none of what the assistant did: "the number I gave",
    不是你推荐的."""
    rest = _NOT_YOURS.sub(" ", question)
    return (rest != question or _I_TOLD.search(question) is not None) and _ASKS_YOU.search(rest) is None


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
