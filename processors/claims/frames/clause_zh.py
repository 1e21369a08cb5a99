"""A Chinese clause taken apart: of whom it speaks, what it says, and what stands in the places around its predicate."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from processors.claims.people import KIN_ZH, OTHERS_ZH, is_name_zh
from processors.ports import Tagged

SELF = re.compile(
    r"(?:我们一家(?:子|[三四五]口)?|我们俩|我们家|我们|全家人?|一家[子人]|一家[三四五]口|我俩|我这人|我这边|我这个人"
    r"|我本人|我自己|我家|咱们|咱俩|咱|俺们|俺|本人|我)(?!的)"
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
UNCERTAIN = re.compile(
    r"可能|也许|大概|或许|差点|几乎|好像|似乎|要是|如果|假如|假设|倘若|万一|想象|假装|听说|据说|恨不得|巴不得|考虑"
    r"|犹豫|纠结|该不该"
    r"|要不要|说不定|哪天|想当年|[吗嘛]$|吧$"
)
"""What leaves it open whether something is so."""
WAS = re.compile(r"以前|曾经|从前|过去(?!了)|当年|小时候|那时|那会儿|原来|原本|本来|之前(?:是|在|就)|早年|年轻时")
"""What was so, and may be no longer."""
_WHOSE_KIN = re.compile(rf"(?:我们?|咱|俺)(?:家)?(?:的)?(?P<kin>{KIN})(?![夫媳嫂婿妇们])")
_NEGATION = re.compile(r"(?:从来?|再也|绝|并)?(?:不(?:再|能|会|敢|太|怎么|大)?|没(?:有|再)?|未)")
_SKIPPED = frozenset(("TIME", "t", "nt", "d", "ad", "c", "xc", "w", "f"))


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
    before it spoke of the speaker."""

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
    subjects, at, topic = _subject(text, words, seen, carried)
    elided = not subjects and at == 0 and _speaks_on(text, words, before, goes_on=goes_on)
    fronted = "" if subjects or elided or at else _fronted(text, words, before, goes_on=goes_on)
    if not subjects and not elided and not fronted:
        return None
    if fronted:
        at, topic, elided = text.index(fronted) + len(fronted), _topic(fronted), True
        fronted = fronted if topic else ""
    if not topic and at == 0:
        topic = _topic_before(before)
    over = bool(re.search(r"了[的啊呀哦啦哈吧]*$", text))
    clause = ZhClause(subjects or ["user"], "", over=over, elided=elided, fronted=bool(fronted))
    if topic:
        clause.places["topic"] = topic
    begun = _BEGUN.match(text[at:]) if at >= 0 else None
    rest = [word for word in words if word.start >= at + (begun.end() if begun else 0)]
    while rest:
        word = rest[0]
        if _NEGATION.fullmatch(word.text):
            clause.negated = not clause.negated
        elif word.text in _PREPOSITIONS and (word.tag == "p" or (word.tag == "c" and bool(subjects))):
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
        elif not _says_nothing(rest, text) and not (elided and _AT_HAND.fullmatch(word.text)):
            break
        rest = rest[1:]
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


_TOWARD = re.compile(
    r"^对(?P<what>[^，。]{1,10}?)(?=(?:真的|实在|从来|一直|完全|根本|可|都|也)*(?:没|不|提不起|毫无|很|特别|非常"
    r"|情有独钟|无感|一点|过敏|上瘾|着迷|感兴趣"
    r"|有))"
)
_SETTLED = re.compile(r"^(?P<place>[\u4e00-\u9fff]{2,6}?)(?P<verb>安家|定居|落户|生活|上班|工作|长大|出生|扎根|安顿)$")
_MUCH = re.compile(
    r"^(?:[就都也还又才已](?=是|坐|吃|住|有|在|会|能|爱|喜欢|讨厌|不|没)|(?:特|超|贼|巨|死|最|真|可|老|挺|蛮|极其|格外"
    r"|尤其|十分|打心眼里|是真)(?=爱|喜欢|讨厌|烦|恨|怕"
    r"|反感|受不|厌))"
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
    r"|自己"
    r"|一般|平时|其实|确实|的确|实在|一向|向来|反正|毕竟|天生|从小|打小|小|非常|目前|如今|现在|至今|基本|完全|一点儿?"
    r"|一点都"
    r"|给|可以|开始|只|主要|多半|大多|随身|吧|啊|哈|呢|嗯"
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
    first = next((word for word in words if word.tag not in ("TIME", "t", "d", "c", "w")), None)
    named = first is not None and first.tag == "PER" and is_name_zh(first.text)
    if first is not None and named and (owner := re.match(r"的(?=.)|(?=是(?:我|咱|俺))", text[first.end :])):
        return [first.text], first.end + owner.end(), ""
    both = _BOTH.match(text)
    if both:
        return ["user", *filter(None, [KIN_WORDS[both["kin"]][1]])], both.end(), ""
    bare = _BARE_KIN.match(text)
    if bare and not carried:
        name = named_after(text, bare.end(), seen)
        return [name or KIN_WORDS[bare["kin"]][1]], bare.end() + len(name), ""
    if kin and re.match(rf"(?:的|家的?)(?:{ROLES}|{KIN}|好?朋友|同学|闺蜜)", text[kin.end() :]):
        return [], -1, ""
    if kin and kin.start() <= 8 and (own is None or kin.start() <= own.start()):
        if any(word.tag == "v" and word.end <= kin.start() for word in words):
            return [], -1, ""
        name = named_after(text, kin.end(), seen)
        role = KIN_WORDS[kin["kin"]][1]
        return ([name] if name else [role] if role else []), kin.end() + len(name), ""
    other = _WHOSE_OTHER.match(text, own.start()) if own else None
    if own and other:
        called = re.match(r"(?:的?名字)?(?:就)?(?:叫|是)", text[other.end() :])
        begun = other.end() + (called.end() if called else 0)
        name = named_after(text, begun, seen) if other["role"] not in _NOBODY else ""
        name = name if name in seen or called else ""
        return ([name], begun + len(name), "") if name and own.start() <= 3 else ([], -1, "")
    if own:
        topic = text[: own.start()].strip("，, ")
        since = re.search(
            r"(?:以后|之后|以前|之前|的时候|时候|时|后|前|起|的话|期间|以来|这块)$", topic
        ) or _ASIDE.match(topic)
        doing = len(topic) <= 7 and _ATTITUDE.match(text, own.end()) and not re.search(r"[把给请让帮叫]", topic)
        spoken_to = (
            not (since or doing)
            and any(word.tag in ("v", "p") and word.end <= own.start() for word in words)
            and not _SAID.match(topic)
        )
        if spoken_to or (own.start() and text[own.start() - 1] in "给跟和对把被让叫管请找帮教问告劝"):
            return [], -1, ""
        return ["user"], own.end(), _topic(topic)
    if first is not None and named:
        return [first.text], first.end, ""
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
        if len(name) == length and not re.search(r"\d", name) and is_name_zh(name) and not _VERBISH.search(name):
            return name
    return ""


_ASIDE = re.compile(
    r"^(?:比起|相比|除了|对于|关于|至于|论|要论|因为|毕竟|由于|鉴于|既然|反正)|.{0,4}(?:声明|说明|交代|坦白|承认|补充"
    r"|强调"
    r"|提醒|告诉|说|提|讲|备注|记)"
    r"(?:一下|一声|一句|你们?|下|个事|清楚|在先|过|了)*$"
)
"""What leads up to a statement of one's own."""
_ATTITUDE = re.compile(
    r"(?:是|还|也|都|就|最|很|挺|真的?|实在|特别|从来|完全|压根|一直|可|倒是|真心)*(?:在行|拿手|喜欢|讨厌|爱|烦"
    r"|受不了|不行|没兴趣|没什么兴趣|不感兴趣"
    r"|会|不会|怕|擅长|反感|无感|不擅长|一窍不通|门儿清|提不起|不爱|不喜欢|不来|接受不了|戒了)"
)
"""How one stands to a doing that is named first: 修水管我在行."""
_NOBODY = ("公司", "学校", "单位", "班", "小区", "国", "手机", "电脑")
ROLES = (
    rf"(?:{OTHERS_ZH}|老师|医生|房东|客户|师傅|导师|徒弟|学生|粉丝|教练|手下|下属|上级|主管|经理|前任|前妻|前夫"
    r"|前男友|前女友"
    r"|亲戚|孙子|孙女|外孙女?|干妈|干爹|舅子|连襟|亲家|战友|校友|组长|班长|助理|秘书|保姆|阿姨|大爷|大妈)"
)
"""Others around a speaker, about whom nothing is kept unless they are named."""
OF_OTHERS = re.compile(
    r"^(?:而且|不过|但是?|今天|昨天|刚才?|听说)*(?:(?:我们?|咱们?|俺)(?:家|这边)?(?:的|有)?(?:一[个位名]"
    rf"|[那这][个位]|[个位]|新来的)*(?:的)?)?(?:{ROLES}(?!群|圈|.{{0,4}}(?:给|让|叫|说|建议)我)"
    r"|其(?![实他中它余次间]))"
)
_WHOSE_OTHER = re.compile(
    rf"(?:我们?|咱们?|俺)(?:家|这边)?(?:的)?(?P<role>{ROLES}|(?:最好的|大学|高中|初中)*(?:好?朋友|闺蜜|发小|死党"
    r"|哥们儿?|兄弟|姐们儿?|同学|室友)|公司|学校|单位|班|小区|国|手机|电脑)(?!圈)"
)
"""Somebody or something of the speaker's that the clause speaks of instead of them."""
_BOTH = re.compile(rf"^(?:我|咱)(?:和|跟|与)(?:我|咱)?(?:家)?(?P<kin>{KIN})(?:俩|两个?人?)?(?=都)")
_BARE_KIN = re.compile(r"^(?P<kin>老公|老婆|媳妇|爱人|儿子|女儿|闺女|老爸|老妈)(?![的们夫媳嫂婿妇])(?=.{2})")
"""Kin at the head of a clause is the speaker's."""
_SAID = re.compile(r"^(?:说实话|老实说|说真的|坦白说|不瞒你说|讲真|话说|对了|顺便说一?[下句声]|实不相瞒|医生说|大夫说)")
TYPES = {"PER": "person", "LOC": "location", "ORG": "organisation"}


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


_THAT = ("那", "这", "老", "旧", "原来的")
_ROLE = re.compile(r"(?:人|员|师|生|家伙|老板|老师|大夫|同学|孩子|小孩|学生|家长|们|公司|学校|医院|店|政府|国家|队)$")


def _others(text: str, words: Sequence[Tagged], before: str, *, goes_on: bool) -> bool:
    """Whether somebody else is spoken of: named before, or before the verb (打算带爸妈去桂林 is the speaker's plan)."""
    if before and not (goes_on or SELF.search(before) or _ELIDED_BEFORE.match(before)):
        return True
    verb = next((word.start for word in words if word.tag == "v" and word.start), len(text))
    return bool(_SOMEBODY.search(before + text[:verb])) or bool(re.search(r"里的|[他她它你您]", text))


_SOMEBODY = re.compile(
    rf"里的|[他她它你您]|{KIN}|{OTHERS_ZH}|下属|上级|前任|前[男女]友|孙子|孙女|亲戚|人家|别人|大家|有人|客户|朋友"
    r"|老师说"
)


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


_ELIDED_BEFORE = re.compile(
    r"^(?:从|在|今|昨|刚|已经|毕业|去年|前年|上|春|夏|秋|冬|\d|[一二三四五六七八九十]+月|干|做)"
)


def _topic_before(before: str) -> str:
    own = SELF.search(before)
    return _topic(before[: own.start()].strip("，, ")) if own else ""


_VERBISH = re.compile(r"名字|^[老大小全本真]名|[是在有去来爱住做当吃喝说想要会能不没也都还就过了的和跟对从把被让]")


def _topic(text: str) -> str:
    """What a clause is about when it stands before 我: 乡村音乐我听不来; a time is no topic."""
    bare = re.sub(r"^(?:说实话|老实说|其实|讲真|对了|不过|但是?|所以|因为|那个|嗯|哈哈)[，,]?", "", text)
    bare = re.sub(r"(?:这东西|这玩意儿?|这种东西|这个东西|啥的|什么的|之类的?|嘛|吧|呢|啊)$", "", bare)
    timely = re.search(
        r"\d+(?:[年月号日点岁]|个)|^\d+$|年|月|天$|周|星期|礼拜|小时|早上|晚上|上午|下午|中午|昨|今|明|以前|以后|之前"
        r"|之后|时候|最近|目前|现在"
        r"|时$|后$|前$",
        bare,
    )
    if re.fullmatch(r"真心|真的|实在|个人|毕竟|反正|总之|其实|说实话|老实说", bare) or _ASIDE.match(bare):
        return ""
    return "" if timely or bare.endswith("的") or not 1 <= len(bare) <= 10 else bare
