"""The lexicon: which nouns are professions, animals, food, ailments, medicines, instruments, games, possessions."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from processors.claims.life_words import MEDICINES_EN

_MEDICINE = re.compile(MEDICINES_EN)
_AILMENT = re.compile(
    r"(?:syndrome|disorder|itis|osis|algia|aemia|emia|opathy|plegia|dystrophy|dysplasia|dysphoria|apnoea|apnea"
    r"|arrhythmia)$"
)
"""How the names of ailments are made."""
_BARE = re.compile(
    r"syndrome|disorder|osmosis|hypnosis|diagnosis|prognosis|metamorphosis|symbiosis|mitosis|photosynthesis"
    r"|academia|bohemia|neurosis|disease"
)
_NOUNS = Path(__file__).with_name("nouns_en.txt")
_WORDS = Path(__file__).with_name("words_en.toml")
_WORDS_ZH = Path(__file__).with_name("words_zh.toml")


@cache
def noun_classes() -> dict[str, frozenset[str]]:
    """Class → its nouns, lower case, singular: WordNet's with the additions and without the exceptions of
    `words_en.toml`."""
    classes = {}
    for line in _NOUNS.read_text("utf-8").splitlines():
        name, tab, nouns = line.partition("\t")
        if tab and not line.startswith("#"):
            classes[name] = set(nouns.split(","))
    words = word_classes()
    for name in classes:
        classes[name] = (classes[name] | words.get(f"more_{name}", frozenset())) - words.get(f"no_{name}", frozenset())
    return {name: frozenset(nouns) for name, nouns in classes.items()}


@cache
def word_classes() -> dict[str, frozenset[str]]:
    """The hand-kept classes of `words_en.toml`: words and phrases, separated by commas."""
    read = tomllib.loads(_WORDS.read_text("utf-8"))
    return {name: frozenset(part.strip() for part in text.split(",") if part.strip()) for name, text in read.items()}


def among(word: str, name: str) -> bool:
    """Whether a word stands in a hand-kept class."""
    return word in word_classes()[name]


def is_kind(phrase: str, lemma: str, name: str) -> bool:
    """Whether a noun phrase is of a class: the phrase itself, its last two words, or its head."""
    nouns = noun_classes().get(name) or word_classes()[name]
    words = phrase.lower().split()
    if " ".join(words[-2:]) in word_classes().get(f"no_{name}", frozenset()):
        return False
    if name == "ailment" and _AILMENT.search(lemma if len(words) < 2 else words[-1]):
        return len(words) > 1 or not _BARE.fullmatch(lemma)
    return (
        (name == "drug" and _MEDICINE.fullmatch(lemma) is not None)
        or lemma in nouns
        or " ".join(words) in nouns
        or " ".join(words[-2:]) in nouns
        or (bool(words) and words[-1] in nouns)
    )


def is_public(name: str) -> bool:
    """Whether a name is that of a public or fictional figure: nobody of the speaker's people."""
    return among(name.lower(), "public") or name in public_zh()


@cache
def public_zh() -> frozenset[str]:
    """The Chinese ones of `words_zh.toml`."""
    read = tomllib.loads(_WORDS_ZH.read_text("utf-8"))
    return frozenset(read["public"]["ends"].split(","))
