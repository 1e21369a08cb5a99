"""A case: a failure that users of comparable systems met, and the steps that show that it does not happen here.

The steps are data (see README.md). Each is one HTTP request and JMESPath expressions that must be true of its answer.
"""

from __future__ import annotations

import json
import re
import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import jmespath
import yaml

from schemas.position import parse_position

HERE = Path(__file__).parent
MANIFEST = HERE / "manifest.yaml"
CASES = HERE.parents[1].parent / "shared" / "cases" / "cases.yaml"
SETTLE_S = 120.0
POLL_S = 0.1
RUNTIMES = ("embedded", "distributed")
TURNS_MAX = 100
_VARIABLE = re.compile(r"\$\{?(\w+)\}?")
_RELATIVE = re.compile(r"now-(\d+)d")


@dataclass(frozen=True, slots=True)
class Case:
    """`closes`: what makes it due; `steps`: its check in both runtimes; `proof`: tests of this suite that are its
    check, by the runtime that they are about (`both` = a part that both share)."""

    id: str
    title: str
    closes: str
    input: Mapping[str, Any] = field(default_factory=dict)
    steps: tuple[Mapping[str, Any], ...] = ()
    proof: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def proofs(self, runtime: str) -> tuple[str, ...]:
        """The tests that are its check in a runtime."""
        return (*self.proof.get("both", ()), *self.proof.get(runtime, ()))

    def checked_in(self, runtime: str) -> bool:
        """Whether it has a check there."""
        return bool(self.steps or self.proofs(runtime))


def load_cases(path: Path, manifest: Path = MANIFEST) -> list[Case]:
    """The cases of a file, each with its manifest entry; a case may also bring `closes` and `steps` of its own."""
    entries = yaml.safe_load(manifest.read_text(encoding="utf-8"))
    cases = []
    for raw in yaml.safe_load(path.read_text(encoding="utf-8")):
        entry = {**entries.get(raw["id"], {}), **{k: raw[k] for k in ("closes", "steps", "proof") if k in raw}}
        cases.append(
            Case(
                id=raw["id"],
                title=raw.get("title", ""),
                closes=entry.get("closes", ""),
                input=raw.get("input", {}),
                steps=tuple(entry.get("steps", ())),
                proof=_proofs(entry.get("proof", {})),
            )
        )
    return cases


def _proofs(told: Any) -> dict[str, tuple[str, ...]]:
    """One test, or tests by runtime."""
    named = {"both": told} if isinstance(told, str) else dict(told)
    unknown = set(named) - {"both", *RUNTIMES}
    assert not unknown, f"a proof is of a runtime or of both, not of {sorted(unknown)}"
    return {runtime: (tests,) if isinstance(tests, str) else tuple(tests) for runtime, tests in named.items() if tests}


def turns_of(case: Case, now: datetime) -> list[dict[str, Any]]:
    """The case's turns in the shape of `POST /turns`: text → content, ts → occurred_at, escapes written as text made
    real, `repeat` applied."""
    turns = []
    for raw in case.input.get("turns", ()):
        turn = dict(raw) if isinstance(raw, dict) else {"text": raw}
        shaped: dict[str, Any] = {"role": turn.get("role", "user"), "content": _real(str(turn["text"]))}
        if turn.get("ts"):
            shaped["occurred_at"] = _moment(str(turn["ts"]), now)
        for name in ("speaker", "metadata"):
            if name in turn:
                shaped[name] = json.loads(_real(json.dumps(turn[name]), escaped=True))
        turns.append(shaped)
    return turns * int(case.input.get("repeat", 1))


class Run:
    """Carries one case out against a server: variables, requests, expectations."""

    def __init__(self, case: Case, client: httpx.Client) -> None:
        self.case = case
        self.client = client
        now = datetime.now(UTC)
        self.variables: dict[str, Any] = {
            "user": f"{case.id.lower()}-{secrets.token_hex(4)}",
            "other": f"{case.id.lower()}-other-{secrets.token_hex(4)}",
            "turns": turns_of(case, now),
            "queries": [_real(str(q)) if q is not None else None for q in case.input.get("queries", ())],
            "query": _real(str(case.input.get("query", ""))),
            "input": dict(case.input),
            "now": now.isoformat(),
            "filler": " ".join(f"filler{number % 97}" for number in range(1_500)),
            "GH": "ghp_" + 36 * "A",
            "CARD": "4111" + "1111" * 3,
            "CNID": "11010519491231002X",
        }

    def all_steps(self) -> None:
        for number, step in enumerate(self.case.steps, 1):
            for value in self._fill(step.get("for_each", [None])):
                self.variables["each"] = value
                self._step(number, step)

    def _step(self, number: int, step: Mapping[str, Any]) -> None:
        step = {
            name: self._fill(value) for name, value in step.items() if name not in ("expect", "save", "for_each")
        } | {name: step[name] for name in ("expect", "save") if name in step}
        method, path, body = self._request(step)
        for _ in range(int(step.get("times", 1))):
            answer = self.client.request(
                method, path, json=body, params=step.get("params"), headers=step.get("headers")
            )
        where = f"{self.case.id} step {number}: {method} {path}"
        wanted = step.get("status", [200, 201, 202, 204])
        wanted = wanted if isinstance(wanted, list) else [wanted]
        assert answer.status_code in wanted, (
            f"{where}: status {answer.status_code}, expected {wanted}: {answer.text[:500]}"
        )
        found = answer.json() if "json" in answer.headers.get("content-type", "") else {"text": answer.text}
        for name, expression in step.get("save", {}).items():
            self.variables[name] = jmespath.search(self._text(expression), found)
        if isinstance(found, dict) and "token" in found:
            self._settle(found["token"])
        for expression in step.get("expect", ()):
            held = jmespath.search(self._text(expression), found)
            assert held, (
                f"{where}: {self._text(expression)} does not hold of {json.dumps(found, ensure_ascii=False)[:1500]}"
            )

    def _request(self, step: Mapping[str, Any]) -> tuple[str, str, Any]:
        user = step.get("user", self.variables["user"])
        if "produce" in step:
            turns = [{"role": "user", **turn} for turn in step["produce"]]
            for start in range(0, len(turns) - TURNS_MAX, TURNS_MAX):
                part = {"user": user, "session": step.get("session", "s1"), "turns": turns[start : start + TURNS_MAX]}
                assert self.client.post("/v1/turns", json=part).status_code == 202, f"{self.case.id}: refused"
            turns = turns[-(len(turns) % TURNS_MAX or TURNS_MAX) :]
            return "POST", "/v1/turns", {"user": user, "session": step.get("session", "s1"), "turns": turns}
        if "search" in step:
            return "POST", "/v1/search", {"user": user, "query": step["search"], **step.get("with", {})}
        if "context" in step:
            return "POST", "/v1/context", {"user": user, "query": step["context"], **step.get("with", {})}
        if "list" in step:
            query = "&".join(f"{name}={value}" for name, value in {"user": user, **(step["list"] or {})}.items())
            return "GET", f"/v1/memories?{query}", None
        for method in ("get", "post", "patch", "delete", "put"):
            if method in step:
                return method.upper(), step[method], step.get("body")
        raise AssertionError(f"{self.case.id}: a step needs produce, search, context, list or an HTTP method: {step}")

    def _settle(self, token: str) -> None:
        """Wait until the index holds the write, and what was in its partition before."""
        position = parse_position(token)
        deadline, pause = time.monotonic() + SETTLE_S, threading.Event()
        while time.monotonic() < deadline:
            lag = self.client.get("/v1/lag").json()["items"][position.partition]
            if lag["indexed"] >= position.offset:
                return
            pause.wait(POLL_S)
        raise AssertionError(f"{self.case.id}: {token} was not indexed within {SETTLE_S} s: {lag}")

    def _fill(self, value: Any) -> Any:
        """Replace $name in strings, deeply; a string that is only $name becomes the value itself."""
        if isinstance(value, str):
            whole = _VARIABLE.fullmatch(value)
            if whole and whole.group(1) in self.variables:
                return self.variables[whole.group(1)]
            return self._text(value)
        if isinstance(value, dict):
            return {self._fill(k): self._fill(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self._fill(item) for item in value]
        return value

    def _text(self, text: str) -> str:
        return _VARIABLE.sub(lambda m: str(self.variables.get(m.group(1), m.group(0))), text)


def _moment(text: str, now: datetime) -> str:
    relative = _RELATIVE.fullmatch(text)
    if relative:
        return (now - timedelta(days=int(relative.group(1)))).isoformat()
    return text if "T" in text else f"{text}T12:00:00Z"


def _real(text: str, *, escaped: bool = False) -> str:
    """\\uXXXX and \\xNN written as text become the real code points (surrogate pairs joined, lone halves kept)."""
    if escaped:
        return text.replace("\\\\u", "\\u")
    made = re.sub(r"\\u([0-9a-fA-F]{4})|\\x([0-9a-fA-F]{2})", lambda m: chr(int(m.group(1) or m.group(2), 16)), text)
    return made.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass") if made != text else text
