"""Recall end to end over the embedded index and the default embedder."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from api.ports import Follower
from api.recall.fresh import FACTS, LOG
from api.recall.speakers import KnownSpeakers
from api.recall.tail import TAIL_MAX
from processors.dimensions.times import query_time_range
from schemas.errors import InvalidInputError
from schemas.events import Event, MemoryForgotten, MemoryReference, SessionForgotten, UserErased
from schemas.memories import Link
from schemas.position import Position
from schemas.queries import Filters, RecentTurn
from tests.contract.index_adapters import EPOCH, PARTITION
from tests.unit.recall.world import ANNA, NOW, ListFollower, World, contents

SYNTAX = [
    "C++ (draft) [v2]", "a AND OR NOT", '"unclosed', "foo:bar/baz?*~^", '{"json":1}', "\\", "-minus +plus",
    "价格(含税)：￥100！",
]  # fmt: skip


def test_the_fake_follower_is_a_follower() -> None:
    follower: Follower = ListFollower()

    assert follower.partition(ANNA.user_key) == PARTITION


@pytest.mark.parametrize("text", SYNTAX)
async def test_syntax_characters_are_plain_text_and_the_same_text_comes_first(world: World, text: str) -> None:
    await world.say(*SYNTAX)

    answer = await world.ask(text)

    assert contents(answer)[0] == text


@pytest.mark.parametrize("query", ["", "   ", "\n\t", "\u200b", "…", "？"])
async def test_a_query_without_anything_to_look_for_is_refused_by_name(world: World, query: str) -> None:
    await world.say("I keep bees.")

    with pytest.raises(InvalidInputError) as error:
        await world.ask(query)

    assert error.value.field == "query"


async def test_who_speaks_is_known_anew_for_every_question(world: World) -> None:
    await world.say("I painted the old boat.", "I sold it in May.", speaker="Anna")
    await world.ask("What did Boris paint?")
    await world.say("I painted a lighthouse.", "Boris is at sea again.", speaker="Boris", session="s2")

    with_a_wrong_guess = await world.ask("What did Boris paint?", explain=True)
    world.speakers = KnownSpeakers()
    without_one = await world.ask("What did Boris paint?", explain=True)

    assert with_a_wrong_guess == without_one
    assert contents(without_one)[0] == "I painted a lighthouse."


@pytest.mark.parametrize("query", ["猫", "豆豆", "福州"])
async def test_one_and_two_characters_find_a_chinese_memory(world: World, query: str) -> None:
    await world.say("今天开了一整天会。", "我的猫叫豆豆，住在福州。", "晚饭想吃面。")

    answer = await world.ask(query, limit=5)

    assert contents(answer)[0].startswith("我的猫")


@pytest.mark.parametrize("query", ["B-302", "密码提示"])
async def test_full_width_and_traditional_forms_are_found(world: World, query: str) -> None:
    await world.say("房间号是Ｂ－３０２，密碼提示在抽屜。", "今天开了一整天会。", "晚饭想吃面。", "明天去公园。")

    answer = await world.ask(query, limit=3)

    assert any(text.startswith("房间号") for text in contents(answer))


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("77-B-0491", "Locker code 77-B-0491 belongs to Noor."),
        ("whose is locker 77-B-0419?", "Locker code 77-B-0419 belongs to Priya."),
        ("7700900123", "My number is +44 7700 900123."),
        ("+44 7700 900123", "My number is +44 7700 900123."),
        ("SF20250814X", "订单号 SF20250814X。"),
    ],
)
async def test_exact_codes_and_numbers_come_first(world: World, query: str, first: str) -> None:
    await world.say(
        "Locker code 77-B-0419 belongs to Priya.", "Locker code 77-B-0491 belongs to Noor.",
        "My number is +44 7700 900123.", "订单号 SF20250814X。", "Which locker was it, and what was the code?",
    )  # fmt: skip

    answer = await world.ask(query)

    assert contents(answer)[0] == first


@pytest.mark.parametrize("query", ["kubernets clster", "where do the clusters live"])
async def test_typos_and_word_forms_still_find(world: World, query: str) -> None:
    await world.say(
        "I had soup for lunch.", "The Kubernetes cluster lives in Oulu.", "My sister plays the oboe.",
        "We should paint the fence.", "The train was late again.",
    )  # fmt: skip

    answer = await world.ask(query, limit=3)

    assert "The Kubernetes cluster lives in Oulu." in contents(answer)


@pytest.mark.parametrize(
    ("query", "first"),
    [("how do I back up", "备份步骤"), ("备用电池放在哪里", "The spare battery")],
)
async def test_a_question_finds_a_memory_in_the_other_language(world: World, query: str, first: str) -> None:
    await world.say(
        "备份步骤：先停服务，再打包，最后校验。", "登录页面的图标颜色还没定。", "The spare battery is in the blue case."
    )

    answer = await world.ask(query)

    assert contents(answer)[0].startswith(first)


async def test_the_first_ten_are_a_prefix_of_the_first_fifty_and_pages_are_disjoint(world: World) -> None:
    await world.say(*(f"Note {n}: the garden needs water on day {n}" for n in range(60)))

    ten = await world.ask("garden water", limit=10)
    fifty = await world.ask("garden water", limit=50)
    pages = [await world.ask("garden water", limit=10, offset=start) for start in range(0, 60, 10)]

    assert contents(ten) == contents(fifty)[:10]
    assert [item for page in pages for item in contents(page)] == contents(await world.ask("garden water", limit=100))


async def test_an_unrelated_question_abstains_and_a_threshold_leaves_nothing(world: World) -> None:
    await world.say("I keep bees.")

    plain = await world.ask("ZZQ-unrelated-0000")
    strict = await world.ask("ZZQ-unrelated-0000", threshold=0.6)

    assert plain.abstained
    assert all(item.relevance < 0.4 for item in plain.items)
    assert strict.items == ()
    assert strict.abstained


async def test_whether_something_is_known_does_not_depend_on_the_page(world: World) -> None:
    await world.say("Marrakesh fell off the wall.", "My blood group is AB positive", "my blood group is O negative")

    pages = [
        await world.ask("whats my blood?", limit=limit, offset=start) for limit, start in ((10, 0), (1, 0), (1, 2))
    ]
    one, last = pages[1], pages[2]

    assert [page.abstained for page in pages] == [False] * 3
    assert one.contradictions
    assert "blood" in one.items[0].memory.content
    assert last.contradictions == ()


async def test_what_is_known_is_relevant(world: World) -> None:
    await world.say("I keep bees.", "The car is in the garage.")

    answer = await world.ask("Do I keep bees?")

    assert not answer.abstained
    assert answer.items[0].relevance > 0.6


async def test_a_long_query_is_cut_and_says_so(world: World) -> None:
    await world.say("The vault code word is marzipan.")

    answer = await world.ask("vault code word " * 1_500)

    assert answer.truncated
    assert contents(answer)[0].endswith("marzipan.")


async def test_a_range_in_the_question_decides_between_equals_and_is_told(world: World) -> None:
    await world.say("Signed the kiln contract.", at=NOW - timedelta(days=40))
    await world.say("Signed the van lease.", session="s2", at=NOW - timedelta(days=1))

    english = await world.ask("what did I sign yesterday", reference_time=NOW)
    chinese = await world.ask("我昨天签了什么", reference_time=NOW)

    assert contents(english)[0] == contents(chinese)[0] == "Signed the van lease."
    assert english.time_filter is not None
    assert english.time_filter.start == datetime(2026, 5, 31, tzinfo=UTC)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("what did I do on March 5", "Bought a blue bicycle."),
        ("what happened last week", "I went to the dentist."),
        ("What did we talk about in 2023?", "Moved to Leeds."),
        ("三月五号我做了什么", "Bought a blue bicycle."),
        ("我上周做了什么？", "I went to the dentist."),
        ("前年我们聊了些什么", "Moved to Leeds."),
    ],
)
async def test_a_question_for_a_time_alone_is_answered_by_what_lies_in_it(
    world: World, question: str, answer: str
) -> None:
    now = datetime(2025, 6, 18, 12, tzinfo=UTC)
    world.read_time = query_time_range
    for said, day in (
        ("Bought a blue bicycle.", "2025-03-05"),
        ("I went to the dentist.", "2025-06-11"),
        ("Moved to Leeds.", "2023-09-01"),
        ("Had lunch with Ana.", "2025-06-17"),
        ("Paid the electricity bill.", "2025-05-20"),
    ):
        await world.say(said, session=day, at=datetime.fromisoformat(f"{day}T10:00:00+00:00"))

    found = await world.ask(question, reference_time=now)
    other = await world.ask("what did I do in 2019", reference_time=now)

    assert contents(found)[0] == answer
    assert not found.abstained
    assert other.abstained


async def test_the_current_value_comes_first_and_the_old_turn_is_hidden(world: World) -> None:
    await world.say("I work at Alder Freight, I work at Alder Freight downtown.", at=NOW - timedelta(days=90))
    await world.say("New job: Birch Cargo.", session="s2")
    new = await world.know("The user works at Birch Cargo.", evidence=["event-1"], attribute="employer")
    old = await world.know(
        "The user works at Alder Freight.", evidence=["event-0"], attribute="employer", status="superseded",
        links=(Link(edge="supersedes", memory_id=new, reason="superseded by"),),
    )  # fmt: skip

    for query in ("where do I work", "Alder Freight job"):
        current = await world.ask(query)
        history = await world.ask(query, include=["history"])

        assert not any("Alder" in text for text in contents(current))
        assert "Birch Cargo" in contents(current)[0]
        ids = [item.memory.memory_id for item in history.items]
        assert ids.index(new) < ids.index(old)
        assert all("superseded" in item.labels for item in history.items if "Alder" in item.memory.content)


async def test_the_old_turn_stays_hidden_when_only_turns_are_asked_for(world: World) -> None:
    await world.say("I drink green tea every morning.")
    await world.say("I stopped tea, I only drink coffee now.", session="s2")
    await world.know("The user drinks coffee.", evidence=["event-1"])
    await world.know("The user drinks green tea.", evidence=["event-0"], status="superseded")

    answer = await world.ask("what does the user drink", filters={"resolution": ["turn"]}, explain=True)

    assert contents(answer) == ["I stopped tea, I only drink coffee now."]
    assert [drop.reason for drop in answer.dropped] == ["superseded"]


async def test_answers_do_not_depend_on_other_users(world: World) -> None:
    await world.say("I keep bees.", "Bees need water.")
    before = await world.ask("bees")
    other = World(world.index, world.embedder, scope=type(ANNA)("acme", "boris", "b" * 32))
    await other.say(*(f"bees {n}" for n in range(20)))

    after = await world.ask("bees")

    assert [(i.memory.memory_id, i.score, i.relevance) for i in before.items] == [
        (i.memory.memory_id, i.score, i.relevance) for i in after.items
    ]


async def test_nothing_asked_lists_core_then_facts_then_recent_turns(world: World) -> None:
    await world.say("Hello there.")
    await world.know("The user speaks French.")
    await world.know("The user is called Anna.", scope="core")

    answer = await world.ask(None)

    assert contents(answer) == ["The user is called Anna.", "The user speaks French.", "Hello there."]
    assert [item.labels[0] for item in answer.items] == ["core", "profile", "recent"]


async def test_an_unindexed_turn_is_found_at_once(world: World) -> None:
    await world.say("I keep bees.")
    position = world.append(world.event("The spare key is under the fern."))

    answer = await world.ask("where is the spare key", after=position.token, wait_ms=0)

    assert contents(answer)[0] == "The spare key is under the fern."
    assert answer.freshness.tail == 1
    assert answer.freshness.complete
    assert answer.freshness.missing == (FACTS,), "what follows from a turn is known once it is indexed"
    assert world.follower.waited == [], "nobody waits for an index while the tail has it"


async def test_only_what_neither_index_nor_tail_has_is_waited_for(world: World) -> None:
    await world.say("I keep bees.")
    unknown = world.append(world.event("The hive is green."))
    world.follower.located.pop()

    answer = await world.ask("hive", after=unknown.token, wait_ms=0)

    assert world.follower.waited == [unknown]
    assert not answer.freshness.complete


async def test_more_than_a_tail_holds_is_waited_for_and_said(world: World) -> None:
    last = [world.append(world.event(f"Entry {number}.")) for number in range(TAIL_MAX + 1)][-1]

    answer = await world.ask("entry", after=last.token, wait_ms=0)

    assert world.follower.waited == [last]
    assert not answer.freshness.complete


async def test_where_the_index_is_soon_it_is_waited_for_because_it_knows_more(world: World) -> None:
    world.follower.soon_s = 0.1
    position = world.append(world.event("The hive is green."))

    answer = await world.ask("hive", after=position.token, wait_ms=1_000)

    assert world.follower.waited == [position]
    assert contents(answer) == ["The hive is green."]


async def test_a_log_that_is_away_is_named_and_the_index_answers(world: World) -> None:
    await world.say("I keep bees.")
    world.follower.away = True

    answer = await world.ask("bees")

    assert contents(answer) == ["I keep bees."]
    assert (answer.freshness.complete, answer.freshness.missing) == (False, (LOG,))


async def test_an_unindexed_turn_has_its_context_from_the_index(world: World) -> None:
    await world.say("Where is the spare key?")
    world.append(world.event("Under the fern."))

    answer = await world.ask("spare key", explain=True)

    tail = next(item for item in answer.items if item.memory.content == "Under the fern.")
    assert tail.memory.answers
    assert "spare key" in tail.memory.context


async def test_an_unindexed_forget_hides_the_memory_and_its_turn(world: World) -> None:
    await world.say("I live at 9 Elm Way.", "I keep bees.")
    fact = await world.know("The user lives at 9 Elm Way.", evidence=["event-0"])
    reference = MemoryReference(memory_id=fact, evidence=("event-0",))
    world.append(
        MemoryForgotten(event_id="f", tenant="acme", user="anna", occurred_at=NOW, recorded_at=NOW, memory=reference)
    )

    answer = await world.ask("address Elm Way")

    assert not any("Elm" in text for text in contents(answer))


async def test_an_unindexed_forgotten_session_leaves_nothing_and_an_erased_user_neither(world: World) -> None:
    await world.say("I keep bees.", session="gone")
    await world.say("Bees are nice.", session="kept")
    world.append(
        SessionForgotten(event_id="f", tenant="acme", user="anna", occurred_at=NOW, recorded_at=NOW, session="gone")
    )

    assert contents(await world.ask("bees")) == ["Bees are nice."]

    world.append(UserErased(event_id="e", tenant="acme", user="anna", occurred_at=NOW, recorded_at=NOW))

    assert contents(await world.ask("bees")) == []
    assert contents(await world.ask(None)) == []


async def test_as_of_answers_what_was_known_then(world: World) -> None:
    await world.say("My extension is 4410.")
    await world.say("My extension is 4417 now.")

    answer = await world.ask("extension", as_of=Position(EPOCH, PARTITION, 0).token)

    assert contents(answer) == ["My extension is 4410."]


@pytest.mark.parametrize(("field", "token"), [("as_of", "nonsense"), ("as_of", "e1.p0:4"), ("after", "e1.p0:4")])
async def test_a_token_that_is_not_this_users_is_refused_by_name(world: World, field: str, token: str) -> None:
    await world.say("I keep bees.")

    with pytest.raises(InvalidInputError) as error:
        await world.ask("bees", **{field: token})

    assert error.value.field == field


async def test_a_vague_question_is_read_with_the_last_turns(world: World) -> None:
    await world.say("The blue kiln reaches 1,300 degrees.", "The van lease ends in May.", "My sister plays the oboe.")

    answer = await world.ask("what about that one?", recent_turns=[RecentTurn(content="Tell me about the kiln")])

    assert contents(answer)[0].startswith("The blue kiln")


async def test_contradictions_come_with_both_sides(world: World) -> None:
    first = await world.know("The user's child is called Leo.")
    await world.know(
        "The user's child is called Theo.", status="provisional",
        links=(Link(edge="contradicts", memory_id=first, reason="said on the same day"),),
    )  # fmt: skip

    answer = await world.ask("name of the child", filters=Filters(status=("provisional",)))

    (packet,) = answer.contradictions
    assert {packet.claim, packet.counter_claim} == {
        "The user's child is called Leo.",
        "The user's child is called Theo.",
    }


async def test_an_explanation_names_routes_factors_and_words(world: World) -> None:
    await world.say("The spare key is under the fern.", "I keep bees.")

    answer = await world.ask("Where are the keys?", explain=True)

    explanation = answer.items[0].explanation
    assert explanation is not None
    assert explanation.routes["text"].rank == 1
    assert explanation.matched == ("keys",)
    assert explanation.factors["fused"] > 0


async def test_both_recipes_answer_and_name_their_version(world: World) -> None:
    await world.say("I keep bees.", at=NOW - timedelta(days=300))
    await world.say("I keep hens.", session="s2", at=NOW)

    assert (await world.ask("what animals do I keep")).recipe == "g/3"
    weighted = await world.ask("what animals do I keep", recipe="weighted")
    assert weighted.recipe == "weighted/1"
    assert contents(weighted)[0] == "I keep hens."


async def test_a_context_block_cites_what_it_says_and_keeps_its_budget(world: World) -> None:
    await world.know("The user is called Anna.", scope="core")
    await world.say(*(f"Bees fact {n}: a hive needs water, sun and {n} frames." for n in range(40)))

    answer = await world.brief("what does a hive need", budget_tokens=200)

    assert answer.tokens <= 200
    assert "The user is called Anna." in answer.block
    assert [citation.mark for citation in answer.citations] == list(range(1, len(answer.citations) + 1))
    assert all(f"[{citation.mark}]" in answer.block for citation in answer.citations)


async def test_a_context_block_says_when_nothing_is_known(world: World) -> None:
    await world.say("I keep bees.")

    answer = await world.brief("Where did Gwendolyn study?")

    assert answer.abstained
    assert "Nothing is known" in answer.block
    assert "bees" not in answer.block


async def test_a_context_block_does_not_repeat_the_running_session(world: World) -> None:
    await world.say("I keep bees.", session="old")
    await world.say("Tell me about my bees.", session="now")

    answer = await world.brief("bees", session="now")

    assert "I keep bees." in answer.block
    assert "Tell me" not in answer.block


@pytest.mark.parametrize(
    ("wish", "question"),
    [
        ("Just for this chat, call me Captain.", "What should you call me?"),
        ("For this conversation only, answer in French.", "Which language should you answer in?"),
        ("仅限这次聊天，叫我船长。", "你应该叫我什么？"),
        ("这次对话里请用法语回答。", "你应该用什么语言回答我？"),
    ],
)
async def test_a_wish_for_one_conversation_is_not_shown_in_another(world: World, wish: str, question: str) -> None:
    await world.say(wish, session="s1")
    await world.say("I planted leeks today.", session="s2")

    assert wish not in (await world.brief(question, session="s2")).block
    assert wish in contents(await world.ask(question))


CONTROLLED = {"tenant": ANNA.tenant, "user": ANNA.user, "occurred_at": NOW, "recorded_at": NOW, "event_id": "c"}


@pytest.mark.parametrize("query", [None, "what is the weather like"])
@pytest.mark.parametrize("ending", ["memory", "session", "user"])
async def test_a_block_holds_no_core_memory_that_was_forgotten_a_moment_ago(
    world: World, query: str | None, ending: str
) -> None:
    known = await world.know("Anna is allergic to walnuts", scope="core", attribute="allergy", session="s1")
    before = await world.brief(query)
    gone: dict[str, Event] = {
        "memory": MemoryForgotten.model_validate(CONTROLLED | {"memory": MemoryReference(memory_id=known)}),
        "session": SessionForgotten.model_validate(CONTROLLED | {"session": "s1"}),
        "user": UserErased.model_validate(CONTROLLED),
    }

    world.append(gone[ending])

    assert "walnuts" in before.block
    assert "walnuts" not in (await world.brief(query)).block


async def test_the_other_side_of_a_dispute_is_not_told_once_it_was_forgotten(world: World) -> None:
    other = await world.know("Anna was born in Turin")
    here = "Anna was born in Genoa"
    await world.know(here, links=(Link(edge="contradicts", memory_id=other, reason="two values"),))
    before = await world.ask(here, limit=1)

    world.append(MemoryForgotten.model_validate(CONTROLLED | {"memory": MemoryReference(memory_id=other)}))
    after = await world.ask(here, limit=1)

    assert [packet.counter_claim for packet in before.contradictions] == ["Anna was born in Turin"]
    assert after.contradictions == ()
    assert "Turin" not in (await world.brief(here)).block
