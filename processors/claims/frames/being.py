"""What is said with "be", "feel", "turn" and their like: work, health, age, ties, diets, states; and as-phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, Found
from processors.claims.frames.event import Event
from processors.claims.frames.lexicon import among, is_kind
from processors.claims.frames.sentence import Sentence
from processors.claims.life_words import NATIONALITIES_EN, NUMBERS_EN
from processors.claims.words import DIETS

_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_DIET = re.compile(rf"(?i:(?:an? )?(?:(?:strict|lifelong|proud|committed) )?(?P<value>{DIETS})s?$)")
_NATION = re.compile(f"{NATIONALITIES_EN}$")


def said_of_being(sentence: Sentence, event: Event) -> Iterator[Found]:
    """What a predicate says its subject is."""
    yield from _as_what(sentence, event)
    if event.doubtful or event.can or event.chain:
        return
    verb = event.verb.split()[0]
    if among(verb, "ties") and (event.passive or event.tense in ("past", "perfect")):
        yield from _tied(sentence, event)
    elif (
        verb == "tie" and event.object is not None and sentence.tree.lemma(event.object) == "knot" and not event.negated
    ):
        yield Found("relationship_status", "married")
        yield from (Found("spouse", name) for name in _with_whom(sentence, event))
    elif event.verb in ("turn", "hit", "reach") and event.tense in ("past", "perfect"):
        yield from _turned(sentence, event)
    elif among(verb, "be") and event.tense in ("present", "perfect", "bare"):
        yield from _is(sentence, event)
    elif event.verb == "get" and event.tense == "past" and not event.negated and event.preps.get("to") is None:
        became = sentence.tree.lower(event.complement) if event.complement is not None else ""
        yield from (Found("relationship_status", status) for status in (became,) if among(status, "married"))
    if verb in ("have", "get") and event.tense in ("present", "perfect"):
        yield from _suffered_now(sentence, event)
    if verb == "hold" and event.object is not None and sentence.tree.lemma(event.object) in ("passport", "citizenship"):
        yield from _passport(sentence, event.object)
    if (
        event.passive
        and event.tense == "present"
        and not event.negated
        and among(sentence.tree.lower(event.at), "state")
    ):
        yield Found("state", sentence.tree.words[event.at].text, confidence=LIKELY)


def _is(sentence: Sentence, event: Event) -> Iterator[Found]:
    place = event.complement
    if place is None:
        return
    tree = sentence.tree
    said = sentence.says(place)
    word = tree.words[place]
    lower = word.text.lower()
    polarity = "negative" if event.negated else "positive"
    action = "unset" if event.ended else "assert"
    if event.verb in ("be", "become") and word.tag in ("NN", "NNS") and tree.words[place].relation == "attr":
        values = sentence.filled(place, "occupation") if not event.negated or event.ended else []
        for value in values:
            if not tree.children(place, "relcl") or tree.lower(place) != "person":
                yield Found("occupation", value, polarity, action)  # type: ignore[arg-type]
        if values and not event.negated:
            yield from _employed(sentence, place)
    if among(lower, "lone") and event.verb in ("be", "become") and not event.negated:
        yield Found("relationship_status", lower)
    if _DIET.match(said) and event.verb in ("be", "go", "become", "turn", "eat"):
        match = _DIET.match(said)
        assert match is not None, "it matches"
        if match["value"].lower() not in ("diabetic", "celiac", "coeliac", "lactose intolerant"):
            yield Found("diet", match["value"].lower(), polarity)  # type: ignore[arg-type]
    if (among(lower, "ailing") or among(said.lower(), "ailing")) and event.verb == "be" and not event.negated:
        yield Found("health", said if among(said.lower(), "ailing") else word.text)
    if (
        among(lower, "married")
        and event.verb in ("be", "get", "stay")
        and not event.negated
        and word.tag.startswith(("JJ", "VB"))
    ):
        to = event.preps.get("to")
        names = sentence.filled(to, "person") if to is not None else []
        yield from (Found("spouse", name) for name in names if lower == "married")
        if to is None and event.tense in ("present", "perfect", "bare"):
            yield Found("relationship_status", lower)
    if word.tag.startswith(("JJ", "NNP")) and _NATION.match(word.text) and not event.negated and event.verb == "be":
        half = any(tree.lower(one) in ("half", "part", "quarter") for one in tree.children(place))
        if not half:
            yield Found("nationality", word.text)
    if among(lower, "state") and word.tag.startswith(("JJ", "VB", "RB")) and event.verb in ("be", "feel", "get"):
        about = {"for", "of", "with", "about", "to", "that"} & {tree.lower(one) for one in tree.children(place, "prep")}
        now = event.verb == "feel" or _now(sentence, event)
        if not event.negated and not (about and not now) and not tree.children(place, "ccomp", "xcomp") and now:
            yield Found("state", word.text, confidence=LIKELY)
    if word.tag == "CD" and event.verb == "be" and not event.negated and not tree.children(place, "prep", "quantmod"):
        own = sentence.whose(event)[0] == ["user"]
        years = int(word.text) if word.text.isdigit() else 0 if own else NUMBERS_EN.get(lower, 0)
        if (10 if own else 1) <= years <= 110:
            yield Found("age", str(years), confidence=LIKELY)


def _now(sentence: Sentence, event: Event) -> bool:
    """Whether it is said of today: "today", "right now", "so tired"."""
    near = {sentence.tree.lower(one) for one in sentence.tree.subtree(event.at)}
    return bool(
        near
        & {
            "today",
            "now",
            "tonight",
            "lately",
            "currently",
            "rn",
            "atm",
            "morning",
            "week",
            "evening",
            "days",
            "feeling",
        }
    )


def _employed(sentence: Sentence, place: int) -> Iterator[Found]:
    for prep in sentence.tree.children(place, "prep"):
        inside = sentence.tree.child(prep, "pobj")
        if inside is not None and sentence.tree.lower(prep) in ("at", "for", "with"):
            for firm in sentence.filled(inside, "firm"):
                yield Found("employer", firm)


def _tied(sentence: Sentence, event: Event) -> Iterator[Found]:
    status = {
        "wed": "married",
        "marry": "married",
        "divorce": "divorced",
        "engage": "engaged",
        "separate": "separated",
        "widow": "widowed",
    }
    verb = event.verb.split()[0]
    to = event.preps.get("to")
    names = [*sentence.filled(to, "person")] if to is not None else []
    if (
        (to is not None and not names and not sentence.people_of(to))
        or event.negated
        or event.tense in ("future", "progressive")
    ):
        return
    getting = any(
        sentence.tree.lower(one) in ("getting", "be", "get")
        for one in sentence.tree.children(event.at, "aux", "auxpass")
    )
    if verb in ("marry", "wed") and names:
        yield from (Found("spouse", name) for name in names)
    elif not getting:
        yield Found("relationship_status", status[verb])


def _with_whom(sentence: Sentence, event: Event) -> list[str]:
    """ "Tom and I tied the knot", "I tied the knot with Tom"."""
    with_ = event.preps.get("with")
    if with_ is not None:
        return sentence.filled(with_, "person")
    members = sentence.tree.joined(event.subject) if event.subject is not None else []
    return [name for one in members for name in sentence.filled(one, "person")][:1] if len(members) == 2 else []


def _turned(sentence: Sentence, event: Event) -> Iterator[Found]:
    for child in sentence.tree.children(event.at):
        word = sentence.tree.words[child]
        years = int(word.text) if word.text.isdigit() else NUMBERS_EN.get(word.text.lower(), 0)
        years = _TENS.get(word.text.lower(), years)
        if word.tag == "CD" and 0 < years <= 110 and (event.verb == "turn" or years % 10 == 0):
            yield Found("age", str(years))
            return


def _suffered_now(sentence: Sentence, event: Event) -> Iterator[Found]:
    """A cold, a headache: what passes."""
    place = event.object
    if place is None or event.negated or event.tense not in ("present", "perfect", "bare"):
        return
    if sentence.determiner(place) in ("a", "an", "") and is_kind(
        sentence.says(place), sentence.tree.lemma(place), "symptom_now"
    ):
        yield Found("state", sentence.says(place), confidence=LIKELY)


def _passport(sentence: Sentence, place: int) -> Iterator[Found]:
    for child in sentence.tree.children(place, "amod", "compound"):
        if _NATION.match(sentence.tree.words[child].text):
            yield Found("nationality", sentence.tree.words[child].text)


def _as_what(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "As a lifelong vegetarian I …", "I work nights as a paramedic"."""
    tree = sentence.tree
    for place in tree.subtree(event.at):
        if tree.lower(place) != "as" or tree.words[place].relation != "prep":
            continue
        inside = tree.child(place, "pobj")
        if inside is None or sentence.determiner(inside) not in ("a", "an"):
            continue
        opening = place < event.at and (event.subject is None or place < event.subject)
        if opening and (match := _DIET.match(sentence.says(inside))):
            yield Found("diet", match["value"].lower())
        working = event.verb in ("work", "qualify", "train", "freelance") and event.tense != "past"
        working = working or (
            event.verb in ("join", "start", "hire", "land", "employ") and event.tense in ("past", "perfect", "bare")
        )
        if (opening or (working and not event.chain)) and not event.negated and not event.doubtful:
            yield from (Found("occupation", value) for value in sentence.filled(inside, "occupation"))
