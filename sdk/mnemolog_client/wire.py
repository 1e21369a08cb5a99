"""From the JSON of an answer to a frozen dataclass; unknown fields are left out, as a newer server may send some."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Mapping
from datetime import datetime
from functools import cache
from typing import Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from mnemolog_client.errors import UnreadableAnswer

T = TypeVar("T")
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]


def read(kind: type[T], value: Json) -> T:
    """`value` as `kind`. Raises UnreadableAnswer naming the field that is missing or of another type."""
    return cast(T, _read(kind, value, kind.__name__))


@cache
def _hints(kind: type) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, value: Json, place: str) -> object:
    origin = get_origin(kind)
    if dataclasses.is_dataclass(kind):
        return _record(cast(type, kind), value, place)
    if origin in (Union, types.UnionType):
        if value is None and type(None) in get_args(kind):
            return None
        return _read(next(part for part in get_args(kind) if part is not type(None)), value, place)
    if origin is tuple:
        if not isinstance(value, list):
            raise _unreadable(place, "a list", value)
        inner = get_args(kind)[0]
        return tuple(_read(inner, part, f"{place}[{index}]") for index, part in enumerate(value))
    if origin in (dict, Mapping):
        if not isinstance(value, dict):
            raise _unreadable(place, "an object", value)
        inner = get_args(kind)[1]
        return {key: _read(inner, part, f"{place}.{key}") for key, part in value.items()}
    return _scalar(kind, value, place)


def _record(kind: type, value: Json, place: str) -> object:
    if not isinstance(value, dict):
        raise _unreadable(place, "an object", value)
    hints = _hints(kind)
    known: dict[str, object] = {}
    for field in dataclasses.fields(kind):
        if field.name in value and (value[field.name] is not None or type(None) in get_args(hints[field.name])):
            known[field.name] = _read(hints[field.name], value[field.name], f"{place}.{field.name}")
    try:
        return kind(**known)
    except TypeError as error:
        raise UnreadableAnswer(f"{place}: {error}") from error


def _scalar(kind: Any, value: Json, place: str) -> object:
    if kind is datetime:
        if not isinstance(value, str):
            raise _unreadable(place, "a time", value)
        try:
            return datetime.fromisoformat(value)
        except ValueError as error:
            raise _unreadable(place, "a time", value) from error
    if kind is float and isinstance(value, int | float) and not isinstance(value, bool):
        return float(value)
    if kind in (str, int, bool) and type(value) is kind:
        return value
    if kind in (str, int, bool, float):
        raise _unreadable(place, kind.__name__, value)
    return value


def _unreadable(place: str, wanted: str, value: Json) -> UnreadableAnswer:
    return UnreadableAnswer(f"{place} should be {wanted} and is {str(value)[:80]!r}; is this a Mnemolog server?")
