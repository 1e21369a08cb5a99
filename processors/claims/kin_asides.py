"""English asides about the speaker's kin, as full statements: "my brother, who's a locksmith, …", "mum's a nurse", and
"he's six" of the one who was spoken of."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.people import NAME_EN

_HAS = re.compile(r"(?i:'s (?:just |also |now |always |never )?(?:got|been|had|gone|taken|lost|\w+ed)\b)")
_TIED = (
    r"(?:mother|mom|mum|mam|father|dad|daddy|wife|husband|hubby|spouse|partner|son|daughter|kid|child|boy|girl|toddler"
    r"|eldest|oldest|youngest|middle one|sister|brother|twin|sis|bro|friend|mate|bestie|other half|missus)"
)
_HOW_TIED = (
    r"(?:(?:older|younger|elder|little|big|baby|kid|twin|dear|darling|eldest|oldest|youngest|best|close|old|dearest"
    r"|only|lovely|poor|[\w]+-year-old) ){0,2}"
)
_OF_ONE_TIED = (
    # "my brother (Rufus), who's a locksmith, …"
    re.compile(
        rf"(?i:\b(?P<whose>my|our) (?P<tie>{_HOW_TIED}{_TIED}))(?:,? \(?(?P<name>{NAME_EN})\)?)?,? \(?(?i:(?:who|whose)"
        rf"(?P<verb>'s| (?!i\b|i'|we\b|you\b|he\b|she\b|they\b|the\b|my\b|of\b)[a-z']+))(?P<what> [^,;?!."
        rf"()\x00]{{2,70}})(?:\)?, (?P<then>(?:is|has|was|can't|doesn't|works|takes|lives|turned|turns)"
        rf" [^,;?!.\x00]{{2,60}}))?"
    ),
    # "Rufus, my brother and a locksmith", "Rufus (my brother, a locksmith, …"
    re.compile(
        rf"(?P<name>{NAME_EN})(?:,? \(|, )(?i:(?P<whose>my|our) (?P<tie>{_HOW_TIED}{_TIED}))(?:,| and|, and)"
        r"(?P<what> (?:an? |the |on |in |from )[^,;?!.()\x00]{3,50}?)(?=[,;?!.()]| (?:who|and|has|is)\b|$)"
    ),
    # "my brother Rufus, a locksmith, …"
    re.compile(
        rf"(?i:\b(?P<whose>my|our) (?P<tie>{_HOW_TIED}{_TIED}))(?:,? \(?(?P<name>{NAME_EN})\)?)?,(?P<what> (?:an? "
        r"|on |allergic )[^,;?!.()\x00]{3,50}?)(?=[,;?!.()]|$)"
    ),
)
_KIN_IS = re.compile(
    rf"(?i:\b(?P<whose>my|our) (?P<tie>{_HOW_TIED}{_TIED}))(?: (?P<name>{NAME_EN}))?(?i:(?P<is>'s)(?P<what> "
    rf"(?:\d|an? |on |off |in |at "
    r"|from |allergic|diabetic|coeliac|celiac|vegan|vegetarian|just |not |got |been |six|seven|eight|nine|ten|eleven"
    r"|twelve|pregnant|autistic|epileptic|asthmatic|deaf|dyslexic|called )[^,;?!.()\x00]{0,60}))"
)
_BARE_KIN = re.compile(
    r"(?i:(?:^\W*|[,;:–—] ?| - )(?:(?:and|but|so|also|ok|hi|hey|oh|well|because|since|cos)[\s,]+){0,2}(?:(?P<tie>"
    r"husband|wife|hubby|mum|mom|dad|son|daughter|sister|brother|sis|bro|kid|partner)|the (?P<dear>wife|missus|husband"
    r"|hubby|other half|eldest|youngest|little one|kid))(?P<rest>(?:'s| is| has| can't| cannot| won't| doesn't| don't"
    r"| works| takes| lives| loves| hates| speaks| turned| just turned| got| was| needs| eats| had) [^;?!\x00]{2,80}?)"
    r"(?P<end>$|,? (?=so\b)| [–—-] |[,;] (?=(?:and |but )?(?:he|she|they|i|i'm|we|it|that|what|which|who|how|where|when"
    r"|why|can|could|should|is|are|do|does|any)\b)))"
)
""" "Mum's a nurse": kin of the speaker, who are named by what they are to them."""
_KIN_WORDS = (
    "mum",
    "mom",
    "dad",
    "wife",
    "husband",
    "hubby",
    "sis",
    "bro",
    "son",
    "daughter",
    "partner",
    "kid",
    "the ",
)
"""One of these stands in whatever the pattern matches."""
_SUPPOSED_BEFORE = re.compile(
    r"(?i:\b(?:if|suppose|supposing|say|imagine|pretend|unless|when|whether|he|she"
    r"|his|her|their|your)\b)"
)
"""Before such words nobody of the speaker's is told of."""
_SPOKEN_OF = re.compile(rf"(?i:\b(?:my|our) (?P<tie>{_HOW_TIED}{_TIED})\b(?!'s|-| in law| is called))")
_ANOTHER_SPOKEN_OF = re.compile(
    r"(?i:\b(?:he|she|him|her|cousin|nephew|niece|aunt|uncle|gran\w*|colleague|boss|manager|neighbou?r|flatmate"
    r"|roommate|teacher|doctor|girlfriend|boyfriend|fianc[ée]e?|in-law|landlord|coach|dog|cat|baby)\b)"
)
_PRONOUN = re.compile(
    r"(?i:^\W*(?:(?:and|but|so|because|since|as|now)[\s,]+){0,2}(?P<who>he|she)(?P<rest>(?:'s|'d)? [^\x00]{2,80})$)"
)
_MEN = frozenset(["father", "dad", "daddy", "husband", "hubby", "son", "boy", "brother", "bro"])
_WOMEN = frozenset(["mother", "mom", "mum", "mam", "wife", "missus", "daughter", "girl", "sister", "sis"])


def of_kin(said: str, *, asks: bool) -> Iterator[tuple[str, int, int]]:
    """(full statement, start, end of its words) of what an English sentence says of the speaker's kin beside what it is
    about; `asks`: it is a question."""
    words = said.lower()
    if "my " in words or "our " in words:
        yield from _of_ours(said)
    bare = _BARE_KIN.search(said) if any(kin in words for kin in _KIN_WORDS) else None
    # What ends a question is asked: "mum's a nurse?"; what stands before it is told.
    if bare and not (asks and not bare["end"]) and not _SUPPOSED_BEFORE.search(said, 0, bare.start()):
        yield f"My {bare['tie'] or bare['dear']}{_in_full(bare['rest'])}.", *bare.span("rest")


def speaks_of_one(clause: str) -> bool:
    """Whether a clause is about "he" or "she"."""
    return _PRONOUN.match(clause) is not None


def spoken_of_by_pronoun(clause: str, before: str) -> str:
    """A clause about "he" or "she" with the one of the speaker's kin whom the words before it speak of, else ""."""
    match = _PRONOUN.match(clause)
    if match is None:
        return ""
    kin = list(_SPOKEN_OF.finditer(before))
    if len(kin) != 1 or _ANOTHER_SPOKEN_OF.search(before):
        return ""
    tie = kin[0]["tie"].lower().split()[-1]
    others = _WOMEN if match["who"].lower() == "he" else _MEN
    return "" if tie in others else f"My {kin[0]['tie']}{_in_full(match['rest'])}."


def _of_ours(said: str) -> Iterator[tuple[str, int, int]]:
    for match in _KIN_IS.finditer(said):
        who = f"{match['whose'].capitalize()} {match['tie']}" + (f" {match['name']}" if match["name"] else "")
        yield f"{who}{_in_full(match['is'] + match['what'])}.", *match.span("what")
    for number, pattern in enumerate(_OF_ONE_TIED):
        for match in pattern.finditer(said):
            who = f"{match['whose'].capitalize()} {match['tie']}"
            who += f" {match['name']}" if match["name"] else ""
            verb = match["verb"] if number == 0 else " is"
            yield f"{who}{_in_full(verb + match['what'])}.", *match.span("what")
            if number == 0 and match["then"]:
                yield f"{who} {match['then']}.", *match.span("then")


def _in_full(rest: str) -> str:
    """What is said of somebody, without 's: " is six", " has got asthma"."""
    verb = " has" if _HAS.match(rest) else " is"
    return verb + rest[2:] if rest.startswith("'s") else rest
