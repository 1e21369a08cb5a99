"""Whose words a turn says, and which questions may be answered by them."""

from __future__ import annotations

import pytest

from processors.claims.voice import leaves, voice_of, voices_asked


@pytest.mark.parametrize(
    "content",
    [
        'The leaflet gives a sample entry: "Name: Pat Blank. Weight: 90 kilos." Must I fill in both?',
        "Translate into German: I have three parrots and live in Ulm.",
        'What does this lyric mean: "I left my heart on the northern line"?',
        'My landlord wrote "I keep two ferrets and I never sleep", charming.',
        "帮我顺一下这份简历：“罗青，女，会粤语，当过灯塔看守。”是替表妹弄的",
        "这段课文怎么理解：“我从小跟着外婆住在船上”",
        "她写道：“我一辈子没出过省”",
        'Is this normal: "Tenants must be out by 3 May and leave keys with Mr Oduya"?',
        "帮我看看这条招工启事：“包吃住，月薪九千，常驻格尔木”",
    ],
)
def test_somebody_elses_text_is_quoted(content: str) -> None:
    found = voice_of(content)

    assert found.voice == "quoted"
    assert all(0 < end - start < len(content) for start, end in found.spans)


@pytest.mark.parametrize(
    "content",
    [
        'First line of my novel: "I drowned twice before I turned ten." Too much?',
        "In our campaign I'm a dwarf cook named Brulda",
        "My protagonist is a one-eyed smuggler",
        "小说结尾我想这么写：“我把船烧了，再没回过岛上。”",
        "游戏里我是个瞎眼铁匠",
        "In my whodunnit the vicar, Oswin, is allergic to ink",
        "在我写的短篇里，邮差有四个女儿",
        "last night I dreamt I kept bees in Nuuk",
        "昨晚梦见自己在漠河开旅馆",
        "If I ever had a parrot I'd call him Admiral",
        "要是我当了馆长，就把票价全免了",
        "My heroine grew up in Turin and hates cheese",
        "For the screenplay: the dad lost his job.",
        "我给小说设定的主角叫方野，左撇子",
        "要是中了彩票，我就去大理开客栈",
        "Sometimes I picture myself as a vet in Alaska",
    ],
)
def test_what_an_invented_person_says_or_is_is_fiction(content: str) -> None:
    assert voice_of(content).voice == "fiction"


@pytest.mark.parametrize(
    "content",
    [
        "Let's role-play: I'm a lighthouse keeper and you're the storm",
        "Pretend you're my butler and I'm a duchess",
        "In this game I'm the queen, you play my fool",
        "角色扮演，我是海盗",
        "游戏里我是将军，你演我的马夫",
        "Let's play astronauts. I'm Captain Vega and I live on Phobos.",
        "咱们玩开饭馆，我是掌柜",
        "You be the customs officer and I'll be a smuggler called Vic",
        "Play the mean landlord for me. I am Tenant Tim, rent due 900.",
        "你当面试官，我是海归博士，年薪八十万",
    ],
)
def test_a_scene_that_casts_both_sides_is_role_play(content: str) -> None:
    assert voice_of(content).voice == "role_play"


@pytest.mark.parametrize(
    "content",
    [
        "In my book club we read Emma",
        "My hero is my grandmother, she ran a mill",
        "要是下雨，我就不骑车了",
        "In my novel I wrote about my father",
        "I dream of living in Rome",
        "If I had a fever I took paracetamol",
        "如果我有空就去游泳",
        "Let's play tennis on Friday, I'm free at six",
        "You are a careful travel planner. I'm vegan and going to Oslo.",
        "I'm tired and you're late",
        "I bought tickets for the game on Saturday",
        "I love role-playing games",
        "I'm a bit allergic. Can I watch you play the game with them?",
        "I'm into folk. Do you play the lute?",
        'I\'m halfway through "The Salt Road", a slow novel about whalers',
        'Any novels with a "fish out of water" plot?',
        "My favourite character is the innkeeper",
        'My aunt said "bring boots, it is muddy"',
        'I told the nurse "I am allergic to latex"',
        'Fix the tone of my CV: "Rosa Lund, speaks Danish, dives to forty metres."',
        "I need to translate my birth certificate by June",
        "Imagine my face when the roof fell in",
        "我在游戏里认识了我老公",
        "我演过三年话剧",
        "我跟护士说“我对乳胶过敏，换一副手套”",
        "大夫说“你血压高，少吃咸菜”",
        "改改我的简历：“罗青，会粤语，当过灯塔看守。”",
    ],
)
def test_ones_own_words_stay_ones_own(content: str) -> None:
    assert voice_of(content).voice == "own"


@pytest.mark.parametrize(
    ("content", "left"),
    [
        ("ok out of character: what's for dinner", True),
        ("Enough role-play, back to real life", True),
        ("不演了，说正事", True),
        ("现实里我是个会计", True),
        ("Bring me the map, fool!", False),
        ("药童，备马！", False),
    ],
)
def test_a_scene_is_left_in_so_many_words(content: str, left: bool) -> None:
    assert leaves(content) is left


@pytest.mark.parametrize(
    ("question", "voices"),
    [
        ("what's my shoe size?", set()),
        ("我会潜水吗？", set()),
        ("我现实里是做什么的", set()),
        ("am I really a queen in the game?", set()),
        ("what am I called in the game?", {"role_play", "fiction"}),
        ("我游戏里叫什么", {"role_play", "fiction"}),
        ("how does the narrator of my story lose his leg?", {"fiction", "quoted"}),
        ("what did I ask you to translate?", {"fiction", "quoted"}),
        ("what is my email?", set()),
        ("tell me who Berta is", {"quoted", "fiction", "role_play"}),
        ("what did you recommend to me?", {"quoted", "fiction", "role_play"}),
    ],
)
def test_a_question_about_oneself_asks_for_ones_own_words_unless_it_names_the_text(
    question: str, voices: set[str]
) -> None:
    assert voices_asked(question) == voices
