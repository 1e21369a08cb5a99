"""The embedded index: one SQLite file, sealed rows, columns in memory."""

from indexers.sqlite.index import SqliteIndex

__all__ = ["SqliteIndex"]
