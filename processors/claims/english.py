"""Claims in English clauses: who the clause speaks of, and what its predicate says."""

from __future__ import annotations

import re
from dataclasses import replace

from processors.claims.english_belongings import kept_up
from processors.claims.english_endings import changed_of_own, ended
from processors.claims.english_life import life_of, life_of_own, lost_pet
from processors.claims.english_own import own_properties, relations
from processors.claims.english_predicates import said_by
from processors.claims.english_values import BE, CAPITALS, KIN, name_of
from processors.claims.english_views import life_of_named, views_of_own
from processors.claims.found import Found
from processors.claims.people import KIN_EN, NAME_EN, OTHERS_EN

_LEAD = re.compile(
    r"(?i:(?:(?:after (?:an?|the|some|many|much|weeks|months|years|lots) ?[\w ]{2,40}?(?:,\s*|\s+)(?=(?:i|we)\b)"
    r"|in case (?:it (?:helps|matters)|you need it|you wonder(?:ed)?)|to be fair|frankly|truth be told|between you"
    r" and me|as it happens|good news|bad news|quick update|just so you have it|one more thing|as i said|(?:earlier"
    r" )?(?:last|this|next|past) (?:week|weekend|month|year|spring|summer|autumn|fall|winter|(?:mon|tues|wednes|thurs"
    r"|fri|satur|sun)day)|yesterday|tomorrow|(?:a|one|two|three|four|five|six|a few|\d+) (?:days?|weeks?|months?"
    r"|years?) ago|in (?:(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|spring|summer|autumn|winter|early|late) ?)?(?:\d{4})?(?=[ ,])|well|so|and|but|also|oh|ok|okay|(?:hey|hi|hello)"
    r"(?: there| everyone| all)?|btw|by the way|fyi|actually|correction|sorry|no|yes|yeah|honestly|personally|please"
    r"|pls|remember that|remember|note that|psst|heads up"
    r"|just so you(?: all| guys| lot)? know|for the record|i mean|i meant|i said|i told you|i think"
    r"|i guess|(?:it )?turns out(?: that)?|as you know|in fact"
    r"|these days|lately|recently|nowadays|today|right now|now|at the moment"
    r"|apparently|(?:from|as of|since|starting) (?:this|last|next) (?:week|month|year)(?: on)?|for the record(?:s)?"
    r"|don't forget that|don't forget|keep in mind that|keep in mind|you should know that|update|reminder|then|to be"
    r" honest|as of (?:today|now)|by now|at present|for some time now|my (?:passport|id|licen[cs]e|birth certificate"
    r"|contract|payslip|badge|visa) (?:says|states|shows)(?: that)?|from now on|good (?:morning|evening|afternoon)"
    r"|instead|however|because|wait)\b(?:(?:(?<=fyi)|(?<=psst)|(?<=heads up)|(?<=reminder)|(?<=update)),? (?:all"
    r"|everyone|everybody|guys|folks|team|gang|peeps)\b)?[\s,:.!\x00-]*){1,5})"
)
_SUBJECT = re.compile(
    rf"(?P<self>[Ii]\b)|(?i:(?P<our>we\b))|(?i:my (?:(?:older|younger|little|big|best|good|dear|old|eldest|youngest"
    rf"|twin|close) )?(?P<kin>{KIN})\b(?!-| tongue))(?: ?,? ?(?P<kin_name>{NAME_EN}))?|(?i:my (?:\w+ )?{OTHERS_EN},? )"
    rf"(?P<other>{NAME_EN})(?=,? )|(?P<name>{NAME_EN})(?=(?:'s)? )"
)
_THIRD_PERSON = re.compile(
    r"(?i:(?:(?:really|also|still|just|always|absolutely|now|recently|currently|never|only)\s+){0,2}(?:likes|loves"
    r"|enjoys|adores|prefers|hates|dislikes|detests|can't stand|doesn't|does not|is (?:not )?(?:\w+ )?(?:allergic"
    r"|vegan|vegetarian|from|fond|into|\d)|lives|works|speaks|moved|is an? [a-z]+|has (?:just "
    r"|recently )?(?:moved|joined|started)"
    r"|eats|used to|no longer|uses|joined|founded|is hosted|started (?:working )?(?:at|with|for)|plays)\b)"
)
_AFTER: tuple[tuple[re.Pattern[str], re.Pattern[str], str], ...] = (
    (
        re.compile(r"(?i:\b(?:used to live|lived|moved|relocated|left) )"),
        re.compile(rf"[Ii] ?{BE} (?:(?:now|currently) )?in (?P<value>{CAPITALS})(?: now)?$"),
        "home_city",
    ),
    (
        re.compile(
            r"(?i:\b(?:changed|switched|quit|left|lost|new|used to work|worked)\b(?:.*\b(?:jobs?|work|at|for"
            r"|companies)\b)?)"
        ),
        re.compile(rf"[Ii] ?{BE} (?:(?:now|currently) )?(?:at|with) (?P<value>{CAPITALS})(?: now)?$"),
        "employer",
    ),
    (
        re.compile(r"(?i:\b(?:changed my name|name (?:has )?changed|got married)\b)"),
        re.compile(rf"[Ii] ?{BE} (?:now )?(?P<value>{NAME_EN})(?: now)?$"),
        "name",
    ),
    (
        re.compile(
            r"(?i:\b(?:became an? (?:mother|father|mum|mom|dad|parent)|(?:had|have) (?:a|our) (?:baby|son|daughter"
            r"|boy|girl)|gave birth|(?:son|daughter|baby) was born)\b)"
        ),
        re.compile(
            rf"(?:(?:[Hh]er|[Hh]is) name is|[Ss]he is called|[Hh]e is called|[Ww]e named (?:her|him)) "
            rf"(?P<value>{NAME_EN})$"
        ),
        "child",
    ),
)
"""(what stands before, what is said then, attribute)."""
_JOINED = re.compile(
    r"(?i: and (?:also )?(?=(?:works?|lives?|speaks?|is an?|has an?|likes|loves|hates|plays|moved|joined) ))"
)
_FORGET = re.compile(
    r"(?i:^(?:(?:please|pls|and|now|so|just|ok|could you|can you|would you|i want you to|i'd like you to|you can"
    r"|you should)[\s,]+){0,3}(?:forget|delete|remove|erase|drop)\s+(?:everything |all )?(?:(?:about|of) )?"
    r"(?P<what>.{2,200}?)(?:[\s,]+(?:please|pls|thanks|for me|from (?:your )?memory|now|again|entirely"
    r"|completely)){0,3}$)"
)


def find_english(clause: str, carried: str, before: str = "") -> tuple[str | None, list[Found]]:
    """(subject the clause speaks of, what it says). "user" is the speaker; None = nobody we keep claims about.
    `carried` is the subject of the clause before it in the same sentence, for elided ones ("but now eat vegan");
    `before` is that clause, for what only it explains ("I changed jobs, I'm at Acme now")."""
    body = _without_lead(clause)
    pet = lost_pet(body)
    if pet:
        return None, [Found("pet", pet, "negative", "unset", subject="user")]
    found = [replace(item, subject="user") for item in own_properties(body)]
    found += relations(body)
    found += life_of_own(body, clause)
    found += views_of_own(body, clause)
    found += changed_of_own(body)
    found += _after(body, before)
    subject, rest, own = _subject(body, carried)
    if subject is not None and rest and (own or _THIRD_PERSON.match(rest)):
        for said in _JOINED.split(rest):
            found.extend(said_by(said) or ended(said) or life_of(said) or life_of_named(said) or kept_up(said))
    return subject, found


def _after(body: str, before: str) -> list[Found]:
    """What a clause says only after another: "I used to live in Derry, now I'm in Sligo"."""
    for context, pattern, attribute in _AFTER:
        match = pattern.match(body) if context.search(before) else None
        if match and name_of(match["value"]):
            return [Found(attribute, match["value"].strip(" .,"), subject="user")]
    return []


def forgotten(clause: str) -> str:
    """What a clause asks to forget ("forget my address" → "my address"), else ""."""
    match = _FORGET.match(clause)
    return match["what"].strip() if match else ""


def _without_lead(clause: str) -> str:
    match = _LEAD.match(clause)
    # "now" may be all that stands before an elided subject; a lead is never the whole clause.
    return clause[match.end() :] if match and match.end() < len(clause) else clause


def _subject(body: str, carried: str) -> tuple[str | None, str, bool]:
    """(subject, what is said of it, whether it is the speaker or one of theirs rather than a bare name)."""
    match = _SUBJECT.match(body)
    if match is None:
        elided = re.match(
            r"(?i:(?:only |now |just |also |then )*(?:eat|drink|live|work|love|hate|prefer|enjoy|don't|do not|started"
            r"|joined|moved|bought|adopted|quit|sold)\b)",
            body,
        )
        return (carried, body, True) if carried == "user" and elided else (None, "", False)
    rest = body[match.end() :].lstrip()
    if match["self"] or match["our"]:
        return "user", rest, True
    if match["other"]:
        return name_of(match["other"]) or None, rest.lstrip(", "), True
    if match["kin"]:
        attribute, role = KIN_EN[match["kin"].lower()]
        name = name_of(match["kin_name"])
        if name:
            return (name, rest, True) if attribute != "pet" else (None, "", False)
        return role or None, rest, True
    # A bare full name is as likely one of the newspapers as one of the speaker's people.
    name = "" if " " in match["name"] else name_of(match["name"])
    return (name or None), (rest if name else ""), False
