"""What Chinese speakers have long done with a thing that stands first: 优甲乐吃了三年, 钓鱼钓了十来年, 痛风犯了三回."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import SURE, Found
from processors.claims.frames.chinese import ends_as
from processors.claims.frames.clause_zh import FOR_LONG, SaidZh
from processors.claims.frames.phrases_zh import is_own
from processors.claims.frames.work_zh import is_firm

_LONG = re.compile(
    r"^(?:我|本人)?(?P<what>[\u4e00-\u9fffA-Za-z0-9]{1,9}?)(?:这(?:东西|玩意儿?|个|药|活儿?))?(?:我|本人)?(?:也|都|才|已经|断断续续|一直|前后"
    r"|从小){0,2}"
    rf"(?P<verb>戒|断|停|吃|服|打|用|喷|犯|干|待|呆|做|熬|学|练|弹|拉|吹|玩|下|踢|跳|唱|画|写|养|钓|拍|爬|跑|骑|游|刻|织|种)(?:了|过)?"
    rf"(?P<long>{FOR_LONG}|[\d一二两三四五六七八九十几好]{{1,3}}[回次])(?:了|啦)?$"
)
_LEFT = re.compile(r"优化|裁|辞|离职|离开|走人|出来|退休|退了|开除|跳槽|倒闭")
_TAKING = "吃服打用喷"
_WORKING = "干待呆做熬"
_NO_HOBBY = re.compile(r"^(?:作业|功课|题|班|工|活|药|饭|水|课|书|字|路|车|家务|手术|报告|项目|我)$|[我你他她的]")


def topics_zh(said: SaidZh) -> Iterator[Found]:
    """Habits given up, medicines, ailments, employers and pastimes of a clause that says for how long."""
    match = _LONG.match(said.text) if not (said.open or said.was) and ("了" in said.text or "过" in said.text) else None
    if match is None or not is_own_topic(said):
        return
    what, verb = match["what"], match["verb"]
    if verb in "戒断停":
        if ends_as(what, "vice"):
            yield Found("habit", what, "negative", subject="user")
        elif ends_as(what, "drug"):
            yield Found("medication", what, "negative", subject="user")
    elif verb in _TAKING and ends_as(what, "drug"):
        yield Found("medication", what, subject="user")
    elif verb == "犯":
        if ends_as(what, "ailment"):
            yield Found("health", what, subject="user")
    elif verb in _WORKING:
        if is_firm(what, said, surely=False):
            over = _LEFT.search(said.after) is not None
            yield Found(
                "employer", what, "negative" if over else "positive", "unset" if over else "assert", SURE, "user"
            )
    elif verb not in _TAKING and not _NO_HOBBY.search(what):
        played = ends_as(what, "pastime") or (len(what) >= 2 and what[0] == verb)
        if played:
            yield Found("hobby", what, subject="user")


def is_own_topic(said: SaidZh) -> bool:
    """Whether a clause that begins with a thing speaks of the speaker."""
    return is_own(said) or (said.parts is None and not said.before)
