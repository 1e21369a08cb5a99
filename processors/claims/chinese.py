"""Claims in Chinese clauses: who the clause speaks of, and what its predicate says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from processors.claims.chinese_belongings import kept_up_zh
from processors.claims.chinese_endings import ended_zh
from processors.claims.chinese_life import felt, life_of, life_of_own
from processors.claims.chinese_own import own_properties, relations
from processors.claims.chinese_predicates import WHEN, said_by
from processors.claims.chinese_values import KIN
from processors.claims.chinese_views import views_of_own_zh
from processors.claims.found import Found
from processors.claims.people import KIN_ZH, OTHERS_ZH, is_name_zh
from schemas.dimensions import Entity

_PAST = r"(?:以前|曾经|过去|小时候|之前|原来|当年)"
_WAS = re.compile(rf"(?:我|俺)?{WHEN}{{0,2}}{_PAST}")
_LEAD = re.compile(
    r"(?:(?:原来|没想到|结果发现?|请?记住|记一下|记得|请记得|另外|对了|顺便说一下|顺便|其实|那个|嗯+|哦|好的?|你好啊?"
    r"|您好|大家好|嗨|更正一下?|更正|纠正一下|纠正|不对|说错了|抱歉|不好意思|对不起|告诉你|跟你说|我跟你说|说一下|备注"
    r"|注意|但是?|不过|所以|因为|而且|然后|还有|以后|今后|提醒你|补充一下|登记一下|请登记|从(?:今天|明天|这周|本周"
    r"|这个?月|现在|下周|今年)(?:起|开始)|(?:上|这|本)个?(?:月|周|星期)起|先说一(?:声|下)|说真的|说实话|老实说|坦白说"
    r"|讲真|不瞒你说|[^，。我]{2,6}(?:之?前|之?后|的时候)(?=我[^的])|(?:护照|身份证|户口本|驾照|合同|工牌|签证|档案)上?"
    r"(?:写着?|写的|显示)(?:的是)?|(?:去年|今年|上周|上个?月|昨天|最近)?(?:体检|检查|医院)?(?:查出来|检查出来|才发现"
    r"|发现)|(?:医生|大夫|医院)(?:说|告诉我?|讲)(?:了|的)?(?=我)|插一句|友情提示|顺带一提|话说|(?:坐|乘|搭)(?:飞机"
    r"|火车|高铁|地铁|公交)(?:的时候|时)?(?=我))[\s，,：:、]*){1,4}"
)
_ON = (
    r"(?:(?:\d{4}年|今年|去年|前年)?(?:[\d一二三四五六七八九十]{1,2}月(?:[\d一二三四五六七八九十]{1,3}[日号]|份|初"
    r"|底)?)?|(?:上|这|本|下)个?(?:周|星期|礼拜|月)[一二三四五六日天末初底]?|前[天几]天?|"
    r"(?:[一二三两四五六七八九十几\d]+)(?:天|周|个月|个星期|年)(?:前|后|之前|以前)|明年|后年)"
)
"""When it happened, said before who did it: 上周末我搬到了…"""
_SAYS = (
    r"(?:现在|一直|从小|也|还|都|很|最|刚|去年|今年|上周)*(?:喜欢|讨厌|住在?|对.{1,8}过敏|爱[吃喝听看玩]|在.{2,12}"
    r"(?:上班|工作|读书)|去|入职|是|今年|\d|不)"
)
_SUBJECT = re.compile(
    rf"(?:{_ON}[，,]?)?{WHEN}{{0,3}}(?:我(?:的)?{OTHERS_ZH}(?P<other>[\u4e00-\u9fff]{{2,3}}?)(?={_SAYS})|(?:我|咱|俺)"
    rf"(?:们)?(?:家)?的?(?P<kin>{KIN})(?!的(?:{OTHERS_ZH}|{KIN}|好?朋友|老师))(?P<kin_name>[\u4e00-\u9fff]{{2,3}}"
    r"(?=[也还很最特非喜爱讨对住在是今不刚去]))?"
    rf"|(?P<self>我们?(?=[又也还都就已]?(?:[\d一二三四五六七八九十]+月|明年|今年|下|离婚|结婚|订婚|分居|有|养|买|打算"
    rf"|计划|决定|住|搬))|我|俺|本人)(?!们|的|家|叫|{OTHERS_ZH}|好?朋友|闺蜜|老师|手机|公司)(?P<rest>)"
    rf"|(?P<name>[\u4e00-\u9fff]{{2,3}}?|[A-Z][A-Za-z]{{1,20}})"
    r"(?=(?:现在|一直|从小|也|还|都|很|最|特别|非常|比较|超|不|真的|刚|刚刚|上周|去年|最近){0,6}(?:喜欢|讨厌|住在"
    r"|对.{1,8}过敏|爱[吃喝听看玩]|入职|去.{2,10}上班|在.{2,12}(?:上班|工作))))"
)
_OF_KIN = re.compile(rf"[他她]|{KIN}")
_OTHERS_NAMED = re.compile(rf"{KIN}|娃|宝|闺女|丫头|猫|狗|[他她]")
"""大名林知远 after 我们家娃小名豆包 names the child."""
_FORGET = re.compile(
    r"^(?:请你?|麻烦你?|帮我|你|可以|现在|你可以|能不能|把){0,3}(?:忘掉|忘记|忘了|忘却|删掉|删除|清除|抹掉|去掉)"
    r"(?:关于)?(?P<what>[^，。]{2,60}?)(?:吧|了|，?谢谢|的?(?:记录|信息|记忆))*$|^(?:请你?|麻烦你?|你)?(?:就)?当(?:作"
    r"|做)?我?(?:从来|从)?没(?:有)?(?:说|提)过(?P<unsaid>[^，。]{2,40}?)(?:吧|了)?$|^"
    r"(?:请你?|麻烦你?|你)?(?:别|不要|不用)再?记(?:着|得|住)(?:关于)?(?P<kept>[^，。]{2,40}?)(?:吧|了)?$|^(?:请你?"
    r"|麻烦你?|帮我|你){0,2}把(?P<object>[^，。]{2,40}?)(?:给我?)?(?:忘掉|忘了|忘记|删掉|删除|删了|清除|抹掉)(?:吧"
    r"|了)?$"
)


def find_chinese(
    clause: str, carried: str, people: Sequence[Entity], start: int, *, before: str = ""
) -> tuple[str | None, list[Found]]:
    """(subject the clause speaks of, what it says), as `find_english`. `people` are the entities of the turn and
    `start` the clause's offset in it: a place, firm or name that the finder saw too is surer. `before` is the clause
    before it."""
    body = _without_lead(clause)
    ended = ended_zh(body)
    if ended and _of_speaker(body, carried, before):
        return "user", ended
    shift = start + clause.index(body)
    inside = {entity.text: entity.type for entity in people if shift <= entity.start < shift + len(body)}
    of_others = "我" not in body and "本人" not in body and _OTHERS_NAMED.search(before) is not None
    found = [one for one in own_properties(body, carried, inside) if one.attribute != "name" or not of_others]
    found += relations(body)
    found += life_of_own(body, clause, before, inside)
    found += views_of_own_zh(body, clause)
    subject, rest, past = _subject(body, carried)
    if subject is not None and rest:
        # 是个博士 without a subject may speak of whoever the story is about.
        untold = past or (rest == body and rest.startswith(("是", "有")))
        said = said_by(rest, past=past, seen=inside)
        if past and re.search(r"小时候|当年", body):
            # What a child liked says nothing of now.
            said = []
        if untold and not past:
            said = [item for item in said if item.attribute != "hometown"]
        found.extend(said or ([] if untold else life_of(rest, inside)))
    return subject, found or felt(body) or list(kept_up_zh(body))


def _of_speaker(body: str, carried: str, before: str) -> bool:
    """Whether a clause that may leave its subject out speaks of the speaker, not of whoever the story is about."""
    return body[0] in "我俺咱" or carried == "user" or (not carried and not _OF_KIN.search(before))


def forgotten_zh(clause: str) -> str:
    """What a clause asks to forget (忘掉我的住址 → 我的住址), else ""."""
    match = _FORGET.match(clause)
    return next(what for what in match.groups() if what).strip() if match else ""


def _without_lead(clause: str) -> str:
    match = _LEAD.match(clause)
    return clause[match.end() :] if match and match.end() < len(clause) else clause


def _subject(body: str, carried: str) -> tuple[str | None, str, bool]:
    past = _WAS.match(body)
    if past:
        plain = body.replace(re.search(_PAST, body)[0], "", 1)  # type: ignore[index]
        subject, rest, _ = _subject(plain, carried)
        return subject, rest, True
    match = _SUBJECT.match(body)
    if match is None:
        felt = re.match(r"(?:今天|现在|这两天|这几天)(?:有点|有些)", body)
        elided = carried or ("user" if felt else "")
        return elided or None, body if elided else "", False
    rest = body[match.end() :]
    if match["other"]:
        return (match["other"] if is_name_zh(match["other"]) else None), rest, False
    if match["kin"]:
        role = KIN_ZH[match["kin"]][1]
        if match["kin_name"] and is_name_zh(match["kin_name"]):
            return match["kin_name"], rest, False
        return role or None, rest, False
    if match["name"]:
        name = match["name"]
        if re.match(WHEN, name):
            return carried or None, body if carried else "", False
        if name[0] in "不也还都很最更并真超太":
            return carried or None, body if carried else "", False
        return (name, rest, False) if is_name_zh(name) and name[:1] not in "我你他她" else (None, "", False)
    return "user", rest, False
