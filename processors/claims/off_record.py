"""Off the record: a turn that its speaker does not want kept, or that wants what stood before it not kept."""

from __future__ import annotations

import re
from typing import Literal

from processors.claims.clauses import HIDDEN, Clause, clauses, own_words

Unsaid = Literal["this", "before"]

_WORDS = re.compile(
    r"(?i:record|sav|stor|remember|memor|not(?:e|ing)|log|keep|retain|writ|forget|delet|eras|strik|profile|books"
    r"|wip(?:e|ing)|scrub|purge"
    r"|trace|hold(?:ing)? on|hang(?:ing)? on)|记|存|录|留|忘|库|档|备份|删|抹|阅后即焚|没[说提讲]"
)
"""Without one of these a turn says nothing of the kind."""
_ASKING = (
    r"(?:(?:please|pls|but|and|so|oh|ok(?:ay)?|hey|just|also|btw|by the way|(?:can|could|would|will) you(?: please)?"
    r"|i'd (?:rather|prefer|like)(?: that| it if)? you|i (?:want|need) you to|you (?:should|must))[\s,]+){0,6}"
)
_NOT = r"(?:do not|don'?t|never|not(?: to)?|didn'?t|no need to|avoid|refrain from)"
_KEEP = (
    r"(?:save|saving|store|storing|remember|remembering|record|recording|memori[sz]e|log|logging|note|noting|keep"
    r"|keeping|retain|retaining|write|writing|(?:hold|hang)(?:ing)? on ?to)"
)
_PART = r"(?:message|sentence|part|bit|one|line|turn|detail|info(?:rmation)?|chat|conversation)"
_PLACE = (
    r"(?:down|anywhere|please|though|at all|either|ok(?:ay)?|about me"
    r"|(?:in|into|to|on|for) (?:your |the |my )?(?:memor(?:y|ies)|notes?|record|profile|file|log)s?)\b"
)
_END = rf"(?=\s*(?:$|[,.;:!?–—()\x00]|{_PLACE}|and\b|but\b))"
_WHERE = re.compile(rf"(?i:^\W*{_PLACE})|^[了啊哦哈吧呀噢喔就好行吗可以不谢]+")
_HERE_EN = re.compile(
    rf"(?i:^\W*{_ASKING}{_NOT} {_KEEP}(?: down)? (?P<what>this|that|it|any of (?:this|that|it)|what follows"
    rf"|the following|(?:this|that|the next|my next) {_PART}){_END})"
)
_KEPT_EN = re.compile(
    rf"(?i:^\W*{_ASKING}{_NOT} (?:keep|make|leave) (?:an? |any )?(?:record|note|trace|log)s? of (?:this|that|it){_END}"
    rf"|^\W*{_ASKING}{_NOT} (?:add|put|enter|file) (?:this|that|it) (?:in|into|to|on|under) (?:your|my"
    rf"|the) (?:memor(?:y|ies)|notes?|profile|record|file|log)s?|\b(?:this|that) (?:is not|isn't|must not|mustn't"
    rf"|should not|shouldn't) (?:to )?be (?:remembered|stored|saved|recorded|kept|logged|noted|written down)\b)"
)
_BEFORE_EN = re.compile(
    rf"(?i:^\W*{_ASKING}{_NOT} {_KEEP}(?: down)? (?:anything |any of )?(?:what(?:ever)? (?:i|we)(?:'ve"
    rf"| have)?(?: just)? (?:said|told|wrote|mentioned|typed|shared)|(?:my|the) (?:last|previous|earlier) (?:{_PART}"
    rf"|thing|message)s?|(?:what i said|the) above|everything (?:above|so far))"
    rf"|^\W*{_ASKING}(?:forget|delete|erase|strike) (?:what(?:ever)? (?:i|we)(?:'ve| have)? just (?:said|told you"
    rf"|wrote|mentioned|typed)|(?:that )?i (?:just |even |ever )?said (?:that|anything|this)|(?:my|the) (?:last"
    rf"|previous) (?:{_PART}|thing)){_END})"
)
_WIPE_EN = re.compile(
    rf"(?i:(?:^|[,;]\s?)\W*{_ASKING}(?:delete|wipe|erase|scrub|purge|forget|remove) (?:(?:this|that) {_PART}"
    rf"|(?:this|that|it) (?:from"
    rf"|out of|off) (?:your|the) (?:memor(?:y|ies)|records?|notes?|files?|logs?)"
    rf"|(?:this|that|it) (?:after(?:wards)?|later|once (?:we're|you're|you've|i'm) [^.!?]{{1,20}})){_END}"
    rf"|(?:^|[,;]\s?)\W*{_ASKING}(?:leave|keep) no (?:trace|record|note|log)s? of (?:this|that|it){_END}"
    r"|\b(?:this|that|it) (?:doesn't|does not|shouldn't|mustn't|can't|must not|should not|isn't to) (?:go|end up|be"
    r"|stay|land)"
    r" (?:in|into|on) (?:your|the|my) (?:memor(?:y|ies)|notes?|records?|files?|profile|logs?)\b)"
)
_LAST_PART = re.compile(rf"(?i:\b(?:that|the|my) (?:last|previous) (?:{_PART}|thing|message)\b)")
_MARK_EN = re.compile(
    r"(?i:(?:^|[.;:,!(–—-]\s*)\W*(?:(?:and|but|so|ok(?:ay)?|please)\s+)?(?:(?:this|that|it)(?:'s| is| was| stays"
    r"| must stay| should stay| has to stay| remains)\s+(?:just |strictly |totally |completely )?|strictly "
    r"|keep (?:this|that|it) |let's keep (?:this|that|it) )?(?:off the (?:record|books)\b|not for (?:the|your"
    r"|any) records?\b|not for your (?:memory|notes|files)\b"
    r"|out of (?:your|the) (?:memory|memories|records?|notes)\b))"
)
_ASKS_ABOUT = re.compile(
    r"(?i:^\W*(?:is|are|was|were|do|does|did|what|why|how|when|who|have|has|should|if)\b)|是不是|什么意思|会不会|是什么"
)
_NEGATED_ZH = r"(?:先?别|不要|不用|不必|不许|不准|请勿|勿|无需|甭)"
_KEEP_ZH = (
    r"(?:(?:帮我|给我|替我)?(?:往(?:心|脑子|记忆|档案)里)?(?:往[里上])?(?:记|存|录|写)(?:下来?|住|着|档|进去?|入|录"
    r"|上)?|保存|记录"
    r"|存储|保留|留存|留记录|留底|留档|留(?:下)?(?:痕迹?|着)|归档|入档|备份)(?:到|进|在|入)?(?:你的?)?(?:记忆|档案"
    r"|脑子|记录|笔记|心|库)?(?:里面?|中"
    r"|上)?(?:[这此](?:一)?[句段条件](?:话|事儿?)?)?"
)
_THIS_ZH = (
    r"(?:(?:我)?(?:下面|接下来|后面)(?:这|要|我|说|讲|的)*(?:句|段|话|些|个|条|件|事|内容)?"
    r"|(?:这|此)(?:一)?(?:句|段|条|个|件|些|番|点|次)?(?:话|事儿?|事情|消息|内容|信息|秘密)?)"
)
_OVER_ZH = (
    r"(?=\s*(?:了|啊|哦|哈|吧|呀|噢|喔|就好|就行|行吗|好吗|可以吗|好不好|谢谢)*\s*(?:$|[，,。.；;：:！!？?、~（(\x00]))"
)
_HERE_ZH = re.compile(
    rf"^\W*(?:(?:但是?|不过|对了|那|所以|你|请|麻烦|拜托|千万|可|就|能不能|可不可以|可以|咱们?|我说"
    rf"|跟你说)[，,]?)*(?:把)?(?P<what>{_THIS_ZH})?"
    rf"(?:你|请|就|可|千万|都|先|麻烦|能不能|可以|也|咱)*{_NEGATED_ZH}(?:再)?{_KEEP_ZH}{_OVER_ZH}"
)
_INTO_ZH = re.compile(
    rf"^\W*(?:请|麻烦|拜托|千万|你|可)*{_NEGATED_ZH}(?:再)?(?:把|让)(?P<what>{_THIS_ZH})(?:给)?(?:也)?"
    rf"(?:(?:放|写|存|记|录|加|归|塞|留)(?:进|到|入|在|下来?)?(?:去)?(?:你的?)?(?:记忆|档案|脑子|记录|笔记|心|库"
    rf"|小本本)?(?:里面?|中|上)?)"
    rf"{_OVER_ZH}|阅后即焚|^\W*(?:把)?(?:{_THIS_ZH})?(?:你|请|就|可|千万|都|也)*{_NEGATED_ZH}(?:再)?(?:进"
    rf"|入)(?:到)?(?:你的?)?(?:记忆|档案|库|脑子|记录|笔记)(?:里|库)?{_OVER_ZH}"
)
_WIPE_ZH = re.compile(
    rf"^\W*(?:(?:你|请|麻烦|拜托)?把?(?:[这此]一?(?:句|条)话?|这(?:段话|些话|话|消息|信息|秘密))(?:你|请|就|可|都"
    rf"|也|全|给我){{0,3}}"
    rf"|(?:你|请|麻烦|拜托)?(?:看|听|说|用|聊|答|读)(?:完|过|了)(?:你|请|就|可|都|也|以后|之后|后){{0,3}})"
    rf"(?:删|抹|忘|清)(?:了|掉|除|干净|去){{0,2}}{_OVER_ZH}"
)
_BEFORE_ZH = re.compile(
    rf"(?:刚才?|刚刚|前面|上面|之前|方才|上一?(?:句|条|段|个))(?:我?(?:说|讲|写|提|聊|发|打)(?:过|到)?)?(?:的)?(?:这"
    rf"|那)?(?:一)?(?:句|段|条|些|个|件)?"
    rf"(?:话|事儿?|事情|内容|消息)?(?:你|请|就|可|千万|都|全|先|麻烦|也)*(?:{_NEGATED_ZH}(?:再)?{_KEEP_ZH}{_OVER_ZH}"
    rf"|当我没说|忘了?吧|忘掉|(?:删|抹|清)(?:了|掉|除|去){_OVER_ZH})|^\W*(?:就|全)?当我没[说讲提](?:过)?{_OVER_ZH}"
)
_EMPTY = re.compile(
    r"(?i:\b(?:this|that|it|it's|that's|is|was|stays|just|strictly|between|us|you|and|me|a|secret|private"
    r"|confidential|please|ok|okay|thanks|thank|hey|by|the|way|btw|oh|wait|actually|sorry|only|so|but|my|our|keep"
    r"|keep it|pls|for|well|hm+)\b)|这|那|是|只|就|咱们?|我们|你我|你|我|之间|的|个|秘密|保密|私下|悄悄|话|事儿?|哦|啊"
    r"|吧|哈|请|谢谢|好吗|行|对了|等等|别人|不要|别|外传|说出去|知道"
)
_WORD = re.compile(r"[^\W_]")


def unsaid(content: str) -> Unsaid | None:
    """What a turn of its speaker wants not to be remembered: itself, or, when it says nothing else, or says so, what
    stood before it. None: it wishes no such thing; a question about it, somebody else's words and "don't forget" wish
    none."""
    if not _WORDS.search(content):
        return None
    own = own_words(content)
    parts = clauses(own)
    wishing = [clause for clause in parts if _wishes(clause, own)]
    if not wishing:
        return None
    if any(_looks_back(clause.text) for clause in wishing) or _LAST_PART.search(own):
        return "before"
    rest = own
    for clause in wishing:
        rest = rest[: clause.start] + " " * (clause.end - clause.start) + rest[clause.end :]
    rest += " ".join(_beside(clause.text) for clause in wishing)
    return "this" if HIDDEN in own or _WORD.search(_EMPTY.sub(" ", rest)) else "before"


def _wishes(clause: Clause, own: str) -> bool:
    text = clause.text
    if _looks_back(text) or _HERE_ZH.search(text) or _INTO_ZH.search(text) or _KEPT_EN.search(text):
        return True
    if _WIPE_EN.search(text) or _WIPE_ZH.search(text):
        return True
    if _HERE_EN.search(text):
        # "Don't remember it." alone says that one has forgotten.
        alone = len(own.strip(" .!\n")) == len(text.strip(" .!\n"))
        return not (alone and re.match(r"(?i:\W*(?:do not|don'?t) remember (?:it|that)\b(?! please))", text))
    return bool(_MARK_EN.search(text)) and not (clause.asks and _ASKS_ABOUT.search(text))


def _looks_back(text: str) -> bool:
    return bool(_BEFORE_EN.search(text) or _BEFORE_ZH.search(text))


def _beside(text: str) -> str:
    """What a wishing clause says beside its wish: "off the record my sister …"."""
    found = (
        _HERE_EN.search(text)
        or _HERE_ZH.search(text)
        or _INTO_ZH.search(text)
        or _KEPT_EN.search(text)
        or _WIPE_EN.search(text)
        or _WIPE_ZH.search(text)
        or _MARK_EN.search(text)
    )
    if found is None:
        return ""
    return text[: found.start()] + " " + _WHERE.sub(" ", text[found.end() :])
