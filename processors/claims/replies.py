"""Replies: what a turn says only together with the turns before it: the answer to a question ("Are you allergic to
nuts?" — "Yes, badly."), the correction of what was just said ("Sorry, 4471.").

The reply is written out as a statement and read by the rules that read statements: no attribute has rules of its own
here, and what no rule reads as a statement is no claim as a reply either.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from processors.claims.clauses import HIDDEN, own_words
from processors.claims.extract import extract_claims
from processors.claims.guards import is_hedged
from processors.claims.replies_chinese import (
    RESTATED_ZH,
    answer_zh,
    correction_zh,
    guess_zh,
    plain_words,
    put_right_zh,
)
from processors.claims.replies_english import (
    RESTATED_EN,
    addressed,
    answer_en,
    correction_en,
    guess_en,
    is_in_place_of,
    named_in_full,
    put_right_by_form,
    put_right_en,
)
from processors.claims.table import AttributeTable, normal_value
from schemas.claims import Claim
from schemas.dimensions import Entity
from schemas.events import Role

REPLY_CHARACTERS_MAX = 120
"""A longer turn speaks for itself."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_SPEAKER = frozenset(("I", "me", "us", "you", "我", "我们", "你"))
_CALLED = re.compile(r"^@?(?P<name>[\u4e00-\u9fff]{2,4})[，,：:\s]")
_QUESTION = re.compile(r"[^.!?。！？\n]*[?？]|[^.!?。！？\n]+(?:吗|呢)(?=[。！!\s]*$)")


@dataclass(frozen=True, slots=True)
class Said:
    """A turn before this one. `subject`: whom its first person speaks of ("" for an assistant); `claims`: what was
    kept of it; `entities` by text and type."""

    role: Role
    subject: str
    content: str
    claims: tuple[Claim, ...] = ()
    entities: tuple[Entity, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """What a reply says. `asserted` goes into the slots like any claim, `replaced` are earlier claims of the speaker
    that it corrects and whose slots hold one value each. `question`: the words that it answers, "" for a correction."""

    asserted: tuple[Claim, ...] = ()
    replaced: tuple[Claim, ...] = ()
    question: str = ""


@dataclass(frozen=True, slots=True)
class Replying:
    """The turn that replies, and what the rules need to read it."""

    content: str
    subject: str
    occurred_at: datetime
    timezone: str
    entities: tuple[Entity, ...]
    table: AttributeTable


def read_reply(turn: Replying, before: Sequence[Said]) -> Reply:
    """What the turn says as a reply to `before` (oldest first). Nothing when it is long, unsure, or asks back. Call it
    for a user's turn that says nothing by itself."""
    words = own_words(turn.content).strip()
    unsuited = len(words) > REPLY_CHARACTERS_MAX or HIDDEN in words or words.endswith(("?", "？", "吗", "呢"))
    if not before or not words or unsuited or is_hedged(words):
        return Reply()
    if before[-1].role == "assistant" or _asks_in_a_group(turn, before[-1]):
        question = _question(before[-1].content)
        answered = _answered(turn, words, question, before[-1]) if question else ()
        if answered:
            return Reply(answered, question=question)
    own = next((said for said in reversed(before) if said.subject == turn.subject and said.claims), None)
    return _corrected(turn, words, own) if own is not None else Reply()


def _asks_in_a_group(turn: Replying, said: Said) -> bool:
    """Whether somebody else in a group chat asks something: in Chinese and asking nobody else by name, or of whom by
    name."""
    called = _CALLED.match(said.content)
    asks_me = called is None or called["name"] == turn.subject
    return (
        said.role == "user"
        and said.subject not in ("user", turn.subject)
        and ((bool(_HAN.search(said.content)) and asks_me) or addressed(said.content, turn.subject))
    )


def _question(content: str) -> str:
    """The one question of a turn; "" when it asks nothing or several things at once."""
    found = _QUESTION.findall(content.replace("’", "'"))
    return str(found[0]).strip() if len(found) == 1 else ""


def _answered(turn: Replying, words: str, question: str, asked: Said) -> tuple[Claim, ...]:
    if instead := _put_right(turn, words, question, asked):
        return instead
    question = named_in_full(question, asked.content)
    answer: Callable[[str, str], tuple[str, ...]] = answer_zh if _HAN.search(question) else answer_en
    for statement in answer(question, words):
        read = _read(turn, statement, (*turn.entities, *asked.entities))
        found = [claim for claim in read if claim.value and claim.value not in _SPEAKER]
        if found:
            return tuple(found)
    return ()


def _put_right(turn: Replying, words: str, question: str, asked: Said) -> tuple[Claim, ...]:
    """A guess denied with what is true instead: "So you live in Berlin?" — "No, Munich."."""
    chinese = bool(_HAN.search(question))
    value = put_right_zh(words) if chinese else put_right_en(words)
    guess = (guess_zh if chinese else guess_en)(question) if value else ""
    if not guess:
        return ()
    entities = (*turn.entities, *asked.entities)
    for guessed in _read(turn, guess, entities):
        template = (RESTATED_ZH if chinese else RESTATED_EN).get(guessed.attribute, "")
        single = turn.table.cardinality(guessed.attribute) == "single"
        named = not chinese and is_in_place_of(value, guessed.attribute) and guessed.value in guess
        statement = (template.format(value) if single else "") or (guess.replace(guessed.value, value) if named else "")
        read = _read(turn, statement, entities) if statement and guessed.value else []
        found = [claim for claim in read if claim.attribute == guessed.attribute and claim.subject == guessed.subject]
        if found and normal_value(found[0].value) != normal_value(guessed.value):
            return tuple(found)
    return ()


def _corrected(turn: Replying, words: str, own: Said) -> Reply:
    chinese = bool(_HAN.search(words) or _HAN.search(own.content))
    said = correction_zh(words) if chinese else correction_en(words)
    restated = RESTATED_ZH if chinese else RESTATED_EN
    for earlier in reversed(own.claims):
        value = ("" if chinese else put_right_by_form(earlier.attribute, words)) or said
        if not value:
            continue
        template = restated.get(earlier.attribute)
        if template is None or earlier.polarity == "negative" or earlier.subject != turn.subject:
            continue
        read = _read(turn, template.format(value), (*turn.entities, *own.entities))
        found = [
            claim.model_copy(update={"correction": True}) for claim in read if claim.attribute == earlier.attribute
        ]
        if len(found) == 1 and normal_value(found[0].value) != normal_value(earlier.value):
            single = turn.table.cardinality(earlier.attribute) == "single"
            return Reply((found[0],), () if single else (earlier,))
    return Reply()


def _read(turn: Replying, statement: str, entities: Sequence[Entity]) -> list[Claim]:
    """The claims of the statement written out, each resting on the whole reply."""
    placed = []
    for entity in entities:
        start = statement.find(entity.text)
        if start >= 0:
            placed.append(entity.model_copy(update={"start": start, "end": start + len(entity.text)}))
    claims = extract_claims(
        statement,
        role="user",
        speaker_subject=turn.subject,
        occurred_at=turn.occurred_at,
        timezone=turn.timezone,
        entities=placed,
        table=turn.table,
        words=plain_words(statement),
    )
    kept = (claim for claim in claims if claim.action != "retract" and claim.attribute != "note")
    return [claim.model_copy(update={"start": 0, "end": len(turn.content)}) for claim in kept]
