"""Extraction: the claims of one turn, by rules, each with the span that it rests on (DESIGN §5, tier `rules`)."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, timedelta

from processors.claims.chinese import find_chinese, forgotten_zh
from processors.claims.chinese_values import is_fit_zh, trimmed_zh
from processors.claims.clauses import HIDDEN, Clause
from processors.claims.english import find_english, forgotten
from processors.claims.english_birthdays import born
from processors.claims.english_fit import fitted_en
from processors.claims.english_own import introduces_self
from processors.claims.english_owned import owned
from processors.claims.english_people import named_people
from processors.claims.english_things import named_things
from processors.claims.found import LIKELY, SURE, UNSURE, Found
from processors.claims.frames.lexicon import is_public
from processors.claims.frames.merge import merged
from processors.claims.frames.orders import asked_for
from processors.claims.frames.turn_zh import read_zh
from processors.claims.guards import is_hedged
from processors.claims.notes import find_notes
from processors.claims.people import RELATIONS
from processors.claims.prepared import Prepared, Turn, prepare
from processors.claims.promises import find_undertaken
from processors.claims.sayings import said_of_self
from processors.claims.structured import Parse, read_structure
from processors.claims.table import AttributeTable, normal_value
from processors.claims.understood import Understood
from processors.claims.uses import by_use
from processors.dimensions.times import find_times
from processors.ports import Tagged, Word
from schemas.claims import Claim
from schemas.dimensions import Entity
from schemas.events import Role

ANNOUNCED_MAX = 28
"""Characters of a clause that only announces a correction: "I have to correct that"."""
_CORRECTION = re.compile(
    r"(?i:\b(?:correction|correct(?:ing)? (?:that|this|myself)|actually|scratch that|i meant|i misspoke|no wait"
    r"|wait,? no|not \w+,? (?:but|it's)"
    r"|should be)\b|^\W*(?:no|nope|sorry|oops)\W*(?:$|,)|\bmy \w+ (?:isn't|is not|wasn't)\b|\bmy mistake\b)"
    r"|[说讲写填]错|更正|纠正|不对|记错|搞错|应该是|改成|改为|换成|不是.{1,12}[，,]?(?:而)?是"
)
_CLAUSE_ENDS = re.compile(r"[,.;:!?，。；：！？\n]")
_ROLES = {"spouse": "spouse", "child": "child", "sibling": "sibling", "mother": "parent", "father": "parent"}
"""Subject of what is said of unnamed kin → attribute that names them."""
_ROLE_LEAD = re.compile(r"(?i:\bas (?:an? |the )?(?:\w+ )?)$|[做当是](?:一?[名个位])?$")
"""What leads up to a profession after the place of work."""
_FOR_FUN = re.compile(r"(?i:(?:avid|keen|passionate|amateur|hobby|expert|casual|lifelong|weekend) )")
"""Whoever is an avid gardener has no trade."""
_IN_THE_BODY = re.compile(
    r"(?i: in (?:my|both|one|the|each)(?: (?:left|right|lower|upper|other|of my))?(?: (?:ears?|eyes?|wrists?|knees?"
    r"|hips?|hands?|shoulders?|ankles?|feet|foot|legs?|arms?|back|spine|neck|fingers?|thumbs?|toes?|lungs?|kidneys?"
    r"|jaw|elbows?|breast|bowel|heart))\b)"
)
_NO_ALLERGEN = re.compile(
    r"(?i:^(?:proper|real|serious|severe|genuine|dead|extreme|bad|mild|fatal|actual)ly$|\ballergic\b|^found )"
)
"""How badly, and not to what."""
_FOR = re.compile(r" for (?=[A-Z])")
"""Whoever left London for Margate has left no employer of that name."""
_UNTIL = re.compile(r"(?i:\b(?:until|till|up to)\b)|直到|截[止至]|为止")


def extract_claims(
    content: str,
    *,
    role: Role,
    speaker_subject: str = "user",
    occurred_at: datetime,
    timezone: str = "UTC",
    entities: Sequence[Entity] = (),
    table: AttributeTable | None = None,
    parse: Parse | None = None,
    words: Sequence[Tagged] = (),
) -> tuple[Claim, ...]:
    """What a careful reader would keep of this turn, in the order of the text. Only a user's own, meant statements
    count; `speaker_subject` is "user" or, in a group chat, the name of whoever speaks. With `parse` English is read by
    its structure too, not by its wording alone; with its `words` so is Chinese."""
    prepared = prepare(
        content,
        role=role,
        speaker_subject=speaker_subject,
        occurred_at=occurred_at,
        timezone=timezone,
        entities=entities,
        table=table,
        words=words,
    )
    if prepared is None:
        return ()
    return claims_of(prepared, None if parse is None else parse([prepared.english])[0])


def claims_of(prepared: Prepared, parsed: Sequence[Word] | None) -> tuple[Claim, ...]:
    """The claims of a turn that was taken apart. `parsed`: how the words of its `english` hang together; None: they are
    read by their wording alone."""
    turn, retracted = prepared.turn, prepared.retracted
    settled = tuple(retracted)
    if prepared.of_speaker:
        found = _read(prepared, parsed)
        found = list(_with_its_place(_with_reason(found, turn), turn.content))
        found = list(_by_name(_apart_from_employers(found, turn.content), turn.speaker))
        # "Forget I ever said that I smoke" does not say it again.
        found = [claim for claim in found if not any(one.start <= claim.start < one.end for one in retracted)]
        found += _notes(prepared.meant, [*retracted, *found], turn)
        settled = tuple(_settled([*retracted, *found], turn.table))
    if turn.content == turn.written:
        return settled
    return tuple(_as_written(claim, turn.content, turn.written) for claim in settled)


def _as_written(claim: Claim, plain: str, content: str) -> Claim:
    """The claim with its value, and whom it speaks of, in the characters of the turn."""

    def written(text: str, start: int) -> str:
        at = plain.find(text, start) if text else -1
        return content[at : at + len(text)] if at >= 0 else text

    return claim.model_copy(update={"value": written(claim.value, claim.start), "subject": written(claim.subject, 0)})


def _read(prepared: Prepared, parsed: Sequence[Word] | None) -> list[Claim]:
    """What all readings find, the surest first."""
    turn, meant, implied = prepared.turn, prepared.meant, prepared.implied
    found = list(_assertions(meant, turn))
    found = merged(found, [*_understood(implied, turn), *_sayings(meant, turn)])
    found = merged(found, list(_in_passing(prepared.parts, prepared.here, turn)))
    if parsed is not None:
        found = merged(found, list(_framed(prepared, parsed)))
    found += _patterned(meant, turn)
    if turn.words:
        found = merged(found, list(_framed_zh(meant, turn)))
    found += _undertaken(meant, found, turn)
    return found


def _with_reason(found: Sequence[Claim], turn: Turn) -> list[Claim]:
    """Without what its value refutes: whoever left London has left no employer."""
    places = turn.places()
    found = fitted_en([_trimmed(claim) for claim in found], turn.content)
    orders = [claim.value for claim in found if claim.attribute == "instruction"]
    return [
        claim
        for claim in found
        # "Run the tests before every commit" is told to somebody, not done.
        if (claim.attribute != "habit" or not any(claim.value in order for order in orders))
        and (claim.attribute != "employer" or claim.polarity == "positive" or _FOR.split(claim.value)[0] not in places)
        and not (claim.attribute == "occupation" and _FOR_FUN.match(claim.value))
        and is_fit_zh(claim.attribute, claim.value)
        and not (claim.attribute == "allergy" and _NO_ALLERGEN.search(claim.value))
    ]


def _trimmed(claim: Claim) -> Claim:
    value = trimmed_zh(claim.attribute, claim.value)
    return claim if value == claim.value else claim.model_copy(update={"value": value})


def _with_its_place(found: Iterable[Claim], content: str) -> Iterator[Claim]:
    """An ailment with where in the body it is: "tinnitus in my left ear"."""
    for claim in found:
        at = content.find(claim.value, claim.start) if claim.attribute == "health" and claim.value else -1
        where = _IN_THE_BODY.match(content, at + len(claim.value)) if at >= 0 else None
        yield (
            claim
            if where is None
            else claim.model_copy(update={"value": claim.value + where[0], "end": max(claim.end, where.end())})
        )


def _apart_from_employers(found: Sequence[Claim], content: str) -> Iterator[Claim]:
    """What somebody is does not end with where they work: said in one clause, each rests on words of its own."""
    for claim in found:
        firm = next((one for one in found if one.attribute == "employer" and one.start < claim.end <= one.end), None)
        begun = content.find(claim.value, claim.start, claim.end) if claim.attribute == "occupation" and firm else -1
        if firm is None or begun < 0:
            yield claim
        elif begun < content.find(firm.value, claim.start):
            yield claim.model_copy(update={"end": begun + len(claim.value)})
        else:
            lead = _ROLE_LEAD.search(content[claim.start : begun])
            yield claim.model_copy(update={"start": claim.start + lead.start() if lead else begun})


def _by_name(claims: Iterable[Claim], speaker: str) -> Iterator[Claim]:
    """What is said of a brother is said of Rufus, where he is the one brother who is named."""
    found = list(claims)
    for claim in found:
        tie = _ROLES.get(claim.subject)
        named = {one.value for one in found if one.attribute == tie and one.subject == speaker}
        alone = tie is not None and len(named) == 1
        yield claim.model_copy(update={"subject": named.pop()}) if alone else claim


def _patterned(meant: Sequence[Clause], turn: Turn) -> Iterator[Claim]:
    """What the patterns of a table of one's own find."""
    for row in turn.table.patterned():
        for clause in meant:
            match = next((found for pattern in row.patterns if (found := pattern.search(clause.text))), None)
            if match is not None and match["value"].strip(" .,!。，！"):
                item = Found(row.name, match["value"].strip(" .,!。，！"))
                yield _claim(clause, item, "user", turn)


def _undertaken(meant: Sequence[Clause], found: Sequence[Claim], turn: Turn) -> Iterator[Claim]:
    """What somebody takes on where no other rule has read it."""
    for taken in find_undertaken(meant):
        if not any(claim.start < taken.end and taken.start < claim.end for claim in found):
            clause = Clause("", taken.start, 0, False, True)
            claim = _claim(clause, Found("commitment", taken.value, confidence=LIKELY), "user", turn)
            yield claim.model_copy(update={"end": taken.end})


def _understood(implied: Sequence[Understood], turn: Turn) -> Iterator[Claim]:
    """What statements say that are only understood, by their wording."""
    types = {entity.text: entity.type for entity in turn.entities}
    for one in implied:
        whole = Clause(one.text.strip(" ."), one.start, 0, False, True)
        yield from (
            _claim(whole, item, "user", turn, corrects=False).model_copy(update={"end": one.end})
            for item in said_of_self(whole.text, types)
        )
        for claim in _assertions([whole], turn):
            yield claim.model_copy(update={"start": one.start, "end": one.end})


def _sayings(meant: Sequence[Clause], turn: Turn) -> Iterator[Claim]:
    """What English clauses say by a set phrase."""
    types = {entity.text: entity.type for entity in turn.entities}
    for number, clause in enumerate(meant):
        if not clause.is_chinese and HIDDEN not in clause.text:
            rest = [one for one in meant[number:] if one.sentence == clause.sentence]
            said = turn.own[clause.start : rest[-1].end]
            yield from (_claim(clause, item, "user", turn) for item in said_of_self(said, types))


def _in_passing(parts: Sequence[Clause], here: Collection[int], turn: Turn) -> Iterator[Claim]:
    """Whom and what English sentences, also questions, name as the speaker's, and what they ask for always."""
    before, begun = "", 0
    for number in dict.fromkeys(part.sentence for part in parts if part.sentence not in here):
        inside = [part for part in parts if part.sentence == number]
        said = turn.own[inside[0].start : inside[-1].end]
        if not any(part.is_chinese for part in inside):
            whole = Clause(said, inside[0].start, number, inside[0].asks, True)
            orders = () if inside[0].asks else asked_for(said, [part.text for part in inside])
            things = named_things(said, inside[0].start, turn.entities, (before, begun))
            for item in (*named_people(said, before), *owned(said), *born(said), *things, *orders):
                yield _claim(whole, item, "user", turn, corrects=False)
            before, begun = said, inside[0].start


def _framed(prepared: Prepared, parsed: Sequence[Word]) -> Iterator[Claim]:
    """What English sentences say by their structure."""
    turn = prepared.turn
    parts, meant, implied = prepared.parts, prepared.meant, prepared.implied
    found = read_structure(turn.own, parts, meant, implied, turn.entities, prepared.english, parsed)
    for clause, item in found:
        yield _claim(clause, item, item.subject or "user", turn)


def _framed_zh(meant: Sequence[Clause], turn: Turn) -> Iterator[Claim]:
    """What Chinese clauses say by their structure."""
    for clause, item in read_zh(turn.own, meant, turn.words, turn.entities):
        yield _claim(clause, item, item.subject or "user", turn)


def _notes(meant: Sequence[Clause], found: Sequence[Claim], turn: Turn) -> Iterator[Claim]:
    for start, end in find_notes(meant, [(claim.start, claim.end) for claim in found]):
        yield Claim(
            subject=turn.speaker, attribute="note", value=turn.content[start:end], confidence=SURE, start=start, end=end
        )


def _assertions(parts: Sequence[Clause], turn: Turn) -> Iterator[Claim]:
    carried, sentence, corrects = "", -1, False
    for index, clause in enumerate(parts):
        if clause.sentence != sentence:
            carried, sentence = "", clause.sentence
            corrects = False
        corrects = corrects or _corrects(clause, turn)
        if forgotten(clause.text) or forgotten_zh(clause.text):
            carried = ""
            continue
        subject, found = _found(clause, carried, turn.entities, before=parts[index - 1].text if index else None)
        introduced = any(item.attribute in RELATIONS and item.value == subject for item in found)
        if subject is not None and is_public(subject) and not introduced:
            # Whom everybody knows is nobody of the speaker's.
            continue
        carried = _carried(subject, found)
        for item in found:
            yield _claim(clause, item, item.subject or subject or "user", turn, corrects=corrects)


def _carried(subject: str | None, found: Sequence[Found]) -> str:
    """Whom the next clause speaks of when it names nobody: the one person just named (我女儿叫朵朵，今年五岁), else the
    subject."""
    named = [item.value for item in found if item.attribute in RELATIONS]
    if named:
        return named[0] if len(named) == 1 and subject != "user" else ""
    return subject or ("user" if found else "")


def _found(
    clause: Clause, carried: str, entities: Sequence[Entity], *, before: str | None
) -> tuple[str | None, list[Found]]:
    if clause.is_chinese:
        return find_chinese(clause.text, carried, entities, clause.start, before=before or "")
    subject, found = find_english(clause.text, carried, before or "")
    people = {entity.text for entity in entities if entity.type == "person"}
    introduced = introduces_self(clause.text, before, people) if not found else None
    return ("user", [introduced]) if introduced else (subject, found)


def _corrects(clause: Clause, turn: Turn) -> bool:
    """Whether a clause corrects what was said, or the words right before it announce that: 说错了。我叫…"""
    if _CORRECTION.search(clause.text):
        return True
    before = _CLAUSE_ENDS.split(turn.own[: clause.start].rstrip(" ,.;:!?，。；：！？")[-ANNOUNCED_MAX - 1 :])[-1]
    return len(before) <= ANNOUNCED_MAX and _CORRECTION.search(before) is not None


def _claim(clause: Clause, item: Found, subject: str, turn: Turn, *, corrects: bool | None = None) -> Claim:
    """`corrects`: whether it corrects what was said; else the clause itself tells."""
    # "I think" begins an opinion; before anything else it is doubt.
    unsure = is_hedged(clause.text) and item.attribute != "opinion"
    confidence = min(item.confidence, UNSURE) if unsure else item.confidence
    ends = _end_given(clause, turn)
    attribute = by_use(item.attribute, clause.text)
    expires = turn.table.attribute(attribute).expires_days
    if ends is None and expires:
        ends = turn.said_at + timedelta(days=expires)
    return Claim(
        subject=turn.speaker if subject == "user" else subject,
        attribute=attribute,
        value=item.value,
        polarity=item.polarity,
        action=item.action,
        confidence=confidence,
        correction=_corrects(clause, turn) if corrects is None else corrects,
        start=clause.start,
        end=clause.end,
        valid_from=turn.said_at if ends else None,
        valid_to=ends,
    )


def _end_given(clause: Clause, turn: Turn) -> datetime | None:
    """The end of "until Friday", 直到周五."""
    if not _UNTIL.search(clause.text):
        return None
    times = find_times(clause.text, turn.said_at, turn.timezone)
    return next((time.end for time in times if time.end and time.start == turn.said_at), None)


def _settled(claims: Sequence[Claim], table: AttributeTable) -> list[Claim]:
    """Within one turn the last word on a slot counts; a change without a value gives way to the value itself."""
    last: dict[tuple[str, str], Claim] = {}
    for claim in sorted(claims, key=lambda claim: claim.start):
        slot = table.slot_of(claim)
        earlier = last.get(slot)
        if earlier is not None and claim.action == "unset" and not claim.value and earlier.value:
            continue
        if earlier is not None and normal_value(earlier.value) == normal_value(claim.value) and earlier == claim:
            continue
        last.pop(slot, None)
        last[slot] = claim
    return sorted(last.values(), key=lambda claim: (claim.start, claim.attribute, claim.value))
