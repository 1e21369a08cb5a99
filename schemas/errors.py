"""Every error that Mnemolog raises on purpose, in one tree.

MnemologError
├── InvalidInputError        the caller sent something that cannot be accepted (HTTP 4xx)
│   ├── ContentTooLargeError
│   ├── UnknownFilterError
│   ├── EventConflictError   the same id with other content
│   ├── GenerationError      a generation cannot be built, promoted or deleted as things are
│   ├── PreconditionError    If-Match does not hold
│   └── UserErasedError      the user was erased and may not come back yet
├── NotFoundError            no such thing, or not yours
├── CodecError               bytes that cannot be read
│   ├── NewerSchemaError     written by a newer version: the reader stops
│   ├── KeyDestroyedError    sealed with a key that was destroyed on purpose (erased)
│   └── WrongSecretError     the master key or installation secret is not the one of this folder
├── ConfigurationError       settings, folder or server do not fit: stop and say which value
│   ├── FolderLockedError
│   ├── FolderCorruptError
│   ├── IndexMissingError
│   └── IndexOutdatedError   an index of an earlier layout, or whose mapping was changed: it is derived, and made anew
├── UnavailableError         a server or the disk is not there for now: try again
│   └── StorageFullError
└── ModelError               an embedder or extractor answered with something unusable
"""

from __future__ import annotations


class MnemologError(Exception):
    """Root of the tree. `hint` says what to do next; `type` is the stable slug of problem+json."""

    type = "internal"

    def __init__(self, message: str, *, hint: str = "", field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.field = field


class InvalidInputError(MnemologError):
    type = "invalid-input"


class ContentTooLargeError(InvalidInputError):
    type = "content-too-large"


class UnknownFilterError(InvalidInputError):
    type = "unknown-filter"


class EventConflictError(InvalidInputError):
    type = "event-conflict"


class GenerationError(InvalidInputError):
    type = "generation-conflict"


class PreconditionError(InvalidInputError):
    type = "precondition-failed"


class UserErasedError(InvalidInputError):
    type = "user-erased"


class NotFoundError(MnemologError):
    type = "not-found"


class CodecError(MnemologError):
    type = "codec"


class NewerSchemaError(CodecError):
    type = "newer-schema"


class KeyDestroyedError(CodecError):
    type = "key-destroyed"


class WrongSecretError(CodecError):
    type = "wrong-secret"


class ConfigurationError(MnemologError):
    type = "configuration"


class FolderLockedError(ConfigurationError):
    type = "folder-locked"


class FolderCorruptError(ConfigurationError):
    type = "folder-corrupt"


class IndexMissingError(ConfigurationError):
    type = "index-missing"


class IndexOutdatedError(ConfigurationError):
    type = "index-outdated"


class UnavailableError(MnemologError):
    type = "unavailable"


class StorageFullError(UnavailableError):
    type = "storage-full"


class ModelError(MnemologError):
    type = "model"
