"""A Chinese clause taken apart: of whom it speaks, what it says, and what stands in the places around its predicate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from processors.claims.frames.subjects_zh import KIN, SELF, subject_of, topic_of
from processors.claims.people import OTHERS_ZH
from processors.ports import Tagged

UNCERTAIN = re.compile(
    r"可能|也许|大概|或许|差点|几乎|好像|似乎|要是|如果|假如|假设|倘若|万一|想象|假装|听说|据说|恨不得|巴不得|考虑"
    r"|犹豫|纠结|该不该|要不要|说不定|哪天|想当年|^说是|[吗嘛]$|吧$"
)
"""What leaves it open whether something is so."""
WAS = re.compile(r"以前|曾经|从前|过去(?!了)|当年|小时候|那时|那会儿|原来|原本|本来|之前(?:是|在|就)|早年|年轻时")
"""What was so, and may be no longer."""
FOR_LONG = (
    r"(?:[快都有已经将近整满足前后断]{0,4}[\d一二两三四五六七八九十百几半多好]{1,5}(?:来|多|几)?个?(?:年头|年|月|星期|礼拜|周|天)"
    r"(?:多|半|了|头|有余){0,3}|多年|好久|很久)"
)
"""For how long something has been so."""
_NEGATION = re.compile(r"(?:从来?|再也|绝|并)?(?:不(?:再|能|会|敢|太|怎么|大)?|没(?:有|再)?|未)")
_SKIPPED = frozenset(("TIME", "t", "nt", "d", "ad", "c", "xc", "w", "f"))
_TOWARD = re.compile(
    r"^对(?P<what>[^，。]{1,10}?)(?=(?:真的|实在|从来|一直|完全|根本|可|都|也)*(?:没|不|提不起|毫无|很|特别|非常"
    r"|情有独钟|无感|一点|过敏|上瘾|着迷|感兴趣|有))"
)
_SETTLED = re.compile(r"^(?P<place>[\u4e00-\u9fff]{2,6}?)(?P<verb>安家|定居|落户|生活|上班|工作|长大|出生|扎根|安顿)$")
_MUCH = re.compile(
    r"^(?:[就都也还又才已](?=是|坐|吃|住|有|在|会|能|爱|喜欢|讨厌|不|没)|(?:特|超|贼|巨|死|最|真|可|老|挺|蛮|极其|格外"
    r"|尤其|十分|打心眼里|是真)(?=爱|喜欢|讨厌|烦|恨|怕|反感|受不|厌))"
)
_PREPOSITIONS = {
    **dict.fromkeys("在于", "in"),
    **dict.fromkeys("从自打", "from"),
    **dict.fromkeys("被让由", "by"),
    **dict.fromkeys("跟和与同", "with"),
    **dict.fromkeys("给为", "for"),
    **dict.fromkeys("把将", "topic"),
    "对": "to",
}
_FILLER = re.compile(
    r"真的?|真是|超级?|太|特别?|最|很|挺|蛮|巨|贼|老是?|都|就|也|还|又|才|刚|已|正式?|总算|总是|终于|一直|从来|个人"
    r"|自己|一般|平时|其实|确实|的确|实在|一向|向来|反正|毕竟|天生|从小|打小|小|非常|目前|如今|现在|至今|基本|完全"
    r"|一点儿?|一点都|给|可以|开始|只|主要|多半|大多|随身|吧|啊|哈|呢|嗯"
)
"""What may stand between subject and predicate and changes nothing."""
_BEGUN = re.compile(
    r"[^，。我把被]{1,6}?(?:起|以来)就?(?=.)|(?:从)?[\d一二三四五六七八九十]{1,4}(?:岁|年|月)(?:份)?(?:起|开始)"
    r"?就?(?=.)"
)
"""Since when something is so."""
_AGO = re.compile(r"(?:年|月|天|周|岁|次|回|点)$")
_AT_HAND = re.compile(r"手[上里头]|名下|家[里中]?|屋里|乡下|老家|身边|人(?=$)|本来|这边")
"""Places that are the speaker's where nobody is named."""
TYPES = {"PER": "person", "LOC": "location", "ORG": "organisation"}
_THAT = ("那", "这", "老", "旧", "原来的")
_ROLE = re.compile(r"(?:人|员|师|生|家伙|老板|老师|大夫|同学|孩子|小孩|学生|家长|们|公司|学校|医院|店|政府|国家|队)$")
_SOMEBODY = re.compile(
    rf"里的|[他她它你您]|{KIN}|{OTHERS_ZH}|下属|上级|前任|前[男女]友|孙子|孙女|亲戚|人家|别人|大家|有人|客户|朋友"
    r"|老师说"
)
_ELIDED_BEFORE = re.compile(
    r"^(?:医生|大夫|从|在|今|昨|刚|已经|毕业|去年|前年|上|春|夏|秋|冬|\d|[一二三四五六七八九十]+月|干|做)"
)
_OF_ANOTHER = re.compile(r"里的|[他她它你您]")


@dataclass(slots=True)
class ZhClause:
    """`rest` begins with the predicate; `places`: in, from, by, with, to, topic → what stands there. `elided`: nobody
    is named; `fronted`: it begins with a thing that something has been done to; `over`: it ends with 了."""

    subjects: list[str]
    rest: str
    negated: bool = False
    over: bool = False
    elided: bool = False
    fronted: bool = False
    places: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SaidZh:
    """A stated clause for the readings of it. `parts`: taken apart, None when nobody of the speaker's is spoken of;
    `seen`: names in it → type; `before`, `after`: the clauses around it; `earlier`: what stands before it
    in its sentence; `own`: the speaker's words of the turn; `people`: the persons named in it; `goes_on`: the clause
    before it spoke of the speaker; `open`: it leaves open whether it is so; `was`: it tells what once was; `pronoun`:
    whom a 他 or 她 at its beginning stands for."""

    text: str
    parts: ZhClause | None
    words: Sequence[Tagged]
    seen: Mapping[str, str]
    before: str
    after: str
    earlier: str
    own: str
    people: frozenset[str]
    goes_on: bool = False
    open: bool = False
    was: bool = False
    pronoun: str = ""

    @property
    def rest(self) -> str:
        """The predicate of a clause that speaks of the speaker alone, else ""."""
        mine = self.parts is not None and self.parts.subjects == ["user"] and not self.parts.fronted
        return self.parts.rest if mine and self.parts is not None else ""


def apart(
    text: str, words: Sequence[Tagged], seen: Mapping[str, str], carried: str, before: str, *, goes_on: bool = False
) -> ZhClause | None:
    """The clause without times, adverbs and particles; None when nobody of the speaker's is spoken of. `goes_on`: the
    clause before it spoke of the speaker."""
    subjects, at, topic = subject_of(text, words, seen, carried)
    elided = not subjects and at == 0 and _speaks_on(text, words, before, goes_on=goes_on)
    fronted = "" if subjects or elided or at else _fronted(text, words, before, goes_on=goes_on)
    if not subjects and not elided and not fronted:
        return None
    if fronted:
        at, topic, elided = text.index(fronted) + len(fronted), topic_of(fronted), True
        if not topic:
            # 开叉车的 begins with no thing: it says what somebody does.
            fronted, at = "", at if not text.endswith("的") else 0
    if not topic and at == 0:
        topic = _topic_before(before)
    over = bool(re.search(r"了[的啊呀哦啦哈吧]*$", text))
    clause = ZhClause(subjects or ["user"], "", over=over, elided=elided, fronted=bool(fronted))
    if topic:
        clause.places["topic"] = topic
    begun = _BEGUN.match(text[at:]) if at >= 0 else None
    rest = _placed(
        clause, text, [word for word in words if word.start >= at + (begun.end() if begun else 0)], named=bool(subjects)
    )
    clause.rest = text[rest[0].start :] if rest else ""
    clause.rest = _MUCH.sub("", clause.rest)
    if toward := _TOWARD.match(clause.rest):
        clause.places["to"], clause.rest = toward["what"], clause.rest[toward.end() :]
        for negation in ("没", "不"):
            if clause.rest.startswith(negation):
                clause.negated, clause.rest = True, clause.rest[1:]
    if not clause.rest and (settled := _SETTLED.match(clause.places.get("in", ""))):
        clause.places["in"], clause.rest = settled["place"], settled["verb"]
    for negation in ("从来不", "再也不", "不太", "不怎么", "不再", "没再", "没有", "不", "没"):
        if clause.rest.startswith(negation) and len(clause.rest) > len(negation):
            clause.negated, clause.rest = True, clause.rest[len(negation) :]
            break
    return clause


def _placed(clause: ZhClause, text: str, rest: list[Tagged], *, named: bool) -> list[Tagged]:
    """The words behind the negations, phrases and fillers that stand before a predicate: those are put where they
    belong. `named`: its subject is."""
    while rest:
        word = rest[0]
        if _NEGATION.fullmatch(word.text):
            clause.negated = not clause.negated
        elif word.text in _PREPOSITIONS and (
            word.tag == "p"
            or (word.tag == "c" and named)
            or (word.text == "在" and len(rest) > 1 and rest[1].tag in ("ORG", "LOC", "nz"))
        ):
            taken = _phrase(rest[1:])
            if not taken:
                break
            clause.places[_PREPOSITIONS[word.text]] = text[rest[1].start : rest[taken].end]
            rest = rest[taken:]
        elif word.tag == "v" and word.text in ("把", "将"):
            taken = _phrase(rest[1:])
            clause.places["topic"] = text[rest[1].start : rest[taken].end] if taken else ""
            rest = rest[taken:]
        elif len(rest) > 1 and _FILLER.fullmatch(word.text + rest[1].text):
            rest = rest[1:]
        elif (
            not _says_nothing(rest, text)
            and not (clause.elided and _AT_HAND.fullmatch(word.text))
            and not (len(rest) > 1 and word.text + rest[1].text in ("名下", "手上", "手里"))
        ):
            break
        rest = rest[1:]
    return rest


def _says_nothing(rest: Sequence[Tagged], text: str) -> bool:
    """Whether the first of these words is an adverb, a time, a particle, or the 是 of 是在…长大的."""
    word = rest[0]
    if word.text == "是" and len(rest) > 1 and rest[1].tag == "p" and text.rstrip("。！").endswith("的"):
        return True
    if word.text == "是" and len(rest) > 1 and rest[1].text in ("真", "真的", "特别", "超级"):
        return True
    timely = word.tag == "m" and _AGO.search(word.text)
    return bool(word.tag in _SKIPPED or _FILLER.fullmatch(word.text) or timely)


def _phrase(words: Sequence[Tagged]) -> int:
    """How many words after a preposition are its object: up to the verb."""
    count = 0
    for word in words:
        if word.tag in ("v", "vd", "d", "TIME", "w", "c", "p") or (word.tag == "u" and word.text != "的"):
            break
        count += 1
    return count


def _fronted(text: str, words: Sequence[Tagged], before: str, *, goes_on: bool) -> str:
    """The thing with which a clause begins that names nobody (那台 PS5 已经出掉了), "" when it begins otherwise."""
    if _others(text, words, before, goes_on=goes_on) or any(word.tag in ("PER", "nr") for word in words):
        return ""
    end = 0
    for number, word in enumerate(words):
        if word.tag in ("n", "nz", "nw", "vn", "an") or (
            word.tag in ("q", "m", "a", "u", "w") and not word.text.strip("的")
        ):
            end = word.end
        elif end or (word.tag not in ("q", "m", "a", "TIME", "w", "d") and (number or word.text not in _THAT)):
            break
    return text[:end].strip() if end and _ROLE.search(text[:end]) is None else ""


def _others(text: str, words: Sequence[Tagged], before: str, *, goes_on: bool) -> bool:
    """Whether somebody else is spoken of: named before, or before the verb (打算带爸妈去桂林 is the speaker's plan)."""
    if before and not (goes_on or SELF.search(before) or _ELIDED_BEFORE.match(before)):
        return True
    verb = next((word.start for word in words if word.tag == "v" and word.start), len(text))
    return bool(_SOMEBODY.search(before + text[:verb])) or bool(_OF_ANOTHER.search(text))


def _speaks_on(text: str, words: Sequence[Tagged], before: str, *, goes_on: bool) -> bool:
    """Whether a clause without a subject speaks of the speaker: nobody else is named in it or before it."""
    if _others(text, words, before, goes_on=goes_on) or any(word.tag in ("PER", "nr") for word in words):
        return False
    if any(word.tag == "r" and word.text not in ("这儿", "这里", "这边", "那边") for word in words):
        return False
    for word in words:
        if word.tag in ("v", "p", "a", "vn", "ad"):
            return True
        if _AT_HAND.fullmatch(word.text):
            continue
        if word.tag not in _SKIPPED and not _NEGATION.fullmatch(word.text):
            return False
    return False


def _topic_before(before: str) -> str:
    own = SELF.search(before)
    return topic_of(before[: own.start()].strip("，, ")) if own else ""
