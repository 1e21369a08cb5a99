"""What English speakers intend: plans, goals, decisions, promises; and what else they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, Found
from processors.claims.frames.ability import able
from processors.claims.frames.decision import decided
from processors.claims.frames.event import Event
from processors.claims.frames.lexicon import among
from processors.claims.frames.opinion import thought
from processors.claims.frames.orders import standing
from processors.claims.frames.reach import all_said, asks, is_open, rests_elsewhere
from processors.claims.frames.routine import gave_up, often_done
from processors.claims.frames.sentence import Sentence

_HORIZON = re.compile(
    r"(?i:\b(?:this year|next year|by (?:the end|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|summer|winter|spring|autumn|christmas|easter|new year|my|\d{4})|before i(?:'m| turn| am| die"
    r"| retire)|before (?:summer|winter|christmas|the end|\d{4}|my \w+)|one day|some ?day|eventually|within"
    r"|in the next|finally|lifelong|my dream|again|ultimately|in the long (?:run|term)|long[- ]term|one of these days"
    r"|by (?:the time|thirty|forty|fifty|sixty|next \w+))\b)"
)
_SOME_DAY = re.compile(
    r"(?i:\b(?:one day|some ?day|eventually|ultimately|one of these days|in the long (?:run|term)|long[- ]term"
    r"|before i(?:'m| turn| am| die| retire)|by the time i)\b)"
)
"""Words for a time that is far enough for a wish to be a goal, whatever is wished for."""
_DAY = r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|(?:mon|tue|wed|thu|fri|sat|sun)\b)"
_MONTH = r"(?:january|february|march|april|may|june|july|august|september|october|november|december)"
_COUNT = r"(?:\d+|a|an|one|two|three|four|five|six|a few|a couple of)"
AHEAD = re.compile(
    rf"(?i:\b(?:tomorrow|tonight|next (?!time|to|door|step|thing|level)\w+|this (?:weekend|summer|winter|autumn"
    rf"|fall|spring|{_DAY}|coming \w+|afternoon|evening)|in (?:early |late |mid-)?{_MONTH}|in (?:the )?(?:spring|summer"
    rf"|autumn|fall|winter|new year)|in {_COUNT} (?:days?|weeks?|months?|weeks' time)"
    rf"|on (?:the )?(?:morning of )?(?:{_DAY}|\d+)|(?:first|second|third|last)"
    rf" week of|for (?:christmas|easter|the holidays|thanksgiving)|over (?:christmas|easter|the summer"
    rf"|the holidays|the weekend)|(?:at|towards|by) the end of (?:the |this )?(?:month|year|week|{_MONTH}|summer"
    rf"|winter)|end of (?:the )?\w+|(?:from|for|until|till) {_DAY}|later (?:today|this week|this month|this year)"
    rf"|the day after tomorrow|at (?:the weekend|christmas|easter)|{_DAY} (?:morning|afternoon|evening|night)"
    rf"|for (?:the )?\d+(?:st|nd|rd|th)|that (?:weekend|week|evening)|from (?:the )?\d+(?:st|nd|rd|th)|all of {_MONTH}"
    r"|(?:after|before|over|around|at|for|on|by) (?:diwali|christmas|xmas|easter|new year(?:'s(?: eve)?)?|eid|ramadan"
    r"|thanksgiving|hanukkah|passover|half[- ]term|bank holiday|midsummer|lunar new year)|at \d[\d.:]* today"
    r"|come {_MONTH}|this (?:christmas|easter|thanksgiving|term|semester|half[- ]term)|on the (?:first|second|third"
    r"|fourth|fifth|sixth|seventh|eighth|ninth|tenth"
    rf"|eleventh"
    r"|twelfth))\b)"
)
"""Words for a day that is still to come."""
_FOR_SURE = re.compile(
    rf"(?i:\b(?:i )?promise\b|\bby (?:{_DAY}|tomorrow|noon|midnight|tonight|the end of)\b|\byou have my word\b)"
)


_NOW = re.compile(r"(?i:\b(?:these days|lately|currently|right now|at the moment|nowadays|just now|for now)\b)")
_VAGUE = ("keep", "make", "continue", "try", "do", "stay", "give", "go", "push", "work")


def meant(sentence: Sentence, event: Event) -> Iterator[Found]:
    """What an event says that its speaker intends, read also where the wording alone would be open ("I'd rather …");
    only in what is no question."""
    whose, elided = sentence.whose(event)
    if whose != ["user"] or asks(sentence, event):
        return
    yield from _promised(sentence, event)
    yield from standing(sentence, event)
    yield from _dreamt_of(sentence, event)
    yield from _aimed_at(sentence, event)
    if not is_open(sentence, event):
        yield from _intended(sentence, event)
        yield from _booked(sentence, event)
        yield from often_done(sentence, event)
        yield from gave_up(sentence, event)
        yield from decided(sentence, event)
        yield from able(sentence, event)
        yield from _for_a_living(sentence, event)
        if not elided:
            yield from thought(sentence, event)


def _intended(sentence: Sentence, event: Event) -> Iterator[Found]:
    """Plans and goals under "going to", "intend to", "hope to", and what one is doing on a day to come."""
    if event.negated or event.tense in ("past", "used"):
        return
    verb, said = event.verb.split()[0], sentence.clause(event)
    around = all_said(sentence, event)
    chain = event.chain[0].split()[0] if event.chain else ""
    if said.endswith((" the day", " the week", " the night")):
        return
    if len(said.split()) < 2 and verb not in ("retire", "graduate", "emigrate") and not _had_done(sentence, event):
        return
    if rests_elsewhere(sentence, event) or said.startswith(
        ("learn more", "have a look", "have a think", "take a look")
    ):
        return
    if among(chain, "planned"):
        yield Found("plan", said)
    elif among(chain, "wished") and _is_a_goal(verb, around):
        yield Found("goal", said)
    elif not chain and event.tense in ("present", "progressive", "future"):
        yield from _ahead(sentence, event, said, around)


def _is_a_goal(verb: str, around: str) -> bool:
    if _SOME_DAY.search(around) and not among(verb, "no_promise"):
        return True
    return among(verb, "achieved") and (among(verb, "hard") or bool(_HORIZON.search(around)))


def _ahead(sentence: Sentence, event: Event, said: str, around: str) -> Iterator[Found]:
    """ "We're flying to Oslo on Friday", "off to Crete", "I'm having my knee operated on next Thursday"."""
    tree, verb = sentence.tree, event.verb.split()[0]
    going_on = event.tense in ("progressive", "future") and not _NOW.search(around) and not _FOR_SURE.search(around)
    ahead = bool(AHEAD.search(around))
    to = next((event.preps[name] for name in ("to", "off to", "over to", "back to") if name in event.preps), None)
    to = to if to is not None else event.object if event.verb == "visit" else None
    off = event.verb == "be" and any(
        tree.lower(one) == "off" for one in tree.children(event.at, "advmod", "prt", "prep")
    )
    somewhere = to is not None and (
        bool(sentence.filled(to, "place")) or (ahead and tree.words[to].tag.startswith("NN"))
    )
    flies = ahead and event.tense == "present" and among(verb, "timetabled")
    travels = somewhere and among(verb, "travel") and (going_on or flies)
    done = _had_done(sentence, event)
    if done and ahead and going_on:
        yield Found("plan", done)
    elif flies and verb not in ("fly", "sail", "leave"):
        yield Found("plan", said)
    elif off and somewhere and to is not None:
        yield Found("plan", tree.text(sentence.source, event.at + 1, tree.phrase(to)[1]))
    elif travels or (going_on and ahead and event.verb != "be" and not among(_told_by(event), "no_plan")):
        yield Found("plan", said)
    elif event.tense == "future" and event.verb == "be" and ahead and "in" in event.preps:
        place = event.preps["in"]
        if sentence.filled(place, "place") or sentence.kind_of(place) == "location":
            yield Found("plan", f"in {sentence.says(place)}")
    elif event.object is not None and _is_planned(sentence, event, event.object, ahead=ahead):
        yield Found("plan", sentence.says(event.object))


def _told_by(event: Event) -> str:
    """The verb that tells what is done: "get … out" and "get a puppy" are more than "get"."""
    if event.verb == "get" and event.object is not None and event.tense == "progressive":
        return "acquire"
    return event.verb if event.object is not None else event.verb.split()[0]


def _had_done(sentence: Sentence, event: Event) -> str:
    """ "having the kitchen ripped out", "getting my teeth out": what one lets be done, else ""."""
    tree = sentence.tree
    under = tree.child(event.at, "ccomp")
    if event.verb not in ("have", "get") or under is None or tree.lower(under) in ("to", "been"):
        return ""
    return tree.text(sentence.source, event.at, tree.phrase(under)[1]).strip(" .,!")


def _is_planned(sentence: Sentence, event: Event, place: int, *, ahead: bool) -> bool:
    """ "we're planning a trip to Peru", "I've got a dentist appointment on Tuesday"."""
    if event.verb == "plan":
        own = sentence.determiner(place) in ("a", "an", "my", "our", "") and sentence.tree.words[place].tag[:2] == "NN"
        return own and not event.can and event.tense in ("progressive", "present")
    told = among(sentence.tree.lemma(place), "appointed") and (
        " " in sentence.says(place) or not among(sentence.tree.lemma(place), "generic")
    )
    return event.verb == "have" and event.tense in ("present", "perfect") and ahead and told


def _booked(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "booked a week in Malta for October"."""
    tree, place = sentence.tree, event.object
    if place is None and event.verb == "book":
        # "booked a week in Malta": a stretch of time is booked like a thing.
        place = next((one for one in tree.children(event.at, "npadvmod") if one > event.at), None)
    if event.negated or event.chain or place is None or event.tense not in ("past", "perfect"):
        return
    if event.verb in ("book", "reserve", "arrange", "schedule", "get") and sentence.determiner(place) in (
        "a",
        "an",
        "my",
        "our",
        "",
    ):
        known = among(tree.lemma(place), "bookings") or among(tree.lemma(place), "appointed")
        if known and (event.verb == "book" or AHEAD.search(all_said(sentence, event))):
            where = [event.preps[one] for one in ("in", "at", "to") if one in event.preps]
            where = [one for one in where if one > place and not tree.is_time(one)]
            end = max([*(one for one in tree.subtree(place) if not _dated(sentence, one, place)), *where])
            text = tree.text(sentence.source, place, end)
            yield Found("plan", text if " " in text else sentence.says(place))


def _dated(sentence: Sentence, place: int, top: int) -> bool:
    """Whether a word below `top` belongs to a phrase that only says when."""
    while place != top:
        if sentence.tree.says_when(place) or sentence.tree.words[place].text in (".", ",", "!"):
            return True
        place = sentence.tree.words[place].head
    return False


def _dreamt_of(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I dream of opening a bookshop", "saving up for a canal boat"."""
    tree = sentence.tree
    if event.negated or event.doubtful or event.chain or is_open(sentence, event):
        return
    of, for_ = event.preps.get("of"), event.preps.get("for")
    if event.verb in ("dream", "fantasise", "fantasize") and event.tense in ("present", "progressive", "perfect"):
        of = of if of is not None else event.preps.get("about")
        text = tree.text(sentence.source, of, tree.phrase(of)[1]) if of is not None else ""
        if of is not None and tree.words[of].tag == "VBG" and not _points(text):
            yield Found("goal", text)
    elif event.verb in ("save up", "save") and event.tense in ("progressive", "perfect") and for_ is not None:
        if tree.words[for_].tag.startswith("NN") and not tree.is_time(for_):
            yield Found("goal", sentence.says(for_))
    elif (
        event.tense == "future"
        and _FOR_SURE.search(all_said(sentence, event))
        and len(sentence.clause(event).split()) > 2
    ) and not among(event.verb.split()[0], "no_promise"):
        end = tree.words[max(tree.subtree(event.at))].end
        text = sentence.source[tree.words[event.at].start : end]
        yield Found("commitment", re.sub(r"(?i:[,\s]*(?:i )?promise\W*$)", "", text).strip(" .,!"), confidence=LIKELY)


def _points(text: str) -> bool:
    return re.search(r"(?i:\b(?:it|them|that|this|there|him|her|you|your)\b)", text) is not None


def _aimed_at(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I'm working towards a pilot's licence", "determined to finish my thesis", "I'd like to write a novel before
    …"."""
    tree = sentence.tree
    if event.negated or event.tense in ("past", "used"):
        return
    place = next((event.preps[one] for one in ("towards", "toward") if one in event.preps), None)
    if event.verb in ("work", "train", "study", "save", "build") and place is not None and event.tense != "future":
        if not _points(sentence.says(place)):
            yield Found("goal", sentence.says(place))
        return
    for head in (event.at, *([event.complement] if event.complement is not None else [])):
        under = tree.child(head, "xcomp", "ccomp")
        word = tree.lower(head) if head != event.at else ""
        if under is None or tree.child(under, "nsubj") is not None:
            continue
        said = tree.text(sentence.source, *tree.phrase(under, without=lambda one: tree.words[one].relation == "aux"))
        wants = event.verb in ("like", "love", "want", "hope", "wish", "aim", "aspire")
        achieved = among(tree.lemma(under), "achieved") or tree.lemma(under) == "be"
        horizon = _HORIZON.search(all_said(sentence, event))
        if _points(said) or len(said.split()) < 2 or tree.lemma(under) in _VAGUE:
            continue
        if word in ("determined", "resolved") or (
            wants and achieved and horizon and (event.doubtful or event.verb == "want")
        ):
            yield Found("goal", said)


def _promised(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "told Priya I'd drive her to the airport", "agreed to give a talk in May", "signed up to coach"."""
    tree = sentence.tree
    if event.negated or event.tense not in ("past", "perfect", "present"):
        return
    inner = tree.child(event.at, "ccomp")
    if inner is None and event.object is not None:
        inner = tree.child(event.object, "acl", "ccomp")
    taken = tree.child(event.at, "xcomp", "advcl")
    if (
        event.verb in ("agree", "volunteer", "sign up", "undertake", "pledge", "commit", "offer")
        and event.tense != "present"
    ):
        if event.verb == "commit" and event.preps.get("to") is not None:
            taken = event.preps["to"]
        if tree.words[event.at].tag == "VBG":
            return
        if taken is not None and not _points(said := _without_subject(sentence, taken)) and len(said.split()) > 1:
            yield Found("commitment", said, confidence=LIKELY)
        return
    if inner is None or event.verb not in ("promise", "tell", "swear", "assure", "say", "give"):
        return
    subject = tree.child(inner, "nsubj")
    will = {tree.lower(one) for one in tree.children(inner, "aux")} & {"'d", "would", "will", "'ll", "d"}
    if subject is None or tree.lower(subject) not in ("i", "we") or not will or tree.children(inner, "neg"):
        return
    told = event.object if event.object is not None else tree.child(event.at, "dative")
    if event.verb == "tell" and (told is None or not (sentence.is_proper(told) or sentence.people_of(told))):
        return
    if event.verb in ("say", "tell") and among(tree.lemma(inner), "no_promise"):
        return
    if event.verb == "give" and (event.object is None or tree.lemma(event.object) != "word"):
        return
    yield Found("commitment", _without_subject(sentence, inner))


def _without_subject(sentence: Sentence, place: int) -> str:
    tree = sentence.tree
    skipped = ("nsubj", "aux", "mark")
    first, last = tree.phrase(place, without=lambda one: tree.words[one].relation in skipped)
    when = [one for one in tree.children(place) if tree.says_when(one) and one > last]
    if last == place and when:
        # "call every Sunday": the verb alone would say little.
        last = max(max(tree.subtree(one)) for one in when)
    return tree.text(sentence.source, max(first, place), last).strip(" .,!")


def _for_a_living(sentence: Sentence, event: Event) -> Iterator[Found]:
    place = event.preps.get("for")
    living = place is not None and sentence.tree.lower(place) == "living"
    if place is not None and living and event.tense in ("present", "perfect", "progressive") and not event.negated:
        end = sentence.tree.words[sentence.tree.words[place].head].start
        yield Found("occupation", sentence.source[sentence.tree.words[event.at].start : end].strip())
