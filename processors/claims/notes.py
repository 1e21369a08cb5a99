"""Notes: what somebody asks to remember, in their own words, when no other rule reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.claims.clauses import HIDDEN, Clause

CHARACTERS_MAX = 240
"""A longer statement is a text, not a note."""

_ASKING = r"(?:please|pls|also|and|so|ok|hey|hi|can you|could you|will you|would you|i (?:want|need|'d like) you to)"
_TO_KEEP = r"(?:remember|note|keep in mind|don't forget|make a note)(?: down)?"
ASKED_TO_KEEP = re.compile(rf"(?i:^(?:{_ASKING}[\s,]+){{0,3}}{_TO_KEEP}(?:(?: that\b| this:)|:)\s*(?!to\b)\S)")
"""A request to remember something: it states even where it is put as a question or denies forgetting."""
_OWN = (
    r"(?:(?:i|we)(?! (?:told|said|asked|mentioned)\b)(?:'\w+)? \w|(?:my|our) [\w' -]+? (?:is|are|was|has|have|can|will"
    r"|starts?|ends?|opens?|closes?|comes?|needs?)\b)"
)
"""A statement of the speaker's own, which follows without "that"."""
_ASKED_FIRST = re.compile(
    rf"(?i:^(?:{_ASKING}[\s,]+){{0,3}}{_TO_KEEP}(?:(?: that| this)\b:?|:|(?= {_OWN}))\s*(?P<what>\S.*)$)|^(?:请|麻烦你?"
    r"|你要|帮我|一定要|那你){0,3}(?:记住了?|记一下|记下来?|备注一下|别忘了)[，,：:\s]*(?P<zh>.+)$"
)
_REMINDS = re.compile(r"(?i:^(?:remember|note|keep in mind|don't forget)\b)")
""" "Remember that block in the final?" reminds, and asks nobody to note anything."""
_ASKED_BARE = re.compile(
    r"(?i:^(?:please |and |so )?(?:remember|note|don't forget|keep in mind)(?: that| this| it)?(?: please| for me"
    r"| for later)?\W*$)|^(?:请|你要|帮我|麻烦你?){0,2}(?:记住了?|记一下|记下来?|别忘了|要记得)(?:这一?点|这个|这件事"
    r"|哦|吧|啊)?\W*$"
)
_SAYS_NOTHING = re.compile(
    r"(?i:^(?:just|always|never|don't|i'm (?:always )?(?:here|there)|i am (?:always )?here|you|be|keep|stay|we're"
    r"|it's okay|to|me|when|how|what|who|where|why|if|it|this|that|us|him|her|them"
    r"|[a-z]+ing (?:\w+ )?(?:is|are|makes|takes))\b)"
    r"|^(?:我(?!们?的?[\u4e00-\u9fff]{1,6}(?:是|在|叫|有|不|没|改|换))|你|他|她|的|了|要|去|带|给|把|来|买)|的话$"
)
WORDS_MIN = 3
HAN_MIN = 4


def find_notes(stated: Sequence[Clause], taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans [start, end) that the speaker asks to remember. `taken` are the spans of claims that other rules found:
    a sentence that holds one is not noted again."""
    for sentence in sorted({clause.sentence for clause in stated}):
        parts = [clause for clause in stated if clause.sentence == sentence]
        first, last = parts[0].start, parts[-1].end
        if any(start < last and first < end for start, end in taken) or (
            parts[-1].asks and (not ASKED_TO_KEEP.match(parts[0].text) or _REMINDS.match(parts[0].text))
        ):
            continue
        span = _asked(parts)
        if span and span[1] - span[0] <= CHARACTERS_MAX:
            yield span


def _asked(parts: Sequence[Clause]) -> tuple[int, int] | None:
    if len(parts) > 1 and _ASKED_BARE.match(parts[-1].text):
        return _statement(parts[0].start, parts[-2].end, parts[:-1])
    if len(parts) > 1 and _ASKED_BARE.match(parts[0].text):
        return _statement(parts[1].start, parts[-1].end, parts[1:])
    match = _ASKED_FIRST.match(parts[0].text)
    if match is None:
        return None
    group = "what" if match["what"] else "zh"
    return _statement(parts[0].start + match.start(group), parts[-1].end, parts, first=match[group])


def _statement(start: int, end: int, parts: Sequence[Clause], *, first: str = "") -> tuple[int, int] | None:
    text = first or parts[0].text
    han = len(re.findall(r"[\u4e00-\u9fff]", text))
    says_enough = han >= HAN_MIN or len(text.split()) >= WORDS_MIN or (han and re.search(r"[A-Za-z\d]", text))
    hidden = any(HIDDEN in part.text for part in parts)
    return (start, end) if says_enough and not hidden and not _SAYS_NOTHING.match(text) else None
