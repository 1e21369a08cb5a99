"""What became of things that Chinese speakers own, take, use or attend: sold, given away, cancelled, dropped."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import SURE, Found
from processors.claims.life_words import LASTING_ZH, MEDICINES_ZH

_MINE = r"(?:我|我们|咱)?(?:家里?)?(?:的|那[辆台部套个把架艘条只款]|这[辆台部套个把架艘])?(?:旧的?|老的?(?=.{2}))?"
_ALREADY = r"(?:已经|刚刚?|昨天|今天|上周末?|上个?月|前几天|前阵子|去年|年初|最近|后来|现在|终于|都){0,6}"
_GONE = (
    r"(?:(?:卖|转让|捐|处理|转手|报废|抵|置换)(?:掉|出去|给[^，。]{1,6}?)?|(?:送|转)(?:给[^，。]{1,6}?|人|出去|走)"
    r"|卖给[^，。]{1,6}?|挂闲鱼卖掉?)了"
)
_THING_SOLD = re.compile(
    rf"^{_MINE}(?P<value>[\u4e00-\u9fffA-Za-z0-9 ]{{0,8}}{LASTING_ZH})(?:我们?)?{_ALREADY}(?:被我们?)?{_GONE}$"
)
_TOPIC_SOLD = re.compile(
    rf"^{_MINE}(?P<value>[\u4e00-\u9fffA-Za-z0-9 ]{{2,8}}?)(?:我们?{_ALREADY}{_GONE}|{_ALREADY}(?:报废|转让|转手)(?:掉"
    rf"|出去)?了)$"
)
_PUT_AWAY = re.compile(
    rf"^(?:我们?|咱)?{_ALREADY}把{_MINE}(?P<value>[\u4e00-\u9fffA-Za-z0-9 ]{{1,10}}?)(?:给)?{_GONE}$"
)
_NOT_HELD = re.compile(
    rf"^(?:我|我们|咱)?{_ALREADY}(?:没有|不再有|不开|不用)那?[辆台部套把架艘]?(?P<value>[^，。]{{0,8}}{LASTING_ZH})了$"
)
_MEDICINE = re.compile(
    rf"^(?:(?:医生|大夫|主任)?(?:让|叫|建议|给)?我?)?{_ALREADY}把(?P<value>{MEDICINES_ZH})(?:给)?(?:停|断|戒)(?:掉)?了$|^"
    rf"(?P<topic>{MEDICINES_ZH})(?:我|医生让我|大夫让我)?{_ALREADY}(?:(?:不|不再|不用|不需要)(?:吃|服用?|打|用|再吃)|停|停用"
    rf"|停药|停掉|断)了$|^(?:医生|大夫)(?:已经)?(?:让|叫|给)我停(?:掉)?了?(?P<told>{MEDICINES_ZH})了?$"
)
_PUT_DOWN = re.compile(
    r"^(?:我|俺)?(?:已经|刚|终于|总算|上个?月|去年|今年)*把(?P<value>烟|酒|咖啡|奶茶|糖|游戏|夜宵|槟榔)(?:给)?(?:戒|断)(?:掉)?了$"
    r"|^(?P<topic>烟|酒|咖啡|奶茶|夜宵|槟榔)(?:我)?(?:已经|早就|终于|总算|也|都)*(?:戒|断|不抽|不喝|不吃)(?:掉)?了$"
)
_PAID = r"(?:会员|年卡|月卡|季卡|健身卡|游泳卡|私教课|套餐|订阅|包月|自动续费|月票|年票)"
_HAS_PAID = re.compile(
    rf"^(?:我|我们|俺)?{_ALREADY}(?:办|买|开|订阅|订|续|充|有)(?:通)?了?(?:一?[张个份])?(?P<value>[\u4e00-\u9fffA-Za-z0-9]"
    rf"{{0,8}}?{_PAID})$"
)
_PAID_ENDED = re.compile(
    rf"^(?:我|我们)?{_ALREADY}(?:把)?(?P<value>[\u4e00-\u9fffA-Za-z0-9]{{0,8}}?{_PAID})(?:我们?)?(?:也|都)?{_ALREADY}(?:给)?"
    r"(?:取消|退|退掉|注销|停|停掉|不续|不续费|不要|转让|退订|不用)了$|^(?:我|我们)?(?:已经|刚刚?)?(?:取消|退|退掉|注销|停|退订)了"
    rf"(?P<other>[\u4e00-\u9fffA-Za-z0-9]{{0,8}}?{_PAID})$"
)
_TAUGHT = r"(?:课程?|班|培训班|兴趣班|俱乐部|社团|合唱团|读书会|训练营|健身房|讲座|夜校)"
_ATTENDS = re.compile(
    rf"^(?:我|俺){_ALREADY}(?:在上|报了|报名了|参加了|在学)(?:一?[个门期])?(?P<value>[\u4e00-\u9fff]{{1,6}}{_TAUGHT})$"
)
_ATTENDED_ENDED = re.compile(
    rf"^(?:我)?(?:把)?(?:那个)?(?P<value>[\u4e00-\u9fff]{{1,6}}{_TAUGHT})(?:我)?{_ALREADY}(?:给)?(?:不上|不去|不参加|不学|退|退掉"
    rf"|停|取消)了$|^我?{_ALREADY}(?:不上|不去|不参加|退出|退|退掉)(?:了)?(?P<other>[\u4e00-\u9fff]{{1,6}}{_TAUGHT})了?$"
)
_DOES = (
    r"(?:游泳|跑步|晨跑|夜跑|健身|骑车|骑行|钓鱼|爬山|登山|练琴|练字|跳舞|画画|写日记|冥想|打坐|打球|打羽毛球|打篮球|踢球"
    r"|喝酒|抽烟|熬夜|做瑜伽|练瑜伽|打太极|唱歌|滑雪|做饭|午睡|晨读|吃夜宵|喝咖啡|喝奶茶)"
)
_DONE_NO_MORE = re.compile(rf"^我(?:现在|已经|早就|早|最近|后来)*(?:不|不再|再也不)(?P<value>{_DOES})了$")
_PET_GIVEN = re.compile(
    rf"^(?:我们?)?(?:把)?(?P<value>(?!礼物|东西|衣服|孩子|客人|朋友|[\u4e00-\u9fff]?(?:琴|车|他|机"
    rf"|表))[\u4e00-\u9fff]{{2,3}}?)(?:我们?)?{_ALREADY}(?:给|被)?"
    r"(?:送人|送走|送养|送人养)了$"
)
_NOT_A_THING = re.compile(r"[们想要把不没谁么的]|决定|打算|东西|消息|时间")


def kept_up_zh(body: str) -> Iterator[Found]:
    """What a clause of the speaker says is paid for or attended: memberships, classes."""
    if match := _HAS_PAID.match(body):
        yield Found("owns", match["value"], subject="user")
    elif match := _ATTENDS.match(body):
        yield Found("habit", f"上{match['value']}", subject="user")


def parted_with_zh(body: str) -> Iterator[Found]:
    """What a clause says the speaker no longer owns, takes, uses or attends."""
    if "了" not in body and "停" not in body:
        return
    for pattern in (_MEDICINE, _PUT_DOWN):
        if match := pattern.match(body):
            attribute = "medication" if pattern is _MEDICINE else "habit"
            yield Found(attribute, _value(match), "negative", subject="user")
            return
    for pattern, attribute in (
        (_PAID_ENDED, "owns"),
        (_ATTENDED_ENDED, "habit"),
        (_THING_SOLD, "owns"),
        (_PUT_AWAY, "owns"),
        (_TOPIC_SOLD, "owns"),
        (_NOT_HELD, "owns"),
        (_PET_GIVEN, "pet"),
        (_DONE_NO_MORE, "habit"),
    ):
        match = pattern.match(body)
        if match and not _NOT_A_THING.search(_value(match)):
            yield Found(attribute, _value(match).strip(), "negative", "unset", SURE, "user")
            return


def _value(match: re.Match[str]) -> str:
    return next(value for value in match.groups() if value)
