"""Every call of the API as a value: method, path, body and how its answer is read. Both clients send the same ones."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, TypeVar
from urllib.parse import quote

from mnemolog_client import changes, letters, operations, people, results
from mnemolog_client.turn import Turn
from mnemolog_client.wire import Json, read

T = TypeVar("T")
TURNS_MAX = 100
"""Turns that one request may hold."""
MARGIN_S = 5.0
"""How much longer than the asked `wait_ms` a client waits for the answer."""


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """One request. `repeatable`: carrying it out twice is the same as once. `wait_s`: how long the server may wait.
    `raw`: the answer is text and no JSON."""

    method: str
    path: str
    reads: Callable[[Json], T]
    params: Mapping[str, str | int] = field(default_factory=dict)
    body: Json = None
    headers: Mapping[str, str] = field(default_factory=dict)
    repeatable: bool = True
    wait_s: float = 0.0
    raw: bool = False


def add(user: str, session: str, turns: Sequence[Turn]) -> Call[results.Accepted]:
    """1–100 turns, all or none; each gets an event id here, so that a repeated call stores nothing twice."""
    numbered = [turn.numbered() for turn in turns]
    body: Json = {"user": user, "session": session, "turns": [turn.as_json() for turn in numbered]}
    return Call("POST", "/v1/turns", _one(results.Accepted), body=body)


def turn(event_id: str, user: str, *, wait_ms: int) -> Call[results.RecordedTurn]:
    params = _given(user=user, wait_ms=wait_ms)
    path = f"/v1/turns/{_part(event_id)}"
    return Call("GET", path, _one(results.RecordedTurn), params=params, wait_s=wait_ms / 1000)


def turns(user: str, session: str, *, limit: int, cursor: str) -> Call[results.Page[results.RecordedTurn]]:
    params = _given(user=user, session=session, limit=limit, cursor=cursor)
    return Call("GET", "/v1/turns", _page(_one(results.RecordedTurn)), params=params)


def search(body: Mapping[str, Json]) -> Call[results.SearchResult]:
    return Call("POST", "/v1/search", _one(results.SearchResult), body=dict(body), wait_s=_wait_s(body))


def context(body: Mapping[str, Json]) -> Call[results.Context]:
    return Call("POST", "/v1/context", _one(results.Context), body=dict(body), wait_s=_wait_s(body))


def memories(
    user: str, filters: Mapping[str, object], *, order: str, limit: int, cursor: str
) -> Call[results.Page[results.Memory]]:
    params = {**_given(user=user, order=order, limit=limit, cursor=cursor), **_flat(filters)}
    return Call("GET", "/v1/memories", _page(_one(results.Memory)), params=params)


def memory(memory_id: str, user: str) -> Call[results.Memory]:
    return Call("GET", f"/v1/memories/{_part(memory_id)}", _one(results.Memory), params=_given(user=user))


def why(memory_id: str, user: str) -> Call[changes.Why]:
    return Call("GET", f"/v1/memories/{_part(memory_id)}/why", _one(changes.Why), params=_given(user=user))


def history(memory_id: str, user: str) -> Call[changes.History]:
    return Call("GET", f"/v1/memories/{_part(memory_id)}/history", _one(changes.History), params=_given(user=user))


def assert_memory(user: str, content: str, more: Mapping[str, Json]) -> Call[changes.Change]:
    body: dict[str, Json] = {"user": user, "content": content, "event_id": str(uuid.uuid4()), **more}
    return Call("POST", "/v1/memories", _one(changes.Change), body=body)


def edit_memory(memory_id: str, user: str, version: str, edit: Mapping[str, Json]) -> Call[changes.Change]:
    return Call(
        "PATCH",
        f"/v1/memories/{_part(memory_id)}",
        _one(changes.Change),
        params=_given(user=user),
        body=dict(edit),
        headers={"If-Match": f'"{version}"'},
        repeatable=False,
    )


def forget_memory(memory_id: str, user: str) -> Call[changes.Change]:
    return Call("DELETE", f"/v1/memories/{_part(memory_id)}", _one(changes.Change), params=_given(user=user))


def flag_memory(memory_id: str, user: str, flag: str, note: str) -> Call[changes.Change]:
    body: dict[str, Json] = {"flag": flag, **({"note": note} if note else {})}
    return Call(
        "POST", f"/v1/memories/{_part(memory_id)}/flags", _one(changes.Change), params=_given(user=user), body=body
    )


def review(user: str, *, limit: int, cursor: str) -> Call[results.Page[results.Memory]]:
    return Call("GET", "/v1/review", _page(_one(results.Memory)), params=_given(user=user, limit=limit, cursor=cursor))


def decide_review(memory_id: str, user: str, decision: str, edit: Mapping[str, Json]) -> Call[changes.Change]:
    return Call(
        "POST",
        f"/v1/review/{_part(memory_id)}",
        _one(changes.Change),
        params=_given(user=user),
        body={"decision": decision, **edit},
        repeatable=False,
    )


def users(*, limit: int, cursor: str) -> Call[results.Page[people.User]]:
    return Call("GET", "/v1/users", _page(_one(people.User)), params=_given(limit=limit, cursor=cursor))


def user(name: str) -> Call[people.UserSummary]:
    return Call("GET", f"/v1/users/{_part(name)}", _one(people.UserSummary))


def profile(name: str) -> Call[people.Profile]:
    return Call("GET", f"/v1/users/{_part(name)}/profile", _one(people.Profile))


def erase_user(name: str) -> Call[people.Job]:
    return Call("DELETE", f"/v1/users/{_part(name)}", _one(people.Job))


def lift_erasure(name: str) -> Call[people.Admitted]:
    return Call("DELETE", f"/v1/users/{_part(name)}/erasure", _one(people.Admitted))


def export_user(name: str) -> Call[people.Job]:
    return Call("POST", f"/v1/users/{_part(name)}/export", _one(people.Job))


def sessions(name: str, *, limit: int, cursor: str) -> Call[results.Page[people.Session]]:
    params = _given(limit=limit, cursor=cursor)
    return Call("GET", f"/v1/users/{_part(name)}/sessions", _page(_one(people.Session)), params=params)


def close_session(name: str, session: str) -> Call[people.SessionClosed]:
    return Call("POST", f"/v1/users/{_part(name)}/sessions/{_part(session)}/close", _one(people.SessionClosed))


def forget_session(name: str, session: str) -> Call[changes.SessionForgotten]:
    return Call("DELETE", f"/v1/users/{_part(name)}/sessions/{_part(session)}", _one(changes.SessionForgotten))


def forget_about(name: str, wanted: Mapping[str, str], *, dry_run: bool) -> Call[changes.MatterForgotten]:
    body: dict[str, Json] = {"dry_run": dry_run, **{key: value for key, value in wanted.items() if value}}
    return Call("POST", f"/v1/users/{_part(name)}/forget", _one(changes.MatterForgotten), body=body)


def compare_policies(name: str, policy: str, against: str | None) -> Call[changes.PolicyComparison]:
    body: dict[str, Json] = {"policy": policy, "against": against}
    return Call("POST", f"/v1/users/{_part(name)}/policy-comparison", _one(changes.PolicyComparison), body=body)


def working(name: str, session: str, *, max_tokens: int) -> Call[people.WorkingMemory]:
    path = f"/v1/users/{_part(name)}/sessions/{_part(session)}/working"
    return Call("GET", path, _one(people.WorkingMemory), params=_given(max_tokens=max_tokens))


def recalled(recall_id: str) -> Call[Json]:
    return Call("GET", f"/v1/recalls/{_part(recall_id)}", _as_is)


def feedback(recall_id: str, *, used: Sequence[str], wrong: Sequence[str], missing: str) -> Call[changes.FeedbackTaken]:
    body: dict[str, Json] = {"used": list(used), "wrong": list(wrong), "missing": missing}
    return Call("POST", f"/v1/recalls/{_part(recall_id)}/feedback", _one(changes.FeedbackTaken), body=body)


def dead_letters(state: str, *, limit: int, cursor: str) -> Call[results.Page[letters.DeadLetter]]:
    params = _given(state=state, limit=limit, cursor=cursor)
    return Call("GET", "/v1/deadletters", _page(_one(letters.DeadLetter)), params=params)


def dead_letter(name: str) -> Call[letters.OpenedDeadLetter]:
    return Call("GET", f"/v1/deadletters/{_part(name)}", _one(letters.OpenedDeadLetter))


def redrive_dead_letter(name: str) -> Call[letters.DeadLetter]:
    return Call("POST", f"/v1/deadletters/{_part(name)}/redrive", _one(letters.DeadLetter), repeatable=False)


def drop_dead_letter(name: str, note: str) -> Call[letters.DeadLetter]:
    path = f"/v1/deadletters/{_part(name)}"
    return Call("DELETE", path, _one(letters.DeadLetter), params=_given(note=note), repeatable=False)


def lag() -> Call[results.Page[results.PartitionLag]]:
    return Call("GET", "/v1/lag", _page(_one(results.PartitionLag)))


def job(job_id: str) -> Call[people.Job]:
    return Call("GET", f"/v1/jobs/{_part(job_id)}", _one(people.Job))


def job_file(job_id: str) -> Call[str]:
    return Call("GET", f"/v1/jobs/{_part(job_id)}/file", str, raw=True)


def generations() -> Call[results.Page[operations.Generation]]:
    return Call("GET", "/v1/generations", _page(_one(operations.Generation)))


def generation(number: int) -> Call[operations.Generation]:
    return Call("GET", f"/v1/generations/{number}", _one(operations.Generation))


def build_generation(body: Mapping[str, Json]) -> Call[people.Job]:
    return Call("POST", "/v1/generations", _one(people.Job), body=dict(body), repeatable=False)


def promote_generation(number: int, *, force: bool, wait_ms: int) -> Call[people.Job]:
    path, params = f"/v1/generations/{number}/promote", _given(wait_ms=wait_ms, force="true" if force else "")
    return Call("POST", path, _one(people.Job), params=params, repeatable=False, wait_s=wait_ms / 1000)


def rollback_generation(*, wait_ms: int) -> Call[people.Job]:
    params = _given(wait_ms=wait_ms)
    path = "/v1/generations/rollback"
    return Call("POST", path, _one(people.Job), params=params, repeatable=False, wait_s=wait_ms / 1000)


def delete_generation(number: int, *, wait_ms: int) -> Call[people.Job]:
    params = _given(wait_ms=wait_ms)
    path = f"/v1/generations/{number}"
    return Call("DELETE", path, _one(people.Job), params=params, repeatable=False, wait_s=wait_ms / 1000)


def health() -> Call[Json]:
    return Call("GET", "/healthz", _as_is)


def ready() -> Call[Json]:
    return Call("GET", "/readyz", _as_is)


def other(method: str, path: str, *, params: Mapping[str, str | int], body: Json) -> Call[Json]:
    """A call that this client has no method for; never repeated unless it is a GET."""
    return Call(method, path, _as_is, params=params, body=body, repeatable=method == "GET")


def query_body(user: str, query: str | None, options: Mapping[str, object]) -> dict[str, Json]:
    """The body of a search or context: options that are None are left out, times become text."""
    body: dict[str, Json] = {"user": user}
    if query is not None:
        body["query"] = query
    for name, value in options.items():
        if value is not None:
            body[name] = _plain(value)
    return body


def _plain(value: object) -> Json:
    match value:
        case datetime():
            if value.tzinfo is None:
                raise ValueError(f"{value} has no zone; use datetime(…, tzinfo=…)")
            return value.isoformat()
        case None | bool() | int() | float() | str():
            return value
        case Mapping():
            return {str(key): _plain(part) for key, part in value.items()}
        case Sequence():
            return [_plain(part) for part in value]
        case _:
            raise TypeError(f"{value!r} cannot be sent as JSON")


def _given(**values: str | int) -> dict[str, str | int]:
    return {name: value for name, value in values.items() if value not in ("", 0)}


def _flat(filters: Mapping[str, object]) -> dict[str, str | int]:
    """The filters of a search as query parameters: a list becomes comma-separated, a range two parameters."""
    flat: dict[str, str | int] = {}
    for name, value in filters.items():
        match _plain(value):
            case None | []:
                continue
            case dict() as bounds:
                flat |= _flat({f"{name}.{bound}": moment for bound, moment in bounds.items()})
            case list() as parts:
                flat[name] = ",".join(_quoted(str(part)) for part in parts)
            case plain:
                flat[name] = str(plain)
    return flat


def _quoted(value: str) -> str:
    """A value of a list; one that holds a comma or a quote stands in double quotes, as in CSV."""
    return '"' + value.replace('"', '""') + '"' if "," in value or '"' in value else value


def _wait_s(body: Mapping[str, Json]) -> float:
    wait_ms = body.get("wait_ms")
    return wait_ms / 1000 if isinstance(wait_ms, int) else 0.0


def _part(text: str) -> str:
    # An empty segment and dots are resolved on the way: `DELETE …/sessions/..` would reach the user instead.
    if text in ("", ".", ".."):
        raise ValueError(f"{text!r} is no id")
    return quote(text, safe="")


def _as_is(answer: Json) -> Json:
    return answer


def _one(kind: type[T]) -> Callable[[Json], T]:
    return lambda answer: read(kind, answer)


def _page(one: Callable[[Json], T]) -> Callable[[Json], results.Page[T]]:
    def page(answer: Json) -> results.Page[T]:
        found = answer if isinstance(answer, dict) else {}
        cursor = found.get("next_cursor")
        return results.Page(
            tuple(one(entry) for entry in _objects(found.get("items"))), cursor if isinstance(cursor, str) else ""
        )

    return page


def _objects(value: Json) -> list[dict[str, Json]]:
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
