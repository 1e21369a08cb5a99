"""Own: a question about oneself is not answered by what is known of somebody else."""

from __future__ import annotations

import re
from collections.abc import Collection

from processors.claims.asked import asked_attributes
from processors.claims.people import KIN_EN, KIN_ZH, OTHERS_EN, OTHERS_ZH
from schemas.memories import Memory

_ABOUT_ME = re.compile(r"(?i:\b(?:am i|do i|did i|have i|was i|can i|should i|i'm|i|my|mine|me)\b)|我(?!们)")
ASKING = re.compile(
    r"(?i:\b(?:(?:tell|remind|show|give|help|let) me|i(?:'d| would)?(?: just| only| really)?"
    r" (?:want(?:ed)?|like|mean(?:t)?) to (?:ask|know)"
    r"|i(?:'m| was| am)? wonder(?:ing)?|(?:can|could|may) i (?:just )?ask)\b)"
    r"|我(?:就|只|其实|实际上|真正|是)?(?:想|要)(?:问|知道|了解|打听|请教)|我(?:要)?问的|(?:告诉|提醒|帮)我"
)
"""How one asks; it says nothing of whom one asks about."""
_OTHERS = re.compile(
    rf"(?i:\b(?:{'|'.join(KIN_EN)}|{OTHERS_EN}|who|anyone|anybody|everyone|somebody|family|we|our)s?\b)"
    rf"|{'|'.join(KIN_ZH)}|{OTHERS_ZH}|谁|我们|家人|大家|别人|那[个位][^，。？?]{{1,20}}的人"
)


def asks_about_oneself(question: str) -> bool:
    """Whether a question is about a fact of who asks ("Am I allergic to anything?") and names nobody else."""
    return bool(asked_attributes(question)) and speaks_of_oneself(question)


def speaks_of_oneself(question: str) -> bool:
    """Whether a question speaks of who asks, and of nobody else."""
    return bool(_ABOUT_ME.search(ASKING.sub(" ", question))) and not _OTHERS.search(question)


def is_of_another(memory: Memory, question: str, speakers: Collection[str]) -> bool:
    """Whether a memory is a fact of, or a statement by, somebody whom the question does not name. `speakers`: those of
    the user's conversations; while none of them bears the user's id, any of them may be the user."""
    subject = memory.subject if memory.resolution == "fact" else memory.speaker
    if subject in ("", "user", memory.user) or (subject in speakers and memory.user not in speakers):
        return False
    return subject.casefold() not in question.casefold()
