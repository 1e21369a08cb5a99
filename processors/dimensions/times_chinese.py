"""Time expressions in Chinese, as atoms: rules of our own, against the speaker's local now."""

from __future__ import annotations

import re
from collections.abc import Callable

from processors.dimensions.times_atoms import Anchor, Atom, Grammar, Rule
from processors.dimensions.times_chinese_dates import (
    bare_season,
    bare_third,
    bare_year_part,
    day_of_month,
    decade_atom,
    half_year,
    month_atom,
    month_day,
    monthly_day,
    numeric_date,
    quarter_atom,
    relative_month,
    relative_quarter,
    season_atom,
    weekday_of_month,
    year_atom,
)
from processors.dimensions.times_chinese_holidays import BESIDE, HOLIDAY, WEATHER_TERM, holiday_atom, lunar_date
from processors.dimensions.times_chinese_spans import (
    HALVES,
    UNIT,
    a_year_ago,
    ago_atom,
    ahead_atom,
    clock_atom,
    clock_short_of,
    every_day,
    every_weekday,
    halves_ago,
    halves_ahead,
    named_day,
    part_atom,
    quarters_away,
    stretch_atom,
    week_atom,
    weekday_atom,
    weekend_atom,
    years_away,
)
from processors.dimensions.times_chinese_words import (
    NO_WEEKDAY,
    SHIFT,
    THIRD,
    WEEK,
    YEAR4,
    YEAR_PREFIX,
    YEAR_WORD,
    YEAR_WORDS,
    N,
)
from processors.dimensions.times_tense import chinese_tense

_MAY_HOLD_TIME = re.compile(
    r"[昨今明前后]儿|[天日号年月周点时早晚夜午晨秒]|星期|礼拜|小时|分钟|刻钟|季|[春夏秋冬]|节|立春|惊蛰|谷雨|芒种|处暑|霜降|除夕|元旦"
    r"|清明|端午|中秋|重阳|七夕|元宵"
    r"|国庆|五一|十一|六一|双十一|旬|\d[:：]\d"
)
"""Without any of these a text holds no Chinese time expression, and no rule needs to run."""
_GAP = re.compile(r"[\s，,]?的?[\s]?(?:T)?")
_BETWEEN = re.compile(r"\s*(?P<sure>到|至|-|—|–|~|～|直到)\s*|\s*和\s*")
_OPENED = re.compile(r"(?:从|在)$")
_MOVED = re.compile(r"(?s:.*[从由原].{1,16}(?:改|挪|调|推迟?|提前|延期?|换|移)(?:到|至|成|为)了?)")
_SINCE = re.compile(r"(?:^|(?<=.))(?:自从|自)$|(?:以来|之后一直|起就?|至今)")
_UNTIL = re.compile(
    r"(?:直到|截[止至]到?|(?<=[\u4e00-\u9fff])(?<![和从])(?<!推迟)(?<!延期)(?<!推延)(?<![改调提挪推延移排订约定拖轮碰遇想说看听收找买拿得接回来去飞赶见等前])(?:到|至))$"
    r"|(?:为止)"
)
Build = Callable[[re.Match[str], Anchor], Atom | None]
_RULES: tuple[Rule, ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            r"(?P<day>大前天|大后天|前天|昨天|昨日|今天|今日(?!头条)|昨儿个?|前儿个?|今儿个?|明儿个?|后儿个?|明天|明日|后天)(?!性|努力|培养|因素"
            r"|养成|形成"
            r"|会更好)",
            named_day,
        ),
        (r"每天|每日|天天", every_day),
        (r"(?P<day>[今昨明前后])(?=[早晚夜](?!点|饭|餐|些|安|辈|年|期|来|到|了))", named_day),
        (r"(?<=[今昨明前后])(?P<part>早上?|晚上?|夜里?)(?!点|饭|餐|些|安|辈|年|期|来|到|了)", part_atom),
        (
            r"(?P<every>每天的?|每个)?(?P<part>早上|早晨|清晨|大清早|(?<![周期拜])一大早|(?<![周期拜])一早|上午|中午|正午|下午|午后|傍晚|晚上|夜里"
            r"|夜晚|深夜|半夜|夜间|凌晨)(?!好)",
            part_atom,
        ),
        (
            r"(?<![\d有这那几第差])(?P<hour>\d{1,2}|二十[一二三四]?|十[一二三四五六七八九]?|[一二三四五六七八九两])(?<![早晚快慢多少好大]一)[点時时]"
            r"(?!都|也|儿|没|不|建议|意见|要求|一线|一滴|间|候|代|而|子|半年|半会|半刻)(?P<tail>半(?!会|晌)|一刻|三刻|钟|整)?(?:"
            r"(?P<minute>\d{1,2}|[一二三四五]?十[一二三四五六七八九]?|[零〇]?[一二三四五六七八九])分?(?!之))?",
            clock_atom,
        ),
        (r"(?<![\d:/])(?P<hour>[01]?\d|2[0-3])[:：](?P<minute>[0-5]\d)(?![\d:])", clock_atom),
        (
            r"差(?:(?P<minutes>[一两二三四五六七八九十\d]{1,3})分钟?|一刻钟?)(?:就|到)?(?P<hour>\d{1,2}|十[一二]?"
            r"|[一二三四五六七八九两])点(?!半|\d)",
            clock_short_of,
        ),
        (
            rf"(?:{YEAR_PREFIX}(?<!\d)(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月|(?P<shift>上上个|下下个|上个"
            rf"|这个|下个|上|本|下)月)的?(?:第(?P<nth>[一二三四五])|最后一?){WEEK}(?P<weekday>[一二三四五六日天])",
            weekday_of_month,
        ),
        (
            rf"(?<!第[一二三四五])(?<!第[一二三四五]个)(?<![老小阿姓两几]){SHIFT}?{WEEK}(?P<weekday>[一二三四五六日天]){NO_WEEKDAY}",
            weekday_atom,
        ),
        (
            rf"每{WEEK}(?P<weekday>[一二三四五六日天])|每逢{WEEK}(?P<weekday2>[一二三四五六日天])",
            lambda m, a: every_weekday(m, a) if m["weekday"] else None,
        ),
        (rf"{SHIFT}{WEEK}(?!末|[一二三四五六日天]{NO_WEEKDAY})", week_atom),
        (rf"(?:{SHIFT}个?)?周末(?!愉快|快乐)", weekend_atom),
        (r"(?<!\d)(?P<year>(?:19|20)\d\d)(?P<third>)(?=(?:到|至|-|—|~)(?:19|20)\d\d年)", year_atom),
        (rf"{YEAR4}(?:年?(?P<third>初|底|末))?(?![\d]|(?:[一二三四五六七八九十\d]{{1,2}}月)|代)", year_atom),
        (
            rf"{YEAR_WORD}(?:年?(?P<third>初|底|末))?(?!(?:已经|快|刚满?)?[\d一二三四五六七八九十]{{1,3}}周?岁|多大"
            r"|几岁|贵庚)",
            year_atom,
        ),
        (
            rf"{YEAR_PREFIX}(?<![\d第])(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月份?{THIRD}"
            rf"(?![\d一二三四五六七八九十]|亮|饼|光|经|薪|票|嫂|子|河|天(?![天气都]))",
            month_atom,
        ),
        (
            rf"{YEAR_PREFIX}(?<!\d)(?P<month>1[0-2]|0?[1-9]|十[一二]?|[一二三四五六七八九])月(?P<date>[12]\d"
            r"|3[01]|0?[1-9]|[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?"
            rf"|[一二三四五六七八九])[日号]?(?:(?:到|至|-|—|~)(?P<last>\d{{1,2}}"
            r"|[一二三]?十[一二三四五六七八九]?)[日号])?",
            month_day,
        ),
        (
            rf"(?P<shift>上上个|下下个|上个|这个|下个|上|本|下)月(?:份)?(?:(?P<date>[12]\d|3[01]|[1-9]"
            rf"|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号](?:(?:到|至|-|—|~)(?P<last>\d{{1,2}}"
            rf"|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[日号])?|{THIRD})",
            lambda m, a: relative_month(m, a),
        ),
        (r"(?<![\d一二三四五六七八九十年个上下这本正冬腊])月(?P<third>初|底|末)", bare_third),
        (r"(?<![\d去今明前后一二三四五六七八九〇])年(?:底|末|初(?![一二三四五六七八九十]))", bare_year_part),
        (
            r"(?<![\d月A-Za-z第.])(?P<date>[12]\d|3[01]|[1-9]|[一二三]?十[一二三四五六七八九]|[二三]十"
            r"|(?<![^，。！？,\s到至从在我们])[一二三四五六七八九](?=号(?:[到至交发走考我你他她咱前晚早就要会起]|之前|[上中下]午|出发|去)))号(?!线|楼|店|诊|桌|房|窗|柜|厅|馆|门|床|站|机|仓|库|球|院|车|台"
            r"|铺|坑|井|层|室|棚|场|码|选|病|位|电|字|公|员|文|种|座|出(?![发院的差货生门去国]))",
            day_of_month,
        ),
        (
            r"每个?月的?(?P<date>[12]\d|3[01]|[1-9]|[一二三]?十[一二三四五六七八九]?|[一二三四五六七八九])[号日]",
            monthly_day,
        ),
        (r"(?<!\d)(?P<year>1[89]\d\d|20\d\d)[-/.](?P<month>\d{1,2})[-/.](?P<date>\d{1,2})(?!\d)", numeric_date),
        (rf"{YEAR_PREFIX}第?(?P<number>[一二三四1-4])季度", quarter_atom),
        (r"(?P<shift>上|这|本|下)个?季度", relative_quarter),
        (rf"{YEAR_PREFIX}(?P<half>上|下)半年", half_year),
        (
            rf"(?:{YEAR4}|{YEAR_WORD})的?(?P<shift>)(?P<season>[春夏秋冬])[天季]?(?!节)|(?P<shift2>这|上|下"
            r"|今)个?(?P<season2>[春夏秋冬])[天季]?(?!节)",
            lambda m, a: season_atom(m, a),
        ),
        (
            r"(?:^|(?<=[，。！？,;；\s我你他她们咱家]))(?P<season>[春夏秋冬])[天季]"
            r"(?!的|来|到|太|很|真|最|容|过|快|一|像|就|总|里|都|时|也|比)",
            bare_season,
        ),
        (
            r"(?:(?P<century>20|21|19|二十一?|上|本)个?世纪)?(?P<digits>(?:19|20)\d0|[1-9]0"
            r"|[一二三四五六七八九]十)年代(?P<third>初|中|末)?",
            decade_atom,
        ),
        (rf"(?P<count>半|{N}){UNIT}(?:多)?(?:之前|以前|前)(?!后|台|面)", ago_atom),
        (rf"{HALVES}(?:多)?(?:之前|以前|前)(?!后|台|面)", halves_ago),
        (rf"(?:再过|过)?{HALVES}(?:之后|以后|后)(?!来|面)", halves_ahead),
        (r"去年的?今[天日]", a_year_ago),
        (rf"(?P<count>{N})年(?:之|以)?(?P<side>[前后])的今[天日]", years_away),
        (r"(?P<count>[一三])刻钟(?:之|以)?(?P<side>[前后])", quarters_away),
        (
            rf"(?:再过|过)?(?P<count>半|{N}){UNIT}(?:之后|以后|后)(?!来|面)|再过(?P<count2>半"
            rf"|{N}){UNIT.replace('unit', 'unit2')}",
            ahead_atom,
        ),
        (
            rf"(?:^|(?<=[，。！？,;；\s我你他她们等就那]))过(?P<count>半|{N}){UNIT}(?![了的]|之?后|以后|之?内)",
            ahead_atom,
        ),
        (
            rf"(?P<side>过去|最近|近|未来|接下来|今后|往后|这)的?(?P<count>半|{N}){UNIT}(?:里|内|以来)?(?!前"
            r"|后)",
            stretch_atom,
        ),
        (rf"{YEAR_PREFIX}{WEATHER_TERM}", holiday_atom),
        (
            rf"{YEAR_PREFIX}(?<!叫)(?<!名)(?P<holiday>{HOLIDAY})(?!快乐|愉快|安康|(?<=小年)[轻夜纪级货]|广场|路(?![上途况])|大道|街|村|中学|小学|社区|公园){BESIDE}",
            holiday_atom,
        ),
        (
            rf"{YEAR_PREFIX}(?:(?:农历|阴历|旧历)(?P<leap>闰)?(?P<month>正|冬|腊|十[一二]?|[一二三四五六七八九])月(?:初)?"
            r"|(?P<month2>正|冬|腊)月(?:初)?|(?<!每)(?P<month3>十[一二]?|[一二三四五六七八九])月初(?=[一二三四五六七八九十](?!个|点|天)))"
            r"(?P<date>[一二三]?十[一二三四五六七八九]?|廿[一二三四五六七八九]?|[一二三四五六七八九])(?:日"
            r"|号)?",
            lunar_date,
        ),
    )
)

CHINESE = Grammar(
    may_hold=_MAY_HOLD_TIME,
    rules=_RULES,
    tense_of=chinese_tense,
    gap=_GAP,
    between=_BETWEEN,
    opened=_OPENED,
    moved=_MOVED,
    since=_SINCE,
    until=_UNTIL,
    behind=True,
    year=re.compile("|".join(sorted(YEAR_WORDS, key=len, reverse=True))),
    years=YEAR_WORDS,
    yearly=re.compile(rf"(?<![个上下这本])月|{HOLIDAY}|[春夏秋冬]"),
)
"""The rules of this language."""
