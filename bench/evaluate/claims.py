"""Claims: what the describe stage keeps of a turn against what a careful assistant would keep."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime

from bench.evaluate.items import ClaimsItem, GoldClaim, SaidTurn
from bench.evaluate.outcome import Outcome
from processors.claims.gate import waits
from processors.claims.replies import Replying, Said, read_reply
from processors.claims.table import shipped_table
from processors.consolidation.state import WINDOW_TURNS
from processors.importance import score_importance
from processors.language import detect_language
from processors.stages import Describer, Description, TurnText
from schemas.claims import Claim

UNDATED = datetime(2026, 1, 1, tzinfo=UTC)
"""When a turn without a date was said: some day, the same in every run."""
PLAIN = {
    "work_email": "email",
    "work_phone": "phone",
    "home_phone": "phone",
    "work_address": "address",
    "nickname": "name",
}
"""An attribute for one use → the one that labels know."""
_ARTICLE = re.compile(r"\b(?:a|an|the)\b")


def evaluate(items: Sequence[ClaimsItem], describer: Describer) -> list[Outcome]:
    """Describes the last turn of each item, as the describe stage does; one that says nothing by itself is read as a
    reply to the turns before it, as consolidate does."""
    descriptions = iter(describer.describe([_turn(turn) for item in items for turn in item.turns]))
    outcomes = []
    for item in items:
        found = [next(descriptions) for _ in item.turns]
        last = found[-1]
        kept = tuple(claim for claim in last.claims if not waits(claim, last.held_back))
        outcomes.append(scored(item, kept or _replied(item.turns, found)))
    return outcomes


def _replied(turns: Sequence[SaidTurn], found: Sequence[Description]) -> tuple[Claim, ...]:
    """What the last turn says as a reply; in consolidate a turn sees the two before it."""
    last = _turn(turns[-1])
    if last.role != "user":
        return ()
    before = [
        Said(
            turn.role,
            _turn(turn).subject if turn.role == "user" else "",
            turn.content,
            one.claims,
            one.dimensions.entities,
        )
        for turn, one in zip(turns[:-1], found[:-1], strict=True)
    ][-WINDOW_TURNS:]
    entities = found[-1].dimensions.entities
    replying = Replying(last.content, last.subject, last.occurred_at, last.timezone, entities, shipped_table())
    return read_reply(replying, before).asserted


def scored(item: ClaimsItem, claims: Sequence[Claim]) -> Outcome:
    """Each found claim may be right for one gold claim."""
    found = [claim for claim in map(stated, claims) if claim is not None]
    left = list(item.gold)
    hits = 0
    for claim in found:
        match = next((one for one in left if matches(one, claim)), None)
        if match is not None:
            left.remove(match)
            hits += 1
    return Outcome(
        item.id,
        item.lang,
        item.tags,
        right=not left and hits == len(found),
        said=" // ".join(f"{turn.speaker or turn.role}: {turn.content}" for turn in item.turns),
        gold="; ".join(map(_shown, item.gold)),
        found="; ".join(map(_shown, found)),
        hits=hits,
        wrong=len(found) - hits,
        missed=len(left),
    )


def stated(claim: Claim) -> GoldClaim | None:
    """What a claim says: something that ended is negative. None for what only forgets, or ends without saying what."""
    if claim.action == "retract" or (claim.action == "unset" and not claim.value):
        return None
    polarity = "negative" if claim.action == "unset" else claim.polarity
    attribute = PLAIN.get(claim.attribute, claim.attribute)
    return GoldClaim(subject=claim.subject, attribute=attribute, value=claim.value, polarity=polarity)


def matches(gold: GoldClaim, found: GoldClaim) -> bool:
    """Whether subject, attribute and polarity are the same and one value holds the other, at least half of it."""
    if gold.subject.casefold() != found.subject.casefold() or _kind(gold) != _kind(found):
        return False
    short, long = sorted((normal(gold.value), normal(found.value)), key=len)
    return short == long or (bool(short) and short in long and 2 * len(short) >= len(long))


def normal(value: str) -> str:
    """Case-folded, without punctuation and articles."""
    folded = unicodedata.normalize("NFKC", value).casefold()
    words = "".join(sign if sign.isalnum() or sign.isspace() else " " for sign in folded)
    return " ".join(_ARTICLE.sub(" ", words).split())


def _kind(claim: GoldClaim) -> tuple[str, str]:
    """What is not liked is disliked, however it is written."""
    attribute = "likes" if claim.attribute == "dislikes" and claim.polarity == "negative" else claim.attribute
    return attribute, claim.polarity


def _turn(turn: SaidTurn) -> TurnText:
    return TurnText(
        content=turn.content,
        role=turn.role,
        subject=turn.speaker or "user",
        occurred_at=turn.occurred_at or UNDATED,
        timezone="UTC",
        importance=score_importance(turn.content, turn.role, detect_language(turn.content)).score,
    )


def _shown(claim: GoldClaim) -> str:
    sign = "-" if claim.polarity == "negative" else "+"
    return f"{claim.subject}.{claim.attribute}={claim.value} {sign}"
