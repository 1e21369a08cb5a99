"""A promise ends with what tells that it was kept or called off, and the other promises stay open."""

from __future__ import annotations

import pytest

from tests.unit.consolidation.test_belongings import told


@pytest.mark.parametrize(
    ("first", "second", "report", "still"),
    [
        (
            "I promised Ada I'd water her plants on Friday",
            "I've agreed to referee the junior final",
            "watered Ada's plants today",
            "referee the junior final",
        ),
        (
            "I've agreed to give a talk about bees at the club",
            "I've agreed to referee the junior final",
            "the club called off the meeting, so I'm not giving my talk after all",
            "referee the junior final",
        ),
        ("我答应周六帮老李修自行车", "还欠老钱一幅竹子", "自行车修好了", "老钱一幅竹子"),
        ("我应了学校五月十号的讲座", "还欠老钱一幅竹子", "学校那场取消了，我不用去了", "老钱一幅竹子"),
    ],
)
def test_what_was_kept_or_called_off_is_open_no_more(first: str, second: str, report: str, still: str) -> None:
    driver = told(first, second, report)

    assert [fact.value for fact in driver.facts() if fact.attribute == "commitment"] == [still]
    assert first not in driver.turns()
    assert first in driver.turns("superseded")
    assert report in driver.turns()


def test_of_two_promises_that_share_as_much_none_ends() -> None:
    driver = told("还欠老钱一幅竹子", "还欠老孙一幅竹子", "竹子画好了")

    assert len([fact for fact in driver.facts() if fact.attribute == "commitment"]) == 2
