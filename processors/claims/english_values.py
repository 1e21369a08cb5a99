"""Values in English: where an object ends, what can be one, and names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import items
from processors.claims.people import KIN_EN, UPPER, is_name

BE = r"(?:am|'m|is|'s|are|'re)"
CAPITALS = (
    rf"[{UPPER}0-9][\w&'.-]{{0,30}}(?: (?:(?:of|and|&|the|de|la|for|on(?! (?:Mon|Tues|Wednes|Thurs|Fri|Satur"
    rf"|Sun)day)|upon) )?[{UPPER}0-9][\w&'.-]{{0,30}}){{0,4}}"
)
KIN = "|".join(sorted(KIN_EN, key=len, reverse=True))
_TAIL = re.compile(
    r"(?i:\s+(?:now|too|as well|any ?more|a lot|so much|very much|these days|lately|again|more than|better than|best"
    r"|most|instead|though|btw|by the way|please|thanks|because|when|while|since|so that|so|which|who|that|but|if"
    r"|whenever|for now|at the moment|right now|currently|every|on (?:mon|tues|wednes|thurs|fri|satur|sun)days?|on"
    r" weekends?|at (?:work|home|night|all)|in the (?:morning|evening|afternoon|summer|winter|spring|fall|mornings?"
    r"|evenings?)|with (?:my|our|some|a|the|friends)|for (?:breakfast|lunch|dinner|years|ages)|in my|rather than"
    r"|instead of|after|before|as|until|today|tonight|yesterday|last|ever|either|in general|anyway|to death|from now"
    r" on|altogether|completely|due to|badly|with (?:all|every|a passion|my whole)|sometimes|to be honest"
    r"|to relax|aka|also)\b.*$|\s[-–—]+\s.*$|\s?[–—(/].*$|[-!…]\s.*$)"
)
NO_OBJECT = re.compile(
    r"(?i:^(?:each other|one another|other's|others|it|this|that|these|those|you|your|yours|him|her|them|us|me|how"
    r"|what|whatever|whoever|whichever|when|where|why|who|whom|whether|if|the (?:way|idea|fact|look|sound|second|first"
    r"|third|last|latter|former|other|one|ones|same|next|new|previous|above|following|answer|response|suggestion"
    r"|option|options|part|result|version|concept|thought)|to (?:think|believe|know|see|say|ask|thank|point|add|call"
    r"|hear|get|make sure|be|have|keep|start)|one|both|everything|nothing|all|any|anything|something|someone|being"
    r"|seeing|hearing|having|his|their|its|an? (?:\w+ )?(?:idea|lot|bit|suggestion|question|answer)|most|many|some of"
    r"|and|or|but|not|as|so|too|better|more|very|just|now|either|neither|here|there|then|else|lots|guess|imagine"
    r"|believe|tell|let|let's|look|listen|wait|trust|thanks?|sorry|ask|check|note|know|honestly|frankly|actually|well"
    r"|please|i|i'm|we|he|she|they|like|number \d|my (?:new|current))\b)"
)
DEFINITE = re.compile(r"(?i:(?:to )?(?:the|its|their) )(?=[a-z])")
GENERAL = re.compile(
    r"(?i:the (?:ocean|outdoors|beach|sea|seaside|mountains?|rain|theatre|theater|cinema|city|countryside|snow|sun"
    r"|gym|piano|violin|guitar|cello|oboe|flute|drums|wild|desert|forest|woods|cold|heat|dark|opera|ballet|internet"
    r"|news|subway)(?=$|\s*(?:,|and\b|or\b)))"
)
"""The few definite nouns that mean the thing in general; any other points at something in the conversation."""
LIST_END = re.compile(
    r"(?i:,\s*(?:(?:build|make|give|find|show|suggest|recommend|plan|tell|help|write|put|send|design|any|got|which"
    r"|what|where)\b|especially|particularly|even|like|such as|including|who|which|the|a|it|they|we|so|cause|'cause"
    r"|esp)\b|\s(?:and|or)\s(?=\w+(?:\s\w+){0,3}\s(?:is|are|was|were|has|have|it|they|we|brings?|makes?)\b)"
    r"|,\s(?=\w+(?:\s\w+){0,3}\s(?:is|are|was|were|has|have|'s)\b))"
)
OFFERED = re.compile(
    r"(?i:^(?:the|your|this|that|both|these) .*\b(?:ideas?|options?|suggestions?|concepts?|approach|versions?"
    r"|answers?|recommendations?|examples?)\W*$|\bthat \w+$)"
)
"""What the conversation put forward; liking it says nothing of the person."""
_POINTS = re.compile(
    r"(?i:\b(?:it|this|that|these|those|him|her|them|his|their|its|you|your|one another|itself|is|are|was|were|we"
    r"|they)\b)"
)
_CUT_SHORT = re.compile(
    r"(?i:^(?:spending time|having fun|hanging out|help|to help|helping|talking|hearing|stories|things|stuff|people"
    r"|ideas)$|(?:^|\s)(?:to|of|in|with|for|about|on|at|from|by|the|a|an|and|or|than|especially|even|very|go|do|get"
    r"|be|make)$)"
)


def name_of(text: str | None) -> str:
    if not text:
        return ""
    bare = re.sub(r"'s$", "", text).rstrip(".")
    return bare if is_name(bare) else ""


def value_of(text: str, words_max: int = 8) -> str:
    text = _TAIL.sub("", " " + text).strip(" .,!:;'\"-\x00")
    text = re.sub(r"(?i:^(?:the|a|an|some|my) (?=[a-z]))", "", text)
    return text if text and len(text.split()) <= words_max and "\x00" not in text else ""


def kept_items(value: str) -> Iterator[str]:
    for item in items(value) if value else []:
        bare = re.sub(
            r"(?i:^(?:the|a|an|some|also|especially|mostly|basically|literally|pretty much|virtually|practically) )",
            "",
            item,
        ).strip(" .,!\"'")
        # "it", "this one", "them": what is meant stands elsewhere, so the words alone would say nothing later.
        if len(bare) > 1 and not NO_OBJECT.match(bare) and not _POINTS.search(bare) and not _CUT_SHORT.search(bare):
            yield bare
