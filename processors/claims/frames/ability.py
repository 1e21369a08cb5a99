"""What English speakers can do: "I can juggle five balls", "know how to weld", "taught myself to sew"."""

from __future__ import annotations

from collections.abc import Iterator

from processors.claims.found import LIKELY, Found
from processors.claims.frames.event import Event
from processors.claims.frames.lexicon import among
from processors.claims.frames.sentence import Sentence
from processors.claims.words import LANGUAGES_EN

_STATED = ("ROOT", "conj", "parataxis", "advcl")


def able(sentence: Sentence, event: Event) -> Iterator[Found]:
    """The skill that an event says its speaker has, or lacks."""
    tree = sentence.tree
    if event.verb == "know" and not event.negated and (how := _known_how(sentence, event)) is not None:
        yield from _skill(sentence, how, negated=False)
    elif event.verb in ("teach", "learn") and event.tense in ("past", "perfect"):
        under = tree.child(event.at, "xcomp", "ccomp")
        mine = event.object is None or tree.lower(event.object) in ("myself", "how")
        alone = under is not None and tree.child(under, "dobj") is None and among(tree.lemma(under), "skilled_at")
        if under is not None and mine and among(tree.lemma(under), "skilled") and not alone:
            yield from _skill(sentence, under, negated=event.negated)
    elif event.can and not event.chain and event.subject is not None and tree.words[event.at].relation in _STATED:
        alone = event.object is None and not event.preps
        known = among(event.verb.split()[0], "skilled") and not (alone and among(event.verb, "skilled_at"))
        if known or _trick(sentence, event):
            yield from _skill(sentence, event.at, negated=event.negated)
    elif event.complement is not None and tree.lower(event.complement) in ("able", "capable") and not event.negated:
        under = tree.child(event.complement, "xcomp")
        if under is not None and among(tree.lemma(under), "skilled"):
            yield from _skill(sentence, under, negated=False)


def _known_how(sentence: Sentence, event: Event) -> int | None:
    """The verb of "know how to …"."""
    under = sentence.tree.child(event.at, "xcomp", "ccomp")
    if under is None or not any(sentence.tree.lower(one) == "how" for one in sentence.tree.children(under, "advmod")):
        return None
    return under if sentence.tree.child(under, "nsubj") is None else None


def _trick(sentence: Sentence, event: Event) -> bool:
    """ "do a backflip", "hold a headstand"."""
    tree = sentence.tree
    return event.object is not None and event.verb in ("do", "hold") and among(tree.lemma(event.object), "tricks")


def _skill(sentence: Sentence, place: int, *, negated: bool) -> Iterator[Found]:
    tree = sentence.tree
    skipped = ("nsubj", "aux", "neg", "advmod", "mark")
    _, last = tree.phrase(place, without=lambda one: tree.words[one].relation in skipped and one < place)
    said = tree.text(sentence.source, place, last).strip(" .,!")
    inside = {tree.lower(one) for one in range(place, last + 1)}
    speaks = any(word in LANGUAGES_EN for word in said.split())
    own = negated and "my" in inside
    if (
        not own
        and not speaks
        and not inside & {"it", "this", "that", "these", "those", "them", "you", "your", "me", "him", "her", "the"}
    ):
        yield Found("skill", said, "negative" if negated else "positive", confidence=LIKELY)
