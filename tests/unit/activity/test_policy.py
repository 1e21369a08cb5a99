"""A policy is data with a version; what is wrong in it is named with its line."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from api.generations import require_sense
from mnemolog.cli.app import run
from mnemolog.wiring import reading_of
from processors.policy import parse_policy, shipped_policy
from schemas.errors import ConfigurationError, InvalidInputError
from schemas.generations import BuildRequest, Spec
from streams.brains import Brains

HEAD = '[activity]\nversion = "activity/mine-1"\n'


def test_the_shipped_policy_has_the_published_numbers_and_a_version() -> None:
    policy = shipped_policy().activity

    assert (policy.decay_per_day, policy.cold_days) == (0.95, 90)
    assert policy.version == "activity/2"
    assert policy.base_half_life_days == pytest.approx(13.5, abs=0.02)


def test_what_a_policy_does_not_say_is_as_shipped() -> None:
    policy = parse_policy(HEAD + "cold_days = 30\n")

    assert policy.activity.version == "activity/mine-1"
    assert (policy.activity.cold_days, policy.activity.decay_per_day) == (30, 0.95)
    assert policy.activity.half_life_days == shipped_policy().activity.half_life_days
    assert policy.table is shipped_policy().table


def test_attribute_rows_extend_the_table_and_keep_the_shipped_activity() -> None:
    policy = parse_policy('[motto]\ncardinality = "single"\nkind = "fact"\nscope = "task"\nhalf_life_days = 10\n')

    assert "motto" in policy.table
    assert "name" in policy.table
    assert policy.activity.half_life_days == {**shipped_policy().activity.half_life_days, "motto": 10}
    assert policy.activity.version == shipped_policy().activity.version


@pytest.mark.parametrize(
    ("text", "line", "named"),
    [
        (HEAD + "decay_per_day = 1.5\n", 3, "decay_per_day"),
        (HEAD + "cold_dayz = 90\n", 3, "cold_dayz"),
        (HEAD + "again_max = 2.5\n", 3, "again_max"),
        (HEAD + "\n[activity.pace]\nfact = 1\npreferences = 2\n", 6, "preferences"),
        (HEAD + "[activity.pace]\nfact = -1\n", 4, "fact"),
        ("\n\n[activity]\ncold_days = 5\n", 3, "version"),
        ('[motto]\ncardinality = "single"\nkind = "fct"\nscope = "task"\n', 3, "fct"),
        ('[motto]\nkind = "fact"\nscope = "task"\n', 1, "cardinality"),
        ("[activity]\ncold_days = \n", 2, ""),
    ],
)
def test_what_is_wrong_is_named_with_its_line(text: str, line: int, named: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        parse_policy(text, "mine.toml")

    assert "mine.toml" in refused.value.message
    assert f"line {line}" in refused.value.message
    assert named in refused.value.message


def test_a_generation_is_read_with_the_policy_of_its_own_spec() -> None:
    part = cast(Any, object())

    def activity_of(policy: str) -> str:
        brains = Brains(Spec(embedder="use", model="m", dimension=1, policy=policy), part, part, part)
        return reading_of(lambda: (part, brains, 1))().activity.version

    assert activity_of("") == "activity/2"
    assert activity_of(HEAD) == "activity/mine-1"


def test_a_policy_that_would_change_nothing_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEAD)

    with pytest.raises(InvalidInputError) as refused:
        require_sense(BuildRequest(source="memories", policy=HEAD))

    assert refused.value.field == "policy"
    assert run(["rebuild", "--from", "memories", "--policy", str(file), "--folder", str(tmp_path)]) != 0
    require_sense(BuildRequest(source="embedded", policy=HEAD))
