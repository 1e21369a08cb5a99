"""Made-up turns for speed: about 25 words each, English and Chinese in turn, the same in every run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from mnemolog_client import Turn

WORDS = 25
_BEGIN = datetime(2025, 1, 1, 8, tzinfo=UTC)
_ENGLISH_WORDS = (
    "the a my our this that some every garden river bridge kitchen office window letter ticket concert "
    "museum recipe bicycle train harbour mountain teacher neighbour cousin doctor engineer painter dog "
    "parrot piano violin coffee tea bread orange pepper winter summer morning evening yesterday tomorrow "
    "week month bought lost found repaired painted visited called wrote cooked forgot remembered promised "
    "planned finished started liked walked with without near behind before after because although quickly "
    "slowly again never always blue green heavy quiet bright cheap broken"
)
_CHINESE_WORDS = (
    "我 你 他 她 我们 昨天 今天 明天 上周 下个月 早上 晚上 花园 厨房 办公室 学校 医院 车站 公园 图书馆 "
    "老师 邻居 医生 表姐 同事 小猫 钢琴 自行车 火车 电影 音乐会 菜谱 咖啡 绿茶 面包 辣椒 橙子 买了 丢了 "
    "找到 修好 参观 打电话 写信 做饭 忘记 答应 计划 完成 开始 喜欢 散步 因为 虽然 所以 很快 慢慢 再次 总是 "
    "从来 蓝色 安静 便宜 坏了 新的 旧的 和 在 附近 以前 以后 的 了"
)
_ENGLISH = _ENGLISH_WORDS.split()
_CHINESE = _CHINESE_WORDS.split()


def turns(count: int, *, seed: int) -> Iterator[Turn]:
    """`count` turns a minute apart; user and assistant take turns."""
    chance = random.Random(seed)
    for number in range(count):
        chinese = number % 2 == 1
        words = [chance.choice(_CHINESE if chinese else _ENGLISH) for _ in range(WORDS)]
        words.insert(chance.randrange(WORDS), f"{chance.randrange(10_000, 99_999)}")
        yield Turn(
            "user" if number % 4 < 2 else "assistant",
            "".join(words) + "。" if chinese else " ".join(words) + ".",
            occurred_at=_BEGIN + timedelta(minutes=number),
            event_id=f"speed-{seed}-{number}",
        )


def questions(count: int, *, seed: int) -> Iterator[str]:
    """Short questions in the same words."""
    chance = random.Random(seed)
    for number in range(count):
        if number % 2:
            yield "".join(chance.choice(_CHINESE) for _ in range(6)) + "？"
        else:
            yield "When did I " + " ".join(chance.choice(_ENGLISH) for _ in range(6)) + "?"
