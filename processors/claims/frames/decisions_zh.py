"""What Chinese speakers have decided."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, Found
from processors.claims.frames.ahead_zh import AHEAD_ZH
from processors.claims.frames.clause_zh import SaidZh

_DECIDED = re.compile(
    r"(?:我|我们|咱们?|俩人|全家)?(?:最后|最终|终于|商量(?:后|完|下来|来商量去)?|想来想去|思来想去|考虑再三|比来比去"
    r"|再三权衡|到底|昨晚|已经|刚|这次|还是|一致|都|一咬牙|反复比较后?|综合考虑后?|权衡之后|纠结(?:了)?(?:半天|好久"
    r"|一周|很久)(?:后)?)*(?:决定|定(?:下来|了|下)(?:了)?|敲定|拍板|拿定主意|打定主意|铁了心|下定决心|下了?决心|想好"
    r"|想清楚|想通|选定|选中|认定|说定)(?:了|下来|好)*(?:要|用|就|选|买|是|去|的是)*(?P<value>[^，。]{1,22})$"
)
_CHOSE = re.compile(
    r"(?:最后|最终|终于|到底|想来想去|思来想去|商量(?:完|后|下来)?|比来比去|挑来挑去|选来选去|纠结(?:半天|很久|好久)?"
    r"|考虑再三|看来看去|折腾(?:半天|一圈)?|还是)(?:我们?|咱们?|俩|一致|就|还是|都|全家)*(?:选|定|挑|敲定|订|要|用|买"
    r"|签|走|保|留|报|投|换|装|租|上|去)(?:择|中)?(?:了|下|下了|定了?|的是|的)+(?P<value>[^，。]{1,16})$"
)
_SETTLED_BEFORE = re.compile(
    r"^(?:(?:我|我们|咱们?)?(?:俩|已经|都|终于|最后|考虑|反复){0,3}(?:(?:跟|和)[\u4e00-\u9fff]{1,4})?(?:想好|想清楚|想通|想明白"
    r"|定|定下来|定好|决定好?|拿定主意|打定主意|铁了心|下定决心|商量定?好?|拍板|敲定|就这么定)了"
    r"|[想思]来[想思]去|考虑再三|权衡再三|纠结(?:了)?(?:半天|很久|好久|[一两三几半]个?(?:月|周|礼拜))"
    r"|(?:最后|最终)?(?:还是)?我拍(?:的|了)板)$"
)
_SETTLED_ON = re.compile(
    r"^(?:就|还是|那就|咱就|我就|我们就|干脆)?(?:选|报|用|买|去|租|装|上|走|签|要|留|学|考|读|辞"
    r"|搬|换|生|不|订|定|养|把)[^，。你您]{1,20}$"
)
_GIVES_UP = re.compile(
    r"^(?:我|我们)?(?:已经|最后|最终|想来想去|还是|干脆|终于)*(?:决定)?(?P<value>(?:放弃|不考|不买"
    r"|不读|不去|不生|不办|不换|不续|不租|不结)[^，。]{0,12}?)了$"
)

_NO_MORE_DOUBT = re.compile(
    r"^(?:我|我们)?(?:不|别|没什么好)(?:再|用)?(?:纠结|改|变|折腾|犹豫|挑|选|换|想)(?:来[\u4e00-\u9fff]去)?(?:的|了)?$"
)
_SETTLED_NOW = re.compile(r"^[^，。你您]{0,8}就(?:这么|用|选|买|订|定|要|去|报|走|租|装|按)[^，。你您]{1,12}了$")
"""就用三号方案了，不纠结了: what is settled and the end of all doubt."""
_NOT_DECIDED = re.compile(r"[你您]|决定不了|没决定|还没定|[他她]决定|领导|公司决定|老板")


def decisions_zh(said: SaidZh) -> Iterator[Found]:
    """Decisions."""
    text = said.text
    if _NOT_DECIDED.search(text):
        return
    decided = _DECIDED.match(text)
    if (
        decided
        and (said.parts is not None or re.match(r"最|想|决定|商量|思来|考虑|定", text))
        and len(decided["value"]) >= 2
    ):
        held = re.match(r"(?:我们?)?(?:已经|都)?(?:定|敲定|说定)", text) and AHEAD_ZH.match(decided["value"])
        yield Found("plan" if held else "decision", re.sub(r"(?:了|的|啦|吧)+$", "", decided["value"]), subject="user")
        return
    chose = _CHOSE.match(text)
    if chose:
        yield Found("decision", re.sub(r"(?:了|的|啦|吧)+$", "", chose["value"]), confidence=LIKELY, subject="user")
        return
    settled = (
        _SETTLED_BEFORE.match(said.before)
        and len(text) <= 16
        and not re.search(r"[？?吗]$|^(?:谢|好|那|所以|因为|但)", text)
    )
    if settled and not _SETTLED_BEFORE.match(text) and (_SETTLED_ON.match(text) or len(text) >= 4):
        value = re.sub(r"^(?:就|还是|那就|咱就|我就|我们就|干脆)", "", text)
        goes_on = re.match(r"^(?:就|改|全|只)[^，。你您]{2,12}$", said.after)
        yield Found("decision", f"{value}，{said.after}" if goes_on else value, subject="user")
        return
    if _NO_MORE_DOUBT.match(said.after) and _SETTLED_NOW.match(text):
        yield Found("decision", text, subject="user")
        return
    given_up = _GIVES_UP.match(text)
    if given_up and re.search(r"决定|想来想去|最后|最终|还是|干脆", text):
        yield Found("decision", given_up["value"], subject="user")
