"""Clefts: English sentences that put one part of them first or last ("What I love is rain"), in plain order."""

from __future__ import annotations

import re

_CLEFT = re.compile(
    r"(?i:^\W*(?:(?:so|and|but|well|honestly|anyway)[\s,]+){0,2}(?:if there(?:'s| is| was) (?:one |an? "
    r"|any )?[\w' -]{2,30}? (?:that )?|what |all |(?:the|an?) (?:one |only |main |single )?(?!reason|problem|way|fact"
    r"|question|issue|trouble|last time|first time|next)[\w' -]{2,30}? (?:that |which )?)(?P<said>(?:i|we)(?:'ve|'m"
    r"|'re|'d)? [^,;:?!\x00]{3,60}?)(?:(?: the)? most| best| more than anything| above all| by far)?,? (?:it's|it is"
    r"|it has to be|it'd be|is|are|has to be|would be|'s got to be) (?P<what>(?!that\b|it\b|this\b|not\b|when|how|what"
    r"|why|if\b|because)[^;?!\x00]{3,90})$)"
)
""" "What I love is rain", "If there's one thing I can't bear, it's cilantro", "the only sport I follow is curling"."""
_CLEFT_LAST = re.compile(
    r"(?i:^\W*(?P<what>(?!that|this|it|which|here|there|who|what|these|those|he|she|they|you|i\b|we\b|so\b|and\b)"
    r"[\w'-]+(?: [\w'-]+){0,4}?)(?: is|'s| are)(?: just| really)? (?:what|the (?:one |only |sort of |kind of )?(?:thing"
    r"|stuff)(?: that)?) (?P<who>i|we) (?P<said>(?:really |usually |always |mostly )?[a-z]+)(?P<rest>(?:"
    r" [\w' ]{2,40})?)$)"
)
""" "Chess is what I do to switch off"."""
_NOT_SO = re.compile(r"(?i:\b(?:it|this|that|him|her|you|your|them|there|mean|meant|say|said|ask|asked|did|got|see)\b)")


def uncleft(said: str) -> str:
    """A sentence that puts one part of it first or last, in plain order ("What I love is rain" → "I love rain."),
    else ""."""
    if (cleft := _CLEFT.match(said)) and not _NOT_SO.search(cleft["said"]):
        told = re.sub(r"(?i:\bi've ever had any )", "I have a ", re.sub(r"^i\b", "I", cleft["said"]))
        return f"{told} {cleft['what']}."
    if (cleft := _CLEFT_LAST.match(said)) and not _NOT_SO.search(cleft["said"] + cleft["rest"]):
        return re.sub(r"^i\b", "I", f"{cleft['who'].lower()} {cleft['said']} {cleft['what']}{cleft['rest']}.")
    return ""
