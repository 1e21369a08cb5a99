"""Treatments: what others have put somebody on, or taken them off, as what the one treated does ("they took my dad off
statins" → "My dad has come off statins")."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.people import NAME_EN

_TREATING = (
    r"(?:they|(?:(?:the|my|our|his|her) )?(?:new )?(?:doctors?|doc|gp|consultant|clinic|hospital|specialist|nurse"
    r"|cardiologist|neurologist|psychiatrist|oncologist|rheumatologist|surgeon|vet|physician|surgery|dr\.? [a-z]+))"
)
_KIN = r"mum|mam|mom|mother|dad|father|wife|husband|partner|son|daughter|brother|sister"
_TREATED = re.compile(
    rf"(?i:(?:^|[^\w'])(?!if|when){_TREATING}(?:'ve| have|'s| has)? ?(?:just |finally |now |recently )?(?P<done>taken"
    rf"|took|weaned|put|started|switched|moved) (?P<who>me|my (?:(?:older|younger|little|big) )?(?:{_KIN})"
    rf"(?: (?-i:{NAME_EN}))?) (?P<way>off|on to|onto|on|over to|to) (?:the |some )?(?P<what>(?!the\b|a\b|an\b|hold\b)"
    r"[a-z]+(?: [a-z]+)?)(?=$|[,.;!]| (?:and|but|so|for|last|this|since|because|again|now|yesterday|today|after|in"
    r"|on)\b))"
)
_OVER = ("taken", "took", "weaned")
_SUPPOSED = re.compile(r"(?i:\b(?:if|unless|until|whether|wish|might|maybe|suppose|imagine)\b)")


def treated(said: str) -> Iterator[tuple[str, int, int]]:
    """(full statement, start, end of its words) of a treatment that an English sentence reports."""
    words = said.lower()
    if not any(f" {done} " in words for done in ("taken", "took", "weaned", "put", "started", "switched", "moved")):
        return
    for match in _TREATED.finditer(said):
        over = match["way"].lower() == "off"
        if over != (match["done"].lower() in _OVER) or _SUPPOSED.search(said, 0, match.start("who")):
            continue
        mine = match["who"].lower() == "me"
        who = "I" if mine else match["who"][:1].upper() + match["who"][1:]
        came = "came off" if over else "started taking"
        yield f"{who} {came} {match['what']}.", match.start("who"), match.end()
