"""A Chinese clause taken apart: of whom it speaks, what it says, and what stands in the places around its predicate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from processors.claims.people import KIN_ZH, is_name_zh
from processors.ports import Tagged

SELF = re.compile(
    r"(?:我们俩|我们家|我们|我俩|我这人|我这边|我这个人|我本人|我自己|我家|咱们|咱俩|咱|俺们|俺|本人|我)(?!的)"
)
KIN_WORDS = {
    **KIN_ZH,
    **dict.fromkeys(
        ("媳妇儿", "老伴", "老伴儿", "内人", "那口子", "另一半", "孩子他爸", "孩子他妈"), ("spouse", "spouse")
    ),
    **dict.fromkeys(
        ("闺女", "小丫头", "小家伙", "小闺女", "姑娘", "丫头", "娃", "小子", "老大", "老二", "老幺"), ("child", "child")
    ),
    **dict.fromkeys(
        (
            "弟",
            "妹",
            "老弟",
            "老妹",
            "二姐",
            "大姐",
            "大哥",
            "二哥",
            "双胞胎妹妹",
            "双胞胎弟弟",
            "双胞胎哥哥",
            "双胞胎姐姐",
        ),
        ("sibling", "sibling"),
    ),
    **dict.fromkeys(("老爹", "爹", "老爷子"), ("parent", "father")),
    **dict.fromkeys(("老娘", "娘", "老太太"), ("parent", "mother")),
}
KIN = "|".join(
    sorted((word for word, kin in KIN_WORDS.items() if kin[0] not in ("pet", "friend")), key=len, reverse=True)
)
_WHOSE_KIN = re.compile(rf"(?:我们?|咱|俺)(?:家)?(?:的)?(?P<kin>{KIN})(?![夫媳嫂婿妇们])")
_NEGATION = re.compile(r"(?:从来?|再也|绝|并)?(?:不(?:再|能|会|敢|太|怎么|大)?|没(?:有|再)?|未)")
_SKIPPED = frozenset(("TIME", "t", "nt", "d", "ad", "c", "xc", "w", "f"))


@dataclass(slots=True)
class ZhClause:
    """`rest` begins with the predicate; `places`: in, from, by, with, to, topic → what stands there. `elided`: nobody
    is named; `over`: it ends with 了."""

    subjects: list[str]
    rest: str
    negated: bool = False
    over: bool = False
    elided: bool = False
    places: dict[str, str] = field(default_factory=dict)


def apart(text: str, words: Sequence[Tagged], seen: Mapping[str, str], carried: str, before: str) -> ZhClause | None:
    """The clause without times, adverbs and particles; None when nobody of the speaker's is spoken of."""
    subjects, at, topic = _subject(text, words, seen, carried)
    elided = not subjects and at == 0 and _speaks_on(text, words, before)
    if not subjects and not elided:
        return None
    if not topic and at == 0:
        topic = _topic_before(before)
    clause = ZhClause(subjects or ["user"], "", over=bool(re.search(r"了[的啊呀哦啦哈吧]*$", text)), elided=elided)
    if topic:
        clause.places["topic"] = topic
    begun = _BEGUN.match(text[at:]) if at >= 0 else None
    rest = [word for word in words if word.start >= at + (begun.end() if begun else 0)]
    while rest:
        word = rest[0]
        if _NEGATION.fullmatch(word.text):
            clause.negated = not clause.negated
        elif word.tag == "p" and word.text in _PREPOSITIONS:
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
        elif not _says_nothing(rest, text):
            break
        rest = rest[1:]
    clause.rest = text[rest[0].start :] if rest else ""
    for negation in ("从来不", "再也不", "不太", "不怎么", "不再", "没再", "没有", "不", "没"):
        if clause.rest.startswith(negation) and len(clause.rest) > len(negation):
            clause.negated, clause.rest = True, clause.rest[len(negation) :]
            break
    return clause


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
    r"真的?|真是|超级?|太|特别?|最|很|挺|蛮|巨|贼|老是?|都|就|也|还|又|才|刚|已|正式?|总算|总是|终于|一直|从来|个人|自己"
    r"|一般|平时|其实|确实|的确|实在|一向|向来|反正|毕竟|天生|从小|打小|小|非常|目前|如今|现在|至今|基本|完全|一点儿?|一点都"
    r"|给|可以|开始|只|主要|多半|大多|随身|吧|啊|哈|呢|嗯"
)
"""What may stand between subject and predicate and changes nothing."""
_BEGUN = re.compile(
    r"[^，。我把被]{1,6}?(?:起|以来)就?(?=.)|(?:从)?[\d一二三四五六七八九十]{1,4}(?:岁|年|月)(?:份)?(?:起|开始)?就?(?=.)"
)
"""Since when something is so."""
_AGO = re.compile(r"(?:年|月|天|周|岁|次|回|点)$")


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


def _subject(text: str, words: Sequence[Tagged], seen: Mapping[str, str], carried: str) -> tuple[list[str], int, str]:
    """(subjects, where the predicate begins, what stands before the subject as its topic); [] and -1 for others."""
    kin = _WHOSE_KIN.search(text)
    own = SELF.search(text)
    if kin and kin.start() <= 8 and (own is None or kin.start() <= own.start()):
        if any(word.tag == "v" and word.end <= kin.start() for word in words):
            return [], -1, ""
        name = named_after(text, kin.end(), seen)
        role = KIN_WORDS[kin["kin"]][1]
        return ([name] if name else [role] if role else []), kin.end() + len(name), ""
    if own:
        topic = text[: own.start()].strip("，, ")
        since = re.search(r"(?:以后|之后|以前|之前|的时候|时|后|前|起)$", topic)
        spoken_to = (
            not since
            and any(word.tag in ("v", "p") and word.end <= own.start() for word in words)
            and not _SAID.match(topic)
        )
        if spoken_to or (own.start() and text[own.start() - 1] in "给跟和对把被让叫管请找帮教问告劝"):
            return [], -1, ""
        return ["user"], own.end(), _topic(topic)
    return ([carried], 0, "") if carried else ([], 0, "")


def named_after(text: str, at: int, seen: Mapping[str, str]) -> str:
    """The name right after a word for kin (我姐海丽), "" when there is none."""
    rest = text[at:]
    known = next(
        (name for name, kind in seen.items() if kind == "person" and rest.startswith(name) and len(name) > 1), ""
    )
    if known:
        return known
    for length in (3, 2):
        name = rest[:length]
        if len(name) == length and is_name_zh(name) and not _VERBISH.search(name):
            return name
    return ""


_SAID = re.compile(r"^(?:说实话|老实说|说真的|坦白说|不瞒你说|讲真|话说|对了|顺便说一?[下句声]|实不相瞒|医生说|大夫说)")
TYPES = {"PER": "person", "LOC": "location", "ORG": "organisation"}


def _speaks_on(text: str, words: Sequence[Tagged], before: str) -> bool:
    """Whether a clause without a subject speaks of the speaker: nobody else is named in it or before it."""
    follows = not before or SELF.search(before) or _ELIDED_BEFORE.match(before)
    others = not follows or re.search(
        rf"里的|[他她它你您]|{KIN}|人家|别人|大家|有人|客户|同事|朋友|领导|老板|老师说", before + text
    )
    if others or any(word.tag in ("PER", "r", "nr") for word in words):
        return False
    for word in words:
        if word.tag in ("v", "p"):
            return True
        if word.tag not in _SKIPPED and not _NEGATION.fullmatch(word.text):
            return False
    return False


_ELIDED_BEFORE = re.compile(
    r"^(?:从|在|今|昨|刚|已经|毕业|去年|前年|上|春|夏|秋|冬|\d|[一二三四五六七八九十]+月|干|做)"
)


def _topic_before(before: str) -> str:
    own = SELF.search(before)
    return _topic(before[: own.start()].strip("，, ")) if own else ""


_VERBISH = re.compile(r"[是在有去来爱住做当吃喝说想要会能不没也都还就过了的和跟对从把被让]")


def _topic(text: str) -> str:
    """What a clause is about when it stands before 我: 乡村音乐我听不来; a time is no topic."""
    bare = re.sub(r"^(?:说实话|老实说|其实|讲真|对了|不过|但是?|所以|因为|那个|嗯|哈哈)[，,]?", "", text)
    bare = re.sub(r"(?:这东西|这玩意儿?|这种东西|这个东西|啥的|什么的|之类的?|嘛|吧|呢|啊)$", "", bare)
    timely = re.search(
        r"\d|年|月|天$|周|星期|礼拜|小时|早上|晚上|上午|下午|中午|昨|今|明|以前|以后|之前|之后|时候|最近|目前|现在|时$|后$|前$",
        bare,
    )
    return "" if timely or bare.endswith("的") or not 1 <= len(bare) <= 10 else bare
