"""Chinese claims that no frame holds: how one is reached and named, kin by name, ages, promises, views, trades."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from processors.claims.chinese_values import number_zh
from processors.claims.found import LIKELY, SURE, Found
from processors.claims.frames.chinese import ends_as
from processors.claims.frames.subjects_zh import ANOTHER, KIN, KIN_WORDS, ROLES, named_after
from processors.claims.people import is_name_zh
from processors.claims.words import PLACE_ZH, PLACES_ZH
from schemas.claims import Polarity

_PHONE = re.compile(r"(?<![\d@.])(?:\+?86[- ]?)?1[3-9]\d[- ]?\d{4}[- ]?\d{4}(?!\d)|(?<![\d@.])0\d{2,3}-\d{7,8}(?!\d)")
_EMAIL = re.compile(r"[A-Za-z0-9_.+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}")
_STREET = re.compile(
    r"(?:[\u4e00-\u9fff]{2,9}?(?:省|市|区|县|镇)){0,6}[\u4e00-\u9fff]{1,8}(?:路|街|巷|大道|胡同|弄|里|村|坊|屯|庄|湾|庭"
    r"|轩|墅|大厦|广场|山庄|公馆|大院|家属院|宿舍|国际|花园|小区|苑"
    r"|新村|家园|公寓|城|府)(?:东|西|南|北)?"
    r"\d{1,5}(?:号|弄|栋|幢|座)(?:[\dA-Za-z一二三四五六七八九十]{0,5}(?:号楼|栋|幢|座|单元|楼|室|号|层"
    r"|户)){0,6}(?:\d{2,4}室?)?"
)
_REACHING = re.compile(
    r"找我|找到我|打给我|联系我|联系到我|给我(?:打|发|来|回)|我的?(?:新)?(?:手机|电话|号码|号|微信)|加我|呼我"
    r"|通知我|短信我|call我|(?:电话|手机号?|号码)(?:号)?(?:改|换|更新|变)|留我的|我本人|是我的|微信同号|换(?:了)"
    r"?(?:个)?(?:新)?(?:手机)?号|我的$"
)
_WRITING = re.compile(
    r"给我|发我|我的?(?:新|工作|私人|常用)?邮箱|写信|能收到|联系我|找我|发到我|抄送我|我这边|是我的"
    r"|我(?:的)?(?:常用|工作|新)?(?:邮箱|邮件|email)|发票"
)
_LIVING = re.compile(
    r"(?:寄|送|邮|发|上门|改到|快递|收货|配送|派送)|我(?:家|们家)?(?:现在|如今|新)?(?:住|搬)|(?:我|新|家庭|收货"
    r"|邮寄)的?(?:地址|住址|家)"
)
_ANOTHERS = re.compile(
    rf"[他她它]|其(?![实他中它余次间])|{ROLES}|[你您](?:们)?(?:的|家|那边|这边|公司|邮箱|电话|地址)|客户|顾客|用户"
    r"|客服|公司(?:电话|地址|邮箱)|酒店|店里|工单|以前|之前的|旧|原来的|不是我"
)
_NAMED_ME = re.compile(
    r"(?:管我叫|叫我|喊我|称呼我为?|唤我|叫我做)(?P<name>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:就行|就好|吧|即可|就可以)?$"
)
_BY_THEM = re.compile(r"大家|都|朋友|同事|家里人|熟人|别人|人家|同学|圈里")
_KIN_NAMED = re.compile(
    rf"(?:我们?|咱|俺)(?:家)?(?:的)?(?:刚出生的|新出生的|小)?(?P<kin>{KIN})(?![夫媳嫂婿妇们])(?:的?(?:大名|小名"
    rf"|名字|全名))?(?:就)?(?:叫做?|名叫|是叫)(?P<name>[\u4e00-\u9fffA-Za-z·]{{2,8}}?)(?=$|[，,。、的])"
)
_KIN_BESIDE = re.compile(rf"(?:我们?|咱|俺)(?:家)?(?:的)?(?P<kin>{KIN})(?![夫媳嫂婿妇们])")
_AGED = re.compile(
    r"^(?:我|我们)?(?:今年|上周.?|上个?月|昨天|前天|刚刚?|已经|马上就?|也|都|快){0,6}(?:刚过|年过|过|满|年满"
    r"|到)?(?P<age>\d{2}|[二三四五六七八九]十[一二三四五六七八九]?)(?:周?岁)?(?:了|啦)?$"
)
_TRADE = re.compile(
    r"(?:我|本人|我爸|我妈|我哥|我姐|我弟|我妹|我老公|我老婆|俺)?(?:家里?)?(?:是|就是)?(?P<trade>(?:教|开|养|修|卖"
    r"|跑|送|种|搞|干|做|画|拍|写|带)(?:书|蜂|车|出租|货车"
    r"|大车|滴滴|网约车|外卖|快递|保险|房子?|鱼|猪|鸡|牛|羊|花|地|菜|果树|茶|代码|程序|小说|剧本|设计|工程|装修"
    r"|装潢|水电|建筑|金融|销售|业务|运输|贸易|外贸|电商|漫画|插画|视频|电影|纪录片"
    r"|团|娃|学生|手机|电脑|空调|家电|钟表|飞机|地铁|公交))的$"
)
_NATIVE = re.compile(rf"(?:土生土长|地地道道|地道|正宗|正儿八经|老)的?(?P<place>{PLACES_ZH}|[\u4e00-\u9fff]{{2,3}})人")
_TONGUE = re.compile(
    r"(?P<a>[\u4e00-\u9fff]{1,5}[语话])(?:就)?是我(?:的)?(?:母语|家乡话)|我(?:的)?(?:母语"
    r"|家乡话)(?:就)?是(?P<b>[\u4e00-\u9fff]{1,5}[语话])"
)
_PROMISED = re.compile(
    r"^(?:我|我们|俺)?(?:已经|都|刚)?(?:跟|和|与)?(?:[\u4e00-\u9fffA-Za-z]{1,5}?)?(?:都)?(?:答应|说好|约好"
    r"|保证|承诺|讲好|拍胸脯)(?:过|了|好)?(?P<what>[^，。]{3,30})$"
)
_DOING = re.compile(r"给|帮|送|带|陪|去|来|把|还|交|写|做|请|接|看|寄|买|修|教|参加|回|办|搬|替")
_CHOSEN = re.compile(
    r"(?:最后|最终|到底|终于|想来想去|商量完|比来比去|还是)(?:我们?|咱们?|俩|一致|就|决定|都)*(?:选|定|挑|敲定|拍板"
    r"|订|要|用)(?:了|下|下了|定了?)(?P<what>[^，。]{2,14})$"
)
_SICK = re.compile(
    r"(?:一)?(?:吃|喝|碰|闻|沾|摸|打|用|擦|抹)(?:了|到|完"
    r"|多了)?(?:一点)?(?P<what>[\u4e00-\u9fff]{0,5}?)(?:身上|嘴|脸|嗓子|喉咙|眼睛|舌头|全身|浑身|皮肤)?(?:就|会|都"
    r"|必)(?P<how>闹肚子|拉肚子|胀气|反胃|恶心|想吐|难受|不舒服|胃疼|起疹子|起红疹|过敏|浑身痒|痒|肿|喘|长疹子|打喷嚏)"
)
_ALLERGIC = re.compile(r"疹|过敏|痒|肿|喘|喷嚏")
_OFTEN = re.compile(
    r"^(?P<what>(?:每(?:天|日|周|个?月|年|晚|早|个?周末|逢?周?[一二三四五六日天末])|一到周末|天天|周末|隔天"
    r"|睡前)[^，。我]{0,7}(?:我们?)(?:雷打不动|都|就|会|总|固定|坚持|必|必须|得|要){1,2}(?P<doing>[^，。]{2,14}))$"
)
_NO_HABIT = re.compile(r"报错|错误|卡|崩|闪退|想|觉得|收到|看到|忘|担心|怕|喜欢|失眠|被|发现|打开|点")
_ORDER = re.compile(
    r"^(?:以后|今后|往后)?(?:给我|跟我|回我?(?![国家来去老]|[\u4e00-\u9fff]*国)|回答|回复|帮我|和我|替我)[^"
    r"，。]{1,12}?(?:的时候|时)?(?:都|请|千万"
    r"|尽量|一律|务必|一定|统统)*(?P<what>(?:别|不要|要|用|只|附|带)[^，。？?]{1,20})$"
)
_STANDING = re.compile(r"跟我说话|和我说话|跟我聊|的时候|以后|今后|往后|一律|每次|统统|都要|^回我?|^回答|^回复")
_WORN = re.compile(
    r"(?:今天|今儿|现在|这两天|这几天|刚|这会儿|这周|昨晚)[^，。]{0,4}?(?P<value>累|困|饿|烦|头疼|头晕|难受|冻|热"
    r"|疼|郁闷|崩溃|疲惫|憋屈|心累)(?:瘫|坏|死|惨|爆|懵|垮|成狗|趴|到不行|得不行|得要命|得慌|透)(?:个人|我)?了*$"
)
_GOAL = re.compile(
    r"(?:之前|以前|年内|今年|明年|这辈子|有生之年|三年内|两年内|五年内|半年内|以后|将来|有朝一日|毕业前"
    r"|岁前)[^，。]{0,3}(?:我)?(?:一定)?(?:得|要|想|必须|争取|希望能?|打算"
    r"|立志)(?P<what>(?:把[^，。]{1,10})?(?:考|学会|拿|攒|减|瘦|写|跑|开|当上|成为|读完|还清|存|练|出版|登|走遍"
    r"|去一趟|完成|通过|实现|掌握)[^，。]{1,16})$"
)
_MY_TRADE = re.compile(
    r"我(?:现在)?的(?:本行|老本行|职业|专业|手艺|营生|行当)(?:就)?是(?P<a>[\u4e00-\u9fff]{2,8})$|(?:我"
    r"|本人)?(?:就)?(?:靠|以)(?P<b>[\u4e00-\u9fff]{2,8}?)(?:吃饭|为生|谋生|养家|糊口|过活)(?:的)?$"
)
_MY_HOME = re.compile(
    rf"我(?:们)?(?:现在|如今)?的?(?:家|新家|住处)(?:就|现在)?(?:在|是)(?P<place>{PLACES_ZH})(?:市)?(?:了)?$"
)
_YOUTH = re.compile(
    rf"我?的?(?:童年|少年时代|青春期|整个童年)(?:都)?(?:是)?在(?P<place>{PLACES_ZH}|[\u4e00-\u9fff]{{2,4}}?)(?:度过"
    rf"|长大|过)(?:的)?$"
)
_TASTE = re.compile(
    r"^(?P<what>[\u4e00-\u9fffA-Za-z]{1,10}?)(?:这东西|这玩意儿?)?(?:真的?|正|最|特别|就|可|绝对"
    r"|一直)*(?P<not>不)?(?:是我的?(?:最爱|心头好|本命|挚爱|真爱|菜|命)|合我(?:的)?(?:胃口|口味|心意)"
    r"|对我(?:的)?(?:胃口|口味))(?:之一|了)?$"
)
_PET_NAMED = re.compile(
    r"(?:我|我们|咱)家?(?:的)?(?:小|老|那只|这只)?(?P<kind>[\u4e00-\u9fff]{1,5}?)(?:的?名字)?(?:就)?(?:叫做?"
    r"|名叫)(?P<name>[\u4e00-\u9fffA-Za-z]{2,4})(?:了|啊)?$"
)
_PET_GONE = re.compile(
    r"(?:我|我们|咱)家(?:的)?(?:老|小)?(?P<rest>[\u4e00-\u9fff]{2,8}?)(?:在)?(?:上?周[一二三四五六日天]|昨[天晚]"
    r"|今[天早]|前天|上个?月|去年)?(?:走|去世|没|死|过世|离开我们)了$"
)
_HURT = re.compile(
    r"我?(?:上周.?|周[一二三四五六日]|昨[天晚]|今[天早]|前几天|不小心|打球)*(?P<what>(?:把)?(?:左|右)?(?:手腕|脚踝"
    r"|脚|腿|胳膊|手臂|手指|肩膀|膝盖|锁骨|腰|肋骨|韧带|半月板)(?:给)?(?:摔|扭|崴|砸|拉|碰|撞|弄)(?:断|伤|折|骨折"
    r"|裂|到))了?$"
)
_ACHES = re.compile(
    r"^(?:我)?(?:今天|现在|这两天|昨晚|最近)?(?:我)?(?P<value>(?:头|腰|胃|牙|背|腿|脖子|嗓子|肚子|膝盖|肩膀|眼睛"
    r"|浑身|身体)(?:很|特别|有点|一直|好|真)?(?:疼|痛|酸|不舒服|难受|发冷|没劲))(?:得.{0,4}|死了|了|啊|呢)*$"
)
_DRUG_GIVEN = re.compile(r"(?:医生|大夫).{0,3}给我(?:开|换|加)(?:了|的)?(?P<what>[\u4e00-\u9fff]{2,8})$")
_SAVING = re.compile(r"我?(?:正)?在?攒钱(?:要|想|打算|准备|好)?(?P<what>(?:买|换|去|开|装修|读|学|盖)[^，。]{1,14})$")
_SOME_DAY = re.compile(
    r"我(?:希望|想|盼着|梦想|期待)(?:着)?(?:有一天|有朝一日|将来|以后|哪天)(?:自己)?(?:能|可以|会)?(?P<what>(?:当上"
    r"|成为|开|写|学会|考|住|去|走|办|拥有|出版)[^，。]{1,16})$"
)
_OPERATION = re.compile(r"(?:我)?(?:要|得|会|准备)?(?P<what>(?:做|动|接受)(?:一个|个)?[\u4e00-\u9fff]{0,6}手术)$")
_SURELY = re.compile(
    r"(?:前|之前|[一二三四五六日天号]|明天|后天|今晚)我(?:们)?(?:一定|肯定|保证|绝对|负责)(?:会|要)?(?P<what>(?:把"
    r"|给|帮|送|交|带|陪|还)[^，。]{2,20})$"
)
_NO_DROP = re.compile(r"我?滴酒不沾")
_GOING = re.compile(
    r"(?:要|准备|会|打算|得|就)?(?P<what>(?:去|飞|回|到|搬去|搬到)(?P<where>[\u4e00-\u9fff]{2,6}?))(?:旅游|旅行|玩"
    r"|出差|度假|探亲|开会|过年|看海|待几天|玩几天|一趟)?$"
)
_AHEAD = re.compile(
    r"明天|后天|下周|下个?月|明年|下学期|周末|国庆|春节|元旦|五一|端午|中秋|寒假|暑假"
    r"|[一二三四五六七八九十\d]{1,3}(?:月|号|日)|年底|月底|年后|节后|过两天|过几天|这周[一二三四五六日末]"
)


_WHOLE = (
    (_SAVING, "goal", SURE),
    (_SOME_DAY, "goal", SURE),
    (_SURELY, "commitment", SURE),
)
"""What is said in one phrase."""


def contacts_zh(text: str, own: str = "") -> Iterator[Found]:
    """What a sentence gives of phone, mail and address; `own`: the speaker's words of the turn."""
    mail, phone, street = _EMAIL.search(text), _PHONE.search(text), _STREET.search(text)
    told = max((one.end() for one in (mail, phone, street) if one), default=0)
    if not told or _ANOTHERS.search(_EMAIL.sub("", text[:told])):
        return
    if mail and (_WRITING.search(text) or re.search(r"我的?(?:新|工作|私人|常用)?(?:邮箱|邮件)", own)):
        yield Found("email", mail[0].rstrip("."), subject="user")
    if phone and _REACHING.search(text):
        yield Found("phone", phone[0], subject="user")
    if street and _LIVING.search(text):
        value = re.sub(
            r"^(?:我|我们|家|现在|住在?|搬到了?|寄到|送到|发到|到|地址是?|是|在|新家|请|快递)+", "", street[0]
        )
        yield Found("address", value, subject="user")


def sayings_zh(text: str, before: str, seen: Mapping[str, str]) -> Iterator[Found]:
    """What one stated clause says beside the frames."""
    yield from _names(text, seen)
    yield from _of_self(text, before)
    if re.search(r"可能|也许|要是|如果|假如|大概|[？?]$|吗$|以前|曾经", text):
        return
    yield from _meant(text)


def _names(text: str, seen: Mapping[str, str]) -> Iterator[Found]:
    named = _NAMED_ME.search(text)
    if (
        named
        and _BY_THEM.search(text[: named.start()])
        and (is_name_zh(named["name"]) or seen.get(named["name"]) == "person")
    ):
        yield Found("name", named["name"], subject="user")
    for match in _KIN_NAMED.finditer(text):
        if is_name_zh(match["name"]) or seen.get(match["name"]) == "person":
            yield Found(KIN_WORDS[match["kin"]][0], match["name"], subject="user")
    for match in _KIN_BESIDE.finditer(text):
        name = named_after(text, match.end(), seen)
        if name:
            yield Found(KIN_WORDS[match["kin"]][0], name, subject="user")


def _of_self(text: str, before: str) -> Iterator[Found]:
    aged = _AGED.match(text)
    if aged and re.search(r"满|我|今年|过", text) and not re.search(r"[他她]|孩子|儿|女", before):
        years = number_zh(aged["age"])
        if years is not None and 10 <= years <= 110:
            yield Found("age", str(years), confidence=LIKELY, subject="user")
    trade = _TRADE.fullmatch(text)
    if trade:
        whose = next((role for word, (_, role) in KIN_WORDS.items() if text.startswith(f"我{word}")), "user")
        if text[0] in "我本俺是就":
            yield Found("occupation", trade["trade"], subject=whose or "user")
    trade_named = _MY_TRADE.search(text)
    if trade_named:
        yield Found("occupation", trade_named["a"] or trade_named["b"], subject="user")
    for pattern, attribute in ((_MY_HOME, "home_city"), (_YOUTH, "hometown")):
        placed = pattern.search(text)
        if placed:
            yield Found(attribute, placed["place"], subject="user")
    taste = _TASTE.match(text)
    if taste and not re.search(r"[他她你您这那]", taste["what"]):
        sign: tuple[str, Polarity] = ("dislikes", "negative") if taste["not"] else ("likes", "positive")
        yield Found(sign[0], taste["what"], sign[1], subject="user")
    if _NO_DROP.search(text):
        yield Found("diet", "酒", "negative", subject="user")
    given = _DRUG_GIVEN.search(text)
    if given and ends_as(given["what"], "drug"):
        yield Found("medication", given["what"], subject="user")
    hurt = _HURT.search(text)
    if hurt and not ANOTHER.search(text):
        yield Found("health", hurt["what"].removeprefix("把"), subject="user")
    yield from _pets(text)
    native = _NATIVE.search(text)
    if native and not ANOTHER.search(text):
        yield Found("hometown", native["place"], confidence=LIKELY, subject="user")
    tongue = _TONGUE.search(text)
    if tongue:
        yield Found("language", tongue["a"] or tongue["b"], subject="user")
    sick = _SICK.search(text)
    if sick and re.search(r"我|^(?:一)?(?:吃|喝|碰|闻)", text) and not ANOTHER.search(text):
        topic = re.match(r"^(?P<topic>[\u4e00-\u9fff]{1,5}?)(?:这东西|这玩意儿?)?我", text)
        what = sick["what"] or (topic["topic"] if topic else "")
        if what and _ALLERGIC.search(sick["how"]):
            yield Found("allergy", what, subject="user")
        elif what and ends_as(what, "food"):
            yield Found("diet", what, "negative", subject="user")


def _pets(text: str) -> Iterator[Found]:
    named = _PET_NAMED.search(text)
    if named and "的" not in named["kind"] and ends_as(named["kind"], "animal"):
        yield Found("pet", named["name"], subject="user")
    gone = _PET_GONE.search(text)
    if gone:
        for length in (2, 3):
            kind, name = gone["rest"][:-length], gone["rest"][-length:]
            if kind and ends_as(kind, "animal"):
                yield Found("pet", name, "negative", "unset", subject="user")
                return


def _meant(text: str) -> Iterator[Found]:
    for pattern, attribute, confidence in _WHOLE:
        match = pattern.search(text)
        if match and not ANOTHER.search(text):
            yield Found(attribute, match["what"], confidence=confidence, subject="user")
    promised = _PROMISED.match(text)
    if (
        promised
        and _DOING.search(promised["what"])
        and not re.search(r"^(?:他|她|你)", text)
        and not re.search(r"没|不", text[:4])
    ):
        yield Found("commitment", promised["what"].lstrip("的我"), subject="user")
    chosen = _CHOSEN.search(text)
    if chosen and not re.search(r"[他她你您]|他们", text):
        yield Found("decision", re.sub(r"(?:了|的)+$", "", chosen["what"]), subject="user")
    aches = _ACHES.match(text)
    if aches:
        yield Found("state", aches["value"], confidence=LIKELY, subject="user")
    operation = _OPERATION.search(text)
    if operation and _AHEAD.search(text[: operation.start()]) and not re.search(r"[他她你您]|没|不", text):
        yield Found("plan", operation["what"], subject="user")
    often = _OFTEN.match(text)
    if often and not _NO_HABIT.search(often["doing"]):
        yield Found("habit", often["what"], confidence=SURE, subject="user")
    order = _ORDER.match(text)
    if order and _STANDING.search(text):
        yield Found("instruction", order["what"], subject="user")
    worn = _WORN.search(text)
    if worn and not ANOTHER.search(text):
        yield Found("state", worn["value"], confidence=LIKELY, subject="user")
    goal = _GOAL.search(text)
    if goal and not ANOTHER.search(text):
        yield Found("goal", goal["what"], subject="user")
    going = _GOING.search(text)
    ours = re.search(r"我(?!的)|咱|俺", text[: going.start()]) if going else None
    ahead = going and ours and _AHEAD.search(text[: going.start()]) and not re.search(r"[他她你您]|没|不", text)
    if going and ahead and PLACE_ZH.match(going["where"]):
        yield Found("plan", going["what"], subject="user")
