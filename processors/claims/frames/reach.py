"""How far an English predicate reaches: all that is said around it, and what takes it back."""

from __future__ import annotations

import re

from processors.claims.frames.event import Event
from processors.claims.frames.sentence import Sentence


def reach(sentence: Sentence, event: Event) -> tuple[int, int]:
    """Where all that is said around an event starts and ends in the text."""
    words = sentence.tree.words
    inside = list(sentence.tree.subtree(words[event.at].head if words[event.at].relation == "xcomp" else event.at))
    return words[min(inside)].start, words[max(inside)].end


def all_said(sentence: Sentence, event: Event) -> str:
    """All that is said around an event, as written."""
    start, end = reach(sentence, event)
    return sentence.source[start:end]


def rests_elsewhere(sentence: Sentence, event: Event) -> bool:
    """Whether what is said rests on words that stand elsewhere: "do it", "go there"."""
    _, last = sentence.tree.phrase(
        event.at, without=lambda one: sentence.tree.words[one].relation in ("nsubj", "mark", "aux")
    )
    inside = {sentence.tree.lower(one) for one in range(event.at, last + 1)}
    return bool(
        inside
        & {
            "it",
            "'em",
            "that",
            "this",
            "them",
            "there",
            "those",
            "these",
            "you",
            "your",
            "him",
            "her",
            "so",
            "something",
            "one",
            "such",
            "anything",
        }
    )


def asks(sentence: Sentence, event: Event) -> bool:
    """Whether the event stands in a question."""
    end = re.search(r"[.!?\n]", sentence.source[sentence.tree.words[event.at].end :])
    return end is not None and end[0] == "?"


def is_open(sentence: Sentence, event: Event) -> bool:
    """Whether it is only supposed: under "if", "might", "I'd"."""
    within = sentence.source[: sentence.tree.words[event.at].end]
    tail = re.split(r"[.!?\n]", within)[-1]
    return event.doubtful or bool(
        re.search(r"(?i:\b(?:if|wish|maybe|might|perhaps|suppose|imagine|hypothetically|almost|nearly)\b)", tail)
    )
