"""Which kinds of things a memory holds."""

from __future__ import annotations

import numpy as np
import pytest

from indexers.facets import FACETS, Facet, bits, facets_of, holding
from schemas.dimensions import Dimensions, Entity
from tests.contract.index_adapters import memory_of, scope_of

ANNA = scope_of("anna")


@pytest.mark.parametrize(
    ("content", "holds"),
    [("I have three hens", True), ("我有两只鸡", True), ("room 7", True), ("I have hens", False), ("我养鸡", False)],
)
def test_a_number_is_told_in_words_and_digits_of_both_languages(content: str, holds: bool) -> None:
    held = np.array([facets_of(memory_of(ANNA, "m1", content))], np.uint8)

    assert holding(held, "number").tolist() == [holds]


def test_places_and_people_come_from_the_dimensions() -> None:
    dimensions = Dimensions(
        entities=(
            Entity(text="Ghent", type="location", start=0, end=5),
            Entity(text="Bo", type="person", start=6, end=8),
        ),
    )

    held = facets_of(memory_of(ANNA, "m1", "Ghent Bo", dimensions=dimensions))

    assert held == bits(["place", "person"])


def test_every_facet_has_a_bit_of_its_own() -> None:
    everything: list[Facet] = list(FACETS)

    assert bits(everything) == 2 ** len(FACETS) - 1 < 256


@pytest.mark.parametrize(
    ("content", "facet"),
    [
        ("I'm feeling so low since Tuesday.", "low"),
        ("最近情绪很差，老是想哭。", "low"),
        ("A swim cheered me up.", "lifted"),
        ("游完泳感觉好多了。", "lifted"),
    ],
)
def test_a_low_mood_and_a_lifted_one_are_told_apart(content: str, facet: Facet) -> None:
    held = np.array([facets_of(memory_of(ANNA, "m1", content))], np.uint8)

    assert [one for one in ("low", "lifted") if holding(held, one).all()] == [facet]
