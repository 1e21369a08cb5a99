"""Where Chinese speakers work, as what, and what they studied, in the words that no frame holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, SURE, Found, said_of
from processors.claims.frames.chinese import ends_as
from processors.claims.frames.clause_zh import SaidZh, ZhClause
from processors.claims.frames.lexicon import is_kind
from processors.claims.frames.subjects_zh import SOMEBODY
from processors.claims.words import PLACES_ZH

_FIRM = r"(?P<firm>[\u4e00-\u9fffA-Za-z0-9·&]{2,14}?)"
_LONG = r"(?:[快都有已经将近整]*[\d一二两三四五六七八九十几半多来好]+(?:年|个?月|周)(?:多|半|了|头|有余)*)"
_MY_FIRM = re.compile(
    r"(?:我|咱|我们)(?:们)?(?:现在|目前)?(?:就职|任职|供职|上班|工作|打工|所在|现在)?(?:的|这)?(?:公司|单位|东家|厂"
    r"|司|雇主)(?:现在)?(?:叫|是|：)"
    rf"(?:在)?{_FIRM}$"
)
_AT_FIRM = re.compile(
    rf"^(?:(?:在)?(?:上班|工作|任职|就职|供职|打工)(?:着|了)?(?:{_LONG})?(?:了|啦)?"
    rf"|(?:在)?(?:做事|干活|效力|搬砖|当牛做马|打卡|坐班|值班|干|待|呆|混|做)(?:着|了)?(?:{_LONG})(?:了|啦)?)$"
)
_NEW_FIRM = re.compile(
    r"^(?:(?:是|刚|才|已经|正式)*(?:跳|跳槽|换|转|调|调动|转岗|被挖|挖|应聘|考|考进|进|去)(?:到|去|进|来)了?|(?:入职"
    rf"|加入|签约|签|应聘上|考进|进)了?|拿(?:到)?了?){_FIRM}"
    r"(?:上班|工作|任职|的?offer)?(?:了|的)?$"
)
_LEFT_FIRM = re.compile(rf"^(?:从)?(?:在)?{_FIRM}(?:那边|那儿)?(?:上班|工作|任职|干|做|待|呆)了$")
_QUIT = re.compile(
    rf"^(?:辞|离开|告别|辞别|裸辞|炒)(?:了|掉了?|去了?)?(?:在)?{_FIRM}(?:的(?:工作|职务|铁饭碗|班|活|差事|岗位|offer)"
    r")?(?:了)?$"
)
_FIRM_END = re.compile(
    r"(?:公司|集团|银行|医院|大学|中学|小学|学院|科技|研究所|研究院|设计院|事务所|出版社|工厂|厂|局|电视台|广电|报社"
    r"|杂志社|幼儿园|酒店|律所|学校|法院|检察院|派出所|监狱|电网|航空|证券|保险|银联|通讯|通信|网络|软件|电子|汽车|物流"
    r"|物业|基金|传媒|地产|药业|制药|能源|电力|重工|航天|船厂|博物馆|图书馆|剧院|剧团|乐团|基地|中心|超市|地铁|铁路"
    r"|燃气|水务|建工|建设|置业|餐饮|食品|服饰|快递|速运|外卖|石油|石化|[\u4e00-\u9fff]{3}(?:所|院|局|社|站|馆|台|队|校"
    r"|部|处|行)|消防队|消防站|救助站|气象台|天文台|兽医站|植物园|动物园|体育馆|文化馆|卫生院|诊所|书店|工作室|机床"
    r"|钢铁|水泥|乳业|酒业|矿业|煤矿)$"
)
_STAFFED = re.compile(
    r"(?:公司|集团|局|科技|厂|研究院|研究所|设计院|银行|软件|网络|通讯|汽车|电子|证券|保险|传媒|电网|石油|石化)$"
)
_GENERIC = re.compile(
    r"^(?:公司|单位|家|家里|学校|医院|工厂|银行|酒店|幼儿园|小学|中学|大学|高中|初中|餐厅|饭店|超市|店里?|厂里?|网吧"
    r"|工地|法院|律所|书店|地铁|消防队|派出所|这|那|外面|国外|国内|老家|外地|办公室|群|组|会|线上|网上|体制内|互联网"
    r"|大厂|小公司|外企|国企|私企|事业单位|机关|地铁|铁路|.{0,3}(?:一家|这家|那家|某).*|原公司|老东家|新公司|.*的)$"
)
_NOT_FIRM = re.compile(
    rf"^(?:(?:{PLACES_ZH})(?:省|市|区|县)?)+$|[我你他她了过着没不就都也]|^(?:一|两|半|几|同|每)|上面|里面|下面"
    r"|[这那]边$"
)

_AS_TRADE = re.compile(
    rf"^(?:做|当|干|任|担任|搞|跑)(?:了)?(?:{_LONG}的?)?(?:一?[个名位])?(?P<value>[\u4e00-\u9fff]{{2,8}}?)(?:的|了)?$"
)
_FIRM_AS_TRADE = re.compile(
    r"^(?P<firm>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:干|做|当|担任)(?P<value>[\u4e00-\u9fff]{2,8})(?:的)?$"
)
_TRADE_OPEN = re.compile(
    r"^(?:是|就是|主要|一直|现在)*(?:是)?(?P<verb>做|干|搞|当|跑|从事|学的?是?)"
    r"(?P<value>[\u4e00-\u9fffA-Za-z+]{2,8}?)(?:这一?行|这块|行业|方面|这个行业)?"
    rf"(?:的|工作的|工作|{_LONG}的?|了{_LONG})$"
)
_TRADE_ACT = re.compile(
    r"^(?:是|就是|个|一个|一名|现在|目前|改行|转行|自己|主要|一直){0,6}(?P<value>(?:开|跑|教|养|修|卖|送|种|带|拍|画|写"
    r"|弹|唱|裁|做|编|剪|配|倒腾|摆|收|拉|贩|酿|烤|蒸|捕)(?:[\u4e00-\u9fff]{1,3}(?:店|馆|铺|坊)|长途|短途|专线|运输"
    r"|业务|出租车?|货车|大车|卡车|滴滴|网约车|专车|公交车?|地铁|火车|高铁|挖机|挖掘机|吊车|塔吊|叉车|飞机|轮船|渔船|船"
    r"|面包店|花店|书店|小店|饭馆|餐馆|餐厅|咖啡馆|奶茶店|便利店|超市"
    r"|民宿|客栈|诊所|药店|工作室|律所|公司|厂|修车铺|理发店|洗衣店|菜摊|早点摊|地摊|烧烤摊|摊儿?|外卖|快递|牛奶|水"
    r"|报纸|蜂|蜜蜂|鱼|虾|蟹|猪|鸡|鸭|牛|羊"
    r"|蘑菇|花|草莓|葡萄|苹果|茶叶?|菜|地|水稻|果树|药材|书|语文|数学|英语|物理|化学|生物|历史|地理|体育|音乐|美术"
    r"|钢琴|小提琴|吉他|舞蹈|书法|瑜伽|游泳|围棋|编程"
    r"|车|家电|空调|手机|电脑|钟表|电梯|水管|管道|自行车|鞋|保险|房子?|二手房|水果|海鲜|肉|早点|早餐|包子|煎饼|烧饼"
    r"|面条|豆腐|茶|酒|衣服|建材|二手车"
    r"|代码|程序|软件|小说|网文|剧本|公众号|文案|漫画|插画|动画|绘本|纪录片|电影|短视频|婚纱|婚礼|广告|片子|音|旅游团"
    r"|团|学生|毕业班|研究生|废品|古玩|字画))"
    rf"(?:的|为生|谋生|{_LONG}|了{_LONG}|了){{0,6}}$"
)
_FOR_NOW = re.compile(rf"{_LONG}|现在|目前|如今|转行|改行")
_LIVES_BY = re.compile(r"(?:靠|以)(?P<value>[\u4e00-\u9fff]{2,10}?)(?:为生|谋生|吃饭|糊口|养家|过活|维生|养活.{1,4})")
_MY_JOB = re.compile(
    r"(?:我|本人)(?:现在|目前|平时|白天)?的?(?:工作|职业|本职|主业|正职|岗位|职位|职务|身份|活儿?|营生)(?:内容)?(?:就"
    r"|主要)?(?:是|：)(?:一?[名个位])?(?P<value>[\u4e00-\u9fffA-Za-z]{2,12})$"
)
_TURNED = re.compile(
    r"^(?:刚|又|已经|正式|现在|后来|重新)*(?:转行|改行|转岗|转型|转|升|晋升|提拔|升职|提|考|聘|当选|调|评|选)(?:去|来"
    r"|到|成|做|当|干|为|上|作|了)+(?:一?[名个位])?(?P<value>[\u4e00-\u9fff]{2,10}?)(?:了)?$"
)
_BEEN = re.compile(
    rf"^(?:当|做|干|担任|从事)(?:过)?(?:了)?(?:{_LONG})(?:的)?(?P<value>[\u4e00-\u9fff]{{2,9}}?)(?:了)?$|^(?:当|做"
    rf"|干)(?P<value2>[\u4e00-\u9fff]{{2,8}}?)(?:{_LONG})$"
)
_ENGLISH = re.compile(
    r"(?:做|当|是|担任|干)(?:一?[个名位])?\s*(?P<value>[A-Za-z][A-Za-z]*(?: [A-Za-z]+){0,2})(?:的|了)?$"
)
_AS = re.compile(
    r"^(?:毕竟|因为|所以)?(?:我)?(?:作为|身为|身为一?[名个位]|作为一?[名个位])(?:一?[名个位])"
    r"?(?P<value>[\u4e00-\u9fff]{2,8}?)(?:的我)?$"
)
_NO_TRADE = re.compile(
    r"的|[我你他她它这那了过着没不吗什么哪怎]|东西|事情|自己|好人|第一|准备|梦|朋友|代表|客人|病人|家人|工作$|生意$"
    r"|决定|饭$|作业|运动|家务|手术|项目$|课题|"
    r"实验|梦|选择|打算|计划|调查|检查|核酸|体检|测试$|好事|坏事|体力活|活$|对手|主$|榜样|电灯泡|饭|梦想|兼职$|.头发"
    r"|.指甲|美甲$|菜$|视频$|锻炼|瑜伽|美容$|按摩$|任务|报告|方案|表格?$|PPT|ppt|一件|一个|两|开发票|样子"
)

_SCHOOL = (
    r"(?:(?:(?![我于在的从是念读上考了进硕博本])[\u4e00-\u9fff]){2,12}?(?:大学|学院|中学|高中|一中|二中|附中|师范|职高"
    r"|技校|卫校|党校|大专|电大|警校|军校|体校|艺校)(?:[\u4e00-\u9fff]{0,6}?(?:系|专业|学院))?"
    r"|(?:[北清复上川武南浙厦山吉兰中西东华同天湖云贵安郑重福河苏深海暨]|人|港|台|澳|哈工|北理|华科|华师|华工|西交"
    r"|上交|北师|南师|东师|北航|西电|央财|上财|西财|浙工|哈尔滨)"
    r"(?:大|外|理工|工大|财大|科大|交大|师大|农大|医大|林大|海大|政法|中文|音|美|传|体|戏)|清华|北航|北理|北师|南航|西电|央财|上财|华科|哈工大|西工大|电子科大|南开|人大|复旦|同济"
    r"|浙大|北影|中戏|央美|国美|川美|鲁美|川音|央音|北体|港中文|港科大|中传)(?:[\u4e00-\u9fff]{1,6}?(?:系|专业|学院))?"
)
_ONLY_SCHOOL = re.compile(rf"(?P<school>{_SCHOOL})")
_STUDIED_AT = re.compile(
    r"(?:本科|硕士|博士|研究生|大专|专科|大学|高中|初中|中专|本硕|研)?(?:是|也是|都|就)*(?:念|读|上|考|毕业于|就读于"
    rf"|考上了?|考进了?|考到了?|出身)?(?:的|了|过)?(?:是)?(?:在|于)?(?P<school>{_SCHOOL})"
    r"(?:的)?(?:本科|硕士|博士|研究生|在读|学生|毕业的?|毕业生|读的?|念的?|上的?|读书|念书|读博|读研|出来的|科班"
    r"|校友|大[一二三四]|研[一二三])*(?:了|啊|呢)?$"
)
_STUDIES = re.compile(
    r"本科|硕士|博士|研究生|大专|专科|毕业|念|读|考上|考进|就读|校友|学生|科班|上的|大[一二三四]|研[一二三]|出身|高中"
    r"|中专"
)
_MAJOR = re.compile(
    r"^(?:大学|本科|硕士|研究生|博士|大专|专科|当年|高中)?(?:是|主|辅)?(?:学|读|念|修|攻读)(?:的)?(?:就)?(?:是)"
    r"?(?P<value>[\u4e00-\u9fffA-Za-z]{2,10}?)(?:专业)?(?:的|出身的?|毕业的?)?$|"
    r"^(?:是)?(?P<value2>[\u4e00-\u9fff]{2,8}?)(?:专业|科班)(?:的|毕业的?|出身的?)$|^(?:是)"
    r"?(?P<value3>[\u4e00-\u9fff]{2,8}?)(?:硕士|博士|本科)(?:毕业|在读|学历|学位)?(?:的)?$"
)
_MAJORS = re.compile(
    r"(?:学|工程|设计|数学|物理|化学|生物|历史|哲学|中文|新闻|法律|会计|金融|经济|管理|护理|临床|口腔|药学|建筑|土木"
    r"|机械|电气|自动化|计算机|软件|通信|测绘|园林|园艺|农学"
    r"|林学|动画|美术|油画|国画|雕塑|声乐|钢琴|舞蹈|表演|导演|编导|播音|摄影|体育|师范|教育|心理|社会|政治|外交|考古"
    r"|地质|石油|材料|冶金|纺织|食品|环境|能源|航海|航空|飞行|旅游|酒店"
    r"|翻译|英语|日语|法语|德语|俄语|统计|信息|机电一体化|汽修|数控|烹饪|幼教|中医|针灸|兽医|畜牧|水产|传媒|广告|物流"
    r"|电商|市场营销|营销|人力资源|审计|税务|保险)$"
)
_MAJOR_CUE = re.compile(r"学的|学[\u4e00-\u9fff]{2,6}的$|读的|念的|专业|科班|攻读|主修|辅修|硕士|博士|本科")
_NO_WORK = re.compile(r"[你您]|想|喜欢|爱好|希望|打算|准备|要去|面试|投了|应聘(?!上)|暑假|客户|合作")
_NO_DEGREE = re.compile(r"没考上|没读完|辍学|没毕业|考不上")
_IS_OVER = re.compile(r"^(?:当|做|干|是)(?P<value>[\u4e00-\u9fff]{2,7}?)了$")
_ONE_OF = re.compile(r"^(?:是)?(?:一?[名个位])?")


def work_zh(said: SaidZh) -> Iterator[Found]:
    """Employer, occupation and education."""
    text, parts = said.text, said.parts
    if said.open or _NO_WORK.search(text):
        return
    mine = _MY_FIRM.search(text)
    if mine and is_firm(mine["firm"], said, surely=True):
        yield Found("employer", mine["firm"], subject="user")
    job = _MY_JOB.search(text)
    if job and not _NO_TRADE.search(job["value"]):
        yield Found("occupation", job["value"], subject="user")
    by = _LIVES_BY.search(text)
    if by and parts is not None and not _NO_TRADE.search(by["value"]):
        yield Found("occupation", by["value"], subject=parts.subjects[0])
    if (
        (parts is None or (parts.fronted and not parts.rest))
        and (said.goes_on or re.search(r"我|本人", said.earlier))
        and not re.search(r"[你您她]|(?<!吉)他(?!汀)", said.earlier)
    ):
        # 我今年63，退休教师: a clause that is nothing but a profession.
        bare = re.fullmatch(r"[\u4e00-\u9fff]{2,8}", text)
        if bare and ends_as(text, "occupation") and all(word.tag in ("n", "vn", "nz", "v", "a") for word in said.words):
            yield Found("occupation", text, confidence=LIKELY, subject="user")
    if (parts is None or parts.fronted) and not SOMEBODY.search(said.earlier + text):
        at_school = _STUDIED_AT.match(text)
        if at_school and re.match(r"本科|硕士|博士|研究生|大专|大学|高中", text):
            yield Found("education", at_school["school"], confidence=LIKELY, subject="user")
        learnt = re.match(
            r"^(?:大学|本科|硕士|研究生|博士|大专)(?:学|读|念)的(?:就)?(?:是)?(?P<what>[\u4e00-\u9fff]{2,8})$", text
        )
        if learnt and not said.before:
            yield Found("education", learnt["what"], confidence=LIKELY, subject="user")
    if parts is None or parts.fronted:
        return
    yield from said_of(parts.subjects, (*_firms(said, parts), *_trades(said, parts), *_studies(said, parts)))


def _firms(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    if said.was:
        return
    inside = parts.places.get("in", "")
    if parts.negated:
        left = _LEFT_FIRM.match(parts.rest)
        if left and is_firm(left["firm"], said, surely=False):
            yield Found("employer", left["firm"], "negative", "unset")
        elif (
            inside
            and re.match(r"^(?:上班|工作|干|做|待|呆|任职)了$", parts.rest)
            and is_firm(inside, said, surely=True)
        ):
            yield Found("employer", inside, "negative", "unset")
        return
    trade = _AS_TRADE.match(parts.rest) if inside else None
    if trade and ends_as(trade["value"], "occupation") and is_firm(inside, said, surely=True):
        yield Found("employer", inside)
        yield Found("occupation", trade["value"])
        return
    together = _FIRM_AS_TRADE.match(inside) if inside and not parts.rest else None
    if together and ends_as(together["value"], "occupation") and is_firm(together["firm"], said, surely=False):
        yield Found("employer", together["firm"])
        yield Found("occupation", together["value"])
        return
    surely = re.match(r"待|呆|混|做", parts.rest) is None
    if inside and _AT_FIRM.match(parts.rest) and is_firm(inside, said, surely=surely):
        yield Found("employer", inside)
    told = not parts.elided and not parts.rest and said.text.endswith(inside)
    if inside and told and said.seen.get(inside) == "organisation" and _STAFFED.search(inside):
        yield Found("employer", inside, confidence=LIKELY)
    new = _NEW_FIRM.match(parts.rest)
    if new and is_firm(new["firm"], said, surely=bool(re.search(r"跳槽?到|入职|offer|被挖|签约", parts.rest))):
        yield Found("employer", new["firm"])
    former = parts.places.get("from", "")
    if new and former and is_firm(former, said, surely=False):
        yield Found("employer", former, "negative", "unset")
    quit = _QUIT.match(parts.rest)
    if quit and is_firm(quit["firm"], said, surely=False):
        yield Found("employer", quit["firm"], "negative", "unset")


def is_firm(text: str, said: SaidZh, *, surely: bool) -> bool:
    """Whether this names a place of work. `surely`: the words around it are said of firms only."""
    if _GENERIC.match(text) or _NOT_FIRM.search(text) or not 2 <= len(text) <= 14:
        return False
    known = (
        said.seen.get(text) == "organisation"
        or _FIRM_END.search(text)
        or re.fullmatch(r"[A-Z][A-Za-z &.-]{1,30}", text)
    )
    unknown = text not in said.seen or said.seen[text] == "product"
    return bool(known) or (surely and unknown)


def _trades(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    rest, text = parts.rest, said.text
    if said.was:
        return
    if parts.negated:
        over = _IS_OVER.match(rest)
        if over and ends_as(over["value"], "occupation"):
            yield Found("occupation", over["value"], "negative", "unset")
        return
    bare = _ONE_OF.sub("", rest)
    nouns = all(word.tag in ("n", "vn", "nz", "a", "an", "nw") for word in said.words if word.start >= text.find(bare))
    mine = re.match(r"^(?:我|本人|俺)", text) or (parts.elided and said.goes_on and text == bare)
    if mine and nouns and ends_as(bare, "occupation") and len(bare) <= 8:
        yield Found("occupation", bare)
        return
    act = _TRADE_ACT.match(rest)
    played = act is not None and ends_as(act["value"][1:], "pastime") and act["value"][0] in "弹拉唱"
    if act and (rest.endswith("的") or "为生" in rest or (_FOR_NOW.search(text) and not played)):
        yield Found("occupation", act["value"])
        return
    opened = _TRADE_OPEN.match(rest)
    if (
        opened
        and not _NO_TRADE.search(opened["value"])
        and (
            rest.startswith(("是", "就是"))
            or re.search(r"行|从事|干了|做了", rest)
            or (rest[-1] == "的" and said.earlier)
        )
        and not (opened["verb"].startswith("学") or opened["value"].endswith(("完", "好", "成", "到")))
    ):
        yield Found("occupation", opened["value"], confidence=SURE if rest.startswith("是") else LIKELY)
        return
    english = _ENGLISH.search(rest)
    if english and is_kind(english["value"].lower(), english["value"].lower().split()[-1], "occupation"):
        yield Found("occupation", english["value"])
        return
    turned = _TURNED.match(rest)
    if turned and "的" not in turned["value"] and ends_as(turned["value"], "occupation"):
        yield Found("occupation", turned["value"])
    been = _BEEN.match(rest)
    value = (been["value"] or been["value2"]) if been else ""
    if value and ends_as(value, "occupation"):
        yield Found("occupation", value)
    as_one = _AS.match(text)
    if as_one and ends_as(as_one["value"], "occupation") and "我" in said.own:
        yield Found("occupation", as_one["value"], confidence=LIKELY)


def _studies(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    text, rest = said.text, parts.rest
    if parts.negated or _NO_DEGREE.search(text):
        return
    school = _STUDIED_AT.search(text) or _ONLY_SCHOOL.fullmatch(parts.places.get("from", ""))
    if school and _STUDIES.search(text):
        yield Found("education", school["school"])
        return
    major = _MAJOR.match(rest)
    value = next((one for one in major.groups() if one), "") if major else ""
    if value and _MAJORS.search(value) and _MAJOR_CUE.search(text) and not _NO_TRADE.search(value):
        yield Found("education", value)
