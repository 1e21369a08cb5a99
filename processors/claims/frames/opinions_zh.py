"""What Chinese speakers think of things."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import LIKELY, Found
from processors.claims.frames.clause_zh import SaidZh

_THINKS = re.compile(
    r"^(?:(?:反正|总之)?(?:我|本人)(?:个人|真的|一直|始终|还是|总|也|倒是|真心|打心底|现在|依然|坚定地?|从来都|就|其实|越来越|向来)"
    r"*(?:觉得|认为|相信|坚信|主张|以为|感觉|坚持认为|支持|反对|赞成|不赞成|不认为|不觉得|不相信)|依我看|要我说|让我说"
    r"|在我看来|我的看法是|我的观点是|我的态度是|我的立场是|个人认为|个人觉得|个人感觉|我个人的?看法是?|照我说|讲真"
    r"|说句公道话|我这人认为|说实话|坦白说|老实说|平心而论|窃以为|私以为|恕我直言)[，,：:]?(?P<what>[^？?]{4,44})$"
)
_OPINION_LEAD = re.compile(
    r"^(?:依我看|要我说|在我看来|我的看法是|我的观点是|我的态度是|个人认为|个人觉得|个人看法|个人意见|照我说|讲真"
    r"|说句公道话|说句良心话|凭良心[讲说]|讲道理|说到底|要我讲|不是我说|说句实话|说实话|坦白说|老实说|平心而论|窃以为|私以为|恕我直言|我觉得吧?|我认为|我始终觉得|我一直觉得"
    r"|我个人觉得|我坚持认为|我的立场是|(?:反正|总之)?我(?:就|只|一直)?(?:认准|认定|坚信)了?(?:一条|一点|一个理|一件事))$"
)
_JUDGED = re.compile(
    r"该|必须|比.{1,10}(?:好|强|差|快|难|便|高|低|省|值|贵|香|重要|有用|靠谱|健康|划算|安全|有意思)|不如|太|更|最"
    r"|过于|浪费|没必要|有必要|值得|不值|有害|有益|有用|没用|没什么(?:好处|意义|用|意思|必要)|比.{1,14}(?:更|还|都"
    r"|要)|废话|胡扯|垃圾|鸡汤|没那么|没有那么|并不|可怕|残酷|残忍|没好处|没意义|无意义|有意义|会让|使人|高估|低估|毁"
    r"|才是|多余|无聊|可笑|荒唐|伟大|有趣|危险|健康|贵|便宜|重要|公平|不公|合理|靠谱|智商税|伪命题|是错的|是对的"
    r"|利大于弊|弊大于利|毫无|害|好处|坏处|越.{1,6}越|不可取|可取|不现实|没前途|有前途|过时|被吹|被骂|被黑|烂|好过|胜过"
    r"|大于|优于|迟早|早晚|注定|取消|禁止|废除|普及|鼓励|限制|不道德|自私|残忍|聪明|愚蠢|扯淡|骗人|骗局|没什么好(?:怕|说|学|看)|不划算|划算|剥削|正常|本来就"
)
_POINTS = re.compile(
    r"^(?:香味|味道|价格|屏幕|口感|颜色|手感|功能|质量|效果|包装|味儿|画质|音质|续航|你|您|我|他|她|它|这|那|自己|还"
    r"|也|有点|不错|挺|很|好像|可能|行|可以|没|是|对|好|不太"
    r"|应该是|是不是|哪)|[你您]|这[个样次版条家件种]|那[个样次版条家件种]|今天|明天|昨天|刚才|[他她它]|我(?!们)"
)

_EQUATED = re.compile(
    r"^(?!.{0,12}(?:问题|原因|答案|关键|意思|结果|代码|接口|网络|缓存|配置|数据|版本|报错|服务器|密码))[\u4e00-\u9fffA-Za-z]{2,10}?"
    r"(?:就是|无非就?是|纯属|纯粹是|根本就?是|简直是|不过是|等于|本质上?就?是|是(?:一)?(?:门|种|件|场)|是个.{1,6}的)[^，。]{2,14}$"
)
"""配音是门快失传的手艺 judges without a word of judging: read only after 我觉得, 我认为."""
_SAYS_THINKING = re.compile(
    r"(?:反正|总之)?(?:我|本人)[^，。]{0,6}?(?:觉得|认为|坚信|相信)|在我看来|依我看|要我说|个人认为|个人觉得"
)
_MEANT_SO = re.compile(r"^我(?:真的?|就|确实|一直|是|打心底){0,3}(?:这么|这样)(?:想|觉得|认为|看)的?$")
_INSERTED = re.compile(r"^[^，。我你您他她]{1,10}(?:依我看|要我说|在我看来)(?P<what>[^，。？?]{3,24})$")
"""彩礼依我看就该取消."""


def opinions_zh(said: SaidZh) -> Iterator[Found]:
    """Opinions."""
    text = said.text
    thinks = _THINKS.match(text)
    if thinks and _judges(text, thinks["what"]) and not _POINTS.search(thinks["what"]):
        yield Found("opinion", re.sub(r"(?:了|啊|吧|呢|的)+$", "", thinks["what"]), confidence=LIKELY, subject="user")
    elif (_MEANT_SO.match(said.after) and _JUDGED.search(text) and not _POINTS.search(text)) or (
        (inserted := _INSERTED.match(text)) and _JUDGED.search(inserted["what"]) and not _POINTS.match(text)
    ):
        yield Found("opinion", text, confidence=LIKELY, subject="user")
    elif _OPINION_LEAD.match(said.before) and _JUDGED.search(text) and not _POINTS.search(text) and len(text) >= 4:
        yield Found("opinion", re.sub(r"(?:了|啊|吧|呢)+$", "", text), confidence=LIKELY, subject="user")


def _judges(text: str, what: str) -> bool:
    return bool(_JUDGED.search(what) or (_SAYS_THINKING.match(text) and _EQUATED.match(what)))
