"""Clarify: questions ready to ask, where what is remembered does not settle something (DESIGN §6.7)."""

from __future__ import annotations

from collections.abc import Sequence

from api.recall.lines import is_cjk, neutralised
from processors.consolidation.contrary import REASON as CONTRARY
from schemas.queries import Contradiction, Item


def clarify(items: Sequence[Item], contradictions: Sequence[Contradiction]) -> tuple[str, ...]:
    """Questions ready to ask: about each contradiction that nothing settled, each preference that what is done goes
    against, and each memory that may have changed."""
    asked = [_ask(packet) for packet in contradictions if packet.current is None]
    disputed = {side for packet in contradictions for side in (packet.claim, packet.counter_claim)}
    asked += [
        _ask_whether(item.memory.content)
        for item in items
        if item.memory.resolution != "turn"
        and item.memory.status == "provisional"
        and item.memory.content not in disputed
    ]
    return tuple(dict.fromkeys(asked))


def _ask(packet: Contradiction) -> str:
    claim, counter_claim = neutralised(packet.claim), neutralised(packet.counter_claim)
    match is_cjk(claim), packet.reason == CONTRARY:
        case True, True:
            return f"我记得你说过“{claim}”，可最近“{counter_claim}”。你的喜好变了吗？"
        case True, False:
            return f"“{claim}”和“{counter_claim}”，哪个是对的？"
        case False, True:
            return f"I remember “{claim}”, and lately “{counter_claim}”. Has your taste changed?"
        case _:
            return f"Which is right: “{claim}” or “{counter_claim}”?"


def _ask_whether(claim: str) -> str:
    if is_cjk(claim):
        return f"“{neutralised(claim)}”现在还对吗？"
    return f"Is this still right: “{neutralised(claim)}”?"
