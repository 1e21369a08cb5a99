"""Uses: a number or an address for one use is another attribute than the plain one, so neither ends the other."""

from __future__ import annotations

import re

_MAIL = r"e-?mail|mail|inbox"
_PHONE = r"phone|number|mobile|cell|telephone|line|extension"
_PLACE = r"address"
_WORK_ZH = r"工作|办公室?|公司|单位|上班|学校"
_ON_THE_SIDE = (
    r"(?i:\balso (?:\w+ )?(?:work|teach|freelance|run|do)\b|\bon the side\b|\b(?:second|side) (?:job|gig)\b|\bmoonlight"
    r"|\b(?:on|at) (?:the )?(?:weekends?|saturdays?|sundays?|evenings)\b|\bin the evenings?\b"
    r"|\bin my (?:spare|free) time\b)|兼职|副业|业余|还(?:教|做|当|开)|周[末六日天](?:也|还)?(?:在|教|做|当)"
)
"""Work beside the work that one lives by."""
_USES: tuple[tuple[str, str, re.Pattern[str]], ...] = tuple(
    (attribute, used, re.compile(pattern))
    for attribute, used, pattern in (
        (
            "email",
            "work_email",
            rf"(?i:\b(?:work|office|business|company|corporate|school|university|uni|student) (?:{_MAIL})\b"
            rf"|\b(?:{_MAIL})(?: address)? (?:for|at) (?:work|the office|school|business)\b)"
            rf"|(?:{_WORK_ZH})(?:用)?的?(?:电子)?邮[箱件]",
        ),
        (
            "phone",
            "work_phone",
            rf"(?i:\b(?:work|office|business|company|desk) (?:{_PHONE})\b"
            rf"|\b(?:{_PHONE}) (?:for|at) (?:work|the office|business)\b)"
            rf"|(?:{_WORK_ZH})(?:用)?的?(?:电话|座机|手机|号码)",
        ),
        (
            "phone",
            "home_phone",
            rf"(?i:\b(?:home|house) (?:{_PHONE})\b|\blandline\b)"
            r"|(?:家里|家|住宅|宅)的?(?:电话|座机|固话)|座机|固定电话",
        ),
        (
            "address",
            "work_address",
            rf"(?i:\b(?:work|office|business|company) (?:{_PLACE})\b)|(?:{_WORK_ZH})的?地址",
        ),
        ("occupation", "side_job", _ON_THE_SIDE),
        ("employer", "side_job", _ON_THE_SIDE),
        (
            "name",
            "nickname",
            r"(?i:\b(?:every(?:one|body)|people|friends|family|colleagues|co-?workers|mates|classmates|they"
            r"|kids|neighbou?rs)\b[\w ]{0,20}\bcalls? me\b)"
            r"|(?:大家|朋友们?|同事们?|家人|同学们?|他们|邻居|群里|圈里|大伙儿?|熟人)(?:平时|一般|都){0,2}[叫喊]我",
        ),
    )
)


def by_use(attribute: str, clause: str) -> str:
    """The attribute that a clause speaks of: "my work email" is `work_email`, what others call one a `nickname`."""
    for plain, used, pattern in _USES:
        if attribute == plain and pattern.search(clause):
            return used
    return attribute
