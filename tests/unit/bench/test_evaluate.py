"""How labelled items are scored."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench.evaluate import claims, entities, times
from bench.evaluate.items import (
    BadFile,
    ClaimsItem,
    EntityItem,
    GoldClaim,
    GoldEntity,
    GoldInterval,
    SaidTurn,
    TimeItem,
    read_items,
    write_items,
)
from bench.evaluate.outcome import Outcome, accuracy, micro, micro_and_quiet, wilson
from bench.evaluate.results import Results, as_json
from schemas.claims import Claim
from schemas.dimensions import Entity, TimeInterval

NOON = datetime(2026, 3, 18, 12, tzinfo=UTC)
GOLD = Path(__file__).parents[3] / "bench" / "gold"


def _time_item(*gold: GoldInterval) -> TimeItem:
    return TimeItem(id="t", lang="en", text="…", occurred_at=NOON, gold=gold)


def _gold(hours: float, granularity: str, *, start: datetime = NOON) -> GoldInterval:
    return GoldInterval.model_validate(
        {"start": start, "end": start + timedelta(hours=hours), "granularity": granularity}
    )


def _found(start: datetime, end: datetime | None) -> TimeInterval:
    return TimeInterval(start=start, end=end, granularity="day")


def test_a_day_is_right_to_the_day_and_a_minute_to_the_minute() -> None:
    later = NOON + timedelta(minutes=2)

    day = times.scored(_time_item(_gold(6, "day")), [_found(later, later + timedelta(hours=6))])
    minute = times.scored(_time_item(_gold(1 / 60, "minute")), [_found(later, later + timedelta(minutes=1))])

    assert day.right
    assert not minute.right


def test_an_hour_off_is_right_but_not_exact() -> None:
    outcome = times.scored(_time_item(_gold(1, "hour")), [_found(NOON + timedelta(hours=1), NOON + timedelta(hours=2))])

    assert (outcome.right, outcome.exact) == (True, False)


def test_one_interval_too_many_or_too_few_is_wrong() -> None:
    day = _gold(24, "day")
    same = _found(day.start, day.end)

    assert not times.scored(_time_item(day), []).right
    assert not times.scored(_time_item(), [same]).right
    # A set: an interval that is named twice is there once.
    assert times.scored(_time_item(day), [same, same]).right


def test_an_open_end_matches_only_an_open_end() -> None:
    gold = GoldInterval(start=NOON, end=None, granularity="day")

    assert times.scored(_time_item(gold), [_found(NOON, None)]).right
    assert not times.scored(_time_item(gold), [_found(NOON, NOON + timedelta(days=1))]).right


def test_an_entity_counts_by_folded_text_and_type() -> None:
    item = EntityItem(
        id="e",
        lang="en",
        text="Jo likes Lisbon",
        gold=(GoldEntity(text="Jo", type="person"), GoldEntity(text="Lisbon", type="location")),
    )

    outcome = entities.scored(
        item,
        [Entity(text="jo", type="person", start=0, end=2), Entity(text="Lisbon", type="person", start=9, end=15)],
    )

    assert (outcome.hits, outcome.wrong, outcome.missed) == (1, 1, 1)


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (Claim(attribute="likes", value="The jazz!", confidence=1), True),
        (Claim(attribute="likes", value="old jazz", confidence=1), True),
        (Claim(attribute="likes", value="jazz from long ago", confidence=1), False),
        (Claim(attribute="likes", value="jazz", polarity="negative", confidence=1), False),
        (Claim(attribute="hobby", value="jazz", confidence=1), False),
        (Claim(subject="Jo", attribute="likes", value="jazz", confidence=1), False),
    ],
)
def test_a_claim_matches_by_subject_attribute_polarity_and_half_of_its_value(found: Claim, *, right: bool) -> None:
    gold = GoldClaim(subject="user", attribute="likes", value="jazz")

    stated = claims.stated(found)

    assert stated is not None
    assert claims.matches(gold, stated) is right


def test_an_aversion_may_be_written_either_way() -> None:
    gold = GoldClaim(subject="user", attribute="likes", value="olives", polarity="negative")
    found = claims.stated(Claim(attribute="dislikes", value="olives", polarity="negative", confidence=1))

    assert found is not None
    assert claims.matches(gold, found)


def test_what_ended_is_negative_and_what_is_forgotten_is_no_claim() -> None:
    ended = claims.stated(Claim(attribute="employer", value="Nokia", action="unset", confidence=1))

    assert ended is not None
    assert ended.polarity == "negative"
    assert claims.stated(Claim(attribute="phone", value="", action="unset", confidence=1)) is None
    assert claims.stated(Claim(attribute="phone", value="5", action="retract", confidence=1)) is None


def test_a_gold_claim_is_matched_once() -> None:
    item = ClaimsItem(
        id="c",
        lang="en",
        turns=(SaidTurn(role="user", content="…"),),
        gold=(GoldClaim(subject="user", attribute="likes", value="jazz"),),
    )
    twice = [Claim(attribute="likes", value=value, confidence=1) for value in ("jazz", "Jazz")]

    outcome = claims.scored(item, twice)

    assert (outcome.hits, outcome.wrong, outcome.missed, outcome.right) == (1, 1, 0, False)


def _outcome(*, hits: int = 0, wrong: int = 0, missed: int = 0, lang: str = "en") -> Outcome:
    right = not wrong and not missed
    return Outcome("x", lang, ("tag",), right, "", "", "", hits=hits, wrong=wrong, missed=missed)


def test_figures_are_micro_and_quiet_counts_only_items_with_nothing_to_keep() -> None:
    outcomes = [_outcome(hits=3, wrong=1, missed=2), _outcome(), _outcome(wrong=1)]

    assert micro(outcomes) == {"precision": 0.6, "recall": 0.6, "f1": 0.6}
    assert micro_and_quiet(outcomes)["quiet"] == 0.5


def test_a_share_has_its_interval() -> None:
    assert accuracy([_outcome(), _outcome(wrong=1)])["accuracy"] == 0.5
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(98, 100) == (0.93, 0.9945)


def test_the_json_has_all_languages_and_tags() -> None:
    found = as_json(Results("set", (_outcome(), _outcome(lang="zh")), accuracy, 0.123))

    assert set(found) == {"set", "n", "metrics", "by_lang", "by_tag", "seconds"}
    assert json.loads(json.dumps(found))["by_lang"]["zh"]["n"] == 1


def test_a_file_is_read_as_it_was_written_and_unknown_keys_are_ignored(tmp_path: Path) -> None:
    item = _time_item(_gold(1, "hour"))
    write_items(tmp_path / "f.jsonl", [item])
    line = json.loads((tmp_path / "f.jsonl").read_text("utf-8"))
    (tmp_path / "g.jsonl").write_text(json.dumps({**line, "more": 1}), "utf-8")

    assert read_items(tmp_path / "f.jsonl", TimeItem) == [item]
    assert read_items(tmp_path / "g.jsonl", TimeItem) == [item]


@pytest.mark.parametrize("text", ['{"id": 1}\n', "no json\n", '{"id":"a","lang":"en","text":"x","gold":[]}\n' * 2])
def test_a_bad_file_names_the_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "f.jsonl").write_text(text, "utf-8")

    with pytest.raises(BadFile, match="line "):
        read_items(tmp_path / "f.jsonl", EntityItem)


@pytest.mark.parametrize(("kind", "least"), [(TimeItem, 200), (EntityItem, 150), (ClaimsItem, 300)])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_gold_sets_are_whole(
    kind: type[TimeItem] | type[EntityItem] | type[ClaimsItem], least: int, lang: str
) -> None:
    name = {TimeItem: "time", EntityItem: "entities", ClaimsItem: "claims"}[kind]

    items = read_items(GOLD / f"{name}_{lang}.jsonl", kind)

    assert len(items) >= least
    assert {item.lang for item in items} == {lang}
    if kind is ClaimsItem:
        assert sum(not item.gold for item in items) >= 0.6 * len(items)
