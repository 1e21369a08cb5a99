"""What Chinese speakers like and dislike, in the words that no frame holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.chinese_values import NO_OBJECT, value_of
from processors.claims.found import LIKELY, SURE, Found, items_zh
from processors.claims.frames.clause_zh import SaidZh
from schemas.claims import Polarity

_DRAWN = re.compile(
    r"^(?:毫无|没有|没|完全没有?|一点|真的|简直|有种|有着|是真|真|总是|特别|格外)*(?:无?抵抗力|免疫力|执念|情结"
    r"|情有独钟|上头|上瘾|着迷|痴迷|入迷|爱得不行|爱不释手|没法抗拒|无法抗拒|没辙"
    r"|欲罢不能|走火入魔|走不动道|念念不忘|一往情深|毫无招架之力|兴趣浓厚|很有兴趣|特别有兴趣|非常感兴趣|很感兴趣"
    r"|特别感兴趣|感兴趣|是真爱|好感)(?:的|了|啊)*$"
)
_REPELLED = re.compile(
    r"^(?:实在|真的|完全|一点都?|真|可|就|从来|是真)*(?:没什么|没啥|没|不太|不怎么|不大|不|提不起|毫无|没有)?(?:半点"
    r"|任何|多少|一点|什么|特别|很|太|大)?"
    r"(?:兴趣|感冒|感兴趣|来电|好感|感觉|胃口|爱|无感|抗拒|反感|过敏|敬谢不敏|敬而远之|喜欢不起来|爱不起来|接受不了"
    r"|接受无能|欣赏无能|有阴影|生理性厌恶|厌恶|排斥|抵触|免疫)(?:的|了|啊)*$"
)
_NEGATES = re.compile(
    r"没|不(?!释手)|提不起|毫无(?!抵抗|免疫|招架)|无感|抗拒|反感|敬谢|敬而远|接受无能|欣赏无能|阴影|厌恶|排斥|抵触"
    r"|免疫$"
)
_CRAVED = re.compile(
    r"(?:能|可以)(?:连|天天|顿顿|一直|一口气|一个人)(?:着|都)?(?:吃|喝|看|听|玩|刷)|(?:吃|喝|看|听|玩|逛|闻|刷|追)"
    r"多少(?:次|遍|回|碗|天|年)?都(?:不|没)(?:腻|够|烦|厌)|(?:越|怎么)(?:吃|喝|看|听|玩|逛|闻)(?:越|都)"
    r"(?:香|爱|上头|上瘾|喜欢|不腻|好吃|好听|带劲|有味|过瘾)|(?:吃|喝|看|听|玩|逛|闻)不(?:腻|够|厌)|^(?:真的|真|太|超"
    r"|超级|是真|实在)*(?:爱了|爱死了?|太爱了|绝了|好这口|就好这口|本命|真爱|心头好|最爱|我的命|我的最爱|yyds"
    r"|永远的神|必点|必吃)|百(?:吃|喝|看|听)不(?:厌|腻)|一天不(?:吃|喝|看|听|玩)(?:就)?(?:难受|浑身难受|不行|想|馋"
    r"|浑身不自在)|每次都(?:点|要|吃)双份|戒不掉",
    re.IGNORECASE,
)
_HATED = re.compile(
    r"^(?:一)?(?:闻|看|听|吃|喝|见|想|碰|提|摸|坐|玩|穿|逛)(?:着|到|见|起来|起|上)?(?:一口|一眼|一次)?(?:就|都|总|会)"
    r"*(?:觉得|要|想)?(?:烦|恶心|犯恶心|想吐|反胃|头疼|头大|起鸡皮疙瘩|犯困|想死|难受|浑身难受|发怵|发毛|害怕|心烦"
    r"|来气|倒胃口|膈应|不舒服)|^(?:实在|真的|真|真心|完全|根本|一直|从来|始终|死活|就|怎么也|怎么都|压根|可|是真"
    r"|一点也?|一点都|就是)*(?:吃|喝|看|听|用|穿|玩|住|闻|欣赏|接受|忍|忍受|受|爱|喜欢|享受|习惯|get|咽|下咽"
    r"|适应)不(?:来|惯|下|了|下去|到|起来|上|进去)|^(?:真的|真|真心|实在|完全)*(?:避之不及|敬谢不敏|劝退|接受无能"
    r"|欣赏无能|无感|无法接受|没法接受|难以接受|难以下咽|绝缘|零容忍|踩雷|没好感|喜欢不起来|爱不起来|不是我的菜"
    r"|不合我的?胃口|不对我的?胃口|是我的雷区|一生黑)|能躲就躲|能不(?:吃|喝|去|看|碰|做|开|参加)就不|打死(?:也|都)不"
    r"|给钱(?:也|都)不(?:吃|喝|看|去)|倒贴(?:钱)?(?:我)?(?:也|都)不"
)
_PREFERS = re.compile(
    r"(?:比起|相比于?|跟|和|与|相较于?)(?:[^，。]{1,12}?)(?:来|相比|比|比起来)?[，,]?(?:我|本人)?(?:还是|其实"
    r"|明显|反而|总是|一直|会)*(?:更加?|比较)"
    r"(?:喜欢|爱|偏爱|偏向|倾向|中意|倾向于|偏好|钟意|愿意)(?P<more>[^，。]{1,14})$"
)
_FAN = re.compile(
    r"(?:是|算是|就是|当了|做了)(?:一个|个|名|一名|位)?(?:[\d一二两三四五六七八九十几多]+年的?)"
    r"?(?P<what>[\u4e00-\u9fffA-Za-z·]{1,10}?)的?(?:铁杆|忠实|资深|超级|骨灰级?|死忠|脑残|多年|头号|狂热|十年|老"
    r"|重度)*的?(?:粉丝?|影迷|歌迷|书迷|球迷|戏迷|剧迷|爱好者|拥趸|迷妹|迷弟|粉|控|发烧友|迷|信徒|脑残粉|铁粉|死忠粉"
    r"|铁杆|老饕)$"
)
_NO_FAN = re.compile(r"^[我你他她这那一个]|昏|沉|着|财|官|铁$")
_BEST = re.compile(
    r"^(?:我|本人)(?:这辈子|平生|生平|一直|这人)?(?:最|顶|超|最最|就)(?P<verb>爱|喜欢|烦|讨厌|怕|恨|受不了|看不惯"
    r"|见不得|不爱|不喜欢|待见|不待见|馋|好|钟意|中意)(?:的)?(?:就是|还是|是|就)?(?P<what>[^，。是]{1,14})$"
)
_BEST_ELIDED = re.compile(
    r"^(?:真的|这辈子|平生)?(?:最|超|真|特别|就)(?P<verb>烦|讨厌|怕|恨|受不了|看不惯|见不得|爱|喜欢|馋)(?P<what>[^"
    r"，。是]{1,14})$"
)
_WORSE = ("烦", "讨厌", "恨", "受不了", "看不惯", "见不得", "不爱", "不喜欢", "不待见")
_VERBS = re.compile(
    r"^(?:实在|真的|真|真心|一直|从来|就|向来|打心眼里|特别|蛮|很|挺|最|超|可)*(?P<verb>好这口|好|迷|粉|追|磕|入坑了?"
    r"|沉迷于?|痴迷于?|沉醉于?|醉心于?|钟情于?|独宠|独爱|偏心|惦记|稀罕|待见|稀饭|种草了?|被[^，。]{2,8}圈粉了?|安利)"
    r"(?P<what>[^，。]{2,12})$"
)
_AVERSE = re.compile(
    r"^(?:实在|真的|真|真心|一直|从来|就|向来|打心眼里|特别|很|挺|最|超|可|完全|根本|压根)*(?P<verb>烦(?![恼躁请死人透心了我])|见不得|看不惯"
    r"|瞧不上|看不上|嫌弃|忌讳|排斥|抵触|抗拒|痛恨|憎恶|恨透了?|烦透了?|腻味|腻烦|不屑于?|不待见|不稀罕|欣赏不来"
    r"|欣赏不了|接受不了|忍不了|忍受不了|受不了|受不住|受够了?|吃不惯|喝不惯|听不惯|看不惯|吃不来|喝不来|看不进去"
    r"|听不进去|get不到)(?P<what>[^，。]{1,14})$"
)
_UNUSED_TO = re.compile(
    r"(?:还是|就是|实在|一直|始终)(?:吃不惯|喝不惯|听不惯|住不惯|看不惯|吃不来|喝不来)(?P<what>[^，。]{1,8})$"
)
_JUDGED_ALONE = re.compile(
    r"^我(?:是|真的?|实在|特别|最|超|很|从来|一直|就|可|打小|从小){0,3}(?P<verb>喜欢|爱吃|爱喝|爱看|爱听|爱玩|讨厌|受不了|吃不惯|喝不惯|烦透了?|无感)的?$"
)
_NAMED_BEFORE = re.compile(r"^(?P<what>[\u4e00-\u9fffA-Za-z]{2,8}?)(?:这(?:玩意儿?|东西|个)|那个?味儿?|这种东西)?$")
"""香菜这玩意儿，我真的讨厌."""
_ALLERGIC = re.compile(r"疹|痒|肿|喷嚏|过敏|喘")
_BAD_VALUE = re.compile(
    r"^(?:这|那|它|他|她|你|您|我|自己|什么|谁|哪|人$|事$|东西$|上$|了|着|过|得|的|说|别说|不|没|死|到|在|被|会|要|想"
    r"|去$|来$|看$|吃$)|[你您他她]|这[个种样次版条]|那[个种样次版条]|"
    r"^(?:感觉|时候|地方|样子|版本|回答|方案|结果|建议|问题|答案|意思)$|一下$|是不是|帮|请"
)
_NO_TASTE = re.compile(r"[你您她]|(?<!吉)他(?!汀)|想|[吗么？?]$")


def tastes_zh(said: SaidZh) -> Iterator[Found]:
    """Likes and dislikes."""
    text, parts = said.text, said.parts
    if said.open or said.was or _NO_TASTE.search(text) or parts is None:
        return
    whose = parts.subjects[0]
    if parts.fronted:
        return
    rest = parts.rest
    judged = _JUDGED_ALONE.match(text)
    named = _NAMED_BEFORE.match(said.before) if judged else None
    if judged and named and not NO_OBJECT.match(named["what"]) and not _BAD_VALUE.search(named["what"]):
        negative = judged["verb"] not in ("喜欢", "爱吃", "爱喝", "爱看", "爱听", "爱玩")
        yield Found("dislikes" if negative else "likes", named["what"], "negative" if negative else "positive")
        return
    toward, topic = parts.places.get("to", ""), parts.places.get("topic", "")
    found: list[tuple[str, bool]] = []
    if toward and _NEGATES.search(("不" if parts.negated else "") + rest) and _REPELLED.match(rest):
        found.append((toward, False))
    elif toward and not parts.negated and _DRAWN.match(rest):
        found.append((toward, True))
    elif topic and not parts.negated and "我" in text and _HATED.search(rest) and not _ALLERGIC.search(rest):
        found.append((topic, False))
    elif topic and not parts.negated and _CRAVED.search(rest):
        found.append((topic, True))
    else:
        found.extend(_told(said, rest, negated=parts.negated, elided=parts.elided))
    for what, liked in found:
        for item in items_zh(value_of(what, 14)):
            others = re.match(r"(?:别人|人家|有人)[\u4e00-\u9fff]{2}", item)
            if item and (others or not (NO_OBJECT.match(item) or _BAD_VALUE.search(item))):
                sign: tuple[str, Polarity] = ("likes", "positive") if liked else ("dislikes", "negative")
                yield Found(sign[0], item, sign[1], confidence=LIKELY if parts.elided else SURE, subject=whose)


def _told(said: SaidZh, rest: str, *, negated: bool, elided: bool) -> Iterator[tuple[str, bool]]:
    text = said.text
    prefers = _PREFERS.search(text)
    if prefers and not negated:
        yield prefers["more"], True
        return
    fan = _FAN.search(text) if "我" in text or rest.startswith("是") else None
    if fan and not negated and not _NO_FAN.search(fan["what"]):
        yield fan["what"], True
        return
    best = _BEST.match(text) or (_BEST_ELIDED.match(text) if elided else None)
    if best and best["verb"] not in ("怕", "好"):
        yield re.sub(r"(?:了|的)+$", "", best["what"]), best["verb"] not in _WORSE
        return
    averse = _AVERSE.match(rest) or (_UNUSED_TO.search(text) if elided else None)
    if averse and not negated:
        yield averse["what"], False
        return
    verbs = _VERBS.match(rest)
    if verbs and not negated and verbs["verb"] not in ("好", "追", "迷", "粉") and not elided:
        yield verbs["what"], True
