"""English names as runs of proper nouns: what the tagger's parts of speech show where the model's names do not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from processors.dimensions.entities_cues import SURE, cued
from processors.dimensions.entities_known import ALSO_WORDS, BRANDS, COMMON_STARTS, KNOWN, NOT_NAMES, TITLES, words_of
from processors.dimensions.entities_shapes import Candidate
from processors.dimensions.names import is_word, names_of, wordnet_names
from processors.ports import Tagged
from schemas.dimensions import EntityType

PROPER = frozenset(("NNP", "NNPS"))
WORDS = PROPER | frozenset(
    words_of(
        "CC CD DT EX FW IN JJ JJR JJS LS MD NN NNS PDT POS PRP PRP$ RB RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ"
        " WDT WP WP$ WRB XX ADD AFX HYPH NFP"
    )
)
"""Penn's tags of words; the names' labels are OntoNotes'."""
_JOIN = re.compile(r" (?:(?:of|de|du|da|di|del|della|la|le|von|van|der|al|bin|ibn|&|on|upon)(?: (?:the|la|los))? )?")
_MODEL_NUMBER = re.compile(r" (?:\d{1,4}[A-Za-z]{0,2}|[A-Z]{1,3}\d{1,4}\w?)(?![\w:%]|[./]\d| ?(?:am|pm|[a-z]+s)\b)")
_IN_TITLE = re.compile(r" (?:(?:for|and|in|to|a|the|on|with|from|at|of) ){1,3}")
_NEVER = frozenset(("PRP", "PRP$", "UH", "MD", "WP", "WRB", "DT", "IN", "CC", "EX", "TO", "CD", "RB"))
"""Tags of words that begin sentences and no names."""
_RANKS = frozenset(
    ("King", "Queen", "Prince", "Princess", "Saint", "President", "Captain", "Lord", "Lady", "Santa", "Pope")
)
_ANY_OF = re.compile(r"\b(?:an?|every) $", re.I)
_ONE_OF = re.compile(r"\b(?:a|an|another|new|old|used|my|his|her|our|their) $", re.I)
_HYPHENED = re.compile(r"(?:-[a-z]{1,3})?-[A-Z]\w{0,30}|(?:-[A-Z]\w{0,30})+")
_MIXED = re.compile(r"[a-z]{1,3}[A-Z][a-z]+$")
_NUMBERED = frozenset(
    words_of("gate room flight platform terminal flat unit chapter page table row seat apartment bus lesson week day")
)
_STARTERS = ".!?\n:(—–-"
_ALIKE = re.compile(r"(?:,? and|,? or| &) (?:the )?|/")
_LISTED = re.compile(r"(?:, [^,.;!?]{1,24})*,? (?:and|or|&) ")
"""A comma joins names where it begins a list."""
SHOUTED_SHARE = 0.6
"""Of a text's letters that are capitals: from there on a capital says nothing."""
SURER = 5
"""Strength from which the sentence is believed against a first name."""
_MISTAKEN: frozenset[tuple[EntityType, EntityType]] = frozenset(
    (
        ("product", "organisation"), ("organisation", "product"), ("location", "person"), ("location", "organisation"),
        ("event", "location"), ("location", "event"),
    )
)  # fmt: skip
"""What a listed name may stand for beside what the list says: Barcelona also plays."""
STRONG = 4
"""Strength from which the sentence is believed against a list."""


@dataclass(frozen=True, slots=True)
class _Run:
    start: int
    end: int
    kind: EntityType | None
    strength: int


def names_in_runs(text: str, tagged: Sequence[Tagged], labels: dict[str, EntityType]) -> Iterator[Candidate]:
    """Every run of proper nouns with what lists, the sentence and the model say of it, in this order when sure."""
    runs = [_Run(start, end, *cued(text, start, end)) for start, end in _runs(text, tagged)]
    proper = {word.start for word in tagged if word.tag in PROPER}
    named = [one for one in tagged if one.tag in labels]
    for place, run in enumerate(runs):
        name = text[run.start : run.end]
        kind, strength = run.kind, run.strength
        if strength < SURE:
            kind, strength = _as_neighbour(text, runs, place) or (kind, strength)
        begins = begins_sentence(text, run.start)
        number = _MODEL_NUMBER.match(text, run.end)
        listed = _listed(f"{name}{number[0]}") if number else None
        numbered = run.end + len(number[0]) if number and listed else run.end
        listed = listed or _listed(name) or (None if begins else KNOWN.get(name.lower()))
        if listed == "organisation" and kind == "product" and _ONE_OF.search(text[max(0, run.start - 12) : run.start]):
            listed = None
        if name.lower() in COMMON_STARTS and listed is None and name not in names_of("english").given:
            continue
        doubtful = is_word(name.lower()) or run.start not in proper
        if begins and doubtful and " " not in name and strength < STRONG and listed is None:
            continue
        if _ANY_OF.search(text[max(0, run.start - 8) : run.start]) and all(
            is_word(word.lower()) for word in name.split()
        ):
            continue  # "a Financial Analyst" is a kind of somebody.
        kind, weight = _decided(name, listed, kind, strength, _label(run, named, labels))
        kind = _not_the_person(text, run, kind)
        start, end = run.start, max(numbered, _hyphened_end(text, run, named))
        if kind == "product" and end == run.end:
            end = number.end() if number else end
        if text[:start].endswith(" The ") and (kind == "product" or f"The {name}" in names_of("english").types):
            start -= len("The ")
        works_there = kind == run.kind == "organisation" and strength >= SURER
        yield Candidate(start, end, kind, 6 if works_there else weight)


def _decided(
    name: str, listed: EntityType | None, kind: EntityType | None, strength: int, model: EntityType | None
) -> tuple[EntityType, int]:
    """What a name stands for and how sure that is: lists, the sentence (`kind`, `strength`), the model, the shape."""
    first = name.split()[0]
    if first in TITLES:
        return "person", 3
    if listed and (kind is None or strength < STRONG or (listed, kind) not in _MISTAKEN):
        return listed, 3
    both = kind is not None and kind in (wordnet_names().get(name), names_of("english").types.get(name))
    if first in names_of("english").given and strength < (SURE if both else SURER):
        return "person", 3
    if kind and strength >= SURE:
        return kind, 3
    if model and not any(char.isdigit() for char in name):
        return model, 2
    if any(char.isdigit() for char in name):
        return kind or "product", 1
    return kind or ("organisation" if len(name) > 2 and name.isupper() else "person"), 1


def _not_the_person(text: str, run: _Run, kind: EntityType) -> EntityType:
    """Nobody is called "the Guggenheim" or "the Mona Lisa", only families: "the Chaudharys"."""
    name = text[run.start : run.end]
    if kind == "person" and text[: run.start].endswith(("the ", "The ")) and not name.endswith("s"):
        return "product" if " " in name else "location"
    return kind


def begins_sentence(text: str, start: int) -> bool:
    """Whether nothing but marks stands between the beginning of a sentence and `start`."""
    before = start
    while before and text[before - 1] in " \t\"'“‘(*":
        before -= 1
    return before == 0 or text[before - 1] in _STARTERS


def _runs(text: str, tagged: Sequence[Tagged]) -> Iterator[tuple[int, int]]:
    letters = [char for char in text if char.isalpha()]
    if not letters or (sum(char.isupper() for char in letters) > SHOUTED_SHARE * len(letters) and " " in text):
        return
    words = [word for word in tagged if word.tag in WORDS]
    whole = [(one.start, one.end) for one in tagged if one.tag in ("WORK_OF_ART", "EVENT")]
    start = end = -1
    for place, word in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else None
        if not _proper(text, word, following, joined=word.start - end == 1):
            continue
        inside = start >= 0 and any(one[0] <= end and word.end <= one[1] for one in whole)
        between = text[max(end, 0) : word.start]
        if start >= 0 and (_JOIN.fullmatch(between) or (inside and _IN_TITLE.fullmatch(between))):
            end = max(end, word.end)
        elif word.start >= end:
            if start >= 0:
                yield start, end
            start, end = word.start, word.end
        if hyphened := _HYPHENED.match(text, end):
            end = hyphened.end()
    if start >= 0:
        yield start, end


def _proper(text: str, word: Tagged, following: Tagged | None, *, joined: bool) -> bool:
    """Whether a word belongs to a name; `joined`: to one that ends right before it."""
    name, lower = word.text, word.text.lower()
    if not any(char.isupper() for char in name) or len(name) < 2 or re.search(r"(.)\1\1", lower):
        return False
    if (lower in NOT_NAMES or lower.removesuffix("s") in NOT_NAMES) and not (joined and name.isupper()):
        return False
    if following and lower in _NUMBERED and any(char.isdigit() for char in following.text):
        return False
    if begins_sentence(text, word.start):
        calls = following is not None and following.text in names_of("english").given
        if lower in COMMON_STARTS or (calls and is_word(lower) and name not in _RANKS):
            return False
        leads = following is not None and following.tag in PROPER and word.tag in ("NN", "JJ", "NNS")
        dish = following is not None and following.tag == "NNS" and is_word(lower)
        return (word.tag in PROPER and not dish) or leads or not (is_word(lower) or word.tag in _NEVER)
    if name.isupper() and is_word(lower) and not joined:
        return False
    return word.tag in PROPER or (name[0].isupper() and word.tag not in ("PRP", "UH")) or bool(_MIXED.match(name))


def _listed(name: str) -> EntityType | None:
    lower = name.lower()
    if lower in KNOWN and lower not in ALSO_WORDS:
        return KNOWN[lower]
    english = names_of("english")
    if name in english.types and name not in english.given and name not in english.words:
        return english.types[name]
    if name in BRANDS and not is_word(lower) and name not in english.given:
        return "organisation"
    return None if name in english.given or is_word(lower) else wordnet_names().get(name)


def _hyphened_end(text: str, run: _Run, named: Sequence[Tagged]) -> int:
    """Where the model sees the name go on behind a hyphen: Middle-earth."""
    ends = [
        one.end for one in named if one.start == run.start and text.startswith("-", run.end) and " " not in one.text
    ]
    return max([run.end, *ends])


def _label(run: _Run, named: Sequence[Tagged], labels: dict[str, EntityType]) -> EntityType | None:
    """The model's label of the name that covers most of the run."""
    best, length = None, 0
    for one in named:
        if one.start >= run.end:
            break
        shared = min(run.end, one.end) - max(run.start, one.start)
        if shared > length:
            best, length = labels[one.tag], shared
    return best


def _as_neighbour(text: str, runs: Sequence[_Run], place: int) -> tuple[EntityType, int] | None:
    """In "from Uniqlo and Zara" the sentence says of the second what it says of the first, and the reverse."""
    run = runs[place]
    if place:
        before = runs[place - 1]
        if before.kind and before.strength >= SURE and _alike(text, before.end, run.start):
            return before.kind, before.strength
    if place + 1 < len(runs):
        after = runs[place + 1]
        if after.kind and after.strength >= SURE and _alike(text, run.end, after.start):
            return after.kind, after.strength
    return None


def _alike(text: str, end: int, start: int) -> bool:
    between = text[end:start]
    return bool(_ALIKE.fullmatch(between)) or (between == ", " and bool(_LISTED.match(text, end)))
