"""The Chinese clauses of a turn, one after the other: of whom each speaks, and what the readings of it find."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from processors.claims.clauses import Clause
from processors.claims.found import Found
from processors.claims.frames.aims_zh import aims_zh
from processors.claims.frames.body_zh import body_zh
from processors.claims.frames.chinese import find_framed_zh
from processors.claims.frames.clause_zh import TYPES, SaidZh, apart
from processors.claims.frames.doings_zh import doings_zh
from processors.claims.frames.home_zh import home_zh
from processors.claims.frames.identity_zh import identity_zh
from processors.claims.frames.kin_zh import kin_zh
from processors.claims.frames.lexicon import is_public
from processors.claims.frames.sayings_zh import contacts_zh, sayings_zh
from processors.claims.frames.subjects_zh import OF_OTHERS
from processors.claims.frames.tastes_zh import tastes_zh
from processors.claims.frames.ways_zh import ways_zh
from processors.claims.frames.work_zh import work_zh
from processors.claims.people import RELATIONS
from processors.ports import Tagged
from schemas.dimensions import Entity

_SELF = re.compile(r"[我俺咱](?!们?家?的?(?:老公|老婆|儿子|女儿|妈|爸))")
_READINGS: tuple[Callable[[SaidZh], Iterable[Found]], ...] = (
    identity_zh,
    home_zh,
    work_zh,
    kin_zh,
    body_zh,
    tastes_zh,
    doings_zh,
    aims_zh,
    ways_zh,
)
"""What reads a clause beside the frames, each a group of attributes."""


_PRONOUN = re.compile(
    r"^(?:而且|不过|但是?|可是?|现在|今年|去年|最近|平时|一直|以前|后来|其实)*(?P<who>[他她])(?![们的])"
)
"""Whoever was just spoken of."""
_FOLLOWING = re.compile(r"[，,]\s*(?P<text>[^，。！？；,!?;\n]+)")
_THEY = re.compile(r"^(?:而且|不过|但是?|可是?|现在|今年|去年|今天|昨天)*(?:[他她它]们?|人家|有人|别人|大家)")


def _without(words: Sequence[Tagged], at: int) -> list[Tagged]:
    """The words of a clause without the character at `at`, their offsets as if it were not there."""
    return [
        Tagged(word.text, word.tag, word.start - (word.start > at), word.end - (word.end > at))
        for word in words
        if word.start != at or len(word.text) > 1
    ]


def read_zh(
    own: str, meant: Sequence[Clause], words: Sequence[Tagged], entities: Sequence[Entity]
) -> Iterator[tuple[Clause, Found]]:
    """What the meant clauses say, each with the clause that says it. `own` are the speaker's own words, `words` those
    of the whole turn."""
    before, carried, on, foreign = "", "", False, False
    sentence, begun = -1, 0
    people = frozenset(
        [word.text for word in words if word.tag == "PER"] + [one.text for one in entities if one.type == "person"]
    )
    for clause in meant:
        if not clause.is_chinese:
            continue
        if clause.sentence != sentence:
            before, carried, on, foreign = "", "", False, False
            sentence, begun = clause.sentence, clause.start
            rest = [one for one in meant if one.sentence == sentence]
            whole = Clause(own[clause.start : rest[-1].end], clause.start, sentence, False, True)
            yield from ((whole, item) for item in contacts_zh(whole.text, own))
        inside = [
            Tagged(word.text, word.tag, word.start - clause.start, word.end - clause.start)
            for word in words
            if clause.start <= word.start and word.end <= clause.end
        ]
        seen = {word.text: TYPES[word.tag] for word in inside if word.tag in TYPES} | {
            entity.text: entity.type for entity in entities if clause.start <= entity.start < clause.end
        }
        pronoun = _PRONOUN.match(clause.text) if carried else None
        if pronoun:
            inside = _without(inside, pronoun.start("who"))
        text = clause.text[: pronoun.start("who")] + clause.text[pronoun.end() :] if pronoun else clause.text
        parts = apart(text, inside, seen, carried, before, goes_on=on)
        if parts is not None and is_public(parts.subjects[0]):
            parts = None
        following = _FOLLOWING.match(own[clause.end :])
        after = following["text"] if following else ""
        said = SaidZh(text, parts, inside, seen, before, after, own[begun : clause.start], own, people, on)
        found = [*find_framed_zh(text, parts, seen), *sayings_zh(text, before, seen)]
        told = parts is not None and not parts.elided
        of_them = (OF_OTHERS.match(text) or _THEY.match(text)) and not re.search(r"(?:叫|喊|称呼)我|管我", text)
        foreign = not told and (foreign or bool(of_them))
        if foreign:
            found, carried = list(kin_zh(said)), ""
        else:
            for reading in _READINGS:
                found.extend(reading(said))
        roots = {item.value for item in found if item.attribute == "hometown"}
        found = [item for item in found if item.attribute != "home_city" or item.value not in roots]
        habits = [item.value for item in found if item.attribute == "habit"]
        for item in found:
            if item.attribute != "hobby" or not any(item.value in habit for habit in habits):
                yield clause, item
        related = (item.value for item in found if item.attribute in RELATIONS and item.subject == "user")
        named = list(dict.fromkeys(related))
        carried = named[0] if len(named) == 1 else "" if _SELF.search(clause.text) else carried
        if not carried and parts is not None and parts.subjects != ["user"]:
            carried = parts.subjects[0]
        introduced = any(item.attribute in ("name", "age") and item.subject == "user" for item in found)
        if any(item.attribute == "name" and item.value == carried for item in found):
            carried = ""
        on = introduced or (not carried and parts is not None and parts.subjects == ["user"])
        before = clause.text
