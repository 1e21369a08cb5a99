"""What the words around a Chinese name say of what it stands for, and names that only they show: a surname with what
follows it, a work behind its author, an event with its number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.dimensions.entities_shapes import Candidate
from processors.dimensions.entities_votes import Rows, cues, decided
from processors.dimensions.surnames import COMPOUND_SURNAMES, SURNAMES
from processors.language import HAN
from processors.ports import Tagged
from schemas.dimensions import EntityType

WORD_TYPES: dict[str, EntityType] = {"PER": "person", "LOC": "location", "ORG": "organisation", "nw": "product"}
_AT_WORK = re.compile(r"\s?(?:公司)?(?:上班|工作|实习|任职|做|当|的?HR)")
TO_JOB = re.compile(r"(?:入职|跳槽到|加入|离开|供职于|就职于|任职于|面试)\s?$")
USING = re.compile(
    r"(?:用|下载|安装|装了?|刷|玩|打开|卸载|订阅|用的是|买了?|骑|开)(?:了|着|过|一台|一部|一辆|一个|个)?\s?$"
)
READ = 12
"""Characters of the sentence that are read on either side."""

_BEFORE: Rows = (
    (r"(?:抄送|转发给|发给|交给|递给|寄给|还给|送给|借给|卖给|开给|告诉|提醒|通知|邀请|约了?|碰见|碰到|遇见|遇到"
     r"|认识|采访|感谢|嫁给|娶了?|爱上|暗恋|想念"
     r"|问问|问|陪|替|找|恭喜|祝|@)(?:了|过|一下)?", "person", 3),
    (r"(?:和|跟|与|同|给|让|请|被|叫|由|像|听)", "person", 1),
    (r"(?:住在|搬到|搬去|搬往|飞往|飞到|飞|前往|抵达|到达|路过|经过|途经|来自|定居在?|出差[去到]|去了?趟?|逛|游"
     r"|爬了?|自驾)", "location", 2),
    (r"(?:入职|跳槽到|跳到|跳去|加入|供职于|就职于|任职于|面试|面了|考上|考进|考入|毕业于|签约|签了|加盟|转会到?"
     r"|投诉了?|起诉|举报|收购|输给了?"
     r"|赢了|击败|住进了?|挂了|辞了|辞掉|应聘|被)了?", "organisation", 3),
    (r"从", "location", 2),
    (r"(?:[买用穿开骑戴]的(?:是)?|[器机表鞋车包脑盘]是)", "product", 3),
    (r"(?:用|使用|下载|安装|装|刷|打开|卸载|订阅|买|骑|换|喝|吃|穿|戴|抽|充|续费|升级到?|迁移到|切到|换到|换成"
     r"|改用|老喝|玩|通关|单曲循环|重看|重温|追)"
     r"(?:了|着|过|完|的是)?(?:[一两三]?[个台部辆瓶杯包双条盒箱罐听支])?", "product", 2),
)  # fmt: skip
_AFTER: Rows = (
    (r"(?:考编|考研|考公|考上|上岸|喝多|喝醉|请假|发烧|住院|出院|怀孕|结婚|离婚|辞职|失恋|相亲|生了个)", "person", 3),
    (r"(?:说|讲|问|答|喊|笑|哭|觉得|认为|跟我|和我|给我|让我|叫我|请我|帮我|陪我|教我|告诉|演得|演的|唱得|唱的"
     r"|写的|拍的|主演|导演|执导|姐|哥|嫂|老师|医生|教授"
     r"|的(?:奶奶|爷爷|妈|爸|儿子|女儿|孩子|生日|婚礼|论文|电话|微信|歌|新歌|专辑|小说|书|老婆|老公|女朋友"
     r"|男朋友))", "person", 3),
    (r"(?:再|飞|坐车|开车)?到(?=[\u4e00-\u9fff])", "location", 1),
    (r"(?:的(?:冬天|夏天|天气|房价|夜景|风景|星空|街头|空气)|比[\u4e00-\u9fff]{2,4}(?:还|更)?(?:热|冷|远|大|小)"
     r"|下雪|下雨|太热|太冷|转机|人山人海)", "location", 2),
    (r"(?:又|也|正|还|都|真|怎么)?(?:在[\u4e00-\u9fff]{2,4})?(?:要|开始|准备|打算)?(?:在?招(?:人|聘|志愿者|工|生)"
     r"|裁(?:员|掉|了|人|一[轮批波])|上市|发布|倒闭|破产"
     r"|收购|停产|招工"
     r"|扩招|的?客服|的?股票|股价|财报|送来|发货|把我的(?:包裹|快递|行李|货)"
     r"|涨薪|欠薪|停牌|取消航班|又取消航班|送货|派送|赔了?我)", "organisation", 3),
    (r"(?:投影仪|扫地机|路由器|平板|充电宝|行李箱|床垫|沙发|净水器|洗碗机|烤箱|电饭煲|手环|口红|面膜|奶粉|球拍"
     r"|鱼竿|显示器|键盘|鼠标|耳机|音箱|手机|电脑|冰箱|洗衣机|吸尘器|电视|空调|跑鞋|球鞋|羽绒服|相机|崩了|闪退|卡死"
     r"|死机|卡了|更新了?|会员|账号|怎么用|好用|不好用|登不上|打不开|充值|通关|好看|好听|真好喝"
     r"|上映|第[一二三四五\d]+[季集部章]|大结局|完结)", "product", 3),
)  # fmt: skip
_LEFT = cues(_BEFORE, '(?:{})[“"「]?$')
_RIGHT = cues(_AFTER)

_AUTHOR = re.compile(
    rf"的(?![新老第最])(?P<name>[{HAN}]{{2,10}}?)(?=[，。！？；,.!?\s]|吗|呢|吧|了|很|太|真|特别|让|是|里|$)"
)
_WORKS_READ = re.compile(
    r"(?:看|读|听|追|刷|唱|循环|推荐|喜欢|爱|弹|背|演|重温|收藏)(?:了|过|完|的是|听|看|读|我|我读|我看)?$"
)
_KINDS_OF_WORK = re.compile(
    r"(?:歌|书|电影|新书|新歌|专辑|小说|散文|作品|演唱会|相声|电视剧|戏|文章|诗|画|课|直播|视频|脱口秀|音乐|片子"
    r"|剧|声音|朋友圈|微博|意见|话"
    r"|.*(?:歌|书|电影|小说|作品|散文|剧|诗|专辑|演唱会|课|话|意见|建议|声音|表演|演技|故事|近况|节目|做法))$"
)
_GIVEN = frozenset(
    "国强兰伟芳军丽敏静涛杰磊勇艳娟刚华平明辉玲红英梅建秀志海燕霞鹏飞波斌宇浩凯健俊帆婷雪倩颖琳慧娜佳欣怡雯萍丹晶莉凤洁琴云春桂珍文"
    "德福贵荣富祥龙虎峰林森鑫淼子梓涵轩睿晨阳诗雨欢乐安宁思瑶小晓"
)
"""Characters of given names."""
_GIVEN_MORE = frozenset(
    "宜萱彤梓豪博昊天宸泽熙铭瑞嘉悦可馨语桐雅芷若曦妍菲璐璇瑾瑜钰婉柔莹滢洋薇蓓蕾莎蔓茜妮娅媛婧妙珊祺祎煜炜烨坤乾震霆航远骏翔翰哲渊源江山河海川岩"
    "松柏楠榕桦枫柳荷莲菊竹雯露霏芸茹蓉芬芳香巧淑贞惠锐锋铮利民新胜光耀景世承启恒毅恺晖朗逸尘沐瑶诺伊依亦奕希熠晗钧堃珂珏琪琦瑛珺雁鸿"
)
"""More of them, that are looked for only where somebody does something."""
_DEED = re.compile(
    r"(?:昨儿|昨天|昨晚|今天|今儿|今早|刚刚?|终于|居然|竟然|又|也|已经|上周|上个月|明天|下周){0,2}"
    r"(?:考编|考研|考公|考上|上岸|喝多|喝醉|请了?假|发烧|住院|出院|怀孕|结婚|离婚|辞职|失恋|相亲|分手|生了|毕业|升职|搬家|回老家|迟到"
    r"|打电话|发消息|跟我说|和我说|让我|叫我|约我|请我|陪我|教我|给我|帮我)"
)
"""What only people do."""
_NO_GIVEN = (
    "也都把被给要去来说在和跟的是不就还很没有会想能得了过着上下里"
    "市区县省国人州家们总老大小只才又再先请让叫问找从到对向为与等约"
)
_SURNAMED = re.compile(
    "[芮裴佟邢庞阮巩缪翟郝邱邵彭潘蔡薛魏廖谭邓冯郑郭蒋吕邹姚覃卞虞邬臧褚晏滕戚靳聂樊倪闫阎蔺岑邰刘韩]"
    rf"[{HAN}](?<![{_NO_GIVEN}])[{HAN}](?<![{_NO_GIVEN}])(?=[，。！？；,.!?\s的说和跟在也都把被给要去来是]|$)"
)
"""Characters that are hardly anything but surnames, before two that are hardly anything but names."""
NEXT_MAX = 6
_WRITTEN = re.compile(
    rf"(?:收件人|联系人|寄件人|负责人|姓名|署名|落款|签名)(?:写的?是?|是|：|:|填"
    rf"|叫)?(?P<name>[{HAN}]{{2,3}})(?=[，。！？；,.!?\s]|$)"
)
_LONG_NAME = re.compile(rf"(?P<name>(?:{COMPOUND_SURNAMES})[{HAN}]{{1,2}})(?=[，。！？；,.!?\s的说和跟在]|了|要|$)")
_FOUNDATION = re.compile(
    rf"(?:在|给|从|为|去|到|进|是|上(?!海)|读|考上|加入)(?P<name>[{HAN}]{{2,6}}(?:基金会|协会|小学|中学|幼儿园|乐队"
    rf"|工作室|研究所|俱乐部))"
)
_ANY_BEFORE = re.compile(
    r".*[的了一这那某个几家所哪]|(?:公益|慈善|附近|我们|他们|当地|私立|公立|重点|民办|国际|双语|社区|老家|村里"
    r"|镇上|县里)"
)
_METRO = re.compile(r"(?:地铁)?\d{1,2}号线|(?:大兴)?机场线")
_NUMBER_SALE = re.compile(r"(?<!\d)(?:618|双(?:11|12|十一|十二))(?![\d元块号房分个人路室楼次名条])")
_MODEL_WORD = re.compile(rf"[{HAN}]{{2,4}}(?:[A-Za-z]{{1,6}}[ -]?)?[A-Z]{{0,3}}\d{{1,4}}[A-Za-z]{{0,6}}$")
_CODE = re.compile(rf"(?P<code>[A-Za-z]{{1,5}}-?\d{{1,4}}[A-Za-z]{{0,6}})(?:[{HAN}]{{2,5}})?$")
_MODEL_NOUN = re.compile(r"第|楼|号|房|室|班|路|座|栋|区|组|页|题|级|度|年|月|款")
_PET_TWICE = re.compile(
    rf"(?:猫|狗|兔子?|鹦鹉|仓鼠|乌龟|金毛|柯基|泰迪|布偶|柴犬|拉布拉多|萨摩耶|英短|美短|比熊|博美|哈士奇|橘猫"
    rf"|边牧)(?P<name>([{HAN}])\2)(?!子)"
)
_NO_GIVEN_NAME = ("u", "p", "w", "xc", "c", "r", "m")
_OWN_PET = re.compile(
    rf"(?:[我他她]们?家的?|[我他她]的)小?(?:猫咪?|狗狗?|兔子|仓鼠|鹦鹉|乌龟|金毛|柯基|泰迪|布偶"
    rf"|哈士奇)(?P<name>[{HAN}]{{2,3}}?)"
    r"(?=该|又|在|把|不|吃|喜欢|很|会|最近|今天|昨天|走丢)"
)
_WATER = re.compile(r"[江河湖海山岭峡湾岛路街][边上里畔旁面岸水滩]?$")
_DISH = re.compile(r"(?:米粉|螺蛳粉|烤鸭|火锅|拉面|热干面|小面|烧饼|凉皮|肉夹馍|臭豆腐|煎饼|泡馍|米线|酸辣粉|煮)")
_FOOD_OF = re.compile(
    r"(?:老太太|老头|小?姑娘|小伙|小哥|小孩|媳妇|老公|老婆|女婿|大叔|老师|医生|女孩|男孩|女人|男人|老板|导师"
    r"|教授|室友|同学|邻居|大妈|客人|文学|音乐|动漫|漫画|历史|奶粉|货|大餐|菜|料理|餐|红酒|电影|面包|咖啡|人|队"
    r"|朋友|同事|客户|游客|留学生|签证|护照|进口|产|式)"
)


def cued_chinese(text: str, start: int, end: int) -> tuple[EntityType | None, int]:
    """(type, strength) of what the sentence makes of the name at [start, end); nothing where it says nothing."""
    before, after = text[max(0, start - READ) : start], text[end : end + READ].lstrip('”"」')
    return decided(before, after, _LEFT, _RIGHT)


def works_there(text: str, start: int, end: int) -> bool:
    """Whether somebody works at what stands at [start, end): 在华为上班."""
    return text[max(0, start - 2) : start].rstrip().endswith(("在", "于")) and bool(_AT_WORK.match(text, end))


def is_persons(name: str) -> bool:
    """Whether a Chinese name has the shape of a person's: a surname and one or two characters."""
    return 2 <= len(name) <= 3 and name[0] in SURNAMES


def names_by_sentence(text: str, words: Sequence[Tagged]) -> Iterator[Candidate]:
    """What no list and no tag shows."""
    for place, word in enumerate(words):
        following = words[place + 1] if place + 1 < len(words) else None
        joined = following is not None and following.start == word.end and len(following.text) <= NEXT_MAX
        yield from _with_next(text, word, following if joined else None)
        yield from _models(words, place)
    yield from _beside_people(words)
    yield from _doers(text, words)
    tags = {word.start: word.tag for word in words}
    for match in _OWN_PET.finditer(text):
        if tags.get(match.start("name")) in ("n", "nz", "PER", "a", "an"):
            yield Candidate(*match.span("name"), "person", 5)
    for match in _WRITTEN.finditer(text):
        if is_persons(match["name"]):
            yield Candidate(*match.span("name"), "person", 5)
    for match in _FOUNDATION.finditer(text):
        if not _ANY_BEFORE.match(match["name"]):
            yield Candidate(*match.span("name"), "organisation", 5)
    rules: tuple[tuple[re.Pattern[str], EntityType, int], ...] = (
        (_SURNAMED, "person", 3), (_LONG_NAME, "person", 5), (_PET_TWICE, "person", 5), (_METRO, "location", 6),
        (_NUMBER_SALE, "event", 6),
    )  # fmt: skip
    for pattern, kind, weight in rules:
        for match in pattern.finditer(text):
            yield Candidate(*match.span("name" if "name" in pattern.groupindex else 0), kind, weight)


def _with_next(text: str, word: Tagged, following: Tagged | None) -> Iterator[Candidate]:
    """A surname and what follows it, and the author's work behind both; a place and its river or its letters."""
    end = word.end
    near = following is not None and len(following.text) < 3
    if following and word.tag == "PER" and len(word.text) == 1 and near and following.tag not in _NO_GIVEN_NAME:
        end = following.end
        yield Candidate(word.start, end, "person", 4)
    if word.tag == "PER":
        yield from _of_author(text, word.start, end)
    if following and word.tag == "LOC":
        if following.text.isascii() and following.text.isupper():
            yield Candidate(word.start, following.end, "location", 5)
        if near and following.tag in ("s", "n", "f") and _WATER.match(following.text):
            yield Candidate(word.start, following.start + 1, "location", 4)


def _doers(text: str, words: Sequence[Tagged]) -> Iterator[Candidate]:
    """Who begins a clause and does what only people do, where the tagger saw no person: 雨桐考上了."""
    for word in words:
        begins = word.start == 0 or text[word.start - 1] in "，。！？；,.!?\n "
        given = len(word.text) == 2 and all(char in _GIVEN or char in _GIVEN_MORE for char in word.text)
        if begins and given and word.tag in ("nz", "n", "a", "ORG", "LOC", "nw") and _DEED.match(text, word.end):
            yield Candidate(word.start, word.end, "person", 6)


def _beside_people(words: Sequence[Tagged]) -> Iterator[Candidate]:
    """Who stands beside a person in "A and B", when the tagger took them for something else: 瑶瑶和国强."""
    for one, joining, other in zip(words, words[1:], words[2:], strict=False):
        if joining.tag != "c" or one.end != joining.start or joining.end != other.start:
            continue
        for person, unknown in ((one, other), (other, one)):
            given = all(char in _GIVEN for char in unknown.text)
            odd = unknown.tag in ("ORG", "LOC", "nz") and (given or is_persons(unknown.text))
            if (
                person.tag == "PER"
                and len(unknown.text) in (2, 3)
                and (odd or (given and unknown.tag in ("v", "vn", "a")))
            ):
                yield Candidate(unknown.start, unknown.end, "person", 6)


def _of_author(text: str, start: int, end: int) -> Iterator[Candidate]:
    """What one reads, hears or sees of somebody: 听孙燕姿的遇见."""
    if not _WORKS_READ.search(text[max(0, start - READ) : start]):
        return
    match = _AUTHOR.match(text, end)
    if match and not _KINDS_OF_WORK.fullmatch(match["name"]):
        yield Candidate(*match.span("name"), "product", 6)


def _models(words: Sequence[Tagged], place: int) -> Iterator[Candidate]:
    """A maker and a code, whether or not anybody listed the maker: 影石X4, 石头 + G20扫地机."""
    word = words[place]
    lettered = any(char.isascii() and char.isalpha() for char in word.text)
    if lettered and _MODEL_WORD.match(word.text) and not _MODEL_NOUN.search(word.text):
        yield Candidate(word.start, word.end, "product", 7)
    code = _CODE.match(word.text)
    before = words[place - 1] if place else None
    if code and before and before.tag in ("n", "nz", "ORG", "PER") and 2 <= len(before.text) <= 4:
        blanks = word.start - before.end
        if blanks == 0 and not before.text.isascii() and not _MODEL_NOUN.search(before.text):
            yield Candidate(before.start, word.start + code.end("code"), "product", 7)


def is_nationality(text: str, end: int) -> bool:
    """Whether a country stands for what or who comes from it: 法国大餐, 俄罗斯老太太."""
    return bool(_FOOD_OF.match(text, end))


def is_dish(text: str, end: int) -> bool:
    """Whether a place only says how something is cooked: 桂林米粉."""
    return bool(_DISH.match(text, end))
