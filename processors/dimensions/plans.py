"""Plans and their ends: what somebody owes, is about to do or is busy with, and that it was called off or is done."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import Stemmer

from processors.claims.clauses import Clause
from schemas.dimensions import Detail

CHARACTERS_MAX = 140
SENTENCES_MAX = 3
"""Longer turns tell of plans among other things. On ten conversations of LoCoMo (5,882 turns, 30 November 2026) the
three plans that were taken for over stood in longer ones, and all three were wrong."""
_OWED = re.compile(
    r"(?i:\bi(?:'ve| have)? (?:just |already )?(?:promised|swore|agreed|offered|volunteered|signed up|said i'd)\b"
    r"|\bi(?:'ve| have)? told \w+ (?:that )?i(?:'d|'ll| would| will)\b|\bi owe\b|\bi'm (?:supposed|due) to\b"
    r"|\bi have to\b|\bi need to\b)|我?(?:答应|应了|应下|保证)|[我还]欠|我(?:得|要|必须)|约好|报了名"
)
_ARRANGED = re.compile(
    r"(?i:\bi(?:'ve| have) (?:got )?(?:an? |my )[\w' -]{0,40}?(?:appointment|meeting|class|lesson|interview|booking"
    r"|reservation"
    r"|call|flight|viewing|check-?up)\b|\bi(?:'ve| have)? booked\b)|约[了在]|预约了|订了|报了"
)
_DOING = re.compile(
    r"(?i:\bi(?:'m| am) (?:currently |now |still )?(?P<verb>reading|watching|playing|knitting|building|writing)"
    r" (?P<what>[^,.!;]{3,60}))|我?(?:正)?在(?P<verbzh>[看读追玩织写])(?P<zh>[^，。！]{2,20})"
)
_CANCELLED = re.compile(
    r"(?i:\b(?:call(?:ed|ing)? (?:it |the \w+ |\w+ )?off|cancel(?:l?ed|ling)|fell through|not happening"
    r"|isn't happening|(?:is|are|'s) off(?=\s*(?:$|[,.!;—–]|after all|now|because))"
    r"|scrapped|not going ahead|(?:not|no longer) (?:\w+ing|doing it)\b.{0,40}\b(?:after all|any ?more))\b)|不办了"
    r"|取消|黄了|泡汤|不去了"
    r"|不搞了|停办|不用(?:去|上|来|参加|办|做|交|还)了?"
)
_DONE = re.compile(
    r"(?i:\b(?:done|finished|sorted|completed|ticked off|off my list|at last|finally)\b)|(?:[\u4e00-\u9fff](?:完|好"
    r"|掉)了)|搞定|[还交寄]了"
)
_FINISHED_IT = re.compile(
    r"(?i:^\W*(?:(?:just|finally|i've|i|have|at last) )*finished (?:it|that|the (?P<what>book|novel|series|show"
    r"|game))\b)|(?:终于|总算)?(?P<verbzh>[看读追玩织写])完了"
)
_NOT_YET = re.compile(
    r"(?i:\b(?:not|isn't|haven't|hasn't|never|almost|nearly|half|until|when|once|if|need to|have to|must|should|want to"
    r"|get)\b.{0,20}\b(?:done|finished|completed|sorted)\b)|没.{0,4}完|还没|快.{0,3}完|等.{0,8}完"
)
PROMISED = re.compile(
    r"(?i:\bi(?:'ve| have)? (?:told|promised|assured) [\w ]{2,30} (?:that )?i(?:'d|'ll| would| will)\b)"
)
"""The would of a promise is meant."""
_LATIN = re.compile(r"[a-z][a-z'-]+|\d+")
_HAN = re.compile(r"[\u4e00-\u9fff]+")
_LITTLE_TEXT = (
    "i i'd i've i'm i'll me my we our you your he his she her they their it its it's the a an and or but so to of in on"
    " at for by with from as is are was were be been will would have has had do did done finished after all today"
    " tomorrow now this that these those not no just already back out up off call called calling cancelled canceled"
    " promised promise agreed agree told said swore offered give gave given giving got get take took going go went"
    " monday tuesday wednesday thursday friday saturday sunday january february march april may june july august"
    " september october november december one need needs supposed due finally last"
)
_LITTLE = frozenset(_LITTLE_TEXT.split())
_LITTLE_ZH = re.compile(
    r"我们?|[你他她它]们?|答应|应了|应下|保证|必须|周[一二三四五六日天末]|[下这上]个?[周月]"
    r"|[一二三四五六七八九十\d]+[月号日点]|之前|以前|不用|不办|取消"
    r"|已经|终于|总算|今天|明天|昨天|那场|这场|那个|这个|那架|那台|那本"
    r"|[的了吗呢吧啊把给帮在还欠要得去来上下个篇前后完好没不都就也]"
)
_MEDIA = dict.fromkeys(("reading", "book", "novel", "读"), "reading")
_MEDIA |= dict.fromkeys(("watching", "series", "show", "追"), "watching") | dict.fromkeys(
    ("playing", "game", "玩"), "playing"
)
_MEDIA |= dict.fromkeys(("knitting", "building", "writing", "织", "写"), "making")
"""What one is at, by its verb or by what it is."""
_stemmer = Stemmer.Stemmer("english")


def plan_details(meant: Sequence[Clause]) -> Iterator[Detail]:
    """What a turn plans (its `value`: owed, or what one is at), or says is over (called off, done, finished)."""
    first, last = meant[0].start, meant[-1].end
    if last - first > CHARACTERS_MAX or len({clause.sentence for clause in meant}) > SENTENCES_MAX:
        return
    said = " ".join(clause.text for clause in meant)
    at = {"start": first, "end": last}
    finished = _FINISHED_IT.search(said)
    if finished and not _NOT_YET.search(said):
        medium = _MEDIA.get(finished["what"] or finished["verbzh"] or "", "")
        yield Detail(topic=" ".join(_telling(said)), form="over", value=f"finished {medium}".strip(), **at)
    elif _CANCELLED.search(said):
        yield Detail(topic=" ".join(_telling(said)), form="over", value="called off", **at)
    elif (doing := _DOING.search(said)) is not None:
        yield Detail(
            topic=" ".join(_telling(doing["what"] or doing["zh"])),
            form="plan",
            value=_MEDIA.get(doing["verb"] or doing["verbzh"], "at"),
            **at,
        )
    elif _OWED.search(said):
        yield Detail(topic=" ".join(_telling(said)), form="plan", value="owed", **at)
    elif _ARRANGED.search(said):
        yield Detail(topic=" ".join(_telling(said)), form="plan", value="arranged", **at)
    elif _DONE.search(said) and not _NOT_YET.search(said):
        yield Detail(topic=" ".join(_telling(said)), form="over", value="done", **at)


def _telling(said: str) -> list[str]:
    """The words by which a plan is known again: stems, and runs of Chinese between its little words."""
    folded = said.casefold().replace("’", "'")
    found = [
        _stemmer.stemWord(word.removesuffix("'s"))
        for word in _LATIN.findall(folded)
        if word not in _LITTLE and not word.isdigit()
    ]
    found += _HAN.findall(_LITTLE_ZH.sub(" ", folded))
    return list(dict.fromkeys(found))[:16]
