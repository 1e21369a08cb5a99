"""What ended or changed in Chinese: given up, sold, left, cancelled; and changes that do not say the new value."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.chinese_belongings import parted_with_zh
from processors.claims.chinese_values import KIN
from processors.claims.found import LIKELY, SURE, Found
from processors.claims.life_words import MEDICINES_ZH
from processors.claims.words import PLAYED_ZH

_NOW = (
    r"(?:我|俺|咱)?(?:现在|目前|最近|已经|刚刚?|终于|就|又|也|都|上周|上个?月|昨天|今天|前几天|去年|今年|年初|早就"
    r"|正式){0,6}"
)
_TAKEN_IN = (
    r"(?:烟|酒|咖啡|糖|奶茶|茶|绿茶|红茶|可乐|碳酸饮料|饮料|肉|红肉|猪肉|牛肉|辣|甜食|甜品|零食|油炸食品|外卖|夜宵"
    r"|主食|碳水|乳制品|牛奶|游戏|赌|网购|短视频|熬夜|槟榔|电子烟)"
)
_FOR_LONG = (
    r"(?:了)?(?:都|已经|有|快)?(?:[一二两三四五六七八九十几半\d]+(?:年|个?月|周|天|个星期)(?:多|了)*)?(?:了|啦)*"
)
_GIVEN_UP = re.compile(rf"^{_NOW}戒(?:掉)?了?(?P<value>{_TAKEN_IN}){_FOR_LONG}$")
_NOT_TAKEN = re.compile(rf"^{_NOW}(?:不再|再也不|不)(?P<verb>喝|抽|吃|碰|打|嚼)(?P<value>{_TAKEN_IN})(?:了|啦){{1,6}}$")
_ONLY = re.compile(rf"^{_NOW}只(?P<value>[喝吃抽用][\u4e00-\u9fff]{{1,8}}?)(?:了)?$")
_MEDICINE_ENDED = re.compile(
    rf"^{_NOW}(?:(?:不|不再|不用)(?:吃|服用?|打|用)|停(?:掉)?了?|停用了?|停吃)(?P<value>{MEDICINES_ZH})(?:了|啦){{0,6}}$"
)
_PLAY_ENDED = re.compile(
    rf"^{_NOW}(?:(?:不|不再|再也不)(?:弹|拉|吹|打|踢|下|练|学|跳|画)(?P<value>{PLAYED_ZH}|舞|画|书法|瑜伽)(?:了|啦)|"
    rf"(?:放弃|退出)了?(?P<group>{PLAYED_ZH}|[\u4e00-\u9fff]{{0,4}}(?:合唱团|乐队|球队|舞团|社团|俱乐部)))$"
)
_LEFT = re.compile(
    rf"^{_NOW}(?:(?:从(?P<value>[^，。]{{2,12}}?)(?:正式)?(?:离职|辞职|退休|跳槽|离开))|(?:离开|辞去|辞掉)了?"
    r"(?P<other>[A-Za-z\u4e00-\u9fff]{2,12}?))了?$"
)
_NOT_A_FIRM = re.compile(r"^(?:这|那|一家|一个|家|家里|家乡|原来|上一|公司|单位|工作|了)$|的|你|我|他|她|学校")
_CALLED_OFF = re.compile(
    r"^(?:我们?)?(?:去|到|回)?(?P<value>[\u4e00-\u9fff]{2,8}?)(?:的)?(?P<what>行程|旅行|旅游|之行|机票|航班|婚礼|聚会"
    r"|会议|预约|约会|演唱会|比赛|面试|饭局|计划|事儿|事情|事)?(?:我|我们)?(?:先|暂时|已经|临时|最后)?(?:不去了|取消了|取消|泡汤了"
    r"|黄了|不办了)$"
)
_JOB = re.compile(
    rf"^{_NOW}(?:换(?:了|个|了个|了份)?(?:新)?(?:工作|公司|单位|东家)|跳槽|辞职|离职|失业|被裁|被裁员|被开除|退休"
    rf"|没工作"
    r"|找到(?:了)?新工作|丢了?工作|把工作辞)(?:了|啦){0,6}$"
)
_HOME = re.compile(rf"^{_NOW}(?:搬家|搬走|换(?:了|个|了个)?(?:房子|住处|地方住)|搬新家)(?:了|啦){{0,6}}$")
_MAIL = re.compile(
    rf"^{_NOW}换(?:了|个|了个)?(?:新)?(?:的)?(?:邮箱|电子邮箱)(?:地址)?(?:了|啦){{0,6}}$|^我?的?(?:旧)?(?:邮箱|电子邮箱)"
    rf"(?:地址)?(?:已经|都)?"
    r"(?:换|变|改|停用|注销|不用|被盗)了"
)
_NAME = re.compile(rf"^{_NOW}改(?:了)?(?:名|名字|姓)(?:了|啦){{0,6}}$")
_PARTED = re.compile(
    rf"^{_NOW}(?:们俩?|(?:们)?(?:和|跟|与|同)我?(?P<who>[A-Za-z\u4e00-\u9fff]{{1,8}}?))?"
    r"(?:已经|刚刚?|上周|上个?月|昨天|去年|今年|最近|正式|终于|又|也|都){0,6}(?:离婚|分手|离)(?:了|啦){1,6}$"
)
_NO_NAME = re.compile(rf"^(?:{KIN}|前?(?:女|男)朋友|对象|伴侣|前[妻夫任])$")
_LEFT_HOME = re.compile(
    rf"^{_NOW}(?:(?:不再?|没再?)(?:住|待|呆)(?:在)?(?P<value>[\u4e00-\u9fff]{{2,6}}?)了?"
    r"|(?:不再?|没再?)在(?P<fourth>[\u4e00-\u9fff]{2,6}?)(?:住|待|呆)了?"
    rf"|从(?P<other>[\u4e00-\u9fff]{{2,6}}?)"
    r"搬(?:走|出来|出去|离)了?|搬离了?(?P<third>[\u4e00-\u9fff]{2,6}?)了?)$"
)
_NOT_A_PLACE = re.compile(
    r"^校|^(?:这[里儿边]|那[里儿边]|家里?|学校|宿舍|一起|酒店|公司|老家|父母家|爸妈家)$|[我你他她]|下去|习惯|惯"
)
_DIVORCED = re.compile(r"离")

_VALUES = (
    (_GIVEN_UP, "habit"),
    (_NOT_TAKEN, "habit"),
    (_MEDICINE_ENDED, "medication"),
    (_PLAY_ENDED, "hobby"),
)
_NO_VALUES: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (_JOB, ("employer",)),
    (_HOME, ("home_city", "address")),
    (_MAIL, ("email",)),
    (_NAME, ("name",)),
)


def ended_zh(body: str) -> list[Found]:
    """What a clause of the speaker says ended or changed; a change without its value is `unset` without one."""
    for pattern, attribute in _VALUES:
        match = pattern.match(body)
        if match:
            value = match["value"] or match.groupdict().get("group") or ""
            return [Found(attribute, value, "negative", subject="user")]
    for pattern, attributes in _NO_VALUES:
        if pattern.match(body):
            return [Found(attribute, "", action="unset", subject="user") for attribute in attributes]
    return list(_other(body))


def _other(body: str) -> Iterator[Found]:
    if match := _ONLY.match(body):
        yield Found("habit", match["value"], confidence=LIKELY, subject="user")
    elif over := list(parted_with_zh(body)):
        yield from over
    elif parted := _PARTED.match(body):
        if _DIVORCED.search(body):
            yield Found("relationship_status", "离婚", subject="user")
        name = parted["who"] if parted["who"] and not _NO_NAME.match(parted["who"]) else ""
        yield Found("spouse", name, "negative" if name else "positive", "unset", subject="user")
    elif match := _LEFT_HOME.match(body):
        if not _NOT_A_PLACE.search(place := next(value for value in match.groups() if value)):
            yield Found("home_city", place, "negative", "unset", subject="user")
    elif match := _LEFT.match(body):
        value = match["value"] or match["other"]
        if not _NOT_A_FIRM.search(value):
            yield Found("employer", value, "negative", "unset", LIKELY, "user")
    elif match := _CALLED_OFF.match(body):
        yield Found("plan", match["value"], "negative", "unset", SURE, "user")
