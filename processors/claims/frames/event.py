"""Events: what an English sentence says happened or holds, with who, what, when and how surely."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from processors.claims.frames.lexicon import among, word_classes
from processors.claims.frames.tree import Tree

Tense = Literal["present", "progressive", "perfect", "past", "future", "used", "bare"]

_NOT_A_PREDICATE = frozenset(("relcl", "amod", "compound", "csubj", "csubjpass", "acl", "pcomp", "npadvmod", "nmod"))
_OUTER = frozenset(("ROOT", "conj", "ccomp", "advcl", "parataxis", "dep", "xcomp"))


@dataclass(frozen=True, slots=True)
class Event:
    """One predicate. `verb`: its lemma with particle ("take up"); `at`: its place; `subject`: that of its subject, or
    None for none of its own; `preps`: preposition → its object; `chain`: the verbs it stands under ("want", "plan")."""

    verb: str
    at: int
    subject: int | None
    tense: Tense
    object: int | None = None
    complement: int | None = None
    preps: dict[str, int] = field(default_factory=dict)
    negated: bool = False
    ended: bool = False
    doubtful: bool = False
    can: bool = False
    passive: bool = False
    chain: tuple[str, ...] = ()


def events(tree: Tree) -> Iterator[Event]:
    """The predicates of a text that are meant, in order; those under "if", in relative clauses and told by others are
    left out."""
    for place, word in enumerate(tree.words):
        if (
            (word.tag[:2] in ("VB", "MD") or word.relation == "ROOT")
            and word.relation in _OUTER
            and _is_meant(tree, place)
        ):
            if word.relation == "xcomp":
                continue
            yield from _chained(tree, _event(tree, place))


def _is_meant(tree: Tree, place: int) -> bool:
    """Whether nothing above a predicate takes it back."""
    mark = tree.child(place, "mark")
    wh = [child for child in tree.children(place, "advmod") if tree.words[child].tag == "WRB"]
    word = tree.words[place]
    if word.relation in ("advcl", "ccomp") and ((mark is not None and among(tree.lower(mark), "unreal")) or wh):
        return False
    if word.relation == "ROOT":
        return True
    head = word.head
    if word.relation == "ccomp" and word.start > tree.words[head].start:
        said_by = tree.child(head, "nsubj", "nsubjpass")
        mine = said_by is None or tree.lower(said_by) in ("i", "we")
        doctor = said_by is not None and tree.lemma(said_by) in ("doctor", "gp", "doc", "consultant", "specialist")
        if among(tree.lemma(head), "saying") and (mine or doctor) and not tree.children(head, "neg"):
            return _is_meant(tree, head) if tree.words[head].relation in _OUTER else True
        return False
    if word.relation in ("advcl", "conj", "ccomp", "dep", "parataxis"):
        if tree.words[head].relation in _NOT_A_PREDICATE:
            return False
        return tree.words[head].tag[:2] not in ("VB", "MD") or _is_meant(tree, head)
    return True


def _event(tree: Tree, place: int) -> Event:
    aux = tree.children(place, "aux", "auxpass")
    said = {tree.lower(child) for child in aux}
    lemmas = {tree.lemma(child) for child in aux}
    advs = {tree.lower(child) for child in tree.children(place, "advmod", "neg", "npadvmod", "det")}
    negated = bool(tree.children(place, "neg")) or bool(advs & {"never", "hardly", "barely", "rarely"})
    longer = any(
        tree.lower(child) == "longer" and any(tree.lower(c) == "no" for c in tree.children(child))
        for child in tree.children(place, "advmod")
    )
    any_more = "anymore" in advs or _any_more(tree, place)
    object_, complement = tree.child(place, "dobj"), tree.child(place, "attr", "acomp", "oprd")
    verb, tense = _verb(tree, place), _tense(tree, place, said, lemmas)
    if verb == "get" and tense == "perfect" and said & {"'ve", "ve", "have", "has", "'s"}:
        # "I've got a dog" is had, not got.
        verb, tense = "have", "present"
    if (
        complement is None
        and among(tree.lower(place), "felt_so")
        and tree.children(place, "auxpass")
        and "getting" not in said
    ):
        # "I'm obsessed with …" is how one is, not what was done to one.
        verb, complement = ("get" if said & {"got", "get", "gotten"} else "be"), place
    went = tree.child(place, "xcomp", "ccomp") if verb == "let" else None
    if went is not None and tree.lemma(went) == "go" and tree.child(went, "nsubj") is None:
        return replace(_event(tree, went), verb="let go", tense=tense, subject=_subject(tree, place))
    return Event(
        verb=verb,
        at=place,
        subject=_subject(tree, place),
        tense=tense,
        object=object_,
        complement=complement,
        preps=_preps(tree, place, complement),
        negated=negated or longer,
        ended=longer or (negated and any_more),
        doubtful=bool(said & word_classes()["doubtful"]) and not said & {"can", "ca"},
        can=bool(said & {"can", "ca", "cannot"}),
        passive=bool(tree.children(place, "auxpass")),
    )


def _any_more(tree: Tree, place: int) -> bool:
    inside = [tree.lower(one) for one in tree.subtree(place)]
    return any(first == "any" and second in ("more", "longer") for first, second in pairwise(inside)) or (
        "anymore" in inside
    )


def _verb(tree: Tree, place: int) -> str:
    lemma = {"'m": "be", "'s": "be", "'re": "be", "m": "be", "re": "be", "is": "be"}.get(
        tree.lower(place), tree.lemma(place)
    )
    particle = tree.child(place, "prt")
    return f"{lemma} {tree.lower(particle)}" if particle is not None else lemma


def _subject(tree: Tree, place: int) -> int | None:
    """The subject of a predicate, its own or that of the one it is joined to; -1 when nobody is named at all."""
    own = tree.child(place, "nsubj", "nsubjpass", "csubj", "expl")
    if own is not None:
        return own
    word = tree.words[place]
    if word.relation in ("conj", "xcomp", "dep") and tree.words[word.head].tag[:2] in ("VB", "MD"):
        return _subject(tree, word.head)
    return None


def _tense(tree: Tree, place: int, said: set[str], lemmas: set[str]) -> Tense:
    tag = tree.words[place].tag
    if said & {"will", "'ll", "wo", "gon", "going"}:
        return "future"
    if "have" in lemmas or said & {"'ve", "ve", "have", "has", "had"}:
        return "past" if "had" in said else "perfect"
    if tag in ("VBD",) or said & {"was", "were", "did", "got"}:
        return "past"
    if tag == "VBG":
        return "progressive"
    if tag == "VBN" and not said:
        return "perfect"
    if tag == "VB" and not said:
        return "bare"
    return "present"


def _preps(tree: Tree, place: int, complement: int | None) -> dict[str, int]:
    """Preposition → its object, of the predicate before those of what it is said with and of its object."""
    found: dict[str, int] = {}
    holders = [place, *([complement] if complement is not None else [])]
    for holder in [*holders, *tree.children(place, "advmod", "prt", "acomp"), *tree.children(place, "dobj")]:
        for prep in tree.children(holder, "prep", "agent", "dative"):
            for name, inside in _objects(tree, prep):
                found.setdefault(name, inside)
    return found


def _objects(tree: Tree, prep: int) -> Iterator[tuple[str, int]]:
    inside = tree.child(prep, "pobj", "pcomp")
    if inside is not None:
        yield tree.lower(prep), inside
        for further in tree.children(inside, "prep"):
            deeper = tree.child(further, "pobj")
            if deeper is not None and (
                tree.lower(further) in ("outside", "near", "as")
                or (tree.lower(prep), tree.lower(further)) == ("into", "in")
            ):
                yield tree.lower(further), deeper
    for nested in tree.children(prep, "prep"):
        deeper = tree.child(nested, "pobj", "pcomp")
        if deeper is not None:
            yield f"{tree.lower(prep)} {tree.lower(nested)}", deeper


def _chained(tree: Tree, event: Event) -> Iterator[Event]:
    """The event, and what stands under it as its purpose, aspect or wish: "stopped eating meat", "want to learn …"."""
    inner = tree.child(event.at, "xcomp", "ccomp") if event.verb != "be" else tree.child(event.at, "xcomp")
    own_subject = inner is not None and tree.child(inner, "nsubj", "nsubjpass") is not None
    if inner is None or own_subject or tree.words[inner].tag[:2] != "VB":
        yield event
        return
    below = replace(_event(tree, inner), subject=event.subject)
    verb = event.verb.split()[0]
    if among(event.verb, "ending") or event.verb.split()[0] in ("stop", "quit"):
        yield replace(below, ended=not event.negated, negated=not event.negated, tense="present", chain=("stop",))
    elif verb == "use" and event.tense in ("past", "perfect"):
        yield replace(below, tense="used", chain=("used",))
    elif verb == "go":
        if event.tense != "past":
            yield replace(below, tense="future", negated=event.negated)
    elif among(verb, "passing_on"):
        if tree.words[inner].tag == "VBG":
            yield event
        # What one started to do one does.
        begun: Tense = "perfect" if verb in ("start", "begin") and event.tense == "past" else event.tense
        yield replace(
            below, tense=begun, negated=event.negated or below.negated, ended=event.ended, doubtful=event.doubtful
        )
    else:
        yield event
        yield replace(
            below,
            tense=event.tense,
            negated=event.negated,
            doubtful=event.doubtful,
            chain=(event.verb, *event.chain),
        )
