"""Analysis: a text as the terms under which it is found, the same for documents, queries and every index.

Latin words are lower-cased, stripped of accents and of a possessive, freed of stop words and Snowball-stemmed;
forms that no ending tells become the word that they are forms of. Scripts without spaces become pairs of characters, in
documents single characters too, so that a one-character query finds something. Numbers and codes stand whole, in parts,
and joined without separators. Emoji are terms.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import add

import Stemmer

from indexers.word_forms import BASE_OF

QUERY_TERMS_MAX = 64
"""Distinct terms that one query asks for. Of a longer one its beginning and its end count, where topic and question
stand: on MADial the first 64 alone find 1 point less (R@5)."""

_UNSPACED = (
    "\u3005\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
    "\u0e00-\u0e7f\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff\U00020000-\U0003ffff"
)
"""Han, kana, Hangul, and the scripts of South-East Asia that write no spaces."""
_SCAN = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}]+)"
    r"|(?P<international>\+\d{8,15}(?!\d))"
    rf"|(?P<number>\+?\(?\d+(?:[ .\-()/]{{1,2}}\d+)+(?![^\W{_UNSPACED}]|-\w))"
    rf"|(?P<code>[^\W{_UNSPACED}_]+(?:[_.\-/]+[^\W{_UNSPACED}_]+)+)"
    rf"|(?P<word>[^\W{_UNSPACED}_]+(?:'[^\W\d{_UNSPACED}_]+)*(?:\+\+|\#)?)"
    r"|(?P<sign>[^\w\s])"
)
_PLAIN_LATIN: dict[int, str] = {
    code: plain
    for code in (*range(0xDF, 0x250), *range(0x1E00, 0x1F00))
    if (plain := "".join(s for s in unicodedata.normalize("NFKD", chr(code)) if not unicodedata.combining(s)))
    and plain != chr(code)
    and plain.isascii()
} | str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ß": "ss", "æ": "ae", "œ": "oe"})
"""Accented Latin letters by their plain ones: people type "cafe muller" for Café Müller. Marks of other scripts tell
letters apart and stay."""
_LATIN_MARKS = re.compile(r"(?<=[a-z])[\u0300-\u036f]+")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_GROUPS_MAX = 4
"""Neighbouring groups of digits that are joined to one number; phone and card numbers have two to four."""
_JOINED_DIGITS_MIN = 5
"""Joined digits shorter than this say nothing: `10 12` is not 1012."""

WORDS_KEPT = 1 << 16
"""Words repeat: what was made of so many is not made again."""
LINES_KEPT = 256
"""Turns whose terms are made for their own text and for the contexts of the two after them."""

_ENGLISH = (
    "a about above after again against all am an and any are as at be because been before being below between both but "
    "by can could did do does doing down during each few for from further had has have having he her here hers herself "
    "him himself his how i if in into is it its itself just me more most my myself no nor not now of off on once only "
    "or other our ours ourselves out over own same she should so some such than that the their theirs them themselves "
    "then there these they this those through to too under until up very was we were what when where which while who "
    "whom why will with would you your yours yourself yourselves d ll m o re s t ve don"
)
STOP_WORDS = frozenset(_ENGLISH.split())
"""The usual English list; question words belong to it, so a question's terms are what it asks about."""
_STOP_SIGNS = frozenset("的了是在和与及吗呢吧啊呀嘛就都也很")
"""Single characters too frequent to find anything by; inside a pair they still count."""
_SENTENCE_SIGNS = frozenset(".,;:!?…—–-'\"‘’“”()[]{}<>«»‹›·。，、；：！？（）【】《》〈〉「」『』～~_¿¡`´")


def tokens(text: str) -> tuple[str, ...]:
    """The analysed terms of a document in reading order, with repeats. A text of nothing but stop words or signs keeps
    them, so that it can be found by itself."""
    return tuple(_terms(text, document=True))


def query_terms(text: str) -> tuple[str, ...]:
    """The distinct terms of a query in reading order, at most QUERY_TERMS_MAX; () when there is nothing to match."""
    return ends(tuple(dict.fromkeys(_terms(text, document=False))))


def ends(terms: tuple[str, ...]) -> tuple[str, ...]:
    """At most QUERY_TERMS_MAX of the terms: the first and the last half when there are more."""
    half = QUERY_TERMS_MAX // 2
    return terms if len(terms) <= QUERY_TERMS_MAX else terms[:half] + terms[-half:]


def spoken(speaker: str, content: str) -> str:
    """`Speaker: text`, as a turn is indexed: the name is a term of everything that its bearer said."""
    return f"{speaker}: {content}" if speaker else content


def exact_terms(terms: tuple[str, ...]) -> tuple[str, ...]:
    """Those terms that identify something: numbers of four digits or more but no years, codes with three digits."""
    return tuple(term for term in terms if _identifies(term))


def is_blank(text: str) -> bool:
    """Whether nothing in the text can be matched or embedded: spaces, invisible characters, sentence signs."""
    return not query_terms(text)


def folded(text: str) -> str:
    """One form of width and case: NFKC, lower case, Latin letters without accents, invisible characters removed,
    straight apostrophes."""
    text = unicodedata.normalize("NFKC", text).lower().replace("’", "'")
    if not text.isascii():
        text = _LATIN_MARKS.sub("", text.translate(_PLAIN_LATIN))
    if text.isprintable():
        return text
    invisible = {sign for sign in set(text) - {"\n", "\t"} if unicodedata.category(sign) in ("Cf", "Cc", "Cs")}
    return "".join(sign for sign in text if sign not in invisible) if invisible else text


def _terms(text: str, *, document: bool) -> list[str]:
    # No term goes over the end of a line, and a context repeats the lines of the turns before it.
    found = [term for line in text.split("\n") for term in _line(line, document=document)]
    if found:
        return found
    plain = _plain(text)
    words: list[str] = re.findall(r"[^\W_]+", plain)
    return words or [sign for sign in plain if not sign.isspace() and sign not in _SENTENCE_SIGNS]


@lru_cache(maxsize=LINES_KEPT)
def _line(line: str, *, document: bool) -> tuple[str, ...]:
    found: list[str] = []
    for match in _SCAN.finditer(_plain(line)):
        found += _split(match, document=document)
    return tuple(found)


def _plain(text: str) -> str:
    return _THOUSANDS.sub("", folded(text))


def _split(match: re.Match[str], *, document: bool) -> Sequence[str]:
    text = match.group()
    match match.lastgroup:
        case "word":
            return _word(text)
        case "unspaced":
            return _pairs(text, document=document)
        case "international":
            return [text[start:] for start in (1, 2, 3, 4)]
        case "number":
            return [*_number(text)]
        case "code":
            return [*_code(text)]
        case _:
            return [text] if unicodedata.category(text) == "So" else []


def _pairs(run: str, *, document: bool) -> list[str]:
    pairs = [*map(add, run, run[1:])]
    if document or len(run) == 1:
        pairs += [sign for sign in run if sign not in _STOP_SIGNS]
    return pairs


@lru_cache(maxsize=WORDS_KEPT)
def _word(word: str) -> tuple[str, ...]:
    terms: list[str] = []
    if word.endswith("'s"):
        word = word[:-2]
    if word[-1] in "+#":
        terms.append(word)
        word = word.rstrip("+#")
    for part in word.split("'"):
        if part and part not in STOP_WORDS:
            terms.append(_root(part) if part.isascii() and part.isalpha() else part)
    if any(sign.isdigit() for sign in word):
        terms += _mixed(word)
    return tuple(terms)


def _mixed(word: str) -> Iterator[str]:
    """The digits of a code like SF20250814X, by which it is often asked for."""
    yield from (digits for digits in re.findall(r"\d{4,}", word) if digits != word)


def _code(text: str) -> Iterator[str]:
    parts = [part for part in re.split(r"[_.\-/]+", text) if part]
    digits = "".join(sign for sign in text if sign.isdigit())
    if digits:
        yield text
        yield "".join(parts)
    if len(digits) >= _JOINED_DIGITS_MIN:
        yield digits
    for part in parts:
        yield from _word(part)


def _number(text: str) -> Iterator[str]:
    groups = re.findall(r"\d+", text)
    yield from groups
    for start in range(len(groups)):
        for end in range(start + 2, min(start + _GROUPS_MAX, len(groups)) + 1):
            joined = "".join(groups[start:end])
            if len(joined) >= _JOINED_DIGITS_MIN:
                yield joined


def _identifies(term: str) -> bool:
    digits = sum(sign.isdigit() for sign in term)
    if digits == len(term):
        return digits >= 4 and not (digits == 4 and term[:2] in ("19", "20"))
    return digits >= 3 and term.isascii()


def _root(word: str) -> str:
    stemmed = stem(word)
    return _roots().get(stemmed, stemmed)


@cache
def _roots() -> Mapping[str, str]:
    """Stem of a form → stem of its word: "kids" is found by "child" too."""
    return {stem(form): stem(base) for form, base in BASE_OF.items()}


@lru_cache(maxsize=WORDS_KEPT)
def stem(word: str) -> str:
    """The English Snowball stem of a lower-case word."""
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english", 0)
