"""English numbers in words, the same for times, claims and what is compared at a question."""

from __future__ import annotations

_UNITS_TEXT = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen"
    " eighteen nineteen"
)
UNITS = {word: number for number, word in enumerate(_UNITS_TEXT.split())}
TENS = {
    word: 10 * number
    for number, word in enumerate(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], 2)
}
