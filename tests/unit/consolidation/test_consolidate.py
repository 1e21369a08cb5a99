"""The slot rule and what one event changes."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from processors.consolidation import UserState, fold
from processors.consolidation.slots import EVIDENCE_MAX
from schemas.dimensions import Dimensions
from schemas.events import (
    MemoryAsserted,
    MemoryEdited,
    MemoryFlagged,
    MemoryForgotten,
    MemoryReference,
    SessionForgotten,
    TurnRedriven,
    UserErased,
)
from schemas.memories import MemoriesRecord, Memory
from tests.unit.consolidation.staging import POLICY, START, Driver, claim, day, hash_of, turn, vector

CONTROL = {"tenant": "t", "user": "u", "occurred_at": day(50), "recorded_at": day(50)}


def reference(memory: Memory) -> MemoryReference:
    return MemoryReference(
        memory_id=memory.memory_id,
        evidence=tuple(e.event_id for e in memory.evidence),
        resolution=memory.resolution,
        subject=memory.subject,
        attribute=memory.attribute,
        value=memory.value,
    )


def phones() -> Driver:
    driver = Driver()
    driver.give(turn("a", "phone 13800138000", day(0)), claim("phone", "13800138000"))
    driver.give(turn("b", "phone 13900139000", day(1)), claim("phone", "13900139000"))
    return driver


def test_a_later_single_value_supersedes_and_its_raw_turn_follows() -> None:
    driver = phones()

    (current,) = driver.facts()
    (old,) = driver.facts("superseded")
    assert (current.value, old.value) == ("13900139000", "13800138000")
    assert [link.memory_id for link in old.links] == [current.memory_id]
    assert driver.turns() == ["phone 13900139000"]
    assert [r.status for r in old.history] == ["active", "superseded"]


def test_what_was_said_when_decides_not_what_arrived_when() -> None:
    driver = Driver()
    driver.give(turn("new", "I switched to tea", day(10)), claim("home_city", "Genoa"))
    driver.give(turn("old", "I only drink cola", day(0)), claim("home_city", "Turin"))

    assert [m.value for m in driver.facts()] == ["Genoa"]
    assert [m.value for m in driver.facts("superseded")] == ["Turin"]


def test_multi_values_accumulate_and_a_flip_closes_its_opposite() -> None:
    driver = Driver()
    driver.give(turn("a", "friend Ana"), claim("friend", "Ana"))
    driver.give(turn("b", "friend Rui"), claim("friend", "Rui"))
    driver.give(turn("c", "不喜欢京剧", day(1)), claim("dislikes", "京剧", polarity="negative"))
    driver.give(turn("d", "现在喜欢京剧", day(2)), claim("likes", "京剧"))

    assert [(m.attribute, m.value) for m in driver.facts()] == [("friend", "Ana"), ("friend", "Rui"), ("likes", "京剧")]
    assert [(m.attribute, m.value) for m in driver.facts("superseded")] == [("dislikes", "京剧")]


def test_the_same_again_reinforces_one_memory_with_two_pieces_of_evidence() -> None:
    driver = Driver()
    first = driver.give(turn("a", "I play the oboe", day(0)), claim("hobby", "the oboe"))
    driver.give(turn("b", "I play oboe", day(366)), claim("hobby", "oboe"))

    (fact,) = driver.facts()
    assert fact.memory_id == next(c.memory.memory_id for c in first.changes if c.op == "put" and c.memory.kind)
    assert (fact.reinforced, [e.event_id for e in fact.evidence]) == (1, ["a", "b"])
    assert (fact.first_seen, fact.last_seen) == (day(0), day(366))


def test_a_change_without_a_value_makes_the_old_one_provisional() -> None:
    driver = Driver()
    driver.give(turn("a", "13800138000", day(0)), claim("phone", "13800138000"))
    driver.give(turn("b", "I got a new number", day(1)), claim("phone", "", action="unset"))

    assert driver.facts() == []
    assert [m.value for m in driver.facts("provisional")] == ["13800138000"]


def test_an_unsure_claim_is_an_inference_until_it_is_said_again() -> None:
    driver = Driver()
    driver.give(turn("a", "maybe jazz"), claim("likes", "jazz", confidence=0.6))
    assert [m.status for m in driver.facts("provisional")] == ["provisional"]

    driver.give(turn("b", "jazz again", day(1)), claim("likes", "jazz", confidence=0.6))
    assert [m.value for m in driver.facts()] == ["jazz"]


def test_two_values_of_one_moment_in_two_sessions_contradict_and_ask() -> None:
    driver = Driver()
    driver.give(turn("a", "Turin", session="x"), claim("home_city", "Turin"))
    driver.give(turn("b", "Genoa", session="y"), claim("home_city", "Genoa"))

    one, other = driver.facts("provisional")
    assert {link.memory_id for link in one.links} == {other.memory_id}
    assert {link.edge for m in (one, other) for link in m.links} == {"contradicts"}


def test_delivered_twice_is_one_memory_and_other_content_is_a_conflict() -> None:
    driver = Driver()
    driver.give(turn("a", "hello there"))
    again = driver.give(turn("a", "hello there", recorded_at=day(3)))
    other = driver.give(turn("a", "something else"))

    assert (again.outcome.state, again.changes) == ("duplicate", ())
    assert (other.outcome.state, other.changes) == ("conflict", ())
    assert driver.turns() == ["hello there"]


def test_forgetting_a_fact_hides_its_evidence_turn_and_brings_back_what_it_superseded() -> None:
    driver = phones()
    (current,) = driver.facts()

    driver.give(MemoryForgotten(event_id="f", memory=reference(current), **CONTROL))

    assert [m.value for m in driver.facts()] == ["13800138000"]
    assert driver.turns() == ["phone 13800138000"]
    assert "13900139000" not in str([m.content for m in driver.state.memories.values()])


def test_forgetting_a_turn_takes_back_what_it_claimed() -> None:
    driver = phones()
    raw = next(m for m in driver.state.memories.values() if m.content == "phone 13900139000" and m.resolution == "turn")

    driver.give(MemoryForgotten(event_id="f", memory=reference(raw), **CONTROL))

    assert [m.value for m in driver.facts()] == ["13800138000"]
    assert driver.facts("superseded") == []


def test_a_request_to_forget_leaves_neither_the_fact_nor_the_turns() -> None:
    driver = Driver()
    driver.give(turn("a", "I live at 9 Elm Way", day(0)), claim("address", "9 Elm Way"))
    done = driver.give(turn("b", "Forget my address", day(1)), claim("address", "", action="retract"))

    assert done.outcome.state == "applied"
    assert driver.state.memories == {}


def test_forgetting_a_whole_family_reaches_every_value() -> None:
    driver = Driver()
    driver.give(turn("a", "likes tea", day(0)), claim("likes", "tea"))
    driver.give(turn("b", "likes jazz", day(0)), claim("likes", "jazz"))
    driver.give(turn("c", "forget my likes", day(1)), claim("likes", "", action="retract"))

    assert driver.facts("active", "superseded", "provisional") == []


def test_a_forgotten_session_leaves_no_trace() -> None:
    driver = Driver()
    driver.give(turn("a", "home Turin", day(0), session="x"), claim("home_city", "Turin"))
    driver.give(turn("b", "home Genoa", day(1), session="y"), claim("home_city", "Genoa"))

    driver.give(SessionForgotten(event_id="f", session="y", **CONTROL))

    assert [m.value for m in driver.facts()] == ["Turin"]
    assert not any("Genoa" in m.content for m in driver.state.memories.values())


def test_an_erased_user_starts_from_nothing() -> None:
    driver = phones()
    driver.give(UserErased(event_id="e", **CONTROL))

    assert driver.state.memories == {}
    assert driver.state.claims == {}
    assert driver.give(turn("a", "phone again")).outcome.state == "indexed"


def test_a_flag_wrong_quarantines_and_a_confirmation_lifts_it() -> None:
    driver = Driver()
    driver.give(turn("a", "likes jazz"), claim("likes", "jazz"))
    (fact,) = driver.facts()

    driver.give(MemoryFlagged(event_id="f", memory=reference(fact), flag="wrong", **CONTROL))
    assert [m.status for m in driver.facts("quarantined")] == ["quarantined"]

    driver.give(MemoryFlagged(event_id="g", memory=reference(fact), flag="confirm", **CONTROL))
    (confirmed,) = driver.facts()
    assert (confirmed.confidence, confirmed.obtained) == (1.0, "user")


def test_an_edit_makes_a_new_memory_that_supersedes_and_keeps_times_and_tags() -> None:
    driver = Driver()
    driver.give(MemoryAsserted(event_id="a", content="v1", tags=("x",), **(CONTROL | {"occurred_at": day(1)})))
    (old,) = driver.facts()

    driver.give(MemoryEdited(event_id="b", memory=reference(old), content="v2", **CONTROL))

    (new,) = driver.facts()
    (superseded,) = driver.facts("superseded")
    assert (new.content, new.tags, new.occurred_at) == ("v2", ("x",), old.occurred_at)
    assert superseded.memory_id == old.memory_id
    assert [link.memory_id for link in superseded.links] == [new.memory_id]


def test_the_same_statement_asserted_twice_is_one_memory() -> None:
    driver = Driver()
    for event_id in ("a", "b"):
        driver.give(MemoryAsserted(event_id=event_id, content="Otters hold hands while sleeping.", **CONTROL))

    (fact,) = driver.facts()
    assert fact.reinforced == 1


def test_a_redrive_completes_a_dead_lettered_turn_in_its_own_place() -> None:
    driver = Driver()
    failed = turn("a", "likes jazz", day(0))
    trouble = {"stage": "describe", "error": "boom"}
    assert driver.give(failed, trouble=trouble).outcome.state == "dead-lettered"

    driver.give(
        TurnRedriven(event_id="r", turn=failed, **CONTROL),
        claim("likes", "jazz"),
    )

    assert driver.turns() == ["likes jazz"]
    assert [(m.value, m.occurred_at) for m in driver.facts()] == [("jazz", day(0))]


def test_system_text_leaves_no_memory() -> None:
    driver = Driver()
    record = driver.give(turn("a", "Known about the user: plays the cello.", role="system"))

    assert (record.outcome.state, driver.state.memories) == ("skipped", {})


def test_the_context_of_a_turn_is_the_two_admitted_before_it_in_its_session() -> None:
    driver = Driver()
    for number, name in enumerate(("Ann", "Bob", "Ann", "Bob")):
        driver.give(turn(f"e{number}", f"line {number}?", speaker=name))
    driver.give(turn("other", "elsewhere", session="other"))

    memories = {m.content: m for m in driver.state.memories.values()}
    assert memories["line 3?"].context == "Bob: line 1?\nAnn: line 2?\nBob: line 3?"
    assert (memories["line 3?"].answers, memories["elsewhere"].context) == (True, "elsewhere")


@st.composite
def statements(draw: st.DrawFn) -> list[tuple[int, str, str]]:
    count = draw(st.integers(2, 6))
    return [
        (draw(st.integers(0, 3)), draw(st.sampled_from(["phone", "home_city"])), draw(st.sampled_from("ABC")))
        for _ in range(count)
    ]


@settings(max_examples=60, deadline=None)
@given(statements(), st.randoms(use_true_random=False))
def test_arrival_order_never_decides(said: list[tuple[int, str, str]], random: object) -> None:
    # Different days, or the same day within one session, where the position settles it: so shuffle across days only.
    by_day = [list(group) for _, group in itertools.groupby(sorted(said, key=lambda s: s[0]), key=lambda s: s[0])]
    shuffled = list(by_day)
    random.shuffle(shuffled)  # type: ignore[attr-defined]

    def final(days: list[list[tuple[int, str, str]]]) -> list[tuple[str, str, str]]:
        driver = Driver()
        numbered = [(number, *statement) for number, statement in enumerate(itertools.chain(*days))]
        for number, at, attribute, value in numbered:
            driver.give(turn(f"e{number}", f"{attribute} {value}", day(at)), claim(attribute, value))
        return [(m.attribute, m.value, m.status) for m in driver.facts("active", "superseded", "provisional")]

    assert final(by_day) == final(shuffled)


def test_the_state_is_the_fold_of_the_records() -> None:
    driver = phones()
    driver.give(MemoryAsserted(event_id="n", content="a note", **CONTROL))

    again = UserState()
    for record in driver.records:
        fold(again, MemoriesRecord.model_validate_json(record.model_dump_json()))
        fold(again, record)

    assert again == driver.state


def test_an_event_that_cannot_be_read_still_has_its_record() -> None:
    driver = Driver()
    erased = driver.give(None, erased=True)
    poison = driver.give(None, trouble={"stage": "read", "error": "not JSON"})

    assert (erased.outcome.state, poison.outcome.state, poison.outcome.reason) == (
        "erased",
        "dead-lettered",
        "not JSON",
    )
    assert erased.recorded_at == START


def test_an_event_of_a_forgotten_session_does_not_erase_its_user() -> None:
    driver = phones()
    driver.give(None, erased=True)

    assert [m.value for m in driver.facts()] == ["13900139000"]


def test_a_forgotten_turn_leaves_the_contexts_of_its_neighbours() -> None:
    driver = Driver()
    for number in range(5):
        driver.give(turn(f"e{number}", f"line {number}"))
    secret = next(m for m in driver.state.memories.values() if m.content == "line 1")

    driver.give(MemoryForgotten(event_id="f", memory=reference(secret), **CONTROL))

    memories = {m.content: m for m in driver.state.memories.values()}
    assert not any("line 1" in m.context for m in memories.values())
    assert memories["line 2"].context == "line 0\nline 2"
    assert memories["line 3"].context == "line 0\nline 2\nline 3"
    assert memories["line 4"].offset == 4, "a turn further away is not touched"


def test_a_fact_said_in_two_wordings_is_forgotten_in_both() -> None:
    driver = Driver()
    same = hash_of("half marathon in Porto")
    driver.give(turn("a", "one"), claim("birthday", "half marathon in Porto"), claim_vectors=(vector(same),))
    driver.give(turn("b", "two"), claim("birthday", "the half marathon in Porto city"), claim_vectors=(vector(same),))
    (fact,) = driver.facts()
    assert fact.reinforced == 1

    driver.give(MemoryForgotten(event_id="f", memory=reference(fact), **CONTROL))

    assert driver.state.memories == {}


def test_one_thing_said_many_times_is_one_memory_whose_size_is_bounded() -> None:
    driver = Driver()
    for number in range(200):
        driver.give(turn(f"e{number}", "I like tea"), claim("likes", "tea"))
    (fact,) = driver.facts()

    assert fact.reinforced == 199
    assert len(fact.evidence) == EVIDENCE_MAX
    assert (fact.evidence[0].event_id, fact.evidence[-1].event_id) == ("e0", "e199")

    driver.give(MemoryForgotten(event_id="f", memory=reference(fact), **CONTROL))
    assert driver.state.memories == {}


def test_what_rests_on_the_same_words_is_forgotten_with_them() -> None:
    driver = Driver()
    twin, apart = claim("likes", "jazz", start=0, end=20), claim("friend", "Ana", start=30, end=40)
    driver.give(turn("a", "I hate cilantro, and"), claim("dislikes", "cilantro", start=0, end=20), twin, apart)
    target = next(m for m in driver.facts() if m.value == "cilantro")

    driver.give(MemoryForgotten(event_id="f", memory=reference(target), **CONTROL))

    assert [m.value for m in driver.facts()] == ["Ana"]
    assert driver.turns() == []


def test_a_turn_whose_claim_is_flagged_wrong_is_not_current_either() -> None:
    driver = Driver()
    driver.give(turn("a", "likes jazz"), claim("likes", "jazz"))
    (fact,) = driver.facts()

    driver.give(MemoryFlagged(event_id="f", memory=reference(fact), flag="wrong", **CONTROL))

    assert driver.turns() == []


def test_an_edited_text_gives_the_value_that_it_says() -> None:
    driver = Driver()
    driver.give(turn("a", "likes tea"), claim("likes", "龙井茶"))
    (fact,) = driver.facts()
    edit = MemoryEdited(event_id="b", memory=reference(fact), content="我喜欢喝碧螺春", **CONTROL)

    driver.give(edit, claim("likes", "碧螺春"), claim_texts=("我喜欢喝碧螺春",), claim_vectors=(vector(1),))

    assert [(m.value, m.content) for m in driver.facts()] == [("碧螺春", "我喜欢喝碧螺春")]


def test_what_is_known_of_others_is_not_core() -> None:
    driver = Driver()
    driver.give(turn("a", "both"), claim("allergy", "nuts"), claim("allergy", "almonds", subject="Trevor"))

    assert {(m.value, m.scope) for m in driver.facts()} == {("nuts", "core"), ("almonds", "task")}


def test_two_mail_addresses_are_never_the_same_however_alike_their_sentences() -> None:
    driver = Driver()
    driver.give(turn("a", "one", day(0)), claim("email", "ann@example.org"), claim_vectors=(vector(1),))
    driver.give(turn("b", "two", day(1)), claim("email", "ann@example.com"), claim_vectors=(vector(1),))

    assert [m.value for m in driver.facts()] == ["ann@example.com"]


def test_an_event_that_was_forgotten_stays_forgotten_when_it_is_delivered_again() -> None:
    driver = Driver()
    driver.state.forgotten.add("of-e1")

    again = driver.give(turn("e1", "I like tea."), claim("likes", "tea"), id_hash="of-e1")
    other = driver.give(turn("e2", "I like tea."), claim("likes", "tea"), id_hash="of-e2")

    assert (again.outcome.state, again.outcome.event_id, again.changes, again.claims) == ("erased", "", (), ())
    assert other.outcome.state == "indexed"
    assert "of-e1" in driver.state.forgotten


def test_what_cannot_be_read_is_known_by_its_hash_and_an_erasure_does_not_make_it_new() -> None:
    driver = Driver()
    driver.give(None, erased=True, id_hash="of-e1")

    driver.give(UserErased(event_id="x", tenant="t", user="u", occurred_at=START, recorded_at=START), id_hash="of-x")

    assert driver.state.forgotten == {"of-e1"}
    assert driver.give(turn("e1", "I like tea."), id_hash="of-e1").outcome.state == "erased"


def test_what_the_gate_held_back_goes_on_with_the_fifth_turn() -> None:
    driver, same = Driver(), vector(1)
    for number in range(5):
        unsure, said = claim("likes", f"thing {number}", confidence=0.7), f"Maybe I like thing {number}."
        driver.give(turn(f"e{number}", said, day(number)), unsure, claims_held_back="no trigger", vector=same)

    assert [m.value for m in driver.facts("provisional")] == ["thing 4"]


def test_what_the_gate_held_back_goes_on_where_the_topic_changes() -> None:
    driver = Driver(replace(POLICY, unrelated_threshold=0.3))
    near = vector(1)
    driver.give(turn("e0", "The tent leaks.", day(0)), vector=near)
    driver.give(turn("e1", "Maybe I like camping.", day(1)), claim("likes", "camping", confidence=0.7),
                claims_held_back="no trigger", vector=near)  # fmt: skip
    opposite = (-np.frombuffer(near, "<f2")).astype("<f2").tobytes()
    driver.give(turn("e2", "Maybe I like chess.", day(2)), claim("likes", "chess", confidence=0.7),
                claims_held_back="no trigger", vector=opposite)  # fmt: skip

    assert [m.value for m in driver.facts("provisional")] == ["chess"]


def test_what_is_an_exception_ends_with_its_turn_and_replaces_nothing():
    driver = Driver()
    driver.give(turn("t-own", "My number is 555."), claim("phone", "555"))
    until = day(9)

    driver.give(
        turn("t-cast", "Until Friday I use my mum's car, call 777.", day(3)),
        claim("state", "using my mum's car"),
        claim("phone", "777"),
        dimensions=Dimensions(holds_until=until),
    )

    held = {fact.value: fact.valid_to for fact in driver.facts()}
    assert held == {"555": None, "using my mum's car": until}
