"""Every alert has its section in the runbook, and the other way round; the dashboard can be read."""

from __future__ import annotations

import json
import re
from typing import Any

import yaml

from deploy.stack.docker import COMPOSE_FILE

DEPLOY = COMPOSE_FILE.parent / "deploy"


def alerts() -> list[dict[str, Any]]:
    loaded = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))
    return [rule for group in loaded["groups"] for rule in group["rules"]]


def test_each_alert_has_a_section_that_says_what_to_do() -> None:
    runbook = (DEPLOY / "RUNBOOK.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## (Mnemolog\w+)\n(.+?)(?=^## |\Z)", runbook, re.MULTILINE | re.DOTALL))

    assert sorted(sections) == sorted(alert["alert"] for alert in alerts())
    assert all(len(text.split()) > 20 for text in sections.values())


def test_each_alert_says_how_bad_it_is_and_what_it_is() -> None:
    names = [alert["alert"] for alert in alerts()]
    assert len(set(names)) == len(names)
    for alert in alerts():
        assert alert["labels"]["severity"] in ("page", "ticket"), alert["alert"]
        assert alert["annotations"]["summary"], alert["alert"]
        assert alert["expr"].count("(") == alert["expr"].count(")"), alert["alert"]


def test_the_dashboard_has_panels_that_do_not_overlap_and_each_asks_for_something() -> None:
    dashboard = json.loads((DEPLOY / "dashboards" / "mnemolog.json").read_text(encoding="utf-8"))

    taken: set[tuple[int, int]] = set()
    for panel in dashboard["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        taken |= cells
        assert panel["type"] == "row" or all(target["expr"] for target in panel["targets"]), panel["title"]
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(dashboard["panels"])
