"""A later statement that seems to have made an earlier one untrue is told beside it, by signs and not by wordings."""

from __future__ import annotations

import pytest

from processors.claims.overtaking import Overtaken, Weighing
from processors.claims.overtaking_signs import Told


def overtakes(later: str, earlier: str, question: str) -> tuple[float, Overtaken]:
    return Weighing(question).weigh(later, earlier)


@pytest.mark.parametrize(
    ("earlier", "later", "question"),
    [
        ("Our plot is 12, beside the shed.", "They swapped us over: the plot is 40 these days.", "Which plot is ours?"),
        ("The cleaner charges 30 a visit.", "From May the cleaner charges 36.", "What does the cleaner charge?"),
        ("I ride a red Gazelle.", "Sold the Gazelle. I ride a folding bike now.", "Which bike do I ride?"),
        ("I sleep at Noor's while the roof is open.", "The roof is finished, home again.", "Where do I sleep now?"),
        ("Looking for a flat, no rush.", "Signed the lease, flat hunt over.", "Am I looking for a flat?"),
        ("We signed Ida up for judo.", "Ida quit judo.", "Does Ida still do judo?"),
        ("水管坏了，先去邻居家打水", "水管修好了", "家里水管现在怎么样？"),
        ("剧本围读在202", "剧本围读挪到310了", "剧本围读在哪？"),
        ("十一打算去敦煌", "敦煌去不成了，在家歇着", "十一怎么过？"),
        ("正在吃消炎药", "药停了", "我现在能喝酒吗？"),
    ],
)
def test_words_of_change_about_the_same_thing_overtake(earlier: str, later: str, question: str) -> None:
    assert overtakes(later, earlier, question)[1] == "superseded"


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I owe the library two books.", "Took the books back to the library this morning."),
        ("周三之前要把稿子交给编辑", "稿子交上去了"),
    ],
)
def test_what_was_to_be_done_and_is_reported_is_done(earlier: str, later: str) -> None:
    assert overtakes(later, earlier, "What is still open?")[1] == "done"


@pytest.mark.parametrize(
    ("earlier", "later", "question"),
    [
        ("My plot is 12.", "The rain was lovely today.", "Which plot is mine?"),
        ("My number is 555 0100.", "My sister has changed her number to 555 0199.", "What's my number?"),
        ("I work at Quill & Co.", "Thinking of switching to another employer, maybe.", "Where do I work?"),
        ("The plot is 12.", "The plot has not changed yet.", "Which plot is ours?"),
        ("The plot is 12.", "If the plot moved I would cry.", "Which plot is ours?"),
        ("我的号码是555", "我表姐换号码了", "我的号码是多少？"),
        ("我住在河边", "天气真好", "我住哪？"),
        ("我在书店上班", "在考虑要不要换个书店", "我在哪上班？"),
    ],
)
def test_other_things_other_people_and_mere_thoughts_overtake_nothing(earlier: str, later: str, question: str) -> None:
    assert overtakes(later, earlier, question)[1] == ""


@pytest.mark.parametrize(
    ("earlier", "later", "question"),
    [
        ("Niece Tove takes size 31 boots.", "Tried boots with Tove, she's a 33!", "What size boots does Tove take?"),
        (
            "I told you the cup final was in Leeds.",
            "I had it mixed up, the final is in Hull.",
            "Where is the cup final?",
        ),
        (
            "I'm looking for a used canoe for Bo.",
            "Got one at the pier, so the search is over.",
            "What are we looking for?",
        ),
        ("The shed key is with Otis.", "Otis passed the shed key to Wren.", "Who has the shed key?"),
        ("The cat wears a cone until the wound heals.", "Cone in the bin.", "Does the cat need the cone?"),
        ("The van is at Wim's for a new clutch.", "Collected the van, it drives like new.", "What is still at Wim's?"),
        (
            "We have tickets for the Larks in June.",
            "Larks have cancelled, sigh.",
            "What am I going to?",
        ),
        ("我们乐队周二排练", "乐队排练挪到周四了", "乐队周几排练？"),
        ("备用伞放在门卫那儿", "备用伞拿回来了，放在书架上", "备用伞在哪儿？"),
        ("爷爷的药一天一片", "爷爷的药一天两片", "爷爷的药一天几片？"),
        ("护士说拆膜前不能开窗", "膜拆完啦", "现在能开窗了吗？"),
    ],
)
def test_another_number_a_correction_a_find_and_turned_words_overtake(earlier: str, later: str, question: str) -> None:
    assert overtakes(later, earlier, question)[1]


@pytest.mark.parametrize(
    ("earlier", "later", "question"),
    [
        ("The gym I go to is Ironside.", "I train at the Foundry now, Ironside got dear.", "Which gym do I go to?"),
        ("The cleaner comes on Mondays.", "The cleaner does us on Wednesdays.", "When does the cleaner come?"),
        ("Parking permit number is P-4471.", "Council sent the permit: P-9020.", "What's my parking permit number?"),
        ("I take the 7:14 train.", "The 7:14 was axed so I'm on the 7:32.", "Which train do I take?"),
        ("The meeting point is the fountain.", "Fountain's dug up, we gather by the town hall.", "Where do we meet?"),
        ("Always write to me in Welsh.", "Write to me in Danish, please.", "In which language should you write to me?"),
        ("I'm a trainee at Hobb & Fenn, started today.", "Hobb & Fenn folded, I'm at Lark.", "Where do I work?"),
        ("Screen time is 40 minutes a day.", "We relented: an hour of screen time.", "How much screen time is it?"),
        ("儿子午托在阳光小屋", "阳光小屋伙食差，午托送去了隔壁的启点", "儿子在哪午托？"),
        ("女儿的同桌是小米", "老师排了座位，女儿旁边坐的是豆豆", "女儿的同桌是谁？"),
        ("车停在B2", "物业给我分了B1的车位", "车停在哪层？"),
    ],
)
def test_another_value_of_the_sort_asked_for_overtakes_without_a_word_of_change(
    earlier: str, later: str, question: str
) -> None:
    assert overtakes(later, earlier, question)[1] == "superseded"


@pytest.mark.parametrize(
    ("earlier", "later", "question"),
    [
        ("The cleaner comes on Mondays.", "The window man comes on Wednesdays.", "When does the cleaner come?"),
        ("I run on Tuesdays.", "I run on Thursdays too.", "Which days do I run?"),
        ("We meet at the fountain.", "The fountain looked lovely with the lights.", "Where do we meet?"),
        ("I take the 7:14 train.", "The 7:14 was late again today.", "Which train do I take?"),
        ("My mail is kit@lund.example.", "A woman there gave lund@kit.example as hers.", "What is my mail address?"),
        ("My shelf is number 4.", "My daughter's shelf is number 9.", "Which shelf is mine?"),
        ("周三开例会", "周三的电影票买好了", "例会周几开？"),
        ("我每天走一万步", "今天走了八千步", "我每天走多少步？"),
        ("我家网费一个月99", "电费这个月涨到两百了", "我家网费多少？"),
        ("明天复诊，去三号诊室", "药放冰箱还是常温", "复诊去几号诊室？"),
    ],
)
def test_what_is_added_told_of_one_time_or_of_others_overtakes_nothing(earlier: str, later: str, question: str) -> None:
    assert overtakes(later, earlier, question)[1] == ""


def test_what_means_alike_needs_no_word_in_common() -> None:
    said = ("First day at Larkspur done, my employer from now on.", "I'm a trainee at Hobbs.", "Who do I work for?")

    assert Weighing(said[2]).weigh(*said[:2])[1] == ""
    assert Weighing(said[2]).weigh(*said[:2], near=True, relevant=True)[1] == "superseded"
    assert Weighing("Who did I work for?").weigh(*said[:2], near=True, relevant=True)[1] == ""


@pytest.mark.parametrize(
    ("earlier", "later", "question", "what"),
    [
        ("My car is a Skoda Fabia", "traded the old one in for a Kia Picanto", "What car do I have?", "superseded"),
        ("My car is a Skoda Fabia", "part-exed it, the Kia Picanto is ours", "What car do I have?", "superseded"),
        ("I'm a paralegal", "first day as a full-time beekeeper today!", "What is my job?", "superseded"),
        ("We live in Oulu", "all unpacked in Vaasa", "Where do we live?", "superseded"),
        ("我在超市当收银员", "今天是我当花艺师的第一天", "我做什么工作？", "superseded"),
        ("我开的是捷达", "把旧车抵了，提了辆秦PLUS", "我开什么车？", "superseded"),
        ("My car is a Skoda Fabia", "traded jokes with Ben all evening", "What car do I have?", ""),
        ("I'm a paralegal", "first day of sun in weeks", "What is my job?", ""),
        ("我在超市当收银员", "第一天下雪真冷", "我做什么工作？", ""),
    ],
)
def test_who_trades_in_moves_in_or_begins_has_changed_where_the_meaning_is_shared(
    earlier: str, later: str, question: str, what: Overtaken
) -> None:
    assert Weighing(question).weigh(later, earlier, near=True, relevant=True)[1] == what


@pytest.mark.parametrize(
    ("text", "past"),
    [
        ("我工资卡是建行的", False),
        ("我的车是红色的", False),
        ("票是周五的", False),
        ("医生是儿科的", False),
        ("这车我是去年买的", True),
        ("奶奶是长春生的", True),
        ("钥匙是我妈给的", True),
        ("我是在上海长大的", True),
    ],
)
def test_what_a_thing_is_like_is_no_report_of_the_past(text: str, past: bool) -> None:
    assert Told(text).past == past


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("每月给爸打两千", {"两千"}),
        ("奖金三万二", {"三万二"}),
        ("房租一千五百", {"一千五百"}),
        ("千万别忘了", set()),
        ("万一下雨呢", set()),
    ],
)
def test_chinese_amounts_are_numbers(text: str, numbers: set[str]) -> None:
    assert Told(text).numbers == numbers
