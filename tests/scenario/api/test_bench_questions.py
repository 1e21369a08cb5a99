"""The bench, over a real server: what belongs to one question only."""

from __future__ import annotations

from mnemolog_client import Turn

from bench import quality
from bench.sets.evalset import EvalSet, Question
from mnemolog.importers.found import ImportedTurn
from mnemolog.serving import ServerProcess


def test_what_is_told_for_a_question_is_forgotten_before_the_next_one_is_asked(
    server: ServerProcess, user: str
) -> None:
    def said(session: str, content: str) -> ImportedTurn:
        return ImportedTurn(user, session, Turn("user", content, event_id=f"{user}-{session}"), session)

    kept, kite, kayak = said("talk", "Nice wind today."), said("first", "A kite!"), said("second", "A kayak!")
    questions = tuple(
        Question(one.session, user, "What about the kite or the kayak?", (one.turn.event_id,), "any", told=(one,))
        for one in (kite, kayak)
    )
    evalset = EvalSet("own", "turn", "made up", (kept,), questions)

    with server.client() as client:
        quality.remember(client, evalset, lambda what, done, of: None)
        first, second = quality.ask_all(client, evalset, "g", lambda what, done, of: None)

    assert kite.turn.event_id in first.ranking
    assert kayak.turn.event_id not in first.ranking
    assert kayak.turn.event_id in second.ranking
    assert kite.turn.event_id not in second.ranking
    assert (first.words[0], second.words[0]) == (kite.turn.event_id, kayak.turn.event_id)
