"""The attribute table: slots, families, and mistakes that name themselves."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from processors.claims.extract import extract_claims
from processors.claims.table import AttributeTable, normal_value, shipped_table
from schemas.claims import Claim
from schemas.errors import ConfigurationError

SAID = datetime(2026, 3, 2, tzinfo=UTC)
ROW = 'cardinality = "single"\nkind = "fact"\nscope = "core"\nhalf_life_days = 0\n'


def _slot(attribute: str, value: str, subject: str = "user") -> tuple[str, str]:
    return shipped_table().slot_of(Claim(subject=subject, attribute=attribute, value=value, confidence=0.9))


def test_a_single_valued_attribute_is_one_slot():
    assert _slot("name", "Ilse") == _slot("name", "Ilsa") == ("user", "name")


def test_each_value_of_a_multi_valued_attribute_is_a_slot():
    assert _slot("friend", "Ana") == ("user", "friend:ana")
    assert _slot("friend", "Ana") != _slot("friend", "Rui")


def test_liking_and_disliking_the_same_thing_share_a_slot():
    assert _slot("likes", "京剧") == _slot("dislikes", "听京剧") == ("user", "preference:京剧")
    assert _slot("likes", "drinking coffee") == _slot("dislikes", "the Coffee")


def test_subjects_do_not_share_slots():
    assert _slot("allergy", "hazelnuts", "guest-ivo") != _slot("allergy", "hazelnuts")


def test_a_claim_without_a_value_covers_its_whole_family_and_nothing_else():
    table = shipped_table()
    all_likes = _slot("likes", "")

    assert table.covers(all_likes, _slot("dislikes", "tea"))
    assert table.covers(_slot("phone", ""), _slot("phone", "1"))
    assert not table.covers(all_likes, _slot("friend", "Ana"))
    assert not table.covers(_slot("likes", "tea"), _slot("likes", "coffee"))
    assert not table.covers(all_likes, _slot("likes", "tea", "Bob"))


def test_a_state_fades_soonest_and_a_name_never():
    table = shipped_table()

    assert table.half_lives()["name"] == 0
    assert table.half_lives()["state"] == 1
    assert "note" not in table.half_lives()
    assert table.kind("state") == "state"
    assert table.kind("likes") == "preference"


def test_an_unknown_attribute_is_a_multi_valued_fact():
    assert shipped_table().cardinality("favourite_font") == "multi"


def test_people_name_attributes_in_words():
    table = shipped_table()

    assert table.named("phone number", chinese=False) == ("phone",)
    assert table.named("住址", chinese=True) == ("address", "home_city")
    assert table.named("spaceship", chinese=False) == ()


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[name]\ncardinality = \nkind = 1\n", "line 2"),
        ("[name]\n" + ROW.replace("single", "several"), "several"),
        ("[name]\n" + ROW.replace("half_life_days = 0", "half_life_days = -1"), "half_life_days"),
        ("[name]\n" + ROW + "colour = 1\n", "colour"),
        ("[name]\n" + ROW.replace('kind = "fact"\n', ""), "kind"),
        ("[Name]\n" + ROW, "Name"),
        ("[name]\n" + ROW + "words_en = 5\n", "words_en"),
        ("name = 5", "name"),
        ("[name]\n" + ROW + 'patterns_en = ["my motto is (.+)"]\n', "value"),
        ("[name]\n" + ROW + 'patterns_en = ["my (motto"]\n', "regular expression"),
    ],
)
def test_a_mistake_in_the_table_is_named(tmp_path: Path, text, named):
    path = tmp_path / "attributes.toml"
    path.write_text(text)

    with pytest.raises(ConfigurationError) as mistake:
        AttributeTable.load(path)

    assert named in mistake.value.message
    assert str(path) in mistake.value.message


def test_a_pattern_of_ones_own_makes_claims_of_what_is_meant():
    patterns = "patterns_en = ['my motto is (?P<value>.+)']\npatterns_zh = ['我的座右铭是(?P<value>.+)']\n"
    own = AttributeTable.parse("[motto]\n" + ROW + patterns, "mine")
    table = shipped_table().extended(own)

    found = [
        [(c.attribute, c.value) for c in extract_claims(text, role="user", occurred_at=SAID, table=table)]
        for text in ("Well, my motto is less is more.", "我的座右铭是知足常乐。", "If my motto is rage, what then?")
    ]

    assert found == [[("motto", "less is more")], [("motto", "知足常乐")], []]


def test_a_missing_table_is_named(tmp_path: Path):
    with pytest.raises(ConfigurationError, match=r"none\.toml"):
        AttributeTable.load(tmp_path / "none.toml")


def test_values_are_compared_without_case_articles_and_marks():
    assert normal_value("The Wire!") == normal_value("wire")
    assert normal_value("I/O") == "i o"
