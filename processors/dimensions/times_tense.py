"""Tense: whether the words around a time speak of what was or of what will be, in both languages."""

from __future__ import annotations

import re

from processors.dimensions.times_calendar import Tense
from processors.dimensions.times_english_words import MONTH, WEEKDAY

_PAST = re.compile(
    r"(?i:\b(?:was|were|had|did|went|came|saw|(?<!'ve )(?<!have )(?<!has )got|took|made|bought|met|ate|left|ran|told"
    r"|said|gave|found|thought|felt|knew|lost|won|spent|sold|sent|paid|wrote|read|drove|flew|swam|began|broke|brought"
    r"|built|caught|chose|drank|fell|fought|grew|heard|held|kept|led|meant|rode|sang|slept|spoke|stood|taught|tore"
    r"|threw|woke|wore|used to|ago|been|cut|put|hit|set up|quit|hurt|became|forgot|understood|burnt|learnt|dreamt|lent"
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
_PAST_ZH = re.compile(
    r"(?<!除)(?<!不.)(?<!不..)了|过(?![年节来去程于]|生日|冬)|是[^，。！？]{1,16}的(?=[，。！,.!]|$)|搬过?来的|认识的|(?<=[买寄签生结])的(?:婚)?(?=[，。！]"
    r"|$)|刚|已经|曾|当时|那时|(?:^|[，,]|很久|[我你他她])(?:之前|以前)|昨|去年|前天|上[周个]"
    r"|从.{1,8}开始.{0,3}[就一]|从.{1,8}起就?(?:没|一直|老|总)"
    r"|(?<=[号日点午晚上早晨年月])(?:在[^，。！？]{1,8})?[签买办领写搬结离付拍租寄修见]的[\u4e00-\u9fff]{0,3}(?=[，。！？,.!?]|$)"
)
"""周四之前 is a deadline, 之前我 is the past."""
_FUTURE_ZH = re.compile(
    r"打算|准备|计划|提醒|预约|将|会(?!议|员)|要(?!求)|想|得(?=[去交做开见])|截止|到期|出发|约|请|安排|明天|下[周个]"
    r"|快|见|开会"
)
_FUTURE_SURE_ZH = re.compile(
    r"打算|准备|计划|答应|应[了下承](?=[\u4e00-\u9fff])|说好|提醒我|将要|要(?!求|了)|会(?!议|员)|别忘|记得|抢[到了]|[订定约][了好]|报[了上]名?|[买抢订][了到].{0,8}票|票[，,]|挂了.{0,6}号|改[到成在期]|推[到迟]|挪到|有效|能用|可用|到期|过期|作废|截止|前(?:都|得|要|必须|交|还|给)"
)


def english_tense(words: str) -> Tense:
    """Whether the words around a date speak of what was or of what will be."""
    if _PROMISED.search(words) or (_ARRANGED.search(words) and not _HAPPENED.search(words)):
        return "future"
    future, past = _FUTURE.search(words), _PAST.search(words)
    if past and not (
        future and future.start() < past.start() and future[0].lower() not in ("may", "by", "next", "can")
    ):
        return "past"
    return "future" if future else "none"


def chinese_tense(words: str) -> Tense:
    """Whether the words around a date speak of what was or of what will be."""
    if _FUTURE_SURE_ZH.search(words):
        return "future"
    if _PAST_ZH.search(words):
        return "past"
    return "future" if _FUTURE_ZH.search(words) else "none"
