"""The ChatGPT export: `conversations.json`, or the archive that holds it. Each conversation is a tree of edits and
retries; what counts is the branch that ends at `current_node`."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator

from mnemolog_client import Turn

from mnemolog.importers.found import (
    Found,
    ImportedTurn,
    Json,
    Malformed,
    Skipped,
    derived_id,
    load_json,
    read_time,
)

_ROLES = {"user": "user", "assistant": "assistant", "system": "system", "tool": "tool"}
_NAME = "conversations.json"


def parse(raw: bytes, *, user: str) -> Iterator[Found]:
    """The turns of every conversation, each conversation a session under its own id."""
    unpacked = _unpacked(raw)
    if isinstance(unpacked, Malformed):
        yield unpacked
        return
    whole = next(load_json(unpacked, _NAME))
    if isinstance(whole, Malformed):
        yield whole
        return
    if not isinstance(whole, list):
        yield Malformed(_NAME, "it should be a list of conversations")
        return
    for number, conversation in enumerate(whole, start=1):
        place = f"conversation {number}"
        if not isinstance(conversation, dict) or not isinstance(conversation.get("mapping"), dict):
            yield Malformed(place, "it has no `mapping`")
            continue
        yield from _conversation(conversation, user, place)


def _unpacked(raw: bytes) -> bytes | Malformed:
    if not raw.startswith(b"PK"):
        return raw
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            return archive.read(next(name for name in archive.namelist() if name.rsplit("/", 1)[-1] == _NAME))
    except StopIteration:
        return Malformed("the archive", f"it holds no {_NAME}")
    except zipfile.BadZipFile as error:
        return Malformed("the archive", str(error))


def _conversation(conversation: dict[str, Json], user: str, place: str) -> Iterator[Found]:
    name = conversation.get("conversation_id") or conversation.get("id")
    session = name if isinstance(name, str) else derived_id("chatgpt", str(conversation.get("create_time")))
    branch = _branch(conversation)
    if isinstance(branch, Malformed):
        yield Malformed(place, branch.reason)
        return
    when = conversation.get("create_time")
    for node_id, node in branch:
        message = node.get("message")
        if message is None:
            continue
        where = f"{place}, message {node_id}"
        if not isinstance(message, dict):
            yield Malformed(where, "the message should be an object")
            continue
        # Without a time of its own it was written after the one before: with the conversation's it would stand first.
        when = message.get("create_time") or when
        try:
            yield _turn(message, user, session, node_id, where, when)
        except ValueError as error:
            yield Malformed(where, str(error))


def _branch(conversation: dict[str, Json]) -> list[tuple[str, dict[str, Json]]] | Malformed:
    """The nodes from the root to `current_node`."""
    mapping = conversation["mapping"]
    assert isinstance(mapping, dict)
    current = conversation.get("current_node")
    node_id = current if isinstance(current, str) and current in mapping else _latest_leaf(mapping)
    branch: list[tuple[str, dict[str, Json]]] = []
    passed: set[str] = set()
    while node_id:
        node = mapping.get(node_id)
        if not isinstance(node, dict):
            return Malformed("", f"node {node_id} is missing")
        if node_id in passed:
            return Malformed("", f"node {node_id} is its own ancestor")
        passed.add(node_id)
        branch.append((node_id, node))
        parent = node.get("parent")
        node_id = parent if isinstance(parent, str) else ""
    branch.reverse()
    return branch


def _latest_leaf(mapping: dict[str, Json]) -> str:
    """Where an export names no current node: the leaf written last."""
    leaves = [
        (_written(node), name) for name, node in mapping.items() if isinstance(node, dict) and not node.get("children")
    ]
    return max(leaves)[1] if leaves else ""


def _written(node: dict[str, Json]) -> float:
    message = node.get("message")
    written = message.get("create_time") if isinstance(message, dict) else None
    return float(written) if isinstance(written, int | float) else 0.0


def _turn(message: dict[str, Json], user: str, session: str, node_id: str, place: str, when: Json) -> Found:
    author, metadata = message.get("author"), message.get("metadata")
    role = author.get("role") if isinstance(author, dict) else None
    if not isinstance(role, str) or role not in _ROLES:
        raise ValueError(f"author.role {role!r} is none of {', '.join(_ROLES)}")
    if isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation"):
        return Skipped(place, "hidden in the conversation")
    text = _text(message.get("content"))
    if not text.strip():
        return Skipped(place, f"the {role} says nothing")
    message_id = message.get("id")
    return ImportedTurn(
        user,
        session,
        Turn(
            _ROLES[role],
            text,
            occurred_at=read_time(when),
            event_id=derived_id("chatgpt", session, message_id if isinstance(message_id, str) else node_id),
            source="chatgpt",
        ),
        place,
    )


def _text(content: Json) -> str:
    match content:
        case {"parts": list(parts)}:
            return "\n".join(part if isinstance(part, str) else _spoken(part) for part in parts).strip()
        case {"text": str(text)}:
            return text
        case None | dict():
            return ""
        case _:
            raise ValueError(f"content should be an object and is {str(content)[:40]!r}")


def _spoken(part: Json) -> str:
    """Words inside a part that is no text: the transcript of speech."""
    text = part.get("text") if isinstance(part, dict) else None
    return text if isinstance(text, str) else ""
