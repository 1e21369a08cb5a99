"""Words that never are keywords, in English and Chinese: function words, and what every conversation is full of."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ENGLISH = _words(
    "a about above actually after again against ago all almost already also although always am an and another"
    " any anyone anything anyway are aren't around as ask asked at away back bad be became because become been"
    " before being best better between big bit both bought but buy by bye came can can't cannot come comes"
    " coming could couldn't day days did didn't do does doesn't doing don't done down each either else enough"
    " especially even ever every everyone everything exactly far feel feeling feels felt few finally find"
    " first for forward found from full fun gave get gets getting give given go goes going gone gonna good got"
    " great guess had hadn't haha happy hard has hasn't hate hates have haven't having he he's hello help"
    " helped her here here's hers hey hi him his home hope how however i i'd i'll i'm i've if in indeed"
    " instead into is isn't it it's its itself just keep keeps kept kind kinda know known last lately later"
    " least less let let's like liked likes little lol long look looked looking looks lot lots love loved"
    " loves made make makes making many may maybe me mean means might mine more most much must my myself near"
    " need needed needs never new next nice no nobody none nor not nothing now of off oh ok okay old on once"
    " one ones only onto or other others our ours out over own people perhaps place please pretty probably put"
    " quite rather read really reason recently remember remind right said same saw say saying says see seem"
    " seemed seems seen she she's should shouldn't since so some someone something sometimes somewhere soon"
    " sorry sort sound sounds spend spent start started still stuff such super sure take taken takes taking"
    " talk tell than thank thanks that that's the their theirs them then there there's these they they'll"
    " they're they've thing things think thinking this those though thought through time times to today"
    " together told tomorrow tonight too took totally toward tried try trying two under until up upon us use"
    " used using usually very wanna want wanted wants was wasn't way we we'd we'll we're we've week well went"
    " were weren't what what's whatever when where which while who who's whole whose why will wish with"
    " without won't work worked working works would wouldn't wow yeah year years yep yes yesterday yet you"
    " you'd you'll you're you've your yours yourself"
)
CHINESE = _words(
    "喜欢 觉得 知道 认为 希望 感觉 可以 可能 应该 需要 已经 没有 不是 就是 还是 有点 有些 一些 一点 一起 一个"
    " 一下 时候 东西 事情 地方 问题 什么 怎么 为什么 哪里 这个 那个 这些 那些 这样 那样 我们 你们 他们 大家"
    " 自己 今天 昨天 明天 现在 刚才 最近 以前 以后 以来 之前 之后 非常 特别 真的 其实 好像 比较 然后 因为 所以"
    " 但是 如果 虽然 而且 或者 谢谢 你好 再见 好的 不错 开始 看到 听到 说到 想到 记得 记住 帮忙 告诉 想要 打算"
    " 准备 变得 成为 叫做 住在 在于 属于 有人 没人 本人 人们 时间 小时 分钟 个人 高兴 开心 好吃 好看"
)
