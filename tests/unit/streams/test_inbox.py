"""Inbox records: whose they are, which id they get, and which time stands in."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from schemas.errors import CodecError
from streams.inbox import admitted, user_of
from streams.log import LogRecord

SENT = datetime(2026, 4, 1, 9, tzinfo=UTC)
GOOD = b'{"session": "s", "content": "I keep bees."}'


def record(
    value: bytes | None = GOOD, *, key: bytes | None = b"ann", offset: int = 7, sent: datetime = SENT
) -> LogRecord:
    return LogRecord("mnemolog.inbox", 1, offset, key, value, {}, sent)


@pytest.mark.parametrize(
    ("value", "key", "user"),
    [
        (b'{"user": "bob"}', b"ann", "bob"),
        (b'{"user": 7}', b"ann", "ann"),
        (b'{"user": ""}', b"ann", "ann"),
        (b"{not json", b"ann", "ann"),
        (b'["a list"]', b"ann", "ann"),
        (b"[" * 100_000, b"ann", "ann"),
        (None, b"ann", "ann"),
        (b"\xff", "安".encode(), "安"),
        (b"{", b"\xff\xfe", ""),
        (b"{", None, ""),
    ],
)
def test_whose_words_they_are_is_told_as_far_as_it_can_be(value: bytes | None, key: bytes | None, user: str) -> None:
    assert user_of(record(value, key=key)) == user


def test_an_id_is_made_of_the_place_and_another_incarnation_of_the_topic_makes_another() -> None:
    first = admitted(record(), tenant="acme")

    assert admitted(record(), tenant="acme") == first
    assert admitted(record(offset=8), tenant="acme").event_id != first.event_id
    assert admitted(record(sent=SENT + timedelta(days=9)), tenant="acme").event_id != first.event_id
    assert (first.tenant, first.user, first.occurred_at, first.time_source) == ("acme", "ann", SENT, "record")


def test_a_key_that_is_no_text_names_nobody() -> None:
    with pytest.raises(CodecError, match=r"no UTF-8"):
        admitted(record(key=b"\xff"), tenant="acme")
    assert admitted(record(b'{"user": "bob", "session": "s", "content": "x"}', key=b"\xff"), tenant="a").user == "bob"
