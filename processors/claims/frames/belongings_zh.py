"""What Chinese speakers own and part with, in the words that no frame holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import SURE, Found
from processors.claims.frames.clause_zh import SaidZh, ZhClause

_GOT = (
    r"(?:买|新买|刚买|提|新提|刚提|入|入手|新入|刚入|换|新换|刚换|收|淘|盘下|盘|置办|添置|添|拿下|订购|贷款买"
    r"|全款买|继承|组装|攒|抢到|下单|买到|搞|弄|整|摇到|租)"
)

_HAS = re.compile(
    rf"^(?:我)?(?:已经|刚|刚刚|也|还|终于|总算|又|自己|咬牙|狠心|一次性){{0,6}}(?:{_GOT}(?:了|的是|到了?|下了?|回了?)?|有"
    r"|开|开着|骑|骑着|养|拥有|开的是|骑的是|用的是|用|住|玩的是)(?:着|的)?"
    r"(?P<count>(?:[一两二三四五六七八九十几俩仨]|\d+)?(?:多)?(?P<unit>[辆台架艘套栋部把间家座块支根只条匹头双副张]))"
    r"(?P<value>[\u4e00-\u9fffA-Za-z0-9· -]{2,14}?)(?:了|的)?$"
)

_HAS_MODEL = re.compile(
    rf"^(?:现在|目前|平时|一直)*(?:{_GOT}了|开的?(?:是|着)?|骑的?(?:是|着)?|用的?(?:是|着)?|{_GOT}的是?|提了)"
    rf"(?P<value>(?=[\u4e00-\u9fffA-Za-z ]*(?:[A-Za-z0-9]{{1,8}}))[\u4e00-\u9fffA-Za-z0-9· -]{{3,16}}?)(?:了|的)?$"
)

THING = re.compile(
    r"(?:车|汽车|轿车|房车|自行车|单车|摩托|摩托车|电动车|面包车|皮卡|越野|越野车|跑车|敞篷|卡车|货车|三轮|拖拉机"
    r"|卡罗拉|桑塔纳|捷达|比亚迪|特斯拉|问界[A-Za-z0-9]*|理想[A-Za-z0-9]*|蔚来[A-Za-z0-9]*|小鹏[A-Za-z0-9]*"
    r"|宝马[A-Za-z0-9]*|奔驰[A-Za-z0-9]*|奥迪[A-Za-z0-9]*|五菱(?:宏光)?|思域|雅阁|凯美瑞|帕萨特|高尔夫|牧马人|坦克\d+"
    r"|捷安特|美利达|大行|布朗普顿|哈雷|凯旋|踏板|小牛|雅迪"
    r"|房子?|公寓|别墅|两居|三居|一居|两居室|三居室|小院|院子|铺面|门面|商铺|车位|仓库|民宿|农场|果园|茶园|鱼塘|地"
    r"|林地|船|游艇|帆船|皮划艇|橡皮艇"
    r"|钢琴|吉他|小提琴|大提琴|古筝|古琴|二胡|架子鼓|电子琴|手风琴|琴|相机|单反|微单|胶片机|镜头|电脑|笔记本|平板"
    r"|手机|耳机|音响|音箱|投影仪?|电视|望远镜|缝纫机|打字机|无人机|打印机|咖啡机|黑胶机?|唱机|唱片机|游戏机|跑步机"
    r"|动感单车|椭圆机|划船机|按摩椅|扫地机(?:器人)?|洗碗机|烤箱|空气炸锅|面包机|洗衣机|冰箱|空调|烘干机|净水器"
    r"|洗地机|吸尘器|手表|腕表|表|戒指|帐篷|冲浪板|桨板|滑雪板|滑板|鱼缸|温室|暖房|织布机|车床|3D打印机|老破小|电钢|电吉他"
    r"|贝斯|显微镜|天文望远镜|机械键盘|键盘|显示器|显卡|书店|花店|小店|饭馆|咖啡馆|餐馆|面馆|客栈|健身房|公司|厂"
    r"|工作室|PS5|PS4|Switch|switch|Kindle|kindle|iPad|iPhone|MacBook|徕卡[A-Za-z0-9]*|莱卡[A-Za-z0-9]*"
    r"|尼康[A-Za-z0-9]*|佳能[A-Za-z0-9]*|索尼[A-Za-z0-9]*|富士[A-Za-z0-9-]*|哈苏[A-Za-z0-9]*|小米\d*|华为[A-Za-z0-9]*)$"
)

_NOT_THING = re.compile(
    r"[我你他她这那吗么]|公交|出租|班车|网约|火车|动车|高铁|飞机|工具|软件|方法|模型|语言|时间|语气|方式|会$|一会"
    r"|小时|分钟|点$|年$|月$|酒店|餐厅$|版本|账号|密码|驾照|发票|证明|门票|机票"
)

_MY_NEW = re.compile(
    r"我(?:新|刚|刚刚|最近|去年|上周|上个?月){0,6}(?:买|入手|提|换)的?(?:那|这)?(?:[台辆部个把架套])"
    r"?(?P<value>[\u4e00-\u9fffA-Za-z0-9]{2,10}?)(?:是|有|真|很|挺|到|还|居然|已经|才)"
)

_LOST = re.compile(
    r"^(?:已经|昨天|今天|前天|上周|上个?月|去年|刚刚?|也|都|早就?|终于|总算|忍痛|被[^，。]{0,4}?|让人|给人|给|前几天"
    r"|早上|晚上){0,6}(?:偷|丢|弄丢|搞丢|卖|卖掉|卖给[^，。]{1,6}?|转卖|出|出掉|挂闲鱼出|挂闲鱼卖|挂闲鱼|转手|转让|送人"
    r"|送给[^，。]{1,6}?|送|捐|捐掉|捐给[^，。]{1,6}?|报废|处理|处理掉|退|拆|当|抵押|砸|烧|过户|淘汰|置换|撞废"
    r"|泡水|摔坏|摔|坏)(?:走|出去|了出去|掉|给[^，。]{1,6}?|没){0,6}(?:了|(?<=[掉走]))$"
)

_THAT = re.compile(
    r"^(?:我|我们|我家|咱家|俺家?)?(?:的|那|这|家)*(?:[台辆部个把架套艘条间])?(?:旧|二手的?|老(?!师|板|家|公|婆))"
    r"?(?P<value>[\u4e00-\u9fffA-Za-z0-9 ]{2,10}?)(?=(?:已经|昨|今|前|上|去年|刚|也|都|早|终于|总算|忍痛|被|让|给|卖"
    r"|丢|出|转|送|捐|报废|处理|退|当|过户|挂|淘汰|置换|摔|坏))"
)
_MINE = re.compile(r"(?:是)?我(?:自己|本人)?的")
_USED = re.compile(r"^用的(?:手机|电脑|车|相机|平板|耳机)(?:就)?是")
_DRIVEN = re.compile(r"^(?:开|骑|用)的(?:就)?是(?P<value>[\u4e00-\u9fffA-Za-z0-9 ]{2,10}?)(?:的)?$")


def belongings_zh(said: SaidZh, parts: ZhClause) -> Iterator[Found]:
    """What a clause of the speaker, taken apart as `parts`, says that they own or no longer own."""
    text, rest, topic = said.text, parts.rest, parts.places.get("topic", "")
    if parts.negated:
        return
    mine = _MINE.fullmatch(text)
    if (
        mine
        and len(said.before) <= 10
        and THING.search(said.before)
        and not re.search(r"[这那你他她]|公司", said.before)
    ):
        yield Found("owns", said.before)
        return
    has = _HAS.match(rest)
    big = (
        has is not None
        and has["unit"] in "辆台艘栋"
        and re.match(_GOT, rest)
        and re.fullmatch(r"[\u4e00-\u9fffA-Za-z0-9 ]{2,10}", has["value"])
    )
    if has and (THING.search(has["value"]) or big) and not _NOT_THING.search(has["value"]):
        if not (re.match(r"租|下单", rest) or re.search(r"今天开了?|会议|公司的|朋友的|借", text)):
            value = (
                has["value"]
                if has["count"][:1] in "辆台架艘套栋部把间家座块支根只条匹头双副张一"
                else has["count"] + has["value"]
            )
            yield Found("owns", value)
        return
    rest = _USED.sub("用的是", rest)
    model = _HAS_MODEL.match(rest)
    if model and THING.search(model["value"]) and not _NOT_THING.search(model["value"]):
        yield Found("owns", model["value"].strip())
        return
    drives = _DRIVEN.match(rest)
    if drives and THING.search(drives["value"]) and not _NOT_THING.search(drives["value"]):
        yield Found("owns", drives["value"])
        return
    new = _MY_NEW.search(text)
    if new and THING.search(new["value"]) and not _NOT_THING.search(new["value"]):
        yield Found("owns", new["value"])
        return
    if parts.fronted or topic or text.startswith("我"):
        that = _THAT.match(text)
        if (
            that
            and not re.match(r"决定|打算|想|要|准备", that["value"])
            and _LOST.match(text[that.end() :].lstrip())
            and THING.search(that["value"].strip())
        ):
            yield Found("owns", that["value"].strip(), "negative", "unset", SURE)
