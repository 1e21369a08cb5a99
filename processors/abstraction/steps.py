"""Steps: the order in which tools were used to do what was asked, where it worked."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from schemas.memories import Memory

STEPS_MIN = 2
STEPS_MAX = 12
TURNS_MAX = 32
"""Turns after a request that are looked at."""
_FAILED = re.compile(
    r"(?i:\b(?:error|exception|traceback|fail(?:ed|ure)?|timed? ?out|denied|forbidden|unauthori[sz]ed|not found|invalid"
    r"|unavailable|refused|HTTP [45]\d\d|status\"?\s*[:=]\s*\"?[45]\d\d)\b)|失败|错误|异常|超时|拒绝|无效|未找到|不可用"
)
_WORKED = re.compile(
    r"(?i:\b(?:no|without|0|zero) (?:errors?|exceptions?|failures?)\b"
    r"|\"(?:error|errors|exception)\"\s*:\s*(?:null|\"\"|false|\[\]|0))|没有(?:错误|异常|失败)|无(?:错误|异常)"
)
_REFUSED = re.compile(
    r"(?i:\b(?:didn't|doesn't|did not|does not|not) work\w*\b|\b(?:wrong|incorrect|still (?:broken|failing|not))\b"
    r"|\bthat's not (?:it|right|what)\b|\bundo\b)|不对|不行|没(?:有)?(?:成功|用|生效)|错了|失败|撤销|还是不"
)
_NAMED = re.compile(r"\s*\[?(?:tool[:=]\s*)?([A-Za-z_][\w.-]{1,48})\]?\s*(?:\(|:|：|->|→|=>)")
_KEYS = ("tool", "tool_name", "function", "name")


def tool_of(turn: Memory) -> str:
    """The name of the tool that a turn comes from: its speaker, else what its content begins with or says; "" where
    none is said."""
    if turn.speaker:
        return turn.speaker
    content = turn.content.strip()
    if content.startswith("{"):
        try:
            said = json.loads(content)
        except ValueError:
            return ""
        return next((said[key] for key in _KEYS if isinstance(said.get(key), str) and said[key]), "")
    named = _NAMED.match(content)
    return named[1] if named else ""


def sequence(turns: Sequence[Memory], reply: str) -> tuple[str, ...]:
    """The steps that worked, in order, a repeated one once; empty when there are fewer than STEPS_MIN, when the last
    one failed, or when the `reply` of whoever asked says that it did not work."""
    tools = [turn for turn in turns if turn.role == "tool"]
    if not tools or _failed(tools[-1].content) or _REFUSED.search(reply[:200]):
        return ()
    steps: list[str] = []
    for turn in tools:
        name = tool_of(turn)
        if name and not _failed(turn.content) and steps[-1:] != [name]:
            steps.append(name)
    return tuple(steps) if STEPS_MIN <= len(steps) <= STEPS_MAX else ()


def _failed(content: str) -> bool:
    return bool(_FAILED.search(_WORKED.sub(" ", content[:4_000])))
