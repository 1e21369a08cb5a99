"""Sides: what two sources say of one thing, told by their conversation, by what a question offers, and by the sort of
value that each gives: a place, a time of day, a code, one of a kind."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import timedelta
from itertools import pairwise

from api.recall.statements import EITHER, RETORT_CHARACTERS_MAX, Statement, telling, units_of
from indexers.analysis import STOP_WORDS
from processors.claims.overtaking_values import Sort, values_of
from processors.language import HAN

WHERE, WHEN = "where", "when"
"""They stand for the noun of a question that asks for a place, or a time."""
REJOINED_MAX = timedelta(minutes=30)
"""So soon does "no, it is …" answer what was said."""
_REJECTS = re.compile(
    r"(?i:\W*(?:no|nope|nah|wrong|not true|that's (?:not right|wrong)|rubbish|nonsense)(?=[,.!:;]| (?:it|the|that|he"
    r"|she|they"
    r"|we|i)\b))|\W*(?:不对|没有(?=[，,])|不是(?!说|我)|是我|错了?[，,。！!]|哪有|瞎说|胡说|才不|怎么可能)"
)
_ECHO = re.compile(r"(?P<asked>[^.?!。？！]{1,60})[?？]\s*\S")
_ASKS_BACK = re.compile(r"[?？]")
_ENDED = re.compile(
    r"(?i:\b(?:sold|gave (?:it |them )?away|got rid of|quit|left|dropped|cancel\w+|broke up|divorced|closed|resigned"
    r"|retired"
    r"|no longer|returned|lost)\b)|卖[了掉]|送人|辞了|离职|离了婚|分手|搬走|关了|取消|退了|扔了|丢了|不干了"
)
_ALL_ASKED = re.compile(
    r"(?i:\b(?:everyone|everybody|anyone want|who wants|who's bringing|what does each)\b)|大家|你们|各位|谁要|谁带"
)
_OPTIONS = re.compile(
    r"(?i:(?P<one>[\w-]+(?: [\w-]+)?),? or (?:an? |the |is it |only |with )?(?P<two>[\w-]+(?: [\w-]+)?))"
)
_PLACE = re.compile(
    r"(?i:\b(?:in|at|behind|under|beneath|inside|on top of|on|next to|near|beside|above|below|opposite"
    r"|by) (?P<place>.+))"
)
_TIME_OF_DAY = re.compile(
    r"(?i:\b(?:morning|noon|midday|afternoon|evening|night|midnight|bedtime|dawn|(?:before|after|with) (?:breakfast"
    r"|lunch"
    r"|dinner|meals|food))s?\b)|早上|上午|中午|下午|傍晚|晚上|睡前|饭[前后]|空腹"
)
_OFFERED = re.compile(
    rf"(?P<one>[{HAN}]{{2}})还是(?P<two>[{HAN}]{{2}})"
    r"|(?i:\b(?P<en>[a-z]{3,}(?:-[a-z]+)?),? or (?:an? |the )?(?P<en2>[a-z]{3,}(?:-[a-z]+)?)\b)"
)
_GUESSES = re.compile(r"(?i:\b(?:would|could|might|should)\b)|[会该]不会|应该|觉得")
"""A question for what only can be guessed, or advised, offers nothing that was said."""
_ALSO_CALLED_TEXT = (
    "boy son lad 男孩 男的 男生 男娃 儿子 小子 公的",
    "girl daughter lass 女孩 女的 女生 女娃 女儿 闺女 千金 母的",
    "male he him his 公的 男的",
    "female she her hers 母的 女的",
    "older elder big 哥哥 姐姐",
    "younger little kid 弟弟 妹妹",
)
_ALSO_CALLED = tuple(frozenset(text.split()) for text in _ALSO_CALLED_TEXT)
"""Words of which one stands for another that a question offers."""
_REFUSED = re.compile(
    r"(?i:\b(?:not|isn't|wasn't|never|no|without|instead of|rather than) (?:an? |the |in |on |with )?(?P<en>[a-z]+))"
    rf"|(?:不是|而不是|没有?|不)(?P<zh>[{HAN}]{{1,4}})"
)
_CODE = re.compile(
    r"\b(?=[\w-]*\d)(?=[\w-]*[A-Za-z-])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+\b|\b(?=\w*\d)(?=\w*[A-Z])[A-Z0-9]{3,}\b"
)
_TITLE = re.compile(r"《[^》]{1,40}》|[“「\"][^”」\"]{2,40}[”」\"]")
FIRST_PERSON = frozenset(("i", "my", "me", "mine", "myself", "我"))


def has_code(text: str) -> bool:
    """Whether a text holds a code like 5W-30."""
    return _CODE.search(text) is not None


def together(earlier: Statement, later: Statement) -> bool:
    """Whether two people say them in one conversation."""
    return earlier.memory.session == later.memory.session and earlier.memory.speaker != later.memory.speaker


def about(one: Statement, other: Statement, asked: frozenset[str]) -> frozenset[str]:
    """What of the question a statement speaks of, in a conversation of several with what it answers."""
    return (one.telling | one.beside if one.passed_on or together(one, other) else one.telling) & asked


def rejects(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether the later one begins with "no" right after what somebody else said of what is asked."""
    if not together(earlier, later) or later.occurred_at - earlier.occurred_at > REJOINED_MAX:
        return False
    no = _REJECTS.match(later.memory.content) or _echoes(earlier, later)
    if not no or earlier.memory.content not in later.memory.context:
        return False
    if _ASKS_BACK.search(earlier.memory.content):
        return False  # "Ever been there?" – "No, never."
    return bool(about(earlier, later, asked)) and len(later.units) > 1


def _echoes(earlier: Statement, later: Statement) -> bool:
    """Whether the later one begins by asking back what the earlier one says, and goes on: "A seamstress? She was …"."""
    match = _ECHO.match(later.memory.content)
    if match is None:
        return False
    asked_back = telling(units_of(match["asked"])[0])
    return bool(asked_back) and asked_back <= telling(units_of(earlier.memory.content)[0])


def another(earlier: Statement, later: Statement, asked: frozenset[str], which: str) -> bool:
    """Whether each names another one of what is asked for: the shallow hall, the big hall."""
    if not which or earlier.denies or later.denies or not (earlier.telling & later.telling & asked) - {which}:
        return False
    one, two = _before(earlier, which), _before(later, which)
    return bool(one) and bool(two) and one != two


def of_two_kinds(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether two others' words end alike but for what stands before: A positive, O positive."""
    left, right = earlier.units[-2:], later.units[-2:]
    if not (earlier.passed_on and later.passed_on) or len(left) < 2 or len(right) < 2 or earlier.denies or later.denies:
        return False
    told = about(earlier, later, asked) & about(later, earlier, asked)
    return bool(told) and left[1] == right[1] and left[0] != right[0] and left[1] not in STOP_WORDS


def _before(one: Statement, noun: str) -> str:
    """The word right before a noun of a statement that says which one is meant."""
    for before, unit in pairwise(one.units):
        if telling((unit,)) == {noun} and before not in STOP_WORDS:
            return before
    return ""


def ended(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether, in one conversation, one says of somebody what they have and another that they have it no more."""
    if not together(earlier, later) or bool(_ENDED.search(earlier.text)) == bool(_ENDED.search(later.text)):
        return False
    return len(earlier.telling & later.telling & asked) >= 2 and not earlier.denies and not later.denies


def choose(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether two people answer one either-or question, or one that is asked again now, each in their way."""
    if not (together(earlier, later) and earlier.replies and later.replies) or FIRST_PERSON & {
        *earlier.units,
        *later.units,
    }:
        return False
    before = earlier.memory.context.removesuffix(earlier.memory.content)
    if _ALL_ASKED.search(before) or not asked & earlier.beside & later.beside or earlier.telling & later.telling:
        return False
    for match in _OPTIONS.finditer(before):
        one, two = (telling(units_of(match[side])[0]) for side in ("one", "two"))
        if (one & earlier.telling and two & later.telling) or (two & earlier.telling and one & later.telling):
            return True
    return False


def placed(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether two sources put what is asked about into two places."""
    if not (together(earlier, later) or (earlier.passed_on and later.passed_on)) or earlier.denies or later.denies:
        return False
    one, two = _PLACE.search(earlier.text), _PLACE.search(later.text)
    if one is None or two is None or not earlier.telling & later.telling & asked:
        return False
    here, there = telling(units_of(one["place"])[0]) - asked, telling(units_of(two["place"])[0]) - asked
    return bool(here) and bool(there) and not here & there


def timed(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether two sources give two times of day for what is asked about."""
    if not (together(earlier, later) or (earlier.passed_on and later.passed_on)) or earlier.denies or later.denies:
        return False
    one, two = _TIME_OF_DAY.search(earlier.text), _TIME_OF_DAY.search(later.text)
    if one is None or two is None or one[0].casefold() == two[0].casefold():
        return False
    return bool(about(earlier, later, asked) & about(later, earlier, asked))


def offered(question: str) -> tuple[str, str] | None:
    """The two things between which a question lets choose: 精装还是毛坯; morning or evening."""
    match = None if _GUESSES.search(question) else _OFFERED.search(question)
    return (match["one"] or match["en"], match["two"] or match["en2"]) if match else None


def takes_sides(earlier: Statement, later: Statement, offer: tuple[str, str], asked: frozenset[str]) -> bool:
    """Whether each says another one of what a question offers: two sources, or one person who speaks of the same."""
    if earlier.denies or earlier.changes or later.changes:
        return False
    if earlier.source == later.source:
        common = earlier.telling & later.telling & asked - telling(units_of(" ".join(offer))[0])
        if not (common or {*earlier.units} & {*later.units} & FIRST_PERSON):
            return False
    sides = [_chosen(one.text, offer) for one in (earlier, later)]
    return len(sides[0]) == 1 and len(sides[1]) == 1 and sides[0] != sides[1]


def _chosen(text: str, offer: tuple[str, str]) -> list[str]:
    """What a text says of what is offered, in these or other words, without what it refuses: lard, not butter."""
    plain = _REFUSED.sub(" ", text).casefold()
    said = {*re.findall(r"[a-z]+(?:-[a-z]+)?", plain), *(word.partition("-")[0] for word in plain.split())}
    return [side for side in offer if any(_stands(word, said, plain) for word in _names_of(side.casefold()))]


def _names_of(side: str) -> frozenset[str]:
    return frozenset((side,)).union(*(names for names in _ALSO_CALLED if side in names))


def _stands(word: str, said: Collection[str], plain: str) -> bool:
    return word in said if word.isascii() else word in plain


def coded(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether two sources give two codes of one shape: 10W-40, 5W-30."""
    if not (earlier.passed_on and later.passed_on) or not about(earlier, later, asked):
        return False
    one, two = _CODE.search(earlier.text), _CODE.search(later.text)
    return one is not None and two is not None and one[0] != two[0] and _shape(one[0]) == _shape(two[0])


def valued(earlier: Statement, later: Statement, sorts: Collection[Sort], given: frozenset[str]) -> bool:
    """Whether two sources, in one conversation or passed on by one person, give each another time, figure or colour
    where one is asked for. What the question says itself is no answer."""
    if earlier.source == later.source or earlier.denies or later.denies or later.changes:
        return False
    if not (together(earlier, later) or (earlier.passed_on and later.passed_on)):
        return False
    one, two = values_of(earlier.text, sorts), values_of(later.text, sorts)
    return any(one[sort] - given and two[sort] - given and not one[sort] & two[sort] - given for sort in sorts)


def titled(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether two sources give two titles for what is asked about."""
    if not (together(earlier, later) or (earlier.passed_on and later.passed_on)):
        return False
    one, two = (frozenset(_TITLE.findall(side.text)) for side in (earlier, later))
    return (
        len(one) == len(two) == 1 and one != two and bool(about(earlier, later, asked) & about(later, earlier, asked))
    )


def _shape(code: str) -> str:
    return re.sub(r"[A-Za-z]+", "a", re.sub(r"\d+", "9", code))


def two_tell(earlier: Statement, later: Statement, asked: frozenset[str]) -> bool:
    """Whether one person passes on what two others say of most of what is asked, and they do not say the same."""
    if not (earlier.passed_on and later.passed_on):
        return False
    least = max(2, (len(asked - EITHER) + 1) // 2)
    shared = about(earlier, later, asked) & about(later, earlier, asked)
    return len(shared) >= least and earlier.telling != later.telling


def answers_back(earlier: Statement, later: Statement) -> bool:
    """Whether the later one stands right behind the earlier in a conversation, both short."""
    near = together(earlier, later) and later.occurred_at - earlier.occurred_at <= REJOINED_MAX
    if not near or earlier.memory.content not in later.memory.context:
        return False
    return max(len(earlier.memory.content), len(later.memory.content)) <= RETORT_CHARACTERS_MAX
