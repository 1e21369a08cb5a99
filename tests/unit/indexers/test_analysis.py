"""Analysis: what a text is found by."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from indexers.analysis import QUERY_TERMS_MAX, STOP_WORDS, exact_terms, is_blank, query_terms, spoken, stem, tokens
from indexers.word_forms import BASE_OF


def found(query: str, text: str) -> frozenset[str]:
    return frozenset(query_terms(query)) & frozenset(tokens(text))


def test_latin_words_are_stemmed_freed_of_stop_words_and_possessives() -> None:
    assert tokens("Caroline's dogs were running, and it isn't hers") == ("carolin", "dog", "run", "isn")


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("buy", "bought"),
        ("going", "gone"),
        ("children", "child"),
        ("written", "wrote"),
        ("woman's", "women"),
        ("my mother's", "mums"),
        ("photographs", "photo"),
        ("neighbours", "neighbor"),
        ("organising", "organized"),
    ],
)
def test_forms_of_a_word_are_found_by_each_other(asked: str, said: str) -> None:
    assert query_terms(asked) == tokens(said)


def test_no_word_form_stands_for_another_or_is_a_stop_word() -> None:
    roots = {stem(form): stem(base) for form, base in BASE_OF.items()}

    assert not {form for form, root in roots.items() if form != root} & set(roots.values())
    assert not {*BASE_OF, *BASE_OF.values()} & STOP_WORDS


def test_repeats_are_kept_in_documents_and_dropped_from_queries() -> None:
    assert tokens("tea tea tea") == ("tea", "tea", "tea")
    assert query_terms("tea tea tea") == ("tea",)


@pytest.mark.parametrize("query", ["猫", "豆豆", "福州", "豆豆住在福州吗"])
def test_chinese_is_found_by_one_character_two_and_more(query: str) -> None:
    assert found(query, "我的猫叫豆豆，住在福州。")


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("cafe muller", "We ate at Café Müller."),
        ("CAFÉ MÜLLER", "cafe muller"),
        ("senor pena", "Señor Peña teaches me Spanish."),
        ("Soren Lodz", "Søren lives in Łódź."),
        ("strasse", "Straße 5"),
        ("pho ga", "phở gà"),
        ("istanbul", "İSTANBUL"),
    ],
)
def test_latin_letters_are_found_without_their_accents(query: str, text: str) -> None:
    assert set(query_terms(query)) <= set(tokens(text))


@pytest.mark.parametrize(("one", "other"), [("がく", "かく"), ("हिन्दी", "हनद"), ("한국", "하구"), ("й", "и")])
def test_marks_of_other_scripts_tell_letters_apart(one: str, other: str) -> None:
    assert tokens(one) != tokens(other)


def test_full_width_and_half_width_are_the_same() -> None:
    assert found("B-302", "房间号是Ｂ－３０２") >= {"b-302", "b302"}
    assert query_terms("ＡＢＣ") == query_terms("abc")


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("7700900123", "My number is +44 7700 900123."),
        ("+44 7700 900123", "My number is +447700900123."),
        ("13800138000", "电话是 138 0013 8000。"),
        ("138-0013-8000", "我的电话是13800138000"),
        ("+86 138 0013 8000", "+8613800138000"),
        ("(415) 555-0132", "call 4155550132"),
        ("1200", "I paid $1,200"),
        ("sf20250814x", "订单号 SF20250814X。"),
        ("20250814", "订单号 SF20250814X。"),
        ("77B0491", "Locker code 77-B-0491"),
    ],
)
def test_numbers_and_codes_are_found_with_and_without_separators(query: str, text: str) -> None:
    assert found(query, text)


def test_a_code_is_a_term_of_its_own_beside_its_parts() -> None:
    assert "77-b-0491" in tokens("Locker code 77-B-0491 belongs to Noor.")
    assert "77-b-0491" not in tokens("Locker code 77-B-0419 belongs to Priya.")


def test_hyphenated_words_are_two_words() -> None:
    assert tokens("self-care") == ("self", "care")


def test_exact_terms_identify_and_years_and_words_do_not() -> None:
    assert exact_terms(query_terms("77-B-0491 in May 2023 at 10 am")) == ("77-b-0491", "77b0491", "770491", "0491")


@pytest.mark.parametrize(
    "text",
    [
        "C++ (draft) [v2]",
        "a AND OR NOT",
        '"unclosed',
        "foo:bar/baz?*~^",
        '{"json":1}',
        "\\",
        "-minus +plus",
        "价格(含税)：￥100！",
    ],
)
def test_syntax_characters_are_plain_text_and_a_text_is_found_by_itself(text: str) -> None:
    assert found(text, text) == frozenset(query_terms(text)) != frozenset()


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u200b", "\u202e\u2066", "…", "？", "...!?", "——"])
def test_text_without_word_number_or_sign_is_blank(text: str) -> None:
    assert is_blank(text)


def test_emoji_are_terms() -> None:
    assert found("🎉", "party 🎉 tonight")


def test_a_query_has_at_most_64_terms() -> None:
    assert len(query_terms(" ".join(f"word{n}" for n in range(500)))) == QUERY_TERMS_MAX


def test_a_speaker_is_a_term_of_what_was_said() -> None:
    assert tokens(spoken("Ann", "I like tea"))[0] == "ann"
    assert spoken("", "tea") == "tea"


@given(st.text(max_size=300))
def test_any_text_can_be_analysed_and_finds_itself(text: str) -> None:
    terms = query_terms(text)

    assert set(terms) <= set(tokens(text))
    assert len(terms) <= QUERY_TERMS_MAX
    assert all(term and not term.isspace() for term in tokens(text))


@pytest.mark.parametrize(
    "lines",
    [
        ("Ana: Where is order 4 711?", "Ben: 0815 left, Ana's +4915112345678 was asked", "我的猫叫Miso"),
        ("ΟΔΟΣ", "ΣΟΦΙΑ", "e", "\u0301x", "12,", "345"),
        ("", "of", ""),
    ],
)
def test_no_term_goes_over_the_end_of_a_line(lines: tuple[str, ...]) -> None:
    assert tokens("\n".join(lines)) == tuple(term for line in lines for term in tokens(line))
