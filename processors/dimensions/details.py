"""Details: what a turn states of anything at all, beside the attributes of people: a hall's deposit, when a dinner is.

They are no claims and make no facts. They are kept on the turn, so that a later turn about the same topic can overtake
or contradict it (processors.consolidation.detail_changes). Read by structure, quiet where it is not clear.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from processors.claims.clauses import HIDDEN, Clause
from processors.claims.guards import is_hedged
from processors.claims.spoken import Spoken
from processors.dimensions.detail_values import plain_value
from processors.dimensions.details_chinese import chinese_details
from processors.dimensions.details_english import english_details
from processors.dimensions.ever import ever_details
from processors.dimensions.plans import PROMISED, plan_details
from processors.dimensions.until import holds_until
from processors.ports import Tagged
from schemas.claims import Claim
from schemas.dimensions import Detail, TimeInterval

CHARACTERS_MAX = 400
"""A longer turn says much besides; overtaking it would hide the rest."""
DETAILS_MAX = 4
EXCHANGED = ("medication",)
"""Attributes of several values of which "I changed it" means that the ones before are over."""
_EXCHANGE = re.compile(
    r"(?i:\b(?:switched|swapped|changed (?:my|the|over|me|it|to)|replaced|instead"
    r"|moved (?:me )?(?:on)?to)\b)"
    r"|换(?:了|成|药)|改(?:吃|成|用|服)|停了.{1,8}[，,]?(?:改|换)"
)
_MAY_HOLD = re.compile(
    r"(?i:\b(?:is|are|was|i'm|i am|i've|have|had|since|[a-z]+ up to|'s|'re|be|been|costs?|starts?|begins?|ends?"
    r"|opens?|closes?|leaves?|departs?|takes place|holds?|seats?|weighs?|charges?|new|lived|worked|moved"
    r"|changed|going (?:with|for)|never|for|ago|until|till|only|during|expires?|off|done|finished|cancell?ed"
    r"|promised|agreed|told)\b|'s )|[\u4e00-\u9fff]"
)


def find_details(
    spoken: Spoken,
    subject: str,
    occurred_at: datetime,
    times: Sequence[TimeInterval],
    words: Sequence[Tagged],
    timezone: str = "UTC",
    *,
    claims: Sequence[Claim] = (),
) -> tuple[tuple[Detail, ...], datetime | None]:
    """The details of a user's own turn in the order of the text, and when all that it says ends, if it says so.
    `subject`: "user" or, in a chat of several, the speaker; `claims`: the turn's, of which some are of things that one
    changes for another. What ends is an exception and gives no details."""
    own, parts = spoken.own, spoken.parts
    if len(own) > CHARACTERS_MAX or not (claims or _MAY_HOLD.search(spoken.content)):
        return (), None
    if HIDDEN in own or spoken.of_others:
        return (), None
    if any(clause.asks for clause in parts):
        return (), None
    ends = holds_until(own, occurred_at, times)
    if ends is not None:
        return (), ends
    known = {clause.start for clause in spoken.stated}
    meant = [c for c in parts if (c.start in known and not is_hedged(c.text)) or PROMISED.search(c.text)]
    if not meant:
        return (), None
    found = _found(meant, subject, occurred_at, times, words, timezone)
    return (*_exchanged(claims, subject, own), *found)[:DETAILS_MAX], None


def _exchanged(claims: Sequence[Claim], subject: str, own: str) -> Iterator[Detail]:
    """What one has, of a kind of which one may have several, and whether it came in place of what was before."""
    for claim in claims:
        if claim.attribute in EXCHANGED and claim.subject == subject and claim.action == "assert":
            yield Detail(
                topic=claim.attribute,
                form="name",
                value=plain_value(claim.value),
                start=claim.start,
                end=claim.end,
                changes=bool(_EXCHANGE.search(own)),
                several=True,
            )


def _found(
    meant: Sequence[Clause],
    subject: str,
    occurred_at: datetime,
    times: Sequence[TimeInterval],
    words: Sequence[Tagged],
    timezone: str,
) -> Iterator[Detail]:
    english = [clause for clause in meant if not clause.is_chinese]
    chinese = [clause for clause in meant if clause.is_chinese]
    if english:
        yield from english_details(english, subject, times, timezone)
    if chinese:
        yield from chinese_details(chinese, subject, times, words, timezone)
    yield from ever_details(meant, occurred_at)
    yield from plan_details(meant)
