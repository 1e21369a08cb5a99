"""What a Chinese predicate says of somebody's life: goals, plans, habits, belongings, learning, health, ties."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from processors.claims.chinese_values import NO_OBJECT, Seen
from processors.claims.found import LIKELY, SURE, Found, items_zh
from processors.claims.life_words import CONDITIONS_ZH, LASTING_ZH, MEDICINES_ZH
from processors.claims.people import NAME_ZH, is_name_zh
from processors.claims.words import OCCUPATIONS_ZH, PLACE_ZH
from schemas.claims import ClaimAction, Polarity

Build = Callable[[re.Match[str], Seen], Iterator[Found]]

_NOW = (
    r"(?:现在|目前|最近|已经|刚刚?|一直|终于|也|还|都|就|又|正|正在|今年|去年|前年|今天|昨天|上周|上个月|这周|本周"
    r"|这几天|这两天|[一二两三四五六七八九十\d]+(?:天|周|个月|年)前|[一二三四五六七八九十\d]+月份?|(?:上"
    r"|这)?周[一二三四五六日天])"
)
_WHEN = rf"{_NOW}{{0,4}}"
_AHEAD = (
    r"(?:明天|后天|大后天|今晚|明晚|明早|下周|下个?月|明年|后年|下学期|(?:这|本|下)?(?:周|星期"
    r"|礼拜)[一二三四五六日天末]|[一二三四五六七八九十\d]+月|[\d一二三四五六七八九十]+[号日]|年底|月底|(?:春|夏|秋"
    r"|冬)天|寒假|暑假|国庆|春节|过年)"
)
_OFTEN = (
    r"(?:每(?:天|日|周|个?星期|个?月|年|晚|早|个?周末|逢)(?:[一二三四五六日天末])?|每个?(?:周|星期"
    r"|礼拜)[一二三四五六日天末]|(?:一|每)(?:天|周|星期|个月|年)[一二两三四五六七八九十\d]+次|天天|周末都)"
)
_ASSISTED = (
    r"(?:用(?!.*@)|别|不要|不用|请|都|叫(?=我)|称呼|回答|回复|说|写|给|保持|简短|直接|把|避免|使用|解释|提醒|翻译"
    r"|安排|推荐|以|按|先|尽量|只|永远|始终|总是|务必|必须|记得|在)"
)
_ORDERED = (
    r"(?:不要|别)?(?:在[^，。]{1,8})?(?:用|使用|叫我|称呼|回答|回复|安排|提醒|推荐|发给|翻译|引用|输出|写|给我|帮我)"
)
"""What only an assistant can be told to do always or never."""
_ORDER = re.compile(
    rf"^(?:请|麻烦你?|你)?(?:以后|今后|从现在(?:起|开始)|往后|从今(?:往后|以后|天起))(?:都|你|请|麻烦|就)*"
    rf"(?={_ASSISTED})"
    r"(?P<value>.{2,60})$"
    rf"|^(?:请|麻烦|你){{0,2}}(?:始终|总是|永远|一律|务必|一直)(?:都)?(?={_ORDERED})(?P<always>.{{2,60}})$"
)
_ONLY_WHEN = re.compile(
    r"^(?:给我|帮我|替我|跟我|和我)(?:写|回答|回|解释|推荐|总结|翻译|做|发|说)(?:东西|邮件|消息|代码|文章|方案|话)?$"
)
"""以后给我写东西 alone wishes nothing: how it is to be done follows."""
_MY_AIM = re.compile(
    r"^我(?:今年|明年|最大|现在|近期|长期)?的?(?:目标|梦想|理想|愿望|志向)(?:就)?是(?:要|想)?(?P<value>.{2,40})$"
)
_MY_WORK = re.compile(
    rf"^我(?:现在)?的?(?:职业|工作|职务|岗位|本职工作)(?:就)?是(?:一?[名个位])?(?P<value>{OCCUPATIONS_ZH})$"
)
_MY_HOBBY = re.compile(r"^我(?:平时|业余)?的?(?:业余)?(?:爱好|兴趣)(?:就)?(?:是|有)(?P<value>.{2,30})$")
_PRESCRIBED = re.compile(
    rf"^(?:医生|大夫|[^，]{{1,3}}医生)(?:给我|让我|叫我)(?:开了?|吃|服用|换成了?)(?P<value>{MEDICINES_ZH})"
)
_NAMED = re.compile(
    rf"^(?:我们?|俺)?(?:给|把)(?:我们?家?的?)?(?:刚出生的|新生的|小)?(?P<kin>宝宝|孩子|儿子|女儿|老[大二三]|猫|狗"
    rf"|小猫|小狗)(?:取名|起名|取的名字|起的名字)(?:叫|为|是)*(?P<name>{NAME_ZH})$"
)
_FELT = re.compile(
    r"^(?:我)?(?:今天|现在|这两天|这几天|这周|最近|昨晚|刚才)+(?:我)?(?:又|有点|有些|一直|特别|非常|很|真的|好|太"
    r"|突然|觉得|感觉)*(?P<value>头疼|头痛|发烧|感冒|咳嗽|肚子疼|胃疼|胃痛|牙疼|嗓子疼|腰疼|失眠|恶心|头晕|焦虑|难过"
    r"|沮丧|郁闷|心情不好|心情很?差|累|压力大|压力很大|不舒服)(?:了|啊|呢|死了|得很|得厉害|得要命)*$"
)
_PET_LOST = re.compile(
    r"^我(?:们)?家?的?(?:狗狗?|猫咪|猫猫?|小狗|小猫|兔子|仓鼠|鹦鹉|乌龟)(?P<name>[\u4e00-\u9fff]{2,3}?)"
    rf"{_NOW}{{0,3}}(?:去世|死|走|没|离世|过世|离开我们?|去了?汪星|去了?喵星).{{0,3}}$"
    r"|^(?:我(?:们)?家的?)?(?P<alone>(?![我你他她它谁这那])[\u4e00-\u9fff]{2,3}?)"
    rf"(?:{_NOW}|就|前不久){{0,3}}(?:去世|离世|过世|去汪星|去喵星).{{0,3}}$"
)
"""Of a bare name only a pet called so ends."""
_PETS = re.compile(
    r"^(?:我|我家|我们家?)?(?:现在|最近|上周|上个?月|刚刚?){0,6}(?:有|养了?|新?养着|领养了?|收养了?|捡了?|抱回了?|买了?)"
    r"(?:[一两二三四]|\d)[只条个](?:[\u4e00-\u9fff]{0,5}?)(?:狗|猫|兔子|仓鼠|鹦鹉|乌龟|龟|鸟|鱼|柯基|金毛|布偶|橘猫)$"
)
_PETS_CALLED = re.compile(r"^(?:名字)?(?:分别)?(?:叫做?|是)(?P<names>[\u4e00-\u9fffA-Za-z、和跟与]{2,20})$")
_PET_CALLED = re.compile(
    r"^(?:我|我家|我们家?)?(?:现在|最近|上周|上个?月|刚刚?){0,6}(?:有|养了?|领养了?|收养了?|捡了?|买了?)(?:[一两二三四]"
    r"|\d)?[只条个](?:名字)?叫(?P<name>[\u4e00-\u9fffA-Za-z]{2,6}?)的[\u4e00-\u9fff]{0,4}(?:狗|猫|兔子?|仓鼠|鹦鹉"
    r"|乌龟|龟|鸟|鱼|柯基|金毛|布偶|橘猫|泰迪|哈士奇|拉布拉多|边牧|柴犬|蜥蜴|刺猬)$"
)
_ALWAYS_LIKED = re.compile(
    r"^(?P<value>[\u4e00-\u9fffA-Za-z]{1,10}?)(?:我|我是)?(?:真的|真是|简直)?(?:怎么[吃喝看听玩]都[吃喝看听玩]?不"
    r"(?:腻|够|厌|烦)|百[吃看听]不厌|[吃喝看听玩]不腻|永远[吃喝看听玩]不够)(?:的)?$"
)
_WILL_DO = re.compile(
    rf"^{_AHEAD}{{1,2}}(?:之?前|晚上|早上|上午|下午)?我?(?:会|一定会?|肯定会?)(?P<value>(?:把|给|发|交|打电话|还|带"
    rf"|陪|帮|送|提交|完成).{{1,30}})$"
)
_HABIT_BARE = re.compile(r"^我(?:平时|偶尔|也|还在|一直)?(?P<value>抽烟|吸烟|喝酒)(?:的)?$")
_GOING = re.compile(
    rf"^(?:我|我们)?(?P<value>{_AHEAD}{{1,2}}(?:我|我们)?(?:要|会|就|得)?(?:飞|去|回|到)"
    rf"(?P<place>[\u4e00-\u9fff]{{2,6}}?))"
    r"(?:出差|旅游|旅行|玩|探亲|开会)?(?:$|[，。])"
)
_NOT_MARRIED = re.compile(r"^我?(?:现在|目前)?(?:还)?(?:没|没有|未)(?P<value>结婚|成家|离婚)(?:呢)?$")
_NUMBER_CHANGED = re.compile(r"(?:号码?|手机|电话).{0,4}(?:换|变|改)|换(?:了)?(?:个)?(?:手机|电话)?号")
_NUMBER_NOW = re.compile(
    r"^(?:现在|目前|以后|新的?)(?:用)?的?(?:是|为|改用|用)?\s*(?P<value>\+?\d[\d -]{4,18}\d)(?:了)?$"
)
_RENAMED = re.compile(r"改(?:了)?(?:名|名字)")
_CALLED_NOW = re.compile(rf"^(?:我)?(?:现在|以后|已经)?(?:叫|改叫|改成)(?P<name>{NAME_ZH})(?:了)?$")
_MOVED_JOB = re.compile(r"(?:换|跳|找|入)[了到]?(?:新)?(?:工作|槽|职)")
_AT_NOW = re.compile(r"^(?:我)?(?:现在|目前)在(?P<value>[^，。]{2,12}?)(?:上班|工作|任职)?$")
_MOVER = r"(?:我|俺|已经|刚刚?|最近|上周|上个?月|去年|今年|终于|又){0,6}$"


def life_of_own(body: str, clause: str, before: str, seen: Seen) -> Iterator[Found]:
    """What is said of the speaker in other words than a predicate of theirs: 我的目标是…, 以后请…. `before` is the
    clause before it, which 叫小白和小黑 goes on from."""
    for pattern, attribute in ((_MY_AIM, "goal"), (_MY_WORK, "occupation"), (_PRESCRIBED, "medication")):
        match = pattern.match(body)
        if match and not NO_OBJECT.match(match["value"]):
            yield Found(attribute, _bare(match["value"]), subject="user")
    hobby = _MY_HOBBY.match(body)
    for item in items_zh(_bare(hobby["value"])) if hobby else ():
        yield Found("hobby", item, subject="user")
    order = _ORDER.match(clause)
    if order and not _ONLY_WHEN.match(order["value"] or order["always"]):
        yield Found("instruction", _bare(order["value"] or order["always"]), subject="user")
    named = _NAMED.match(body)
    if named and 1 < len(named["name"]) <= 4:
        yield Found("pet" if named["kin"][-1] in "猫狗" else "child", named["name"], subject="user")
    yield from _own_words(body, before, seen)
    lost = _PET_LOST.match(body)
    if lost:
        yield Found("pet", lost["name"] or lost["alone"], "negative", "unset", subject="user")
    pets = _PETS_CALLED.match(body) if _PETS.match(before) else None
    for name in items_zh(pets["names"]) if pets else ():
        if 1 < len(name) <= 4:
            yield Found("pet", name, subject="user")
    moved = _MOVED_JOB.search(before)
    now_at = _AT_NOW.match(body) if moved and re.match(_MOVER, before[: moved.start()]) else None
    if now_at and seen.get(now_at["value"]) != "location":
        yield Found("employer", now_at["value"], subject="user", confidence=LIKELY)


def _own_words(body: str, before: str, seen: Seen) -> Iterator[Found]:
    for pattern, attribute, group, sign in _OWN_WORDS:
        match = pattern.match(body) if sign in body else None
        if match:
            yield Found(attribute, _bare(match[group]), subject="user")
    going = _GOING.match(body)
    if going and (PLACE_ZH.match(going["place"]) or seen.get(going["place"]) == "location"):
        yield Found("plan", _bare(going["value"]), subject="user")
    if match := _NOT_MARRIED.match(body):
        yield Found("relationship_status", match["value"], "negative", subject="user")
    number = _NUMBER_NOW.match(body) if _NUMBER_CHANGED.search(before) else None
    if number:
        yield Found("phone", number["value"], subject="user")
    called = _CALLED_NOW.match(body) if _RENAMED.search(before) else None
    if called and is_name_zh(called["name"]):
        yield Found("name", called["name"], subject="user")


_OWN_WORDS: tuple[tuple[re.Pattern[str], str, str, str], ...] = (
    (_PET_CALLED, "pet", "name", "叫"),
    (_ALWAYS_LIKED, "likes", "value", "不"),
    (_WILL_DO, "commitment", "value", "会"),
    (_HABIT_BARE, "habit", "value", "我"),
)
"""Pattern · attribute · group that holds the value · what every match holds."""


def felt(body: str) -> list[Found]:
    """How the speaker feels where nobody is named: 今天头疼."""
    match = _FELT.match(body)
    return [Found("state", match["value"], confidence=LIKELY, subject="user")] if match else []


_POINTS = re.compile(r"这[儿里个样些]?|那[儿里个样些]|那$|[他她它]|(?:用用|看看|试试|等等|再说|算了)看?$")
"""What is meant stands elsewhere, so the words alone would say nothing later."""
_SELF_CONTAINED = frozenset(("habit", "goal", "plan", "decision", "commitment"))


def _one(
    attribute: str, *, polarity: Polarity = "positive", action: ClaimAction = "assert", confidence: float = SURE
) -> Build:
    def build(match: re.Match[str], seen: Seen) -> Iterator[Found]:
        value = _bare(match["value"])
        # A promise names whom it is made to: 答应女儿…带她去….
        points = re.sub(r"[他她](?=去|来|们|的|看|玩|过)", "", value) if attribute == "commitment" else value
        if attribute in _SELF_CONTAINED and _POINTS.search(points):
            return
        if value and not NO_OBJECT.match(value) and "\x00" not in value and len(value) <= 40:
            yield Found(attribute, value, polarity, action, confidence)

    return build


def _each(attribute: str, polarity: Polarity = "positive") -> Build:
    def build(match: re.Match[str], seen: Seen) -> Iterator[Found]:
        for item in items_zh(_bare(match["value"])):
            if not NO_OBJECT.match(item):
                yield Found(attribute, item, polarity)

    return build


def _employer(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    value = match["value"]
    if not re.search(r"^(?:这|那|一家|一个|家里|原来|上一|公司$|单位$)|的", value):
        yield Found("employer", value, "negative", "unset")


def _joined(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    value = re.sub(r"(?:了|的)+$", "", match["value"])
    if not re.search(r"^(?:这|那|一家|一个|新)|的|群|组$|队$|会议|讨论", value):
        yield Found("employer", value)


def _spouse(match: re.Match[str], seen: Seen) -> Iterator[Found]:
    if is_name_zh(match["value"]) or seen.get(match["value"]) == "person":
        yield Found("spouse", match["value"])


def _bare(text: str) -> str:
    """Without particles behind and counters before."""
    text = re.sub(r"(?:了|啊|呀|呢|哦|啦|吧|嘛|哈|噢|哟|的)+$", "", text.strip(' 。，！!~～“”"'))
    return re.sub(r"^(?:一?[辆只条艘架台个名位把套]|一辆|一艘|一台)(?=[\u4e00-\u9fffA-Za-z]{2})", "", text).strip()


_RULES: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (rf"{_WHEN}(?:已经)?(?:不|没)(?:再)?在(?P<value>[^，。]{{2,12}}?)(?:工作|上班|干|做)了?$", _employer),
        (rf"{_WHEN}从(?P<value>[^，。]{{2,12}}?)(?:离职|辞职|退休|跳槽|被裁|离开).{{0,4}}$", _employer),
        (
            rf"{_WHEN}(?:入职了?|加入了?|跳槽到了?|跳槽去了?|去了?(?=.+上班))(?P<value>[^，。]{{2,12}}?)(?:上班"
            rf"|工作)?了?$",
            _joined,
        ),
        (
            rf"{_WHEN}(?:和|跟)(?P<value>[\u4e00-\u9fff]{{2,4}})(?:结婚|领证)了?$",
            _spouse,
        ),
        (
            rf"{_WHEN}(?:是)?(?P<value>离婚|结婚|订婚|分居|离异|单身|已婚|未婚|丧偶)(?:了|的|狗|状态)*$",
            _one("relationship_status"),
        ),
        (rf"{_WHEN}(?P<value>(?:\d{{4}}年)?\d{{1,2}}月\d{{1,2}}[日号](?=出生|生的?$))(?:出生)?", _one("birthday")),
        (rf"{_WHEN}戒(?:掉)?了?(?P<value>烟|酒|咖啡|糖|奶茶|游戏|赌)了?$", _one("habit", polarity="negative")),
        (rf"{_WHEN}(?:不再|再也不)(?P<value>抽烟|喝酒|熬夜|赌博|打游戏)了?$", _one("habit", polarity="negative")),
        (
            rf"{_WHEN}(?:从来?不|不能?|不会|不敢|滴酒不|从不)喝(?P<value>(?!得|完|这|那|了|多|点|上"
            rf"|下)[\u4e00-\u9fff]{{1,8}}?)(?:的|了)?$",
            _each("diet", "negative"),
        ),
        (
            rf"(?:{_WHEN}|{_OFTEN}|早上|晚上|中午|睡前|饭后|需要|要|得|在){{0,4}}(?:吃|服用?|打)(?!完|过|了)(?:着"
            r"|的是)?"
            rf"(?P<value>{MEDICINES_ZH})(?:$|[，。]|治)",
            _one("medication"),
        ),
        (
            rf"{_WHEN}(?:有|得了|患有?|患上了?|被?查出了?|确诊了?|被诊断(?:出|为|患有)?)(?:轻度|重度|严重的?|慢性"
            rf"|先天性)?(?P<value>{CONDITIONS_ZH})(?:好多年|很久|[\d一二三四五六七八九十]+年)?(?:了)?$",
            _one("health"),
        ),
        (rf"{_WHEN}(?P<value>怀孕)(?:[\d一二三四五六七八九十]+个?[月周])?了?$", _one("health")),
        (rf"{_WHEN}开(?:着|的是|的)?(?:一?[辆台部])(?P<value>[\u4e00-\u9fffA-Za-z0-9 ]{{2,14}})$", _one("owns")),
        (
            rf"{_WHEN}(?:有|拥有|名下有)(?P<value>(?:[一两二三四五六七八九十]|\d+)[辆艘套架台栋间家个块把条]"
            rf"(?:[\u4e00-\u9fffA-Za-z0-9]{{0,6}}){LASTING_ZH})$",
            _one("owns"),
        ),
        (
            rf"(?:和|跟)?(?:我?(?:爱人|老婆|老公|妻子|丈夫|爸妈))?{_WHEN}(?:在[\u4e00-\u9fff]{{2,6}})?买了(?P<value>"
            rf"(?:[一两二三]|\d+)[辆艘套架台栋间把](?:[\u4e00-\u9fffA-Za-z0-9]{{0,6}}){LASTING_ZH})了?$",
            _one("owns"),
        ),
        (
            rf"{_WHEN}把(?:我的?|家里的?|那[辆台部套]|旧的?|老的?)?(?P<value>[\u4e00-\u9fffA-Za-z0-9 ]{{1,10}}?)"
            rf"(?:给)?(?:卖|转让|送人|捐|扔)(?:掉|出去|给[\u4e00-\u9fff]{{1,6}}?)?了$",
            _one("owns", polarity="negative", action="unset"),
        ),
        (
            rf"{_WHEN}(?:从[\u4e00-\u9fff\d]{{0,4}}(?:岁|年级|年|小|起|开始)(?:起|开始)?就?)(?P<value>(?:学|练|弹|拉"
            rf"|吹|打|踢|下|画|跳|唱)"
            r"[\u4e00-\u9fff]{1,6})了?$",
            _one("hobby"),
        ),
        (rf"{_WHEN}(?P<value>收集(?!资料|数据|信息|意见|反馈)[\u4e00-\u9fff]{{1,8}})$", _one("hobby")),
        (rf"{_WHEN}(?:决定|下定决心|拿定主意)(?:了)?(?:要)?(?P<value>.{{2,40}})$", _one("decision")),
        (
            rf"{_WHEN}(?:答应|保证|承诺|发誓)(?:过|了)?(?:[\u4e00-\u9fff]{{1,4}}?)?(?={_AHEAD}|要|会|给|帮|带|陪)"
            rf"(?P<value>.{{3,40}})$",
            _one("commitment"),
        ),
        (
            rf"(?P<value>{_AHEAD}{{1,2}}[\u4e00-\u9fff]{{0,6}}?(?:之前)?(?:我)?(?:要(?=把|给|帮|陪)|会|一定|肯定)"
            rf"(?:把|给|发|交|打电话|还|带|陪|帮|送|提交|完成)"
            r".{1,30})$",
            _one("commitment", confidence=LIKELY),
        ),
        (
            rf"(?:会|一定会?)(?:在)?(?P<value>{_AHEAD}.{{0,4}}(?:把|给|发|交|打电话|还|带|陪|帮|送|提交"
            rf"|完成).{{1,30}})$",
            _one("commitment", confidence=LIKELY),
        ),
        (
            rf"{_WHEN}(?:打算|计划(?![书表])|准备|预计|有意)(?:好)?(?:了)?(?:在)?(?P<value>(?!给你|问|用这|推荐)[^？?]{{3,40}})$",
            _one("plan"),
        ),
        (
            rf"{_WHEN}(?P<value>{_AHEAD}{{1,2}}(?:要|就要|会|将)?(?:搬去|搬到|搬家|结婚|移民|回国|出国|毕业|退休"
            rf"|去[\u4e00-\u9fff]{{2,6}}"
            r"(?:出差|旅游|旅行|玩|留学)|做手术|生孩子|考研|开学).{0,10})$",
            _one("plan", confidence=LIKELY),
        ),
        (
            rf"{_WHEN}(?:想|希望|要|争取|立志)(?:能|在)?(?:今年|明年|年底前|年内)?(?:能)?(?P<value>(?:学会|学好|成为"
            rf"|当上|考上|考下|考过|考取"
            r"|通过.{1,8}考试|减肥|减掉|瘦|戒|存够|攒够|攒|跑完|写完一|写一本|开一家|读完|还清|环游|练出|养成|提高我"
            r"|改掉).{0,24})$",
            _one("goal"),
        ),
        (
            rf"{_WHEN}(?P<value>{_OFTEN}(?:早上|晚上|中午|下午|上午|凌晨|都|会|要|去|坚持|固定"
            rf"|[\d一二三四五六七八九十]+点){{0,4}}(?!.*(?:过敏|吗|过生日|收到|闪退|报错|卡死|被骂|堵车|打喷嚏))"
            rf"[\u4e00-\u9fffA-Za-z0-9]{{2,20}}?)(?:的|了)?$",
            _one("habit"),
        ),
        (
            r"(?:一般|通常|习惯)(?:都|会|在)?(?P<value>(?!来说|情况|人|般|了$)[\u4e00-\u9fff\d]{3,16})$",
            _one("habit", confidence=LIKELY),
        ),
        (rf"{_WHEN}(?:擅长|精通|很会|特别会|善于)(?P<value>[\u4e00-\u9fffA-Za-z、和]{{2,16}})$", _each("skill")),
        (
            r"会(?P<value>游泳|开车|做饭|编程|滑雪|滑冰|骑马|织毛衣|缝纫|跳舞|画画|书法|冲浪|潜水|变魔术|修车|烘焙"
            r"|摄影|杂耍)(?:的|啊)?$",
            _one("skill"),
        ),
        (
            rf"{_WHEN}(?:是)?(?:毕业于|从)(?P<value>[^，。]{{2,16}}?(?:大学|学院|中学|高中|学校|科大|北大|清华|复旦))"
            rf"(?:[\u4e00-\u9fff]{{0,8}}?(?:系|专业))?(?:毕业)?(?:的)?$",
            _one("education"),
        ),
        (
            rf"{_WHEN}(?:在)?(?P<value>[\u4e00-\u9fff]{{2,8}}(?:大学|学院))(?:[\u4e00-\u9fff]{{0,8}}?)(?:读|念|上)"
            rf"(?:书|大[一二三四]|研究?生?|博士?|本科|大学)(?:[一二三])?$",
            _one("education"),
        ),
        (
            r"(?:是|有|拿到了?|读完了?|取得了?)(?P<value>[\u4e00-\u9fff]{0,8}?(?:学士|硕士|博士|本科|大专)(?:学位"
            r"|学历|毕业)?)(?:的|了)?$",
            _one("education"),
        ),
        (rf"{_WHEN}(?:学|读|念)(?:的是)(?P<value>[\u4e00-\u9fff]{{2,10}}?)(?:专业)?(?:的)?$", _one("education")),
        (
            r"(?:很|特别|超级?|非常|是|算是)?(?:个)?(?P<value>[\u4e00-\u9fffA-Za-z·]{2,10})的?(?:铁杆|忠实|超级)?"
            r"(?:粉丝|球迷|影迷|歌迷|书迷)$",
            _one("likes"),
        ),
        (
            r"(?:这周|最近|今天|这几天|这两天|现在|一直|又|特别|非常|很|有点|有些|真的|好|太)*(?P<value>焦虑|沮丧"
            r"|郁闷|抑郁|难过|孤独|疲惫|紧张|烦躁|崩溃|低落|恶心|头晕)(?:了|啊|得很|死了)*$",
            _one("state", confidence=LIKELY),
        ),
    )
)


def life_of(rest: str, seen: Seen) -> list[Found]:
    """What the first rule that finds something says of the subject."""
    for pattern, build in _RULES:
        match = pattern.match(rest)
        if match:
            found = list(build(match, seen))
            if found:
                return found
    return []
