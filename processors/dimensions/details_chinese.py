"""Chinese details: 名词(的名词) 是/定在/改成/今年 值."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.claims.clauses import Clause
from processors.claims.people import KIN_ZH, OTHERS_ZH
from processors.dimensions.detail_values import Value, plain_value, value_of
from processors.ports import Tagged
from schemas.dimensions import Detail, TimeInterval

_LEAD = re.compile(
    r"(?:哎呀?|诶|嗯|哦|对了|更正一?下?|纠正一?下?|不对|不是|说错了|打错了|其实|现在|通知一?下?|提醒一?下?|记一下"
    r"|平时|一般|另外|还有"
    r"|那个|最新消息|[，,:：。！\s])*"
)
_ADVERBS = re.compile(r"(?:现在|已经|目前|平时|一直|后来|最后|最终|暂时|到底|都|就|应该|也)+$")
_VERB = re.compile(
    r"(?P<changed>改成了?|改到了?|改在了?|改为|换成了?|换到了?|换在|挪到了?|推迟到了?|提前到了?|延到|调到了?|调整为"
    r"|涨到了?|降到了?|变成了?|改签成了?|改名叫|改叫|更名为)"
    r"|定在了?|订在了?|定的是?|订的是?|订了|约在了?|约的是?|安排在了?|设在了?|选在了?|放在了?"
    r"|(?<![不就还也都可只总倒算要才])是在|还是|应该是|就是"
    r"|(?<![不就还也都可只总倒算要才])是|(?<![不正实现存])在|今年|一共|能(?:坐|住|容纳|装)|每[月天年周人次]|(?:要"
    r"|会|想|打算|准备"
    r"|决定)?(?:刷成|漆成|涂成|染成|做成|选了?)|叫|[：:]"
)
_NOUNS_TEXT = "n nz nw nr ns nt vn an PER LOC ORG f s t TIME a m q u"
_NOUNS = frozenset(_NOUNS_TEXT.split())
_TELLING_TEXT = "n nz nw nr ns nt vn an v PER LOC ORG nw"
_TELLING = frozenset(_TELLING_TEXT.split())
_OWN = re.compile(r"^(?:我们家?|咱们?家?|我家|我)(?:的)?|这次的?|那次的?|这个|那个|本次")
_NAMES_FORM = re.compile(
    r"(?<=.)(?:的)?(?:时间|日期|日子|地点|地方|位置|颜色|价格|价钱|号码|(?<![暗口信符型账代称外])号|名字|名称|多少)$"
)
_NO_SUBJECT = re.compile(
    r"[他她它您你谁哪几]|其|刚才|什么|怎么|这$|那[个些天次]|那$|^我们?$|不|没|如果|要是|但|而|今天|明天|昨天|后天"
    r"|[本这下上]个?[周月]|今晚"
)
_CHANGED = re.compile(r"(?:我们?家?的?)?(?P<topic>[^，。]{1,10}?)(?:又|刚)?(?:改|换|变|调)了$")
_INSTEAD = re.compile(r"(?:现在|新的|以后|这次)?(?:的)?(?:是|改成|换成|改到|叫|在|定在)(?P<value>.+)")
_OPEN = re.compile(r"(?:密码|口令|暗号|主题|题目|口号|暗语)$")
"""Heads that take a value of any wording."""
_NO_OPEN_VALUE = re.compile(r"[的了吗呢吧很太不好难多]|什么|一样|随便|这|那")
_SEVERAL = re.compile(rf"(?:{'|'.join(KIN_ZH)}|{OTHERS_ZH}|下属|客户|学生|老师|亲戚|员工|租客|病人)(?![长们])")
"""People and animals of whom one may have several."""
_MAX = 14
"""Characters of a subject; a longer stretch before the verb is more than a noun phrase."""


def chinese_details(
    meant: Sequence[Clause],
    subject: str,
    times: Sequence[TimeInterval],
    words: Sequence[Tagged],
    timezone: str,
) -> Iterator[Detail]:
    """The details of the Chinese clauses that a turn states. `words`: the whole turn's, tagged."""
    about, sentence = "", -1
    for clause in meant:
        if clause.sentence != sentence:
            about, sentence = "", clause.sentence
        named = _CHANGED.match(clause.text)
        if named is not None:
            about = _topic_named(named["topic"], clause.start + named.start("topic"), words, subject)
            continue
        instead = _INSTEAD.match(clause.text) if about else None
        value = _value(instead["value"], "是", times, timezone, open_value=True) if instead else None
        if value is not None:
            yield _detail(clause, about, value, changes=True, several=False)
            continue
        lead = _LEAD.match(clause.text)
        start = lead.end() if lead else 0
        changes = any(_CHANGES.search(one.text) for one in meant if one.sentence == clause.sentence)
        for verb in _VERB.finditer(clause.text, start + 1):
            phrase = _ADVERBS.sub("", clause.text[start : verb.start()])
            if len(phrase) > _MAX:
                break
            inside = [
                w for w in words if clause.start + start <= w.start and w.end <= clause.start + start + len(phrase)
            ]
            topic = _topic(phrase, inside, subject)
            said, is_open = clause.text[verb.end() :], bool(_OPEN.search(phrase))
            value = _value(said, verb[0], times, timezone, open_value=is_open) if topic else None
            if topic and value is not None:
                several = verb[0] == "叫" or bool(_SEVERAL.match(_OWN.sub("", phrase)))
                changed = changes or bool(verb["changed"])
                yield _detail(clause, topic, value, changes=changed, several=several)
                break


def _detail(clause: Clause, topic: str, value: Value, *, changes: bool, several: bool) -> Detail:
    return Detail(
        topic=topic,
        form=value.form,
        value=value.plain,
        start=clause.start,
        end=clause.end,
        changes=changes,
        several=several,
        until=value.until,
    )


def _topic_named(phrase: str, start: int, words: Sequence[Tagged], subject: str) -> str:
    inside = [w for w in words if start <= w.start and w.end <= start + len(phrase)]
    return _topic(phrase, inside, subject)


_CHANGES = re.compile(
    r"改成|改到|改在|改为|改了|换成|换到|换了|更正|纠正|不再|说错|打错|记错|搞错|改名|变了|调整|推迟|提前|延期|最新"
    r"|现在"
)


def _topic(phrase: str, words: Sequence[Tagged], subject: str) -> str:
    """The noun phrase without 的 and without what only says which sort of value comes; empty when it is none."""
    if not phrase.strip() or _NO_SUBJECT.search(_OWN.sub("", phrase)):
        return ""
    rest = [word for word in words if word.tag != "r"]
    if not rest or any(w.tag not in _NOUNS and w.tag != "v" for w in rest) or not any(w.tag in _TELLING for w in rest):
        return ""
    if sum(word.tag == "v" for word in rest) > 1 or (len(rest) > 1 and rest[0].tag == "v" and len(rest) < len(words)):
        return ""  # 我建议缓存: somebody does something.
    owned = _OWN.match(phrase)
    plain = _NAMES_FORM.sub("", _OWN.sub("", phrase)).replace("的", "").strip()
    if subject != "user" and owned and "们" not in owned[0] and "咱" not in owned[0]:
        plain = f"{subject}{plain}"
    return plain.casefold()


def _value(said: str, verb: str, times: Sequence[TimeInterval], timezone: str, *, open_value: bool) -> Value | None:
    text = said.lstrip(" 　了在")
    if verb in ("叫", "改名叫", "改叫", "更名为"):
        name = re.match(r"[\u4e00-\u9fffA-Za-z·]{2,6}$", text.removesuffix("了"))
        return Value("name", plain_value(name[0]), len(name[0])) if name else None
    value = value_of(text, times, timezone)
    if value is None and open_value and 2 <= len(text) <= 6 and not _NO_OPEN_VALUE.search(text):
        return Value("word", plain_value(text), len(text))
    if value is None or (verb == "在" and value.form not in ("place", "date", "clock")):
        return None
    if verb == "今年" and not re.match(r"[\d一二三四五六七八九十]{1,3}(?:岁|$)", text.rstrip("了")):
        return None
    if verb == "今年":
        return Value("number", value.plain.removesuffix("岁"), value.length)
    return value
