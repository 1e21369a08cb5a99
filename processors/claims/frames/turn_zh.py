"""The Chinese clauses of a turn, one after the other: of whom each speaks, and what the readings of it find."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from processors.claims.clauses import Clause
from processors.claims.found import Found
from processors.claims.frames.aims_zh import aims_zh
from processors.claims.frames.body_zh import body_zh
from processors.claims.frames.chinese import find_framed_zh
from processors.claims.frames.clause_zh import TYPES, UNCERTAIN, WAS, SaidZh, ZhClause, apart
from processors.claims.frames.contacts_zh import contacts_zh
from processors.claims.frames.doings_zh import doings_zh
from processors.claims.frames.home_zh import home_zh
from processors.claims.frames.identity_zh import identity_zh
from processors.claims.frames.kin_zh import kin_zh
from processors.claims.frames.lexicon import is_public
from processors.claims.frames.phrases_zh import phrases_zh
from processors.claims.frames.subjects_zh import OF_OTHERS
from processors.claims.frames.tastes_zh import tastes_zh
from processors.claims.frames.topics_zh import topics_zh
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
    phrases_zh,
    topics_zh,
)
"""What reads a clause beside the frames, each a group of attributes."""


_PRONOUN = re.compile(
    r"^(?:而且|不过|但是?|可是?|现在|今年|去年|最近|平时|一直|以前|后来|其实)*(?P<who>[他她])(?![们的])"
)
"""Whoever was just spoken of."""
_TIMES = frozenset(
    [
        "暑假",
        "寒假",
        "国庆",
        "国庆节",
        "春节",
        "五一",
        "元旦",
        "周末",
        "端午",
        "中秋",
        "清明",
        "年底",
        "月底",
        "假期",
        "年后",
        "节后",
    ]
)
"""Times that the tagger takes for things."""
_WHO_ONE_IS = frozenset(
    (
        "name",
        "age",
        "hometown",
        "home_city",
        "occupation",
        "relationship_status",
        "nationality",
        "birthday",
        "education",
    )
)
"""Whoever says such things of themselves goes on speaking of themselves."""
_DOCTOR_TOLD = re.compile(r"^(?:医生|大夫|医嘱)(?:让|叫|建议|嘱咐|要求|说)(?=我)")
"""What doctors tell one to do is as if one said it."""
_FOLLOWING = re.compile(r"[，,]\s*(?P<text>[^，。！？；,!?;\n]+)")
_CALLED_BY_THEM = re.compile(r"(?:叫|喊|称呼)我|管我叫")
_THEY = re.compile(r"^(?:而且|不过|但是?|可是?|现在|今年|去年|今天|昨天)*(?:[他她它](?!汀)们?|人家|有人|别人|大家)")

_THAT_ONE = re.compile(
    r"(?:那|这)[个位](?:男|女|人|家伙|小伙|姑娘|老头|老太|大爷|大妈|孩子|司机|客人|先生|女士)(?![\u4e00-\u9fff]{0,3}我)"
)


def _without(words: Sequence[Tagged], at: int) -> list[Tagged]:
    """The words of a clause without the character at `at`, their offsets as if it were not there."""
    return [
        Tagged(word.text, word.tag, word.start - (word.start > at), word.end - (word.end > at))
        for word in words
        if word.start != at or len(word.text) > 1
    ]


@dataclass(slots=True)
class _Thread:
    """What a sentence that begins at `begun` carries from clause to clause: the clause before, whom it speaks of when
    nobody is named, whether that is the speaker (`goes_on`), or somebody nothing is kept of (`foreign`)."""

    begun: int
    before: str = ""
    carried: str = ""
    goes_on: bool = False
    foreign: bool = False


def read_zh(
    own: str, meant: Sequence[Clause], words: Sequence[Tagged], entities: Sequence[Entity]
) -> Iterator[tuple[Clause, Found]]:
    """What the meant clauses say, each with the clause that says it. `own` are the speaker's own words, `words` those
    of the whole turn."""
    people = frozenset(
        [word.text for word in words if word.tag == "PER"] + [one.text for one in entities if one.type == "person"]
    )
    sentence, thread = -1, _Thread(0)
    for clause in meant:
        if not (clause.is_chinese or clause.text.isdecimal()):
            continue
        if clause.sentence != sentence:
            sentence, thread = clause.sentence, _Thread(clause.start)
            rest = [one for one in meant if one.sentence == sentence]
            whole = Clause(own[clause.start : rest[-1].end], clause.start, sentence, False, True)
            yield from ((whole, item) for item in contacts_zh(whole.text, own))
        said = _said(clause, thread, own, words, entities, people)
        found = _found(said, thread)
        _go_on(thread, clause.text, said.parts, found)
        yield from ((clause, item) for item in _once(found))


def _said(
    clause: Clause,
    thread: _Thread,
    own: str,
    words: Sequence[Tagged],
    entities: Sequence[Entity],
    people: frozenset[str],
) -> SaidZh:
    """The clause for its readings: without the pronoun of whoever was just spoken of."""
    inside = [
        Tagged(
            word.text, "TIME" if word.text in _TIMES else word.tag, word.start - clause.start, word.end - clause.start
        )
        for word in words
        if clause.start <= word.start and word.end <= clause.end
    ]
    seen = {word.text: TYPES[word.tag] for word in inside if word.tag in TYPES} | {
        entity.text: entity.type for entity in entities if clause.start <= entity.start < clause.end
    }
    text, whose = clause.text, ""
    if thread.carried and (pronoun := _PRONOUN.match(text)):
        inside, whose = _without(inside, pronoun.start("who")), thread.carried
        text = text[: pronoun.start("who")] + text[pronoun.end() :]
    if told := _DOCTOR_TOLD.match(text):
        inside = [word._replace(start=word.start - told.end(), end=word.end - told.end()) for word in inside]
        text, inside = text[told.end() :], [word for word in inside if word.start >= 0]
    parts = apart(text, inside, seen, thread.carried, thread.before, goes_on=thread.goes_on)
    if parts is not None and is_public(parts.subjects[0]):
        parts = None
    following = _FOLLOWING.match(own[clause.end :])
    after, earlier = following["text"] if following else "", own[thread.begun : clause.start]
    is_open, was = UNCERTAIN.search(text) is not None, WAS.search(text) is not None
    return SaidZh(
        text, parts, inside, seen, thread.before, after, earlier, own, people, thread.goes_on, is_open, was, whose
    )


def _found(said: SaidZh, thread: _Thread) -> list[Found]:
    """What the frames and all readings find; of others only who they are."""
    told = said.parts is not None and not said.parts.elided
    of_them = (
        OF_OTHERS.match(said.text) or _THEY.match(said.text) or _THAT_ONE.search(said.text)
    ) and not _CALLED_BY_THEM.search(said.text)
    thread.foreign = not told and (thread.foreign or bool(of_them))
    if thread.foreign:
        thread.carried = ""
        return list(kin_zh(said))
    found = [
        *find_framed_zh(said.text, said.parts, said.seen),
    ]
    for reading in _READINGS:
        found.extend(reading(said))
    if said.pronoun:
        # 我妈叫秀兰，她养了只猫叫大王: the animal is hers.
        found = [replace(one, subject=said.pronoun) if one.attribute == "pet" else one for one in found]
    return found


def _once(found: Sequence[Found]) -> Iterator[Found]:
    """Without a home that is where somebody is from, a liking that is a hobby, and a hobby that a habit tells."""
    roots = {item.value for item in found if item.attribute == "hometown"}
    habits = [item.value for item in found if item.attribute == "habit"]
    hobbies = {item.value for item in found if item.attribute == "hobby"}
    for item in found:
        rooted = item.attribute == "home_city" and item.value in roots
        if item.attribute == "likes" and item.value in hobbies:
            continue
        if not rooted and (item.attribute != "hobby" or not any(item.value in habit for habit in habits)):
            yield item


def _go_on(thread: _Thread, text: str, parts: ZhClause | None, found: Sequence[Found]) -> None:
    """Whom the next clause speaks of: whoever this one names or speaks of."""
    related = (item.value for item in found if item.attribute in RELATIONS and item.subject == "user")
    named = list(dict.fromkeys(related))
    if len(named) == 1:
        thread.carried = named[0]
    elif _SELF.search(text):
        thread.carried = ""
    if not thread.carried and parts is not None and parts.subjects != ["user"]:
        thread.carried = parts.subjects[0]
    if any(item.attribute == "name" and item.value == thread.carried for item in found):
        thread.carried = ""
    introduced = any(item.attribute in _WHO_ONE_IS and item.subject == "user" for item in found)
    of_speaker = not thread.carried and parts is not None and parts.subjects == ["user"]
    thread.goes_on, thread.before = introduced or of_speaker, text
