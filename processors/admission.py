"""Admission: what a caller sends becomes a clean event, or a refusal that names the field (DESIGN §4). Pure."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Literal

from pydantic import JsonValue

from processors.secrets import is_masked, mask, mask_secrets, secret_named
from processors.zones import zone_of
from schemas.errors import ContentTooLargeError, InvalidInputError
from schemas.events import Attachment, Role, TurnRecorded

CONTENT_BYTES_MAX = 64 * 1024
ID_CHARACTERS_MAX = 256
TAGS_MAX = 32
TAG_CHARACTERS_MAX = 64
METADATA_BYTES_MAX = 16 * 1024
METADATA_DEPTH_MAX = 16
ATTACHMENTS_MAX = 20
RECALLED_MAX = 500
"""More than any context block cites."""
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
FUTURE_MAX = timedelta(days=1)
"""A clock may be wrong and a zone forgotten; a turn cannot have been said further ahead than that."""

_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_INVISIBLE = frozenset(("Cf", "Cc", "Zs", "Zl", "Zp", "Cn", "Mn"))


@dataclass(frozen=True, slots=True)
class AdmittedText:
    """`text` is ready to be stored; `redacted` names the kinds of secrets that were masked in it."""

    text: str
    redacted: tuple[str, ...]


def clean_text(text: str) -> str:
    """No NUL or other control characters but tab and line feed; CRLF as LF; half characters paired or U+FFFD; NFC."""
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return unicodedata.normalize("NFC", _CONTROLS.sub("", text))


def admit_text(content: str, *, field: str = "content") -> AdmittedText:
    """The text as it may be stored. Raises InvalidInputError when nothing visible is left, ContentTooLargeError over
    64 kB of UTF-8."""
    _require_text(content, field)
    if len(content) > CONTENT_BYTES_MAX:
        raise _too_large(len(content), field, "characters")
    text = clean_text(content)
    size = len(text.encode("utf-8"))
    if size > CONTENT_BYTES_MAX:
        raise _too_large(size, field, "bytes")
    if _is_blank(text):
        raise InvalidInputError(f"{field} is blank", hint="send at least one visible character", field=field)
    masked = mask_secrets(text)
    return AdmittedText(masked.text, masked.kinds)


def admit_id(value: str, *, field: str) -> str:
    """An id of 1–256 characters, any script, in NFC. Raises InvalidInputError."""
    _require_text(value, field)
    # Mending an id would make two ids one, and two users one user, so what would need it is refused. U+FFFD is what is
    # left of half a character that somebody mended already.
    if _SURROGATE.search(value) or "\ufffd" in value:
        raise InvalidInputError(f"{field} holds half a character", hint="is it UTF-8?", field=field)
    if _CONTROLS.search(value) or "\n" in value or "\t" in value:
        raise InvalidInputError(
            f"{field} holds a control character", hint="an id has no NUL, tab or line break", field=field
        )
    # Clients resolve such a segment before they send: deleting the session ".." would erase its user.
    if value in (".", ".."):
        raise InvalidInputError(f"{field} {value!r} means another place in a path", hint="use another id", field=field)
    return _admit_name(value, field)


def _admit_name(value: str, field: str) -> str:
    cleaned = clean_text(value)
    if _is_blank(cleaned):
        raise InvalidInputError(f"{field} is empty", hint="an id has 1–256 characters", field=field)
    if len(cleaned) > ID_CHARACTERS_MAX:
        raise InvalidInputError(
            f"{field} has {len(cleaned)} characters, more than {ID_CHARACTERS_MAX}", hint="shorten the id", field=field
        )
    return cleaned


def admit_optional_id(value: str, *, field: str) -> str:
    """A name of at most 256 characters, mended like a text and without secrets: no user and no event is known by it.
    "" = not given."""
    return _admit_optional(value, field, set())


def _admit_optional(value: str, field: str, kinds: set[str]) -> str:
    if not value:
        return ""
    _require_text(value, field)
    name = _admit_name(clean_text(value).replace("\n", "").replace("\t", "").replace("\ufffd", ""), field)
    masked = mask_secrets(name)
    kinds.update(masked.kinds)
    return masked.text


def admit_time(moment: datetime, recorded_at: datetime, *, field: str = "occurred_at") -> datetime:
    """The instant in UTC. Raises InvalidInputError for a naive time, one before 1970, and one more than a day after
    `recorded_at`."""
    if moment.tzinfo is None or moment.utcoffset() is None:
        raise InvalidInputError(
            f"{field} {moment.isoformat()} has no zone",
            hint="write an offset, like 2026-01-31T09:00:00+08:00",
            field=field,
        )
    try:
        instant = moment.astimezone(UTC)
    except OverflowError as error:
        raise InvalidInputError(f"{field} is outside the calendar", field=field) from error
    if instant < EARLIEST:
        raise InvalidInputError(f"{field} {instant.isoformat()} is before 1970", hint="is it in seconds?", field=field)
    if instant - FUTURE_MAX > recorded_at:
        raise InvalidInputError(
            f"{field} {instant.isoformat()} is more than a day in the future", hint="is it in seconds?", field=field
        )
    return instant


def admit_timezone(name: str) -> str:
    """An IANA name or offset, checked; "" becomes "UTC". Raises InvalidInputError."""
    zone_of(name)
    return name or "UTC"


def admit_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """At most 32 tags of 1–64 characters, no repeats, in the given order. Raises InvalidInputError naming the tag."""
    if len(tags) > TAGS_MAX:
        raise InvalidInputError(f"{len(tags)} tags are more than {TAGS_MAX}", field="tags")
    admitted = []
    for index, tag in enumerate(tags):
        field = f"tags.{index}"
        _require_text(tag, field)
        cleaned = clean_text(tag).strip()
        if _is_blank(cleaned) or len(cleaned) > TAG_CHARACTERS_MAX:
            raise InvalidInputError(f"{field} must have 1–{TAG_CHARACTERS_MAX} characters", field=field)
        admitted.append(mask_secrets(cleaned).text)
    return tuple(dict.fromkeys(admitted))


def admit_metadata(metadata: dict[str, JsonValue]) -> tuple[dict[str, JsonValue], tuple[str, ...]]:
    """(metadata with clean texts and masked secrets, kinds masked). Keys are free, but a secret is masked in them too,
    and what a key calls a password or a token is one. Raises InvalidInputError over 16 kB
    of JSON or 16 levels, and for NaN and infinity."""
    kinds: set[str] = set()
    cleaned = _clean_json(metadata, 0, kinds)
    assert isinstance(cleaned, dict)
    try:
        size = len(json.dumps(cleaned, ensure_ascii=False, allow_nan=False).encode("utf-8"))
    except ValueError as error:
        raise InvalidInputError("metadata holds NaN or infinity", field="metadata") from error
    if size > METADATA_BYTES_MAX:
        raise InvalidInputError(f"metadata has {size} bytes of JSON, more than {METADATA_BYTES_MAX}", field="metadata")
    return cleaned, tuple(sorted(kinds))


def admit_turn(
    *,
    event_id: str,
    tenant: str,
    user: str,
    session: str,
    role: Role,
    content: str,
    recorded_at: datetime,
    occurred_at: datetime | None = None,
    speaker: str = "",
    agent: str = "",
    task: str = "",
    turn_index: int | None = None,
    timezone: str = "UTC",
    language: str = "",
    source: str = "",
    trust: Literal["trusted", "untrusted"] = "trusted",
    recalled: Sequence[str] = (),
    attachments: Sequence[Attachment] = (),
    tags: Sequence[str] = (),
    metadata: dict[str, JsonValue] | None = None,
) -> TurnRecorded:
    """The event of one turn, ready for the log. Without `occurred_at` the record's own time stands in and
    `time_source` says so. Raises InvalidInputError (and ContentTooLargeError) naming the field."""
    text = admit_text(content)
    kinds = set(text.redacted)
    captions, caption_kinds = _admit_attachments(attachments)
    admitted_metadata, metadata_kinds = admit_metadata(metadata or {})
    names = {
        field: _admit_optional(value, field, kinds)
        for field, value in (("speaker", speaker), ("agent", agent), ("task", task), ("source", source))
    }
    if len(recalled) > RECALLED_MAX:
        raise InvalidInputError(f"{len(recalled)} recalled ids are more than {RECALLED_MAX}", field="recalled")
    if turn_index is not None and not 0 <= turn_index < 2**53:
        raise InvalidInputError(f"turn_index {turn_index} is outside 0–2^53", field="turn_index")
    return TurnRecorded(
        event_id=admit_id(event_id, field="event_id"),
        tenant=tenant,
        user=admit_id(user, field="user"),
        session=admit_id(session, field="session"),
        role=role,
        content=text.text,
        occurred_at=recorded_at if occurred_at is None else admit_time(occurred_at, recorded_at),
        recorded_at=recorded_at,
        time_source="record" if occurred_at is None else "given",
        speaker=names["speaker"],
        agent=names["agent"],
        task=names["task"],
        turn_index=turn_index,
        timezone=admit_timezone(timezone),
        language=admit_optional_id(language, field="language"),
        source=names["source"],
        trust=trust,
        recalled=tuple(admit_id(memory_id, field=f"recalled.{index}") for index, memory_id in enumerate(recalled)),
        attachments=captions,
        tags=admit_tags(tags),
        metadata=admitted_metadata,
        redacted=tuple(sorted({*kinds, *caption_kinds, *metadata_kinds})),
    )


def _admit_attachments(attachments: Sequence[Attachment]) -> tuple[tuple[Attachment, ...], tuple[str, ...]]:
    if len(attachments) > ATTACHMENTS_MAX:
        raise InvalidInputError(f"{len(attachments)} attachments are more than {ATTACHMENTS_MAX}", field="attachments")
    kinds: set[str] = set()
    admitted = []
    for index, attachment in enumerate(attachments):
        caption = admit_text(attachment.caption, field=f"attachments.{index}.caption")
        url, kind = mask_secrets(clean_text(attachment.url)), clean_text(attachment.kind)
        if len(url.text) > 2_048 or len(kind) > ID_CHARACTERS_MAX:
            raise InvalidInputError(f"attachments.{index} is too long", field=f"attachments.{index}")
        kinds |= {*caption.redacted, *url.kinds}
        admitted.append(Attachment(caption=caption.text, kind=kind, url=url.text))
    return tuple(admitted), tuple(sorted(kinds))


def _clean_json(value: JsonValue, depth: int, kinds: set[str]) -> JsonValue:
    if depth > METADATA_DEPTH_MAX:
        raise InvalidInputError(f"metadata is nested deeper than {METADATA_DEPTH_MAX} levels", field="metadata")
    match value:
        case str():
            # Masking costs by length, so what can never be accepted is refused before it.
            if len(value) > METADATA_BYTES_MAX:
                raise InvalidInputError(f"metadata holds a text over {METADATA_BYTES_MAX} bytes", field="metadata")
            masked = mask_secrets(clean_text(value))
            kinds.update(masked.kinds)
            return masked.text
        case dict():
            return _clean_object(value, depth, kinds)
        case list():
            return [_clean_json(item, depth + 1, kinds) for item in value]
        case _:
            return value


def _clean_object(value: dict[str, JsonValue], depth: int, kinds: set[str]) -> dict[str, JsonValue]:
    cleaned: dict[str, JsonValue] = {}
    for key, item in value.items():
        masked = mask_secrets(clean_text(str(key)))
        kinds.update(masked.kinds)
        kept = _clean_json(item, depth + 1, kinds)
        kind = secret_named(masked.text)
        if kind and isinstance(kept, str) and kept.strip() and not is_masked(kept):
            kinds.add(kind)
            kept = mask(kind)
        # Two secrets may look alike once they are masked.
        name = next(name for name in _numbered(masked.text) if not masked.kinds or name not in cleaned)
        cleaned[name] = kept
    return cleaned


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name} {number}" for number in count(2))


def _require_text(value: object, field: str) -> None:
    if not isinstance(value, str):
        raise InvalidInputError(f"{field} must be text, not {type(value).__name__}", field=field)


def _is_blank(text: str) -> bool:
    return all(character.isspace() or unicodedata.category(character) in _INVISIBLE for character in text)


def _too_large(size: int, field: str, unit: str) -> ContentTooLargeError:
    return ContentTooLargeError(
        f"{field} has {size} {unit}, more than {CONTENT_BYTES_MAX} bytes",
        hint="split it into several turns",
        field=field,
    )
