"""Behaviours: what somebody did that may go against what they say they want: an order, a meal.

One order says little, so it is a guess until it happens again; three against a stated preference are worth a question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from processors.claims.concepts import bag, shipped_concepts, wider
from processors.claims.spoken import spoken
from schemas.claims import Claim

BEHAVIOUR = "behaviour"
GUESSED = 0.6
"""Confidence of a single occurrence."""
_DID = re.compile(
    r"(?i:\b(?:i|we)(?:'ve| have)? (?:just |also |again |actually |only |ended up ){0,6}(?:ordered|order|ate|had|got"
    r"|grabbed|picked up|bought|ordering|eating|getting|having|drank)\b)|我(?:们)?(?:今天|昨天|刚刚?|又|中午|晚上"
    r"|昨晚|今晚|也|就|还){0,6}(?:点|叫|吃|买|喝|下单)了|^(?:今[天晚早]|昨[天晚]|刚刚?|[早中晚][上午饭餐]|[午]饭|又|还|也){0,6}(?:点|叫|吃|买|喝)了"
    r"|(?i:^(?:just |also |again ){0,6}(?:ordered|ate|had)\b(?! to\b| better\b| been\b))"
)
_NOT_DONE = re.compile(r"(?i:\b(?:didn't|never|not|almost|instead of|for my|for the kids)\b)|没有?|不|差点|给孩子|帮")


def find_behaviours(content: str, subject: str, unwanted: Callable[[], Collection[str]] = tuple) -> Iterator[Claim]:
    """What the speaker did, named by the wider concepts that a preference may exclude ("fast food"), and by the
    `unwanted` ones: what this speaker said they do not want, asked for only when something was done."""
    speech = spoken(content)
    if speech.of_others:
        return
    done = [c for c in speech.stated if _DID.search(c.text) and not _NOT_DONE.search(c.text)]
    if not done:
        return
    told = {name for excluded in shipped_concepts().against.values() for name in excluded} | set(unwanted())
    for clause in done:
        named = bag(clause.text)
        for name in sorted((named | {wide for one in named for wide in wider(one)}) & told):
            yield Claim(
                subject=subject,
                attribute=BEHAVIOUR,
                value=name,
                confidence=GUESSED,
                modality="past",
                start=clause.start,
                end=clause.end,
            )
