"""Promises: what somebody takes on in words that other rules do not read, and what tells that it is done or off."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from processors.claims.clauses import Clause
from processors.claims.concepts import bag

SHARED_MIN = 2
"""Telling words that a report must share with a promise: one of them, a name say, speaks of many things."""

_TAKEN_ON = re.compile(
    r"(?i:\b(?:i|we)(?:'ve| have)? (?:just |already |also |now )?(?:agreed|volunteered|signed up|committed|undertaken)"
    r" to (?!the\b|an?\b|my\b|his\b|her\b|their\b|this\b|that\b)(?P<value>\w.{4,100})$"
    r"|\bi(?:'m| am) (?:down|booked|lined up|set) to (?!the\b|an?\b|my\b|one\b|two\b|three\b|earth\b"
    r"|\d)(?P<down>\w.{4,100})$|\bi (?:said|gave my word|vowed|pledged) (?:that )?i(?:'d|'ll| would"
    r"| will) (?P<said>\w.{4,100})$|\b(?:i|we) (?:still |also )?owe (?!you\b|it\b|everything\b|my life\b|\d|(?:one|two"
    r"|three|four|five|six|ten)\b)(?P<owed>\w.{4,80})$)"
)
_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DEADLINE = re.compile(
    r"(?i:\b(?:i|we)(?:'ve| have)? (?:must|(?:have|need|got) to) (?!be\b)(?P<value>\w[^,]{4,80}\b(?:by|before"
    rf"|no later than) (?:the (?:end|\d)|end|tomorrow|next|\d{{1,2}}(?:st|nd|rd|th)? {_MONTH}|{_MONTH} \d"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b.{0,20})$)"
    r"|我(?:得|必须|需要|要)在?(?P<zh>[^，。]{1,10}(?:之前|以前|(?<!以)前)(?:把|给|去|交|还|办|完成|提交"
    r"|寄)[^，。]{1,25})$"
)
"""What has to be done by a given time."""
_TAKEN_ON_ZH = re.compile(
    r"^我?(?:还|仍|也)?欠(?:着|了)?(?![你您])(?P<owed>[\u4e00-\u9fffA-Za-z]{1,8}?[一两三几\d]+[篇顿个份封本张次杯幅首条件场束盒瓶]"
    r"[^，。]{1,20})$|我(?:已经|又|还)?(?:应了|应下了?|应承了?|揽了|揽下了?)(?P<value>[^，。]{3,30})$"
)
_AND_AGREED_ZH = re.compile(
    r"^我?(?:已经|都|也)?(?:答应|应下|应承|揽下)(?:来|下来|了|过)?(?:他们?|她们?|人家)?(?:来)?了?$"
)
_DONE = re.compile(
    r"(?i:\b(?:done|finished|sorted|returned|delivered|completed|submitted|fixed|repaired|repaid|paid|gave|handed"
    r"|sent|posted|dropped|brought|took|wrote|painted|called|mended|cleaned|helped|drove|picked|made|watered|walked|fed"
    r"|booked|bought|cooked|baked|built)\b)"
)
_OFF = re.compile(
    r"(?i:\b(?:cancel(?:l?ed|s)?|call(?:ed|ing)? off|scrapped|fell through|off the hook|backed out|pulled out"
    r"|dropped out|no longer|not (?:\w+ ){1,4}(?:after all|any ?more)|(?:is|'s) off)\b)"
)
_NOT_YET = re.compile(
    r"(?i:\b(?:not yet|haven't|hasn't|yet to|half(?:way)?|almost|nearly|forgot)\b)|还没|尚未|忘了|一半|差不多"
    r"|差一?点|快要"
)
_STILL_OPEN = re.compile(
    r"(?i:\b(?:didn't|never|still|need to|have to|must|will|i'll|going to|should|promised|agreed|tomorrow|next)\b)"
    r"|没|还[得要差]|打算|准备|明天|后天|答应|应了"
)
_PARTS = re.compile(r"[，,。.;；!！]\s*")
_DONE_ZH = re.compile(r"(?P<verb>[\u4e00-\u9fff])(?P<complete>[完好妥掉定]|过去|回去|出去)?(?:给[^，。]{1,6})?了")
_OFF_ZH = re.compile(
    r"取消|不[办搞开去用做演搬弄讲来参需][^，。]{0,4}了|推掉|推了|黄了|泡汤|作罢|退掉|退出了?|没戏了|(?<!这)(?<!那)算了"
)
_WEAK_VERBS = frozenset("去来做办说到好过有是会要我")
_HANDING_OVER = frozenset("交还寄送付修写画拍译")
_SAYS_LITTLE_TEXT = (
    "tell told say said promis agre owe volunt sign commit today now done i'd i'll finish sort cancel call off"
)
_SAYS_LITTLE = frozenset(_SAYS_LITTLE_TEXT.split())
_SAYS_LITTLE_ZH = frozenset("我的了着过那这架个一在把给帮和跟还欠前后周日月号天要也都答应已经又，。")
_TIME = re.compile(r"\d|day$|^(?:januari|februari|march|april|may|june|juli|august|septemb|octob|novemb|decemb)$")
_NICKNAME = re.compile(r"[小老阿大][\u4e00-\u9fff](?=[家的说那要让把给])|^[小老阿大][\u4e00-\u9fff]")
_HAN = re.compile(r"[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class Undertaken:
    """What was taken on: its words, and the characters [start, end) that say it."""

    value: str
    start: int
    end: int


def find_undertaken(stated: Sequence[Clause]) -> Iterator[Undertaken]:
    """ "I've agreed to judge the show", "I still owe Jo a call"; 还欠阿明一幅画, and 六月三号给他代课，我答应了."""
    for number, clause in enumerate(stated):
        match = (_TAKEN_ON_ZH if clause.is_chinese else _TAKEN_ON).search(clause.text)
        if match:
            value = next(said for said in match.groups() if said)
            yield Undertaken(value.strip(" .,!。，！"), clause.start, clause.end)
        due = _DEADLINE.search(clause.text)
        if due and not match:
            yield Undertaken((due["value"] or due["zh"]).strip(" .,!。，！"), clause.start, clause.end)
        before = stated[number - 1] if number else None
        if before is None or before.sentence != clause.sentence or not _AND_AGREED_ZH.match(clause.text):
            continue
        if len(_HAN.findall(before.text)) >= 4:
            yield Undertaken(before.text, before.start, clause.end)


def settles(report: str, promise: str, people: Collection[str]) -> int:
    """How many telling words a statement shares with a promise that it says is done or off; 0 when it says neither, or
    too little of it. `people`: names, which tell whom it is about, not what."""
    if _NOT_YET.search(report):
        return 0
    told = ", ".join(part for part in _PARTS.split(report) if part and not _STILL_OPEN.search(part))
    return _settles_zh(told, promise, people) if _HAN.search(told) else _settles_en(told, promise, people)


def _settles_en(report: str, promise: str, people: Collection[str]) -> int:
    if not (_DONE.search(report) or _OFF.search(report)):
        return 0
    shared = {word for word in bag(report) & bag(promise) - _SAYS_LITTLE if not _TIME.search(word)}
    named = {word for name in people for word in bag(name)}
    return len(shared) if len(shared) >= SHARED_MIN and shared - named else 0


def _settles_zh(report: str, promise: str, people: Collection[str]) -> int:
    shared = {sign for sign in report if sign in promise and _HAN.match(sign)} - _SAYS_LITTLE_ZH
    named = " ".join((*people, *_NICKNAME.findall(report)))
    pairs = {
        report[n : n + 2]
        for n in range(len(report) - 1)
        if {report[n], report[n + 1]} <= shared and report[n : n + 2] in promise and report[n : n + 2] not in named
    }
    if _OFF_ZH.search(report):
        return len(shared) if pairs else 0
    for match in _DONE_ZH.finditer(report):
        verb = match["verb"]
        does_it = verb in promise and verb not in _WEAK_VERBS and bool(shared - {verb, *named})
        over = bool(match["complete"]) or verb in _HANDING_OVER
        if does_it or (over and pairs):
            return len(shared)
    return 0
