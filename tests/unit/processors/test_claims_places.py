"""What a place is called is no origin of the one who passes it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.extract import extract_claims
from processors.claims.table import shipped_table
from schemas.dimensions import Entity


def _origins(text: str, place: str) -> list[str]:
    start = text.index(place)
    entity = Entity(text=place, type="location", start=start, end=start + len(place))
    found = extract_claims(
        text,
        role="user",
        speaker_subject="user",
        occurred_at=datetime(2026, 1, 1, tzinfo=UTC),
        timezone="UTC",
        entities=(entity,),
        table=shipped_table(),
    )
    return [claim.value for claim in found if claim.attribute == "hometown"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("路上有个广场，是春熙广场。", "春熙广场"),
        ("刚才那座塔，是雷峰塔。", "雷峰塔"),
        ("那个公园，是柳湖公园来着。", "柳湖公园"),
    ],
)
def test_what_one_passes_is_no_origin(text: str, place: str) -> None:
    assert _origins(text, place) == []


def test_a_city_is_an_origin() -> None:
    assert _origins("我是扬州的。", "扬州") == ["扬州"]
