"""What its speaker does not want kept."""

from __future__ import annotations

import pytest

from processors.claims.off_record import unsaid


@pytest.mark.parametrize(
    "content",
    [
        "Don't save this: I failed the bar exam.",
        "My brother is in rehab. Please don't store that.",
        "Off the record, the boss drinks.",
        "Strictly off the record: we are broke.",
        "Keep this out of your memory: I dyed the cat.",
        "Could you not remember this? I'm seeing someone.",
        "这句别记：我把花瓶打碎了",
        "Please don't keep a record of this: I broke the vase",
        "Don't add this to my profile, but I snore",
        "别把这句放进记忆：我把花瓶打碎了",
        "下面的话别入库：我把花瓶打碎了",
        "我又抽烟了，这事别存",
        "不要记下来，我妈住院了",
        "接下来的话别记：我想离职",
        "我欠了三万，不要保存这句",
        "我在看房子，这个别留底。",
        "工资两万八，这条删掉。",
        "我打算辞职，看完就忘了吧。",
        "我在吃抗抑郁药，别写进档案。",
        "I'm seeing someone new, please wipe this after.",
        "I owe Tim 400, scrub that from your memory.",
        "I'm leaving him. That doesn't go in your notes.",
        "I'm applying elsewhere; not for your records.",
    ],
)
def test_a_turn_may_ask_not_to_be_kept_itself(content: str) -> None:
    assert unsaid(content) == "this"


@pytest.mark.parametrize(
    "content",
    [
        "Don't remember what I just said.",
        "This is between you and me, don't save it.",
        "off the record please",
        "that last bit, off the record please, don't save it",
        "Please don't store my last message.",
        "刚才那句别记",
        "别存",
        "上面说的不要记录",
        "当我没说，上一句别记了",
        "把我刚说的删了。",
        "当我没说过。",
    ],
)
def test_a_turn_that_says_nothing_else_means_what_stood_before(content: str) -> None:
    assert unsaid(content) == "before"


@pytest.mark.parametrize(
    "content",
    [
        "Don't forget the milk.",
        "I can't save this file.",
        "Don't save this file in that folder.",
        "Do you save this?",
        "Is this off the record?",
        'She said "don\'t save this" and left.',
        "I don't remember that.",
        "Don't remember it.",
        "Don't save that for later, eat it now.",
        "I told him not to write this down.",
        "The judge struck it off the record.",
        "Remember this: the key is under the fern.",
        "你会保存这个吗",
        "别忘记带伞",
        "别记错了时间",
        "别记仇",
        "不要存钱到那家银行",
        "怎么让手机不要保存这张照片",
        "记一下，别忘了",
        "他说“这句别记”",
        "我把照片删了",
        "我没留底稿",
        "第二段不错，这个删掉",
        "文件别留在桌面上",
        "I deleted my Facebook account.",
        "I keep no trace of sugar in my diet.",
        "I can't hold on to this dog.",
        "Delete this file for me.",
    ],
)
def test_other_words_about_keeping_and_forgetting_ask_no_such_thing(content: str) -> None:
    assert unsaid(content) is None
