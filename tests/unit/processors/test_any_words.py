"""Whatever words are put together, a turn is described: a rule that fails would cost the turn all that it says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from processors.dimensions.describe import RulesDescriber
from processors.dimensions.entities import BilingualEntityFinder
from processors.models.lac import LacTagger
from processors.models.spacy_names import SpacyNames
from processors.stages import TurnText

CHINESE = """
我 你 她 妈妈 老婆 儿子 小明 今年 明年 去年 上周 下 周五 三 十 二十 34 两 百 半 岁 了 年 月 日
号 点 分 天 第 个 初 前 后 大 叫 是 在 住 搬 到 北京 上海 杭州 不 没 别 喜欢 爱 讨厌 吃 喝 戒
烟 咖啡 花生 过敏 电话 换 号码 13800138000 工作 公司 腾讯 医生 老师 学 英语 每 早上 跑步
打算 要 想 买 车 有 只 猫 叫做 因为 所以 ， 。 ？ 的 得 过 着 吗 吧 把 被 给 跟 从 直到 起
周岁 农历 正月 腊月 春节 生日 结婚 离婚 单身 属 龙 毕业 大学 药 mg 次 块 元 % / : - .
a@b.cn
"""
ENGLISH = """
I I'm i've my your she mom wife son Jo Ann am is was have had 've got at in to from for until since by on the a
an not never no don't any more longer quit stopped moved live work works as nurse Leeds Google Paris 34 1st
third two dozen half past quarter o'clock am pm May march Monday next last this week weekend year years old ago
born turned like love hate prefer allergic allergy peanuts vegan eat drink coffee phone number is 555-0100 email
a@b.org call me name every day twice plan going want will promise remind remember forget actually meant , . ? !
; and or but because so if would dog cat called married single divorced speak French degree % $5 5pm 2024-13-45
31/02/2024
"""


def said(words: str, joined: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(words.split()), min_size=1, max_size=14).map(joined.join)


@pytest.fixture(scope="module")
def describer() -> RulesDescriber:
    return RulesDescriber(BilingualEntityFinder(SpacyNames(), LacTagger()))


@settings(max_examples=250, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=st.one_of(said(CHINESE, ""), said(ENGLISH, " "), said(CHINESE + ENGLISH, " ")))
def test_no_words_stop_a_turn(describer: RulesDescriber, text: str) -> None:
    turn = TurnText(text, "user", "user", datetime(2026, 3, 2, 9, tzinfo=UTC), "Asia/Shanghai", 0.8)

    [found] = describer.describe([turn])

    assert all(text[claim.start : claim.end] for claim in found.claims)


@pytest.mark.parametrize("text", ["我今年34", "我今年34岁了", "我十十年没吃过花生", "二〇〇年", "我在初十十号结婚"])
def test_no_number_stops_a_turn(describer: RulesDescriber, text: str) -> None:
    turn = TurnText(text, "user", "user", datetime(2026, 3, 2, 9, tzinfo=UTC), "Asia/Shanghai", 0.8)

    assert len(describer.describe([turn])) == 1
