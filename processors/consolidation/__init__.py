"""Consolidation: what one event does to its user's memories, as pure functions over a fold of the commit log."""

from processors.consolidation.consolidate import consolidate
from processors.consolidation.position import Policy
from processors.consolidation.state import UserState, fold

__all__ = ["Policy", "UserState", "consolidate", "fold"]
