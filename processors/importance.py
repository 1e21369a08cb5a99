"""Importance: how much a turn is worth remembering, in [0, 1], with the reasons by name (DESIGN §5). Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import prod

from schemas.dimensions import Language
from schemas.events import Role

CHARACTERS_READ = 4_000
"""The beginning of a long text decides; the rest would only cost."""
BASE = 0.1
"""What any turn with content is worth: it may be asked for."""
LENGTH_WORDS = 12
"""From this many words (two Chinese characters count as one) a turn says something in detail."""
ROLE_FACTOR: dict[Role, float] = {"user": 1.0, "assistant": 0.6, "tool": 0.5, "system": 0.4}
QUESTION_FACTOR = 0.6
FILLER_SCORE_MAX = 0.05

WEIGHTS = {
    "identity": 0.65,
    "contact": 0.7,
    "preference": 0.6,
    "commitment": 0.5,
    "decision": 0.5,
    "correction": 0.5,
    "explicit_request": 0.75,
    "entity": 0.2,
    "number": 0.15,
    "emotion": 0.35,
    "length": 0.15,
    "surprise": 0.2,
}
"""What each reason adds: score = 1 - (1 - base) · Π(1 - weight). The weights are ours; they are chosen so that one
personal statement ("My name is …", 我喜欢…) passes .6 and a personal statement with a second reason passes .7."""

TRIGGERS = frozenset(
    ("identity", "contact", "preference", "commitment", "decision", "correction", "explicit_request"),
)
"""Reasons that let a claim through below the threshold of the score."""

_PATTERNS: dict[str, re.Pattern[str]] = {
    "identity": re.compile(
        r"(?i:\bmy (?:\w+ )?(?:name|birthday|age|job|wife|husband|son|daughter|kids?|child(?:ren)?|mother|father|mom"
        r"|dad|brother|sister|boss|doctor)\b|\bcall me\b|\bi(?:'m| am) (?:an? \w|called|from|based|married|allergic"
        r"|\d+ years)|\bi (?:live|work|was born|speak)\b|\b(?:years old|allerg(?:y|ic))\b)|我(?:叫|姓|是|住|今年|来自"
        r"|属|会说)|我的(?:名字|生日|年龄|职业|工作|家|老家)|我(?:家|妈|爸|老婆|老公|妻子|丈夫|儿子|女儿)|叫我|过敏"
        r"|我在.{1,12}(?:工作|上班|做)"
    ),
    "contact": re.compile(
        r"(?i:\bmy (?:\w+ )?(?:phone|number|e-?mail|address|extension)\b|\bnew number\b|\b(?:reach|text|call) me "
        r"(?:at|on)\b)|(?:电话|手机|号码|邮箱|地址|住址|微信)(?:号码?|是|为|换|改|变|：)"
        r"|[\w.+-]{1,64}@[\w-]{1,64}\.\w|(?<!\d)1[3-9]\d{9}(?!\d)"
    ),
    "preference": re.compile(
        r"(?i:\bi(?:'m| am)? (?:\w+ ){0,2}(?:like|love|hate|prefer|enjoy|adore|dislike|detest|can'?t stand|into"
        r"|fond of)\b|\bi (?:don'?t|do not|no longer|stopped|used to) \w|\bfavou?rite\b|\b(?:vegan|vegetarian)\b)"
        r"|喜欢|讨厌|不爱|最爱|热爱|偏好|偏爱|爱吃|爱喝|爱看|爱听|受不了|不吃|吃素|习惯|忌口"
    ),
    "commitment": re.compile(
        r"(?i:\bi(?:'ll| will| promise| have to| must| need to)\b|\b(?:deadline|appointment|due (?:on|by)"
        r"|remind me)\b)|我(?:会|答应|保证|必须|得|要)|提醒我|截止|预约|约好"
    ),
    "decision": re.compile(
        r"(?i:\b(?:i|we)(?:'ve| have)? (?:decided|chose|agreed|settled on|picked|signed|quit|bought|founded|moved"
        r"|switched)\b|\bdecision\b|\bgoing with\b)|决定|选定|说好了|定下来|辞职|签了|搬到|搬家|买了"
    ),
    "correction": re.compile(
        r"(?i:^\W{0,3}(?:correction|actually|no,|sorry,)|\bi meant\b|\b(?:i was|that'?s|it'?s) (?:wrong|not right)\b"
        r"|\bno longer\b|\bnot \w+ but\b|\b(?:has|have)? ?changed\b)|说错了|更正|纠正|不对|其实是|(?:号码?|电话|地址"
        r"|邮箱|名字).{0,4}(?:换|改)(?:了|成)|不再|而是|不是.{1,12}是"
    ),
    "explicit_request": re.compile(
        r"(?i:\b(?:please )?(?:remember|don'?t forget|keep in mind|note that|make a note|for the record|from now on"
        r"|forget (?:my|that|about|what))\b)|请?记住|记一下|记得|别忘|不要忘|备注|忘掉|以后(?:请|都|别|不要)?"
    ),
    "number": re.compile(r"\d"),
    "emotion": re.compile(
        r"(?i:\b(?:so (?:happy|sad|angry|upset|excited|proud)|furious|terrible|awful|unacceptable|devastated"
        r"|heartbroken|ridiculous|disgust\w*|thrilled|terrified|depressed|anxious|stressed|frustrat\w*|disappoint\w*"
        r"|worst|scared|crying|in love)\b)|[!！]{2,}|气死|太差|投诉|难过|伤心|崩溃|开心|激动|失望|生气|愤怒|焦虑|害怕"
        r"|糟糕|受够了|烦死"
    ),
    "surprise": re.compile(
        r"(?i:\b(?:surpris\w+|unexpected\w*|suddenly|can'?t believe|turns out|guess what|for the first time)\b)|竟然"
        r"|居然|没想到|突然|第一次|原来"
    ),
}
_ENTITY = re.compile(r"(?<=[a-z,;:] )[A-Z][a-z]+|《[^》]{1,40}》|[A-Za-z]+\d+|(?<=[\u4e00-\u9fff])[A-Za-z]{2,}")
_QUESTION = re.compile(
    r"(?i:^\W{0,3}(?:what|who|whom|whose|when|where|why|how|which|do|does|did|is|are|am|was|were|can|could|would|will"
    r"|should|shall|have|has)\b[^.!]{0,300}$)|[?？]\s*$|(?:吗|呢|么)[。.!！\s]*$|(?:什么|怎么|为什么|哪里|哪个|谁"
    r"|几点|多少)[^。！]{0,30}$"
)
_FILLER = re.compile(
    r"(?i:(?:ok(?:ay)?|k+|hm+|uh+|um+|ah+|oh|yes|yeah|yep|yup|no|nope|sure|right|thanks?(?: you| a lot| so much)?|thx"
    r"|ty|cool|nice|great|good|fine|hi|hello|hey|bye|goodbye|lol|(?:ha){2,10}|haha+|wow|well|got it|i see|sounds good"
    r"|no problem|you'?re welcome|good (?:morning|night|evening|afternoon))|嗯+|哦+|噢+|啊+|好+的?|行|对+|是的?|不是"
    r"|没事|谢谢你?|多谢|哈+|嘿+|呵+|你好|您好|再见|拜拜|收到|知道了|明白了?|可以|早上?好|晚安|早安)"
)
_BETWEEN_FILLERS = re.compile(r"[\s,，。.!！~～…、?？]+")
_WORD = re.compile(r"[^\W_]+(?:['’-]\w+)*")
_HAN = re.compile(r"[\u3400-\u9fff]")


@dataclass(frozen=True, slots=True)
class Importance:
    """`score` in [0, 1], rounded to 4 places; `reasons` in the order of DESIGN §5."""

    score: float
    reasons: tuple[str, ...]


def score_importance(content: str, role: Role, language: Language = "other") -> Importance:
    """How much a turn is worth remembering. It sees the event only: no state, no model, no clock."""
    text = content[:CHARACTERS_READ]
    if _is_filler(text):
        return Importance(FILLER_SCORE_MAX if any(c.isalnum() for c in text) else 0.0, ("filler",))
    reasons = [name for name, pattern in _PATTERNS.items() if pattern.search(text)]
    if _ENTITY.search(text):
        reasons.append("entity")
    if _length_in_words(text) >= LENGTH_WORDS:
        reasons.append("length")
    score = 1 - (1 - BASE) * prod(1 - WEIGHTS[reason] for reason in reasons)
    if _QUESTION.search(text.strip()):
        reasons.append("question")
        score *= QUESTION_FACTOR
    return Importance(round(score * ROLE_FACTOR[role], 4), tuple(sorted(reasons, key=_ORDER.index)))


_ORDER = (
    "identity",
    "contact",
    "preference",
    "commitment",
    "decision",
    "correction",
    "explicit_request",
    "entity",
    "number",
    "emotion",
    "question",
    "filler",
    "length",
    "surprise",
)


def _is_filler(text: str) -> bool:
    parts = [part for part in _BETWEEN_FILLERS.split(text[:200].strip()) if part]
    if len(text) > 200:
        return False
    joined = " ".join(parts)
    return all(_FILLER.fullmatch(part) for part in parts) or bool(_FILLER.fullmatch(joined)) or not _WORD.search(text)


def _length_in_words(text: str) -> int:
    han = len(_HAN.findall(text))
    return len(_WORD.findall(_HAN.sub(" ", text))) + han // 2
