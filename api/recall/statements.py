"""Statements: what recalled memories state, clause by clause, by whom, in units that two of them can be compared by."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby

from indexers.analysis import STOP_WORDS, folded, stem
from processors.claims.clauses import Clause, clauses, own_words
from processors.claims.guards import CHARACTERS_MAX, stated
from processors.language import HAN
from schemas.memories import Memory

_SAID_BY = re.compile(
    r"(?:(?i:according to) (?P<named>[^,]{2,40}), |(?P<who>(?:(?i:my|the|our|his|her|their|a|an|this"
    r"|that) )?[\w'.&-]+(?: (?!that |which )[\w'.&-]+){0,6}?)(?i: (?:just |also |still |always )?(?:said|says"
    r"|told (?:me|us)|tells me|thinks|claims?|claimed|reckons?|insists?|insisted|swears|swore|maintains|writes|wrote"
    r"|states|has it|warns|warned|is (?:sure|certain|convinced))(?: that)?(?:[:,])? |(?i: (?:puts|lists|shows|gives"
    r"|quotes|has) (?=(?:the|my|our|it)\b)))"
    rf")(?=\S)|(?P<zh>[{HAN}A-Za-z][{HAN}A-Za-z ]{{0,19}}?)(?:又|都|非|坚持|一直|还|跟我|告诉我|回我)?"
    r"(?:说|讲|告诉我|(?: ?[上里])(?:写|盖|记|印|登记|标)(?:着|的是|明|了|的)?|写着|认为|坚称|回复"
    r"|通知|查到的?|显示)(?!到|过|起|不)[，,:：]?\s*(?=\S)"
)
_SAID_AFTER = re.compile(
    r"(?i:(?:,? )?(?:says|said|according to|claims|reckons) (?P<who>(?:the|my|our|his|her) [\w' -]{2,30}|[A-Z]\w+)\W*)"
)
_FOUND_BY = re.compile(
    r"(?P<who>(?i:the|my|our) [\w'-]+(?: [\w'-]+){0,2}?) (?:dated|estimated|priced|valued|appraised|measured"
    r"|diagnosed) "
)
_PAPER_FIRST = re.compile(
    r"(?P<who>[A-Z][\w' ]{1,30}(?:site|website|app|leaflet|flyer|email|letter|sign|menu|manual|ticket|poster|page|form"
    r"|invite|calendar|contract|lease|card|note))(?: entry)?: (?=\S)"
)
"""Whose words a clause passes on: they count as that person's."""
_HEDGE = re.compile(
    r"(?i:(?:(?:i'm |i am )?(?:pretty|quite|fairly|almost|very)? ?(?:sure|certain|positive|convinced)(?: that)?"
    r"|i (?:think|thought|believe|heard|guess|reckon|swear|remember|was told)(?: that)?|as far as i know|afaik|iirc"
    r"|last i heard|if i remember (?:right|correctly)|from what i (?:know|heard)|apparently|in fact|turns out(?: that)?"
    r"|i could have sworn(?: that)?),? )|(?:我?(?:听说|记得|怎么记得|敢肯定|肯定|确定|以为)|据说|据我所知)[，,：:]?"
)
"""How sure somebody is of what they say is no part of it."""
_ONESELF = frozenset(("i", "we", "我", "我们", "咱", "咱们"))
_ASIDE = re.compile(r"\s*[,;(–—]\s*|\s-\s")
_CONTRACTIONS = (
    (re.compile(r"\bcan't\b", re.I), "can not"),
    (re.compile(r"\bwon't\b", re.I), "will not"),
    (re.compile(r"n't\b", re.I), " not"),
    (re.compile(r"\bi'm\b", re.I), "i am"),
    (re.compile(r"'ve\b", re.I), " have"),
    (re.compile(r"'re\b", re.I), " are"),
    (re.compile(r"\b(it|that|he|she|what|there|here)'s\b", re.I), r"\1 is"),
)
_UNIT = re.compile(rf"[a-z]+(?:'s)?|\d+(?:[.:,/]\d+)*|[{HAN}]")
_FILLING_TEXT = (
    "well so ok okay oh nope no yes yeah nah actually really definitely surely certainly probably just quite about"
    " around now currently today still already only even also then though please sorry hmm anyway"
)
_FILLING_EN = frozenset(_FILLING_TEXT.split())
_FILLING_ZH = re.compile(
    r"[我咱]们|却|到底|究竟|我记得|我觉得|我印象里?|印象中|应该|好像|大概|可能|明明|其实|确实|已经|现在|目前|才|都|就|[吧呢啊呀哦哈了嘛啦着]"
)
_NOT = frozenset(("not", "no", "never", "without", "不", "没", "无", "未", "非"))
_CHANGES = re.compile(
    r"(?i:\b(?:now|no longer|any ?more|chang(?:ed|es) (?!every|each|once)\w+|changed$"
    r"|moved (?:to|from|up|back)|switched|new|updat\w+|postponed|rescheduled|instead|used to|from now|these days"
    r"|correction|i meant|until|scratch that)\b)"
    r"|现在|[改换](?:了|成|到|为|在|期|去|新|个)|不再|新的?|搬|以后|更正|[说打写记搞弄填]错|推迟|提前|目前|以前|原来"
)
_NO_ALONE = re.compile(r"(?i:\W*(?:no|nope|nah|not)\W*)|\W*(?:不|没有|不对|不是)\W*")
_WHO_ERRS = re.compile(r"(?i:\bwho(?:'s| is)? [^.!?]*\?)|谁[^，。]{0,6}[？?]")
_CONTRAST = re.compile(r"(?i:\bnot (?:on |in |at |a |an |the )?\w+$|, not\b)|不是|而是|并非")
_ASKS = re.compile(r"[?？]")
_SHOULD = re.compile(r"(?i:\b(?:should|must|ought to|have to|could|would)\b)")
_WHEN_I_WAS = re.compile(r"(?i:\bwhen (?=(?:i|we) (?:was|were|lived|worked|studied|went|had|stayed)\b))")
"""What somebody says was, though as a time of something else."""
_SHARED = re.compile(r"\[shares [^\]]*\]")
_PAPER = re.compile(
    r"(?!我)[^，,]{0,12}(?:表|单子?|合同|邮件|信|通知|群|短信|系统|官网|网站|海报|公告|说明书|证|册|票|纪要|日历|登记|收据)"
    r"(?:上面?|里面?|中)"
)
"""A paper that is named first says what comes after it."""
RETORT_CHARACTERS_MAX = 100
"""In longer turns a value that stands alone speaks of something else."""
ENDURES = re.compile(
    r"(?i:\b(?:born|birth\w*|blood|maiden|middle name|full name|native|mother tongue|hometown|grew up|raised|ancest\w+"
    r"|graduat\w+|degree|zodiac|star sign|allerg\w+|intoleran\w+|never|ever|only child|(?:brothers|sisters|siblings"
    r"|cousins|uncles|aunts)(?=\W*$)|(?:dog|cat|horse|pony) is an?|studied|majored|tall|height"
    r"|shoe size|take a size"
    r"|ethnic\w+|can(?:not|'t)? (?:swim|drive|cook|dance|sing|ride|ski|read|whistle|play))\b)"
    r"|出生|生日|生于|血|老家|籍贯|祖籍|家乡|长大|鞋码|尺码|属[鼠牛虎兔龙蛇马羊猴鸡狗猪]|星座|毕业|母语|本名|原名|全名|过敏|从来|从没|没.{0,3}过|独生|[个位][哥弟姐妹舅姑叔姨]|身高"
    r"|[汉回满藏壮苗彝]族|主修|专业"
    r"|(?:学|念"
    r"|读)的是|[是来自]{1,2}[^，。是]{2,4}人(?:吧|啊)?$|我不?会(?:游|开|做|弹|骑|滑|说|唱|下)"
)
"""What does not change by itself: of it one person cannot say two things either."""
_EACH_TIME = re.compile(
    r"(?i:\b(?:yesterday|today|tonight|last night|this (?:morning|week)|again|once more)\b)"
    r"|昨|今天|今晚|刚|又|这次|上次"
)
EITHER = frozenset(("or",))
_DROPPED_ZH = "的是对在有我你他她它们那这儿哪谁什么几多少吗呢个里了到底要该会能子从来过"


@dataclass(frozen=True, slots=True)
class Statement:
    """One clause of a memory. `source`: whose words they are, "" = the user's own. `units`: its words, or signs,
    without those that carry nothing; `raw`: the same as they were written. `telling`: what it speaks of, in stems;
    `denies`: an odd number of times. `changes`: its turn says that something is otherwise now. `beside`: in a
    conversation of several, what the turns before it speak of, where one of them asks (`replies`).
    `endures`: of what does not change by itself; `each_time`: of a time of many."""

    memory: Memory
    text: str
    source: str
    units: tuple[str, ...]
    raw: tuple[str, ...]
    telling: frozenset[str]
    denies: bool
    changes: bool
    beside: frozenset[str]
    replies: bool
    endures: bool
    each_time: bool

    @property
    def occurred_at(self) -> datetime:
        return self.memory.occurred_at

    @property
    def event(self) -> str:
        return event_of(self.memory)

    @property
    def passed_on(self) -> bool:
        """Whether it gives the words of somebody other than who speaks."""
        return self.source not in ("", self.memory.speaker)


def statements(memories: Iterable[Memory], wanted: Callable[[str], bool] = bool) -> list[Statement]:
    """What these state, in their order. Questions, conditions, texts of others and what the assistant said state
    nothing. `wanted`: which sentences are read at all, where no turn before them asks."""
    return [statement for memory in memories for statement in _of(memory, wanted)]


def touches(text: str, asked: frozenset[str]) -> bool:
    """Whether a text may hold anything of what is asked: a look that costs little."""
    lower = text.lower()
    return any(unit.rstrip("i") in lower for unit in asked)


def endures(text: str) -> bool:
    """Whether a text speaks of what does not change by itself."""
    return ENDURES.search(text) is not None


def event_of(memory: Memory) -> str:
    """The event that a memory rests on first, else its own id."""
    return memory.evidence[0].event_id if memory.evidence else memory.memory_id


def _of(memory: Memory, wanted: Callable[[str], bool]) -> Iterator[Statement]:
    if memory.role == "assistant" or memory.dimensions.voice != "own" or len(memory.content) > CHARACTERS_MAX:
        return
    speaker = "" if memory.speaker in ("", memory.user) else memory.speaker
    own = _SHARED.sub(_blank, own_words(memory.content))
    own = _WHEN_I_WAS.sub(_blank, own) if "hen " in own else own
    retort = speaker and len(memory.content) <= RETORT_CHARACTERS_MAX
    before = memory.context.removesuffix(memory.content) if retort else ""
    replies = bool(_ASKS.search(before))
    asked_before = replies or bool(before and wanted(before))
    beside = telling(units_of(before)[0]) if replies else frozenset[str]()
    changes = bool(_CHANGES.search(_WHO_ERRS.sub(" ", own)))
    for _, group in groupby(clauses(own), key=lambda clause: clause.sentence):
        sentence = list(group)
        if not asked_before and not wanted(own[sentence[0].start : sentence[-1].end]):
            continue
        said = []
        paper = _after(sentence)
        for clause in sentence:
            text, source = _by(clause.text, speaker)
            source = paper if paper and source == speaker else source
            paper = clause.text if _PAPER.fullmatch(clause.text) else paper
            # What somebody is told that they should do is said outright.
            meant = text if source == speaker else _SHOULD.sub(" ", text)
            said += [(piece, source) for piece in _ASIDE.split(meant) if stated([replace(clause, text=piece)])]
        # What a denial is of may stand before a comma: "peanuts are fine, I was never allergic".
        meaning = [piece for piece, _ in said if not _NO_ALONE.fullmatch(piece)]
        if len(meaning) > 1 and not any(_CONTRAST.search(piece) for piece, _ in said):
            said.append((", ".join(meaning), said[0][1]))
        for piece, source in said:
            units, raw = units_of(piece)
            if units:
                denies = sum(unit in _NOT for unit in units) % 2 == 1
                # "The sticker on the truck says …" speaks of the truck.
                told = telling(units_of(source)[0]) if source != speaker else frozenset[str]()
                yield Statement(
                    memory=memory,
                    text=piece,
                    source=source,
                    units=units,
                    raw=raw,
                    telling=telling(units),
                    denies=denies,
                    changes=changes,
                    beside=beside | told,
                    replies=replies,
                    endures=endures(piece),
                    each_time=_EACH_TIME.search(piece) is not None,
                )


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _after(sentence: Sequence[Clause]) -> str:
    """Who said it where that stands behind it: "…, says the leaflet"."""
    match = _SAID_AFTER.search(sentence[-1].text)
    whole = match is not None and match.end() == len(sentence[-1].text)
    return match["who"].casefold() if match is not None and whole else ""


def _by(text: str, speaker: str) -> tuple[str, str]:
    """A clause without the words that say whose it is, and whose."""
    hedge = _HEDGE.match(text)
    text = text[hedge.end() :] if hedge and hedge.end() < len(text) else text
    found = _FOUND_BY.match(text)
    if found is not None:
        return text, found["who"].casefold()
    match = _PAPER_FIRST.match(text)
    if match is not None:
        return text[match.end() :], match["who"].casefold()
    match = _SAID_BY.match(text)
    if match is None:
        return text, speaker
    who = (match["named"] or match["who"] or match["zh"]).strip().casefold()
    if who in _ONESELF:
        return text[match.end() :], speaker
    return text[match.end() :], who


def units_of(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a text, Chinese by the sign, folded and as written, without those that carry nothing."""
    plain = text.replace("’", "'")
    if not plain.isascii():
        plain = _FILLING_ZH.sub(" ", plain)
    if "'" in plain:
        for pattern, whole in _CONTRACTIONS:
            plain = pattern.sub(whole, plain)
    found = [
        (match[0], plain[match.start() : match.end()])
        for match in _UNIT.finditer(plain.lower())
        if match[0] not in _FILLING_EN or match[0] in _NOT
    ]
    return tuple(unit for unit, _ in found), tuple(raw for _, raw in found)


def telling(units: Iterable[str]) -> frozenset[str]:
    """Units that carry meaning, words by their beginning: allergic and allergy speak of the same."""
    return frozenset(
        stem(unit.removesuffix("'s"))[:5]
        for unit in units
        if unit not in STOP_WORDS and unit not in _NOT and unit not in _DROPPED_ZH
    )


def asked_of(question: str) -> frozenset[str]:
    """What a question speaks of, in the same stems, with EITHER where it lets choose between two."""
    units = units_of(folded(question))[0]
    return telling(units) | (EITHER if "or" in units or "还是" in question else frozenset())
