"""Claims in English clauses: who the clause speaks of, and what its predicate says."""

from __future__ import annotations

import re
from dataclasses import replace

from processors.claims.english_life import life_of, life_of_own, lost_pet
from processors.claims.english_own import own_properties, relations
from processors.claims.english_predicates import said_by
from processors.claims.english_values import KIN, name_of
from processors.claims.found import Found
from processors.claims.people import KIN_EN, NAME_EN

_LEAD = re.compile(
    r"(?i:(?:(?:(?:earlier )?(?:last|this|next|past) (?:week|weekend|month|year|spring|summer|autumn|fall|winter"
    r"|(?:mon|tues"
    r"|wednes|thurs|fri|satur|sun)day)|yesterday|tomorrow|(?:a|one|two|three|four|five|six|a few|\d+) (?:days?"
    r"|weeks?|months?"
    r"|years?) ago|in (?:(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|spring"
    r"|summer|autumn|winter|early|late) ?)?(?:\d{4})?(?=[ ,])|well|so|and|but|also|oh|ok|okay|(?:hey|hi|hello)(?:"
    r" there| everyone| all)?|btw|by the way|fyi"
    r"|actually|correction|sorry|no|yes|yeah|honestly|personally|please|pls|remember that|remember|note that|just so"
    r" you know|for the record|i mean|i meant|i said|i told you|i think|i guess|turns out|as you know|in fact|these"
    r" days|lately|recently|nowadays|today|right now|now|at the moment|apparently|(?:from|as of|since|starting)"
    r" (?:this|last|next) (?:week|month|year)(?: on)?|for the record(?:s)?|don't forget that|don't forget|keep"
    r" in mind that|keep in mind|you should know that|update|reminder|then|to be honest|as of (?:today|now)|from now"
    r" on|good (?:morning|evening|afternoon)|instead|however|because|wait)\b[\s,:.!\x00-]*){1,5})"
)
_SUBJECT = re.compile(
    rf"(?P<self>[Ii]\b)|(?i:(?P<our>we\b))|(?i:my (?:(?:older|younger|little|big|best|good|dear|old|eldest|youngest"
    rf"|twin|close) )?(?P<kin>{KIN})\b)(?: ?,? ?(?P<kin_name>{NAME_EN}))?|(?P<name>{NAME_EN})(?=(?:'s)? )"
)
_THIRD_PERSON = re.compile(
    r"(?i:(?:(?:really|also|still|just|always|absolutely|now|recently|currently|never|only)\s+){0,2}(?:likes|loves"
    r"|enjoys|adores|prefers|hates|dislikes|detests|can't stand|doesn't|does not|is (?:not )?(?:\w+ )?(?:allergic"
    r"|vegan|vegetarian|from|fond|into|\d)|lives|works|speaks|moved|has (?:just |recently )?moved|eats|used to|no"
    r" longer)\b)"
)
_FORGET = re.compile(
    r"(?i:^(?:(?:please|pls|and|now|so|just|ok|could you|can you|would you|i want you to|i'd like you to|you can"
    r"|you should)[\s,]+){0,3}(?:forget|delete|remove|erase|drop)\s+(?:everything |all )?(?:(?:about|of) )?"
    r"(?P<what>.{2,200}?)(?:[\s,]+(?:please|pls|thanks|for me|from (?:your )?memory|now|again|entirely"
    r"|completely)){0,3}$)"
)


def find_english(clause: str, carried: str) -> tuple[str | None, list[Found]]:
    """(subject the clause speaks of, what it says). "user" is the speaker; None = nobody we keep claims about.
    `carried` is the subject of the clause before it in the same sentence, for elided ones ("but now eat vegan")."""
    body = _without_lead(clause)
    pet = lost_pet(body)
    if pet:
        return None, [Found("pet", pet, "negative", "unset", subject="user")]
    found = [replace(item, subject="user") for item in own_properties(body)]
    found += relations(body)
    found += life_of_own(body, clause)
    subject, rest, own = _subject(body, carried)
    if subject is not None and rest and (own or _THIRD_PERSON.match(rest)):
        found.extend(said_by(rest) or life_of(rest))
    return subject, found


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
            r"(?i:(?:only |now |just |also |then )*(?:eat|drink|live|work|love|hate|prefer|enjoy|don't|do not)\b)",
            body,
        )
        return (carried, body, True) if carried == "user" and elided else (None, "", False)
    rest = body[match.end() :].lstrip()
    if match["self"] or match["our"]:
        return "user", rest, True
    if match["kin"]:
        attribute, role = KIN_EN[match["kin"].lower()]
        name = name_of(match["kin_name"])
        if name:
            return (name, rest, True) if attribute != "pet" else (None, "", False)
        return role or None, rest, True
    # A bare full name is as likely one of the newspapers as one of the speaker's people.
    name = "" if " " in match["name"] else name_of(match["name"])
    return (name or None), (rest if name else ""), False
