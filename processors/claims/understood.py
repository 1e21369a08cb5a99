"""What English turns leave to be understood: fragments without their subject, and what an aside takes for granted, as
full statements ("been living in Porto" → "I've been living in Porto", "as a vet, I …" → "I am a vet")."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from processors.claims.asides import asides
from processors.claims.clauses import HIDDEN, Clause
from processors.claims.clefts import uncleft
from processors.claims.fragments import (
    OTHERS_SPEAK,
    completed,
    counts_days_without,
    labelled,
    topic_judged,
    topic_told,
    with_apostrophes,
)
from processors.claims.frames.lexicon import noun_classes
from processors.claims.guards import is_hedged
from processors.claims.kin_asides import speaks_of_one, spoken_of_by_pronoun
from processors.claims.people import is_name
from processors.claims.profiles import described
from processors.claims.treatments import treated
from processors.claims.words import LANGUAGES_EN

WORDS_MAX = 40
"""A longer fragment is a text, not something that somebody says of themselves."""

_FACT = (
    r"(?P<fact>(?:i|i'm|im|i've|ive|my|we|we're|we've|our)\b(?:(?! (?:i|i'm|i've|i'd|i'll|you|can|could|should"
    r"|do|does|is it|what|which|how|where|who)\b)[^,;?!\x00]){3,90})"
)
_GRANTED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        (
            r"(?i:(?:^|[,;(–—-] )(?:(?:so|and|but|well|speaking|just|ok|hi|hey),? )*as (?P<what>an? (?!kid|child|teen"
            r"|boy|girl|result|rule|joke|matter|whole)(?:[\w'-]+ ){0,5}?[\w'-]+)(?:, | (?:who|with|from|in"
            r"|at)\b[^,]*, | (?=(?:i|i'm|i've|i'd|do i|can i|am i|should i|could i|may i|will i|what|how|my|we)\b)))",
            "I am {what}.",
        ),
        (
            r"(?i:(?:^|, )(?:(?:so|and|but|well) )*being (?P<what>(?:an? )?(?!able|that|there|said|done|in|here"
            r"|so)[\w'-]+(?: [\w'-]+){0,4}?)(?:, | (?=(?:i|i'm|i've|i'd|i'll|means|my|we)\b)))",
            "I am {what}.",
        ),
        (
            rf"(?i:(?:^|[ ,;(–—-])(?:(?:given|seeing|considering|knowing)(?: (?:that|as|how))?|since|because"
            rf"|cause|'cause|cos|coz|now that|seeing as|inasmuch as|what with the fact that|due to the fact that"
            rf"|even though|although|though) {_FACT})",
            "{fact}.",
        ),
        (
            r"(?i:^\W*as (?P<fact>(?:i'm|i am|i've|i have|we're|we are|i live|i work|i take|my)\b[^,;?!\x00]{3,60}),)",
            "{fact}.",
        ),
        (
            r"(?i:(?:^|[ ,;(–—-])(?:now that|since|because|given that|seeing as|considering) (?P<fact>(?!i\b|i'|we\b"
            r"|we'|my\b|our\b|you|it|this|that|there|the )[^,;?!\x00]{2,50} (?:my|me|us|our)\b[^,;?!\x00]{0,40}))",
            "{fact}.",
        ),
    )
)
"""What is taken for granted, wherever it stands: also in a question."""
_TOLD: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"(?i:\b(?:is|was|'s) (?:just )?that {_FACT}$)"), "{fact}."),
    (re.compile(rf"(?i:\b(?:that's|that is|which is|this is|hence) (?:why|how|where|because) {_FACT}$)"), "{fact}."),
    (
        re.compile(
            rf"(?i:\b(?:tell (?:them|him|her|you|everyone)|mention(?:ed)?|noting|aware|told you|to add|note|said)"
            rf" that {_FACT}$)"
        ),
        "{fact}.",
    ),
    (re.compile(rf"(?i:\b(?:been|was|got) (?:just )?(?:told|informed)(?: that)? {_FACT}$)"), "{fact}."),
)
"""What is said under another verb, where nothing is asked."""
_ASIDE = re.compile(
    r"(?i:,? ?[,(–—-] ?(?:if (?:you can call it that|that counts|i'm honest|you must know|you'll believe it"
    r"|memory serves)|believe it or not|of all (?:things|people|places)|as it happens|as luck would have it"
    r"|funnily enough|you see|you know|to be (?:fair|honest|clear)|i (?:must|should|have to) (?:say|admit|confess)"
    r"|in case you (?:wonder|wondered|care)|for what it's worth|sad to say|sadly|thankfully|luckily|weirdly"
    r"|oddly enough|by the way|btw) ?[,)–—-] ?)"
)
"""What is put in between without changing what is said."""
_REFERS: tuple[tuple[re.Pattern[str], str, str], ...] = tuple(
    (re.compile(pattern), kind, template)
    for pattern, kind, template in (
        (
            r"(?i:^\W*(?:and |but )?it(?:'s| is) my (?:first|native|mother) (?:language|tongue)\b)",
            "language",
            "My first language is {}.",
        ),
        (
            r"(?i:^\W*(?:and |but )?i(?:'m| am|'ve been)? ?(?:taking|on|take|use) (?:it|them|those|that)\b)",
            "drug",
            "I take {}.",
        ),
        (
            r"(?i:^\W*(?:and |but |so )?it(?:'s| is)(?: still)? the (?:language|tongue) i (?:dream|think|pray"
            r"|count|speak|swear) in\b)",
            "language",
            "I speak {}.",
        ),
        (
            r"(?i:^\W*(?:and |but |so )?i(?:'m| am) (?:an? )?(?:native speaker|fluent|bilingual|a native)\W*$)",
            "language",
            "I speak {}.",
        ),
        (r"(?i:^\W*(?:and |but |so )?i (?:read|speak|understand|can read|can speak) it\b)", "language", "I speak {}."),
        (
            r"(?i:^\W*(?:and |but )?(?:it's|it is|that's|that is) what (?:the|my) \w+(?:'s| has| have|'ve)? "
            r"(?:put |got )?(?:has )?me on\b)",
            "drug",
            "I take {}.",
        ),
        (
            r"(?i:^\W*(?:and |but |so |because )?(?:i'm|i am) (?:\w+ )?allergic(?: to (?:it|them|those|that))?\W*$)",
            "kept off",
            "I am allergic to {}.",
        ),
        (
            r"(?i:^\W*(?:and |but )?(?:i|we)(?:'ve| have)?(?: only| just| recently)? (?:moved|live|lived|settled"
            r"|been living)(?: up| down| over| out)? here\b)",
            "place",
            "I live in {}.",
        ),
        (r"(?i:^\W*(?:i )?(?:was )?(?:grew up|born|raised) there\b)", "place", "I grew up in {}."),
        (r"(?i:^\W*(?:i|we)(?:'ve| have)? (?:live|lived|moved) there (?:now|since|for)\b)", "place", "I live in {}."),
        (r"(?i:^\W*(?:i|we) work (?:there|for them)\b)", "place", "I work at {}."),
    )
)
"""What is said of "it" or "there" · what that may be · the statement in full."""
_POINTING = re.compile(r"(?i:\b(?:it|it's|there|here|them|those|that|that's|allergic|native|fluent|bilingual)\b)")
"""Without such a word a clause leaves nothing to the words before it."""
_IN_TOWN = re.compile(r"(?:\b(?:in|near|around|from|of|to|at|is|Is) |^)([A-Z]\w+)(?=[?.,!]|'s\b|$| (?:worth|any|a)\b)")
_KEPT_OFF = re.compile(
    r"(?i:^\W*(?:so |and )?(?P<out>[a-z]+(?: [a-z]+)?)(?:'s| is| are|'re) (?:right |well |all )?(?:out|off"
    r"|off the menu|a no|a no-no|banned)\W*$)|(?i:\b(?:no|not|never|without|but|except|near|eat|have|touch|do|avoid"
    r"|skip|hold the) (?P<what>(?!it\b|them\b|that\b|this\b|any\b)[a-z]+(?: [a-z]+s)?)\W*$)"
)
_CANNOT = re.compile(
    r"(?i:\W*(?:(?:and|but|so|well|sorry|ugh|also|honestly)[\s,]+)*(?:(?:can't|cannot|won't|don't|haven't|couldnt|cant"
    r"|dont) (?!you|we|i\b|they|he|she|it)[a-z]|can (?:read|speak|understand|juggle|swim|drive|touch-type|cook|sew"
    r"|weld|play) (?!you|we|i\b|it|this|that|me)[a-z]))"
)
"""It begins like a question, and asks nothing."""
_REASON_ASKED = re.compile(r"(?i:\b(?:is it|was it|not|isn't it|only|just) (?:because|since|that)\b)")
_SUPPOSED = re.compile(
    r"(?i:\b(?:if|wish|would|might|unless|whether|should|could|almost|nearly|maybe|when|will|gonna)\b)"
)
_SUPPOSED_OF = re.compile(r"(?i:\b(?:if|wish|would|might|unless|whether|should|could|almost|nearly|maybe|will)\b)")


@dataclass(frozen=True, slots=True)
class Understood:
    """A statement in full and the span [start, end) of the words that it rests on; `whole`: it holds all of them."""

    text: str
    start: int
    end: int
    whole: bool


def understood(
    own: str, parts: Sequence[Clause], meant: Sequence[Clause], places: Collection[str] = ()
) -> list[Understood]:
    """The English statements that a turn leaves to be understood, in its order. `parts` are all its clauses, `meant`
    those that state something, `places` the names of places in it."""
    if all(part.is_chinese for part in parts):
        return []
    found = [*_completed(parts, meant), *_of_the_one_spoken_of(parts, meant)]
    before = ""
    for number in dict.fromkeys(part.sentence for part in parts):
        inside = [part for part in parts if part.sentence == number]
        start, end = inside[0].start, inside[-1].end
        if not any(part.is_chinese for part in inside):
            if (aside := _ASIDE.search(own, start, end)) and not inside[0].asks:
                bare = f"{own[start : aside.start()]} {own[aside.end() : end]}"
                found.append(Understood(bare, start, end, whole=True))
            if (whole := uncleft(own[start:end])) and not inside[0].asks:
                found.append(Understood(whole, start, end, whole=False))
            if not inside[0].asks:
                for at, part in enumerate(inside):
                    if not _POINTING.search(part.text):
                        continue
                    told_of = " ".join((before, *(one.text for one in inside[:at])))
                    if named := referred(told_of, part.text if at or len(inside) > 1 else own[start:end], places):
                        found.append(Understood(named, part.start, part.end, whole=False))
            if not inside[0].asks and HIDDEN not in own[start:end]:
                told = described(own[start:end], places)
                found.extend(Understood(one, start, end, whole=False) for one in told)
            told_beside = list(asides(own[start:end], asks=inside[0].asks))
            told_beside += [] if inside[0].asks else treated(own[start:end])
            for text, begun, over in told_beside:
                if HIDDEN not in text and not _SUPPOSED_OF.search(text):
                    found.append(Understood(text, start + begun, start + over, whole=False))
            before = own[start:end]
            patterns = _GRANTED if inside[0].asks else (*_GRANTED, *_TOLD)
            found.extend(_granted(own[start:end], start, patterns))
    return sorted(found, key=lambda one: one.start)


def _of_the_one_spoken_of(parts: Sequence[Clause], meant: Sequence[Clause]) -> Iterator[Understood]:
    """What is said of "he" or "she" of the one of the speaker's kin whom the sentence before, or this one, names."""
    stated = {clause.start for clause in meant}
    for place, clause in enumerate(parts):
        if clause.start in stated and speaks_of_one(clause.text):
            near = [one.text for one in parts[:place] if clause.sentence - one.sentence <= 1]
            if said := spoken_of_by_pronoun(clause.text, " ".join(near)):
                yield Understood(said, clause.start, clause.end, whole=False)


def _completed(parts: Sequence[Clause], meant: Sequence[Clause]) -> Iterator[Understood]:
    stated = {clause.start for clause in meant}
    before: Clause | None = None
    labels = sum(bool(labelled(part.text)) for part in parts)
    for clause in parts:
        previous, before = before, clause
        if clause.is_chinese or HIDDEN in clause.text or len(clause.text.split()) > WORDS_MAX:
            continue
        if (clause.asks and clause.last) or (clause.start not in stated and not _CANNOT.match(clause.text)):
            continue
        if clause.asks and counts_days_without(clause.text):
            # "Two weeks without sugar, what happens?" asks for anybody's.
            continue
        topic = previous.text if previous is not None and previous.asks else ""
        if text := topic_judged(topic, clause.text) or topic_told(topic, clause.text):
            assert previous is not None, "it gave the topic"
            yield Understood(text, previous.start, clause.end, whole=False)
        elif previous is not None and OTHERS_SPEAK.match(previous.text):
            # "My son can't come. Allergic to cats.": the fragment goes on about him.
            continue
        elif (written := with_apostrophes(clause.text)) != clause.text and not OTHERS_SPEAK.match(written):
            yield Understood(written, clause.start, clause.end, whole=True)
            if text := completed(clause.text):
                yield Understood(text, clause.start, clause.end, whole=True)
        elif text := (labelled(clause.text) if labels == 1 else "") or completed(clause.text):
            yield Understood(text, clause.start, clause.end, whole=True)


def referred(before: str, said: str, places: Collection[str] = ()) -> str:
    """A sentence with what "it" or "there" stands for, from the sentence before ("do you do Basque? It's my first
    language"), else ""."""
    for pattern, kind, template in _REFERS:
        if pattern.match(said):
            if kind == "kept off":
                match = _KEPT_OFF.search(before)
                return template.format(match["out"] or match["what"]) if match else ""
            words = re.findall(r"[\w'-]+", before)
            known = [place for place in places if place in before] if kind == "place" else []
            known = known or ([one[1] for one in _IN_TOWN.finditer(before)] if kind == "place" else [])
            named = known if len(known) == 1 else [word for word in words[1:] if _is_of(word, kind)]
            named = named or [word for word in words[:1] if kind == "language" and _is_of(word, kind)]
            return template.format(named[-1]) if named else ""
    return ""


def _is_of(word: str, kind: str) -> bool:
    if kind == "language":
        return word in LANGUAGES_EN
    if kind == "drug":
        return word.lower() in noun_classes()["drug"] or word.lower().removesuffix("s") in noun_classes()["drug"]
    return word[:1].isupper() and is_name(word)


def _granted(said: str, start: int, patterns: Sequence[tuple[re.Pattern[str], str]]) -> Iterator[Understood]:
    for pattern, template in patterns:
        for match in pattern.finditer(said):
            fact = next(value for value in match.groupdict().values() if value)
            if _SUPPOSED.search(fact) or is_hedged(fact) or _REASON_ASKED.search(said):
                continue
            where = match.span("fact" if "fact" in match.groupdict() else "what")
            yield Understood(
                _capital(template.format(**match.groupdict())), start + where[0], start + where[1], whole=False
            )


def _capital(text: str) -> str:
    """English readers of structure expect "I"."""
    text = re.sub(r"^(?i:i'?m )", "I'm ", re.sub(r"^(?i:i'?ve )", "I've ", text))
    return re.sub(r"^i ", "I ", text)


def appended(own: str, found: Sequence[Understood]) -> tuple[str, list[tuple[int, Understood]]]:
    """`own` with the statements after it, each in a line of its own; and where each begins."""
    text, places = own, []
    for one in found:
        # A full stop of its own, or the parser reads on from the words before.
        text += "\n.\n"
        places.append((len(text), one))
        text += one.text
    return text, places
