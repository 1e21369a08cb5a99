"""What is told beside a memory of a block that a later one seems to have overtaken."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from api.recall.overtaking import remarks
from api.recall.pack import pack
from schemas.dimensions import Dimensions
from schemas.memories import Evidence, Link, Memory
from schemas.queries import Item
from tests.contract.index_adapters import memory_of, scope_of

ANNA = scope_of("anna")
SAID = datetime(2026, 3, 2, 9, tzinfo=UTC)
ASKED = "Which plot is ours?"


def _said(name: str, content: str, days: int = 0, **more: object) -> Memory:
    at = SAID + timedelta(days=days)
    fields = {"occurred_at": at, "evidence": (Evidence(event_id=f"e-{name}", offset=days, occurred_at=at),), **more}
    return memory_of(ANNA, name, content, **fields)


OLD, NEW = _said("old", "Our plot is 12."), _said("new", "The plot is 40 now.", days=31)


def test_the_day_of_the_later_statement_is_told_in_whatever_order_they_were_found() -> None:
    for memories in ((OLD, NEW), (NEW, OLD)):
        assert remarks(memories, ASKED) == {"old": "likely superseded, see 2026-04-02"}


def test_the_block_shows_the_overtaken_line_with_its_remark() -> None:
    items = [Item(memory=memory, score=0.5, relevance=0.5) for memory in (OLD, NEW)]

    block = pack((), items, (), query=ASKED, abstained=False, budget=600, remarks=remarks((OLD, NEW), ASKED)).block

    assert "Our plot is 12. (likely superseded, see 2026-04-02) [1]" in block
    assert "The plot is 40 now. [2]" in block


def test_a_fact_of_a_short_turn_shares_what_is_told_beside_the_turn() -> None:
    fact = _said("fact", "plot 12", resolution="fact", status="active", evidence=OLD.evidence)

    assert remarks((OLD, NEW, fact), ASKED)["fact"] == "likely superseded, see 2026-04-02"


def test_only_the_same_speaker_overtakes_and_neither_questions_nor_assistants() -> None:
    other = _said("new", "The plot is 40 now.", days=31, speaker="Bo")
    assistant = _said("new", "The plot is 40 now.", days=31, role="assistant")
    question = _said("new", "The plot is 40 now, right?", days=31, dimensions=Dimensions(intent="question"))

    assert all(remarks((OLD, later), ASKED) == {} for later in (other, assistant, question))


def test_two_sides_of_a_dispute_are_shown_as_that() -> None:
    disputed = _said("old", "Our plot is 12.", links=(Link(edge="contradicts", memory_id="new"),))

    assert remarks((disputed, NEW), ASKED) == {}
