"""What may enter the log, and how what may not is refused."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processors import admission
from processors.admission import (
    admit_id,
    admit_metadata,
    admit_optional_id,
    admit_tags,
    admit_text,
    admit_time,
    admit_timezone,
    admit_turn,
)
from schemas.errors import ContentTooLargeError, InvalidInputError
from schemas.events import Attachment

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def test_nul_and_controls_leave_tabs_and_line_feeds_stay():
    assert admit_text("Moved\x00 to\tTurku.\r\nYes\x07").text == "Moved to\tTurku.\nYes"


def test_a_lone_surrogate_becomes_the_replacement_character_and_a_pair_one_character():
    assert admit_text("a\ud800b").text == "a\ufffdb"
    assert admit_text("a\ud83d\ude00").text == "a😀"


def test_text_is_kept_in_composed_form():
    assert admit_text("Jose\u0301").text == "José"


@pytest.mark.parametrize("blank", ["", " ", "\n\t", "\x00\x00", "\u200b\u200d", "\u3000"])
def test_blank_content_is_refused_by_name(blank):
    with pytest.raises(InvalidInputError) as refusal:
        admit_text(blank)

    assert refusal.value.field == "content"


@pytest.mark.parametrize("short", ["嗯", "😀", "?", "مرحبا", "👨‍👩‍👧"])
def test_one_visible_character_of_any_script_is_content(short):
    assert admit_text(short).text == short


def test_content_may_have_64_kilobytes_and_no_more():
    assert len(admit_text("x" * 65_536).text) == 65_536
    for content in ("x" * 65_537, "汉" * 21_846, "x" * 1_000_000):
        with pytest.raises(ContentTooLargeError) as refusal:
            admit_text(content)
        assert refusal.value.field == "content"


@pytest.mark.parametrize("value", ["u1", "张三", "../../etc", "...", "a" * 256, "user@example.com", "é"])
def test_ids_may_be_of_any_script(value):
    assert admit_id(value, field="user") == value


@pytest.mark.parametrize("value", ["", "  ", "\x00", "a" * 257, "a\ud800"])
def test_empty_long_and_broken_ids_are_refused_by_name(value):
    with pytest.raises(InvalidInputError) as refusal:
        admit_id(value, field="session")

    assert refusal.value.field == "session"


@pytest.mark.parametrize("value", ["a\x00b", "ab\n", "a\tb", "a\x7fb", "a\ufffd"])
def test_an_id_is_never_mended_because_two_would_become_one(value):
    with pytest.raises(InvalidInputError):
        admit_id(value, field="user")


@pytest.mark.parametrize("value", [".", ".."])
def test_an_id_that_a_path_resolves_away_is_refused_because_it_would_name_something_else(value):
    with pytest.raises(InvalidInputError, match="path"):
        admit_id(value, field="session")

    assert admit_optional_id(value, field="speaker") == value


def test_controls_are_stripped_from_names():
    assert admit_optional_id("A\x00na\n", field="speaker") == "Ana"


def test_a_text_that_is_no_text_is_refused_by_name():
    with pytest.raises(InvalidInputError) as refusal:
        admit_text(5)  # type: ignore[arg-type]

    assert refusal.value.field == "content"


def test_times_become_utc():
    moment = datetime(2026, 3, 2, 9, tzinfo=timezone(timedelta(hours=8)))

    assert admit_time(moment, NOW) == datetime(2026, 3, 2, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    "moment",
    [
        datetime(2026, 3, 2, 9),  # noqa: DTZ001 a naive time is the point
        datetime(1969, 12, 31, 23, 59, 59, tzinfo=UTC),
        datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=14))),
        datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-12))),
        NOW + timedelta(days=1, seconds=1),
    ],
)
def test_naive_pre_1970_and_far_future_times_are_refused_by_name(moment):
    with pytest.raises(InvalidInputError) as refusal:
        admit_time(moment, NOW)

    assert refusal.value.field == "occurred_at"


def test_a_clock_that_is_a_day_ahead_is_accepted():
    assert admit_time(NOW + timedelta(days=1), NOW) == NOW + timedelta(days=1)
    assert admit_time(datetime(1970, 1, 1, tzinfo=UTC), NOW) == datetime(1970, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize("name", ["UTC", "Asia/Shanghai", "America/Los_Angeles", "+08:00", "UTC-3"])
def test_zones_are_iana_names_or_offsets(name):
    assert admit_timezone(name) == name


@pytest.mark.parametrize("name", ["Mars/Base", "../../etc/passwd", "Asia", "x" * 300, "+99:00", "a\x00"])
def test_unknown_zones_are_refused_by_name(name):
    with pytest.raises(InvalidInputError) as refusal:
        admit_timezone(name)

    assert refusal.value.field == "timezone"


def test_tags_are_cleaned_and_kept_once_in_order():
    assert admit_tags(["b", "a\x00", "b", "标签"]) == ("b", "a", "标签")


def test_too_many_or_too_long_tags_are_refused_by_name():
    for tags, field in ((["x"] * 33, "tags"), (["ok", "x" * 65], "tags.1"), ([" "], "tags.0")):
        with pytest.raises(InvalidInputError) as refusal:
            admit_tags(tags)
        assert refusal.value.field == field


def test_metadata_keys_are_free_and_texts_cleaned_and_masked():
    cleaned, kinds = admit_metadata({"": 1, "a.b": ["v\x00", None], "主题": {"k": "pass: Hunter-Fake-22"}})

    assert cleaned == {"": 1, "a.b": ["v", None], "主题": {"k": "pass: [masked:password]"}}
    assert kinds == ("password",)


def test_a_secret_in_a_key_of_metadata_is_masked_and_so_is_what_a_key_calls_a_secret():
    key, other = "sk-abcdefghijklmnopqrst", "sk-zyxwvutsrqponmlkjihg"

    metadata, kinds = admit_metadata(
        {key: "a", other: "b", "db": {"dbPassword": "horse"}, "密码": "白马", "next_page_token": "p2", "pin": 3}
    )

    assert metadata == {
        "[masked:api_key]": "a",
        "[masked:api_key] 2": "b",
        "db": {"dbPassword": "[masked:password]"},
        "密码": "[masked:password]",
        "next_page_token": "p2",
        "pin": 3,
    }
    assert kinds == ("api_key", "password")


@pytest.mark.parametrize("field", ["speaker", "agent", "task", "source"])
def test_a_secret_in_a_name_is_masked(field):
    made = _turn(**{field: "bot sk-abcdefghijklmnopqrst"})

    assert getattr(made, field) == "bot [masked:api_key]"
    assert made.redacted == ("api_key",)


def test_large_deep_and_non_finite_metadata_is_refused():
    deep: dict = {}
    level = deep
    for _ in range(20):
        level["k"] = {}
        level = level["k"]
    for metadata in ({"k": "x" * 20_000}, {str(n): "x" for n in range(3_000)}, deep, {"k": math.nan}):
        with pytest.raises(InvalidInputError) as refusal:
            admit_metadata(metadata)
        assert refusal.value.field == "metadata"


def _turn(**fields):
    given_fields = {
        "event_id": "e1",
        "tenant": "t",
        "user": "u",
        "session": "s",
        "role": "user",
        "content": "hello",
        "recorded_at": NOW,
    }
    return admit_turn(**(given_fields | fields))


def test_a_turn_without_a_time_takes_the_records_and_says_so():
    assert (_turn().occurred_at, _turn().time_source) == (NOW, "record")
    given_time = NOW - timedelta(days=3)
    assert (_turn(occurred_at=given_time).occurred_at, _turn(occurred_at=given_time).time_source) == (
        given_time,
        "given",
    )


def test_a_turn_carries_the_kinds_of_all_secrets_masked_in_it():
    turn = _turn(
        content="pass: Hunter-Fake-22",
        attachments=[Attachment(caption="key ghp_" + "A" * 36)],
        metadata={"card": "4111 1111 1111 1111"},
    )

    assert turn.redacted == ("card", "password", "token")
    assert "Hunter" not in turn.model_dump_json()
    assert "4111" not in turn.model_dump_json()


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"user": ""}, "user"),
        ({"session": "x" * 300}, "session"),
        ({"event_id": "\x00"}, "event_id"),
        ({"content": " "}, "content"),
        ({"turn_index": -1}, "turn_index"),
        ({"recalled": ["x"] * 501}, "recalled"),
        ({"attachments": [Attachment(caption=" ")]}, "attachments.0.caption"),
    ],
)
def test_a_refusal_names_the_field(fields, field):
    with pytest.raises(InvalidInputError) as refusal:
        _turn(**fields)

    assert refusal.value.field == field


@given(st.text(alphabet=st.characters(), max_size=400))
def test_any_text_is_admitted_clean_or_refused(text):
    try:
        admitted = admit_text(text)
    except InvalidInputError:
        return

    admitted.text.encode("utf-8")
    assert "\x00" not in admitted.text
    assert admission.clean_text(admitted.text) == admitted.text
