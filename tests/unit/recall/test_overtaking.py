"""What is told beside a memory of a block that a later one seems to have overtaken."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from api.recall.nearness import Nearness
from api.recall.overtaking import UNTOLD, overtakings, remarks, settled, untold
from api.recall.pack import pack
from api.recall.recipes import load_recipe
from schemas.dimensions import Dimensions
from schemas.memories import Evidence, Link, Memory
from schemas.queries import Contradiction, Item
from tests.contract.index_adapters import memory_of, scope_of

ANNA = scope_of("anna")
SAID = datetime(2026, 3, 2, 9, tzinfo=UTC)
ASKED = "Which plot is ours?"


def _said(name: str, content: str, days: int = 0, **more: object) -> Memory:
    at = SAID + timedelta(days=days)
    fields = {"occurred_at": at, "evidence": (Evidence(event_id=f"e-{name}", offset=days, occurred_at=at),), **more}
    return memory_of(ANNA, name, content, **fields)


def _beside(memories: Sequence[Memory]) -> dict[str, str]:
    return remarks(memories, overtakings(memories, ASKED))


OLD, NEW = _said("old", "Our plot is 12."), _said("new", "The plot is 40 now.", days=31)


def test_the_day_of_the_later_statement_is_told_in_whatever_order_they_were_found() -> None:
    for memories in ((OLD, NEW), (NEW, OLD)):
        assert _beside(memories) == {"old": "likely superseded, see 2026-04-02"}


def test_the_block_shows_the_overtaken_line_with_its_remark() -> None:
    items = [Item(memory=memory, score=0.5, relevance=0.5) for memory in (OLD, NEW)]

    block = pack((), items, (), query=ASKED, abstained=False, budget=600, remarks=_beside((OLD, NEW))).block

    assert "Our plot is 12. (likely superseded, see 2026-04-02) [1]" in block
    assert "The plot is 40 now. [2]" in block


def test_a_fact_of_a_short_turn_shares_what_is_told_beside_the_turn() -> None:
    fact = _said("fact", "plot 12", resolution="fact", status="active", evidence=OLD.evidence)

    assert _beside((OLD, NEW, fact))["fact"] == "likely superseded, see 2026-04-02"


def test_only_the_same_speaker_overtakes_and_neither_questions_nor_assistants() -> None:
    other = _said("new", "The plot is 40 now.", days=31, speaker="Bo")
    assistant = _said("new", "The plot is 40 now.", days=31, role="assistant")
    question = _said("new", "The plot is 40 now, right?", days=31, dimensions=Dimensions(intent="question"))

    assert all(_beside((OLD, later)) == {} for later in (other, assistant, question))


def test_two_sides_of_a_dispute_are_shown_as_that() -> None:
    disputed = _said("old", "Our plot is 12.", links=(Link(edge="contradicts", memory_id="new"),))

    assert _beside((disputed, NEW)) == {}


def test_what_is_said_of_the_other_one_in_a_conversation_is_no_statement() -> None:
    old = _said("old", "Glad your plot is 12.", speaker="Bo")
    new = _said("new", "The plot is 40 now.", days=31, speaker="Bo")

    assert _beside((old, new)) == {}


def test_a_fact_of_what_was_so_for_a_while_expires_with_its_turn() -> None:
    turn = _said("turn", "I take the red pills until Friday.")
    fact = _said("fact", "I take the red pills", resolution="fact", attribute="medication", evidence=turn.evidence)
    lasting = _said("lasting", "I am a nurse", resolution="fact", attribute="occupation", evidence=turn.evidence)

    assert remarks((turn, fact, lasting), (), over=["turn"]) == {"fact": "expired"}


def test_memories_are_near_by_their_vectors_on_the_scale_of_relevance() -> None:
    calibration = load_recipe("g").calibrations["use-multilingual-v3"]
    vectors = {name: np.array(row, "<f2").tobytes() for name, row in (("a", [1, 0]), ("b", [1, 0]), ("c", [0, 1]))}

    nearness = Nearness.of({"a": 0.4}, {**vectors, "none": b""}, calibration)

    assert nearness.of_two("a", "b") > 0.9 > 0.1 > nearness.of_two("a", "c")
    assert nearness.of_two("a", "none") == nearness.to_question("b") == 0.0
    assert nearness.to_question("a") == 0.4


def test_the_side_of_a_dispute_that_lost_is_told_to_be_over() -> None:
    sides = {"claim": OLD.content, "counter_claim": NEW.content, "claim_id": "old", "counter_claim_id": "new"}

    def told(current: str | None) -> dict[str, str]:
        return settled([Contradiction(**sides, current=current, reason="")], (OLD, NEW))

    assert told(NEW.content) == {"old": "likely superseded, see 2026-04-02"}
    assert told(OLD.content) == {"new": "likely superseded, see 2026-03-02"}
    assert told(None) == {}


SLIP = _said("slip", "Our plot is 40.", days=31)


@pytest.mark.parametrize(
    ("question", "earlier", "later", "slips"),
    [
        (ASKED, "Our plot is 12.", "Our plot is 40.", True),
        (ASKED, "Our plot is 12.", "The plot is 40 now.", False),
        (ASKED, "Our plot is 12.", "Our plot was moved to 40.", False),
        ("我的车位是几号？", "我的车位是12号", "我的车位是40号", True),
        ("我的车位是几号？", "我的车位是12号", "我的车位改成40号了", False),
        ("Do I have a licence?", "I've no licence", "I've had my licence for ten years now", True),
        ("Do I have a licence?", "I've no licence", "I've got my licence now", False),
        ("我有驾照没有？", "我不会开车，没驾照", "今天又是我开车，驾照都快十年了", True),
        ("我有驾照没有？", "我还没驾照", "驾照到手了", False),
        (ASKED, "Our plot is 12.", "The board wrote plot 40. Ours still opened yesterday", True),
        ("我的工资卡是哪家银行？", "我工资卡是建行的", "从下月起工资统一发到招行卡", False),
        ("Where do I swim?", "I swim at the Lido in Porto", "I swim at the Harbour in Oslo", True),
        # They share only what nobody asks for.
        ("Where does Ned swim?", "Swimming at the Lido in Porto", "Coffee at the Harbour is from Porto", False),
        # What was so for a while may be over when it is spoken of again, but nothing gives another value.
        ("我的车位是几号？", "楼里的车位正在维修", "隔壁的车位正在维修", False),
    ],
)
def test_another_value_without_a_word_of_change_is_a_dispute_of_which_the_later_one_is_current(
    question: str, earlier: str, later: str, slips: bool
) -> None:
    memories = (_said("old", earlier), _said("new", later, days=31))

    found = overtakings(memories, question)

    assert [one.earlier.memory_id for one in found if one.slips] == (["old"] if slips else [])
    assert [(one.claim_id, one.counter_claim_id, one.current, one.reason) for one in untold(found, (), ())] == (
        [("old", "new", later, UNTOLD)] if slips else []
    )


def test_what_is_known_to_be_disputed_is_disputed_once() -> None:
    found = overtakings((OLD, SLIP), ASKED)
    facts = [_said(f"f-{one.memory_id}", "plot", resolution="fact", evidence=one.evidence) for one in (OLD, SLIP)]
    of_facts = Contradiction(claim="plot 12", counter_claim="plot 40", claim_id="f-old", counter_claim_id="f-slip")
    known = Contradiction(claim=SLIP.content, counter_claim=OLD.content, claim_id="slip", counter_claim_id="old")

    assert len(untold(found, (), ())) == 1
    assert untold(found, [known], (OLD, SLIP)) == ()
    assert untold(found, [of_facts], facts) == ()


def test_a_dispute_without_a_word_of_change_shows_its_sides_its_reason_and_the_later_one_as_current() -> None:
    items = [Item(memory=memory, score=0.5, relevance=0.5) for memory in (OLD, SLIP)]
    found = overtakings((OLD, SLIP), ASKED)
    beside = remarks((OLD, SLIP), found)

    block = pack((), items, untold(found, (), ()), query=ASKED, abstained=False, budget=600, remarks=beside).block

    assert f"- “{OLD.content}” [1] against “{SLIP.content}” [2] ({UNTOLD}). Current: {SLIP.content}." in block


@pytest.mark.parametrize(
    "later",
    ["柜台前有位女士报的是40号车位", "我看见前面那位先生的车位是40号", "听说一位老人的车位是40号"],
)
def test_what_a_stranger_gives_overtakes_nothing(later: str) -> None:
    assert overtakings((_said("old", "我的车位是12号"), _said("new", later, days=31)), "我的车位是几号？") == ()


def test_what_strangers_give_overtakes_nothing_in_english() -> None:
    for later in ("I overheard a man say plot 40.", "On the form of the woman ahead plot 40 is written."):
        assert overtakings((OLD, _said("new", later, days=31)), ASKED) == ()


@pytest.mark.parametrize(
    ("old", "answer", "new", "question", "echoes"),
    [
        (
            "My locker is 118",
            "Locker 118, noted.",
            "they gave me another locker: 204 now",
            "Which locker is mine?",
            True,
        ),
        (
            "My locker is 118",
            "You are welcome.",
            "they gave me another locker: 204 now",
            "Which locker is mine?",
            False,
        ),
        ("我的工位在三楼", "工位三楼，记下了。", "工位挪到七楼了", "我的工位在几楼？", True),
        ("我的工位在三楼", "好的，工位。", "工位挪到七楼了", "我的工位在几楼？", False),
    ],
)
def test_an_answer_that_repeats_what_no_longer_holds_shares_what_is_told_beside_it(
    old: str, answer: str, new: str, question: str, echoes: bool
) -> None:
    said = _said("old", old)
    answered = _said("answer", answer, role="assistant", context=f"{old}\n{answer}")
    memories = (said, answered, _said("new", new, days=31))

    told = remarks(memories, overtakings(memories, question))

    assert told.get("answer") == (told["old"] if echoes else None)


def test_an_answer_that_repeats_what_has_expired_is_expired() -> None:
    old = _said("old", "I've an exam on 3 February, contract law")
    wishes = _said("wishes", "Good luck with contract law.", role="assistant", context=f"{old.content}\nGood luck")
    fills = _said("fills", "Noted.", role="assistant", context=f"{old.content}\nNoted.")

    assert remarks((old, wishes, fills), (), over=["old"]) == {"wishes": "expired"}
