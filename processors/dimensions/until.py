"""Until: when an exception ends that a turn speaks of: "until 9 March", "during May", 到3月20号为止, 2月28号过期."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta

from schemas.dimensions import TimeInterval

_SENTENCE = re.compile(r"[.!?。！？;；\n]+(?=\s|$|[\u4e00-\u9fff])")
SHARE = 0.6
"""A turn of which the exception makes up less says other things, which do not end with it."""
_YEAR = timedelta(days=365)
_END = re.compile(r"(?i:\b(?:until|till|through|thru)(?: the)?(?: end of)? $)|(?:到|直到|截止到?|截至)$", re.I)
_DURING = re.compile(
    r"(?i:\b(?:during|throughout|(?:only|just) (?:for|in|during)|for(?= this| the month)|only) (?:the )?$)"
)
_EXPIRES = re.compile(
    r"(?i:\b(?:expires?|expiring|runs out|valid (?:until|till|through)|good (?:until|till|through)|ends) (?:on "
    r"|at )?(?:the )?$)"
)
_BEFORE = re.compile(r"(?i:\b(?:before|up to) (?:the )?$)")
_TEMPORARY = re.compile(
    r"(?i:\b(?:temporar\w+|for now|in the meantime|for the time being|backup|spare|instead|stand-?in|only)\b)"
    r"|先|暂|临时|备用|替|只限|仅限"
)
_ONLY_BEHIND = re.compile(r"(?i:\W{0,2}only\b)|(?:先|暂时|临时|只|仅|期间)")
_TILL_BEHIND = re.compile(r"(?:这天|当天)?[我他她]?们?(?:为止|都|还得|一直|还|前都|之前都|以前都|止|只能|得)")
_OVER_BEHIND = re.compile(
    r"(?:就|会)?(?:过期|失效|到期|截止|作废|结束)|(?:之前|以前|前|底前|为止)?(?:都|一直|还)?(?:有效|能用|可用|可以用|适用)"
)
_BEFORE_BEHIND = re.compile(
    r"(?:之前|以前|前)(?:都|先|请|暂时|临时|还是|一律|只|我)?[^把给交还]{0,3}(?:打|用|走|住|找|改|吃|喝|睡|发|寄|开"
    r"|在|放)"
)
_DUE = re.compile(
    r"(?i:\b(?:wait|waiting|due|deadline|finish|submit|promis\w+|owe|can't|cannot|days|weeks|hours"
    r"|months) (?:\w+ ){0,3}(?:until|till)\b"
    r"|\b(?:did|didn't|was|were|wasn't|weren't|had|lived|worked|stayed|used to)\b)"
    r"|答应|必须|给你|给他|给她|交|完成|寄过去|办好|做完|[等到]不[到了]"
)
"""A deadline, a countdown and what was until then are no exceptions."""


def holds_until(own: str, occurred_at: datetime, times: Sequence[TimeInterval]) -> datetime | None:
    """The instant at which all that a turn says ends; None when it says no such thing, or more than that. `own`: the
    turn without quotes."""
    if not times or _DUE.search(own):
        return None
    for time in times:
        place = own.find(time.text)
        if place < 0 or not time.text:
            continue
        ends = _ends(own[:place], _ahead(time, occurred_at), own[place + len(time.text) :], own)
        if ends is not None and ends > occurred_at and _share(own, place) >= SHARE:
            return ends
    return None


def _ahead(time: TimeInterval, occurred_at: datetime) -> TimeInterval:
    """A day without a year as the next one: what something lasts to lies ahead, whatever tense stands beside it."""
    if time.end is None or time.end > occurred_at or re.search(r"\d{4}", time.text):
        return time
    if time.granularity not in ("day", "month") or time.end + _YEAR <= occurred_at:
        return time
    return time.model_copy(update={"start": time.start + _YEAR, "end": time.end + _YEAR})


def _ends(before: str, time: TimeInterval, behind: str, own: str) -> datetime | None:
    written = re.match(r"(?i:(?:until|till|through)\b)|(?:到|直到|截止)", time.text)
    if written or _END.search(before):
        # 到 alone is an arrival or one side of a range; it is an end with what follows.
        chinese = not (written or _END.search(before))[0].strip().isascii()  # type: ignore[index]
        sure = own[: len(before)].endswith(("截止到", "截止", "截至"))
        return time.end if not chinese or sure or _TILL_BEHIND.match(behind) or "为止" in time.text else None
    if _EXPIRES.search(before) or _OVER_BEHIND.match(behind):
        return time.end
    long = time.granularity in ("day", "week", "month", "weekend", "season", "quarter")
    if long and (_DURING.search(before) or (_ONLY_BEHIND.match(behind) and not behind.startswith("只有"))):
        return time.end
    if _BEFORE_BEHIND.match(behind) or (_BEFORE.search(before) and _TEMPORARY.search(own)):
        return time.start
    if re.search(r"(?:之前|以前|前)$", time.text) and _BEFORE_BEHIND.match(f"前{behind}"):
        return time.end if time.start < (time.end or time.start) else time.start
    return None


def _share(own: str, place: int) -> float:
    """How much of a text is the sentence that holds a place, with all before it that it explains."""
    cuts = [match.start() for match in _SENTENCE.finditer(own)]
    start = max((cut for cut in cuts if cut < place), default=0)
    end = next((cut for cut in cuts if cut >= place), len(own))
    return (end - start) / max(1, len(own.strip()))
