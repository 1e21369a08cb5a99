"""Parsers: ids from the source, dates kept, nothing left out in silence."""

from __future__ import annotations

import io
import json
import lzma
import zipfile
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mnemolog.importers import chatgpt, jsonl, locomo, longmemeval, openai
from mnemolog.importers.formats import read_file
from mnemolog.importers.found import Found, ImportedTurn, Json, Malformed, Skipped, read_time
from schemas.errors import InvalidInputError


def turns(found: list[Found]) -> list[ImportedTurn]:
    return [entry for entry in found if isinstance(entry, ImportedTurn)]


def line(**fields: object) -> bytes:
    return json.dumps({"user": "ann", "session": "s1", "role": "user", "content": "hello", **fields}).encode()


def test_a_line_becomes_a_turn_with_its_date_and_an_id() -> None:
    (turn,) = turns(list(jsonl.parse([line(occurred_at="2026-01-31T09:00:00+08:00", speaker="Ann", tags=["a"])])))

    assert (turn.user, turn.session, turn.turn.speaker, turn.turn.tags) == ("ann", "s1", "Ann", ("a",))
    assert turn.turn.occurred_at == datetime(2026, 1, 31, 1, tzinfo=UTC)
    assert turn.turn.event_id


def test_ids_are_the_same_in_every_run_and_given_ones_are_kept() -> None:
    lines = [line(), line(content="你好"), line(event_id="mine")]

    first, second = (turns(list(jsonl.parse(lines))) for _ in range(2))

    assert [entry.turn.event_id for entry in first] == [entry.turn.event_id for entry in second]
    assert first[2].turn.event_id == "mine"


def test_the_same_words_twice_are_two_turns_and_lines_added_before_them_change_no_id() -> None:
    plain = turns(list(jsonl.parse([line(), line()])))
    longer = turns(list(jsonl.parse([line(content="new"), line(), line()])))

    assert len({entry.turn.event_id for entry in plain}) == 2
    assert [entry.turn.event_id for entry in longer[1:]] == [entry.turn.event_id for entry in plain]


@pytest.mark.parametrize(
    ("bad", "reason"),
    [
        (b"{not json", "not JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[1, 2]", "object"),
        (line(role="robot"), "role 'robot'"),
        (line(colour="red"), "'colour'"),
        (line(occurred_at="yesterday"), "occurred_at"),
        (line(occurred_at=True), "occurred_at"),
        (line(occurred_at=1e30), "occurred_at"),
        (line(content=7), "content"),
        (line(tags="x"), "tags"),
        (line(turn_index="1"), "turn_index"),
        (line(user=""), "no user"),
        (line(session=""), "no session"),
        (line(metadata=[]), ""),
        (b"[" * 100_000, "nested"),
    ],
)
def test_a_malformed_line_is_reported_with_its_number_and_the_others_are_read(bad: bytes, reason: str) -> None:
    found = list(jsonl.parse([line(), bad, line(content="after")]))

    trouble = [entry for entry in found if isinstance(entry, Malformed)]
    if reason:
        assert [entry.place for entry in trouble] == ["line 2"]
        assert reason in trouble[0].reason
    assert len(turns(found)) == len(found) - len(trouble) >= 2


def test_blank_lines_are_nothing_and_silence_is_skipped() -> None:
    found = list(jsonl.parse([b"", b"  ", line(content=" ")]))

    assert found == [Skipped("line 3", "the user says nothing")]


def test_user_and_session_of_the_command_line_stand_in() -> None:
    (turn,) = turns(list(jsonl.parse([b'{"role": "user", "content": "x"}'], user="bo", session="s9")))

    assert (turn.user, turn.session) == ("bo", "s9")


MESSAGES = [
    {"role": "developer", "content": "Be brief."},
    {
        "role": "user",
        "name": "Ann",
        "content": [{"type": "text", "text": "Hi"}, {"type": "image_url", "image_url": {}}],
    },
    {"role": "assistant", "content": None, "tool_calls": [{"id": "1"}]},
    {"role": "tool", "content": "42"},
    {"role": "alien", "content": "?"},
]


@pytest.mark.parametrize(
    "raw",
    [
        json.dumps(MESSAGES).encode(),
        json.dumps({"messages": MESSAGES}).encode(),
        json.dumps([{"messages": MESSAGES}]).encode(),
        b"\n".join([json.dumps({"messages": MESSAGES}).encode(), json.dumps({"messages": []}).encode()]),
    ],
)
def test_openai_messages_are_read_in_every_usual_wrapping(raw: bytes) -> None:
    found = list(openai.parse(raw, user="ann"))

    assert [(entry.turn.role, entry.turn.content) for entry in turns(found)] == [
        ("system", "Be brief."),
        ("user", "Hi"),
        ("tool", "42"),
    ]
    assert turns(found)[1].turn.speaker == "Ann"
    assert [type(entry) for entry in found].count(Skipped) == 1
    assert next(entry.reason for entry in found if isinstance(entry, Malformed)).startswith("role 'alien'")


def test_each_openai_conversation_is_a_session_of_its_own() -> None:
    two = [
        {"messages": [{"role": "user", "content": "a"}]},
        {"id": "c2", "messages": [{"role": "user", "content": "a"}]},
    ]

    found = turns(list(openai.parse(json.dumps(two).encode(), user="ann")))

    assert found[0].session != found[1].session == "c2"
    assert found[0].turn.event_id != found[1].turn.event_id


def test_what_is_no_messages_file_is_malformed() -> None:
    assert isinstance(next(openai.parse(b"7", user="ann")), Malformed)
    assert isinstance(next(openai.parse(b"{", user="ann")), Malformed)


def node(name: str, parent: str | None, role: str, text: str, **more: object) -> dict[str, object]:
    message = {
        "id": f"m-{name}",
        "author": {"role": role},
        "create_time": 1_700_000_000.5,
        "content": {"content_type": "text", "parts": [text]},
        **more,
    }
    return {"id": name, "parent": parent, "message": message, "children": []}


def export(current: str | None = "c") -> list[dict[str, object]]:
    mapping = {
        "root": {"id": "root", "parent": None, "message": None, "children": ["a"]},
        "a": node("a", "root", "user", "What is tea?") | {"children": ["b", "c"]},
        "b": node("b", "a", "assistant", "A retried answer"),
        "c": node("c", "a", "assistant", "A leaf drink."),
        "hidden": node("hidden", "c", "system", "x", metadata={"is_visually_hidden_from_conversation": True}),
    }
    return [
        {"conversation_id": "conv", "title": "Tea", "create_time": 1.0, "mapping": mapping, "current_node": current}
    ]


def test_a_chatgpt_message_without_a_time_stands_where_it_was_written() -> None:
    mapping = {
        "a": node("a", None, "user", "What is tea?"),
        "b": node("b", "a", "assistant", "A leaf drink.", create_time=None),
    }
    conversation = {"conversation_id": "conv", "create_time": 1.0, "mapping": mapping, "current_node": "b"}

    found = turns(list(chatgpt.parse(json.dumps([conversation]).encode(), user="ann")))

    assert [entry.turn.occurred_at for entry in found] == [datetime(2023, 11, 14, 22, 13, 20, 500_000, tzinfo=UTC)] * 2


def test_a_chatgpt_conversation_is_the_branch_of_its_current_node() -> None:
    found = turns(list(chatgpt.parse(json.dumps(export()).encode(), user="ann")))

    assert [entry.turn.content for entry in found] == ["What is tea?", "A leaf drink."]
    assert found[0].session == "conv"
    assert found[0].turn.occurred_at == datetime(2023, 11, 14, 22, 13, 20, 500_000, tzinfo=UTC)


def test_without_a_current_node_the_latest_leaf_counts_and_hidden_messages_are_skipped() -> None:
    found = list(chatgpt.parse(json.dumps(export(None)).encode(), user="ann"))

    assert [type(entry) for entry in found] == [ImportedTurn, ImportedTurn, Skipped]


def test_the_archive_is_read_like_the_file_in_it() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as target:
        target.writestr("export/conversations.json", json.dumps(export()))

    assert list(chatgpt.parse(archive.getvalue(), user="ann")) == list(
        chatgpt.parse(json.dumps(export()).encode(), user="ann")
    )


def test_a_tree_that_bites_its_tail_is_malformed() -> None:
    broken = export("a")
    broken[0]["mapping"]["a"]["parent"] = "a"  # type: ignore[index]

    assert [type(entry) for entry in chatgpt.parse(json.dumps(broken).encode(), user="ann")] == [Malformed]


def test_a_locomo_turn_keeps_its_speaker_date_and_shared_caption() -> None:
    conversation: dict[str, Json] = {
        "speaker_a": "Ann",
        "session_1_date_time": "12:05 am on 8 May, 2023",
        "session_1": [
            {"speaker": "Ann", "dia_id": "D1:1", "text": "Look!", "blip_caption": "a red bike"},
            {"text": "?"},
        ],
        "session_2": [],
    }

    found = list(locomo.parse([{"sample_id": "conv-1", "conversation": conversation}]))

    (turn,) = turns(found)
    assert (turn.user, turn.session, turn.turn.speaker) == ("conv-1", "session_1", "Ann")
    assert turn.turn.content == "Look! [shares a red bike]"
    assert turn.turn.occurred_at == datetime(2023, 5, 8, 0, 5, tzinfo=UTC)
    assert turn.turn.event_id == locomo.event_id("conv-1", "D1:1")
    assert [type(entry) for entry in found].count(Malformed) == 2


def test_a_longmemeval_haystack_is_a_user_and_a_session_named_twice_is_two() -> None:
    entry: dict[str, Json] = {
        "question_id": "q1",
        "haystack_dates": ["2023/05/11 (Thu) 02:02", "2023/05/12 (Fri) 02:02"],
        "haystack_session_ids": ["s", "s"],
        "haystack_sessions": [[{"role": "user", "content": "a"}], [{"role": "assistant", "content": "b"}]],
    }

    found = turns(list(longmemeval.parse([entry])))

    assert [(entry.user, entry.session, entry.turn.role) for entry in found] == [
        ("q1", "s", "user"),
        ("q1", "s#1", "assistant"),
    ]
    assert found[0].turn.occurred_at == datetime(2023, 5, 11, 2, 2, tzinfo=UTC)


def test_a_packed_file_is_unpacked_and_a_missing_one_is_said(tmp_path: Path) -> None:
    packed = tmp_path / "turns.jsonl.xz"
    packed.write_bytes(lzma.compress(line()))

    assert len(turns(list(read_file("jsonl", packed)))) == 1
    with pytest.raises(InvalidInputError, match="cannot be read"):
        list(read_file("jsonl", tmp_path / "none.jsonl"))
    with pytest.raises(InvalidInputError, match="names no user"):
        list(read_file("openai", packed))


def test_a_time_without_a_zone_is_utc() -> None:
    assert read_time("2026-01-02T03:04:05") == datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
