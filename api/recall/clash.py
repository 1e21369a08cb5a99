"""Clash: two statements that cannot both hold, told by their form: the same words around one other value, the same
words once denied, another number of the same thing, or what two sources say of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import timedelta

from api.recall.affirming import WISHED
from api.recall.sides import (
    FIRST_PERSON,
    WHEN,
    WHERE,
    about,
    another,
    answers_back,
    choose,
    coded,
    ended,
    of_two_kinds,
    placed,
    rejects,
    timed,
    titled,
    together,
    two_tell,
)
from api.recall.statements import EITHER, ENDURES, Statement, telling, units_of
from indexers.analysis import STOP_WORDS, stem
from processors.dimensions.number_words import TENS, UNITS
from processors.language import HAN

VALUE_UNITS_MAX, VALUE_SIGNS_MAX = 5, 9
"""A longer difference, in words or in Chinese characters, is no value, but another story."""
COUNTED_OTHERWISE_MIN = 3
"""So much of what is asked must two statements share that count in other words: two jabs, three times."""
APART_MAX = timedelta(days=92)
"""What two people say differently longer apart may have changed in between."""
_WORDS = {word: str(number) for word, number in {**UNITS, **TENS, "hundred": 100}.items() if number}
_WORDS |= {"noon": "12", "midnight": "0", "free": "0"}
_WEEKDAYS_TEXT = "monday tuesday wednesday thursday friday saturday sunday"
_WEEKDAYS = frozenset(_WEEKDAYS_TEXT.split())
_WORDS |= {f"{day}{s}": day for day in _WEEKDAYS for s in ("", "s")}
_WORDS |= {sign: str(n) for n, sign in enumerate("一二三四五六七八九十", 1)} | {"两": "2"}
_NUMERAL = re.compile(rf"\d|^[零〇一二三四五六七八九十百千万两半]$|^(?:{'|'.join(w for w in _WORDS if w.isascii())})$")
_HAN = re.compile(f"[{HAN}]")
_NO = re.compile(
    r"(?i:\W*(?:no|nope|nah|wrong|not true|not quite|that's not right|hang on|hm+|er+|actually)\b)"
    r"|\W*(?:不对|不是|错了?|哪有|哪是|不会吧|明明|瞎说|胡说)"
)
_NOT_THAT = re.compile(
    rf"(?i:,? (?:and )?not (?:on |in |at |from |to |with )?(?:an? |the )?(?P<that>[\w:'-]+(?: [\w'-]+){{0,2}})(?=\W*$"
    rf"|[,.;!?]))"
    rf"|(?:不是|而不是|可不是|哪是)(?P<zh>[{HAN}\w:]{{1,8}})"
)
_IT = frozenset(("it", "that", "是", "在"))
_DAY = re.compile(
    r"^(?:mon|tues|wednes|thurs|fri|satur|sun)day|^(?:january|february|march|april|may|june|july|august|september"
    r"|october"
    r"|november|december)$|^[周期日号月点]$"
)
_BEFORE_NAME_TEXT = "a an the in at on from by called named as with of to for into teach teaches studied"
_BEFORE_NAME_EN = frozenset(_BEFORE_NAME_TEXT.split())
_BEFORE_NAME_ZH = frozenset("是叫在姓属住订定到归给选派去型向由教")
_BEING = frozenset(("is", "are", "was", "were", "be", "是"))
_SEVERAL_TEXT = (
    "have has had own owns bought got ordered saw met made want wants like likes love loves need needs visited eat eats"
    " ate drink plays play watched read been went go tried bring brings bringing take takes took found lost use uses"
    " 有 买 爱 欢 吃 喝 看 过 玩 带 养 会 想 要 做 拿 送 见 找 学 练 了"
)
_SEVERAL = frozenset(_SEVERAL_TEXT.split())
"""After these another value is another thing of the kind."""
_NEVER = re.compile(r"(?i:\bnever\b)|从来?没|从未|没.{0,4}过")
_IDENTITY = re.compile(r"(?i:\bi(?:'m| am)(?: not)? (?:an? )?[a-z-]+)|我(?:并|根本|又|可)?不?是")
_CONCEDES = re.compile(
    r"(?:\b(?:[Yy]ou|[Hh]e|[Ss]he|[Tt]hey|[A-Z]\w+)(?:'s|’s|'re|’re| is| are| was| were) (?:\w+ )?(?i:right|correct)\b)"
    r"|(?i:\bi (?:stand corrected|was wrong|misread|misremembered|mixed|got (?:it|that) wrong|had the (?:old|wrong))"
    r"|\bmy (?:mistake|bad|error)\b|\boh,? right\b|\bfair enough\b)"
    r"|说得?(?:[没不]错|对)|[是才]对的?(?=[，,。！]|$)|我.{0,4}[记看说搞弄听][错混岔]|听[你他她]的"
)
_ANCESTOR = re.compile(
    r"(?i:\b(?:great-?)?grand(?:father|mother|pa|ma|dad|mum|parents)\b)|外公|外婆|爷爷|奶奶|姥[爷姥]|太爷"
)
_PAST_YEAR = re.compile(r"(?:19|20)\d\d")
_PAST_VERB = re.compile(
    r"(?i:\b(?:was|were|did|fought|went|came|had|moved|married|met|started|joined|opened|founded|began|\w+ed)\b)|的$|过|了"
)


def says_otherwise(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether one person gives, of what is asked, two values in the same words."""
    if earlier.source != later.source or earlier.memory.speaker != later.memory.speaker:
        return False
    return _differ(earlier, later, asked)


def clashes(earlier: Statement, later: Statement, asked: frozenset[str], which: str = "") -> bool:
    """Whether two statements about what is asked cannot both hold. `which`: the noun of "which hall is it in?"."""
    other = earlier.source != later.source
    if other and later.occurred_at - earlier.occurred_at > APART_MAX:
        return False
    if rejects(earlier, later, asked):
        return True
    if ended(earlier, later, asked) or choose(earlier, later, asked) or (other and titled(earlier, later, asked)):
        return True
    alike = together(earlier, later) and earlier.replies and later.replies
    if not alike and earlier.memory.speaker != later.memory.speaker and FIRST_PERSON & {*earlier.units, *later.units}:
        return False
    if later.changes or earlier.each_time or later.each_time:
        return False
    if not other and not _endures(earlier, later) and not _settled(earlier, later):
        return False
    if other and earlier.memory.speaker == later.memory.speaker and earlier.passed_on != later.passed_on:
        # What somebody says of themselves moves on from what they were told once.
        return _denied(earlier, later, asked) or _differ(earlier, later, asked)
    return (
        _denied(earlier, later, asked)
        or _differ(earlier, later, asked)
        or _counted(earlier, later, asked)
        or (not other and _told_apart(earlier, later, asked))
        or (other and another(earlier, later, asked, which))
        or (other and of_two_kinds(earlier, later, asked))
        or (other and two_tell(earlier, later, asked))
        or (other and which == WHEN and timed(earlier, later, asked))
        or (other and which == WHERE and placed(earlier, later, asked))
        or (other and coded(earlier, later, asked))
    )


def concedes(one: Statement) -> bool:
    """Whether somebody says that another one was right, or they themselves were wrong."""
    return _CONCEDES.search(one.memory.content) is not None


def bears_out(one: Statement, other: Statement, later: Statement) -> bool:
    """Whether a later statement says what tells the one from the other, and nothing that tells the other from it."""
    mine, theirs = one.telling - other.telling, other.telling - one.telling
    return bool(later.telling & mine) and not later.telling & theirs and bool(later.telling & one.telling - mine)


def says_no(text: str) -> bool:
    """Whether a text begins by rejecting what was said."""
    return _NO.match(text) is not None


def _settled(earlier: Statement, later: Statement) -> bool:
    """Whether one says what somebody is, or never did, and the other denies it."""
    if earlier.denies == later.denies:
        return False
    said = (earlier.text, later.text)
    return any(_NEVER.search(text) for text in said) or all(_IDENTITY.search(text) for text in said)


def _endures(earlier: Statement, later: Statement) -> bool:
    if earlier.endures and later.endures:
        return True
    if _ANCESTOR.search(earlier.text) and _ANCESTOR.search(later.text):
        return bool(_PAST_VERB.search(earlier.text) and _PAST_VERB.search(later.text))
    dated = _PAST_YEAR.search(earlier.text) and _PAST_YEAR.search(later.text)
    return bool(dated and _PAST_VERB.search(earlier.text) and _PAST_VERB.search(later.text))


def _denied(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether one says of the same what the other denies: what is asked stands in both, and most of the shorter one."""
    same = earlier.telling & later.telling
    if earlier.denies != later.denies and same == later.telling and answers_back(earlier, later):
        return True
    if earlier.denies == later.denies or not same & asked:
        return False
    if WISHED.search((later if earlier.denies else earlier).text):
        return False
    apart = not (together(earlier, later) and len(same & asked) > 1)
    if (
        apart
        and asked & (earlier.telling ^ later.telling)
        and len(same) < max(len(earlier.telling), len(later.telling))
    ):
        return False
    least = min(len(earlier.telling), len(later.telling))
    return len(same) >= min(2, least) and len(same) >= 0.8 * least


def _differ(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether the same words stand around two values, of which neither is what the question speaks of."""
    if earlier.telling & later.telling & asked and _contrasts(earlier, later):
        return True
    if earlier.denies or later.denies:
        return False
    left, right = earlier.units, later.units
    start = _shared(left, right)
    end = _shared(left[start:][::-1], right[start:][::-1])
    frame = (*left[:start], *left[len(left) - end :])
    one, two = (left[start : len(left) - end], right[start : len(right) - end])
    longest = max(len(one), len(two))
    # Most pairs differ in more: their units are not looked at one by one.
    if not one or not two or longest > VALUE_SIGNS_MAX:
        return False
    if longest > VALUE_UNITS_MAX and not all(_HAN.match(unit) for unit in (*one, *two)):
        return False
    if longest > VALUE_UNITS_MAX and not (start > 1 and telling(left[:start]) & asked):
        return False
    about = telling(frame)
    # Of "before or after lunch?" both are spoken of, and a unit that both values have tells nothing.
    chosen = not EITHER & asked and (telling({*one} ^ {*two}) - about) & asked
    if not about & asked or chosen:
        return False
    if end and telling(frame[-end:]) & asked and _endures(earlier, later):
        return True
    if together(earlier, later) and start and left[start - 1] in _BEING:
        return not (_NUMERAL.search(earlier.raw[start]) or _NUMERAL.search(later.raw[start])) or bool(
            _NUMERAL.search(earlier.raw[start]) and _NUMERAL.search(later.raw[start])
        )
    return _values(left, right, start, earlier.raw[start], later.raw[start])


def _contrasts(earlier: Statement, later: Statement) -> bool:
    """Whether the later one says of the same, in so many words, that it is not what the earlier one says."""
    match = _NOT_THAT.search(later.memory.content)
    if match is None or earlier.denies:
        return False
    denied = telling(units_of(match["that"] or match["zh"])[0])
    return bool(denied) and denied <= earlier.telling and bool(earlier.telling & later.telling - denied)


def _values(left: Sequence[str], right: Sequence[str], start: int, one: str, two: str) -> bool:
    """Whether two values of a kind stand there: numbers, days, or names; not two things that may both be said of it."""
    if _NUMERAL.search(one) or _NUMERAL.search(two):
        return bool(_NUMERAL.search(one) and _NUMERAL.search(two)) or _clock(left, right)
    if _DAY.search(one.lower()) or _DAY.search(two.lower()):
        return bool(_DAY.search(one.lower()) and _DAY.search(two.lower()))
    before = left[start - 1] if start else ""
    if before in _SEVERAL or (before in ("a", "an", "the") and start > 1 and left[start - 2] in _SEVERAL):
        return False
    if _HAN.match(one):
        # Two names may begin alike: 小谭, 小葛.
        return not _BEFORE_NAME_ZH.isdisjoint(left[max(0, start - 2) : start]) or (
            start + 1 < min(len(left), len(right)) and left[-1] == right[-1] and start > 0
        )
    if before.endswith("s") and before not in STOP_WORDS and start > 1:
        return True  # Oskar works nights, Oskar works days.
    return before in _BEFORE_NAME_EN or (one[:1].isupper() and two[:1].isupper() and start > 0)


def _clock(left: Sequence[str], right: Sequence[str]) -> bool:
    return any(":" in unit for unit in left) and any(":" in unit for unit in right)


def _counted(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether each gives one number that the other does not, of the same thing that is asked about."""
    one, two = _numbers(earlier.units), _numbers(later.units)
    left, right = set(one) - set(two), set(two) - set(one)
    if earlier.denies or later.denies or len(left) != 1 or len(right) != 1:
        return False
    here, there = left.pop(), right.pop()
    if {here, there} & asked:
        return False  # The question knows the number.
    if (here in _WEEKDAYS) != (there in _WEEKDAYS):
        return False
    alike = not one[here] or not two[there] or one[here] == two[there]
    shared = earlier.telling & later.telling & asked
    if not (alike or (earlier.source != later.source and len(shared) >= COUNTED_OTHERWISE_MIN)):
        return False
    if (":" in here) != (":" in there) and here.partition(":")[0] == there.partition(":")[0]:
        return False  # "at 7" may be half past.
    spoken, again = about(earlier, later, asked), about(later, earlier, asked)
    if earlier.source == later.source:
        return bool(spoken) and spoken == again
    both = len(spoken & again)
    if both and answers_back(earlier, later):
        return True
    return (both > 0 and 2 * both >= max(len(spoken), len(again))) or (bool(spoken) and _rejoins(earlier, later))


def _rejoins(earlier: Statement, later: Statement) -> bool:
    """Whether the later one answers the earlier in its conversation with "no, it is …", or with another value alone."""
    if not answers_back(earlier, later):
        return False
    return later.units[0] in _IT or bool(_NUMERAL.search(later.units[0])) or bool(_NO.match(later.memory.content))


def _numbers(units: Sequence[str]) -> dict[str, str]:
    """Each number of a statement with the word of what it counts, "" = none."""
    found = {}
    for place, unit in enumerate(units):
        if not _NUMERAL.search(unit) or (place and _goes_on(units[place - 1], unit)):
            continue
        end = next((n for n in range(place + 1, len(units)) if not _goes_on(units[n - 1], units[n])), len(units))
        counted = units[end] if end < len(units) else ""
        whole = "".join(units[place:end])
        alone = counted in STOP_WORDS or counted in "是了的" or _NUMERAL.search(counted)
        found[_WORDS.get(whole, whole)] = "" if alone else stem(counted)
    return found


def _goes_on(before: str, unit: str) -> bool:
    """Whether two signs are of one Chinese number."""
    return all(_NUMERAL.search(one) and not one.isascii() for one in (before, unit))


def _told_apart(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether one person gives two short values of what does not change: "I went to Tongji", "Fudan, class of 2003"."""
    if earlier.denies or later.denies:
        return False
    said, again = ENDURES.search(earlier.text), ENDURES.search(later.text)
    if said is None or again is None or said[0].casefold() != again[0].casefold():
        return False
    known = asked | telling(units_of(said[0])[0])
    left, right = earlier.telling - known, later.telling - known
    return 0 < len(left) <= VALUE_UNITS_MAX and 0 < len(right) <= VALUE_UNITS_MAX and not left & right


def _shared(left: Sequence[str], right: Sequence[str]) -> int:
    """How many units both begin with."""
    count = 0
    for one, two in zip(left, right, strict=False):
        if one != two:
            break
        count += 1
    return count
