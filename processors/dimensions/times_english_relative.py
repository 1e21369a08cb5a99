"""English times that count from now: "last week", "in three days", "the next two months"."""

from __future__ import annotations

import re

from processors.dimensions.times_atoms import Rule
from processors.dimensions.times_english_spans import (
    ago_atom,
    ahead_atom,
    before_last,
    every_weekend,
    halves_ago,
    halves_ahead,
    relative_unit,
    stretch_atom,
    the_weekend,
    third_of_this,
    week_from,
)
from processors.dimensions.times_english_words import COUNT, HALVES, UNIT

RELATIVE: tuple[Rule, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            r"(?i:(?:\b(?P<third>early|late|earlier|later|the beginning of|beginning of|the end of|end of"
            r"|the start of|the middle of|mid) )?\b(?P<which>last|this|next|previous|following|coming|upcoming|this"
            r" coming) (?P<unit>week|weekend|month|quarter|year|decade)\b)",
            relative_unit,
        ),
        (
            r"(?i:\b(?:the )?(?P<third>beginning of|start of|middle of|end of) (?:the|this) (?P<unit>week|month|quarter"
            r"|year)\b)",
            third_of_this,
        ),
        (
            r"(?i:\b(?:the )?(?P<unit>night|week|weekend|month|year) (?P<side>before last|after next)\b)",
            lambda m, a: before_last(m, a),
        ),
        (r"(?i:\b(?:at|on|over|for) the weekend\b(?! (?:of|before|after|in)\b))", the_weekend),
        (r"(?i:\b(?:at|on|every|most) weekends?\b(?! (?:of|before|after|in)\b))", every_weekend),
        (rf"(?i:\b(?:about |around |almost |nearly |roughly )?{COUNT} {UNIT} (?:ago|back)\b)", ago_atom),
        (rf"(?i:\b(?:about |around |almost |nearly |roughly |over )?{HALVES} (?:ago|back)\b)", halves_ago),
        (rf"(?i:\bin (?:about |around |just )?{HALVES}(?:' time|'s time)?\b(?! (?:of|long)))", halves_ahead),
        (rf"(?i:\b{HALVES} from now\b)", halves_ahead),
        (
            rf"(?i:\bin (?:about |around |just )?{COUNT} {UNIT}(?:' time|'s time)?\b(?! (?:of|long|a row)))",
            ahead_atom,
        ),
        (rf"(?i:\b{COUNT} {UNIT} from now\b)", ahead_atom),
        (
            rf"(?i:\b(?:the |over |these )+(?P<side>past|last|next|coming|previous|following) (?:{COUNT} )?"
            rf"(?P<unit>minute|hour|day|week|weekend|month|quarter|year|decade)s?\b)",
            stretch_atom,
        ),
        (
            rf"(?i:\b(?P<side>past|last|next) {COUNT} (?P<unit>minute|hour|day|week|weekend|month|quarter|year)s?\b)",
            stretch_atom,
        ),
        (
            r"(?i:\b(?P<count>a|one|two|three|four|\d) (?P<unit>day|week)s? from (?P<base>today|tomorrow|monday"
            r"|tuesday|wednesday|thursday|friday|saturday|sunday)\b)",
            week_from,
        ),
        (
            r"(?i:(?<!once )(?<!twice )(?<!times )\b(?P<count>a|one|two|three) (?P<unit>week|fortnight)s? "
            r"(?:on |this |next )?(?P<base>today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b)",
            week_from,
        ),
        (
            r"(?i:\b(?P<base>today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day) (?P<unit>week|fortnight)\b"
            r"(?! (?:off|of|at|in|end)\b|-))",
            week_from,
        ),
    )
)
"""The rules for them."""
