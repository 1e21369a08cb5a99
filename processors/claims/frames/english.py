"""Claims of parsed English: what its events say by their frames, and what its parts say of the speaker's people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from processors.claims.found import LIKELY, SURE, Found
from processors.claims.frames.being import said_of_being
from processors.claims.frames.event import Event, Tense, events
from processors.claims.frames.happening import happened
from processors.claims.frames.lexicon import among
from processors.claims.frames.meaning import meant
from processors.claims.frames.sentence import HALVES, Sentence
from processors.claims.frames.table import Frame, frames
from processors.claims.frames.tree import Tree
from processors.ports import Word
from schemas.dimensions import Entity

_CLOSE_TO = frozenset(("spouse", "child", "parent", "sibling"))
_NOT_OF_OTHERS = frozenset(
    [
        "plan",
        "goal",
        "habit",
        "state",
        "commitment",
        "decision",
        "opinion",
        "instruction",
        "owns",
        "note",
        "name",
        "phone",
        "email",
        "address",
    ]
)


def find_framed(
    source: str, words: Sequence[Word], entities: Sequence[Entity], stated: Callable[[int], bool]
) -> list[tuple[Found, int, int]]:
    """(what is found, start, end of its clause) of a text. `stated(offset)`: whether what stands there is meant."""
    sentence = Sentence(source, Tree(words), entities)
    found: list[tuple[Found, int, int]] = []
    for event in events(sentence.tree):
        at = sentence.tree.words[event.at].start
        start, end = _span(sentence, event.at)
        found.extend((item, start, end) for item in meant(sentence, event))
        if stated(at):
            found.extend((item, start, end) for item in _told(sentence, event))
    found.extend(
        (item, sentence.tree.words[place].start, sentence.tree.words[place].end)
        for place, item in _people(sentence)
        if stated(sentence.tree.words[place].start)
    )
    return found


def _span(sentence: Sentence, place: int) -> tuple[int, int]:
    words = sentence.tree.words
    tree = sentence.tree
    others = {one for child in tree.children(place, "advcl", "conj", "parataxis") for one in tree.subtree(child)}
    if words[place].relation in ("advcl", "conj", "ccomp"):
        others = set()
    said = (one for one in tree.subtree(place) if words[one].tag not in (".", ",", ":") and one not in others)
    inside = [place, *said]
    return words[min(inside)].start, words[max(inside)].end


def _told(sentence: Sentence, event: Event) -> Iterator[Found]:
    """What one event says, with its subject; of other people only what is kept of them."""
    yield from happened(sentence, event)
    subjects, elided = sentence.whose(event)
    if not subjects:
        return
    found = [*_framed(sentence, event, own=subjects == ["user"]), *said_of_being(sentence, event)]
    for item in found:
        for subject in subjects:
            if subject == "user" or item.attribute not in _NOT_OF_OTHERS:
                yield replace(item, subject=subject, confidence=min(item.confidence, LIKELY if elided else SURE))


def _framed(sentence: Sentence, event: Event, *, own: bool) -> Iterator[Found]:
    for frame in frames().get(event.verb, ()):
        if not own and not frame.kin:
            continue
        items = list(_matched(sentence, event, frame))
        if items:
            yield from items
            return


def _matched(sentence: Sentence, event: Event, frame: Frame) -> Iterator[Found]:
    """What an event says by one frame."""
    negated = event.negated or _of_nothing(sentence, event)
    if (
        event.doubtful
        or (event.chain and event.chain[0] != "stop")
        or event.tense not in frame.tenses | _also(sentence, event)
    ):
        return
    if event.can and not (frame.only_negated or frame.attribute in ("language", "diet")):
        return
    if (
        event.tense == "bare"
        and not event.subject
        and event.verb not in ("love", "hate", "prefer", "adore", "enjoy", "live", "work")
    ):
        return
    if frame.complement and not _complements(sentence, event, frame.complement):
        return
    if frame.object and (event.object is None or sentence.tree.lemma(event.object) not in frame.object):
        return
    once = frame.attribute == "hobby" and event.tense == "perfect" and event.object is not None
    if once and sentence.determiner(event.object or 0) in ("a", "an"):
        # "I've done an abstract painting": it happened once.
        return
    if frame.attribute == "owns" and (_for_others(sentence, event) or _not_quite(sentence, event)):
        return
    if frame.verbs & {"teach"} and (event.subject is None or sentence.tree.children(event.at, "dative")):
        return
    if (frame.only_negated and not negated) or (frame.bare and event.object is not None):
        return
    over = negated and not frame.only_negated
    if over and not (frame.negated or (frame.ends and event.ended)):
        return
    if event.tense == "perfect" and _once(sentence, event):
        return
    for value in _values(sentence, event, frame):
        if not over:
            yield Found(frame.attribute, value, "negative" if frame.only_negated else frame.polarity)
        elif frame.negated and not event.ended:
            yield Found(frame.negated, value, "negative")
        else:
            yield Found(frame.attribute, value, "negative", "unset")


def _not_quite(sentence: Sentence, event: Event) -> bool:
    """ "I nearly bought a canoe"; "I drive a lorry" is work."""
    tree = sentence.tree
    almost = any(tree.lower(one) in ("nearly", "almost") for one in tree.children(event.at, "advmod"))
    at_work = event.verb == "drive" and event.object is not None and among(tree.lemma(event.object), "driven_for_work")
    return almost or at_work


def _for_others(sentence: Sentence, event: Event) -> bool:
    """Whether something is got for somebody else: "a scarf for my mum"."""
    place = event.preps.get("for")
    if place is None:
        return False
    other = sentence.tree.lower(place) in ("him", "her", "them", "you")
    return other or sentence.kin(place) is not None or sentence.kind_of(place) == "person"


def _once(sentence: Sentence, event: Event) -> bool:
    """ "I've played chess before": it happened, and says nothing of now."""
    return any(sentence.tree.lower(one) in ("before", "once") for one in sentence.tree.children(event.at, "advmod"))


def _also(sentence: Sentence, event: Event) -> frozenset[Tense]:
    """Further tenses that say what holds now: what is over, what has always been."""
    if event.ended:
        return frozenset(("present", "progressive"))
    long = {sentence.tree.lower(one) for one in sentence.tree.children(event.at, "advmod", "neg")}
    return frozenset(("perfect",) if long & {"always", "long", "never", "ever"} else ())


def _values(sentence: Sentence, event: Event, frame: Frame) -> list[str]:
    for slot in frame.slots:
        place = event.object if slot == "object" else event.preps.get(slot)
        if slot == "object" and place is None:
            place = _doing(sentence, event)
        if place is None or (slot == "object" and frame.object):
            continue
        if frame.indefinite and not _indefinite(sentence, event, place):
            continue
        values = sentence.filled(place, frame.filler)
        if values and frame.value == "verb":
            values = (
                [sentence.tree.text(sentence.source, event.at, place)]
                if event.verb != "keep"
                else _kept(sentence, event, place)
            )
        if values and frame.value == "wide":
            values = [_with_school(sentence, event, values[0])]
        if values:
            return values
    return []


def _kept(sentence: Sentence, event: Event, place: int) -> list[str]:
    """ "keeps bees", and not "keep notes"."""
    counted = bool(sentence.tree.children(place, "nummod"))
    alive = (sentence.filled(place, "animal") or sentence.tree.lemma(place) == "bee") and not counted
    return [sentence.tree.text(sentence.source, event.at, place)] if alive else []


def _with_school(sentence: Sentence, event: Event, value: str) -> str:
    for name in ("at", "from", "in"):
        place = event.preps.get(name)
        if place is not None and not sentence.tree.is_time(place):
            end = sentence.tree.words[sentence.tree.phrase(place)[1]].end
            start = sentence.source.find(value)
            if 0 <= start < end <= start + 120:
                value = sentence.source[start:end]
    return value


def _doing(sentence: Sentence, event: Event) -> int | None:
    """What is liked, when it is done: "love hiking in the hills"."""
    inner = sentence.tree.child(event.at, "xcomp", "ccomp")
    if inner is None or sentence.tree.child(inner, "nsubj", "nsubjpass") is not None:
        return None
    return inner if sentence.tree.words[inner].tag == "VBG" else None


def _complements(sentence: Sentence, event: Event, words: frozenset[str]) -> bool:
    place = event.complement
    return place is not None and (sentence.tree.lemma(place) in words or sentence.tree.lower(place) in words)


def _of_nothing(sentence: Sentence, event: Event) -> bool:
    """ "I have no car", "I eat no meat"."""
    if event.object is None:
        return False
    amount = sentence.tree.children(event.object, "nummod", "amod", "det")
    return any(sentence.tree.lower(one) in ("no", "zero", "little") for one in amount)


def _indefinite(sentence: Sentence, event: Event, place: int) -> bool:
    if sentence.tree.children(event.at, "dative") or sentence.determiner(place) not in ("", "a", "an", "my", "our"):
        return False
    if sentence.determiner(place) in ("my", "our"):
        return any(
            sentence.tree.lower(one) in ("own", "first", "dream") for one in sentence.tree.children(place, "amod")
        )
    return sentence.tree.words[place].tag == "NN" or bool(sentence.tree.children(place, "nummod"))


def _people(sentence: Sentence) -> Iterator[tuple[int, Found]]:
    """The speaker's people who are named in passing: "with my brother Wim"."""
    words = sentence.tree.words
    for place in range(len(words)):
        kin = sentence.kin(place)
        if kin is None or kin[0] not in _CLOSE_TO or not words[place].tag.startswith(("NN", "JJ")):
            continue
        before = [sentence.tree.lower(one) for one in range(max(0, place - 3), place)]
        if (
            "ex" in before
            or not before
            or not any(word in ("my", "our") for word in before)
            or "'s" in before
            or "of" in before
        ):
            continue
        for name in sentence.names_after(place):
            yield place, Found(kin[0], name, subject="user")
    for place in range(1, len(words)):
        half = HALVES.get((sentence.tree.lower(place - 1), sentence.tree.lower(place)))
        if half == "spouse" and place > 1 and sentence.tree.lower(place - 2) == "my":
            yield from ((place, Found("spouse", name, subject="user")) for name in sentence.names_after(place)[:1])
