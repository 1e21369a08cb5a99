"""Chinese replies as statements: question and answer become what the speaker would have said unasked."""

from __future__ import annotations

import re

from processors.claims.asked import asked_attributes
from processors.claims.chinese_values import KIN
from processors.claims.still_zh import still_zh
from processors.ports import Tagged

RESTATED_ZH = {
    "name": "我叫{}",
    "age": "我今年{}岁",
    "birthday": "我的生日是{}",
    "phone": "我的手机号是{}",
    "extension": "我的分机号是{}",
    "work_phone": "我的工作电话是{}",
    "home_phone": "我家里的电话是{}",
    "email": "我的邮箱是{}",
    "work_email": "我的工作邮箱是{}",
    "work_address": "我的公司地址是{}",
    "nickname": "朋友们都叫我{}",
    "address": "我的地址是{}",
    "home_city": "我住在{}",
    "hometown": "我老家在{}",
    "employer": "我在{}上班",
    "occupation": "我是{}",
    "allergy": "我对{}过敏",
    "diet": "我不吃{}",
    "language": "我会说{}",
    "medication": "我在吃{}",
    "likes": "我喜欢{}",
    "dislikes": "我讨厌{}",
    "hobby": "我的爱好是{}",
}
"""Attribute → how one states it."""

_PLACED = re.compile(
    r"^(?P<me>我)(?P<how>[在从对])(?P<what>[^，。]{1,12}?)(?P<does>(?:上班|工作|任职|离职|辞职|过敏"
    r"|毕业|长大)[^，。]{0,4})$"
)
_STATED_HAN = re.compile(r"[\u4e00-\u9fff]")
_ENDS = re.compile(r"[。.!！~～…\s]+$")
_OPENING = re.compile(r"^(?:请问|那么?|对了|话说|顺便问一?下|想问一?下|所以|好的?|嗯|哦|方便问一?下)+[，,：:\s]*")
_YES = re.compile(
    r"^(?:是的?|对[的滴哒头]?|正是|没毛病|可不|嗯+|没错|当然|确实|有的?|会的?|是啊|对啊|对呀|是呀|可以|必须的|不错)(?:[，,。！!呀啊哦呢了\s]+|$)"
)
_AGREES = re.compile(
    r"^(?:可以|行|好|好的|成|没问题|就这样|嗯+|对|是的?|当然|同意|ok|OK|要得|中)(?:[，,。！!呀啊哦呢了的吧\s]+|$)"
)
_NO = re.compile(
    r"^(?:(?:一[句点个丁][^，。]{0,2}|完全|根本|压根|真的|从来)(?:都|也)?(?=不|没))?(?:不是的?|没有|没"
    r"|不|从不|从来不|并不|不会|否|哪有|不太|还没有?|(?:先|暂时|还是|就){1,2}(?:不用|不必|不需要|不了|算了|免了|别)|算了|免了)"
)
_ADDS_NOTHING = re.compile(
    r"^(?:(?:很|挺|非常|特别|一直|从小|就|都|还|是|的|了|啊|呀|哦|呢|吧|严重|厉害|厉害的|而且|对|没错|谢谢|好多年|多年"
    r"|太|已经|现在|怎么了|当然|确实){0,6}[，,。.！!~\s]*){0,6}$"
)
_EMPHASIS = re.compile(r"^[\u4e00-\u9fff]{0,3}[，,](?:一点|完全|从来|根本|一口|一滴|绝对|真的|坚决)[^，。]{1,8}$")
_TURNED = re.compile(r"但|不过(?!敏)|除非|有时|偶尔|看情况|以前|曾经|也许|还是|或者|都行|随便|说不好|不一定")
_OPEN_END = re.compile(r"什么|谁|哪|多少|几|怎么|为什么|还是|任何")
_ASKS = re.compile(r"(?:了没有?|没有|了吗|吗|吧|嘛|(?<![什怎那这])么|对吧|对吗|是吧|是吗)$")
_ECHO_YES = re.compile(
    r"^(?:我)?(?:很|挺|非常|特别|超|最|也|早就|已经|都)?(?P<echo>[\u4e00-\u9fff]{1,3})(?:的|了|啊|呀)*$"
)
_A_NOT_A = re.compile(r"(?P<one>[\u4e00-\u9fff])[不没](?P<two>(?P=one)[\u4e00-\u9fff]?)")
_DOING = r"(?:对.+过敏|喜欢|讨厌|住|有|养|会|吃|喝|结婚|已经|不|爱|还在|在)"
_IS_IT_THAT = re.compile(rf"^([你您])是(?={_DOING})")
_OF_OTHERS = re.compile(
    rf"[你您](?:们)?(?:家)?的?(?:{KIN}|老板|同事|领导|邻居|室友|对象|男朋友|女朋友|爷爷|奶奶|公司|学校|老师|医生)"
)
_ANSWER_LEAD = re.compile(
    r"^(?:(?:嗯+|哦|啊|我|是|叫|在|住在?|就|就是|现在|目前|应该|有|的话|来自|对|会说?|说|主要|一直|老家|今年|您?可以"
    r"|大家都|都|做|当|说的话|你|对的|是的|好的)[，,、\s]*)+"
)
_ANSWER_END = re.compile(r"[。！；\n]|[.!;](?![A-Za-z\d])|[，,](?=(?:不过|但|因为|所以|你|怎么|就|请|有事|谢谢))")
_ANSWER_TAIL = re.compile(r"(?:就行|就得|就成|就中|才对|就好|就可以|即可|吧|过敏|上班|工作|啊|呀|哦|呢|了|的)+$")
_GOES_ON = re.compile(
    r"^(?:搬|换|改|没|不|早|还|跟|这|那|你|您|我|对|好|行|嗯|哈|哎|看|随|都|等|稍|先|回头|一会|马上|随便|谢)|[了过着]$"
)
"""Such an answer says its value later, or not at all."""
_REQUESTED = re.compile(r"(?:需要|请|麻烦|方便)(?:先)?(?:留|提供|填|报|给|说)(?:一?[下个])?")
_KIN_ASKED = re.compile(rf"^[你您](?:们)?(?:家)?的?(?P<kin>{KIN})(?:叫|的名字叫?|名字叫?)(?:是)?什么(?:名字)?$")
ANSWER_CHARACTERS_MAX = 24
_CORRECTS = re.compile(
    r"^(?:(?:哦|啊|唉|哎呀?|诶|欸|噢|嗐|不好意思|抱歉|对不起|不对|不是|不(?=[，,])|等等|等一下|等下|我?(?:刚才|刚刚)?(?:说|打|写"
    r"|记|搞|弄)[错反]了?|更正(?:一下)?|纠正一下|应该|我(?:是)?说|我的意思|我指的|其实|[^，,。？?]{0,10}(?:反|错|少|漏|多)了?[^，,。？?]{0,5}(?=[，,。？?])"
    r"|(?:真的|才)(?=是)|错了|变了|换了|改了|又(?:变|换"
    r"|改)了|(?:它|号码|号)?(?:已经)?(?:变|换|改)了)[，,。.！!：:\s]*)+"
)
_INSTEAD = re.compile(
    r"^不是(?P<old>[^，,。]{1,8})[，,](?:而)?(?:是)?(?P<new>(?!应该)[^，,。我你没]{1,12}?)(?:[，,](?:两码事|两回事|别搞混|别弄混)[^，。]{0,3})?$"
)
"""不是武汉，是宜昌."""
_IT_IS = re.compile(r"^(?:现在)?(?:应该)?(?:是|为|改成了?|换成了?|改为|的是|叫)+\s*")
_NOT_THIS = re.compile(r"[，,]?(?:不是|而不是|而非).+$")


_KEEPS = re.compile(r"^[你您](?:家)?(?:现在)?(?:养|有)(?:了|着)?(?:宠物|小动物|猫|狗|猫狗)(?:吗|么|没有?|了吗)?$")
_BARE_ALLERGY = re.compile(
    r"^(?:所以|那)?(?:[你您])?是?(?P<what>(?![你您对])[\u4e00-\u9fff]{1,5}?)过敏(?:，)?(?:对吗|对吧|是吗"
    r"|是吧|吗|吧|对不对)$"
)
_VOCATIVE = re.compile(r"^(?:@)?[\u4e00-\u9fff]{1,4}[，,](?=[你您])")
_PROPOSED = re.compile(
    r"^(?:那)?(?P<what>(?:以后|今后|往后|之后|从现在起|从今天起)[^，。？?]{2,30}?)(?:[，,](?:这样)?)?(?:可以|好|行|成"
    r"|方便|没问题|要得)(?:不|吗|么|嘛|吧)?(?:可以|好|行)?(?:吗|么)?$"
)
"""What an assistant offers to do always."""


def answer_zh(question: str, answer: str) -> tuple[str, ...]:
    """The statements that question and answer together may be, the likeliest first; () when they are none."""
    asked = _OPENING.sub("", _last_clause(question.strip(" ?？，,")))
    plain = _ENDS.sub("", answer)
    if _TURNED.search(plain):
        return ()
    offered = _PROPOSED.match(asked)
    if offered and _AGREES.match(plain):
        return (re.sub(r"[您你]", "我", offered["what"]),)
    kept = _KEEPS.match(asked)
    having = re.match(r"^有(?P<what>[一两只条个几头匹].{1,20})$", plain) if kept else None
    if having:
        return (f"我养了{having['what']}",)
    if (bare := _BARE_ALLERGY.match(asked)) and _YES.match(plain):
        return (f"我对{bare['what']}过敏",)
    if still := still_zh(re.sub("您", "你", _VOCATIVE.sub("", asked)), plain):
        return still
    told = _statement(asked)
    no = _NO.match(plain)
    yes = None if no else _YES.match(plain)
    echo = None if no or yes else _ECHO_YES.match(re.split(r"[，,]", plain)[0])
    if not told or _OPEN_END.search(told):
        return () if no else _told(asked, answer)
    if no:
        short = len(plain) <= 8 or _EMPHASIS.match(plain[no.end() :])
        return _denied(told) if short else ()
    if yes and not _ADDS_NOTHING.match(plain[yes.end() :]):
        return (*_had(told, plain[yes.end() :]), told, *_told(asked, plain[yes.end() :]))
    if yes or (echo and echo["echo"].rstrip("的了啊呀") in told):
        return (told,)
    return ()


def _last_clause(question: str) -> str:
    """What is asked after what led up to it: 给您推荐川菜馆，您吃辣吗."""
    lead, _, last = question.rpartition("，")
    asks = last[:1] in ("您", "你") and len(last) > 3 and last.endswith(("吗", "吧", "么", "呢", "没", "没有"))
    return last if lead and asks else question


def plain_words(statement: str) -> tuple[Tagged, ...]:
    """A statement written out as words for the readings by structure: of whom it speaks, and what it says."""
    if not _STATED_HAN.search(statement):
        return ()
    placed = _PLACED.match(statement)
    if placed:
        parts = (("me", "r"), ("how", "p"), ("what", "n"), ("does", "v"))
        return tuple(Tagged(placed[name], tag, *placed.span(name)) for name, tag in parts)
    begun = 1 if statement.startswith("我") else 0
    said = Tagged(statement[begun:], "v", begun, len(statement))
    return (Tagged("我", "r", 0, 1), said) if begun else (said,)


def guess_zh(question: str) -> str:
    """What yes would say to a yes/no question (你住在上海吧？ → 我住在上海), else ""."""
    told = _statement(_OPENING.sub("", question.strip(" ?？，,")))
    return "" if _OPEN_END.search(told) else told


def put_right_zh(words: str) -> str:
    """What a no puts in the place of a guess (不是，苏州。 → 苏州), else ""."""
    value = _ANSWER_LEAD.sub("", correction_zh(words)) if _NO.match(words) else ""
    return "" if re.match(r"[我你他她它不没谢]", value) else value


def correction_zh(words: str) -> str:
    """The value that a correction names (说错了，是139… → 139…), else ""."""
    if instead := _INSTEAD.match(_ENDS.sub("", words)):
        return instead["new"]
    marked = _CORRECTS.match(words)
    if marked is None:
        return ""
    value = _IT_IS.sub("", words[marked.end() :].strip())
    value = _ANSWER_TAIL.sub("", _NOT_THIS.sub("", _ENDS.sub("", value))).strip("，, ")
    return value if value and len(value) <= ANSWER_CHARACTERS_MAX and "，" not in value else ""


def _statement(asked: str) -> str:
    """A yes/no question as the statement that yes would be: 你对坚果过敏吗 → 我对坚果过敏."""
    folded = _A_NOT_A.sub(lambda match: match["two"] if match["one"] == match["two"][0] else match[0], asked)
    ends = _ASKS.search(folded)
    if ends is None and folded == asked and not asked.startswith(("你是不是", "您是不是")):
        return ""
    body = folded[: ends.start()] if ends else folded
    body = _IS_IT_THAT.sub(r"\1", re.sub(r"^([你您]的?[^，。]{1,8})还是", r"\1是", body))
    finished = ends is not None and ends[0].startswith("了")
    if not re.match(r"^[你您](?:们)?", body):
        return ""
    return re.sub(r"[你您]", "我", body).strip("，, ") + ("了" if finished else "")


def _denied(told: str) -> tuple[str, ...]:
    """The statement turned round: 我对坚果过敏 → 我对坚果不过敏."""
    if re.search(r"[不没别]", told):
        return ()
    for pattern, turned in _TURNS:
        if pattern.search(told):
            return (pattern.sub(turned, told, count=1),)
    return ()


_OFTEN = r"我(?:平时|现在|一般|也|还|都|经常)*"
_TURNS = (
    (re.compile(r"过敏"), "不过敏"),
    (re.compile(r"^我(?:已经)?(结婚|离婚|订婚|毕业|退休)了?$"), r"我没\1"),
    (re.compile(rf"^({_OFTEN})有"), r"\1没有"),
    (
        re.compile(r"^(我(?:平时|现在|一般|也|还|都|经常|特别|很)*)(喜欢|爱|吃|喝|会|住|在|抽|信|用|养|是|叫)"),
        r"\1不\2",
    ),
)


def _told(asked: str, answer: str) -> tuple[str, ...]:
    """The answer to a question for something: 你现在住在哪里？—住在宁波。"""
    value = _ANSWER_END.split(answer.strip(), maxsplit=1)[0]
    value = _ANSWER_TAIL.sub("", _ANSWER_LEAD.sub("", value)).strip("，, ")
    first, _, added = value.partition("，")
    if added and not _GOES_ON.match(first) and not re.match(r"还|和|也|以及|或", added):
        value = _ANSWER_TAIL.sub("", first)
    if not 1 <= len(value) <= ANSWER_CHARACTERS_MAX or _NO.match(value) or "，" in value:
        return ()
    kin = _KIN_ASKED.match(asked)
    if kin:
        return (f"我{kin['kin']}叫{value}",)
    if _OF_OTHERS.search(asked) or not (re.search(r"[你您]", asked) or _REQUESTED.search(asked)):
        return ()
    attributes = asked_attributes(re.sub(r"[你您]", "我", asked) + "？")
    values = {"age": re.sub(r"[周]?岁.*$", "", value)}
    return tuple(
        RESTATED_ZH[attribute].format(values.get(attribute, value))
        for attribute in attributes
        if attribute in RESTATED_ZH
    )


def _had(told: str, added: str) -> tuple[str, ...]:
    """你有宠物吗？—有，一只叫芒果的鹦鹉。"""
    has = re.match(r"^我(?:现在|家)?(?:有|养)", told)
    return (f"我有{added.strip('，,。 ')}",) if has else ()
