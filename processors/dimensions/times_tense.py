"""Tense: whether the words around a time speak of what was or of what will be, in both languages."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from processors.dimensions.times_calendar import Tense
from processors.dimensions.times_english_words import MONTH, WEEKDAY

_PAST = re.compile(
    r"(?i:\b(?:was|were|had|did|went|came|saw|(?<!'ve )(?<!have )(?<!has )got|took|made|bought|met|ate|left|ran|told"
    r"|said|gave|found|thought|felt|knew|lost|won(?!['’]t)|spent|sold|sent|paid|wrote|read|drove|flew|swam|began|broke|brought"
    r"|built|caught|chose|drank|fell|fought|grew|heard|held|kept|led|meant|rode|sang|slept|spoke|stood|taught|tore"
    r"|threw|woke|wore|used to|ago|been|(?<=['’]d )(?:given|gone|done|seen|eaten|known|begun)"
    r"|(?<!power )(?<!pay )(?<!tax )(?<!price )(?<!job )"
    r"(?<!spending )cut|put|hit|set up|quit|hurt|became|forgot|understood|burnt|learnt|dreamt|lent"
    r"|bent|dug|hung|hid|sank|shook|stuck|stole|struck|swept|wept|spilt|spoilt|leapt|laid|lit|fed|fled|froze|dealt"
    r"|bled|blew|drew|shone|shrank|swore|spun|split|(?<!\bthe )(?<!\ba )(?<!\ban )(?<!\bmy )(?<!\bour )(?<!\bis"
    r" )(?<!\bare )(?<!'s )(?<!'re )(?<!\bbe )(?<!\bget )(?<!\bgets )(?<!\bgetting )[a-z]{2,}(?<!ne)(?<!f)ed)\b)"
)
_FUTURE = re.compile(
    r"(?i:\b(?:will|going to|gonna|plan|plans|planning|planned for|scheduled|about to|want to|hope to|need to|have to"
    r"|has to|must|should|shall|can|could you|please|remind|book|schedule|due|deadline|let's|looking forward|is on"
    r"|are on|coming|by|upcoming|starts|leaves|begins|opens|ends|expect|might|may|won't|see you|tomorrow|next|flying"
    r"|visiting|meeting me)\b|'ll\b|\b(?:i'm|i am|we're|we are|he's|she's|they're) \w+ing\b)"
)


_PROMISED = re.compile(
    r"(?i:\b(?:told|said|promised|swore|agreed|assured|reckoned|thought|hoped|knew)\b.*"
    r"(?:\b\w+'d|\bwould) (?!have\b|been\b)"
    r"|\b(?:promised|agreed|vowed|planned|arranged|due|supposed|meant|committed|word|promise)(?: \w+){0,3} to [a-z]+)"
)
"""What was said then about what was still to come."""
_ARRANGED = re.compile(
    r"(?i:\b(?:booked|reserved|scheduled|arranged|pencilled|signed up|registered|enrolled|invited|put \w+ down"
    r"|confirmed|lined up|got (?:a|an|us|me|our) \w+|bought|ordered)\b.*\b(?:for|from)\b(?! (?:\w+ ){0,5}(?:years?"
    r"|months?|weeks?)\b)|\b(?:tickets?|reservation|appointment|booking)s?\b|\b(?:moved|shifted|pushed|postponed"
    r"|rescheduled|brought forward|put back|put off|bumped|changed)\b.{0,40}"
    rf"\bto (?:the )?(?:\d|{MONTH}|{WEEKDAY}))"
)
"""What was arranged then lies ahead: "I booked a table for 8 May"."""
_HAPPENED = re.compile(r"(?i:\b(?:had|was|were|missed|went|used|ago|last)\b)")
_BEHIND = r"(?=[吧呢啊呀哦哈嘛]?(?:[，。！？,.!?;；\n]|$))"
_GOT = (
    "提交|入职|离职|毕业|出生|分手|下单|到货|收到|拿到|做完|办完|开业|搬进|住进|搬来|送来|住院|出院|结婚|领证"
    "|[签买办领写搬结离付拍租寄修见面扫交提拔发拿换做动出入进考种装送借还卖吃喝看丢摔认分辞退生剪染拆投回走到开拜洗补打]|(?<![年月天上])[来去上下]"
)
"""What is done and over once it is done."""
_PAST_ZH = re.compile(
    r"(?<![经难])过(?![年节寿来去程于度期敏户冬夜周端中圣元春国清得分关几两半一二三四五六七八九十\d]|生日|山车)"
    r"|(?<=[\u4e00-\u9fff])(?<![再等就又还要得我你他她们那会天])过(?=[几两半一二三四五六七八九十\d])|是[^，。！？]{1,16}的(?=[，。！,.!]|$)"
    r"|搬过?来的|认识的|(?<=[买寄签生结])的(?:婚)?(?=[，。！]|$)|刚|没(?:去|来|吃|看|见|接|睡|考|赶|买|交|写|做|拿|收|走)|已经|曾|终于|当时|那时|那会儿?|那阵|(?<![么少啥谁哪])(?<!么.)来着"
    r"|(?:^|[，,]|很久|[我你他她])(?:之前|以前)|昨|去年|前天|上[周个]|从.{1,8}起就?(?:没|老|总)"
    r"|(?:(?<=[号日点午晚上早晨年月节季前庆旦夕秋明])|(?<=[周期拜][一二三四五六日天]))(?:[我你他她咱]们?)?(?:[在跟和陪][^，。！？的]{1,8})?(?:才|就|[回去]去?[^，。！？的]{0,3})?"
    rf"(?:{_GOT})的(?!时候)[\u4e00-\u9fff]{{0,4}}(?=[，。！？,.!?]|$)"
)
"""周四之前 is a deadline, 之前我 is the past; 3号交的初稿 tells what was done on it, 3号的会 and 3号要交的稿 do not."""
_DONE_ZH = re.compile(r"(?<!除)(?<!不.)(?<!不..)了")
_CHANGED_ZH = re.compile(
    r"(?:^|[，。,\s])等(?![了过])[^，。！？,.!?]{1,12}了|(?:只能|没法|不用|不必|不能|可以|该|快要?|又要|轮到|(?<=[我你他她们就又还都])得)(?!递|餐|乐)"
    rf"[^，。！？,.!?]{{1,10}}了{_BEHIND}"
)
"""What has come to be so is for now and later: 周五只能改线上了."""
_DUE_ZH = re.compile(
    r"就(?:要|该|得|能|可以)?(?:正式)?(?:放假|开学|毕业|到期|出发|结束|开工|开业|截止|过期|考试|高考|中考|答辩|交房"
    rf"|退休|休假|满月|生|到|走)了{_BEHIND}"
)
"""What is on the calendar lies ahead: 六月底就毕业了."""
_NEAR_ZH = re.compile(rf"就[^，。！？,.!?]{{1,12}}了{_BEHIND}|一直(?!到)|老是|从.{{1,8}}(?:开始|起).{{0,3}}[就一]")
"""Of what was, or of what begins soon: 4号就搬进去了, 从六月开始我就居家办公."""
_THAT_DAY_ZH = re.compile(r"那[天晚]")
_FUTURE_ZH = re.compile(
    r"打算|准备|计划|提醒|预约|将|(?<![那这一灯聚约宴庙机社班唱开大例展协工误])(?<!家长)(?<!运动)(?<!音乐)会(?!议|员|儿)|要(?!求)|想|得(?=[去交做开见])|截止|到期|出发|约|请|安排|明天|下[周个]"
    r"|快|见|开会"
)
_FUTURE_SURE_ZH = re.compile(
    r"打算|准备|计划|答应|应[了下承](?=[\u4e00-\u9fff])|说好|提醒我|将要|要(?!求|了)|(?<![那这一灯聚约宴庙机社班唱开大例展协工误])(?<!家长)(?<!运动)(?<!音乐)会(?!议|员|儿)|别忘|记得|抢[到了]|[订定约][了好]|报[了上]名?|[买抢订][了到].{0,8}票|票[，,]|挂了.{0,6}号|改[到成在期]|推[到迟]|挪到|有效|能用|可用|到期|过期|作废|截止|前(?:都|得|要|必须|交|还|给)"
)


_OWN = re.compile(r"(?i:\b(?:the|an?|my|our|his|her|their|your|this|that|its|new|library)\s+$)")
"""Before a noun: "the plan", "my book", which are no future."""
_CLAUSE_EDGE = re.compile(r"[,;:.!?](?!\d)|[，。；：！？\n]")
_SENTENCE_EDGE = re.compile(r"[.!?。！？\n](?!\d)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_BESIDE_TIME = re.compile(r"那天|当天|这天|早上|晚上|上午|下午|中午|的时候|前后|左右")
_SAYS_MIN = 2
"""Chinese characters, or words and one, beside a time with which a clause says something of its own."""


def english_tense(words: str) -> Tense:
    """Whether the words around a date speak of what was or of what will be."""
    if _PROMISED.search(words) or (_ARRANGED.search(words) and not _HAPPENED.search(words)):
        return "future"
    future, past = _FUTURE.search(words), _PAST.search(words)
    if past and not (future and future.start() < past.start() and _foresees(words, future)):
        return "past"
    return "future" if future else "none"


def _foresees(words: str, future: re.Match[str]) -> bool:
    """Whether a word of the future says so by itself, before a word of the past."""
    return future[0].lower() not in ("may", "by", "next", "can") and not _OWN.search(words, 0, future.start())


def chinese_tense(words: str) -> Tense:
    """Whether the words around a date speak of what was or of what will be."""
    if _FUTURE_SURE_ZH.search(words):
        return "future"
    if _PAST_ZH.search(words):
        return "past"
    if "了" in words and (_CHANGED_ZH.search(words) or _DUE_ZH.search(words)):
        return "future"
    if _NEAR_ZH.search(words):
        return "near"
    if _DONE_ZH.search(words):
        return "past"
    if _FUTURE_ZH.search(words):
        return "future"
    return "nearest" if _THAT_DAY_ZH.search(words) else "none"


def tells_of_past(text: str) -> bool:
    """Whether a text tells of what was."""
    if english_tense(text) == "past":
        return True
    if not _HAN.search(text):
        return False
    done = _PAST_ZH.search(text) or _DONE_ZH.search(text)
    return bool(done) and not _FUTURE_SURE_ZH.search(text)


def tenses(tense_of: Callable[[str], Tense], text: str) -> Callable[[int, int], Tense]:
    """The tense of the time at [start, end) of a text: that of its clause, else of its sentence; what was said in
    another clause only leans to the past where its own says something too."""

    @lru_cache(maxsize=64)
    def tense_in(start: int, end: int) -> Tense:
        return tense_of(text[start:end])

    clause_edges = [m.start() for m in _CLAUSE_EDGE.finditer(text)]
    sentence_edges = [m.start() for m in _SENTENCE_EDGE.finditer(text)]

    def around(place: int, edges: list[int]) -> tuple[int, int]:
        start = max((edge + 1 for edge in edges if edge < place), default=0)
        return start, min((edge for edge in edges if edge >= place), default=len(text))

    def tense_at(start: int, end: int) -> Tense:
        clause = around(start, clause_edges)
        tense = tense_in(*clause)
        if tense == "none":
            tense = tense_in(*around(start, sentence_edges))
            if tense == "past" and _says(text[clause[0] : start] + text[end : clause[1]]):
                return "near"
        return tense

    return tense_at


def _says(words: str) -> bool:
    rest = _BESIDE_TIME.sub("", words)
    return len(_HAN.findall(rest)) >= _SAYS_MIN or len(rest.split()) > _SAYS_MIN
