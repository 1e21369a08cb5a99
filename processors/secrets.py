"""Secrets in a text: keys, passwords, card and identity numbers, masked before anything is stored (DESIGN §4)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

_NAMED_TOKENS: tuple[tuple[str, str], ...] = (
    (
        "private_key",
        r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[^-]|-(?!-))*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?",
    ),
    ("token", r"(?<![A-Za-z0-9_-])(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\w{20,}|glpat-[\w-]{16,})"),
    ("token", r"(?<![A-Za-z0-9_-])(?:npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{20,}|pypi-[\w-]{30,})"),
    (
        "token",
        r"(?<![A-Za-z0-9_-])(?:dop_v1_[a-f0-9]{60,70})",
    ),
    ("token", r"(?<![A-Za-z0-9_-])xox[abeprs]-[A-Za-z0-9-]{10,}"),
    ("token", r"(?<![A-Za-z0-9_-])eyJ[\w-]{8,4096}\.[\w-]{8,8192}\.[\w-]{0,4096}"),
    ("token", r"(?i:(?<![A-Za-z0-9_-])bearer\s{1,3})(?P<secret>[A-Za-z0-9._~+/-]{16,}={0,2})"),
    ("api_key", r"(?<![A-Za-z0-9_-])sk-[\w-]{16,}"),
    ("api_key", r"(?<![A-Za-z0-9_-])[rsp]k_(?:live|test)_[A-Za-z0-9]{10,}"),
    ("api_key", r"(?<![A-Za-z0-9_-])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9_-])"),
    ("api_key", r"(?<![A-Za-z0-9_-])AIza[\w-]{30,60}"),
    ("api_key", r"(?<![A-Za-z0-9_-])SG\.[\w-]{16,64}\.[\w-]{16,128}"),
    ("token", r"(?<![\w:-])\d{8,10}:AA[\w-]{30,40}(?![\w-])"),
    ("token", r"(?<![\w.-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])"),
    ("api_key", r"(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("token", r"(?i:(?<![A-Za-z])cookie:\s{0,3}[\w.-]{1,64}=)(?P<secret>[^\s;,]{16,})"),
    ("password", r"(?i:(?<![\w-])curl\s[^\n]{0,200}?(?:-u|--user)\s{1,3})[^\s:]{1,64}:(?P<secret>[^\s]{1,128})"),
    ("card", r"(?i:(?<![A-Za-z])(?:cvv2?|cvc2?)(?: code)?\s{0,3}(?:is|[:=#])?\s{0,3})(?P<secret>\d{3,4})(?!\d)"),
    ("password", r"(?<=://)[^\s:/@]{1,128}:(?P<secret>[^\s:/@]{1,256})(?=@)"),
)
_LABELLED_KEY = re.compile(
    r"(?i:(?:(?:api|access|auth|secret|private|refresh|session|account)[ _-]?(?:key|token)|client[ _-]?secret|token"
    r"|secret|密钥|秘钥|令牌|口令)[\"']?\s{0,3}(?:is|was|[:=：]|是|为)\s{0,3}[\"'“`]?)(?P<secret>[A-Za-z0-9_./+=-]{10,})"
)
_QUOTED_PASSWORD = re.compile(
    r"(?i:(?<![A-Za-z])(?:pass(?:word|wd|phrase|code)?|pwd|pin|密码|口令)[\"']?\s{0,3}(?P<mark>[:=：])\s{0,3}[\"'])"
    r"(?P<secret>[^\"'\n]{4,128})(?=[\"'])"
)
"""As it stands in JSON and settings: the quotes end it, not the spaces."""
_PHRASE = re.compile(
    r"(?i:(?<![A-Za-z])(?:pass ?phrase|(?:seed|recovery|mnemonic|backup) (?:phrase|words))\s{0,3}"
    r"(?P<mark>is|are|was|[:=])\s{0,3}[\"'“]?)(?P<secret>[A-Za-z]{2,20}(?: [A-Za-z]{2,20}){3,23})"
)
"""Several words that open something."""
_PASSWORD = re.compile(
    r"(?i:(?<![A-Za-z])(?<!boarding )(?<!ski )(?<!bus )(?:pass(?:word|wd|phrase|code)?|pwd|pin(?: code)?)"
    r"\s{0,3}(?P<mark>[:=：]|is(?! not)(?: now)?|was|['’]s(?! not))\s{0,3}[\"'“”]?)(?P<secret>[^\s，。；、！？]{4,128})"
)
_PASSWORD_ZH = re.compile(
    r"(?:密码|暗号|口令|PIN码)\s{0,3}(?P<mark>是|为|改成了?|改为|设为|[:：=])?\s{0,3}[\"'“”]?(?P<secret>[!-~０-９Ａ-Ｚａ-ｚ]{4,128})"
)
_REMARKS = (
    "wrong incorrect expired weak strong required needed missing invalid correct short long empty blank safe secure "
    "secret reset changed lost gone stored saved hashed encrypted protected still always never just also hard easy "
    "different good fine same forgotten case what where known simple complex based"
)
_PASSWORD_REMARKS = frozenset(_REMARKS.split())
_PHRASE_REMARK = re.compile(
    r"(?i:(?:an?|the|in|on|my|your|to|for|so|too|very|not|something|stored|saved|kept|hidden|written|known|lost|gone"
    r"|wrong)\b)"
)
_SOCIAL_SECURITY = re.compile(
    r"(?i:(?:ssn|social security(?: number)?)\s{0,3}(?:is|[:#])?\s{0,3})(?P<secret>\d{3}[- ]?\d{2}[- ]?\d{4})(?!\d)"
)
_CHINESE_ID = re.compile(r"(?<![0-9A-Za-z])\d{6}(?:18|19|20)\d{2}[01]\d[0-3]\d{4}[\dXx](?![0-9A-Za-z])")
_IBAN = re.compile(r"(?<![0-9A-Za-z])[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?![0-9A-Za-z])")
_DIGIT_GROUPS = re.compile(r"(?<![0-9A-Za-z+＋.])\d(?:[ -]?\d){12,40}(?![0-9A-Za-z])")
_CARD_LAYOUTS = ((4, 4, 4, 4), (4, 4, 4, 4, 1), (4, 4, 4, 4, 2), (4, 4, 4, 4, 3), (4, 6, 5), (4, 6, 4), (6, 13))
_CARD_ISSUER = re.compile(r"4|5[0-8]|2[2-7]|3[0-9]|6[0-9]|81")
_OTHER_NUMBER = re.compile(
    r"(?i:(?:order|tracking|invoice|ticket|parcel|reference|case|serial|isbn|imei|订单|运单|单号|快递|流水|序列|编号)"
    r"(?:\s?(?:number|code|no\.?|id|号码?|编号))?\s{0,2}(?:is|was|是|为|[:：#])?\s{0,2}#?)$"
)
_CHECK_WEIGHTS = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
_CHECK_DIGITS = "10X98765432"
_TRAILING = ",.;)]}\"'”’»"

KEY_CHARACTERS_MAX = 64
"""A longer key is a text, no name."""
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_NO_SECRET = re.compile(r"(?i:page|next|cursor|sync|continuation|public)")
_SECRET_KEY = re.compile(
    r"(?i:(?:\w+[ _.-])?(?:(?P<password>pass(?:word|wd|phrase|code)|pwd|pin(?:[ _-]?code)?|cvv2?|cvc2?)"
    r"|(?P<private>private[ _-]?key)|(?:(?:access|auth|refresh|session|bearer|api)[ _-]?)?token"
    r"|(?:api|access|auth|secret)[ _-]?key|(?:client[ _-]?)?secret|authori[sz]ation|credentials?))"
    r"|(?P<zh>.{0,4}(?:密码|口令|密钥|秘钥|令牌))"
)

_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _NAMED_TOKENS)


@dataclass(frozen=True, slots=True)
class Masked:
    """A text without its secrets, each replaced by `[masked:<kind>]`; `kinds` in order of their names."""

    text: str
    kinds: tuple[str, ...]


def mask_secrets(text: str) -> Masked:
    """Replace what gives access or identifies officially: API keys and tokens, private keys, passwords, payment card
    numbers (Luhn, ISO/IEC 7812), Chinese identity numbers (check digit of GB 11643), IBANs (ISO 13616, mod 97).
    Phone, order and other numbers stay. Masking a masked text changes nothing."""
    kinds: set[str] = set()
    for kind, pattern in _COMPILED:
        text = _replace(pattern, kind, text, kinds, _always)
    text = _replace(_CHINESE_ID, "national_id", text, kinds, _is_chinese_id)
    text = _replace(_SOCIAL_SECURITY, "national_id", text, kinds, _always)
    text = _replace(_IBAN, "iban", text, kinds, _is_iban)
    text = _mask_cards(text, kinds)
    text = _replace(_LABELLED_KEY, "api_key", text, kinds, _looks_random)
    text = _replace(_QUOTED_PASSWORD, "password", text, kinds, _is_password)
    text = _replace(_PHRASE, "password", text, kinds, _opens_something)
    text = _replace(_PASSWORD, "password", text, kinds, _is_password)
    text = _replace(_PASSWORD_ZH, "password", text, kinds, _is_password)
    return Masked(text, tuple(sorted(kinds)))


def mask(kind: str) -> str:
    """What stands in the place of a secret."""
    return f"[masked:{kind}]"


def is_masked(text: str) -> bool:
    """Whether a secret was masked at the beginning of a text."""
    return text.startswith("[masked:")


def secret_named(key: str) -> str:
    """The kind of secret that a key of a structure says its value is, "" = none."""
    match = _SECRET_KEY.fullmatch(_CAMEL.sub("_", key.strip())) if len(key) <= KEY_CHARACTERS_MAX else None
    if match is None or _NO_SECRET.search(key):
        return ""
    return "password" if match["password"] or match["zh"] else "private_key" if match["private"] else "token"


def _replace(
    pattern: re.Pattern[str], kind: str, text: str, kinds: set[str], holds: Callable[[re.Match[str]], bool]
) -> str:
    def masked(match: re.Match[str]) -> str:
        secret = _secret(match)
        if is_masked(secret) or not holds(match):
            return match[0]
        kinds.add(kind)
        start = match.start("secret") - match.start() if "secret" in pattern.groupindex else 0
        return f"{match[0][:start]}{mask(kind)}{match[0][start + len(secret) :]}"

    return pattern.sub(masked, text)


def _secret(match: re.Match[str]) -> str:
    if "secret" not in match.re.groupindex:
        return match[0]
    secret = match["secret"]
    # Punctuation after a password belongs to the sentence; a password made of nothing else is kept whole.
    return secret.rstrip(_TRAILING) or secret


def _always(_: re.Match[str]) -> bool:
    return True


def _looks_random(match: re.Match[str]) -> bool:
    secret = match["secret"]
    return any(c.isdigit() for c in secret) and any(c.isalpha() for c in secret)


def _is_password(match: re.Match[str]) -> bool:
    secret = _secret(match)
    if len(secret) < 4 or secret.startswith("[masked"):
        return False
    mark = match["mark"] or ""
    has_digit_or_sign = any(not c.isalpha() and c not in "'’-" for c in secret)
    if not mark:
        return any(c.isdigit() for c in secret)
    if mark.strip().lower() not in (":", "=", "："):
        ends = (
            match.end() == len(match.string) or match["secret"] != secret or match.string[match.end()] in "\n，。；！？"
        )
        return has_digit_or_sign or (ends and secret.casefold() not in _PASSWORD_REMARKS)
    return secret.casefold() not in _PASSWORD_REMARKS


def _opens_something(match: re.Match[str]) -> bool:
    return _PHRASE_REMARK.match(match["secret"]) is None


def _is_chinese_id(match: re.Match[str]) -> bool:
    digits = match[0]
    total = sum(int(digit) * weight for digit, weight in zip(digits, _CHECK_WEIGHTS, strict=False))
    return _CHECK_DIGITS[total % 11] == digits[-1].upper()


def _is_iban(match: re.Match[str]) -> bool:
    plain = match[0].replace(" ", "")
    if not 15 <= len(plain) <= 34 or not plain.isascii():
        return False
    return int("".join(str(int(c, 36)) for c in plain[4:] + plain[:4])) % 97 == 1


def _is_luhn(digits: str) -> bool:
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _mask_cards(text: str, kinds: set[str]) -> str:
    def masked(match: re.Match[str]) -> str:
        if _OTHER_NUMBER.search(text, max(0, match.start() - 24), match.start()):
            return match[0]
        spans = [(m.start(), m.end()) for m in re.finditer(r"\d+", match[0])]
        for first in range(len(spans)):
            for last in range(first, min(first + 5, len(spans))):
                start, end = spans[first][0], spans[last][1]
                layout = tuple(b - a for a, b in spans[first : last + 1])
                if _is_card(layout, re.sub(r"\D", "", match[0][start:end])):
                    kinds.add("card")
                    return f"{match[0][:start]}{mask('card')}{match[0][end:]}"
        return match[0]

    return _DIGIT_GROUPS.sub(masked, text)


def _is_card(layout: tuple[int, ...], digits: str) -> bool:
    if len(layout) > 1 and layout not in _CARD_LAYOUTS:
        return False
    ascii_digits = "".join(str(int(digit)) for digit in digits)
    return 13 <= len(digits) <= 19 and bool(_CARD_ISSUER.match(ascii_digits)) and _is_luhn(ascii_digits)
