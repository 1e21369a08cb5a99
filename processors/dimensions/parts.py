"""Parts: what a text says is part of something larger, a step of a plan, a task of a project, in its own words."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from processors.dimensions.reasons import NOT_SAID, READ_CHARACTERS_MAX, Why
from processors.needed_words import Needs, needed

_PIECE = (
    r"(?:part|piece|step|phase|stage|portion|chunk|bit|component|sub-?task|milestone|half|element|section|item"
    r"|work ?package)"
)
_PART = r"(?P<part>(?:it|this|that|these|they|all that)\b|[^,.;:!?\n]{3,80}?)"
_WHOLE = r"(?P<whole>[^,.;:!?\n]{3,80}?)(?=[,.;:!?\n]|$| (?:and|but|so|because|which|anyway|too|as well)\b)"
_ENGLISH = (
    re.compile(
        rf"(?i:(?:^|(?<=[.!?\n,;:] )|\b(?:that|but|and|so) ){_PART}(?:'s| is| are| was| were| will be| would be"
        rf"| makes up| counts as| forms)(?: (?:all|just|only|also|really|actually|still|now|another|one|the|an?|first"
        rf"|second|third|next|last|final|big|small|main|biggest|important|key|whole)){{0,4}} {_PIECE}"
        rf" (?:of|in|towards?|for|on the way to) {_WHOLE})"
    ),
    re.compile(
        rf"(?i:(?:^|(?<=[.!?\n,;:] )){_PART} (?:belongs to|falls under|comes under|goes under|goes with|is a task in"
        rf"|is included in|is covered by|belongs in) {_WHOLE})"
    ),
    re.compile(r"(?i:\bas (?:a )?part of (?P<whole>[^,.;:!?\n]{3,80}?), (?P<part>[^.;:!?\n]{3,80}))"),
    re.compile(
        rf"(?i:(?:^|(?<=[.!?\n,;:] ))(?:(?:the|a|one) )?(?:(?:first|second|third|next|last|final|main|big|biggest|other"
        rf"|hardest|another) )?{_PIECE}(?: (?:one|two|three|four|\d))? (?:of|in|towards?|for)"
        r" (?P<whole>[^,.;:!?\n]{3,60}?) (?:is|was|will be) (?P<part>[^.;:!?\n]{3,80}))"
    ),
    re.compile(
        rf"(?i:(?:^|(?<=[.!?\n,;:] )|\b(?:and|so) )(?P<part>[^,.;:!?\n]{{3,80}}?),? as (?:a )?part of {_WHOLE})"
    ),
    re.compile(
        r"(?i:(?:^|(?<=[.!?\n,;:] ))(?P<whole>[^,.;:!?\n]{3,80}?) (?:includes|involves|consists of|is made up of"
        r"|comprises|covers) (?P<part>[^.;:!?\n]{3,80}))"
    ),
)
_HAN_PART = r"(?P<part>(?:这|那|它)(?=也?[是属算])|[^，。；：！？\n,;!?]{2,30}?)"
_HAN_WHOLE = r"(?P<whole>[^，。；：！？\n,;!?]{2,30}?)"
_HAN_PIECE = (
    r"(?:一[大小]?部分|一环|一步|第[一二三四五]步|下一步|最后一步|一个?(?:环节|阶段|步骤|子任务)|第[一二三]个?(?:环节|阶段)"
    r"|子任务|组成部分|前期工作|重要部分)"
)
_CHINESE = (
    re.compile(
        rf"{_HAN_PART}(?:只|也|都|其实|就|正)?(?:是|属于|算是|算|构成)(?:整个|我们|我|这次|那个|了){{0,2}}{_HAN_WHOLE}(?:这个|那个)?"
        rf"(?:里|中)?的(?:其中)?{_HAN_PIECE}"
    ),
    re.compile(
        rf"{_HAN_WHOLE}的{_HAN_PIECE}(?:就|也)?是(?P<part>[^，。；：！？\n,;!?]{{2,30}}?)(?=[，。；！？\n,;!?]|$)"
    ),
    re.compile(rf"作为{_HAN_WHOLE}的(?:一部分|一步|一环)[，,]\s?(?P<part>[^。；：！？\n;!?]{{2,30}})"),
    re.compile(
        rf"{_HAN_PART}(?:也|都)?(?:属于|归(?:到|入|在)?|算在|放在){_HAN_WHOLE}(?:里|里面|下面|名下)?(?=[，。；！？\n,;!?]|$)"
    ),
    re.compile(rf"{_HAN_WHOLE}(?:主要)?(?:包括|包含|分为|涉及)(?:了)?(?P<part>[^。；：！？\n;!?]{{2,40}})"),
)
_PATTERNS = (*_ENGLISH, *_CHINESE)
_NOT_SO = re.compile(
    r"(?i:\b(?:not|never|no longer|hardly|if|whether|unless|wish)\b|n['’]t\b)|[不没]|未(?!来)|如果|要是|是否|假如"
)
_ASKED = re.compile(r"[?？]\s*$|[吗呢][。.]?\s*$")
_POINTS = re.compile(
    r"(?i:it|this|that|these|they|all (?:of )?(?:it|this|that)|all that|这|那|它|这些?|那些?|这[件个]事?|都)"
)
"""What stands for what was said just before."""


class Part(NamedTuple):
    """`part` belongs to `whole`; an empty `part` stands for what the text said just before `whole`."""

    part: Why
    whole: Why


def find_parts(text: str) -> tuple[Part, ...]:
    """What is stated, not asked or denied, to be part of what; in the order of the text, without overlaps."""
    read = text[:READ_CHARACTERS_MAX]
    found: list[tuple[int, int, Part]] = []
    for number in _needs().met(read.lower()):
        for match in _PATTERNS[number].finditer(read):
            start, end = match.span()
            joined = read[match.end("part") : match.start("whole")] if match.end("part") <= match.start("whole") else ""
            asked = _ASKED.search(_sentence(read, start))
            if asked or _NOT_SO.search(f"{match['part']}{joined}"):
                continue
            if all(end <= other or start >= other_end for other, other_end, _ in found):
                part = NOT_SAID if _POINTS.fullmatch(match["part"].strip()) else _why(match, "part")
                found.append((start, end, Part(part, _why(match, "whole"))))
    return tuple(part for _, _, part in sorted(found))


@cache
def _needs() -> Needs:
    return Needs([needed(pattern.pattern) for pattern in _PATTERNS])


def _why(match: re.Match[str], group: str) -> Why:
    text = match[group]
    start = match.start(group) + len(text) - len(text.lstrip())
    return Why(text.strip(), start, start + len(text.strip()))


def _sentence(text: str, start: int) -> str:
    end = re.search(r"[.!?。！？\n]", text[start:])
    return text[start : start + end.end()] if end else text[start:]
