"""Of whom a Chinese clause speaks: the speaker, their kin, somebody who is named, or others."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

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
    **dict.fromkeys(
        (
            "三弟",
            "二弟",
            "大弟",
            "小弟",
            "三妹",
            "小妹",
            "三姐",
            "三哥",
            "亲哥",
            "亲姐",
            "亲弟",
            "亲妹",
            "舍弟",
            "舍妹",
            "家兄",
        ),
        ("sibling", "sibling"),
    ),
    **dict.fromkeys(("老爹", "爹", "老爷子", "家父"), ("parent", "father")),
    **dict.fromkeys(("老娘", "娘", "老太太", "家母"), ("parent", "mother")),
}
KIN = "|".join(
    sorted((word for word, kin in KIN_WORDS.items() if kin[0] not in ("pet", "friend")), key=len, reverse=True)
)
_WHOSE_KIN = re.compile(rf"(?:我们?|咱|俺)(?:家)?(?:的)?(?P<kin>{KIN})(?![夫媳嫂婿妇们])")
_ASIDE = re.compile(
    r"^(?:比起|相比|除了|对于|关于|至于|论|要论|因为|毕竟|由于|鉴于|既然|反正)|.{0,4}(?:声明|说明|交代|坦白|承认|补充"
    r"|强调|提醒|告诉|说|提|讲|备注|记)(?:一下|一声|一句|你们?|下|个事|清楚|在先|过|了)*$"
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
    r"|前男友|前女友|亲戚|孙子|孙女|外孙女?|干妈|干爹|舅子|连襟|亲家|战友|校友|组长|班长|班主任|助理|秘书|保姆|阿姨|大爷|大妈|同桌|客人|顾客|食客|乘客|店员|服务员|店主|小伙子|女生|男生|路人"
    r"|网友|博主|主播|嘉宾|患者"
    rf"|病人|业主|租客|隔壁|楼上|楼下|学[弟妹长姐]|师[兄弟姐妹])"
)
"""Others around a speaker, about whom nothing is kept unless they are named."""
OF_OTHERS = re.compile(
    r"^(?:而且|不过|但是?|今天|昨天|刚才?|听说)*(?:我们?|咱们?)?(?:家|这边)?(?:的|有)?(?:一[个位名]"
    rf"|[那这][个位]|[个位]|新来的){{0,3}}(?:的)?(?:{ROLES}(?!群|圈|.{{0,4}}(?:给|让|叫|说|建议)我|(?<=医生|大夫)(?:给|让|开|换))"
    r"|其(?![实他中它余次间]))"
)
_THEIRS = re.compile(rf"(?:的|家的?)(?:{ROLES}|{KIN}|好?朋友|同学|闺蜜)|(?:们)?(?:{ROLES})")
SOMEBODY = re.compile(rf"{KIN}|{ROLES}")
ANOTHER = re.compile(r"[你您她]|(?<!吉)他(?!汀)")
"""A pronoun for whoever is not the speaker."""
_WHOSE_OTHER = re.compile(
    rf"(?:我们?|咱们?|俺)(?:家|这边)?(?:的)?(?P<role>{ROLES}|(?:最好的|大学|高中|初中)*(?:好?朋友|闺蜜|发小|死党"
    r"|哥们儿?|兄弟|姐们儿?|同学|室友)|公司|学校|单位|班|小区|国|手机|电脑)(?!圈)"
)
"""Somebody or something of the speaker's that the clause speaks of instead of them."""
_BOTH = re.compile(rf"^(?:我|咱)(?:和|跟|与)(?:我|咱)?(?:家)?(?P<kin>{KIN})(?:俩|两个?人?)?(?=都)")
_OTHER_AT_HEAD = re.compile(rf"^(?:我的?)?{OTHERS_ZH}")
"""表哥孙立群现在住在…: whoever is named beside their relation."""
_BARE_KIN = re.compile(
    r"^(?P<kin>亲[哥姐弟妹]|家父|家母|老伴|大女儿|小女儿|大儿子|小儿子|老公|老婆|媳妇|爱人|儿子|女儿|闺女|老爸|老妈)(?![的们夫媳嫂婿妇])(?=.{2})"
)
"""Kin at the head of a clause is the speaker's."""
_SAID = re.compile(r"^(?:说实话|老实说|说真的|坦白说|不瞒你说|讲真|话说|对了|顺便说一?[下句声]|实不相瞒|医生说|大夫说)")
_VERBISH = re.compile(r"名字|^[老大小全本真]名|[是在有去来爱住做当吃喝说想要会能不没也都还就过了的和跟对从把被让]")
_LEADS_IN = re.compile(r"^(?:说实话|老实说|其实|讲真|对了|不过|但是?|所以|因为|那个|嗯|哈哈)[，,]?")
_AND_SUCH = re.compile(r"(?:这东西|这玩意儿?|这种东西|这个东西|啥的|什么的|之类的?|嘛|吧|呢|啊)$")
_NO_TOPIC = re.compile(r"真心|真的|实在|个人|毕竟|反正|总之|其实|说实话|老实说")


def subject_of(text: str, words: Sequence[Tagged], seen: Mapping[str, str], carried: str) -> tuple[list[str], int, str]:
    """(subjects, where the predicate begins, what stands before the subject as its topic); [] and -1 for others."""
    kin = _WHOSE_KIN.search(text)
    own = SELF.search(text)
    first = next((word for word in words if word.tag not in ("TIME", "t", "d", "c", "w")), None)
    named = first is not None and first.tag == "PER" and is_name_zh(first.text)
    if first is not None and named and (owner := re.match(r"的(?=.)|(?=是(?:我|咱|俺))", text[first.end :])):
        return [first.text], first.end + owner.end(), ""
    beside = _OTHER_AT_HEAD.match(text)
    if beside and first is not None:
        who = next((word for word in words if word.start == beside.end() and word.tag == "PER"), None)
        if who is not None and is_name_zh(who.text):
            return [who.text], who.end, ""
    both = _BOTH.match(text)
    if both:
        return ["user", *filter(None, [KIN_WORDS[both["kin"]][1]])], both.end(), ""
    bare = _BARE_KIN.match(text)
    if bare and not carried:
        name = named_after(text, bare.end(), seen)
        return [name or KIN_WORDS[bare["kin"]][1]], bare.end() + len(name), ""
    if kin and _THEIRS.match(text, kin.end()):
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
        return ["user"], own.end(), topic_of(topic)
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


def topic_of(text: str) -> str:
    """What a clause is about when it stands before 我: 乡村音乐我听不来; a time is no topic."""
    bare = _LEADS_IN.sub("", text)
    bare = _AND_SUCH.sub("", bare)
    timely = re.search(
        r"\d+(?:[年月号日点岁]|个)|^\d+$|年|月|天$|周|星期|礼拜|小时|早上|晚上|上午|下午|中午|昨|今|明|以前|以后|之前"
        r"|之后|时候|最近|目前|现在|时$|后$|前$",
        bare,
    )
    if _NO_TOPIC.fullmatch(bare) or _ASIDE.match(bare):
        return ""
    return "" if timely or bare.endswith("的") or not 1 <= len(bare) <= 10 else bare
