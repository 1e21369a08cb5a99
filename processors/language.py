"""Which language a text is in: English, Chinese, both, or another."""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from schemas.dimensions import Language

if TYPE_CHECKING:
    from py3langid.langid import LanguageIdentifier

HAN = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"
"""Chinese characters, for a character class of a regular expression."""

_HAN = re.compile(f"[{HAN}]")
_KANA_OR_HANGUL = re.compile(r"[\u3040-\u30ff\u31f0-\u31ff\uac00-\ud7af\u1100-\u11ff]")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’][A-Za-z]+)*")
_OTHER_LETTER = re.compile(r"[^\W\d_]")
_NOT_PROSE = re.compile(r"https?://\S+|www\.\S+|\S+@\S+|`[^`]*`")

WORD_WEIGHT = 2
"""A Latin word counts like two Chinese characters: the mean length of a Chinese word is 1.7."""
CHINESE_SHARE_MIN = 0.75
ENGLISH_SHARE_MAX = 0.2
"""Between these shares of Chinese a text is mixed: one foreign name in a sentence does not make it so."""
CHARACTERS_READ = 2_000
"""The beginning tells; the rest of a long text would only cost."""
SURE_OF_OTHER = 0.75
"""English is assumed unless the identifier is this sure of another language: short texts are mostly guesses."""
WORDS_TO_JUDGE = 3
TEXTS_KEPT = 512
"""A few batches: score and describe ask for the same text one after another, and judging takes .15 ms."""


class Scripts(NamedTuple):
    """How many Chinese characters, Latin words and letters of other scripts a text holds."""

    han: int
    latin: int
    other: int


def scripts(text: str) -> Scripts:
    """Counts of the first 2,000 characters, without addresses and code."""
    prose = _NOT_PROSE.sub(" ", text[:CHARACTERS_READ])
    without_latin, latin = _LATIN_WORD.subn(" ", prose)
    han = len(_HAN.findall(without_latin))
    return Scripts(han, latin, len(_OTHER_LETTER.findall(without_latin)) - han)


def detect_language(text: str) -> Language:
    """English, Chinese, mixed or other; "other" also where there are no letters at all."""
    found = scripts(text)
    weight = found.han + WORD_WEIGHT * found.latin
    if not weight or found.other > weight or _KANA_OR_HANGUL.search(text[:CHARACTERS_READ]):
        return "other"
    share = found.han / weight
    if share >= CHINESE_SHARE_MIN:
        return "zh"
    if share > ENGLISH_SHARE_MAX:
        return "mixed"
    return "other" if found.latin >= WORDS_TO_JUDGE and _surely_not_english(text[:CHARACTERS_READ]) else "en"


@lru_cache(maxsize=TEXTS_KEPT)
def _surely_not_english(text: str) -> bool:
    language, certainty = _identifier().classify(_NOT_PROSE.sub(" ", text))
    return language not in ("en", "zh") and float(certainty) >= SURE_OF_OTHER


@cache
def _identifier() -> LanguageIdentifier:
    """Loaded at first use (.4 s): the languages that a conversation in Latin letters is likely to be in."""
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    identifier = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
    identifier.set_languages(["en", "zh", "de", "fr", "es", "it", "pt", "nl", "sv", "pl", "tr", "vi", "id"])
    return identifier
