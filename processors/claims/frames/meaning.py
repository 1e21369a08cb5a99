"""What speakers intend and think: plans, goals, decisions, promises, habits, opinions, standing orders."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, Found
from processors.claims.frames.event import Event
from processors.claims.frames.lexicon import among, word_classes
from processors.claims.frames.sentence import Sentence

_HORIZON = re.compile(
    r"(?i:\b(?:this year|next year|by (?:the end|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|summer|winter|spring|christmas|my|\d{4})|before i (?:turn|'m|am|die|retire)|before (?:summer"
    r"|winter"
    r"|christmas|my \w+)|one day|some ?day|eventually|within|in the next|finally|lifelong|my dream|again)\b)"
)
_AHEAD = re.compile(
    r"(?i:\b(?:tomorrow|tonight|next (?!time)\w+|this (?:weekend|summer|winter|autumn|fall|spring|friday|saturday"
    r"|sunday"
    r"|monday|tuesday"
    r"|wednesday|thursday|coming \w+)|in (?:january|february|march|april|may|june|july|august|september|october"
    r"|november"
    r"|december|the (?:spring|summer|autumn|fall|winter|new year)|\d+ (?:days|weeks|months)|(?:a|two|three|four|five"
    r"|six) (?:days"
    r"|weeks?|months?))|on (?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|the \d+)|(?:first|second|third"
    r"|last) week of"
    r"|for (?:christmas|easter|the holidays)|over (?:christmas|easter|the summer)|end of (?:the )?\w+)\b)"
)
_PERIOD = (
    r"(?:day|week|weekend|weekday|month|year|morning|afternoon|evening|night|(?:mon|tues|wednes|thurs|fri|satur"
    r"|sun)days?"
    r"|(?:mon|tue|wed|thu|fri|sat|sun)|spring|summer|autumn|fall|winter|january|february|march|april|may|june|july"
    r"|august"
    r"|september|october|november|december|christmas|easter|hour|lunchtime|birthday|fortnight|quarter)"
)
_OFTEN = re.compile(
    rf"(?i:\b(?:(?:every|each) (?:single |other |second |third )?{_PERIOD}(?: {_PERIOD})?"
    r"|most (?:mornings|evenings|days|nights|weekends|weekdays|sundays|saturdays|fridays)|on (?:mon|tues|wednes|thurs"
    r"|fri|satur|sun)days"
    r"|(?:once|twice|thrice|\w+ times) an? (?:day|week|month|year)|at weekends|on weekends|weekends|(?:daily"
    r"|nightly)(?! [a-z])"
    r"|religiously"
    r"|first thing in the morning|before bed)\b)"
)
_STANDING = re.compile(
    r"(?i:\b(?:ever|always|never|from now on|in (?:the )?future|going forward|whenever|every time|each time|any more"
    r"|all the time"
    r"|by default|as a rule)\b)"
)
_WHENEVER = ("whenever", "every", "each", "any")
_ORDERS = re.compile(
    r"(?i:\b(?:whenever|every time|each time|any ?time|when) you (?:answer|reply|respond|write|talk|explain"
    r"|summari[sz]e|code"
    r"|address|give me|send me|show me|help me|suggest|recommend|quote|translate)\b|\b(?:ever|never"
    r"|always)\b.{0,60}\b(?:with|to|for)"
    r" me\b|\b(?:with|to) me,? (?:ever|always|please)$|\bin your (?:answers|replies|responses)\b)"
)
"""What asks for how one wants to be served, and not for one thing now."""
_VIEWED = re.compile(
    r"(?i:^\W*(?:to my mind|in my (?:humble |honest )?(?:opinion|view|book|eyes)|if you ask me|(?:the way"
    r"|as) i see it|i'd (?:say|argue)"
    r"(?: that)?|imho?|as far as i'm concerned|my (?:view|take|opinion|stance) is(?: that)?|i'm (?:convinced"
    r"|of the opinion)(?: that)?)"
    r"[\s,:]+(?P<what>(?!(?:i|you|it|this|that|these|those|they|we|he|she|the|your|my|his|her|there|yes|no"
    r"|maybe)\b)[^?]{8,140})$)"
)
_FOR_SURE = re.compile(
    r"(?i:\b(?:i )?promise\b|\bby (?:friday|monday|tuesday|wednesday|thursday|saturday|sunday|tomorrow|noon|midnight"
    r"|the end of)\b)"
)
_CHOSEN = re.compile(
    r"(?i:\b(?:in the end|finally|eventually|after all|ended up|decided|at last|final(?:ly)? decision)\b)"
)


def meant(sentence: Sentence, event: Event) -> Iterator[Found]:
    """What an event says that its speaker intends, read also where the wording alone would be open ("I'd rather …");
    only in what is no question."""
    whose, elided = sentence.whose(event)
    if whose != ["user"] or _asks(sentence, event):
        return
    yield from _promised(sentence, event)
    yield from _standing(sentence, event)
    yield from _dreamt_of(sentence, event)
    if not _is_open(sentence, event):
        yield from _intended(sentence, event)
        yield from _often(sentence, event)
        yield from _gave_up(sentence, event)
        yield from _settled_on(sentence, event)
        yield from _for_a_living(sentence, event)
        if not elided:
            yield from _thought(sentence, event)


def ordered(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "Whenever you give me code, stick to type hints", "Don't ever use exclamation marks with me"."""
    tree = sentence.tree
    if (
        event.subject is not None
        or tree.words[event.at].relation != "ROOT"
        or tree.words[event.at].tag not in ("VB", "VBP")
    ):
        return
    around = _around(sentence, event).strip(" .,!")
    if _asks(sentence, event) or not _ORDERS.search(around):
        return
    first = min(tree.subtree(event.at))
    opening = [one for one in tree.subtree(event.at) if one < event.at and tree.words[one].relation in ("nsubj", "aux")]
    commanding = all(tree.lower(one) in ("do", "don't", "you") for one in opening) or tree.lower(first) in _WHENEVER
    if commanding and 3 <= len(around.split()) <= 24:
        yield Found("instruction", around, subject="user")


def _asks(sentence: Sentence, event: Event) -> bool:
    end = re.search(r"[.!?\n]", sentence.source[sentence.tree.words[event.at].end :])
    return end is not None and end[0] == "?"


def _is_open(sentence: Sentence, event: Event) -> bool:
    """Whether it is only supposed: under "if", "might", "I'd"."""
    within = sentence.source[: sentence.tree.words[event.at].end]
    tail = re.split(r"[.!?\n]", within)[-1]
    return event.doubtful or bool(
        re.search(r"(?i:\b(?:if|wish|maybe|might|perhaps|suppose|imagine|hypothetically|almost|nearly)\b)", tail)
    )


def _intended(sentence: Sentence, event: Event) -> Iterator[Found]:
    if event.negated or event.tense in ("past", "used"):
        return
    verb, said = event.verb.split()[0], sentence.clause(event)
    around = _around(sentence, event)
    chain = event.chain[0].split()[0] if event.chain else ""
    if said.endswith((" the day", " the week", " the night")):
        return
    if len(said.split()) < 2 and verb not in ("retire", "graduate"):
        return
    if _rests_elsewhere(sentence, event) or said.startswith("learn more"):
        return
    if among(chain, "planned"):
        yield Found("plan", said)
    elif among(chain, "wished") and among(verb, "achieved") and (among(verb, "hard") or _HORIZON.search(around)):
        yield Found("goal", said)
    elif not chain and event.tense in ("present", "progressive", "future"):
        progressive = event.tense == "progressive"
        off = event.verb == "be" and any(
            sentence.tree.lower(one) == "off" for one in sentence.tree.children(event.at, "advmod", "prt", "prep")
        )
        going = among(verb, "travel") and (progressive or event.tense == "future")
        to = next((event.preps[name] for name in ("to", "off to", "over to", "back to") if name in event.preps), None)
        to = to if to is not None else event.object if event.verb == "visit" else None
        if (
            (going or off)
            and to is not None
            and (
                sentence.filled(to, "place") or (_AHEAD.search(around) and sentence.tree.words[to].tag.startswith("NN"))
            )
        ):
            if sentence.filled(to, "place") or _AHEAD.search(around):
                yield Found(
                    "plan",
                    said
                    if not off
                    else sentence.source[
                        sentence.tree.words[event.at + 1].start : sentence.tree.words[sentence.tree.phrase(to)[1]].end
                    ],
                )
        elif among(verb, "occasion") and (progressive or event.tense == "future") and _AHEAD.search(around):
            yield Found("plan", said)


def _around(sentence: Sentence, event: Event) -> str:
    words = sentence.tree.words
    inside = list(sentence.tree.subtree(words[event.at].head if words[event.at].relation == "xcomp" else event.at))
    return sentence.source[words[min(inside)].start : words[max(inside)].end]


def _rests_elsewhere(sentence: Sentence, event: Event) -> bool:
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
            "anything",
        }
    )


def _dreamt_of(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I dream of opening a bookshop", "saving up for a canal boat", "booked a week in Malta for October"."""
    tree = sentence.tree
    if event.negated or event.doubtful or event.chain or _is_open(sentence, event):
        return
    of, for_ = event.preps.get("of"), event.preps.get("for")
    if (
        event.verb in ("dream", "fantasise", "fantasize")
        and event.tense in ("present", "progressive")
        and of is not None
    ):
        text = tree.text(sentence.source, of, tree.phrase(of)[1])
        if tree.words[of].tag == "VBG" and not re.search(r"(?i:\b(?:it|them|that|this|there|him|her|you)\b)", text):
            yield Found("goal", text)
    elif event.verb in ("save up", "save") and event.tense == "progressive" and for_ is not None:
        if tree.words[for_].tag.startswith("NN") and not tree.is_time(for_):
            yield Found("goal", sentence.says(for_))
    elif (
        event.verb in ("book", "reserve", "arrange") and event.tense in ("past", "perfect") and event.object is not None
    ):
        if among(tree.lemma(event.object), "bookings") and _AHEAD.search(_around(sentence, event)):
            yield Found("plan", tree.text(sentence.source, event.object, tree.phrase(event.object)[1]))
    elif (
        event.tense == "future"
        and _FOR_SURE.search(_around(sentence, event))
        and len(sentence.clause(event).split()) > 2
    ) and not among(event.verb.split()[0], "no_promise"):
        end = tree.words[max(tree.subtree(event.at))].end
        text = sentence.source[tree.words[event.at].start : end]
        yield Found("commitment", re.sub(r"(?i:[,\s]*(?:i )?promise\W*$)", "", text).strip(" .,!"), confidence=LIKELY)


def viewed(text: str) -> Iterator[Found]:
    """ "To my mind, cars should be banned from city centres": a clause or sentence that says whose view it is first."""
    match = _VIEWED.match(text)
    if (
        match
        and set(re.findall(r"[a-z']+", match["what"].lower())) & (_stems(match["what"]) | word_classes()["judged"])
        and not re.search(r"(?i:\b(?:you|your|i|this|it's)\b)", match["what"])
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


def _often(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "every thursday after work I do pottery"."""
    if (
        event.negated
        or event.tense != "present"
        or event.chain
        or among(event.verb.split()[0], "no_habit")
        or event.can
        or event.passive
    ):
        return
    if sentence.tree.words[event.at].tag not in ("VBP", "VB") or event.subject is None or event.subject < 0:
        return
    around = _around(sentence, event)
    often = _OFTEN.search(around)
    if (
        not often
        or _rests_elsewhere(sentence, event)
        or re.search(r"(?i:\b(?:bug|error|crash\w*|page|button|app|issue)\b)", around)
    ):
        return
    if event.verb in ("go", "do", "come", "get", "meet") and event.object is None and not event.preps:
        return
    start = sentence.tree.words[event.at].start
    base = sentence.source.find(around)
    begun, end = base + often.start(), base + often.end()
    said_end = start + len(sentence.clause(event))
    first, last = min(start, begun), max(end, said_end)
    value = sentence.source[first:last].strip(" .,!")
    if 2 <= len(value.split()) <= 16:
        yield Found("habit", value)


def _gave_up(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "stopped biting my nails", "haven't touched a cigarette since 2019"."""
    tree = sentence.tree
    if (
        event.tense == "used"
        and event.object is not None
        and re.search(r"(?i:\b(?:gave|given|quit|stopped|packed|dropped|no longer)\b)", sentence.source)
    ):
        for filler in ("instrument", "game"):
            yield from (Found("hobby", one, "negative", "unset") for one in sentence.filled(event.object, filler))
    ended = event.chain[:1] == ("stop",) or (event.ended and not event.chain and not among(event.verb, "felt"))
    if ended and event.tense == "present" and event.verb not in ("work", "be", "think", "go", "try", "have", "say"):
        if event.object is not None and (
            sentence.filled(event.object, "instrument") or sentence.filled(event.object, "game")
        ):
            yield Found("hobby", sentence.says(event.object), "negative", "unset")
        elif event.verb in ("eat", "drink") and event.object is not None and sentence.filled(event.object, "food"):
            yield from (Found("diet", food, "negative") for food in sentence.filled(event.object, "food"))
        elif not _rests_elsewhere(sentence, event):
            yield Found("habit", sentence.clause(event), "negative", "unset")
    since = (
        event.preps.get("since") is not None or event.preps.get("in") is not None or event.preps.get("for") is not None
    )
    if (
        event.negated
        and event.tense == "perfect"
        and since
        and event.verb in ("touch", "smoke", "have", "drink", "bet", "gamble")
    ):
        vices = (
            "cigarette",
            "cigarettes",
            "alcohol",
            "drop",
            "drink",
            "fag",
            "smoke",
            "beer",
            "wine",
            "vape",
            "weed",
            "joint",
            "meat",
            "sugar",
        )
        if event.object is not None and tree.lemma(event.object) in vices:
            yield Found("habit", sentence.says(event.object), "negative", "unset")
        elif event.object is None and event.verb in ("smoke", "gamble", "drink"):
            yield Found("habit", event.verb, "negative", "unset")


def _settled_on(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "settled on the blue tiles", "in the end we went for the induction hob"."""
    if event.negated or event.tense not in ("past", "perfect") or event.chain:
        return
    place = None
    if event.verb == "settle":
        place = event.preps.get("on") or event.preps.get("for")
    elif event.verb == "opt":
        place = event.preps.get("for")
    elif event.verb in ("go", "choose", "pick", "plump") and _CHOSEN.search(_around(sentence, event)):
        place = event.preps.get("for") or event.preps.get("with") or (event.object if event.verb != "go" else None)
    if place is not None and sentence.tree.words[place].tag.startswith("NN") and not sentence.tree.is_time(place):
        yield Found("decision", sentence.says(place))


def _promised(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "told Priya I'd drive her to the airport"."""
    tree = sentence.tree
    inner = tree.child(event.at, "ccomp")
    if (
        inner is None
        or event.verb not in ("promise", "tell", "swear", "assure")
        or event.negated
        or event.tense not in ("past", "perfect", "present")
    ):
        return
    subject = tree.child(inner, "nsubj")
    will = {tree.lower(one) for one in tree.children(inner, "aux")} & {"'d", "would", "will", "'ll", "d"}
    if subject is None or tree.lower(subject) not in ("i", "we") or not will or tree.children(inner, "neg"):
        return
    told = event.object if event.object is not None else tree.child(event.at, "dative")
    if event.verb == "tell" and (told is None or not (sentence.is_proper(told) or sentence.people_of(told))):
        return
    _, last = tree.phrase(inner, without=lambda one: tree.words[one].relation in ("nsubj", "aux", "mark"))
    yield Found("commitment", tree.text(sentence.source, inner, last).strip(" .,!"))


def _standing(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I'd rather you didn't use bullet points, ever"."""
    tree = sentence.tree
    inner = tree.child(event.at, "ccomp", "xcomp")
    if inner is None or not (event.doubtful or event.verb in ("want", "need", "prefer", "like", "would", "'d")):
        return
    subject = tree.child(inner, "nsubj")
    if subject is None or tree.lower(subject) != "you" or event.negated:
        return
    around = _around(sentence, event)
    wants = event.verb in ("want", "need", "prefer", "like", "appreciate", "would", "'d", "have") or "rather" in around
    if wants and _STANDING.search(around) and not _asks(sentence, event):
        first = tree.words[subject].start
        end = sentence.tree.words[max(tree.subtree(inner))].end
        yield Found("instruction", sentence.source[first:end].strip(" .,!"))


def _for_a_living(sentence: Sentence, event: Event) -> Iterator[Found]:
    place = event.preps.get("for")
    if place is not None and sentence.tree.lower(place) == "living" and event.tense == "present" and not event.negated:
        end = sentence.tree.words[sentence.tree.words[place].head].start
        yield Found("occupation", sentence.source[sentence.tree.words[event.at].start : end].strip())


def _thought(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I hold the view that homework should be abolished"."""
    tree = sentence.tree
    if not among(event.verb, "thinking") or event.negated or event.tense not in ("present", "perfect"):
        return
    inner = tree.child(event.at, "ccomp")
    if event.verb == "hold":
        inner = (
            tree.child(event.object, "acl")
            if event.object is not None and tree.lemma(event.object) in ("view", "opinion", "belief")
            else None
        )
    subject = tree.child(inner, "nsubj", "nsubjpass", "csubj") if inner is not None else None
    if (
        inner is None
        or subject is None
        or among(tree.lower(subject), "generic_not")
        or sentence.determiner(subject)
        in ("the", "this", "that", "your", "my", "his", "her", "these", "those", "a", "an")
    ):
        return
    inside = sorted(tree.subtree(inner))
    lemmas = {tree.lemma(one) for one in inside} | {tree.lower(one) for one in inside}
    if not lemmas & word_classes()["judged"] or lemmas & {"you", "your", "i", "it", "this"}:
        return
    inside = [one for one in inside if tree.words[one].relation != "mark" or one > inner]
    words = [one for one in inside if tree.words[one].tag not in (".", ",")]
    yield Found("opinion", tree.text(sentence.source, words[0], words[-1]), confidence=LIKELY)
