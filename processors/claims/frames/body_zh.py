"""What Chinese speakers cannot take, do not eat, suffer from and take for it, in the words that no frame holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, SURE, Found, items_zh, said_of
from processors.claims.frames.chinese import ends_as
from processors.claims.frames.clause_zh import SaidZh, ZhClause
from processors.claims.frames.subjects_zh import KIN
from processors.claims.life_words import CONDITIONS_ZH, MEDICINES_ZH

_REACTS = (
    r"(?:起(?:了)?(?:一身|一胳膊|满身|浑身)?(?:的)?(?:疹子|红疹|皮疹|风团|荨麻疹|包|红点)|(?:嘴|嗓子|喉咙|脸|眼睛"
    r"|眼皮|舌头|嘴唇|全身|浑身|身上|皮肤|手)?(?:就|会|都|直|立马|马上|特别)*(?:肿|痒|红肿|刺痒|发痒|起疹子|起红疹)"
    r"|(?:呼吸困难|喘不上气|(?:舌头|嘴唇?|嗓子|喉咙)(?:就|都|会|发|直){0,2}麻|喘|休克|过敏|打喷嚏|喷嚏不断|喷嚏打个不停|流鼻涕|长疹子|出疹子|犯哮喘|犯鼻炎|进急诊"
    r"|进医院|送急诊|嘴麻))"
)
_TAKES = (
    r"(?:一)?(?:吃|喝|碰|闻|沾|摸|打|用|擦|抹|尝|涂|遇到|接触|靠近|抱|撸|误食|沾上|碰上|吸入)(?:到|了|完|多了|点"
    r"|一点|一口|上)*"
)
_REACTION = re.compile(
    rf"{_TAKES}(?P<what>[\u4e00-\u9fff]{{0,6}}?)[，,]?(?:我|本人)?(?:的)?(?:就|会|都|必|马上|立马|立刻|准|肯定|总"
    rf"|直接|全身|浑身|得)*{_REACTS}"
)
_ELIDED_ALLERGY = re.compile(
    r"^(?:我|本人)?(?:有|属于|是|患有|天生|从小|一直|严重|重度|轻度|轻微|确诊|查出来?是?|查出了?){0,6}(?:的)"
    r"?(?P<what>(?!药物$|食物$|皮肤$)[\u4e00-\u9fff]{1,5}?)(?:严重|重度|中度|轻度|轻微)?过敏(?:史|体质|的人|患者)"
    r"?(?:的|啊|哦|了){0,6}$"
)
_NOT_CAUSE = re.compile(
    r"^(?:会|不|没|没有|是|有|我|容易|皮肤|药物|食物|季节性?|换季|什么|一点|严重|重度|轻度|轻微|孩子|皮|鼻子|脸|有点"
    r"|全身|浑身|特别|非常|很|最近|今天|又|也|都)$|[对他她你您吃喝就会]"
)
_ONCE = re.compile(r"不会再?|不再|没有?再|好了")
_BAD_STOMACH = re.compile(
    rf"{_TAKES}(?P<what>[\u4e00-\u9fff]{{0,5}}?)[，,]?(?:我)?(?:就|会|都|必|马上|立马|准)*(?:跑厕所|拉肚子|闹肚子"
    r"|窜稀|胀气|胃疼|胃痛|反酸|烧心|胃里?难受|肚子疼|心慌|心悸|睡不着|失眠)"
)
_ALLERGENS_TESTED = re.compile(r"过敏原(?:检测|报告|结果)?(?:都|终于)?(?:测|查|检测|检查|出)(?:出来|出)?了?$")
_BARE_AILMENT = re.compile(r"^(?:我)?(?:有|是|得了)?(?:点|轻度|重度|中度|慢性|早期)?(?P<value>[\u4e00-\u9fff]{2,8})$")
_BEARS_IT = re.compile(
    r"^(?:能|可以|要不要|还能|该|得|每天|每周|每晚|吃着?|走路|疼|医生|大夫|L\d|已经|现在|平时|不能|别)"
)
_TO_LEARN = re.compile(r"预防|症状|是什么|传染|遗传|患者|病人|的人|科普|怎么来|会不会得")
_INTOLERANT = re.compile(r"(?P<value>乳糖|麸质|果糖|组胺|酒精|谷蛋白)不(?:耐受?|受)")

_BARE_INTOLERANT = re.compile(rf"^(?:因为|由于|毕竟)?(?:我)?{_INTOLERANT.pattern}")
_OF_THEM = re.compile(rf"{KIN}|[他她]")
_OF_OTHERS = re.compile(rf"{KIN}|[他她你您]|同事|朋友|孩子|大家")

_NOT_TAKEN = re.compile(
    r"^(?:是|我是)?(?:一口|一滴|一点|一粒|一丁点|从来|死活|坚决|绝对|完全|基本|都|也|真的|根本|从小|现在)*(?:不|没法"
    r"|没|别|无法|不能|不敢|不可以|不让|不许|再也不)(?:能|敢|会|再|可以|让|许|让我)*(?:吃|喝|碰|沾|动|进嘴|入口|吃得"
    r"|喝得|沾得|碰得)(?:的|了|任何|太|过|一点)*(?P<what>[\u4e00-\u9fff]{0,8}?)(?:的|了|啊|哦)*$"
)
_TOPIC_NOT = re.compile(
    r"^(?:我|本人|我们|我这边|我们家)?(?:是|都|也|从来|一直|现在|基本|已经|早就|全)*(?:一口|一滴|一点儿?|一丁点|坚决"
    r"|绝对|完全|死活)?(?:都|也)?(?:不|没|不能|不敢|没法|不让)(?:能|敢|会|再)*(?:吃|喝|碰|沾|进嘴|沾唇)(?:的|了)?$"
)
_INNER_NOT = re.compile(
    r"^(?P<what>[\u4e00-\u9fff]{1,5}?)(?:是)?(?:从来|坚决|绝对|完全|一[口滴点粒](?:儿)?)+(?:都|也)?(?:不|没)(?:能|敢"
    r"|会|再)*(?:吃|喝|碰|沾)(?:的|了)?$"
)
_REGIME = re.compile(
    r"^(?:(?:吃|做|执行|坚持|采用|走|实行|进行|尝试|开始|改|搞|是|在|长期|一直|遵循)(?:了|着|的是|的|成){0,6}){1,6}(?:严格的?"
    r"|全|纯)?(?P<value>生酮(?:饮食)?|低碳(?:水)?(?:饮食)?|轻断食|间歇性断食|16[+:：]8|168|5\+2|素食|全素|纯素|蛋奶素"
    r"|清真(?:饮食)?|无麸质(?:饮食)?|地中海饮食|减脂餐|低盐(?:饮食)?|低脂(?:饮食)?|低糖(?:饮食)?|低嘌呤(?:饮食)?"
    r"|无糖饮食|控糖|过午不食|生食)(?:者|主义者?|饮食|餐)?(?:[快都有已经将近\d一二两三四五六七八九十几半多来]+(?:年"
    r"|个?月|天|周)(?:多|半)?)?(?:的|了|呢){0,6}$"
)
_VEGETARIAN = re.compile(
    r"(?:吃|茹)(?P<value>全素|长素|纯素|斋|素)(?:的|了|快|有|都|已经|[\d一二两三四五六七八九十几半多来]|年|个?月|天"
    r"|人|者)*$"
)
_AVOIDS = re.compile(r"(?:忌口?|忌|戒|得忌|要忌|少油少盐|避开)(?:了|着)?(?P<what>[\u4e00-\u9fff、和]{1,8}?)(?:的|了)?$")

_PART = (
    r"(?:[左右双两]?(?:耳朵?|眼睛?|手臂?|脚踝?|腿|膝盖?|肩膀?|胳膊|手腕|髋|腰|肾|肺)|颈椎|腰椎|脊椎|脊柱|心脏|肝"
    r"|胃|胆囊?|甲状腺|前列腺|子宫|卵巢|半月板|韧带|跟腱|锁骨|肋骨|阑尾|扁桃体|牙龈|视网膜|听力|视力|嗅觉|记忆力)"
)
_IMPAIRED = re.compile(
    rf"^(?:是|天生|先天|从小|已经|一直|现在)*(?P<value>(?:[左右双]?[膝髋踝肩腕肘](?:盖|部)?)?{_PART}(?:又|也|都|几乎"
    r"|完全|基本|已经|有点|不太|是|先天|天生"
    r"|做过|受过|动过|里)*(?:听不见|听不到|听不清|看不见|看不清|失明|失聪|失灵|残疾|弱听|弱视|失聪的|半聋|聋|瞎|瘸|坏了"
    r"|不好|不行|做过手术|动过手术|动过刀|做过搭桥|受过伤|有旧伤|有伤|骨折过|断过|换过|切除了?|摘除了?|切了|摘了|有钢板"
    r"|打了钢钉|打过钢钉|装了支架|有支架|放了支架|装了起搏器|劳损|变形|侧弯|增生|移位|积水|积液|磨损|撕裂|拉伤"
    r"|习惯性脱臼|骨折|骨裂|脱臼|扭伤|摔断|烫伤))(?:了|的|啊)*$"
)
_DREADS = re.compile(
    r"^(?:我|本人)?(?:有点儿?|特别|很|严重)?(?P<value>恐高|晕车|晕船|晕机|晕血|晕针)(?:很|特别|比较)"
    r"?(?:厉害|严重)?(?:的|啊)?$"
)
_IMPLANT = re.compile(
    r"^(?:心脏|体内|血管|腿|腰|膝盖|耳朵|牙)(?:里|上|内)?(?:装|放|植|打|换|戴)(?:了|过|着|的是)"
    r"?(?:[一两二三四五六七八九十\d]+[个颗根块枚只])?(?P<value>支架|起搏器|钢板|钢钉|人工关节|人工耳蜗|助听器|瓣膜)"
)
_PREGNANT = re.compile(r"(?P<value>怀孕|怀二胎|怀着孕|怀着二胎|备孕|怀了(?:二胎|双胞胎)?)")
_PREGNANT_OVER = re.compile(
    r"^(?:现在|目前|刚|又|已经|正)*(?:怀孕|怀着孕|怀二胎|怀着二胎|怀上了?|怀了(?:二胎|双胞胎)?|备孕|在备孕|处于哺乳期"
    r"|哺乳期|在哺乳期|坐月子|在坐月子)(?:[快都有已经\d一二两三四五六七八九十几半多来]+(?:个?月|周|天)(?:多|半)?)"
    r"?(?:了|啦|中|呢)*$"
)
_AILS = re.compile(
    r"^(?:这是|这个是|这叫|属于|是|有|得了?|得过|患|患有|患上了?|确诊了?|确诊为|确诊是|查出来?(?:是|有)?了?|查出了?"
    r"|检查出来?|体检查出|(?:体检)?被查出(?:来|有|了)?|诊断(?:为|出|是)|被(?:诊断|确诊)(?:为|出|有)?|落下了?|犯了?|老犯|遗传了?|天生|先天性?|慢性"
    r"|轻度|中度|重度|严重的?|早期|晚期|一直|常年|多年|从小|自幼|还有|又|并发|伴有|老|个|点|点儿|的|了|带){0,6}"
    rf"(?P<value>{CONDITIONS_ZH}|[\u4e00-\u9fff]{{2,9}}?)(?:患者|老?病号|病人|病友|携带者|康复者|后遗症)?(?:很厉害|厉害"
    r"|很严重|严重"
    r"|挺严重|比较严重|反复|发作|复发)?(?:[快都有已经将近\d一二两三四五六七八九十几半多来好]+(?:年|个?月|天|周)(?:多"
    r"|半|了)?)?(?:的|了|啊|呢){0,6}$"
)
_AILMENT_MORE = re.compile(
    rf"(?:{CONDITIONS_ZH}|桥本甲状腺炎|.{{0,6}}(?:炎|癌|瘤|症|综合征|障碍|结石|结节|囊肿|息肉|溃疡|硬化|衰竭|不全"
    r"|突出|劳损|增生|狭窄|脱落|出血|梗塞|梗死|血栓|贫血|高血压|糖尿病|哮喘|癫痫|痛风|抑郁|焦虑症|失眠症|鼾症|疱疹"
    r"|湿疹|白癜风|银屑病|近视|远视|散光|色盲|色弱|夜盲|耳鸣|耳聋"
    r"|偏头痛|甲亢|甲减|乙肝|丙肝|脂肪肝|三高|高血脂|高尿酸|低血糖|低血压|早搏|房颤|心律不齐|静脉曲张|椎间盘突出"
    r"|间盘突出|脊柱侧弯|痔疮|胃食管反流|肠易激|尿毒症|(?:血压|血糖|血脂|尿酸|胆固醇|转氨酶|眼压)(?:偏|很|有点|比较"
    r"|一直)?[高低]|恐高|晕车|晕船|晕机|晕血|晕针|色弱|夜盲|飞蚊症|帕金森"
    r"|阿尔茨海默|红斑狼疮|地中海贫血|蚕豆病|白血病|淋巴瘤|肺结核|骨质疏松|腱鞘炎|网球肘))$"
)
_NO_AILMENT = re.compile(
    r"拖延|选择困难|强迫症$|懒|公主病|相思|洁癖|社恐|星期一|假期综合|恐惧症$|尴尬|综合症$|[我你他她这那吗]|不是|没有"
)

_DOSED = re.compile(
    r"(?:吃|服|服用|打|注射|喷|吸|用|贴|含|滴|加|加了|靠|吊|换成|换了|改吃|改成|改用|开了|开的是?|配了)(?:着|了|的是"
    r"|上|的)*(?:医生开的|进口的?|国产的?)?(?:[一两半三四五六七八九十\d]+(?:\.\d+)?(?:片|粒|颗|支|针|毫克|mg|单位|次"
    rf"|袋|包|勺|滴|贴)(?:的)?)?(?P<value>{MEDICINES_ZH}|[\u4e00-\u9fff]{{2,8}}?)(?:控制|治|维持|顶着|压着|续命|来.*)"
    r"?(?:才.*|[快都有已经\d一二两三四五六七八九十几半多来]+(?:年|个?月|天|周).*)?(?:了|的|呢|着)*$"
)
_PER = re.compile(
    r"(?:(?:每天|每日)[一两二三四\d]次|每天|每晚|每日|每周|每月|隔天|一周|天天|早晚|一天[一两二三四\d]次|睡前|饭前|饭后|早上|晚上)(?:都"
    r"|要|得|各|早晚|一次|吃|服|打)"
    rf"*(?:[一两半三四\d]+(?:片|粒|颗|支|针|袋|包))?(?P<value>{MEDICINES_ZH}|[\u4e00-\u9fff]{{2,8}}?)(?:才.*|$)"
)
_STOPPED = re.compile(
    r"^(?:已经|早就|刚|上个?月|现在|最近|终于|总算|也|都|医生让|给|自己)*(?:停|停药|停掉|断|断药|不吃|不打|不用"
    r"|不用吃|不用打|减停|撤)(?:了|掉了|用了)(?:[快都有已经\d一二两三四五六七八九十几半多来]+(?:年|个?月|天|周).*)?$"
)
_NOT_OWN = re.compile(r"[你您她]|(?<!吉)他(?!汀)|客户|病人|患者家属|同事|朋友|邻居|网上|据说|听说")
_TO_ASK = re.compile(r"怎么|什么|能不能|可以吗|是不是|预防|避免|查一下|了解|科普|适合|如何|可不可以")
_NO_LONGER_TAKEN = re.compile(r"别|不用|不能|停")


def body_zh(said: SaidZh) -> Iterator[Found]:
    """Allergies, diets, ailments and medicines."""
    text, parts = said.text, said.parts
    if said.open or said.was or _NOT_OWN.search(text) or _TO_ASK.search(text) or "就不吃" in text:
        return
    if _ALLERGENS_TESTED.search(said.before) and len(text) <= 16 and not _OF_OTHERS.search(said.before):
        yield from (Found("allergy", one, subject="user") for one in items_zh(text) if len(one) <= 6)
        return
    if parts is None:
        # A nominal clause names no subject: 尘螨过敏，家里不能铺地毯.
        yield from _bare_allergy(said)
        yield from _bare_ailment(said)
        impaired = _IMPAIRED.match(text) if re.search(r"我|本人", said.own) else None
        if impaired and not _OF_THEM.search(said.earlier):
            yield Found("health", re.sub(r"(?:了|的)+$", "", impaired["value"]), subject="user")
        return
    if parts.fronted and not parts.rest:
        yield from _bare_allergy(said)
        yield from _bare_ailment(said)
        return
    worn = _IMPAIRED.match(text) if parts.fronted and re.search(r"我|本人", said.own) else None
    if worn:
        yield Found("health", re.sub(r"(?:了|的)+$", "", worn["value"]), subject="user")
        return
    for reading in (_allergies, _diets, _ailments, _medicines):
        yield from said_of(parts.subjects, reading(said, parts))


def _bare_ailment(said: SaidZh) -> Iterator[Found]:
    """滑膜炎，能跑步不: an ailment alone, and what one may do with it."""
    bare = _BARE_AILMENT.match(said.text) if not said.before and _BEARS_IT.match(said.after) else None
    ails = bare is not None and (ends_as(bare["value"], "ailment") or _AILMENT_MORE.match(bare["value"]))
    if bare and ails and not _TO_LEARN.search(said.own):
        yield Found("health", bare["value"], confidence=LIKELY, subject="user")


def _bare_allergy(said: SaidZh) -> Iterator[Found]:
    others = _OF_OTHERS.search(said.before + said.text)
    intolerant = _BARE_INTOLERANT.match(said.text)
    if intolerant and not others and not said.before:
        yield Found("allergy", intolerant["value"], confidence=LIKELY, subject="user")
    bare = _ELIDED_ALLERGY.match(said.text)
    if bare and not _NOT_CAUSE.search(bare["what"]) and not others and not said.before:
        yield from (Found("allergy", one, confidence=LIKELY, subject="user") for one in items_zh(bare["what"]))


def _allergies(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    text = said.text
    if parts.negated and "过敏" in text:
        return
    intolerant = _INTOLERANT.search(text)
    if intolerant:
        yield Found("allergy", intolerant["value"])
        return
    reaction = _REACTION.search(text) or (
        _REACTION.search(said.before + "，" + text) if not said.before.startswith("我") else None
    )
    if reaction and not _ONCE.search(text):
        what = reaction["what"] if not re.match(r"嘴|脸|嗓|喉|眼|舌|全身|浑身|身上|皮肤|手", reaction["what"]) else ""
        what = what or parts.places.get("topic", "") or _before_self(said)
        if what and not re.search(r"药$|^[了就会都]", what):
            yield Found("allergy", re.sub(r"(?:之后|以后|的|了)+$", "", what))
            return
    source = re.search(
        r"过敏原(?:就|主要)?(?:查出来|测出来|检测)?(?:是|有|：|:)(?P<what>[\u4e00-\u9fff、]{2,14})$", text
    )
    if source:
        yield from (Found("allergy", one) for one in items_zh(source["what"]))
        return
    bare = _ELIDED_ALLERGY.match(text if parts.subjects == ["user"] else parts.rest)
    if bare and not _NOT_CAUSE.search(bare["what"]) and "对" not in text:
        yield from (Found("allergy", one) for one in items_zh(bare["what"]))


def _before_self(said: SaidZh) -> str:
    match = re.match(r"^(?P<topic>[\u4e00-\u9fff]{1,5}?)(?:这东西|这玩意儿?)?(?=我|一(?:吃|碰|喝|闻))", said.text)
    return match["topic"] if match else ""


def _diets(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    text, rest, topic = said.text, parts.rest, parts.places.get("topic", "")
    regime = _REGIME.match(rest)
    if regime and not parts.negated:
        yield Found("diet", regime["value"])
        return
    vegetarian = _VEGETARIAN.search(rest) if len(rest) <= 10 and not rest.startswith("有") else None
    if vegetarian and not re.search(r"每|初一|十五|周[一二三四五六日天]|偶尔|今天|尝试", text):
        yield Found("diet", "吃" + vegetarian["value"], "negative" if parts.negated else "positive")
        return
    inner = _INNER_NOT.match(rest)
    if inner and ends_as(inner["what"], "food"):
        yield Found("diet", inner["what"], "negative")
        return
    if topic and (_TOPIC_NOT.match(text.split(topic, 1)[-1].lstrip("，, ")) if topic in text else False):
        for one in items_zh(topic):
            if ends_as(one, "food"):
                yield Found("diet", one, "negative")
        return
    upset = _BAD_STOMACH.search(text)
    what = (upset["what"] or topic or _before_self(said)) if upset else ""
    if what and ends_as(what, "food") and re.search(r"就|都|必|一(?:吃|喝|碰)", text):
        yield Found("diet", what, "negative")
        return
    plain = _NOT_TAKEN.match(("不" if parts.negated else "") + rest)
    if plain and plain["what"]:
        listed = (
            list(plain["what"]) if re.fullmatch(r"[葱姜蒜辣醋糖油盐]{2,}", plain["what"]) else items_zh(plain["what"])
        )
        for one in listed:
            if ends_as(one, "food"):
                yield Found("diet", one, "negative")
        return
    shunned = re.match(r"^不吃(?P<what>(?!饭|药|早|晚|午|中|这|那|亏|软|硬|苦|醋|了|零)[\u4e00-\u9fff]{2,5})$", text)
    if shunned and not said.before:
        yield from (Found("diet", one, "negative", confidence=LIKELY) for one in items_zh(shunned["what"]))
        return
    avoids = _AVOIDS.match(rest)
    if avoids and not parts.negated:
        for one in items_zh(avoids["what"]):
            if ends_as(one, "food") and not ends_as(one, "vice"):
                yield Found("diet", one, "negative")


def _ailments(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    text, rest = said.text, parts.rest
    impaired = _IMPAIRED.match(rest) or _IMPAIRED.match(("不" if parts.negated else "") + rest)
    if impaired and (text.startswith(("我", "本人")) or not parts.elided):
        yield Found("health", re.sub(r"(?:了|的)+$", "", impaired["value"]))
        return
    implant = _IMPLANT.match(rest)
    if implant:
        yield Found("health", implant["value"])
        return
    if parts.negated:
        return
    pregnant = _PREGNANT_OVER.match(rest)
    value = _PREGNANT.search(rest) if pregnant else None
    if value:
        yield Found("health", "怀孕" if value["value"].startswith("怀了") else value["value"])
        return
    dread = _DREADS.match(text)
    if dread and not said.before:
        yield Found("health", dread["value"])
        return
    ails = _AILS.match(rest)
    if ails and _AILMENT_MORE.match(ails["value"]) and not _NO_AILMENT.search(rest) and "过敏" not in rest:
        if re.search(r"疼|痛(?!风|症)|今天|这两天|现在", text) and not re.search(r"偏头痛|痛风|痛症|有|患|得", text):
            return
        yield Found("health", ails["value"])


def _medicines(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    text, rest, topic = said.text, parts.rest, parts.places.get("topic", "")
    stopped = _STOPPED.match(("不" if parts.negated else "") + rest)
    if stopped and topic and ends_as(topic, "drug"):
        yield Found("medication", topic, "negative")
        return
    if parts.negated or _NO_LONGER_TAKEN.search(text):
        return
    dosed = (
        _PER.search(text)
        or _DOSED.search(rest)
        or (_DOSED.search(text) if re.search(r"医生|大夫|给我", text) else None)
    )
    if dosed and (ends_as(dosed["value"], "drug") or re.fullmatch(MEDICINES_ZH, dosed["value"])):
        once = re.search(r"今天|刚才?|昨[天晚]|前天|吃了(?!.*(?:年|月))", text) and not re.search(
            r"每|天天|开|加|换|一直|长期|在", text
        )
        if not once:
            yield Found("medication", dosed["value"], confidence=SURE)
