"""Intent: what a turn does, by rules in both languages; `inform` where none applies."""

from __future__ import annotations

import re

from schemas.dimensions import Intent

CHARACTERS_READ = 2_000

_GREET = re.compile(
    r"(?i:\W*(?:hi|hello|hey|good (?:morning|evening|afternoon|night)|bye|goodbye|see you|greetings)\b[^?]{0,20}\W*$)"
    r"|\W*(?:你好|您好|大家好|早上好|早安|晚上好|晚安|下午好|再见|拜拜|嗨|哈喽)[^？?]{0,6}$"
)
_FILLER = re.compile(
    r"(?i:\W*(?:ok(?:ay)?|hm+|uh+|um+|yes|yeah|yep|no|nope|sure|right|thanks?(?: you)?(?: so much| a lot)?|cool|nice"
    r"|great|lol|haha+|got it|i see|sounds good)(?:[\s,.!~…]+(?:ok(?:ay)?|thanks?(?: you)?|hm+|great|cool|sure|yes"
    r"|no))*\W*$)|\W*(?:嗯+|哦+|好+的?|行|对+|是的|谢谢你?|哈+|收到|知道了|明白了?|可以)(?:[，。！,!\s]*(?:嗯+|好+的?"
    r"|谢谢你?|收到))*\W*$"
)
_REMEMBER = re.compile(
    r"(?i:\b(?:please )?(?:remember (?:that|this|my|me|to|:)|remember,|remember that\W*$|don'?t forget|keep in mind"
    r"|note that|make a note|for the record|(?<!don't )(?<!i )forget (?:my|about my|that i|what i))\b)|(?:请|帮我"
    r"|你要|麻烦|务必)?(?:记住|记一下|记下|记得我|别忘了|不要忘)|(?:请)?(?:忘掉|忘记|删掉)我的"
)
_CORRECT = re.compile(
    r"(?i:^\W{0,3}(?:correction|actually|no[,.] |sorry[,.] |scratch that|wait[,.] no)|\bi (?:meant|misspoke)\b|\b"
    r"(?:that's|it's|you're|that is) (?:wrong|not right|incorrect)\b|\bnot \w+, (?:it's|but)\b|\bi no longer\b|\bit"
    r"(?:'s| has)? changed\b|\bi(?:'ve)? changed my\b)|说错了|更正|纠正一下|不对[，,]|记错了|搞错了|我是说"
    r"|不是.{1,12}[，,]?是|换了?(?:个|新|手机|电话)*号|(?:号码?|电话|地址|邮箱|名字).{0,4}(?:换|改)(?:了|成)|不再"
)
_REQUEST = re.compile(
    r"(?i:^\W{0,3}(?:please|kindly|can you|could you|would you|will you|help me|show me|tell me|give me|let me know"
    r"|find|list|write|make|create|add|remove|delete|update|change|send|book|schedule|set|explain|translate|proofread"
    r"|summari[sz]e|fix|check|remind me|suggest|recommend|generate|i need you to|i'd like you to)\b|\bplease\b|\b"
    r"(?:can|could) you\b)|帮我|帮忙|请(?!问|客|假|教)|麻烦你?|给我|替我|能不能|可不可以|可以(?:帮|给|把)|推荐"
    r"|把.{1,20}(?:翻译|改|写|发|删|整理)"
)
_QUESTION = re.compile(
    r"(?i:[?？]\W*$|^\W{0,3}(?:what|who|whom|whose|when|where|why|how|which|do|does|did|is|are|am|was|were|will"
    r"|should|have|has|had)(?:'s|'re)? (?:\w+)[^.!]{0,300}$)|(?:吗|呢|么)\W*$|^(?:请问|什么|怎么|为什么|哪|谁|几)|"
    r"(?:什么|怎么|为什么|哪里|哪个|哪儿|谁|几点|多少|是不是|有没有)[^，。！]{0,12}$"
)
_FEEL = re.compile(
    r"(?i:\bi(?:'m| am| feel| felt|'ve been| was)(?: \w+){0,2} (?:happy|sad|angry|upset|excited|proud|tired|exhausted"
    r"|stressed|anxious|worried|lonely|depressed|frustrated|annoyed|scared|afraid|nervous|bored|overwhelmed|thrilled"
    r"|disappointed|grateful|furious|heartbroken|embarrassed|jealous|relieved|sick|glad)\b|\bmakes? me (?:\w+ )?"
    r"(?:happy|sad|angry|anxious|cry|smile|sick|laugh)\b)|(?:我|今天|最近|心里|感觉|觉得|好|很|太|有点|真).{0,6}"
    r"(?:开心|高兴|难过|伤心|生气|累|烦|焦虑|害怕|担心|孤独|郁闷|失望|激动|兴奋|紧张|崩溃|后悔|委屈|压力大|头疼|心情)"
)
_PREFER = re.compile(
    r"(?i:\b(?:i|we)(?:'m| am)?(?: \w+){0,2} (?:like|love|hate|prefer|enjoy|adore|dislike|detest|into|fond of"
    r"|can't stand)\b|\bi (?:don'?t|do not) (?:\w+ )?(?:like|enjoy|eat|drink)\b|\bmy favou?rite\b|\bnot a fan\b)|喜欢"
    r"|讨厌|不爱|最爱|热爱|偏好|偏爱|爱(?:吃|喝|看|听|玩)|受不了|更倾向|宁愿|不吃"
)
_COMMIT = re.compile(
    r"(?i:\bi(?:'ll| will) (?!be (?:honest|happy))|\bi promise\b|\bi (?:swear|commit|guarantee)\b|\bcount on me\b)|我"
    r"(?:答应|保证|承诺|发誓|一定会|会在|会把|来负责)"
)
_PLAN = re.compile(
    r"(?i:\b(?:i'm|i am|we're|we are)(?: \w+)? (?:going to|planning|about to|gonna|taking|moving|flying|travell?ing"
    r"|thinking of)\b|\b(?:i|we) (?:plan|intend|hope|want|aim) to\b|\b(?:my|our) (?:plan|goal) is\b|\bgonna\b)|打算"
    r"|计划|准备(?:去|在|要|明|下|把)|想(?:去|要|学|在)|要去|目标是|下(?:周|个?月).{0,6}(?:去|要)"
)
_RULES: tuple[tuple[Intent, re.Pattern[str]], ...] = (
    ("remember", _REMEMBER),
    ("correct", _CORRECT),
    ("question", _QUESTION),
    ("request", _REQUEST),
    ("prefer", _PREFER),
    ("commit", _COMMIT),
    ("plan", _PLAN),
    ("feel", _FEEL),
)


def find_intent(content: str) -> Intent:
    """The first rule that holds, from the most to the least telling: a request within a question is a request."""
    text = content[:CHARACTERS_READ].strip()
    if not text or _FILLER.match(text):
        return "filler"
    if _GREET.match(text):
        return "greet"
    for intent, rule in _RULES:
        if rule.search(text):
            return "request" if intent == "question" and _REQUEST.search(text) else intent
    return "inform"
