"""English names: what the model found, put right by the words around it, and what only the words show."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.dimensions.entities_known import (
    ALSO_WORDS,
    BRANDS,
    COMMON_STARTS,
    DEVICES,
    ENDINGS,
    KIN,
    KNOWN,
    NOT_NAMES,
    PETS,
    SOMEBODY,
    THINGS,
    TITLES,
)
from processors.dimensions.entities_runs import begins_sentence, names_in_runs
from processors.dimensions.entities_shapes import (
    NAME,
    PLAIN_NAME,
    TITLE_NAME,
    UPPER,
    Candidate,
    names_by_shape,
    one_of,
    trimmed,
)
from processors.dimensions.names import english_names, names_of
from processors.ports import Tagged
from schemas.dimensions import EntityType

MODEL_TYPES: dict[str, EntityType] = {
    "PERSON": "person", "ORG": "organisation", "GPE": "location", "LOC": "location", "FAC": "location",
    "PRODUCT": "product", "EVENT": "event", "WORK_OF_ART": "product",
}  # fmt: skip


_OWNED = re.compile(
    r"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir)(?: (?:old|new|beloved|trusty|vintage|little"
    r"|first))? (?P<name>[A-Z][a-zà-ÿ]+(?:[A-Z][a-z]+)?|i[A-Z][a-z]+)(?![\w'’])(?! [A-Z0-9])"
)
_OWN_THING = re.compile(
    r"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er)(?: (?:old|new|beloved|trusty|vintage|little"
    r"|first))? (?P<name>[A-Z][a-z]{2,})(?![\w'’-])(?= [a-z]|[.,!?;]|$)(?! (?:and|who|says?|said|loves?|hates?|likes?"
    r"|wants?|thinks?|told|asked|app|account|subscription|playlist|class|course|lessons?|friends?|teacher|homework)\b)"
)
"""What is owned by name and is nobody: "my Stratocaster is at the shop"."""
_WORK = re.compile(
    r"\b(?i:watched|watching|rewatched|rewatching|binged|bingeing|reading|rereading|seasons? of|episodes? of|playing|"
    r"(?:finished|started)(?: reading| watching| playing)?|the (?:movie|film|book|novel|show|series|game)|read|"
    r"albums?|songs?|novels?|musical|podcast)"
    rf" (?P<name>{TITLE_NAME})|\b(?i:read|reading) .{{3,40}} and (?:then )?(?P<name2>{TITLE_NAME}) (?:together|again)"
)
_STAGED = re.compile(
    rf"\b(?:saw|see|seen|seeing|watched|caught) (?P<name>{TITLE_NAME}) (?:on Broadway|in the West End|at the (?:cinema"
    r"|theat(?:re|er)|opera|movies)|in (?:the )?(?:cinemas?|theat(?:re|er)s?))\b"
)
_OF_OWN = r"(?:my|our|his|her|their|a|an|the|another|two|[A-Z]\w+'s)"
_CALLED = re.compile(
    rf"\b(?i:{_OF_OWN} (?:\w+ ){{0,2}}?(?P<noun>\w+)(?:,| is| was|'s| who is|'s name is)? )?"
    rf"(?i:named|called|name is|name's) (?P<name>{PLAIN_NAME})"
)
_NAMED_OWN = re.compile(
    rf"\b(?:named?|call|called|christened|nicknamed|dubbed|renamed) (?:my|our|the|his|her|their)"
    rf" (?:\w+ )?(?P<noun>\w+) (?P<name>{PLAIN_NAME})"
)
_KIN_NAME = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|[Yy]our|\w+'s)(?: [a-z-]+){{0,2}}? "
    rf"(?P<noun>{one_of([*KIN, *PETS, *THINGS])})(?:,? )(?:the )?(?P<name>{PLAIN_NAME})"
)
_EVENT_NAMED = re.compile(
    rf"\b(?:[Tt]he |at )(?P<name>{NAME}) (?:race|festival|conference|tournament|hackathon|gala|parade"
    rf"|convention|fair)\b"
)
_MONTH_NAME = re.compile(r"(?<!last )(?<!next )(?<!this )\b(?:(?P<name>May|June)|(?P<name2>April|August))(?='s\b)")
_EMPLOYER = re.compile(
    r"\b(?:work(?:s|ed|ing)?|play(?:s|ed)|job|intern(?:s|ed|ing|ship)?|career|employed|hired|position|role|shift"
    r"|engineer|manager|"
    r"designer|analyst|consultant|nurse|teacher|developer)(?: \w+){0,2}? (?:at|for|by|with) (?:the )?"
    rf"(?P<name>{NAME})"
    r"|\b(?:joined|joining|quit|(?:volunteer|interview)(?:s|ed|ing)? (?:for|at|with)) (?:the )?"
    rf"(?P<name2>{NAME})|\b(?:switched|changed) jobs from (?P<name4>{PLAIN_NAME}) to (?P<name5>{PLAIN_NAME})"
    rf"|\b(?:company|startup|employer|firm|band|team|bank),? (?:is |called )?(?P<name3>{NAME})"
)
_KNOWN = re.compile(rf"(?<![\w@.]){one_of([name for name in KNOWN if name.isascii()])}(?![\w@])", re.I)
_HYPHENED = re.compile(r"-[a-z]{1,12}\b")
"""The rest of a given name like Hyun-woo."""
_IS_THING = re.compile(
    rf"\b(?P<name>{PLAIN_NAME})(?:'s| is| was|,) (?:my|our|his|her|their) (?:[a-z-]+ ){{0,2}}{one_of(THINGS)}\b"
)
"""What something is: "The Pelican, our canal boat"."""
_NAMED_BRAND = re.compile(
    rf"\b(?:nam|call)(?:e|ed|ing|es|s) (?:my|our|the|his|her|their) (?:\w+ )?{one_of([*BRANDS, *DEVICES])} "
    rf"(?P<name>{PLAIN_NAME})"
)
_ITS_NAME = re.compile(
    rf"\b{one_of(THINGS)}\b[^.!?\n]{{0,24}}[.!?:] (?:It's|It is|Its name is|She's|She is|He's"
    rf"|Meet) (?P<name>{PLAIN_NAME})(?=[,.!?]|$)"
    rf"|\b(?:[Tt]he|[Aa]|[Tt]his)(?: \w+)? {one_of(THINGS)}, (?P<name2>{PLAIN_NAME})(?=[,.!?]| to )"
)
"""A thing and then its name: "We named the boat. It's Second Wind", "the old tractor, Bessie"."""
_PARTICLES = re.compile(
    rf" (?:(?:van|von|de|der|den|la|del|di|da|al|bin|dos) ){{1,3}}[{UPPER}]\w{{1,20}}(?:-[{UPPER}]\w{{1,20}})?"
)
_TAIL = re.compile(r"(?:-\w{1,20}){1,4}")
_OF_KIN = rf"(?:my|our|his|her|their) (?:[a-z-]+ ){{0,2}}{one_of([*KIN, *PETS])}"
_IS_KIN = re.compile(rf"\b(?P<name>[{UPPER}]\w{{1,20}})(?:(?:'s| is| was) {_OF_KIN}\b|, {_OF_KIN}(?=[,.!?]|$| who\b))")
"""Who someone is: "Sydney is my niece"."""
_ACTS_FIRST = re.compile(
    rf"(?:^|(?<=[.!?\n] )|(?<=, ))(?P<name>[{UPPER}][a-z]{{2,12}})"
    r"(?=['’]s [a-z]| (?:said|says|told|tells|asked|asks|thinks|thought|wants|wanted|keeps|kept|paid|pays|owes|owed"
    r"|loves|loved|hates|hated|likes|liked|called|calls|rang|texted|sent|sends|gave|gives|got|gets|went|came|comes"
    r"|moved|moves|left|lives|lived|works|worked|studies|teaches|taught|plays|played|met|bought|sold|sings|sang"
    r"|cooked|bakes|made|makes|brought|brings|took|takes|found|lost|won|knows|knew|needs|needed|turned|is (?:my|our"
    r"|his|her|late|here|coming|away|ill|off)|was (?:my|our|late|here|away|ill|off)|has (?:a|an|the|my|her|his|been"
    r"|got|moved|left)|and (?:I|my|his|her)|who)\b)"
)
"""Who begins a sentence and does what people do: "Grace said grace", "Will's bill"."""
RUN_SURE = 3
TITLE_MAX = 16
_JOINING = frozenset(("of", "the", "de", "la", "du", "von", "van", "der", "and", "&", "for", "in", "to", "a"))


def english_candidates(text: str, names: Sequence[Tagged]) -> list[Candidate]:
    """Everything in a text that may be an entity; `names` is what the model found in the same text."""
    runs = [_as_spoken(text, one) for one in names_in_runs(text, names, MODEL_TYPES)]
    proper = [(one.start, one.end) for one in runs]
    decided = {(one.start, one.end) for one in runs if one.weight >= RUN_SURE}
    found = [
        *runs,
        *(
            one
            for one in _from_model(text, names)
            if (one.start, one.end) not in decided and any(start < one.end and one.start < end for start, end in proper)
        ),
        *names_by_shape(text),
        *(one for one in _from_known(text) if (one.start, one.end) not in decided),
        *(Candidate(*one) for one in english_names(text) if (one[0], one[1]) not in decided or one[3] > RUN_SURE),
        *_from_naming(text, frozenset(word.start - 1 for word in names if word.tag in ("NN", "NNS"))),
        *_from_context(text),
    ]
    return [one for one in found if _is_name(text[one.start : one.end], one.type)]


def _as_spoken(text: str, run: Candidate) -> Candidate:
    start, end = trimmed(text, run.start, run.end)
    start = run.start if text.startswith("The ", run.start) else start
    return run._replace(start=_with_title(text, start) if run.type == "person" else start, end=end)


def _from_model(text: str, names: Sequence[Tagged]) -> Iterator[Candidate]:
    for name in names:
        kind = MODEL_TYPES.get(name.tag)
        if kind is None:
            continue
        start, end = trimmed(text, name.start, name.end)
        if name.tag != "WORK_OF_ART":
            end = _until_lower_case(text, start, end)
        if begins_sentence(text, start):
            start = _after_common_start(text, start, end)
            if start == end:
                continue
        if kind == "person":
            start = _with_title(text, start)
            hyphened = _HYPHENED.match(text, end)
            end = hyphened.end() if hyphened else end
        elif " " in text[start:end]:
            kind = ENDINGS.get(text[start:end].rsplit(" ", 1)[1], kind)
        yield Candidate(start, end, kind, 3 if name.tag == "WORK_OF_ART" else 2)


def _from_known(text: str) -> Iterator[Candidate]:
    for match in _KNOWN.finditer(text):
        name = match[0].lower()
        if (name not in ALSO_WORDS and match[0][0].isupper()) or match[0] in DEVICES[:4]:
            yield Candidate(match.start(), match.end(), KNOWN[name], 3)


def _from_naming(text: str, modifying: frozenset[int]) -> Iterator[Candidate]:
    """`modifying`: ends of words before a common noun: "my Stihl chainsaw" is a chainsaw, and named by its maker."""
    for pattern in (_CALLED, _NAMED_OWN, _KIN_NAME):
        for match in pattern.finditer(text):
            noun = (match["noun"] or "").lower()
            if not match["name"][0].isupper():
                continue
            if noun in THINGS:
                tail = _TAIL.match(text, match.end("name"))
                yield Candidate(match.start("name"), tail.end() if tail else match.end("name"), "object", 7)
            elif noun in KIN or noun in PETS or noun in SOMEBODY:
                tail = _PARTICLES.match(text, match.end("name"))
                yield Candidate(match.start("name"), tail.end() if tail else match.end("name"), "person", 7)
    for pattern in (_IS_THING, _NAMED_BRAND, _ITS_NAME):
        for match in pattern.finditer(text):
            group = "name" if match["name"] else "name2"
            yield Candidate(*trimmed(text, *match.span(group)), "object", 9)
    for match in _IS_KIN.finditer(text):
        if match["name"].lower() not in COMMON_STARTS:
            yield Candidate(*match.span("name"), "person", 7)
    for match in _ACTS_FIRST.finditer(text):
        if match["name"] in names_of("english").given:
            yield Candidate(*match.span("name"), "person", 4)
    for match in _MONTH_NAME.finditer(text):
        yield Candidate(*match.span("name" if match["name"] else "name2"), "person", 4)
    for match in _OWN_THING.finditer(text):
        name = match["name"]
        if match.end("name") in modifying:
            continue
        someone = name in names_of("english").given and name not in BRANDS
        if not someone and (name.lower() not in KNOWN or name in (*BRANDS, *DEVICES)):
            yield Candidate(*match.span("name"), "object", 4)
    for match in _OWNED.finditer(text):
        name = match["name"]
        if (name in BRANDS or name in DEVICES) and match.end("name") not in modifying:
            yield Candidate(*match.span("name"), "object", 5)


def _from_context(text: str) -> Iterator[Candidate]:
    rules: tuple[tuple[re.Pattern[str], EntityType, int], ...] = (
        (_WORK, "product", 4), (_STAGED, "product", 4), (_EMPLOYER, "organisation", 4), (_EVENT_NAMED, "event", 4),
    )  # fmt: skip
    for pattern, kind, weight in rules:
        for match in pattern.finditer(text):
            for group, value in match.groupdict().items():
                if value:
                    start, end = trimmed(text, *match.span(group))
                    first, _, second = value.partition(" and ")
                    if pattern is _WORK and first in names_of("english").given and second.isalpha():
                        yield from _two_works(start, first, second)
                        continue
                    if pattern in (_WORK, _STAGED) and value.startswith("The "):
                        start = match.start(group)
                    yield Candidate(start, end, kind, weight)


def _two_works(start: int, first: str, second: str) -> Iterator[Candidate]:
    """ "Read Emma and Persuasion": two books; Romeo and Juliet are one."""
    if second in names_of("english").given:
        yield Candidate(start, start + len(f"{first} and {second}"), "product", 4)
        return
    yield Candidate(start, start + len(first), "product", 4)
    begin = start + len(f"{first} and ")
    yield Candidate(begin, begin + len(second), "product", 4)


def _until_lower_case(text: str, start: int, end: int) -> int:
    """The model sometimes runs on into the verb: a name ends before a lower-case word that does not join names."""
    words = list(re.finditer(r"\S+", text[start:end]))
    if not words or not words[0][0][0].isupper():
        return end
    last = words[0].end()
    for word in words[1:]:
        if word[0][0].islower() and word[0] not in _JOINING and not re.match(r"[a-z]{1,3}[A-Z]", word[0]):
            break
        if word[0] not in _JOINING:
            last = word.end()
    return start + last


def _after_common_start(text: str, start: int, end: int) -> int:
    """ "Tell Wei", "Will Grace come?": the first word of a sentence that is no name is not part of the name."""
    first, _, rest = text[start:end].partition(" ")
    if first.lower() not in COMMON_STARTS:
        return start
    return start + len(first) + 1 if rest else end


def _with_title(text: str, start: int) -> int:
    """With "Dr." or "Ms" before it."""
    before = text[max(0, start - TITLE_MAX) : start].rsplit(maxsplit=1)
    title = before[-1] if before else ""
    return start - len(title) - 1 if title in TITLES and text[:start].endswith(f"{title} ") else start


def _is_name(name: str, kind: EntityType) -> bool:
    if len(name) < 2 or not any(char.isalpha() for char in name):
        return False
    if name in ("May", "April", "June", "August") and kind == "person":
        return True
    if kind in ("person", "organisation") and not any(char.isupper() for char in name):
        return False
    return name.lower() not in NOT_NAMES and name not in TITLES
