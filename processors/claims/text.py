"""The text of a fact memory: the clause that says it, in the speaker's own words."""

from __future__ import annotations

import re

from schemas.claims import Claim

_EDGES = ' \t\n,，。.;；:：!！、-–—"“”'
_OPENING = re.compile(
    r"(?i:(?:by the way|btw|fyi|also|and|but|so|well|oh|ok|okay|hi|hello|hey|please|remember(?: that)?|note that"
    r"|correction|sorry|actually|no|yes|just so you know|for the record|don't forget that|don't forget|keep in mind"
    r" that)\b[\s,:.!]+(?=\S))|(?:请?记住|记一下|对了|顺便说一下|另外|其实|更正一下?|说错了|不好意思|抱歉|但是?|不过"
    r"|而且|所以)[\s，,：:]*(?=\S)"
)


def claim_text(claim: Claim, content: str) -> str:
    """The evidence span without opening and closing words that are no part of the statement; never translated, never
    completed. The whole content, should the span be empty."""
    text = content[claim.start : claim.end].strip(_EDGES)
    for _ in range(4):
        match = _OPENING.match(text)
        if match is None:
            break
        text = text[match.end() :]
    return text.strip(_EDGES) or content[claim.start : claim.end].strip() or content.strip()
