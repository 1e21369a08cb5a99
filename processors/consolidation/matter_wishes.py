"""Wishes about a whole matter, in words: "forget everything about Bob", 忘掉关于老王的一切."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from processors.consolidation.judge import judged
from processors.consolidation.position import Position
from processors.matters import Matter, folded, going
from schemas.events import MemoryReference, TurnRecorded
from schemas.memories import Memory

_WORDS = re.compile(r"(?i:forget|delete|erase|remove)|忘|删|清除|别再?记|不要再?记")
_EN = re.compile(
    r"(?i:^\W*(?:(?:please|now|ok(?:ay)?|hey|could you|can you|would you|i want you to|i'd like you to)\W+)*"
    r"(?:forget|delete|erase|remove)\s+(?:(?:everything|anything|all(?: (?:the |your )?(?:information|memories))?)"
    r"(?: (?:that )?(?:you (?:know|have|remember|stored)|i(?:'ve| have)? (?:ever )?(?:said|told you|mentioned)))?"
    r"|(?:what|whatever) i(?:'ve| have)? (?:ever )?(?:said|told you|mentioned))"
    r"\s+(?:about|on|regarding|concerning)\s+)(?P<named>[^.!?\n]{2,80}?)(?i:[,\s]*(?:please)?)[.!]*\s*$"
)
_ALL_ZH = r"(?:的)?(?:一切|全部|所有(?:事情?|信息|记忆|内容|记录)?|事情?|事儿|信息|记忆|内容|记录)"
_ZH = re.compile(
    rf"^\W*(?:请你?|麻烦你?|你|帮我|现在){{0,6}}(?:把|将)?(?:忘掉|忘了|忘记|删掉|删除|清除|抹掉|别再?记|不要再?记)(?:住|得|着|掉)?"
    rf"(?:我说过的|我提过的|你知道的|你记得的)?(?:所有|一切)?关于(?P<named>[^，。！？\n]{{1,30}}?){_ALL_ZH}(?:吧|好吗)?[。！!]*\s*$"
    rf"|^\W*(?:请你?|麻烦你?|你|帮我|现在){{0,6}}(?:把|将)(?:所有|一切)?(?:关于)?(?P<put>[^我，。！？\n][^，。！？\n]{{0,29}}?){_ALL_ZH}"
    rf"(?:都|全|全都)?(?:忘掉|忘了|忘记|删掉|删了|清除|抹掉)吧?[。！!]*\s*$"
)
_OWN = re.compile(r"(?i:^(?:my|our|the|that|this)\s+)")
_NAME_LAST = re.compile(r"(?:^|\s)(?P<name>[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)*)$")


def matter_wished(position: Position, turn: TurnRecorded) -> Matter | None:
    """What a turn wants all forgotten about, when something of that name is known; None = it wishes no such thing. A
    word like "work", which is no name, would take half a memory along; who is not trusted gives no such orders."""
    if turn.role != "user" or turn.trust != "trusted" or not _WORDS.search(turn.content):
        return None
    found = _EN.search(turn.content) or _ZH.search(turn.content)
    if found is None:
        return None
    groups = found.groupdict()
    said = (groups.get("named") or groups.get("put") or "").strip()
    last = _NAME_LAST.search(said)
    named = last["name"] if last else _OWN.sub("", said)
    known = any(folded(named) in _names(memory) for memory in position.state.memories.values())
    return Matter(named) if known else None


def forget_matter(position: Position, turn: TurnRecorded, matter: Matter) -> None:
    """Forget what is about it and was said before. One of several speakers forgets only what they said themselves."""
    before = [m for m in position.state.memories.values() if m.occurred_at <= turn.occurred_at and _theirs(m, turn)]
    found = going(matter, before)
    for memory in (*found.named, *found.with_them):
        if memory.resolution in ("turn", "fact"):
            judged(position, turn, (MemoryReference(memory_id=memory.memory_id),), "forget")


def _theirs(memory: Memory, turn: TurnRecorded) -> bool:
    return turn.speaker in ("", turn.user) or memory.speaker == turn.speaker


def _names(memory: Memory) -> Iterator[str]:
    """What a memory knows by name: entities, of whom it speaks, and who belongs to whom."""
    held: Iterable[str] = (e.text for e in memory.dimensions.entities if e.type not in ("time", "object"))
    yield from map(folded, held)
    if memory.resolution == "fact":
        yield from (folded(memory.subject), folded(memory.value))
