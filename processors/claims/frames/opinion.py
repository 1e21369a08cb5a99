"""What English speakers think of things in general."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, Found
from processors.claims.frames.event import Event
from processors.claims.frames.lexicon import among, word_classes
from processors.claims.frames.sentence import Sentence

_NOT_GENERAL = (
    r"(?!(?:i|i'd|i'm|i've|you|it|this|that|these|those|they|we|he|she|the|your|my|his|her|there|yes|no|maybe"
    r"|what|how|if|let|both|either|neither|option|all|one|some|it's|that's|there's)\b)"
)
_MINE = (
    r"(?:to my mind|in my (?:humble |honest |professional )?(?:opinion|view|book|eyes)|if you ask me|imh?o|as far as"
    r" i'?m concerned"
    r"|the way i see it|from where i(?:'m| am)? (?:stand|sit|standing|sitting)|for my money|to my way of thinking)"
)
_VIEWED = re.compile(
    rf"(?i:^\W*(?:(?:and|but|so|well|honestly|sorry|look|frankly)[\s,]+){{0,2}}(?:{_MINE}|as i see it|i'd (?:say"
    rf"|argue)(?: that)?"
    r"|my (?:view|take|opinion|stance|feeling) is(?: that)?|i(?:'m| am) (?:firmly |strongly |very much )?(?:convinced"
    r"|of the (?:opinion|view|belief|mind)|in the camp)(?: that)?|(?:unpopular|hot|honest|controversial) (?:opinion"
    r"|take)(?: but)?|to me|i(?:'ll)? (?:firmly |honestly |really |truly |strongly |do |still |personally "
    r"|always )?(?:maintain|hold|stand by it|contend|insist|swear|believe|feel) that)"
    rf"[\s,:]+(?P<what>{_NOT_GENERAL}[^?]{{8,140}})$)"
)
_VIEWED_LAST = re.compile(
    rf"(?i:^\W*(?:(?:and|but|so|well|honestly|sorry|look"
    rf"|frankly)[\s,]+){{0,2}}(?P<what>{_NOT_GENERAL}[^?,:;]{{8,140}}?),? (?:{_MINE}|i'm (?:sure|certain"
    rf"|convinced)(?: of (?:it|that))?|i stand by (?:it|that)|fight me|hands down|no question"
    r"|no two ways about it|(?:and )?that'?s my (?:take|view|opinion|two cents)|i (?:always|do|honestly) (?:say|think"
    r"|reckon)|(?:and )?i(?:'ll| will) die on (?:this|that) hill)(?=\W*$|[,.;!]|\s[-–—]))"
)
_VIEWED_WITHIN = re.compile(
    rf"(?i:^\W*(?P<what>{_NOT_GENERAL}[\w' -]{{3,40}}, {_MINE}, (?:is|are|was|were|should|shouldn't|ought|beats?"
    rf"|ruins?|has|have|does|do"
    r"|must|can|can't)\b[^?,;]{3,90})(?=$|[,.;!]))"
)
_SURE_VIEW = re.compile(
    rf"(?i:^\W*(?:(?:and|but|so|well|honestly|sorry|look|frankly)[\s,]+){{0,2}}(?:{_MINE}|unpopular opinion|hot take"
    rf"|i(?:'m| am) (?:firmly |strongly |very much )?(?:convinced|of the (?:opinion|view|belief)|in the camp)))"
    rf"|(?i:(?:{_MINE}|fight me"
    r"|that'?s my (?:take|view|opinion)|hands down)\W*$)"
)
"""What says in so many words that a view follows, or went before."""
_PERSONAL = re.compile(r"(?i:\b(?:you|your|i|i'm|this|it's)\b)")
_POINTING = ("the", "this", "that", "your", "my", "his", "her", "these", "those", "a", "an", "our", "their")


def viewed(text: str) -> Iterator[Found]:
    """ "To my mind, cars should be banned from city centres": a clause that says whose view it is, first or last."""
    match = _VIEWED_WITHIN.match(text) or _VIEWED.match(text) or _VIEWED_LAST.match(text)
    words = re.findall(r"[a-z']+", match["what"].lower()) if match else []
    if (
        match
        and (
            match.re is _VIEWED_WITHIN
            or _SURE_VIEW.search(match[0])
            or set(words) & (_stems(match["what"]) | word_classes()["judged"])
        )
        and not _PERSONAL.search(match["what"])
    ):
        yield Found("opinion", match["what"].strip(" .,!"), confidence=LIKELY, subject="user")


def _stems(text: str) -> set[str]:
    """Words that judge, as they are bent: "ruins", "wasted", "beats"."""
    words = re.findall(r"[a-z']+", text.lower())
    return {
        word
        for word in words
        if {word, word[:-1], word[:-2], word[:-1] + "e"} & word_classes()["judged"] and len(word) > 3
    }


def thought(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I hold the view that homework should be abolished", "I think tipping culture is out of control"."""
    tree = sentence.tree
    if event.tense not in ("present", "perfect"):
        return
    yield from _judged(sentence, event)
    if not among(event.verb, "thinking") or "in" in event.preps:
        return
    inner = tree.child(event.at, "ccomp")
    if event.verb == "hold":
        held = event.object is not None and tree.lemma(event.object) in ("view", "opinion", "belief")
        inner = tree.child(event.object, "acl") if held and event.object is not None else None
    if inner is None or (event.tense == "perfect" and event.verb != "think"):
        return
    subject = tree.child(inner, "nsubj", "nsubjpass", "csubj")
    if subject is None or not _is_general(sentence, subject) or tree.words[inner].tag == "VBD":
        return
    inside = sorted(tree.subtree(inner))
    lemmas = {tree.lemma(one) for one in inside} | {tree.lower(one) for one in inside}
    if lemmas & {"you", "your", "i", "it", "this", "me", "my", "he", "she", "today", "now", "tomorrow"}:
        return
    said = " ".join(tree.lower(one) for one in inside)
    judges = bool(lemmas & word_classes()["judged"]) or bool(_stems(said))
    # What is said of a kind of thing in the present is a view; of one thing it may be a guess.
    timeless = not tree.children(subject, "det") and tree.words[subject].tag in ("NN", "NNS", "VBG")
    if not judges and not (timeless and _holds_always(sentence, inner)):
        return
    inside = [one for one in inside if tree.words[one].relation != "mark" or one > inner]
    words = [one for one in inside if tree.words[one].tag not in (".", ",")]
    polarity = "negative" if event.negated else "positive"
    yield Found("opinion", tree.text(sentence.source, words[0], words[-1]), polarity, confidence=LIKELY)  # type: ignore[arg-type]


def _is_general(sentence: Sentence, subject: int) -> bool:
    tree = sentence.tree
    pointing = sentence.determiner(subject) in _POINTING and not (
        sentence.determiner(subject) in ("a", "an", "the")
        and tree.words[subject].tag == "NN"
        and _of_kind(sentence, subject)
    )
    return not (
        among(tree.lower(subject), "generic_not")
        or pointing
        or among(tree.lemma(subject), "general_not")
        or tree.words[subject].tag in ("PRP", "DT", "WP", "EX")
    )


def _of_kind(sentence: Sentence, subject: int) -> bool:
    """ "the death penalty", "a four-day week": a kind, by the noun before its head."""
    return bool(sentence.tree.children(subject, "compound"))


def _holds_always(sentence: Sentence, inner: int) -> bool:
    tree = sentence.tree
    aux = {tree.lower(one) for one in tree.children(inner, "aux")}
    return tree.words[inner].tag in ("VBZ", "VBP") or bool(aux & {"should", "must", "can", "shouldn't", "ought"})


def _judged(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I find modern art pretentious", "I consider golf a waste of land"."""
    tree = sentence.tree
    if event.verb not in ("find", "consider") or event.negated:
        return
    below = tree.child(event.at, "ccomp", "oprd", "xcomp", "acomp")
    thing = tree.child(below, "nsubj") if below is not None else None
    thing = thing if thing is not None else event.object
    if below is None or thing is None or below <= thing or not _is_general(sentence, thing):
        return
    word = tree.words[below]
    judges = word.tag.startswith("JJ") or word.tag in ("NN", "VBG", "VBN")
    taste = among(tree.lower(below), "passed_on") or among(tree.lower(below), "pleasing")
    if judges and not taste and tree.words[thing].tag in ("NN", "NNS", "VBG") and not tree.children(below, "xcomp"):
        first, last = min(tree.subtree(thing)), max(tree.subtree(below))
        said = tree.text(sentence.source, first, last).strip(" .,!")
        if not _PERSONAL.search(said):
            yield Found("opinion", said, confidence=LIKELY)
