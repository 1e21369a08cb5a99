"""What English speakers do again and again, and what they gave up."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, Found
from processors.claims.frames.event import Event
from processors.claims.frames.lexicon import among
from processors.claims.frames.reach import all_said, reach, rests_elsewhere
from processors.claims.frames.sentence import Sentence

_PERIOD = (
    r"(?:day|week|weekend|weekday|month|year|morning|afternoon|evening|night|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days?|(?:mon|tue|wed|thu|fri|sat|sun)|spring|summer|autumn|fall|winter|january|february|march|april|may"
    r"|june|july|august|september|october|november|december|christmas|easter|hour|lunchtime|birthday|fortnight|quarter"
    r"|payday|term|season|sunday|dinner|lunch|breakfast|meal|shift|holidays?|bank holiday|anniversary)"
)
_OFTEN = re.compile(
    rf"(?i:\b(?:(?:every|each) (?:single |other |second |third )?{_PERIOD}(?: {_PERIOD})?"
    r"|most (?:mornings|evenings|days|nights|weekends|weekdays|sundays|saturdays|fridays)|on (?:mon|tues|wednes|thurs"
    r"|fri|satur|sun)days|on weekdays|(?:once|twice|thrice|\w+ times) an? (?:day|week|month|year)|at weekends"
    r"|on weekends|(?:litres?|pints?|cups?|glasses|hours?|miles|km|pages|steps|coffees?"
    r"|cigarettes)\b.{0,20}? an? (?:day|week|month|night)|weekends|(?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|on the (?:first|second|third|fourth|last|\d+(?:st|nd|rd|th)) (?:\w+day )?of (?:the|each|every) month|(?:daily"
    r"|nightly)(?! [a-z])|religiously|first thing in the morning|before bed|(?:in|of) (?:the mornings|the evenings"
    r"|my (?:lunch|lunch break|coffee break)))\b)"
)
_LEISURE = re.compile(
    r"(?i:\b(?:(?:in|on) my (?:spare|free|own|down|leisure) ?time|on my days? off|when(?:ever)? i(?:'m"
    r"| am) (?:not (?:working|at work|on shift)|off (?:work|duty)|free|bored)|outside (?:of )?work|of an evening"
    r"|to (?:unwind|relax|switch off|wind down|de-?stress|decompress|clear my head|chill(?: out)?)|for (?:fun|pleasure"
    r"|relaxation|kicks)|as a hobby|on the side|between harvests|in my downtime|when the kids are (?:in bed"
    r"|asleep))\b)"
)
"""Words for time of one's own, or for doing something for its own sake."""
_NOT_SAID = re.compile(rf"(?i:^(?:usually|often|always|mostly|sometimes|generally) |,? ?{_LEISURE.pattern}.*$)")
_RULE = ("always", "usually", "normally", "typically", "mostly", "generally", "never", "rarely")
_BROKEN = re.compile(
    r"(?i:\b(?:bug|error|crash\w*|page|button|app|issue|script|code|query|server|test|build|program)\b)"
)
_LITTLE = ("work", "be", "think", "go", "try", "have", "say", "need", "see", "know", "feel", "use", "get")


def often_done(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "every thursday after work I do pottery", "I cycle to work", "I've been meditating daily", "up at five every
    day"."""
    if event.negated or event.chain or event.can or event.passive or event.subject is None or event.subject < 0:
        return
    around = all_said(sentence, event)
    yield from _at_leisure(sentence, event, around)
    if among(event.verb, "no_habit") or rests_elsewhere(sentence, event):
        return
    if _BROKEN.search(around):
        return
    often = _OFTEN.search(around)
    if often and event.tense in ("present", "perfect") and _is_habitual(sentence, event):
        yield from _with_its_time(sentence, event, often)
    elif event.tense == "present" and sentence.tree.words[event.at].tag in ("VBP", "VB"):
        yield from _by_rule(sentence, event)


def _at_leisure(sentence: Sentence, event: Event, around: str) -> Iterator[Found]:
    """ "On my days off I go metal detecting", "I tinker with synths of an evening"."""
    done = event.tense == "present" or (event.tense in ("progressive", "perfect") and among(event.verb, "habitual"))
    if not (done and _LEISURE.search(around)) or rests_elsewhere(sentence, event) or among(event.verb, "no_leisure"):
        return
    said = _NOT_SAID.sub("", sentence.clause(event)).strip(" .,!")
    if event.tense != "present" and event.object is None:
        said = sentence.tree.words[event.at].text
    if len(said.split()) > 1 or among(event.verb, "pastimes") or among(event.verb, "trained"):
        yield Found("hobby", said, confidence=LIKELY)


def _is_habitual(sentence: Sentence, event: Event) -> bool:
    if event.verb in ("go", "do", "come", "get", "meet") and event.object is None and not event.preps:
        return False
    tag = sentence.tree.words[event.at].tag
    return tag in ("VBP", "VB") if event.tense == "present" else tag == "VBG" and among(event.verb, "habitual")


def _with_its_time(sentence: Sentence, event: Event, often: re.Match[str]) -> Iterator[Found]:
    start = sentence.tree.words[event.at].start
    base, _ = reach(sentence, event)
    begun, end = base + often.start(), base + often.end()
    said_end = start + len(sentence.clause(event))
    value = sentence.source[min(start, begun) : max(end, said_end)].strip(" .,!")
    rests = re.search(r"(?i:\b(?:them|it|him|this|that|there|these|those|you|your)\b)", value)
    if 2 <= len(value.split()) <= 16 and not rests:
        yield Found("habit", value)


def _by_rule(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I always take the stairs", "I cycle to work", "I bite my nails"."""
    tree = sentence.tree
    alone = event.object is None and not tree.children(event.at, "advcl", "conj")
    if among(event.verb, "pastimes") and alone:
        yield Found("hobby", event.verb, confidence=LIKELY)
        return
    rule = [one for one in tree.children(event.at, "advmod") if tree.lower(one) in _RULE and one < event.at]
    verb = event.verb.split()[0]
    _, last = tree.phrase(event.at, without=lambda one: tree.words[one].relation in ("nsubj", "aux", "mark"))
    said = tree.text(sentence.source, rule[0] if rule else event.at, last).strip(" .,!")
    to = event.preps.get("to")
    commutes = (
        among(verb, "commuting") and to is not None and tree.lower(to) in ("work", "school", "uni", "office", "campus")
    )
    own = event.object is not None and sentence.determiner(event.object) == "my"
    tic = own and verb in ("bite", "crack", "grind", "skip", "floss") and not tree.children(event.at, "advcl")
    if (rule and among(event.verb, "habitual") and len(said.split()) > 2) or commutes or tic:
        yield Found("habit", said, confidence=LIKELY)


def gave_up(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "stopped biting my nails", "haven't touched a cigarette since 2019"."""
    if event.tense == "used" and re.search(
        r"(?i:\b(?:gave|given|quit|stopped|packed|dropped|no longer)\b)", sentence.source
    ):
        for filler in ("instrument", "game") if event.object is not None else ():
            yield from (Found("hobby", one, "negative", "unset") for one in sentence.filled(event.object or 0, filler))
        if event.object is None and among(event.verb, "trained"):
            yield Found("hobby", event.verb, "negative", "unset")
    ended = (event.chain[:1] == ("stop",) and event.ended) or (
        event.ended and not event.chain and not among(event.verb, "felt")
    )
    if ended and event.tense == "present" and event.verb not in _LITTLE:
        yield from _ended(sentence, event)
    yield from _not_since(sentence, event)


def _ended(sentence: Sentence, event: Event) -> Iterator[Found]:
    place = event.object
    if place is not None and (sentence.filled(place, "instrument") or sentence.filled(place, "game")):
        yield Found("hobby", sentence.says(place), "negative", "unset")
    elif place is not None and sentence.filled(place, "drug"):
        return
    elif event.verb in ("eat", "drink") and place is not None and sentence.filled(place, "food"):
        yield from (Found("diet", food, "negative") for food in sentence.filled(place, "food"))
    elif not rests_elsewhere(sentence, event):
        yield Found("habit", sentence.clause(event), "negative", "unset")


def _not_since(sentence: Sentence, event: Event) -> Iterator[Found]:
    tree = sentence.tree
    since = any(event.preps.get(one) is not None for one in ("since", "in", "for"))
    if not (event.negated and event.tense == "perfect" and since):
        return
    if event.verb not in ("touch", "smoke", "have", "drink", "bet", "gamble"):
        return
    if event.object is not None and among(tree.lemma(event.object), "vices"):
        yield Found("habit", sentence.says(event.object), "negative", "unset")
    elif event.object is None and event.verb in ("smoke", "gamble", "drink"):
        yield Found("habit", event.verb, "negative", "unset")
