"""What Chinese speakers promise, owe and have taken on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import Found
from processors.claims.frames.ahead_zh import AHEAD, AHEAD_ZH
from processors.claims.frames.clause_zh import SaidZh
from processors.claims.frames.subjects_zh import KIN

_PROMISED = re.compile(
    r"(?:我|我们|咱|俺|^)(?:已经|都|刚|也|早就|可是|还)*(?:跟|和|与|向|给|对)?(?:[\u4e00-\u9fffA-Za-z]{1,6}?)"
    r"?(?:都|已经|刚)*(?:答应|说好|约好|讲好|说定|保证|承诺|许诺|许|拍(?:了|着)?胸脯(?:保证|说)?|立了?军令状|发过?誓"
    r"|打了?包票|应承|应下|应了?|允诺)(?:过|了|好|好了|下了?|下来)*(?:(?:我?(?:"
    + KIN
    + r"|老师|同事|客户|老板|房东|编辑|导师|领导|朋友|闺蜜|发小|邻居|同学|师傅|家里人?|爸妈|父母|小[\u4e00-\u9fff]"
    r"|老[\u4e00-\u9fff]|阿[\u4e00-\u9fff]))?(?:要|会|说)?)?(?P<value>[^，。]{3,30})$"
)
_HAVING_PROMISED = re.compile(
    r"^(?:我|我们|咱)?(?:已经|都|刚|也|早就){0,2}(?:(?:跟|和|与|向|给|对)[\u4e00-\u9fffA-Za-z]{1,6}?)?(?:都|已经|刚)?"
    r"(?:答应|说好|约好|讲好|说定|保证|承诺|许诺|拍(?:了|着|过)?胸脯|立(?:了|过)?军令状|打(?:了|过)?包票|应承|应下|应了|揽下"
    r"|夸下?海口|拉(?:了|过)?钩)(?:过|了|的|好了|下来|[他她](?:们)?|人家){0,3}[\u4e00-\u9fffA-Za-z]{0,5}$"
)
_SIGN = re.compile(r"[说答应约讲保承许胸令誓票允欠前负包定肯绝钩揽海]")
"""Without one of these nothing is promised."""
_NOT_PROMISED = re.compile(
    r"没答应|不答应|没说好|别答应|不敢保证|不能保证|答应过我|答应我|跟我|向我|给我|对我|保证书"
    r"|保证金|保证质量|不保证|该不该|不下来|应该|应聘|应用|应付|反应|适应|膈应|供应|相应|响应|对应|照应|应景|应急|应届|应酬|理应|许多|也许|许可|允许|不许"
)
_DOES = re.compile(
    r"给|帮|送|带|陪|去|来|把|还|交|写|做|请|接|看|寄|买|修|教|参加|回|办|搬|替|腾|画|出|讲|拍|养|喂"
    r"|打|付|洗|烧|煮|借|录|盯|守|改|查|补|当|剪|跑|发|不再|每"
)
_OWES = re.compile(r"^(?:还|仍|也|一直|都)*欠(?:着|了|下)?(?P<value>[^，。]{3,24})$")
_DUE = re.compile(
    rf"^(?:我|我们)?(?:{AHEAD}?[^，。岁]{{0,6}}?(?:之?前|以前))(?:我|我们)?(?:一定|肯定|必须|务必|得|要|需要"
    r"|保证|会|绝对|非)+(?:要|得)?(?P<value>(?:把|给|去|交|还|办|完成|提交|寄|发|写|做|搬|付|送|补|签|填|通知|联系"
    rf"|拿)[^，。]{{1,24}})$"
)
_SURELY = re.compile(
    rf"^(?:我|我们)?(?:{AHEAD}[^，。]{{0,5}}?)(?:我|我们)?(?:一定|肯定|保证|绝对|负责|包)(?:会|要|给)"
    rf"?(?P<value>[^，。]{{2,24}})$"
)


def promises_zh(said: SaidZh, rest: str) -> Iterator[Found]:
    """Promises; `rest`: the predicate of the speaker's clause."""
    text = said.text
    if not _SIGN.search(f"{said.before}，{text}") or re.search(r"[你您]", text) or _NOT_PROMISED.search(text):
        return
    promised = _PROMISED.search(text)
    if promised and _DOES.search(promised["value"]):
        begins = re.match(r"^(?:已经|早就|刚)?(?:答应|应下|揽下|承诺|保证)", text) and not said.before
        mine = "我" in text or "咱" in text or bool(begins) or (said.parts is not None and said.parts.elided)
        if mine:
            begun, value = AHEAD_ZH.search(text[: promised.start("value")]), promised["value"].lstrip("的要会")
            yield Found("commitment", text[begun.start() :] if begun else value, subject="user")
            return
    if (
        _HAVING_PROMISED.search(said.before)
        and _DOES.search(text)
        and not re.search(r"[他她]", text[:1])
        and ("我" in said.before or said.goes_on or said.before[0] in "跟和向对答应")
        and len(text) >= 4
    ):
        yield Found("commitment", text, subject="user")
        return
    owes = _OWES.match(rest) if rest else None
    if (
        owes
        and re.search(r"一|顿|篇|份|张|封|幅|次|[\u4e00-\u9fff]{3}", owes["value"])
        and not re.search(r"钱|费|债|[\d一二两三四五六七八九十百千万]+(?:块|元|万)|揍|考虑|妥|缺|睡|觉", owes["value"])
    ):
        yield Found("commitment", owes["value"], subject="user")
        return
    due = _DUE.match(text) or _SURELY.match(text)
    if (
        due
        and "我" in text
        and _DOES.search(due["value"])
        and said.parts is not None
        and not re.search(r"[他她](?:们)?(?:得|要|必须|会)", text)
    ):
        begun = AHEAD_ZH.search(text)
        yield Found("commitment", text[begun.start() :] if begun else due["value"], subject="user")
