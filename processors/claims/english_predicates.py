"""What an English predicate says of its subject: likes, age, home, work, diet, languages, states."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from processors.claims.english_values import (
    BE,
    CAPITALS,
    DEFINITE,
    GENERAL,
    LIST_END,
    NO_OBJECT,
    OFFERED,
    kept_items,
    value_of,
)
from processors.claims.found import LIKELY, SURE, Found
from processors.claims.words import DIETS, KEPT_FROM_EN, LANGUAGES_EN, OCCUPATIONS_EN, PLAYED_EN, STATES_EN
from schemas.claims import ClaimAction, Polarity

_ADVERBS = (
    r"(?:(?:really|absolutely|still|also|just|always|actually|especially|particularly|totally|truly|quite|mostly"
    r"|generally|usually|definitely|do|now|so|very much|genuinely|only|currently|too|badly|severely|highly|very"
    r"|deathly|mildly|even|recently|finally|officially|personally|kind of|sort of|both|rather|simply"
    r"|completely)\s+){0,3}"
)
_PLACE = r"(?:the )?" + CAPITALS.replace("0-9", "") + r"(?:, [A-Z][\w.'-]{1,30}(?: [A-Z][\w'-]{1,30})?)?"
Build = Callable[[re.Match[str]], Iterator[Found]]


_NARROWED = re.compile(
    r"(?i:(?:[\w'-]+ ){1,2}(?:that|who|which) (?!with|to|for|in|on|at|from|the|a|an|is\b)[^,.;!–-]+)"
)
_PERSONAL = re.compile(
    r"(?i:\b(?:i|me|my|you|your|we|us|our|it|its|this|these|those|he|him|she|her|they|them|their)\b)"
)
NARROWED_WORDS_MAX = 8


def _listed(attribute: str, *, polarity: Polarity = "positive", action: ClaimAction = "assert") -> Build:
    def build(match: re.Match[str]) -> Iterator[Found]:
        text = re.sub(r"(?i:^to (?=\w))", "", match["value"])
        if NO_OBJECT.match(match["value"]) or (DEFINITE.match(text) and not GENERAL.match(text)):
            return
        if OFFERED.search(text):
            return
        narrowed = _NARROWED.match(text)
        if narrowed:
            # "people who lie": the noun alone would say more than was said.
            if not _PERSONAL.search(narrowed[0]) and len(narrowed[0].split()) <= NARROWED_WORDS_MAX:
                yield Found(attribute, narrowed[0].strip(" .!"), polarity, action)
            return
        for item in kept_items(value_of(LIST_END.split(text)[0])):
            yield Found(attribute, item, polarity, action)

    return build


def _plain(attribute: str, confidence: float = SURE) -> Build:
    def build(match: re.Match[str]) -> Iterator[Found]:
        yield Found(attribute, match["value"].strip(" .,"), confidence=confidence)

    return build


def _diet(match: re.Match[str]) -> Iterator[Found]:
    value = match["value"].lower()
    negative = bool(match.groupdict().get("not"))
    ill = value in ("diabetic", "celiac", "coeliac")
    yield Found("health" if ill else "diet", value, "negative" if negative else "positive")


def _languages(match: re.Match[str]) -> Iterator[Found]:
    for word in re.findall(r"[A-Z][a-z]+", match["value"]):
        if word in LANGUAGES_EN:
            yield Found("language", word)


def _age(match: re.Match[str]) -> Iterator[Found]:
    years = int(match["value"])
    explicit = bool(match.groupdict().get("years"))
    if (0 if explicit else 10) <= years <= 120:
        yield Found("age", str(years), confidence=SURE if explicit else LIKELY)


def _occupation(match: re.Match[str]) -> Iterator[Found]:
    words = match["value"].split()
    # "a software engineer at Alder" and "a nurse": the last word that is a profession ends the value.
    for count in range(min(4, len(words)), 0, -1):
        if words[count - 1].lower().rstrip(".,-") in OCCUPATIONS_EN and words[count - 2 : count - 1] != ["role"]:
            yield Found("occupation", " ".join(words[:count]).rstrip(".,-"))
            return


def _works_as(match: re.Match[str]) -> Iterator[Found]:
    yield Found("occupation", match["value"])
    if match["employer"]:
        yield Found("employer", match["employer"].strip(" .,"))


def _no_language(match: re.Match[str]) -> Iterator[Found]:
    if match["value"] in LANGUAGES_EN:
        yield Found("language", match["value"], "negative")


_PASSING = re.compile(
    r"(?i:\b(?:of|by|with|about) (?:this|that|these|those|your|it)\b|\bstuck (?:on|at|in|with) (?:question|level|step"
    r"|line|page|chapter|part|exercise|problem|this|the \w+ (?:step|part|question|line|level))\b|\bstuck$)"
)
"""What is so of the matter at hand, not of the speaker."""


def _state(match: re.Match[str]) -> Iterator[Found]:
    value = re.sub(
        r"(?i:\s+(?:right now|now|today|at the moment|currently|tonight|this morning)\b.*$)", "", match["value"]
    )
    value = value.split(",")[0]
    if _PASSING.search(value):
        return
    if 0 < len(value.split()) <= 10 and "\x00" not in value and not re.search(r"(?i:\b(?:it|this|that)$)", value):
        yield Found("state", value.strip(" .,"), confidence=LIKELY)


_DO_NOT = r"(?:do not|don't|does not|doesn't|dont)"
_LIKE = r"(?:likes?|loves?|enjoys?|adores?|prefers?)"
_HATE = r"(?:hates?|dislikes?|detests?|despises?|loathes?|can't stand|cannot stand|can't bear|abhors?|can't tolerate)"
_RULES: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"(?i:{_ADVERBS}(?:no longer|not) {_HATE} (?P<value>.+))",
            _listed("dislikes", polarity="negative", action="unset"),
        ),
        (rf"(?i:{_ADVERBS}no longer {_LIKE} (?P<value>.+))", _listed("likes", action="unset")),
        (
            r"(?i:(?:strongly |honestly |really |much )?prefers? (?!to\b)(?P<value>[\w' -]{2,40}?) (?:over|to"
            r"|rather than|instead of) \w.*$)",
            _listed("likes"),
        ),
        (rf"(?i:(?:{BE} )(?P<value>lactose|gluten|fructose|histamine)[- ]intolerant\b)", _plain("allergy")),
        (rf"(?:{_DO_NOT}|can't|cannot) speak (?:any |a word of )?(?P<value>[A-Z][a-z]+)(?= |$)", _no_language),
        (
            rf"(?i:{_ADVERBS}{_DO_NOT} (?:\w+ )?(?:hate|dislike|detest) (?P<value>.+))",
            _listed("dislikes", polarity="negative", action="unset"),
        ),
        (
            rf"(?i:{_ADVERBS}{_DO_NOT} (?:\w+ )?(?:like|love|enjoy) (?P<value>.+?) any ?more\b)",
            _listed("likes", action="unset"),
        ),
        (
            rf"(?i:{_ADVERBS}(?:{_DO_NOT} (?:(?!feel|look|sound|seem|act|taste)\w+ ){{0,2}}(?:like|love|enjoy"
            rf"|care for)|{_HATE}) (?P<value>.+))",
            _listed("dislikes", polarity="negative"),
        ),
        (
            rf"(?i:(?:{BE} not|'m not|isn't|am not) (?:\w+ )?(?:a (?:big |huge )?fan of|fond of|keen on|into) "
            rf"(?P<value>.+))",
            _listed("dislikes", polarity="negative"),
        ),
        (r"(?i:used to (?:really )?(?:like|love|enjoy|prefer|adore) (?P<value>.+))", _listed("likes", action="unset")),
        (
            r"(?i:used to (?:really )?(?:hate|dislike|detest) (?P<value>.+))",
            _listed("dislikes", polarity="negative", action="unset"),
        ),
        (
            r"(?i:(?:have |'ve )?(?:stopped liking|gone off|fallen out of love with) (?P<value>.+))",
            _listed("likes", action="unset"),
        ),
        (rf"(?i:{_ADVERBS}{_LIKE} (?P<value>.+))", _listed("likes")),
        (r"(?i:can(?:'t|not) get enough of (?P<value>.+))", _listed("likes")),
        (
            rf"(?i:{BE} {_ADVERBS}(?:a (?:big |huge |massive )?fan of|fond of|keen on|into|crazy about|passionate about"
            r"|obsessed with|addicted to) (?P<value>.+))",
            _listed("likes"),
        ),
        (rf"(?i:{BE} not {_ADVERBS}allergic to (?P<value>.+))", _listed("allergy", polarity="negative")),
        (rf"(?i:{BE} {_ADVERBS}allergic to (?P<value>.+))", _listed("allergy")),
        (
            rf"(?i:(?:{BE} (?P<not>not |no longer )?{_ADVERBS}(?:an? )?(?:strict )?|(?:(?:have |'ve )?(?:gone|went"
            rf"|turned|became|become)) )(?P<value>{DIETS})\b)",
            _diet,
        ),
        (rf"(?i:(?:only |now |just |also |then )*eats? (?:strictly |only |mostly )?(?P<value>{DIETS})\b)", _diet),
        (
            rf"(?i:(?:do |does |still |also |now ){{0,2}}eats? (?P<value>{KEPT_FROM_EN}(?:(?:, | and |, and"
            rf" ){KEPT_FROM_EN})*)"
            r"(?: (?:now|again|too|as well))?$)",
            _listed("diet"),
        ),
        (
            rf"(?i:(?:{_DO_NOT}|can't|cannot|never|can not) eat (?P<value>.+))",
            _listed("diet", polarity="negative"),
        ),
        (r"(?:have |'ve )?(?:just |recently )?(?P<years>turned) (?P<value>\d{1,3})(?= |$)", _age),
        (rf"(?:{BE} |just turned |turned )(?P<value>\d{{1,3}})(?P<years>[ -]years?[ -]old)\b", _age),
        (rf"(?:{BE} (?:now )?|just turned |turned )(?P<value>\d{{1,3}})(?: now)?(?=$| and (?!a half)[a-z]+s\b)", _age),
        (
            rf"(?:{BE} |(?:have |'ve |has )been )?{_ADVERBS}(?:lives?|living|based|located|resides?|residing) in "
            rf"(?P<value>{_PLACE})",
            _plain("home_city"),
        ),
        (
            rf"(?:have |'ve |has )?{_ADVERBS}(?:moved|relocated) (?:from {_PLACE} )?(?:over |back )?to "
            rf"(?P<value>{_PLACE})",
            _plain("home_city", LIKELY),
        ),
        (
            rf"(?:{BE} originally from|{BE} from|come from|comes from|grew up in|was born in) (?P<value>{_PLACE})",
            _plain("hometown", LIKELY),
        ),
        (
            rf"{_ADVERBS}(?:works?|working|{BE} (?:now )?(?:working|employed)) (?:at|for) (?:the )?"
            rf"(?P<value>{CAPITALS})",
            _plain("employer"),
        ),
        (
            rf"{_ADVERBS}works? (?:(?:part|full)[- ]time |freelance |nights )?as (?:an? |the )?"
            r"(?P<value>[a-z-]+(?: [a-z-]+){0,3}?)(?= at| for| in| with| on| by|[,.]|$)"
            rf"(?: (?:at|for|with) (?:the )?(?P<employer>{CAPITALS}))?",
            _works_as,
        ),
        (rf"(?i:{BE} (?:currently |now |also )?an? (?P<value>[a-z-]+(?: [a-z-]+){{0,3}}))", _occupation),
        (
            r"(?:can |also |now )*(?:speaks?|can speak) (?:fluent |some |a little |basic |both |a bit of |native )?"
            r"(?P<value>.+)",
            _languages,
        ),
        (rf"(?i:{_ADVERBS}plays? (?:the )?(?P<value>{PLAYED_EN})(?= |$))", _plain("hobby")),
        (rf"{BE} (?:\w+ )?fluent in (?P<value>.+)", _languages),
        (
            rf"(?i:{BE} (?P<value>(?:(?:still|really|so|a bit|very|totally|completely|pretty|feeling|super|a little"
            rf"|too)\s+){{0,2}}(?:{STATES_EN})\b.{{0,80}}))",
            _state,
        ),
        (
            r"(?i:(?:have|'ve|got|'ve got|have got) (?:(?:an?|the|really|very|bad|terrible|slight|awful|mild|nasty"
            r"|horrible|splitting|pounding)\s+){0,3}(?P<value>(?:headache|cold|fever|flu|migraine|sore throat|stomach"
            r" ?ache|toothache|cough|hangover)\b.{0,40}))",
            _state,
        ),
        (rf"(?i:{BE} (?P<value>(?:busy |currently )?[a-z]+ing .{{2,60}}?) (?:right now|at the moment)\b)", _state),
    )
)


def said_by(rest: str) -> list[Found]:
    """What the first rule that finds something says; a predicate says one thing."""
    for pattern, build in _RULES:
        match = pattern.match(rest)
        if match:
            found = list(build(match))
            if found:
                return found
    return []
