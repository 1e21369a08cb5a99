"""Topic, sentiment and subjectivity read from a turn's vector."""

from __future__ import annotations

import numpy as np
import pytest

from processors.dimensions.labels import PrototypeLabeller
from processors.models.use import UseEmbedder

PLAIN = {
    "work": ("My manager moved the project deadline to Friday.", "老板让我周五之前交报告。"),
    "food": ("I cooked lentil soup for dinner.", "我吃素，不吃肉。"),
    "health": ("The doctor prescribed ibuprofen twice a day.", "我对青霉素过敏。"),
    "travel": ("We fly to Lisbon on the third of June.", "我们六月三号飞成都。"),
    "family": ("My sister has two sons.", "我姐姐有两个儿子。"),
    "sport": ("I run five kilometres every morning.", "我每天早上跑五公里。"),
    "finance": ("I opened a savings account at the bank.", "我在银行开了一个储蓄账户。"),
    "other": ("Hello there.", "好的，谢谢。"),
}
FELT = {
    "positive": ("The trip to Iceland was breathtaking, I loved every minute.", "那家拉面太好吃了！"),
    "negative": ("My laptop keeps crashing, so annoying.", "水槽又漏水了，房东也不管，气死了。"),
    "neutral": ("We fly to Lisbon on the third of June.", "我在网上买了一双鞋。"),
}


@pytest.fixture(scope="module")
def embedder() -> UseEmbedder:
    return UseEmbedder()


@pytest.fixture(scope="module")
def labeller(embedder: UseEmbedder) -> PrototypeLabeller:
    return PrototypeLabeller(embedder)


@pytest.mark.parametrize("topic", sorted(PLAIN))
def test_a_topic_is_the_same_label_in_both_languages(
    labeller: PrototypeLabeller, embedder: UseEmbedder, topic: str
) -> None:
    labels = labeller.label(embedder.embed(PLAIN[topic]))

    assert [label[0] for label in labels] == [topic, topic]


@pytest.mark.parametrize("sentiment", sorted(FELT))
def test_a_feeling_is_the_same_label_in_both_languages(
    labeller: PrototypeLabeller, embedder: UseEmbedder, sentiment: str
) -> None:
    labels = labeller.label(embedder.embed(FELT[sentiment]))

    assert [label[1] for label in labels] == [sentiment, sentiment]


def test_what_is_felt_is_more_subjective_than_what_is_told(labeller: PrototypeLabeller, embedder: UseEmbedder) -> None:
    felt, told = labeller.label(embedder.embed(["I absolutely love this, so happy!", "The bus leaves at nine."]))

    assert 0 <= told[2] < 0.5 < felt[2] <= 1


def test_no_vectors_have_no_labels(labeller: PrototypeLabeller) -> None:
    assert labeller.label(np.zeros((0, 512), dtype=np.float32)) == []
