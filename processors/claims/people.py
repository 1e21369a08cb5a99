"""Words for people and pets around the user, and which words can be names."""

from __future__ import annotations

import re

from processors.claims.life_words import NATIONALITIES_EN

UPPER = "A-Z\u00c0-\u00de" + "".join(chr(code) for code in range(0x100, 0x180) if chr(code).isupper())
"""What a capital letter may be in a Latin name, for a class of a regular expression: Łódź, İzmir, Šárka."""
KIN_EN: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("wife", "husband", "spouse", "hubby"), ("spouse", "spouse")),
    **dict.fromkeys(("son", "daughter", "kid", "child", "kids", "children", "sons", "daughters"), ("child", "child")),
    **dict.fromkeys(("mother", "mom", "mum", "mommy"), ("parent", "mother")),
    **dict.fromkeys(("father", "dad", "daddy"), ("parent", "father")),
    **dict.fromkeys(("sister", "brother", "sisters", "brothers", "siblings"), ("sibling", "sibling")),
    **dict.fromkeys(("friend", "friends", "buddy", "pal", "mate", "mates"), ("friend", "")),
    **dict.fromkeys(("dog", "dogs", "cat", "cats", "puppy", "kitten", "parrot", "rabbit", "hamster"), ("pet", "")),
    **dict.fromkeys(("horse", "tortoise", "turtle", "bird", "goldfish", "pet"), ("pet", "")),
}
"""Word → (attribute that holds the name, subject of claims about the unnamed one; "" = none)."""

KIN_ZH: dict[str, tuple[str, str]] = {
    **dict.fromkeys(("老婆", "妻子", "老公", "丈夫", "爱人", "太太", "媳妇", "先生"), ("spouse", "spouse")),
    **dict.fromkeys(
        ("儿子", "女儿", "孩子", "宝宝", "闺女", "大儿子", "小儿子", "大女儿", "小女儿"), ("child", "child")
    ),
    **dict.fromkeys(("妈妈", "母亲", "老妈", "妈"), ("parent", "mother")),
    **dict.fromkeys(("爸爸", "父亲", "老爸", "爸"), ("parent", "father")),
    **dict.fromkeys(("哥哥", "弟弟", "姐姐", "妹妹", "哥", "姐"), ("sibling", "sibling")),
    **dict.fromkeys(("好朋友", "朋友", "闺蜜", "好友", "哥们"), ("friend", "")),
    **dict.fromkeys(("小狗", "小猫", "狗狗", "猫咪", "狗", "猫", "宠物", "兔子", "仓鼠", "鹦鹉", "乌龟"), ("pet", "")),
}

ANIMALS_EN = (
    r"(?:greyhound|poodle|beagle|labrador|retriever|terrier|spaniel|collie|dachshund|husky|bulldog|corgi"
    r"|chihuahua|pony|budgie|canary|cockatiel|ferret|gecko|guinea pig|chinchilla|snake|iguana|hedgehog|mouse|rat|duck"
    r"|goat|kitty|pup|fish|lizard|python|lurcher|whippet|staffie|pug|boxer|alsatian|mastiff|setter|schnauzer|shih tzu"
    r"|cockapoo|labradoodle|cockatoo|donkey|chicken|hen|gerbil|axolotl|tarantula|bunny|kitten)"
)
"""Animals that are kept, beside those of KIN_EN."""
OTHERS_EN = (
    r"(?:cousin|nephew|niece|aunt|uncle|grand(?:mother|father|ma|pa|son|daughter)|colleague|co-?worker|boss|manager"
    r"|neighbou?r|flatmate|roommate|housemate|girlfriend|boyfriend|fianc[ée]e?|partner|classmate|teammate|(?:mother"
    r"|father|brother|sister)-in-law|stepson|stepdaughter|godson|goddaughter)"
)
OTHERS_ZH = (
    r"(?:表[哥弟姐妹]|堂[哥弟姐妹]|外甥女?|侄[子女]|舅[舅妈]|姑[姑妈父]|姨[妈父]?|叔叔|婶婶|伯[伯父母]|爷爷|奶奶|外公"
    r"|外婆|姥[爷姥]|同事|老板|领导|上司|邻居|室友|舍友|同学|队友|对象|男朋友|女朋友|未婚[夫妻]|岳[父母]|公公|婆婆"
    r"|嫂子|姐夫|妹夫)"
)
"""People around the user who are claims' subjects by name, though no relation of theirs is kept."""

RELATIONS = frozenset(("spouse", "child", "parent", "sibling", "friend", "pet"))
"""Attributes whose value is a person or animal."""

NAME_EN = rf"[{UPPER}][\w'’.-]{{0,30}}(?: (?:de |van |von |da |del |la |bin |al-)?[{UPPER}][\w'’-]{{0,30}}){{0,3}}"
"""One to four capitalised words, for a case-sensitive part of a regular expression."""

_NO_NAMES = (
    "i i'm i'll i've i'd monday tuesday wednesday thursday friday saturday sunday january february march april may"
    " june july august september october november december tomorrow today tonight the a an my your his her our their"
    " this that these those it it's he she they we you who what when where why how everyone everybody someone"
    " somebody nobody people anyone yes no ok okay thanks please sorry god mom dad mum american british english"
    " chinese french german spanish italian indian japanese korean canadian australian mexican dutch russian"
    " christian muslim jewish catholic buddhist hindu atheist and or but so if then there here not never always back"
    " later again crazy maybe new all some many most more just in on at for of to from with by as is are was were do"
    " does did can could will would should let let's also well oh hey hi hello dear good great nice happy merry"
    " sounds looks feels seems almost one its its' both each few family friends everybody unconditional something"
    " anything nothing nobody others none much really which while because since although though only even still my"
    " mine looking hoping feeling thinking going yeah wow ha haha lol true same congrats hubby husband wife missus"
    " sister brother daughter sis bro mam granny right honestly finally basically actually frankly luckily sadly"
    " seriously obviously anyway anyways look listen sure fine cool listen apparently fortunately unfortunately plus"
    " alright alas meanwhile currently recently lately usually sometimes often suddenly eventually personally"
    " admittedly technically ideally thankfully hopefully guess update reminder"
)
_NOT_A_NAME = frozenset(_NO_NAMES.split())

NATIONALITY = re.compile(NATIONALITIES_EN)
_SPELLED = re.compile(r"(?:[A-Z]-){1,12}[A-Z]")
"""A name letter by letter says how it is written."""
_SURNAMES = frozenset(
    "王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆汪范廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向汤温康施文牛樊葛邢安齐乔伍庞颜倪庄聂章鲁岳翟申欧殷詹焦俞翁柳骆纪凌霍盛尤阮柯梅裴邬鲍戚褚卫尚游甘舒屈项祝涂单邝覃仝雒佘佟巩晏栾阎蔺邰隋荆岑卞靳鄢冉冼亓仉郗郜璩瞿闵阚鞠谌窦苑芮苗茅荀裘逯邢邬郁钮钱阙隗雍宁"
)
_COMPOUND_SURNAMES = (
    "欧阳",
    "司马",
    "上官",
    "诸葛",
    "慕容",
    "司徒",
    "令狐",
    "皇甫",
    "夏侯",
    "尉迟",
    "公孙",
    "端木",
    "东方",
    "南宫",
    "闻人",
    "叶赫",
)
_NAME_PREFIX_ZH = "小阿老大"
_NO_NAME_ZH = re.compile(
    r"[了过的吗呢吧啊什么谁哪怎不没别去来回起快点做干吃喝睡走帮给把被让说看听想会要能得]|外卖|车|保安|救护|服务员"
    r"|师傅|老师|老板|老大|小姐|先生|妈|爸|大家|大声|小心|小声|一声|一下|高兴|安静|安心|文明|马上|任何|何时|于是|方便"
    r"|测试|用户|客服|管理员|机器人|单独|金额|白天|向前|万一|老家|小区|老年|老伴|小孩|小朋友|老人|小学|温柔|严格|庄重|^石头"
)
NAME_ZH = r"(?:[\u4e00-\u9fff]{1,4}(?:·[\u4e00-\u9fff]{1,8})?|[A-Za-z][A-Za-z'.-]{0,20}(?: [A-Z][A-Za-z'-]{0,20}){0,2})"


def is_name(text: str) -> bool:
    """Whether capitalised words can be somebody's name: none of them is a day, a nationality or a common word."""
    words = text.casefold().replace("’", "'").split()
    if _SPELLED.fullmatch(text):
        return False
    if NATIONALITY.fullmatch(text) or any(
        word.endswith(("'re", "'ve", "'ll", "'d", "'m", "'s", "n't")) for word in words
    ):
        return False
    return bool(words) and len(words) <= 5 and not any(word.rstrip(".") in _NOT_A_NAME for word in words)


def is_name_zh(text: str) -> bool:
    """Whether this is written like a name: surname and given name, 小 + a character, a doubled one, Latin letters."""
    if text[:1].isascii():
        return text.casefold() not in _NOT_A_NAME and len(text) >= 2
    if "·" in text:
        return True
    if not 2 <= len(text) <= 4 or _NO_NAME_ZH.search(text):
        return False
    if text.startswith(_COMPOUND_SURNAMES):
        return len(text) >= 3
    if text[0] in _NAME_PREFIX_ZH:
        return len(text) <= 3
    return (text[0] in _SURNAMES and len(text) <= 3) or (len(text) == 2 and text[0] == text[1])


def is_given_name_zh(text: str) -> bool:
    """Whether two characters after 叫 can be a given name without its surname (我哥叫建国)."""
    return len(text) == 2 and not _NO_NAME_ZH.search(text) and not re.search(r"[我你您他她它们这那一车停门人]", text)
