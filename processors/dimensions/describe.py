"""The describe stage's default tier: every dimension and claim of a turn by rules and small local taggers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from processors.claims.extract import claims_of
from processors.claims.gate import held_back
from processors.claims.prepared import Prepared, prepare
from processors.claims.spoken import spoken
from processors.claims.table import AttributeTable, shipped_table
from processors.claims.text import claim_text
from processors.dimensions.details import find_details
from processors.dimensions.intent import find_intent
from processors.dimensions.keywords import keywords
from processors.dimensions.reasons import find_purpose, find_reason
from processors.dimensions.times import find_times
from processors.importance import score_importance
from processors.language import detect_language
from processors.ports import EntityFinder, Tagged
from processors.stages import Description, TurnText
from schemas.claims import Claim
from schemas.dimensions import Dimensions, Entity
from schemas.events import Role

ENTITY_CHARACTERS_MAX = 8_000
"""What taggers read of a long text: their time grows with its length, and names are said early."""


class RulesDescriber:
    """Describes turns by rules. `finder` finds the named things of a whole batch at once."""

    def __init__(self, finder: EntityFinder, table: AttributeTable | None = None) -> None:
        self._finder = finder
        self._table = table or shipped_table()

    def describe(self, turns: Sequence[TurnText]) -> list[Description]:
        """One description per turn, in order. Topic, sentiment and subjectivity stay unset: they are read from the
        vector. Raises ModelError when a tagger fails."""
        if not turns:
            return []
        texts = [turn.content[:ENTITY_CHARACTERS_MAX] for turn in turns]
        found, words = self._finder.find(texts), self._finder.chinese_words(texts)
        prepared = [self._prepared(*one) for one in zip(turns, found, words, strict=True)]
        parsed = self._finder.parse(["" if one is None else one.english for one in prepared])
        claims = [() if one is None else claims_of(one, read) for one, read in zip(prepared, parsed, strict=True)]
        return [described(*one) for one in zip(turns, found, words, prepared, claims, strict=True)]

    def _prepared(self, turn: TurnText, entities: Sequence[Entity], words: Sequence[Tagged]) -> Prepared | None:
        return prepare(
            turn.content,
            role=cast("Role", turn.role),
            speaker_subject=turn.subject,
            occurred_at=turn.occurred_at,
            timezone=turn.timezone,
            entities=entities,
            table=self._table,
            words=words,
        )


def described(
    turn: TurnText,
    entities: Sequence[Entity],
    words: Sequence[Tagged],
    prepared: Prepared | None,
    claims: tuple[Claim, ...],
) -> Description:
    """What one turn says, given its entities, its Chinese words and its claims."""
    role = cast("Role", turn.role)
    language = detect_language(turn.content)
    reasons = score_importance(turn.content, role, language).reasons if claims else ()
    times = find_times(turn.content, turn.occurred_at, turn.timezone, language)
    details, holds_until = (
        ((), None)
        if prepared is None
        else find_details(
            prepared.spoken if prepared.spoken.content == turn.content else spoken(turn.content),
            turn.subject,
            turn.occurred_at,
            times,
            words,
            turn.timezone,
            claims=claims,
        )
    )
    return Description(
        Dimensions(
            language=language,
            entities=tuple(entities),
            times=times,
            intent=find_intent(turn.content),
            location=next((entity.text for entity in entities if entity.type == "location"), ""),
            reason=find_reason(turn.content).text,
            purpose=find_purpose(turn.content).text,
            keywords=keywords(turn.content, words),
            details=details,
            holds_until=holds_until,
        ),
        claims,
        tuple(claim_text(claim, turn.content) for claim in claims),
        held_back(turn.importance, reasons, claims),
    )
