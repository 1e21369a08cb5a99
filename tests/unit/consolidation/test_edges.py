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
