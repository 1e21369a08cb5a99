"""Parse and rewrite: what a question asks for, and what is embedded for it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from api.recall.parse import Question, proper_names, the_one_named, understand
from api.recall.rewrite import first_person, last_question, questions_in, statement, without_interrogatives
from schemas.errors import InvalidInputError
from schemas.queries import QUERY_CHARACTERS_MAX, RecentTurn, SearchQuery
from tests.unit.recall.world import yesterday_reader

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)


def read(text: str, *, speakers: tuple[str, ...] = (), recent: tuple[str, ...] = ()) -> Question:
    query = SearchQuery(user="anna", query=text, recent_turns=tuple(RecentTurn(content=turn) for turn in recent))
    return understand(query, speakers, NOW, read_time=yesterday_reader)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What is Caroline's identity?", "What is my identity?"),
        ("When did Caroline go?", "When did I go?"),
        ("Did caroline’s dog bark at Caroline?", "Did my dog bark at I?"),
    ],
)
def test_a_named_speaker_becomes_the_first_person(question: str, said: str) -> None:
    assert first_person(question, "Caroline") == said


def test_a_name_inside_another_word_is_left_alone() -> None:
    assert first_person("Annabel met Ann", "Ann") == "Annabel met I"


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("When did I go to the support group?", "I go to the support group"),
        ("In which year did I move?", "I move"),
        ("What kind of tea do I like?", "I like"),
        ("How long have I had it?", "I had it"),
        ("Does she sing?", "she sing"),
        ("What?", "What"),
        ("tea", "tea"),
    ],
)
def test_the_question_phrase_is_cut(question: str, rest: str) -> None:
    assert statement(question) == rest


@pytest.mark.parametrize(
    ("question", "rest"),
    [("我表姐的电话是多少？", "我表姐的电话是"), ("谁", "谁"), ("会议是什么时候开始呢", "会议是 开始")],
)
def test_chinese_interrogatives_are_cut_unless_nothing_else_is_there(question: str, rest: str) -> None:
    assert without_interrogatives(question) == rest


def test_the_last_question_of_a_rambling_text_is_found() -> None:
    assert last_question("今天天气很好。我去了公园。你记得我的猫叫什么吗？") == "你记得我的猫叫什么吗？"
    assert last_question("I like tea") == "I like tea"
    assert last_question("I like tea. I like milk.") == ""


def test_every_question_of_a_text_is_found() -> None:
    asked = questions_in("Lovely weather. What is my cat called? Also, where do I live?")

    assert asked == ["What is my cat called?", "Also, where do I live?"]
    assert questions_in("my cat") == ["my cat"]


def test_a_time_in_what_stands_before_the_question_is_not_asked_for() -> None:
    assert read("我昨天很累。你记得我的猫叫什么吗？").time is None
    assert read("我昨天签了什么").time is not None


def test_the_words_to_match_are_never_rewritten() -> None:
    question = read("What is Caroline's favourite tea?", speakers=("Caroline", "Melanie"))

    assert "carolin" in question.terms
    assert question.embedded == ("What is my favourite tea?", "my favourite tea")


@pytest.mark.parametrize(
    ("text", "speakers", "named"),
    [
        ("Where did Ann go?", ("Ann", "Bo"), "Ann"),
        ("Where did Ann and Bo go?", ("Ann", "Bo"), ""),
        ("Where did they go?", ("Ann", "Bo"), ""),
        ("where did ann go", ("Ann Lee", "Bo"), "Ann Lee"),
        ("Where did Ann go?", ("Ann Lee", "Ann Wu"), ""),
        ("小明去了哪里？", ("小明", "小红"), "小明"),
    ],
)
def test_only_a_single_named_participant_counts(text: str, speakers: tuple[str, ...], named: str) -> None:
    assert the_one_named(text, speakers) == named


def test_names_are_words_with_a_capital_inside_a_sentence() -> None:
    assert proper_names("Where did Gwendolyn meet my friend in Oslo?") == ("gwendolyn", "oslo")
    assert proper_names("WHERE DID GWENDOLYN GO") == ()
    assert proper_names("Hello. Where am I?") == ()


def test_a_vague_question_takes_its_words_from_the_last_turns() -> None:
    vague = read("what about that one?", recent=("Tell me about the kiln",))
    clear = read("where is the green kiln glaze stored?", recent=("Tell me about the van",))

    assert "kiln" in vague.terms
    assert "van" not in clear.terms


def test_a_named_year_or_a_relative_word_fixes_the_year() -> None:
    assert not read("what did I sign yesterday").every_year


def test_a_long_query_is_cut_and_says_so() -> None:
    question = read("tea " * 5_000)

    assert question.truncated
    assert len(question.text) == QUERY_CHARACTERS_MAX


@pytest.mark.parametrize("text", ["", " \n", "\u200b\u200d", "？！", "..."])
def test_a_blank_query_is_refused_by_field(text: str) -> None:
    with pytest.raises(InvalidInputError) as error:
        read(text)

    assert error.value.field == "query"


def test_a_query_of_stop_words_alone_still_asks() -> None:
    assert read("a AND OR NOT").terms == ("a", "and", "or", "not")
