"""Clauses: a turn cut into sentences and clauses with their offsets, without what is quoted, pasted or code."""

from __future__ import annotations

import re
from dataclasses import dataclass

HIDDEN = "\x00"
"""Stands for every character that is not the speaker's own statement; admitted text never holds it."""
CLAUSE_CHARACTERS_MAX = 400
"""A longer stretch without punctuation is no statement that rules could read."""

_LONG_QUOTES = re.compile(
    r"\"[^\"\n]{1,2000}\"|“[^”\n]{1,2000}”|「[^」\n]{1,2000}」|『[^』\n]{1,2000}』|(?<![\w.!?])[‘'](?=\S)(?:[^'’\n]"
    r"|['’](?=\w)){2,2000}['’](?!\w)"
)
_SPOKEN = re.compile(r"(?i:\b(?:i|i'm|my|me|we|you|he|she|they|is|are|was)\b)|我|你|他|她|的|了")
_CODE = re.compile(r"```[^`]*(?:```|$)|`[^`\n]{1,500}`|https?://[^\s，。）]+|<(\w{1,20})>[^<]{0,4000}</\1>")
_PASTED_LINE = re.compile(r"^[ \t]*(?:>|\||#|//|\$ |[-*+] ?\[[ x]\]).*$", re.MULTILINE)
_CITED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_SCRIPT_LINE = re.compile(
    r"^[ \t]*(?:\[[^\]\n]{1,40}\][ \t]*)?[A-Z\u4e00-\u9fff][\w .\u4e00-\u9fff]{0,24}[:：](?=[ \t]*\S).*$", re.MULTILINE
)
_SENTENCE_END = re.compile(
    r"[!?！？。；;\n]+|(?<!\b[A-Z])(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)(?<!\bSt)(?<!\bvs)\.+(?=\s|$|[\"')\]”’\x00])"
)
_CLAUSE_END_ZH = re.compile(
    r"[，,](?!(?:再|然后)(?:让|给|发|叫|请))|(?:但是?|不过(?!敏)|所以|因为|而且)(?=.)"
    r"|(?<=介绍|声明|说明|备注|补充|背景|情况|一下|正事|前提|定了|好了|测了|来了)[：:]"
)
_CLAUSE_END_EN = re.compile(
    r"(?<!from now on)(?<!going forward)\s*(?:[,:–—)]|\s-\s|\()\s*(?=(?:(?:and|but|so|then(?! (?:show|let|ask|send"
    r"|tell|give) )|or)\s+)?(?:i|i'm|i've|i'd|i'll|my|we|you|he|she|it|it's|they|could|can|would|will|please|do|does"
    r"|did|is|are|what|which|who|where|when|why|how|but|so|because|though|although|if|while|right|ok|okay|thanks"
    r"|thank|correct|no|isn't|aren't|don't|not|let|let's|just|any|thoughts|also|call|reach|text|new|remember|forget"
    r"|then(?! (?:show|let|ask|send|tell|give) )|now|now's|unless|except|actually|sorry|this|her name|his name)\b)"
    r"|\s+(?=(?:but|because|although|though|so|unless|whereas)\s)|\s+(?=and\s+(?:i|i'm|i've|my|we|you|he|she|it|they"
    r"|it's|please|can|could|started|joined|moved|adopted)\b)",
    re.IGNORECASE,
)
_ASKED_AFTER = re.compile(
    r"(?i:(?P<said>\W*(?:(?:so|and|but|well|ok|hey|hi),? )*(?:i|i'm|i've|we|we're|we've|my|our)\b[^?]{4,200}),"
    r"(?= (?!(?:you|he|she|they|we|i|it|that|so|right|is|are|do|does|don't|isn't|and|or|but)\b)(?:[\w']+ ?){1,9}$))"
)
"""A statement with a short question after it: "I live in Ghent, any tips?"."""
_HAN = re.compile(r"[\u4e00-\u9fff]")
_EDGES = " \t,，、:：\"'“”()（）–—-"
_PARTICLES_ZH = "啦哈呀啊哦噢喔哟呐哩咯喽嘞噻~～"
"""Endings that say nothing: 我住高雄啦."""
_NO_PARTICLE_ZH = ("唢呐", "二哈")
"""Things whose names end as if with a particle."""
_ME_FOR_MY = re.compile(
    r"(?i:(?P<before>(?:^|[.!?,;:–—\n] ?|\b(?:and|but|so|with|because|cos|that|when|of|from)\s)m)e(?= (?:older |younger"
    r" |little |big |best |auld |old )?(?:mum|mam|mom|mother|dad|da|father|brother|sister|wife|missus|husband|son"
    r"|daughter|mate|nan|gran)\b))"
)
""" "me brother Colm": my brother, as many say it; of the same length."""
_OF_ITS_OWN = re.compile(
    r"(?i:\b(?:i|i'm|i've|i'd|i'll|my|me|we|our|us|you|your|he|she|his|her|they|their|please|call|text|remember"
    r"|remind|let|don't)\b)|[我俺咱你您他她]|请|记得|提醒|\d{5,}|@"
)
"""What has a subject, or asks for something, says more than the statement before it."""


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause. `start` is its offset in the content; `sentence` counts sentences; `asks`: its sentence ends with a
    question mark; `last`: it is the last clause of its sentence."""

    text: str
    start: int
    sentence: int
    asks: bool
    last: bool

    @property
    def end(self) -> int:
        return self.start + len(self.text)

    @property
    def is_chinese(self) -> bool:
        return bool(_HAN.search(self.text))


def own_words(content: str) -> str:
    """The content with quotes, code, addresses and pasted lines hidden, curly apostrophes straight; same length."""
    own = _without_speech(_PASTED_LINE.sub(_hide, _without_code(content))).replace("’", "'")
    return _ME_FOR_MY.sub(r"\g<before>y", own) if "me " in own or "Me " in own else own


def quoted_spans(content: str) -> list[tuple[int, int]]:
    """[start, end) of the long quotes, the lines of a dialogue and those that begin with ">", in order."""
    before = _without_code(content)
    after = _without_speech(_CITED_LINE.sub(_hide, before))
    changed = "".join(HIDDEN if old != new else " " for old, new in zip(before, after, strict=True))
    return [match.span() for match in re.finditer(HIDDEN + "+", changed)]


def _without_code(content: str) -> str:
    text = content.replace("’", "'") if "“" not in content and "‘" not in content else content
    return _CODE.sub(_hide, text)


def _without_speech(text: str) -> str:
    if len(_SCRIPT_LINE.findall(text)) >= 2:
        text = _SCRIPT_LINE.sub(_hide, text)
    return _LONG_QUOTES.sub(_hide_speech, text)


def clauses(text: str) -> list[Clause]:
    """The clauses of `own_words(content)`, in order."""
    found: list[Clause] = []
    start = 0
    for sentence, (end, following, mark) in enumerate(_sentence_bounds(text)):
        body = text[start:end]
        pattern = _CLAUSE_END_ZH if _HAN.search(body) else _CLAUSE_END_EN
        added = _ASKED_AFTER.match(body) if mark and not _HAN.search(body) else None
        cut = len(added["said"]) if added else len(body)
        pieces = [*_pieces(body[:cut], start, pattern), *_pieces(body[cut:], start + cut, pattern)]
        pieces = [piece for piece in pieces if len(piece[0]) <= CLAUSE_CHARACTERS_MAX]
        for index, (piece, offset) in enumerate(pieces):
            found.append(Clause(piece, offset, sentence, mark, index == len(pieces) - 1))
        start = following
    return found


def _sentence_bounds(text: str) -> list[tuple[int, int, bool]]:
    bounds = [(m.start(), m.end(), "?" in m[0] or "？" in m[0]) for m in _SENTENCE_END.finditer(text)]
    return [*bounds, (len(text), len(text), False)]


def _pieces(body: str, offset: int, pattern: re.Pattern[str]) -> list[tuple[str, int]]:
    cuts = [0]
    for match in pattern.finditer(body):
        # A Chinese conjunction belongs to the clause after it, punctuation to none.
        cuts.extend((match.start(), match.start() if match[0].strip(" ，,：:–—-(") else match.end()))
    cuts.append(len(body))
    pieces = []
    for begin, end in zip(cuts[::2], cuts[1::2], strict=True):
        piece = body[begin:end]
        stripped = piece.strip(_EDGES)
        if not stripped.endswith(_NO_PARTICLE_ZH):
            stripped = stripped.rstrip(_PARTICLES_ZH).rstrip(_EDGES) or stripped
        if stripped.replace(HIDDEN, "").strip():
            pieces.append((stripped, offset + begin + piece.index(stripped)))
    return pieces


def _hide(match: re.Match[str]) -> str:
    return HIDDEN * len(match[0])


def _hide_speech(match: re.Match[str]) -> str:
    inside = match[0][1:-1]
    # "The Wire" and “小满” are names, not speech: short, and without the words of a sentence.
    short = len(inside) <= 8 if _HAN.search(inside) else len(inside.split()) <= 4
    return match[0] if short and not _SPOKEN.search(inside) else _hide(match)


def aside_end(content: str, end: int) -> int:
    """Where the statement that ends at `end` is over with its asides: "I own a Vespa, a blue one". Clauses of its
    sentence that have no subject of their own only say more of the same thing."""
    rest = content[end:]
    mark = _SENTENCE_END.search(rest)
    aside = rest[: mark.start()] if mark else rest
    return end if _OF_ITS_OWN.search(aside) else end + len(aside)
