"""What sentences say of the speaker with somebody or something else as their subject: "Tesco let me go"."""

from __future__ import annotations

from collections.abc import Iterator

from processors.claims.found import Found
from processors.claims.frames.event import Event
from processors.claims.frames.lexicon import among, is_kind
from processors.claims.frames.sentence import Sentence
from processors.claims.people import is_name


def happened(sentence: Sentence, event: Event) -> Iterator[Found]:
    """What one event says of the speaker, whoever its subject is."""
    if event.doubtful or event.chain:
        return
    yield from _pets(sentence, event)
    yield from _kin_had(sentence, event)
    yield from _finds(sentence, event)
    yield from _home(sentence, event)
    yield from _breaks_out(sentence, event)
    if event.subject is None or event.subject < 0:
        return
    yield from _to_me(sentence, event)
    yield from _does_to_me(sentence, event)
    yield from _brings_out(sentence, event)
    yield from _mine_is(sentence, event)


def _me(sentence: Sentence, event: Event) -> int | None:
    """The place of "me" as whom something is done to."""
    for one in sentence.tree.children(event.at, "dobj", "dative"):
        if sentence.tree.lower(one) == "me":
            return one
    return None


def _to_me(sentence: Sentence, event: Event) -> Iterator[Found]:
    tree = sentence.tree
    assert event.subject is not None, "looked at by the caller"
    went = tree.child(event.at, "ccomp")
    let_go = event.verb == "let" and went is not None and tree.lemma(went) == "go" and _subject_is_me(sentence, went)
    if _me(sentence, event) is None and not let_go:
        return
    past = event.tense in ("past", "perfect")
    if past and not event.negated and (among(event.verb, "dismissed") or let_go):
        yield from (
            Found("employer", firm, "negative", "unset", subject="user")
            for firm in sentence.filled(event.subject, "firm")
        )
    elif past and not event.negated and among(event.verb, "hired"):
        yield from (Found("employer", firm, subject="user") for firm in sentence.filled(event.subject, "firm"))
    elif past and event.verb in ("put", "start") and event.preps.get("on") is not None:
        yield from (Found("medication", drug, subject="user") for drug in sentence.filled(event.preps["on"], "drug"))
    elif past and event.verb in ("prescribe", "give") and event.object is not None:
        yield from (Found("medication", drug, subject="user") for drug in sentence.filled(event.object, "drug"))
    elif (
        event.verb == "call"
        and event.tense == "present"
        and among(tree.lower(event.subject), "calling")
        and event.complement is not None
    ):
        name = sentence.name(event.complement)
        if is_name(name) and name[:1].isupper() and not event.negated:
            yield Found("name", name, subject="user")


def _subject_is_me(sentence: Sentence, place: int) -> bool:
    subject = sentence.tree.child(place, "nsubj")
    return subject is not None and sentence.tree.lower(subject) == "me"


def _does_to_me(sentence: Sentence, event: Event) -> Iterator[Found]:
    """What a thing does to the speaker: makes them gag, gives them hives, does nothing for them."""
    tree = sentence.tree
    assert event.subject is not None, "looked at by the caller"
    if event.tense not in ("present", "bare") or event.negated:
        return
    below = tree.child(event.at, "ccomp", "xcomp", "oprd", "acomp")
    sickens = (
        event.verb == "make"
        and below is not None
        and (among(tree.lemma(below), "sickening") or among(tree.lower(below), "sickening"))
    )
    sickens = sickens and (_subject_is_me(sentence, below) or _me(sentence, event) is not None)  # type: ignore[arg-type]
    nothing = (
        event.verb == "do"
        and event.object is not None
        and tree.lower(event.object) == "nothing"
        and _for_me(sentence, event)
    )
    given = event.verb == "give" and _me(sentence, event) is not None and event.object is not None
    if (
        sickens
        or nothing
        or (given and event.object is not None and tree.lemma(event.object) in ("creep", "creeps", "ick", "headache"))
    ):
        yield from (
            Found("dislikes", thing, "negative", subject="user") for thing in sentence.filled(event.subject, "thing")
        )
    elif given and event.object is not None and among(tree.lemma(event.object), "hives"):
        yield from (Found("allergy", thing, subject="user") for thing in sentence.filled(event.subject, "substance"))
    elif (
        among(event.verb, "wrecks")
        and event.object is not None
        and tree.lemma(event.object) in ("stomach", "gut", "tummy", "digestion")
    ) and sentence.determiner(event.object) == "my":
        yield from (Found("diet", food, "negative", subject="user") for food in sentence.filled(event.subject, "food"))


def _brings_out(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "Penicillin brings me out in a rash"."""
    hives = event.preps.get("in")
    brings = event.verb.split()[0] == "bring" and event.tense == "present" and _me(sentence, event) is not None
    if brings and hives is not None and among(sentence.tree.lemma(hives), "hives") and event.subject is not None:
        yield from (Found("allergy", one, subject="user") for one in sentence.filled(event.subject, "substance"))


def _breaks_out(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I break out in hives when I eat peanuts"."""
    tree, hives = sentence.tree, event.preps.get("in")
    if (
        event.verb not in ("break out", "come out", "erupt", "break")
        or hives is None
        or not among(tree.lemma(hives), "hives")
    ):
        return
    eaten = (tree.child(one, "dobj") for one in tree.children(event.at, "advcl"))
    if sentence.whose(event)[0] == ["user"] and event.tense == "present":
        for place in eaten:
            yield from (Found("allergy", one, subject="user") for one in sentence.filled(place, "substance") if place)  # type: ignore[arg-type]


def _for_me(sentence: Sentence, event: Event) -> bool:
    place = event.preps.get("for")
    return place is not None and sentence.tree.lower(place) == "me"


def _mine_is(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "Jazz is my thing", "Galway is home now", "my birthday falls on …", "my head is killing me"."""
    tree, place = sentence.tree, event.complement
    assert event.subject is not None, "looked at by the caller"
    subject = event.subject
    mine = sentence.determiner(subject) in ("my", "our")
    yield from _birthday_kept(sentence, event)
    if (
        event.verb in ("fall", "be")
        and mine
        and tree.lemma(subject) in ("birthday", "bday")
        and event.preps.get("on") is not None
    ):
        yield from (
            Found("birthday", date.strip(), subject="user") for date in sentence.filled(event.preps["on"], "date")
        )
    if mine and tree.lemma(subject) in ("birthday", "bday") and place is not None and event.tense == "present":
        yield from (Found("birthday", date.strip(), subject="user") for date in sentence.filled(place, "date"))
    if event.tense in ("present", "progressive") and mine and among(tree.lower(subject), "body") and not event.negated:
        killing = event.verb == "kill" and _me(sentence, event) is not None
        if event.verb in ("hurt", "ache", "throb") or killing:
            yield Found(
                "state",
                f"{tree.lower(subject)} {'hurts' if killing else tree.lower(event.at)}",
                confidence=0.8,
                subject="user",
            )
    if event.verb in ("beat", "top", "match") and tree.lower(subject) == "nothing" and event.object is not None:
        yield from (Found("likes", thing, subject="user") for thing in sentence.filled(event.object, "thing|activity"))
    if event.verb == "be" and event.tense == "present":
        yield from _of_taste(sentence, event)
    if event.verb != "be" or place is None or event.negated or event.tense not in ("present", "perfect"):
        return
    if tree.lemma(subject) == "home" and sentence.determiner(subject) in ("", "my", "our"):
        yield from (Found("home_city", city, subject="user") for city in sentence.filled(place, "place"))
    if tree.lower(place) == "home" and sentence.determiner(place) in ("", "my", "our"):
        yield from (Found("home_city", city, subject="user") for city in sentence.filled(subject, "place"))
    if sentence.determiner(place) == "my":
        favourite = {tree.lower(one) for one in tree.children(place, "amod", "compound")} & {
            "favourite",
            "favorite",
            "fave",
        }
        plain = among(tree.lemma(place), "treasured") or among(tree.lower(place), "treasured")
        if favourite or plain:
            yield from (Found("likes", thing, subject="user") for thing in sentence.filled(subject, "thing|activity"))
    kinds = {tree.lower(one) for one in tree.children(subject, "amod", "compound")}
    if mine and kinds & {"native", "mother", "first"} and tree.lemma(subject) in ("language", "tongue"):
        yield from (Found("language", one, subject="user") for one in sentence.filled(place, "language"))
    if mine and tree.lemma(subject) in ("job", "profession", "occupation", "trade"):
        trade = (
            not sentence.determiner(place) and tree.words[place].tag in ("NN", "VBG") and tree.lemma(subject) != "job"
        )
        found = sentence.filled(place, "occupation") or ([sentence.says(place)] if trade else [])
        yield from (Found("occupation", one, subject="user") for one in found)


def _birthday_kept(sentence: Sentence, event: Event) -> Iterator[Found]:
    """When the speaker's birthday is kept, by its date."""
    kept, on = event.object, event.preps.get("on")
    if event.verb in ("celebrate", "have", "mark", "observe") and kept is not None and on is not None:
        own = sentence.determiner(kept) == "my" and sentence.tree.lemma(kept) in ("birthday", "bday")
        if own and event.tense == "present" and not event.negated:
            yield from (Found("birthday", date.strip(), subject="user") for date in sentence.filled(on, "date"))


def _of_taste(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "Film noir is right up my street", "olives are not my thing"."""
    tree, subject = sentence.tree, event.subject
    assert subject is not None, "looked at by the caller"
    street = event.preps.get("up")
    suits = street is not None and tree.lower(street) in ("street", "alley") and sentence.determiner(street) == "my"
    place = event.complement
    mine = (
        place is not None
        and sentence.determiner(place) == "my"
        and tree.lemma(place) in ("thing", "cup", "bag", "favourite")
    )
    for_me = event.negated and place is None and _for_me(sentence, event)
    if suits and not event.negated:
        yield from (Found("likes", thing, subject="user") for thing in sentence.filled(subject, "thing|activity"))
    elif event.negated and (mine or for_me or suits):
        for thing in sentence.filled(subject, "thing|activity"):
            yield Found("dislikes", thing, "negative", subject="user")


def _finds(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I find golf deadly boring", "I could do without fireworks"."""
    tree = sentence.tree
    if event.verb == "find" and event.tense == "present" and not event.negated and sentence.whose(event)[0] == ["user"]:
        judged = tree.child(event.at, "ccomp", "oprd", "xcomp", "acomp")
        thing = tree.child(judged, "nsubj") if judged is not None else None
        thing = thing if thing is not None else event.object
        if judged is not None and thing is not None:
            if among(tree.lower(judged), "passed_on"):
                yield from (
                    Found("dislikes", one, "negative", subject="user")
                    for one in sentence.filled(thing, "thing|activity")
                )
            elif among(tree.lower(judged), "pleasing"):
                yield from (Found("likes", one, subject="user") for one in sentence.filled(thing, "thing|activity"))


def _kin_had(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I have a twin brother, Anton"."""
    place = event.object
    if event.verb not in ("have", "raise") or place is None or event.negated or sentence.whose(event)[0] != ["user"]:
        return
    kin = sentence.kin(place)
    if kin is not None and kin[0] in ("child", "sibling", "spouse"):
        names = _named(sentence, place) or sentence.names_after(place)
        yield from (Found(kin[0], name, subject="user") for name in names)


def _home(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I call Galway home"."""
    called = sentence.tree.child(event.at, "oprd", "ccomp") if event.verb == "call" else None
    if called is not None and sentence.tree.lower(called) == "home" and event.tense == "present" and not event.negated:
        place = event.object if event.object is not None else sentence.tree.child(called, "nsubj")
        if place is not None and sentence.whose(event)[0] == ["user"]:
            yield from (Found("home_city", city, subject="user") for city in sentence.filled(place, "place"))


def _pets(sentence: Sentence, event: Event) -> Iterator[Found]:
    """Animals with their names: "got two cats, Miso and Udon", "a greyhound called Biscuit", "our dog Rolo died"."""
    tree = sentence.tree
    own = sentence.whose(event)[0] == ["user"]
    if (
        among(event.verb, "adopting")
        and event.object is not None
        and own
        and not event.negated
        and event.tense != "future"
    ) and _is_animal(sentence, event.object):
        yield from (
            Found("pet", name, subject="user")
            for name in _named(sentence, event.object) or sentence.names_after(event.object)
        )
    subject = event.subject
    if subject is None or subject < 0:
        return
    inside = tree.subtree(subject)
    animal = next(
        (one for one in inside if _is_animal(sentence, one) and sentence.determiner(one) in ("my", "our")), None
    )
    if animal is None:
        return
    aside = tree.words[animal].relation == "appos" and sentence.is_proper(subject) and is_name(sentence.name(subject))
    names = [sentence.name(subject)] if aside else sentence.names_after(animal)
    if among(event.verb, "dying") and names and event.tense in ("past", "perfect"):
        yield Found("pet", names[0], "negative", "unset", subject="user")
    elif names:
        yield Found("pet", names[0], subject="user")


def _is_animal(sentence: Sentence, place: int) -> bool:
    return tree_noun(sentence, place) and is_kind(sentence.says(place), sentence.tree.lemma(place), "animal")


def tree_noun(sentence: Sentence, place: int) -> bool:
    """Whether a word is a common noun."""
    return sentence.tree.words[place].tag in ("NN", "NNS")


def _named(sentence: Sentence, place: int) -> list[str]:
    tree = sentence.tree
    heads = tree.children(place, "appos")
    for called in tree.children(place, "acl", "amod", "relcl"):
        if tree.lemma(called) in ("call", "name") or tree.lower(called) in ("called", "named"):
            heads.extend(tree.children(called, "oprd", "dobj", "attr", "npadvmod"))
    names = [sentence.name(one) for head in heads for one in tree.joined(head) if sentence.is_proper(one)]
    return [name for name in dict.fromkeys(names) if is_name(name)]
