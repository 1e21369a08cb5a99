"""Words that every request is full of: they say what is to be done, or when, not what it is about."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


REQUEST_ENGLISH = _words(
    "bullet code commit deploy divorced engaged lint married single test"
    " add advice afternoon again amazing answer april arrive august autumn awesome beautiful best bit bring"
    " build buy calculate call cancel case change chat check check-in close compare convert correct cost costs"
    " count create curious daily debug december delete difference difficult double draft early easy edit else"
    " end error evening example excited explain fail favorite favourite february fix format friday friend"
    " generate guy half happen happened happens help hope hour hours idea important install interesting issue"
    " january july june kg kind km late later learn learning leave leaving line list long lot man march meet"
    " meeting merge message minute minutes monday month monthly morning move moving name nervous night noon"
    " november number october open option order page part people percent person plan planning plans please"
    " point possible problem proofread question quick reading reason recommend remember remove review rewrite"
    " run saturday season second send september set several short show side simple solve sort speed split"
    " spring step steps stop study studying suggest summarise summarize summer sunday talk text thursday tip"
    " today translate trying tuesday turn type update usd version water wednesday weekend weekly whole winter woman"
    " wonderful wondering word words work write"
)
REQUEST_CHINESE = _words(
    "翻译 解释 总结 推荐 查询 介绍 分析 修改 检查 生成 了解 请问 想问 问问 怎样 如何 方法 办法"
    " 建议 区别 意思 例子 内容 使用 进行 学习 读取 写入 运行 报错 错误 出错 解决 处理 实现 设置"
    " 安装 早上 上午 中午 下午 晚上 夜里 周末 星期 周一 周二 周三 周四 周五 周六 周日 礼拜 每天"
    " 每周 每月 今年 去年 明年 这周 上周 下周 本周 这次 上次 下次 公里 朋友 原因 情况 样子 部分"
    " 有没有 能不能 可不可以 是不是 怎么办 怎么样 多少钱 麻烦 一份 一遍 咨询 请教 帮我 写写 看看"
    " 准备 选择 决定 发现 出来 起来 下来 过来 感谢 重要 简单 困难"
)
