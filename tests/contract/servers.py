"""Where the real servers of this test session are, for adapters that need one."""

from __future__ import annotations

import pytest

from deploy.stack import StackStatus

_running: list[StackStatus] = []


def require_servers(request: pytest.FixtureRequest) -> None:
    """Start the session's servers, if they are not up yet."""
    if not _running:
        _running.append(request.getfixturevalue("stack"))


def servers() -> StackStatus:
    """The running servers."""
    return _running[0]
