"""Ever: whether somebody ever did or has something, where two statements of it cannot both hold: "I never smoked"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

import Stemmer

from processors.claims.clauses import Clause
from processors.dimensions.times_chinese_words import DIGITS, number_of
from schemas.dimensions import Detail

_VERB = r"(?P<verb>[a-z]+)"
_OBJECT = r"(?P<object>(?: (?:a |an |any |the |my )?[a-z'-]+){0,3}?)"
_STOP = (
    r"(?= (?:in|for|at|until|till|before|when|as|since|back|on|because|and|or|but|so|every|once|ever|yet|years?|months?"
    r"|\d+|one|two|three|four|five|six|seven|eight|nine|ten|a few|several|long)\b|\W*$|[,.;!])"
)
_NEVER = re.compile(rf"(?i:\bi(?:'ve| have)? never (?:once |ever |even )?{_VERB}{_OBJECT}{_STOP})")
_DID = re.compile(rf"(?i:\bi(?:'ve| have)?(?: used to)? {_VERB}{_OBJECT}{_STOP})")
_HAS_NOT = re.compile(
    r"(?i:\bi (?:don't have|do not have|haven't got|have no|have never had|'ve never had) (?:an? |any |my )?"
    rf"(?P<object>[a-z' -]{{3,30}}?){_STOP})"
)
_HAS = re.compile(rf"(?i:\bi(?:'ve| have)(?: got| had)? (?:an? |my |the )(?P<object>[a-z' -]{{3,30}}?){_STOP})")
_YEARS = re.compile(
    r"(?i:\b(?P<count>\d+|one|two|three|four|five|six|seven|eight|nine|ten|a few|several|twenty"
    r"|thirty) (?P<unit>years?|months?)\b)"
    r"|(?P<zh>\d+|[一二三四五六七八九十两几]{1,3})(?P<zhunit>年|个月)"
)
_LONG_AGO = re.compile(
    r"(?i:\bas an? (?:kid|child|teen\w*|student|boy|girl)\b|\bwhen i was (?:a |an |at |in |young|little|\d|one|two"
    r"|three|four|five|six|seven|eight|nine|ten|eleven|twelve)|\bsince i was\b|\bused to\b"
    r"|\bback in (?:school|college|the day))|小时候|[\d一二三四五六七八九十]岁(?=[^了，。]{1,6}过)|上学时|大学时|年轻时"
)
_SINCE = re.compile(r"(?i:\b(?:in|since) (?P<year>(?:19|20)\d\d)\b)|(?P<zhyear>(?:19|20)\d\d)年")
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten"
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten"
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten"
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten"
_NUMBER_WORDS = "zero one two three four five six seven eight nine ten"
_NUMBERS = {word: n for n, word in enumerate(_NUMBER_WORDS.split())}
_NUMBERS |= {"a few": 3, "several": 3, "twenty": 20, "thirty": 30}
_IRREGULAR = {
    "been": "go", "went": "go", "gone": "go", "ate": "eat", "eaten": "eat", "rode": "ride", "ridden": "ride",
    "drove": "drive", "driven": "drive", "wore": "wear", "worn": "wear", "broke": "break", "broken": "break",
    "flew": "fly", "flown": "fly", "had": "have", "took": "take", "taken": "take", "owned": "own", "drank": "drink",
    "drunk": "drink", "met": "meet", "saw": "see", "seen": "see", "did": "do", "done": "do", "ran": "run",
    "swam": "swim", "swum": "swim", "sang": "sing", "sung": "sing", "won": "win", "taught": "teach",
    "spoke": "speak", "spoken": "speak", "wrote": "write", "written": "write", "grew": "grow", "grown": "grow",
}  # fmt: skip
_ALIKE = {"licence": "license", "driver's": "drive", "driving": "drive"}
_NO_VERB_TEXT = "was am just really never always still also have been can could would did do think thought"
_NO_VERB = frozenset(_NO_VERB_TEXT.split())
_NEVER_ZH = re.compile(
    r"(?:^|我)(?:从来|从|一辈子|这辈子)(?:都)?(?:没有?"
    r"|不)(?P<verb>[\u4e00-\u9fff])(?:过)?(?P<object>[\u4e00-\u9fff]{0,4}?)(?=$|[，,。！!])"
    r"|我(?:没有?)(?P<verb2>[\u4e00-\u9fff])过(?P<object2>[\u4e00-\u9fff]{0,4}?)(?=$|[，,。！!])"
)
_DID_ZH = re.compile(
    r"我(?:以前|之前|曾经?)?(?P<verb>[\u4e00-\u9fff])(?:过|了|过了)?(?:\d+"
    r"|[一二三四五六七八九十两几]{1,3})(?:多)?年(?:多)?(?:的)?"
    r"(?P<object>[\u4e00-\u9fff]{0,4}?)了?(?=$|[，,。！!])"
)
_ONCE_ZH = re.compile(
    r"(?:小时候|上学时|大学时|年轻时)我?(?P<verb>[\u4e00-\u9fff])过(?P<object>[\u4e00-\u9fff]{0,4}?)(?=$|[，,。！!])"
)
_HAS_NOT_ZH = re.compile(r"我(?:从来)?(?:没有|没)(?P<object>[\u4e00-\u9fff]{2,5}?)(?=$|[，,。！!])")
_HAS_ZH = re.compile(r"我(?:早就?|一直)?有(?:一[个张本辆套台])?(?P<object>[\u4e00-\u9fff]{2,5}?)(?=$|[，,。！!])")
_DAYS = {"year": 365.25, "years": 365.25, "month": 30.4, "months": 30.4, "年": 365.25, "个月": 30.4}
_WAS = re.compile(r"(?i:\bi was (?P<object>[a-z]+ed)\b)")
_IN_PLACE = re.compile(
    r"(?:\b[Ii](?:'ve| have)? (?:lived|worked|studied|been|went|travell?ed|stayed) (?:in|to) (?P<place>[A-Z]\w+))"
)
_IN_PLACE_ZH = re.compile(
    r"我(?:以前|曾经?)?(?:在(?P<place>[\u4e00-\u9fff]{2,5}?)(?:住|待|工作|留学|生活)"
    r"|去过(?P<been>[\u4e00-\u9fff]{2,5}))"
)
_DONE_ZH = re.compile(
    r"我(?:以前|之前|曾经?)?(?:(?:\d+|[一二三四五六七八九十]{1,3})岁(?:时|那年)?)?(?P<verb>[\u4e00-\u9fff])过"
    r"(?P<object>[\u4e00-\u9fff]{0,4}?)(?=$|[，,。！!])"
)
_LONG = timedelta(days=1_800)
"""At least so long ago is a childhood."""
_stemmer = Stemmer.Stemmer("english")


def ever_details(meant: Sequence[Clause], occurred_at: datetime) -> Iterator[Detail]:
    """`never`, `no` (not now), or, with the time since when, `did` and `yes`."""
    for clause in meant:
        # How long is often told behind a comma.
        told = ", ".join(one.text for one in meant if one.sentence == clause.sentence and one.start >= clause.start)
        since = _since(told, occurred_at)
        for value, topic in _chinese(clause.text) if clause.is_chinese else _english(clause.text):
            positive = value in ("did", "yes")
            if positive and since is None:
                continue
            settled = "never" if value == "no" and re.search(r"从没|从来没|(?i:\bnever\b)", told) else value
            yield Detail(
                topic=topic,
                form="ever",
                value=settled,
                start=clause.start,
                end=clause.end,
                since=since if positive else None,
            )


def _english(text: str) -> Iterator[tuple[str, str]]:
    match = _HAS_NOT.search(text)
    if match:
        yield "no", f"have {_object(match['object'])}"
        return
    match = _NEVER.search(text)
    if match:
        done = _object(match["object"])
        # "Never been married" is no place where one has been.
        verb = "be" if match["verb"].lower() == "been" and match["object"].endswith("ed") else _lemma(match["verb"])
        yield "never", f"{verb} {done}".strip()
        return
    match = _IN_PLACE.search(text)
    if match:
        yield "did", f"go {_object(match['place'])}"
        return
    match = _WAS.search(text)
    if match:
        yield "did", f"be {_object(match['object'])}"
        return
    match = _HAS.search(text)
    if match:
        yield "yes", f"have {_object(match['object'])}"
        return
    match = _DID.search(text)
    if match and match["verb"].lower() not in _NO_VERB:
        yield "did", f"{_lemma(match['verb'])} {_object(match['object'])}".strip()


def _chinese(text: str) -> Iterator[tuple[str, str]]:
    match = _NEVER_ZH.search(text)
    if match:
        yield "never", (match["verb"] or match["verb2"]) + (match["object"] or match["object2"] or "")
        return
    match = _HAS_NOT_ZH.search(text)
    if match:
        yield "no", f"有{match['object']}"
        return
    match = _HAS_ZH.search(text)
    if match:
        yield "yes", f"有{match['object']}"
        return
    match = _IN_PLACE_ZH.search(text)
    if match:
        yield "did", f"去{match['place'] or match['been']}"
        return
    match = _DID_ZH.search(text) or _ONCE_ZH.search(text) or _DONE_ZH.search(text)
    if match:
        yield "did", match["verb"] + match["object"]


def _lemma(verb: str) -> str:
    return _IRREGULAR.get(verb.lower()) or _stemmer.stemWord(verb.lower())


def _object(said: str) -> str:
    words = [word for word in said.casefold().split() if word not in ("a", "an", "any", "the", "my", "to", "of")]
    return " ".join(_stemmer.stemWord(_ALIKE.get(word, word)) for word in words)


def _since(told: str, occurred_at: datetime) -> datetime | None:
    """Since when it holds, or when it was: "for ten years", 六年了, as a child, in 2009."""
    year = _SINCE.search(told)
    if year:
        return occurred_at.replace(year=int(year["year"] or year["zhyear"]), month=1, day=1)
    match = _YEARS.search(told)
    if match:
        said, unit = (match["count"] or match["zh"]).lower(), (match["unit"] or match["zhunit"]).lower()
        return occurred_at - timedelta(days=_count(said) * _DAYS[unit])
    return occurred_at - _LONG if _LONG_AGO.search(told) else None


def _count(said: str) -> int:
    if said in _NUMBERS:
        return _NUMBERS[said]
    if said.isdigit():
        return min(int(said), 100)
    known = all(sign in DIGITS or sign == "十" for sign in said)
    try:
        return min(number_of(said), 100) if known else 3
    except ValueError:
        return 3
