"""Sets: gold is repaired, dates and texts are read, and what is missing is said."""

from __future__ import annotations

import json
import lzma
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bench import __main__ as bench
from bench import baseline, quality
from bench.sets import locomo, longmemeval, madial, memdaily
from bench.sets.evalset import limited, rounds
from mnemolog.importers.locomo import event_id


def write(folder: Path, name: str, value: object) -> None:
    (folder / f"{name}.json.xz").write_bytes(lzma.compress(json.dumps(value).encode()))


@pytest.mark.parametrize(
    ("evidence", "wanted"),
    [
        (["D1:3"], ["D1:3"]),
        (["D8:6; D9:17"], ["D8:6", "D9:17"]),
        (["D9:1 D4:4 D4:6"], ["D9:1", "D4:4", "D4:6"]),
        (["D:11:26"], ["D11:26"]),
        (["D30:05"], ["D30:5"]),
        (["D1:3", "D1:3"], ["D1:3"]),
        (["D", "D77:1"], []),
        (None, []),
    ],
)
def test_malformed_dialogue_ids_are_repaired(evidence: list[str] | None, wanted: list[str]) -> None:
    said = ["D1:3", "D8:6", "D9:17", "D9:1", "D4:4", "D4:6", "D11:26", "D30:5"]
    known = {event_id("conv-1", name) for name in said}

    found = locomo.gold("conv-1", evidence, known)  # type: ignore[arg-type]

    assert list(found) == [event_id("conv-1", name) for name in wanted]


def conversation(name: str) -> dict[str, object]:
    return {
        "sample_id": name,
        "conversation": {
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ann", "dia_id": "D1:1", "text": f"I bought a kite in {name}."},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "Nice!"},
            ],
        },
        "qa": [
            {"question": "What did Ann buy?", "evidence": ["D1:1"], "category": 4},
            {"question": "What did Bo sell?", "evidence": [], "category": 5},
        ],
    }


def test_locomo_asks_each_question_of_its_own_and_of_the_next_conversation(tmp_path: Path) -> None:
    write(tmp_path, "locomo10", [conversation("c1"), conversation("c2")])

    found = locomo.load(tmp_path)

    assert [(q.user, q.foreign_to, len(q.gold), q.answerable) for q in found.questions] == [
        ("c1", "c2", 1, True),
        ("c1", "c2", 0, False),
        ("c2", "c1", 1, True),
        ("c2", "c1", 0, False),
    ]
    assert found.questions[0].asked_at == datetime(2023, 5, 8, 13, 56, tzinfo=UTC)


def test_a_limit_keeps_only_the_users_that_are_asked_about(tmp_path: Path) -> None:
    write(tmp_path, "locomo10", [conversation("c1"), conversation("c2")])

    found = limited(locomo.load(tmp_path), 1)

    assert {turn.user for turn in found.turns} == {"c1"}
    assert [question.foreign_to for question in found.questions] == [""]


def test_longmemeval_remembers_user_turns_and_leaves_abstention_out_of_the_totals(tmp_path: Path) -> None:
    def entry(name: str) -> dict[str, object]:
        return {
            "question_id": name,
            "question_type": "multi-session",
            "question": "How many kites?",
            "question_date": "2023/11/10 (Fri) 04:20",
            "answer_session_ids": ["s1"],
            "haystack_dates": ["2023/05/11 (Thu) 02:02"],
            "haystack_session_ids": ["s1"],
            "haystack_sessions": [
                [
                    {"role": "user", "content": "I have two kites.", "has_answer": True},
                    {"role": "assistant", "content": "Great.", "has_answer": True},
                ]
            ],
        }

    write(tmp_path, "longmemeval_s_80", [entry("q1"), entry("q2_abs")])

    found = longmemeval.load(tmp_path)

    assert [turn.turn.role for turn in found.turns] == ["user", "user"]
    assert [(q.counted, len(q.gold), q.gold_sessions, q.category) for q in found.questions] == [
        (True, 1, ("s1",), "multi-session"),
        (False, 1, ("s1",), "abstention"),
    ]


def test_madial_asks_with_the_users_lines_before_the_first_test_turn(tmp_path: Path) -> None:
    memory = {"7": {"id": "7", "user-id": 1, "time": "2023-12-25", "event": "Bart跳舞。"}}
    lines = ["<BOD>\n", '<Bart>:"你好！"\n', '<Assistant>:"好。"\n', '<Bart>:"我要跳舞"\n', ' <Assistant>:"嗯"\n']
    dialogue = {"id": 0, "user-id": 1, "dialogue": lines, "test-turn": [4], "relevant-id": [7]}
    write(tmp_path, "madial_zh", {"memories": [memory], "dialogues": [dialogue]})

    found = madial.load(tmp_path)

    assert found.questions[0].text == "你好！\n我要跳舞"
    assert found.questions[0].gold == (found.turns[0].turn.event_id,)


def trajectory(tid: int) -> dict[str, object]:
    return {
        "file": "01_simple_events",
        "tid": tid,
        "message_list": [
            {"mid": 0, "message": "我去了海滨公园。", "time": "2024年04月01日 周一 08:30"},
            {"mid": 1, "message": f"第{tid}条。", "time": "2024年04月01日 周一 09:30"},
        ],
        "question_list": [{"qid": 0, "question": "公园？", "target_step_id": [0], "time": "2024年04月02日 周二 08:30"}],
    }


def test_memdaily_mixed_says_a_repeated_message_once_and_gold_follows_it(tmp_path: Path) -> None:
    write(tmp_path, "memdaily_zh_1000", [trajectory(0), trajectory(1)])

    found = memdaily.load_mixed(tmp_path)

    assert len(found.turns) == 3
    assert found.questions[0].gold == found.questions[1].gold == (found.turns[0].turn.event_id,)


def test_memdaily_tells_each_question_its_own_messages_beside_small_talk(tmp_path: Path) -> None:
    write(tmp_path, "memdaily_zh_1000", [trajectory(number) for number in range(memdaily.USERS + 1)])
    dialogue = {"dialogue": ["<BOD>\n", '<Bart>:"去公园吗？"\n', '<Assistant>:"好。"\n', '<Bart>:"走吧"\n']}
    write(tmp_path, "madial_zh", {"memories": [], "dialogues": [dialogue]})

    found = memdaily.load(tmp_path)
    asked = list(rounds(found.questions))
    words = baseline.Words(found.turns).rank(found.questions[0], 10)

    assert [turn.turn.content for turn in found.turns] == ["去公园吗？", "走吧"] * memdaily.USERS
    assert [len(together) for together in asked] == [memdaily.USERS, 1]
    assert asked[1][0].user == asked[0][0].user
    assert all(set(one.gold) <= {turn.turn.event_id for turn in one.told} for one in found.questions)
    assert found.questions[0].gold[0] in words
    assert all(turn.turn.event_id not in words for one in found.questions[1:] for turn in one.told)


def test_without_the_data_a_run_says_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = bench.main(["locomo", "--data", str(tmp_path / "none")])

    assert code == bench.NOT_RUN
    assert "not run: " in capsys.readouterr().err


def test_bm25_ranks_by_the_users_own_words(tmp_path: Path) -> None:
    write(tmp_path, "locomo10", [conversation("c1"), conversation("c2")])
    found = locomo.load(tmp_path)

    ranking = baseline.Words(found.turns).rank(replace(found.questions[0], text="What did Ann buy, a kite?"), 10)

    assert ranking[0] == event_id("c1", "D1:1")
    assert set(ranking) <= {event_id("c1", "D1:1"), event_id("c1", "D1:2")}


def test_a_report_compares_with_bm25_question_by_question(tmp_path: Path) -> None:
    write(tmp_path, "locomo10", [conversation("c1"), conversation("c2")])
    found = locomo.load(tmp_path)
    first, second = event_id("c1", "D1:1"), event_id("c1", "D1:2")
    asked = [
        quality.Asked(found.questions[0], [first], [second], abstained=False, abstained_elsewhere=True, seconds=0.1),
        quality.Asked(found.questions[1], [], [], abstained=True, abstained_elsewhere=False, seconds=0.1),
    ]

    figures = quality.measure(found, asked, ingest_seconds=1.0, seconds=2.0)

    assert figures.metrics["turn"] | {"n": 1, "R@10": 1.0} == figures.metrics["turn"]
    assert figures.bm25["turn"]["R@10"] == 0.0
    assert figures.metrics["session"]["hit@5"] == 1.0
    assert figures.paired["turn"] == {"better": 1, "worse": 0, "same": 0}
    assert (figures.false_abstention, figures.abstention_elsewhere) == (0.0, 0.5)
