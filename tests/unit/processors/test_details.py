"""Details of anything at all: read by structure, in both languages, and quiet where nothing definite is stated."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from processors.claims.spoken import spoken
from processors.dimensions.details import find_details
from processors.dimensions.times import find_times
from processors.models.lac import LacTagger
from schemas.dimensions import Detail

SAID = datetime(2026, 3, 10, 10, tzinfo=UTC)


@pytest.fixture(scope="module")
def tagger() -> LacTagger:
    return LacTagger()


def read(tagger: LacTagger, text: str, subject: str = "user") -> tuple[tuple[Detail, ...], datetime | None]:
    return find_details(spoken(text), subject, SAID, find_times(text, SAID), tagger.tag([text])[0])


KINDS = [
    ("the rehearsal is at 18:45", "rehears", "clock", "06:45"),
    ("the van leaves at 6", "van", "clock", "06:00"),
    ("flight's been put back to 11:40", "flight", "clock", "11:40"),
    ("my appointment with the physio is on 4 April", "appoint physio", "date", "04-04"),
    ("our rent is 1,150 a month", "rent", "number", "1150"),
    ("alarm code has changed to 8830", "alarm code", "number", "8830"),
    ("the password for the shared drive is fennel-22", "drive password share", "code", "fennel-22"),
    ("the recital will be in the Orchid Room", "recit", "place", "orchid room"),
    ("the colour of the shed is teal", "shed", "colour", "teal"),
    ("change of plan for the trip: we're going to Porto instead", "trip", "place", "porto"),
    ("our flight is now BA203", "flight", "code", "ba203"),
    ("bin day is now Wednesday", "bin", "date", "wednes"),
    ("the loft holds 14 guests", "loft", "number", "14 guests"),
    ("the party's at the park now", "parti", "place", "park"),
    ("new wifi password: walnut-oar-12", "password wifi", "code", "walnut-oar-12"),
    ("the gate code changed: it's 7741 now", "code gate", "number", "7741"),
    ("the secret word is papaya", "secret word", "name", "papaya"),
    ("排练改到七点了", "排练", "clock", "07:00"),
    ("团建定在6月12号", "团建", "date", "06-12"),
    ("房租每月3200", "房租", "number", "3200"),
    ("门禁密码换成8899了", "门禁密码", "number", "8899"),
    ("客厅的颜色是米白色", "客厅", "colour", "米白色"),
    ("婚礼在海悦酒店", "婚礼", "place", "海悦酒店"),
    ("健身课改到周四了", "健身课", "date", "四"),
    ("高铁票改签成G118了", "高铁票", "code", "g118"),
    ("场地能坐120人", "场地", "number", "120人"),
    ("聚会在小敏家", "聚会", "place", "小敏家"),
    ("老冯今年四十八岁", "老冯", "number", "四十八"),
    ("暗号改了，现在是西瓜", "暗号", "word", "西瓜"),
]


@pytest.mark.parametrize(("text", "topic", "form", "value"), KINDS)
def test_a_detail_is_read_with_its_topic_and_value(
    tagger: LacTagger, text: str, topic: str, form: str, value: str
) -> None:
    (found,), _ = read(tagger, text)

    assert (found.topic, found.form, found.value) == (topic, form, value)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the deposit for the barn is 90", "the barn deposit is 95"),
        ("our anniversary lunch is at 12:30", "the anniversary lunch is now at 13:15"),
        ("老秦的分机是6104", "老秦分机号改成6140了"),
        ("我们聚餐订的是湖边小馆", "聚餐地点改在云上餐厅"),
    ],
)
def test_two_ways_to_speak_of_one_thing_have_one_topic(tagger: LacTagger, one: str, other: str) -> None:
    (left,), _ = read(tagger, one)
    (right,), _ = read(tagger, other)

    assert left.topic == right.topic
    assert left.value != right.value


@pytest.mark.parametrize(
    "text",
    [
        "is the gala on 5 June?",
        "if the gala is on 5 June I can't come",
        "the gala isn't on 5 June",
        'she said "the gala is on 5 June"',
        "In my novel the ransom is 900 and nobody pays.",
        "maybe the gala is on 5 June",
        "the picnic was on 3 May and it was great",
        "it is 18:30",
        "everything is green",
        "the concert is amazing",
        "the shop is nice",
        "押金是500吗",
        "如果押金是500我就租",
        "她说押金是500",
        "押金不是500",
        "今天是3月5号",
        "老冯是个好人",
        "我在北门",
    ],
)
def test_what_states_nothing_definite_gives_no_detail(tagger: LacTagger, text: str) -> None:
    assert read(tagger, text) == ((), None)


def test_when_a_thing_closes_says_nothing_of_when_it_opens(tagger: LacTagger) -> None:
    (opens,), _ = read(tagger, "the library opens at 9")
    (closes,), _ = read(tagger, "the library closes at 6")

    assert opens.topic != closes.topic


def test_what_is_mine_is_in_a_group_the_speakers(tagger: LacTagger) -> None:
    (left,), _ = read(tagger, "my locker code is 4471", "Ingrid")
    (right,), _ = read(tagger, "my locker code is 4471", "Olaf")

    assert left.topic != right.topic


@pytest.mark.parametrize("text", ["my colleague's birthday is 3 May", "我同事的生日是5月3号", "我家猫叫团子"])
def test_another_one_of_many_is_not_the_same_one(tagger: LacTagger, text: str) -> None:
    (found,), _ = read(tagger, text)

    assert found.several


@pytest.mark.parametrize(
    ("text", "until"),
    [
        ("until Friday I'm at the Ibis", datetime(2026, 3, 14, tzinfo=UTC)),
        ("the gym is closed until 5 May", datetime(2026, 5, 6, tzinfo=UTC)),
        ("parking permit expires on 5 May", datetime(2026, 5, 6, tzinfo=UTC)),
        ("my desk is on the third floor for this month only", datetime(2026, 4, 1, tzinfo=UTC)),
        ("lunch is at 11 during April", datetime(2026, 5, 1, tzinfo=UTC)),
        ("到4月20号为止我都在成都", datetime(2026, 4, 21, tzinfo=UTC)),
        ("会员卡12月31号到期", datetime(2027, 1, 1, tzinfo=UTC)),
        ("6月1号之前打我办公室电话", datetime(2026, 6, 1, tzinfo=UTC)),
        ("这周先吃素", datetime(2026, 3, 16, tzinfo=UTC)),
    ],
)
def test_an_exception_ends_and_gives_no_detail(tagger: LacTagger, text: str, until: datetime) -> None:
    assert read(tagger, text) == ((), until)


@pytest.mark.parametrize(
    "text",
    [
        "can't wait until Friday",
        "I worked at Bolt until 2019",
        "I promised Ruth the seating plan by Friday",
        "I was in Rome until yesterday",
        "下周三之前把样品寄过去",
        "3月20号到上海",
    ],
)
def test_a_deadline_and_what_is_past_are_no_exceptions(tagger: LacTagger, text: str) -> None:
    assert read(tagger, text)[1] is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I have never broken a bone", "never"),
        ("I broke a bone when I was nine", "did"),
        ("I've never had a passport", "never"),
        ("I've had a passport since 2011", "yes"),
        ("我从来没喝过酒", "never"),
        ("我喝了二十年酒", "did"),
        ("我没有护照", "no"),
        ("我有护照，办了八年了", "yes"),
        ("I was married for six years", "did"),
        ("我没去过冰岛", "never"),
        ("我在冰岛住了三年", "did"),
    ],
)
def test_what_somebody_ever_did_or_has_is_read_with_its_time(tagger: LacTagger, text: str, value: str) -> None:
    (found,), _ = read(tagger, text)

    assert (found.form, found.value) == ("ever", value)
    assert (found.since is not None) == (value in ("did", "yes"))
