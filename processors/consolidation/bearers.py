"""Bearers: whether two statements about one name, or one kin role, may speak of two people."""

from __future__ import annotations

import re
from functools import lru_cache

from processors.claims.people import KIN_EN, KIN_ZH, OTHERS_EN, OTHERS_ZH

_MARKS_EN = r"(?:other|second|first|third|older|elder|eldest|oldest|younger|youngest|middle|big|little|twin)"
_NOUNS_EN = "|".join(sorted(KIN_EN, key=len, reverse=True)) + "|" + OTHERS_EN
_NOUNS_ZH = "|".join(sorted(KIN_ZH, key=len, reverse=True)) + "|" + OTHERS_ZH
_ROLE_EN = rf"\b(?:my|our) (?:(?P<mark>{_MARKS_EN})|[\w-]+)? ?(?:[\w-]+ )?(?P<noun>{_NOUNS_EN})"
_ROLE_ZH = rf"我(?:们)?(?:家)?的?(?P<mark>[大小二三老]?)(?P<noun>{_NOUNS_ZH})"


def may_be_two(left: str, right: str, subject: str) -> bool:
    """Whether both texts say who `subject` is in words that need not fit one person: "my friend Tom" and "my colleague
    Tom", "my son" and "my younger son", 同事小王 and 邻居小王. Two words for one relation (a son, a kid) fit one."""
    one, other = _role(left, subject), _role(right, subject)
    if one is None or other is None:
        return False
    (mark, noun), (other_mark, other_noun) = one, other
    if mark != other_mark:
        return True
    named = subject in left and subject in right
    return noun != other_noun and not (named and _relation(noun) == _relation(other_noun))


def _role(text: str, subject: str) -> tuple[str, str] | None:
    for pattern in _patterns(subject):
        if match := pattern.search(text):
            return (match["mark"] or "").casefold(), match["noun"].casefold().removesuffix("s")
    return None


@lru_cache(maxsize=1_024)
def _patterns(subject: str) -> tuple[re.Pattern[str], ...]:
    kin = subject in {role for _, role in (*KIN_EN.values(), *KIN_ZH.values()) if role}
    after_en, after_zh = ("", "") if kin else (rf",? {re.escape(subject)}\b", re.escape(subject))
    return re.compile(rf"(?i:{_ROLE_EN}\b{after_en})"), re.compile(_ROLE_ZH + after_zh)


def _relation(noun: str) -> str:
    """The relation that a noun names; itself where it is none of ours."""
    return (KIN_EN.get(noun) or KIN_ZH.get(noun) or (noun, ""))[0]
