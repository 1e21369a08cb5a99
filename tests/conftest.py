"""Options of the whole suite."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--file", default=None, help="cases from this file instead of ../shared/cases/cases.yaml")
