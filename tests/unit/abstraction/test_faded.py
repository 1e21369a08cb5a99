"""Turns that left the index under its cap: forgetting them reaches what was made of them too."""

from __future__ import annotations

import pytest

from processors.consolidation import fold
from schemas.memories import MemoryDropped
from tests.unit.abstraction.conversation import Conversation
from tests.unit.abstraction.test_interests import PYTHON
from tests.unit.abstraction.test_routines import MONDAYS, REPORT
from tests.unit.abstraction.test_summaries import talk_of


def fade_turns(talk: Conversation) -> None:
    """All turns leave the index, as those beyond a cap do."""
    names = [memory.memory_id for memory in talk.all("turn")]
    offset = len(talk.records)
    record = talk.records[-1].model_copy(
        update={
            "offset": offset,
            "changes": tuple(MemoryDropped(memory_id=name, reason="faded") for name in names),
            "outcome": talk.records[-1].outcome.model_copy(update={"event_id": f"e{offset}"}),
            "observations": (),
            "claims": (),
        }
    )
    fold(talk.state, record)
    talk.records.append(record)


def test_a_summary_outlives_the_turns_that_faded() -> None:
    talk = talk_of(21)

    fade_turns(talk)

    assert len(talk.all("episode")) == 1


@pytest.mark.parametrize("made", ["summary", "interest", "routine"])
def test_a_forgotten_session_takes_what_was_made_of_its_faded_turns(made: str) -> None:
    match made:
        case "summary":
            talk = talk_of(21)
        case "interest":
            talk = Conversation()
            talk.ask_all(PYTHON[:3], days=(0, 1, 2))
        case _:
            talk = Conversation()
            talk.ask_all(REPORT, days=MONDAYS)
    [memory] = talk.abstracted(made)
    fade_turns(talk)

    talk.forget_session(memory.evidence[0].session)

    assert not talk.abstracted(made)


def test_a_forgotten_summary_of_faded_turns_is_gone() -> None:
    talk = talk_of(21)
    fade_turns(talk)

    talk.forget(talk.all("episode")[0])

    assert not talk.all("episode")
