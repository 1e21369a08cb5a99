"""One parsed English turn as the frames read it: its tree, its words, its named things, who its predicates speak of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from processors.claims.english_values import DEFINITE, GENERAL, NO_OBJECT, kept_items, value_of
from processors.claims.frames.event import Event
from processors.claims.frames.lexicon import among, is_kind, word_classes
from processors.claims.frames.tree import Tree
from processors.claims.people import KIN_EN, is_name
from processors.claims.words import LANGUAGES_EN
from schemas.dimensions import Entity

KIN: dict[str, tuple[str, str]] = {
    **{word: found for word, found in KIN_EN.items() if found[0] != "pet"},
    **dict.fromkeys(("missus", "wifey", "partner"), ("spouse", "spouse")),
    **dict.fromkeys(
        ("eldest", "oldest", "youngest", "boy", "girl", "toddler", "newborn", "baby", "twins"), ("child", "child")
    ),
    **dict.fromkeys(("mama", "mummy", "momma", "mam"), ("parent", "mother")),
    **dict.fromkeys(("papa", "pa", "pops"), ("parent", "father")),
    **dict.fromkeys(("sis", "bro"), ("sibling", "sibling")),
}
HALVES = {("other", "half"): "spouse", ("better", "half"): "spouse", ("old", "man"): "father"}
_OWN = ("my", "our", "mine")
_LIKED = ("favourite", "favorite", "old", "new", "usual")
_BEFORE_VERB = ("aux", "neg", "advmod", "intj", "punct", "cc", "npadvmod", "det", "auxpass")
_SCHOOL = re.compile(
    r"(?i:\b(?:university|college|school|institute|academy|polytechnic|uni|mit|eth|ucl|lse|oxford|cambridge)\b)"
)
_STREET = re.compile(
    r"(?i:\b(?:street|st|road|rd|lane|avenue|ave|court|mews|close|drive|terrace|square|yard|way|place|row)$)"
)
_DATE = re.compile(
    r"(?i:\b(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr"
    r"|jun|jul|aug|sept?|oct|nov|dec)\b|\d{1,2}[/.-]\d{1,2})"
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A turn's text with its tree and its entities; offsets of all three are the same."""

    source: str
    tree: Tree
    entities: Sequence[Entity]

    def says(self, place: int) -> str:
        """The phrase around a word, as written, without its article."""
        first, last = self.tree.phrase(place)
        while first < place and self.tree.words[first].relation in ("det", "predet", "advmod", "poss"):
            if self.tree.words[first].relation == "poss" and self.tree.lower(first) not in _OWN:
                break
            first += 1
        return self.tree.text(self.source, first, last).strip(" .,!:;\"'")

    def kind_of(self, place: int) -> str:
        """The type of the entity that a word is part of, else ""."""
        word = self.tree.words[place]
        return next((e.type for e in self.entities if e.start <= word.start and word.end <= e.end), "")

    def is_proper(self, place: int) -> bool:
        """Whether a word is written like a name, and is no time."""
        word = self.tree.words[place]
        named = word.text[:1].isupper() and (word.tag.startswith("NNP") or bool(self.kind_of(place)))
        return (
            (named or (word.text.isupper() and len(word.text) > 1))
            and not self.tree.is_time(place)
            and word.text != "I"
        )

    def determiner(self, place: int) -> str:
        """What stands before a noun: its article, demonstrative or owner, lower case, else ""."""
        before = self.tree.child(place, "det", "poss")
        return "" if before is None else self.tree.lower(before)

    def name(self, place: int) -> str:
        """The run of capitalised words around a word: "St Thomas'", "Airbus", "the Open University"."""
        first = last = place
        while last + 1 < len(self.tree.words) and self._goes_on(last + 1):
            last += 1
        while first > 0 and self._goes_on(first - 1) and self.tree.words[first - 1].relation != "nsubj":
            first -= 1
        return self.tree.text(self.source, first, last).strip(" .,!'")

    def _goes_on(self, place: int) -> bool:
        word = self.tree.words[place]
        linking = word.text in ("&", "of", "'s", "'") and place + 1 < len(self.tree.words)
        return (word.text[:1].isupper() and word.tag[:2] in ("NN", "JJ") and not self.tree.is_time(place)) or (
            linking and self.tree.words[place + 1].text[:1].isupper() and word.text != "'s"
        )

    def filled(self, place: int, filler: str) -> list[str]:
        """The values that stand at a place and its joined members, when they are what the filler asks for."""
        found: list[str] = []
        for member in self.tree.joined(place):
            for one in filler.split("|"):
                value = self._value(member, one)
                if value:
                    found.extend(value if isinstance(value, list) else [value])
                    break
            if not found and member == place:
                # "the energy and rawness of that album": what is joined to something pointed at is pointed at too.
                break
        return found

    def _value(self, place: int, filler: str) -> str | list[str]:
        word = self.tree.words[place]
        if word.tag in ("PRP", "PRP$", "WP", "WDT", "DT", "EX") and filler != "verb":
            return ""
        match filler:
            case "firm" | "place" | "person" | "school":
                return self._named(place, filler)
            case "language":
                return word.text if word.text in LANGUAGES_EN else ""
            case "date":
                text = self.tree.text(self.source, *self._whole(place))
                return text if _DATE.search(text) else ""
            case "subject":
                plain = (
                    word.tag in ("NN", "NNS")
                    and not self.determiner(place)
                    and not among(self.tree.lemma(place), "empty")
                )
                return self.says(place) if plain else ""
            case "thing" | "substance":
                return self._things(place, jokes=filler == "substance")
            case "role":
                fits = (
                    word.tag == "NN"
                    and self.determiner(place) in ("", "a", "an")
                    and not among(self.tree.lemma(place), "no_role")
                )
                return self._bare_noun(place) if fits and not self._rough(place) else ""
            case "own_body":
                own = self.determiner(place) == "my" and among(self.tree.lower(place), "body")
                return self.tree.text(self.source, place - 1, place) if own else ""
            case "activity":
                doing = word.tag == "VBG" or is_kind(self.says(place), self.tree.lemma(place), "game")
                return self.says(place) if doing and not self._points(place) else ""
            case "plural":
                plural = word.tag == "NNS" and not self.determiner(place) and not among(self.tree.lemma(place), "empty")
                return self.says(place) if plural else ""
            case _:
                return self._of_kind(place, filler)

    def _named(self, place: int, filler: str) -> str:
        """The name at a place, when it is the name of what the filler asks for."""
        if not self.is_proper(place):
            return ""
        name, kind = self.name(place), self.kind_of(place)
        match filler:
            case "firm":
                fits = kind not in ("person", "location", "event") and "@" not in self.tree.words[place].text
            case "place":
                # "ended up in HR": what is short and all capitals is a department sooner than a town.
                short = name.isupper() and len(name) <= 3 and not among(name, "short_places")
                street = self.tree.child(place, "nummod") is not None or _STREET.search(name)
                fits = kind not in ("person", "organisation", "product", "event") and not street and not short
            case "person":
                fits = is_name(name) and kind not in ("location", "organisation")
            case _:
                fits = bool(_SCHOOL.search(name)) or kind == "organisation"
        return name if fits else ""

    def _of_kind(self, place: int, kind: str) -> str:
        lemma, said = self.tree.lemma(place), self.says(place)
        named = self.tree.lower(place) if self.tree.words[place].tag == "VBG" else self._bare_noun(place)
        if kind == "occupation" and self._is_trade(place):
            return self._bare_noun(place)
        if among(self.determiner(place), "deictic") or not is_kind(named, lemma, kind):
            return ""
        if kind == "occupation":
            return "" if self._rough(place) or self.determiner(place) in ("the", *_OWN) else self._bare_noun(place)
        return said if kind in ("degree", "possession") else self._bare_noun(place)

    def _rough(self, place: int) -> bool:
        """Whether a noun judges more than it names: "a terrible cook"."""
        return bool(
            {self.tree.lower(child) for child in self.tree.children(place, "amod")} & word_classes()["seasoned"]
        )

    def _is_trade(self, place: int) -> bool:
        """Whether a noun is made like the name of a trade: "crane operator", "harpist"."""
        word, lemma = self.tree.words[place], self.tree.lemma(place)
        plain = word.tag == "NN" and self.determiner(place) in ("a", "an") and not self._rough(place)
        doer = lemma.endswith(("er", "or")) and bool(self.tree.children(place, "compound"))
        made = doer or lemma.endswith(("ician", "smith", "wright", "monger"))
        return plain and made and not among(lemma, "no_role") and not among(lemma, "no_occupation")

    def _bare_noun(self, place: int) -> str:
        """A noun with what stands before it only: "radiographer at …" is a radiographer."""
        first, _ = self.tree.phrase(place)
        skipped = ("det", "predet", "poss", "advmod")
        while first < place and (self.tree.words[first].relation in skipped or self.tree.lower(first) in _LIKED):
            first += 1
        return self.tree.text(self.source, first, place)

    def _whole(self, place: int) -> tuple[int, int]:
        inside = list(self.tree.subtree(place))
        return min(inside), max(inside)

    def _points(self, place: int) -> bool:
        """Whether a phrase rests on what stands elsewhere: "doing it", "that"."""
        inside = (one for one in self.tree.subtree(place) if self.tree.words[one].tag in ("PRP", "DT"))
        return any(self.tree.lower(one) not in ("the", "a", "an", "some", "all", "myself", "i") for one in inside)

    def _things(self, place: int, *, jokes: bool) -> list[str]:
        word = self.tree.words[place]
        if word.tag[:2] not in ("NN", "VB", "JJ", "CD") or word.tag in ("VBD", "VBZ"):
            return []
        said = self.says(place)
        first, _ = self.tree.phrase(place)
        whole = self.tree.text(self.source, first, self.tree.phrase(place)[1])
        lemma = self.tree.lemma(place)
        if among(lemma, "empty") and not self.tree.children(place, "compound", "amod"):
            return []
        if (
            among(self.determiner(place), "deictic")
            or (jokes and among(lemma, "jokes"))
            or self._points_of_phrase(place)
        ):
            return []
        if NO_OBJECT.match(whole) or (DEFINITE.match(whole) and not GENERAL.match(whole)):
            return []
        if (
            self.tree.child(place, "relcl") is not None
            or self.tree.children(place, "nummod")
            or "in particular" in said
        ):
            return []
        ends = self.tree.words[self.tree.phrase(place)[1]].tag
        kept = list(kept_items(value_of(said)))[:1]
        return kept if ends.startswith(("NN", "VBG", "CD", "RP", "FW")) or kept[:1] != [said] else []

    def _points_of_phrase(self, place: int) -> bool:
        first, last = self.tree.phrase(place)
        return any(
            self.tree.words[one].tag in ("PRP", "PRP$", "WP", "WDT")
            or self.tree.lower(one) in ("this", "that", "these", "those")
            for one in range(first, last + 1)
        )

    def clause(self, event: Event) -> str:
        """What an event says without who, when and how surely: "go to Crete"."""
        skipped = ("nsubj", "nsubjpass", "aux", "auxpass", "neg", "mark", "expl", "ccomp")
        first, last = self.tree.phrase(event.at, without=lambda one: self.tree.words[one].relation in skipped)
        while first < event.at and self.tree.words[first].relation in ("advmod", "npadvmod"):
            first += 1
        while last > event.at and self.tree.words[last].tag in ("IN", "DT", "TO", "CC", "PRP$"):
            last -= 1
        return self.tree.text(self.source, first, last).strip(" .,!:;\"'-–")

    def whose(self, event: Event) -> tuple[list[str], bool]:
        """(subjects of claims, whether the sentence leaves them out): "user", names, a role of kin; [] for others."""
        if event.subject is None:
            return (["user"], True) if self._elided(event) else ([], False)
        if any(self.tree.lower(one) in ("i", "we", "me") for one in self.tree.joined(event.subject)):
            return ["user"], False
        return self.people_of(event.subject), False

    def _elided(self, event: Event) -> bool:
        """A sentence that begins with its verb: "Turned 52", "been a nurse for years", "Love pierogi"."""
        tag = self.tree.words[event.at].tag
        first = min(self.tree.subtree(event.at))
        before = first - 1
        starts = (
            before < 0 or self.tree.words[before].text in ".!?,;:-–—…" or self.tree.words[before].tag in ("UH", "CC")
        )
        own = [one for one in self.tree.subtree(event.at) if one < event.at]
        verbless = all(self.tree.words[one].relation in _BEFORE_VERB for one in own)
        return starts and verbless and (tag in ("VBD", "VBN") or (tag in ("VB", "VBP") and among(event.verb, "felt")))

    def people_of(self, place: int) -> list[str]:
        """Whom a noun phrase means: the speaker's kin by name, else by role."""
        inside = sorted(self.tree.subtree(place))
        if not any(self.tree.lower(one) in ("my", "our") for one in inside[:3]):
            return []
        if any(self.tree.lower(one) in ("'s", "of", "and") and one < place for one in inside):
            return []
        words = [self.tree.lower(one) for one in inside]
        role = next((role for pair, role in HALVES.items() if pair in pairwise(words)), "")
        # A kid brother is a brother.
        kin = place if self.kin(place) else next((one for one in inside if self.kin(one)), None)
        if kin is None:
            return [role] if role else []
        if self.tree.words[kin].relation == "poss":
            return []
        found = self.kin(kin)
        assert found is not None, "it was found"
        return self.names_after(kin) or [found[1]] * bool(found[1] and self.tree.words[kin].tag != "NNS")

    def kin(self, place: int) -> tuple[str, str] | None:
        """(relation, role) of a word for kin, one or several; none for a mother-in-law, or the mother tongue."""
        if place + 1 < len(self.tree.words) and self.tree.words[place + 1].text in ("-", "tongue"):
            return None
        return KIN.get(self.tree.lower(place)) or KIN.get(self.tree.lemma(place))

    def names_after(self, place: int) -> list[str]:
        """The names right after a word: "my sister Halima", "my boys, Otis and Linus"."""
        words, at = self.tree.words, place + 1
        found: list[str] = []
        several = words[place].tag == "NNS"
        if at < len(words) and words[at].text == ",":
            at += 1
        if (
            at + 1 < len(words)
            and words[at].text in ("'s", "is", "are", "was")
            and words[at + 1].text in ("called", "named")
        ):
            at += 2
        while at < len(words) and self.is_proper(at) and words[at].tag[:2] in ("NN", "JJ"):
            begun = at
            while at + 1 < len(words) and self.is_proper(at + 1) and words[at + 1].tag.startswith("NNP"):
                at += 1
            name = self.tree.text(self.source, begun, at)
            if not is_name(name) or (
                self.kind_of(begun) in ("location",) and not found and words[place + 1].text == ","
            ):
                break
            found.append(name)
            at += 1
            linked = several and at + 1 < len(words) and words[at].text in ("and", "&", ",")
            if not linked:
                break
            at += 1
            if words[at].text == "and":
                at += 1
        return found
