"""Sought: what kind of thing would answer a question, and whether it asks for one thing or for all there are."""

from __future__ import annotations

import re

from indexers.analysis import STOP_WORDS, query_terms
from indexers.facets import Facet
from schemas.dimensions import TimeInterval

_CUES: dict[Facet, str] = {
    "time": r"\bwhen\b|\bhow long\b|\b(?:what|which) (?:date|day|year|month)\b"
    r"|什么时候|什么时间|何时|几点|几号|哪一?[天年月日]|多久",
    "place": r"\bwhere\b|\b(?:country|city|place|state)\b"
    r"|哪里|哪儿|在哪|什么地方|哪个(?:城市|地方|国家|地点)|地点",
    "number": r"\bhow (?:many|much|often|long)\b|多少|几[个位次岁点号人天年月]|多大",
    "person": r"\bwho(?:m|se)?\b|\bnames?\b|谁|名字",
}
_FACETS = {facet: re.compile(cue, re.I) for facet, cue in _CUES.items()}
_PERFECT = re.compile(r"\b(?:has|have)\b|\b(?:all|both)\b|哪些|哪几|都.{1,12}过", re.I)
_PLURAL = re.compile(
    r"^(?:(?:in|on|at|from|for) )?(?:what|which)(?: (?:kind|type|sort)s? of)?(?: [\w'+-]+){0,3}? "
    r"(?:\w+s|people|children|kids|music)\b",
    re.I,
)

_RELATIVE = re.compile(
    r"\b(?:person|people|one|man|woman|guy|friend|colleague|teacher|neighbou?r|boss|doctor|company|place|city|restaurant"
    r"|shop|book|project|team) (?:who|that|which|where|whose|i|we)\b"
    r"|(?:负责|管|带|领导|教|写|开|做|卖|买|住|来自|认识|养|参加|组织|介绍|推荐|帮|修|送)[^，。！？]{0,12}的(?:那[个位家本])?"
    r"(?:人|朋友|同事|老师|邻居|医生|公司|地方|城市|餐厅|店|书|项目|团队)",
    re.I,
)


_ANY_DOING = frozenset(
    query_terms(
        "do doing done happen happened go going gone went been get got have anything something everything thing things "
        "events news tell told talk talked say said mention mentioned discuss discussed speak spoke chat chatted "
        "conversation know remember recall list show summary summarise summarize recap all happening occur write wrote "
        "since till until around during within last next past recently lately"
    )
)
_ANY_DOING_ZH = re.compile(
    r"告诉|记得|发生|聊天|聊|谈|说|讲|提到|提|做|干|忙|经历|去|来|到|我们?|你们?|用户|咱们?|的|了|过|着|在|都|有|是|和|跟|事情?|活动|内容|情况"
    r"|什么|哪些|哪里|哪儿|哪|啥|些|几|吗|呢|吧|请|一下|总结|回顾|列出"
)


def facets_sought(question: str) -> frozenset[Facet]:
    """What the answer would hold: a time for "when", a place for "where", a number for "how many", a person for
    "who". A memory without it is seldom the answer."""
    return frozenset(facet for facet, cue in _FACETS.items() if cue.search(question))


def gathers(question: str) -> bool:
    """Whether the answer is put together from several memories: "what books has she read?", 去过哪些地方？ Where one
    participant is named, their own turns count more then: others only mention what they did (LoCoMo: recall of
    multi-hop questions +.01)."""
    return bool(_PERFECT.search(question) or _PLURAL.search(question))


def bridges(question: str) -> bool:
    """Whether it speaks of somebody or something by what is known of them ("the person who runs the Apollo project",
    负责阿波罗项目的人): one memory tells who that is, another one answers."""
    return _RELATIVE.search(question) is not None


def asks_only_for_a_time(question: str, time: TimeInterval | None) -> bool:
    """Whether the question asks for whatever was said or done in a range of time ("what did I do last week?",
    上周聊了什么？): beside the time it names nothing that a memory could hold."""
    if time is None or not time.text or time.text not in question:
        return False
    rest = _ANY_DOING_ZH.sub(" ", question.replace(time.text, " "))
    return all(term in STOP_WORDS or term in _ANY_DOING for term in query_terms(rest))
