"""OpenAI messages: a list of messages, `{"messages": […]}`, a list of those, or one of those a line."""

from __future__ import annotations

import json
from collections.abc import Iterator

from mnemolog_client import Turn

from mnemolog.importers.found import Found, Json, Malformed, NotATurn, Numbering, derived_id, load_json, read_time

ROLES = {
    "user": "user",
    "assistant": "assistant",
    "system": "system",
    "developer": "system",
    "tool": "tool",
    "function": "tool",
}


def parse(raw: bytes, *, user: str, session: str = "") -> Iterator[Found]:
    """The turns of every conversation in the file. The format names no user, so the caller does. A conversation is a
    session: its own `id`, else `session`, else an id made of its first message."""
    numbering = Numbering("openai")
    for place, conversation in _conversations(raw):
        if isinstance(conversation, Malformed):
            yield conversation
            continue
        name, messages = conversation
        name = name or (f"{session}{place}" if session else derived_id("openai", place, json.dumps(messages[:1])))
        for index, message in enumerate(messages):
            where = f"{place or 'the file'}, message {index + 1}".removeprefix(" ")
            try:
                turn = _turn(message)
            except ValueError as error:
                yield Malformed(where, str(error))
                continue
            yield numbering.imported(user, name, turn, where)


def _conversations(raw: bytes) -> Iterator[tuple[str, tuple[str, list[Json]] | Malformed]]:
    whole = next(load_json(raw, "the file"))
    if not isinstance(whole, Malformed):
        yield from _of_value(whole)
        return
    lines = [(number, line) for number, line in enumerate(raw.splitlines(), start=1) if line.strip()]
    if len(lines) < 2:
        yield "", whole
        return
    for number, line in lines:
        place = f"line {number}"
        value = next(load_json(line, place))
        if isinstance(value, Malformed):
            yield place, value
            continue
        yield from ((place, conversation) for _, conversation in _of_value(value))


def _of_value(value: Json) -> Iterator[tuple[str, tuple[str, list[Json]] | Malformed]]:
    match value:
        case {"messages": list(messages), **rest}:
            name = rest.get("id") or rest.get("conversation_id") or rest.get("session") or ""
            yield "", (name if isinstance(name, str) else str(name), messages)
        case [dict() as first, *_] if "messages" in first:
            for index, entry in enumerate(value):
                place = f"conversation {index + 1}"
                for _, found in _of_value(entry):
                    yield place, found
        case list() if value:
            yield "", ("", value)
        case _:
            yield "", Malformed("the file", "neither a list of messages nor an object with `messages`")


def _turn(message: Json) -> Turn:
    if not isinstance(message, dict):
        raise NotATurn(f"a message should be an object and is {str(message)[:40]!r}")
    role = message.get("role")
    if not isinstance(role, str) or role not in ROLES:
        raise NotATurn(f"role {role!r} is none of {', '.join(ROLES)}")
    name = message.get("name")
    when = next((message[key] for key in ("occurred_at", "created_at", "timestamp") if message.get(key)), None)
    return Turn(
        ROLES[role],
        _content(message.get("content")),
        occurred_at=read_time(when),
        speaker=name if isinstance(name, str) else "",
        source="openai",
    )


def _content(value: Json) -> str:
    match value:
        case None:
            return ""
        case str():
            return value
        case list():
            return "\n".join(_part(part) for part in value if _part(part))
        case _:
            raise NotATurn(f"content should be a text or a list of parts and is {str(value)[:40]!r}")


def _part(part: Json) -> str:
    match part:
        case str():
            return part
        case {"text": str(text)}:
            return text
        case {"refusal": str(text)}:
            return text
        case dict():
            return ""
        case _:
            raise NotATurn(f"a part of content should be an object and is {str(part)[:40]!r}")
