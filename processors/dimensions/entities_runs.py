"""English names as runs of proper nouns: what the tagger's parts of speech show where the model's names do not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from processors.dimensions.entities_cues import SURE, cued
from processors.dimensions.entities_known import ALSO_WORDS, BRANDS, COMMON_STARTS, KNOWN, NOT_NAMES, TITLES, words_of
from processors.dimensions.entities_shapes import Candidate
from processors.dimensions.names import is_kind, is_word, names_of, wordnet_names
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
_JOIN = re.compile(
    r" (?:(?:(?:of|de|du|da|di|del|della|la|le|von|van|der|al|bin|ibn|&|upon)(?: (?:the|la|los|der|den))?"
    r"|on(?= (?:Avon|Trent|Thames|Sea|Wye|Tweed|Tees|Hudson|Humber|Main|Don)\b)) )?"
)
_MODEL_NUMBER = re.compile(r" (?:\d{1,4}[A-Za-z]{0,2}|[A-Z]{1,3}\d{1,4}\w?)(?![\w:%]|[./]\d| ?(?:am|pm|[a-z]+s)\b)")
_IN_TITLE = re.compile(r" (?:(?:for|and|in|to|a|the|on|with|from|at|of) ){1,3}")
_NEVER = frozenset(("PRP", "PRP$", "UH", "MD", "WP", "WRB", "DT", "IN", "CC", "EX", "TO", "CD", "RB"))
"""Tags of words that begin sentences and no names."""
_RANKS = frozenset(
    ("King", "Queen", "Prince", "Princess", "Saint", "President", "Captain", "Lord", "Lady", "Santa", "Pope")
)
_ANY_OF = re.compile(r"\b(?:an?|every) $", re.I)
_THE = re.compile(r"\b[Tt]he $")
_OF_OWN = re.compile(r"\b(?:the|our|my|your|his|her|their|new|old|former|and) $", re.I)
_ROLES = frozenset(
    words_of(
        "manager head director chief officer lead leader president chair chairman chairwoman secretary minister"
        " chancellor mayor governor ambassador inspector captain sergeant supervisor coordinator administrator"
        " assistant analyst engineer developer designer consultant accountant treasurer receptionist principal"
        " headteacher dean vicar pastor bishop dispatcher foreman warden caretaker landlord landlady trustee intern"
        " recruiter editor producer team department committee"
    )
)
"""What somebody is: with or without capitals, no name."""
_DISH = re.compile(
    r" (?:salad|puddings?|sauce|cheese|soup|bread|buns?|pies?|tea|coffee|sausages?|ham|beef|curry|noodles|toast|fries"
    r"|rolls?|terriers?|shepherds?|retrievers?|spaniels?|breakfast|accent|roulette|whist|sprouts|style|fashion|eggs?|broth|whisk(?:e)?y)\b"
)
"""A place or person before these names a kind: Yorkshire puddings, a Caesar salad."""
_PERSON_FROM = re.compile(r",? (?:over |is |was )?from (?:the )?")
_ONE_OF = re.compile(r"\b(?:a|an|another|new|old|used|my|his|her|our|their|the) $", re.I)
_HYPHENED = re.compile(r"(?:-[a-z]{1,5}){0,2}-[A-Z]\w{0,30}|(?:-[A-Z]\w{0,30}){1,4}")
_MIXED = re.compile(r"[a-z]{1,3}[A-Z][a-z]+$")
_NUMBERED = frozenset(
    words_of("gate room flight platform terminal flat unit chapter page table row seat apartment bus lesson week day")
)
_STARTERS = ".!?\n:(—–-"
_ALIKE = re.compile(r"(?:,? and|,? or| &) (?:the )?|/")
_FROM_ONE = re.compile(r"\bfrom (?:the )?[A-Z][\w'’&.-]{0,24}(?: [A-Z][\w'’&.-]{0,24}){0,3}$")
"""What one goes from is of one type with what one goes to: "from Chrome to Vivaldi"."""
_NAMED = r"(?:(?:the |my )?[A-Z\u00c0-\u00de][\w'’&.-]{0,24}(?: [A-Z\u00c0-\u00de][\w'’&.-]{0,24}){0,3})"
_LISTED = re.compile(rf"(?:, {_NAMED}){{0,8}},? (?:and|or|&) |(?:, {_NAMED}){{2,8}}(?![\w, ])")
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
    runs = _in_lists(text, [_Run(start, end, *cued(text, start, end)) for start, end in _runs(text, tagged)])
    proper = {word.start for word in tagged if word.tag in PROPER}
    verbs = {word.start for word in tagged if word.tag in ("VBZ", "VBD")}
    named = [one for one in tagged if one.tag in labels]
    for run in runs:
        name = text[run.start : run.end]
        begins = begins_sentence(text, run.start)
        number = _MODEL_NUMBER.match(text, run.end)
        listed = _listed(f"{name}{number[0]}") if number else None
        numbered = run.end + len(number[0]) if number and listed else run.end
        known = KNOWN.get(name.lower())
        listed = listed or _listed(name) or (known if not begins or known == run.kind else None)
        if listed == "organisation" and run.kind == "product" and _ONE_OF.search(_before(text, run, 12)):
            listed = None
        model = _label(run, named, labels)
        if listed not in ("organisation", "product") and _DISH.match(text, run.end):
            continue
        sure = run.start in proper or run.end + 1 in verbs
        if listed is None and _is_no_name(text, run, begins=begins, proper=sure, model=model):
            continue
        kind, strength = run.kind, run.strength
        if begins and kind is None and listed is None and run.end + 1 in verbs and not _is_common(name.lower()):
            kind, strength = "person", SURE
        if kind == "location" and listed is None and model != "location" and _is_of_person(text, runs, run):
            kind, strength = "organisation", SURE
        kind, weight = _decided(name, listed, kind, strength, model)
        kind = _not_the_person(text, run, kind)
        start, end = run.start, max(numbered, _hyphened_end(text, run, named))
        if kind == "product" and end == run.end:
            end = number.end() if number else end
        if text[:start].endswith(" The ") and (kind == "product" or f"The {name}" in names_of("english").types):
            start -= len("The ")
        works_there = kind == run.kind == "organisation" and strength >= SURER
        yield Candidate(start, end, kind, 6 if works_there else weight)


def _is_of_person(text: str, runs: Sequence[_Run], run: _Run) -> bool:
    """Whether somebody is said to be from there: "Philippa from Arup"; a town would be known as one."""
    place = runs.index(run)
    before = runs[place - 1] if place else None
    if before is None or not _PERSON_FROM.fullmatch(text, before.end, run.start):
        return False
    return before.kind == "person" or text[before.start : before.end].split()[0] in names_of("english").given


def _is_common(lower: str) -> bool:
    return is_word(lower) or is_kind(lower)


def _before(text: str, run: _Run, length: int) -> str:
    return text[max(0, run.start - length) : run.start]


def _is_no_name(text: str, run: _Run, *, begins: bool, proper: bool, model: EntityType | None) -> bool:
    """Whether what no list knows only looks like a name: a word that begins a sentence, or a kind of somebody, like
    "a Financial Analyst", "our Head of Sales"."""
    name = text[run.start : run.end]
    words = [word for word in name.split() if word[0].isupper()] or [name]
    given = name in names_of("english").given
    if name.lower() in COMMON_STARTS and not given:
        return True
    all_words = all(_is_common(word.lower()) or word.lower() in _ROLES for word in words)
    if begins and " " not in name and run.strength < STRONG and (_is_common(name.lower()) or not proper):
        return True
    if _ANY_OF.search(_before(text, run, 8)) and all_words:
        return True
    role = words[0].lower() in _ROLES or words[-1].lower() in _ROLES
    if role and all_words and (begins or _OF_OWN.search(_before(text, run, 8))):
        return True
    if " " in name or not all_words or given:
        return False
    if _THE.search(_before(text, run, 4)):
        return run.strength < STRONG
    return model is None and run.strength < SURE + (run.kind == "location")


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
    doubtful = both or first in names_of("english").words
    if first in names_of("english").given and strength < (SURE if doubtful else SURER):
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
    if kind == "person" and " & " in name and not any(word in names_of("english").given for word in name.split()):
        return "organisation"
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


def _in_lists(text: str, runs: Sequence[_Run]) -> list[_Run]:
    """In "from Uniqlo and Zara" the sentence says of each what it says of one; where it says nothing, what the lists
    know of one of them holds for those that they do not know."""
    lists: list[list[_Run]] = []
    for run in runs:
        if lists and _alike(text, lists[-1][-1].end, run.start):
            lists[-1].append(run)
        else:
            lists.append([run])
    return [one for names in lists for one in (_of_one_type(text, names) if len(names) > 1 else names)]


def _of_one_type(text: str, names: Sequence[_Run]) -> list[_Run]:
    surest = max(names, key=lambda one: one.strength)
    kind, strength = surest.kind, surest.strength
    weak = strength <= SURE + (kind == "location")
    if weak:
        # "in", "from" and "with" alone say less than what one of the names is known for.
        known = next((one for one in (_type_known(text[name.start : name.end]) for name in names) if one), None)
        kind, strength = known or (kind if strength == SURE else None), SURE
    if kind is None:
        return list(names)
    given = names_of("english").given - names_of("english").types.keys()
    return [
        one
        if one.strength >= SURE + weak or (strength < STRONG and text[one.start : one.end].split()[0] in given)
        else replace(one, kind=kind, strength=strength)
        for one in names
    ]


def _type_known(name: str) -> EntityType | None:
    return "person" if name.split()[0] in names_of("english").given else _listed(name) or KNOWN.get(name.lower())


def _alike(text: str, end: int, start: int) -> bool:
    between = text[end:start]
    if between == " to " and _FROM_ONE.search(text, max(0, end - 40), end):
        return True
    return bool(_ALIKE.fullmatch(between)) or (between == ", " and bool(_LISTED.match(text, end)))
