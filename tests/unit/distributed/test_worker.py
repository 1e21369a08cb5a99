"""Which stages a worker carries, and the inbox's schema."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from schemas.errors import ConfigurationError
from schemas.inbox import INBOX_TURN
from streams.distributed.worker import STAGES, parse_stages


def test_stages_are_carried_in_their_order_and_all_by_default() -> None:
    assert parse_stages("") == STAGES
    assert parse_stages("embed, score") == ("score", "embed")


def test_a_stage_that_is_unknown_is_named() -> None:
    with pytest.raises(ConfigurationError, match="scroe"):
        parse_stages("score,scroe")


def test_an_unknown_field_of_the_inbox_is_refused_by_name() -> None:
    with pytest.raises(ValidationError, match="colour"):
        INBOX_TURN.validate_json(b'{"session": "s", "content": "x", "colour": "red"}')
