"""Which languages Chinese speakers speak, and which they do not."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import Found, items_zh
from processors.claims.frames.clause_zh import SaidZh, ZhClause
from processors.claims.words import LANGUAGES_ZH

TONGUE = rf"(?:{LANGUAGES_ZH}|[\u4e00-\u9fff]{{1,3}}[语话]|[\u4e00-\u9fff]{{2,3}}方言)"
_TONGUE_SIGN = re.compile(r"[语话文言]")
_NO_TONGUE = re.compile(
    r"(?:外语|母语|成语|口语|电话|说话|实话|笑话|对话|坏话|废话|神话|大话|梦话|好话|闲话|空话|听话|的话|人话|术语"
    r"|标语|双语|情话|脏话|讲话|谈话|会话|喊话|回话|传话|粗话|狠话|俗话|句话|悄悄话|心里话|客套话|场面话|多语|语言"
    r"|自语|评语|谜语|耳语|话语|留话)$|^[这那一几的了]"
)
_SPEAKS = re.compile(
    r"^(?:会|能|可以|懂|精通|学过|自学|学|说|讲|掌握|略懂|粗通|听得懂|看得懂|读得懂|从小|一直|平时|在家|家里|都|得"
    r"|不少|一口|流利地?|的是|点|一点|一点儿|一些|几句|简单的?|流利的?|地道的?|标准的?|日常的?|基本的?){0,6}(?:说|讲|用"
    r"|会|懂|精通|掌握|学过|听得懂|看得懂|略懂|粗通)(?:的是|了|得|着|一口|一点|一点儿|点|一些|几句|简单的?|流利的?"
    rf"|地道的?|标准的?|日常的?|基本的?|纯正的?){{0,6}}(?P<value>{TONGUE}(?:[、和跟与]{TONGUE}){{0,6}})(?:交流|沟通|对话|的|了"
    r"|日常对话|.级){0,6}$"
)
_FLUENT = re.compile(
    r"^(?:我)?(?:的)?(?:水平)?(?:也|还|都|能|可以|已经|考|算|算是|还算|基本|大概|是|有|水平|说得?|讲得?|听说读写"
    r"|日常){0,6}(?:过了?(?:[一二三四六八\d]级|专[四八]|N[1-5]|[ABC][12]|雅思|托福)|(?:考)?过(?:了)"
    r"?[NABCHSKTOPIK一二三四六八\d]+.{0,2}|[NABC][1-5]|[四六八]级|专[四八]|流利|很溜|挺溜|还行|没问题|不错|很好|可以"
    r"|交流|沟通|看报纸?|看书|看剧|看懂|听懂|日常交流|日常对话|无障碍|母语水平|凑合|马马虎虎|够用|说得(?!.{0,2}[乱差烂慢]|不).{1,4}"
    r"|讲得(?!.{0,2}[乱差烂慢]|不).{1,4})(?:没问题|没障碍|水平|无压力|的|了|啊){0,6}$"
)
_POOR = re.compile(
    r"^(?:我)?(?:的)?(?:水平)?(?:是|真的?|实在|完全|基本|一点|一句|一个字|都|也|很|太|真){0,6}(?:不行|很烂|太烂|烂|很差"
    r"|差劲|差|不好|不会|不懂|听不懂|看不懂|一窍不通|半吊子|零基础|白痴|哑巴|不通|不会说)(?:的|了|啊|水平){0,6}$"
)
_NOT_SPEAK = re.compile(
    r"^(?:完全|根本|一点|一句|一点也|一句也|一句都|都|也){0,6}(?:不|没)?(?:会|懂|能|学过|听得?懂|看得?懂|通|熟)(?:说|讲"
    rf"|听|看)?(?:任何)?(?P<value>{TONGUE})(?:的|啊|了)?$"
)
_MY_LANGUAGE = re.compile(rf"^我(?:的)?(?P<value>{TONGUE})(?P<how>[^，。]{{1,14}})$")
_MY_TONGUE = re.compile(
    rf"(?:母语|家乡话|老家话|第一语言|工作语言|第二语言|第二外语)(?:就)?(?:是|说)(?P<a>{TONGUE})|(?P<b>{TONGUE})(?:就|才)"
    r"?是(?:我)?(?:的)?(?:母语|家乡话|老家话|第一语言)"
)


def fluent_zh(said: SaidZh) -> Iterator[Found]:
    """我的德语能看报纸."""
    if not _TONGUE_SIGN.search(said.text):
        return
    mine = _MY_TONGUE.search(said.text)
    if mine and (said.text.startswith(("我", "母语")) or "是我" in said.text):
        value = mine["a"] or mine["b"]
        if not _NO_TONGUE.search(value):
            yield Found("language", value, subject="user")
        return
    match = _MY_LANGUAGE.match(said.text)
    if match and not _NO_TONGUE.search(match["value"]):
        if _POOR.match(match["how"]):
            yield Found("language", match["value"], "negative", subject="user")
        elif _FLUENT.match(match["how"]):
            yield Found("language", match["value"], subject="user")


def tongues_zh(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    text, rest, topic = said.text, parts.rest, parts.places.get("topic", "")
    if topic and re.fullmatch(TONGUE, topic) and not _NO_TONGUE.search(topic):
        if _POOR.match(("不" if parts.negated else "") + rest):
            yield Found("language", topic, "negative")
        elif not parts.negated and _FLUENT.match(rest):
            yield Found("language", topic)
        return
    if parts.negated:
        none = _NOT_SPEAK.match("不" + rest)
        if none and not _NO_TONGUE.search(none["value"]):
            yield Found("language", none["value"], "negative")
        return
    speaks = _SPEAKS.match(rest)
    if speaks and not re.search(r"请|麻烦|回|跟我|今天|开会|会议", text):
        able = re.search(r"会|能|懂|通|学过|掌握|我们?家|在家|家里|从小|平时|一口|讲的是|说的是", text)
        for one in items_zh(speaks["value"]) if able else ():
            if not _NO_TONGUE.search(one):
                yield Found("language", one)
