"""Facts that one turn ties together, or that say nearly the same, carry an edge while both are there."""

from __future__ import annotations

import pytest

from processors.claims.extract import extract_claims
from schemas.memories import Memory
from tests.unit.consolidation.staging import Driver, day, turn, vector


def said(driver: Driver, number: int, text: str, **more: object) -> None:
    at = day(number)
    claims = extract_claims(text, role="user", occurred_at=at)
    driver.give(turn(f"e{number}", text, at), *claims, **more)


def edges(driver: Driver) -> list[tuple[str, str, str]]:
    known = {m.memory_id: m for m in driver.state.memories.values()}
    return sorted((m.value, link.edge, _name(known, link.memory_id)) for m in known.values() for link in m.links)


def _name(known: dict[str, Memory], memory_id: str) -> str:
    return known[memory_id].value if memory_id in known else "nothing"


@pytest.mark.parametrize(
    ("text", "edge"),
    [
        ("I moved to Porto because I work at Galp.", ("Galp", "causes", "Porto")),
        ("因为我对花生过敏，所以我不吃坚果。", ("花生", "causes", "坚果")),
        ("Because I'm allergic to cats, I live in Leeds.", ("cats", "causes", "Leeds")),
    ],
)
def test_what_is_given_as_a_reason_causes_the_rest(text: str, edge: tuple[str, str, str]) -> None:
    driver = Driver()

    said(driver, 1, text)

    assert edges(driver) == [edge]


def test_a_reason_in_another_sentence_ties_nothing() -> None:
    driver = Driver()

    said(driver, 1, "I live in Leeds. It is quiet because I work at Galp.")

    assert edges(driver) == []


def test_what_is_done_for_a_known_aim_supports_it() -> None:
    driver = Driver()
    said(driver, 1, "我的目标是跑完马拉松。")

    said(driver, 2, "我每天早上跑步，为了跑完马拉松。")

    assert ("每天早上跑步", "supports", "跑完马拉松") in edges(driver)


def test_facts_of_one_kind_that_say_nearly_the_same_are_similar() -> None:
    driver = Driver()
    said(driver, 1, "I like jazz records.", claim_vectors=(vector(5),))
    said(driver, 2, "I like rain.", claim_vectors=(vector(5),))

    said(driver, 3, "I like jazz concerts.", claim_vectors=(vector(5),))

    assert edges(driver) == [("jazz concerts", "similar_to", "jazz records")]


def test_an_edge_stays_when_its_fact_is_said_again_and_goes_with_its_other_end() -> None:
    driver = Driver()
    said(driver, 1, "I moved to Porto because I work at Galp.")
    said(driver, 2, "I work at Galp.")
    kept = edges(driver)

    said(driver, 3, "Forget that I moved to Porto.")

    assert kept == [("Galp", "causes", "Porto")]
    assert edges(driver) == []


@pytest.mark.parametrize(
    ("whole", "part", "text", "edge"),
    [
        (
            "I plan to move house in June.",
            "I plan to renovate the kitchen.",
            "The kitchen renovation is part of moving house.",
            ("renovate the kitchen", "part_of", "move house in June"),
        ),
        (
            "My goal is to run a marathon.",
            "I plan to join a running club.",
            "Joining the running club is just one step towards the marathon.",
            ("join a running club", "part_of", "run a marathon"),
        ),
        (
            "我的目标是跑完马拉松。",
            "我打算每周练三次间歇跑。",
            "每周练三次间歇跑是跑完马拉松的第一步。",
            ("每周练三次间歇跑", "part_of", "跑完马拉松"),
        ),
        (
            "我打算六月搬家。",
            "我打算清理车库。",
            "清理车库属于搬家的一部分。",
            ("清理车库", "part_of", "六月搬家"),
        ),
    ],
)
def test_what_is_said_to_be_part_of_an_undertaking_points_to_it(
    whole: str, part: str, text: str, edge: tuple[str, str, str]
) -> None:
    driver = Driver()
    said(driver, 1, whole)
    said(driver, 2, part)

    said(driver, 3, text)

    assert [e for e in edges(driver) if e[1] == "part_of"] == [edge]


def test_a_step_named_by_it_is_what_was_said_just_before() -> None:
    driver = Driver()
    said(driver, 1, "I plan to sell the flat.")

    said(driver, 2, "I plan to repaint the hall. It's all part of selling the flat.")

    assert ("repaint the hall", "part_of", "sell the flat") in edges(driver)


@pytest.mark.parametrize(
    "text",
    [
        "Is renovating the kitchen part of moving house?",
        "Renovating the kitchen is not part of moving house.",
        "That's part of the plan.",
        "She is part of the family.",
    ],
)
def test_what_is_asked_denied_or_names_no_undertaking_is_part_of_nothing(text: str) -> None:
    driver = Driver()
    said(driver, 1, "I plan to move house in June.")
    said(driver, 2, "I plan to renovate the kitchen.")

    said(driver, 3, text)

    assert [edge for edge in edges(driver) if edge[1] == "part_of"] == []


def test_a_part_of_what_is_forgotten_is_part_of_nothing() -> None:
    driver = Driver()
    said(driver, 1, "I plan to move house in June.")
    said(driver, 2, "I plan to renovate the kitchen.")
    said(driver, 3, "The kitchen renovation is part of moving house.")
    before = [edge for edge in edges(driver) if edge[1] == "part_of"]

    said(driver, 4, "Forget that I plan to move house in June.")

    assert len(before) == 1
    assert edges(driver) == []
    assert not driver.state.pointing
