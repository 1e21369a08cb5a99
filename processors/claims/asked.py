"""Asked: which attributes a question is about, so that a fact of that attribute answers it whatever its words are."""

from __future__ import annotations

import re

from processors.claims.uses import by_use

_WHO = r"(?:i|we|they|he|she|the user|this (?:user|person|customer|client)|[A-Z][a-z]+)"
_ASKED: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (attribute, re.compile(pattern))
    for attribute, pattern in (
        (
            "name",
            r"(?i:\bwhat(?:'s| is) (?:my|the user's|their|his|her) (?:full |first |last )?name\b|\bwho am i\b"
            r"|\bcall (?:me|the"
            r" user)\b)|(?:我|用户|他|她)的?(?:名字|姓名)|(?:我|用户)叫什么|怎么称呼|如何称呼",
        ),
        ("age", r"(?i:\bhow old\b|\b(?:my|user's|their) age\b)|多大(?:了|年纪)?|几岁|年龄"),
        ("birthday", r"(?i:\bbirthday\b|\bdate of birth\b|\bwhen (?:was|were) .{1,30} born\b)|生日|哪天出生|出生日期"),
        (
            "phone",
            r"(?i:\bphone\b|\bmobile\b|\bcell\b|\b(?:what|which) number\b|\bnumber (?:should|can|do) i (?:call|dial"
            r"|reach)\b"
            r"|\b(?:call|reach|dial|ring) (?:me|the user)\b)|电话|手机号|哪个号码|号码是",
        ),
        ("email", r"(?i:\be-?mail\b)|邮箱|电子邮件"),
        (
            "address",
            r"(?i:\b(?:home |street |postal |mailing )?address\b(?<!mail address))|住址|(?<!邮箱)(?<!邮件)地址",
        ),
        (
            "home_city",
            rf"(?i:\bwhere (?:do|does|am|is|are) {_WHO} (?:currently |now )?(?:live|living|based|located|staying)\b"
            r"|\b(?:which|what) (?:city|town|place|country) .{0,20}\b(?:live|home|based|reside)|\bhome(?:town| city)?"
            r" (?:for|of) (?:me"
            r"|the user)\b)|住在?(?:哪|什么地方)|住哪|(?:哪个|哪座|什么)(?:城市|地方).{0,4}住|(?:家|住处"
            r"|居住地).{0,3}在?哪",
        ),
        (
            "hometown",
            r"(?i:\bhome ?town\b|\bwhere .{1,20} (?:come from|from originally|grow up|grew up|born)\b)|老家|家乡"
            r"|哪里人|哪儿人",
        ),
        (
            "employer",
            rf"(?i:\b(?:where|who|whom) (?:do|does) {_WHO} (?:currently |now )?work\b|\bemploy(?:er|s|ed)\b"
            rf"|\b(?:which|what)"
            r" company\b|\bworkplace\b)|在哪(?:里|儿|家)?.{0,4}(?:上班|工作|任职)|哪家(?:公司|单位)|(?:公司|单位"
            r"|雇主).{0,3}(?:哪|什么)",
        ),
        (
            "occupation",
            rf"(?i:\bwhat (?:do|does) {_WHO} do (?:for a living|for work|professionally)\b|\b(?:job|profession"
            rf"|occupation)"
            r"\b)|职业|做什么工作|干什么的|什么岗位",
        ),
        ("spouse", r"(?i:\b(?:wife|husband|spouse|partner)\b)|老婆|妻子|太太|老公|丈夫|爱人|配偶"),
        ("child", r"(?i:\b(?:child|children|kids?|sons?|daughters?)\b)|孩子|儿子|女儿"),
        ("pet", r"(?i:\b(?:pets?|dogs?|cats?)\b)|宠物|养了?(?:什么|哪)|[猫狗]"),
        ("allergy", r"(?i:\ballerg(?:y|ies|ic)\b)|过敏"),
        (
            "diet",
            r"(?i:\bdiet\b|\b(?:what|anything) .{0,24}\b(?:not|never|can't|cannot) eat\b|\b(?:vegan|vegetarian)\b)"
            r"|忌口|不(?:能|可以)?吃"
            r"什么|饮食|吃素",
        ),
        ("medication", r"(?i:\b(?:medication|medicine|meds|pills)\b)|吃什么药|什么药|用药"),
        (
            "language",
            r"(?i:\bwhich languages?\b|\bwhat languages?\b|\blanguages? .{0,20}\bspeak)|什么语言|哪(?:些|几种"
            r"|门)语言|会说什么",
        ),
        (
            "likes",
            r"(?i:\b(?:like|likes|love|loves|enjoy|enjoys|prefer|prefers|favou?rite)\b)|喜欢|爱(?:吃|喝|看|听|玩)"
            r"|偏好|最爱",
        ),
        (
            "dislikes",
            r"(?i:\b(?:dislike|dislikes|hate|hates|can't stand|doesn't like|don't like)\b)|讨厌|不喜欢|受不了",
        ),
        ("hobby", r"(?i:\bhobb(?:y|ies)\b|\b(?:free|spare) time\b)|爱好|业余|空闲时间|闲暇"),
        ("goal", r"(?i:\bgoals?\b|\bwant(?:s)? to achieve\b)|目标|梦想"),
        ("plan", r"(?i:\bplans?\b|\bplanning\b)|计划|打算"),
        ("relationship_status", r"(?i:\b(?:married|single|divorced|relationship status)\b)|结婚了?[吗没]|单身|婚姻"),
    )
)


def asked_attributes(question: str) -> tuple[str, ...]:
    """The attributes that the question may ask about, in the order of the table above; () for any other question."""
    return tuple(by_use(attribute, question) for attribute, pattern in _ASKED if pattern.search(question))
