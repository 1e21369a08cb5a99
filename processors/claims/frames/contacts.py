"""How one is reached, whatever the wording: a number, mail or street beside words of reaching the speaker."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.found import Found

_PHONE = re.compile(r"(?<![\w.@-])\+?\(?\d[\d ().-]{5,20}\d(?![\w@])")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
_STREET = re.compile(
    r"(?<![\w-])(?:flat \w+, )?\d{1,4}[a-z]? (?:[A-Z][\w']+ ){1,3}(?:Street|St|Road|Rd|Lane|Ln|Avenue|Ave|Court|Mews"
    r"|Close|Drive"
    r"|Dr|Terrace|Square|Sq|Yard|Way|Place|Row|Crescent|Gardens|Grove|Hill|Park|Quay|Wharf|Boulevard|Blvd|Parade"
    r"|Walk)\b"
    r"(?:,? (?:flat|apt|apartment|unit) \w+)?(?:, [A-Z][\w-]+(?: [A-Z][\w-]+)?)?"
)
_REACHING = re.compile(
    r"(?i:\b(?:reach|get|text|call|ring|phone|whatsapp|contact|catch|message|buzz|find|try|get hold of"
    r"|bell) (?:hold of )?me\b"
    r"|\b(?:my|our) (?:\w+ ){0,2}(?:number|mobile|cell|phone|landline|line|digits)\b|\bme (?:on|at)\b)"
)
_WRITING = re.compile(
    r"(?i:\b(?:e-?mail|write|send|forward|drop|cc|message|reach|get|ping) (?:\w+ ){0,3}?(?:me|us)\b|\b(?:my"
    r"|our) (?:\w+ ){0,2}e-?mail\b"
    r"|\bme (?:on|at|a)\b|\bi(?:'m| am) (?:on|at) |\bmy inbox\b)"
)
_LIVING = re.compile(
    r"(?i:\b(?:my|our) (?:\w+ ){0,2}(?:address|place|home|house|flat|apartment|door|postal address)\b|\b(?:i"
    r"|we)(?:'re|'m| am| are)? (?:now )?(?:live|living"
    r"|moved|staying|based)\b|^\W*(?:best |new |delivery |postal |home |correct )+address\b|\b(?:deliver|ship|post"
    r"|send|drop) (?:\w+ ){0,3}to"
    r" (?:me|us|my)\b|\bfind (?:me|us) at\b)"
)
_ANOTHERS = re.compile(
    r"(?i:\b(?:his|her|their|your|customer|client|patient|user|office|company|shop|store|hotel|clinic|mr|mrs|ms"
    r"|support|helpline|order"
    r"|[\w-]+(?:['’]s|s['’]) (?:new |current |home )?(?:address|place|house|flat|number|phone|mobile|cell|e-?mail)"
    r"|invoice|ticket|old|former|previous|used to|not my|no longer|isn't)\b)"
)


def contacts(clause: str) -> Iterator[Found]:
    """What one stated English clause gives of phone, mail and address."""
    if _ANOTHERS.search(clause) or clause.rstrip().endswith("?"):
        return
    mail = _EMAIL.search(clause)
    if mail and _WRITING.search(clause):
        yield Found("email", mail[0].rstrip("."), subject="user")
    number = _PHONE.search(_EMAIL.sub(" ", clause))
    if number and 7 <= sum(sign.isdigit() for sign in number[0]) <= 15 and _REACHING.search(clause):
        yield Found("phone", number[0].strip(" .-("), subject="user")
    street = _STREET.search(clause)
    if street and _LIVING.search(clause):
        yield Found("address", street[0], subject="user")
