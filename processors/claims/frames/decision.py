"""What English speakers have decided: "settled on the blue tiles", "going with the cheaper quote"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import Found
from processors.claims.frames.event import Event
from processors.claims.frames.reach import all_said, rests_elsewhere
from processors.claims.frames.sentence import Sentence

_CHOSEN = re.compile(
    r"(?i:\b(?:in the end|finally|eventually|after all|ended up|decided|at last|final(?:ly)? decision"
    r"|after (?:much|a lot of|long|some) (?:thought|thinking|debate|discussion)|over the other|once and for all"
    r"|made up (?:my|our) minds?|for good)\b)"
)


_LEFT_OPEN = ("name", "date", "place", "venue", "time", "plan", "colour", "color", "theme", "title", "price")
""" "We agreed on a name" does not tell it."""


def decided(sentence: Sentence, event: Event) -> Iterator[Found]:
    """The choice that an event says was made."""
    if event.negated or event.chain:
        return
    yield from _settled_on(sentence, event)
    yield from _going_with(sentence, event)
    yield from _against(sentence, event)


def _settled_on(sentence: Sentence, event: Event) -> Iterator[Found]:
    tree = sentence.tree
    if event.tense not in ("past", "perfect"):
        return
    place = None
    if event.verb == "settle":
        place = event.preps.get("on") or event.preps.get("for")
    elif event.verb in ("opt", "plump"):
        place = event.preps.get("for")
    elif event.verb in ("agree", "decide"):
        place = event.preps.get("on") or event.preps.get("upon")
    elif event.verb in ("choose", "pick", "select", "go") and _weighed(sentence, event):
        place = event.preps.get("for") or event.preps.get("with") if event.verb == "go" else event.object
    if place is not None and sentence.determiner(place) in ("a", "an") and sentence.tree.lemma(place) in _LEFT_OPEN:
        return
    named = place is not None and (tree.words[place].tag[:2] == "NN" or tree.words[place].tag == "VBG")
    if place is not None and named and not tree.is_time(place) and not _pointed(sentence, place):
        yield Found("decision", sentence.says(place))


def _weighed(sentence: Sentence, event: Event) -> bool:
    """Whether it is said to be the outcome: "in the end", "over medicine"."""
    return bool(_CHOSEN.search(all_said(sentence, event))) or "over" in event.preps or "instead of" in event.preps


def _going_with(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "we're going with the cheaper quote", "after much thought we'll go for solar panels"."""
    place = event.preps.get("with") or event.preps.get("for")
    if event.verb != "go" or place is None or event.tense not in ("progressive", "future", "present"):
        return
    fits = sentence.tree.words[place].tag[:2] == "NN" and not _pointed(sentence, place)
    fits = fits and not sentence.people_of(place) and not sentence.is_proper(place)
    sure = event.tense == "progressive" and event.preps.get("with") is not None
    if fits and (sure or _weighed(sentence, event)):
        yield Found("decision", sentence.says(place))


def _against(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "decided against a dog", "decided not to renew the lease"."""
    tree = sentence.tree
    if event.verb not in ("decide", "choose", "resolve") or event.tense not in ("past", "perfect"):
        return
    place = event.preps.get("against")
    if place is not None and not _pointed(sentence, place):
        yield Found("decision", sentence.says(place), "negative")
    under = tree.child(event.at, "xcomp")
    if under is not None and tree.children(under, "neg") and not rests_elsewhere(sentence, event):
        first, last = tree.phrase(under, without=lambda one: tree.words[one].relation in ("aux", "neg"))
        yield Found("decision", tree.text(sentence.source, first, last), "negative")


def _pointed(sentence: Sentence, place: int) -> bool:
    return sentence.determiner(place) in ("this", "that", "it", "these", "those", "your") or sentence.tree.lower(
        place
    ) in ("option", "one", "it", "that", "way", "flow", "idea", "approach", "suggestion", "version")
