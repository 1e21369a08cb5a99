"""What English speakers do and mean to do: decisions, commitments, plans, goals and habits."""

from __future__ import annotations

import re

from processors.claims.english_build import HAVE, JUST, Build, one
from processors.claims.english_values import BE
from processors.claims.found import LIKELY

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn"
    r"|fall|winter)"
)
_AHEAD = (
    rf"(?:tomorrow|tonight|soon|(?:next|this|coming) (?:\w+)|on (?:the |next )?(?:{_DAY}|\d)|in (?:early |late "
    rf"|mid-?)?{_MONTH}|in (?:a|an|one|two|three|four|five|six|\d+|a few) (?:days?|weeks?|months?|years?)|by (?:the"
    rf" )?(?:end|{_DAY}|{_MONTH}|tomorrow|next|noon|\d)|in \d{{4}}|before (?:{_DAY}|{_MONTH}|the))"
)
_OFTEN = (
    rf"(?:every (?:single |other |second )?(?:\w+ )?(?:day|morning|afternoon|evening|night|week|month|year|weekend"
    rf"|{_DAY}s?)|(?:once|twice|(?:three|four|five|\d+) times) (?:a|per|every) (?:day|week|month|year)|daily(?!"
    rf" [a-z])|weekly(?! [a-z])|on (?:{_DAY}s|weekends)|each (?:day|morning|evening|week|night|{_DAY})|most "
    rf"(?:mornings|days|evenings|weekends))"
)
_NOT_DONE = (
    r"(?!(?:have|had|has|need|needs|want|wants|feel|feels|get|gets|think|see|wonder|hope|wish|know|forget|lose|hate"
    r"|love|like|was|were|went|ran|did|made|took|saw|came|ate|slept|woke|said|thought|am|'m|is|are|will|'ll|would"
    r"|could|can|can't|should|do not|don't|doesn't|never|not|see|hear|expect|use|watched|used|got|met|told|swam|sang"
    r"|drank|rode|wrote|drove|flew|kept|began|sold|brought|caught|spoke|woke|[a-z]+ed)"
    r"\b|work (?:wants|needs|is|has|says|keeps)\b)"
)
_ACHIEVED = (
    r"(?:learn (?!more|about|how (?:this|it|you)|what|why|from)|become |lose (?=\w+ (?:kilos|kg|pounds|weight|lbs)"
    r"|weight)|quit |stop (?=\w+ing)|get (?:fit|better at|in shape|healthier|a degree)|master |finish (?=my|writing"
    r"|school)|run (?=a (?:half[- ])?marathon|\d)|write (?=a (?:book|novel))|save (?=up|money|for|enough|\$|\d)|climb"
    r" |buy (?=a house|a flat|an apartment|my)|start (?=my own|a business|a company|a family|my)|travel |visit |gain "
    r"|cut down|improve my|speak |pass |open (?=a|my)|retire |move to |drink less|eat (?:less|more|healthier)|sleep "
    r"(?:more|better)|read more|exercise )"
)

DOINGS: tuple[tuple[re.Pattern[str], Build], ...] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (
            rf"(?i:{HAVE}{JUST}(?:decided|made up my mind) (?:against|not to) (?P<value>.{{4,120}})$)",
            one("decision", polarity="negative"),
        ),
        (
            rf"(?i:{HAVE}{JUST}(?:decided|made up my mind) (?:to |on |that )?(?P<value>(?!(?:which|what|how|where|when"
            rf"|whether|if|who)\b).{{4,120}})$)",
            one("decision"),
        ),
        (
            r"(?i:(?:promised|swore|gave my word)(?: to| (?:(?!to\b)\w+ ){1,3}?(?:to|that i'd|that i would|i'd"
            r"|i would)) (?P<value>.{4,100})$)",
            one("commitment"),
        ),
        (
            rf"(?i:(?:will|'ll) (?P<value>(?:call|send|email|e-mail|pick|bring|pay|finish|submit|return|help|meet"
            rf"|visit|drive|cook|write|prepare|deliver|book|hand in|attend|fix|mail|give|host"
            rf"|babysit)\b.{{1,80}}?\b{_AHEAD}.{{0,20}})$)",
            one("commitment", confidence=LIKELY),
        ),
        (
            rf"(?:{BE} {JUST}(?P<value>(?:going|driving|heading|cycling|sailing) to (?:[A-Z][\w'-]+(?: [A-Z][\w'-]+)?"
            rf"|the \w+) (?i:.{{0,40}}?\b{_AHEAD}.{{0,30}}))$)",
            one("plan"),
        ),
        (
            rf"(?i:(?:{BE} {JUST}(?P<value>(?:taking|bringing|driving|inviting) (?:my|our|the) [\w' ]{{2,50}}? to "
            rf"(?:the )?[\w' ]{{2,30}}? {_AHEAD}.{{0,30}})$))",
            one("plan"),
        ),
        (
            rf"(?i:(?:{BE} )?{JUST}(?:plan|plans|planning|intend|intending) (?:to"
            rf"|on) (?!.*\byours?\b)(?P<value>.{{4,120}})$)",
            one("plan"),
        ),
        (
            rf"(?i:{BE} {JUST}(?:going to )?(?P<value>(?:(?:mov(?:e|ing)|relocat(?:e|ing)|fly(?:ing)?|travel"
            rf"(?:l?ing)?|emigrat(?:e|ing)) (?:\w+ )?to |(?:get|gett)(?:ting|ing)? (?:married|divorced|engaged)|start"
            rf"(?:ing)? (?:a|my|at|uni|school|college)|retir(?:e|ing)|graduat(?:e|ing)|hav(?:e|ing) (?:a baby|twins"
            rf"|surgery|an operation)).{{0,60}}?\b{_AHEAD}.{{0,30}})$)",
            one("plan"),
        ),
        (
            rf"(?i:(?:{BE} )?{JUST}(?:trying|hoping|want|wants|hope|hopes|aim|aims|aiming|would love|dream of"
            rf"|training|studying|saving up|working hard) (?:to )?(?P<value>{_ACHIEVED}.{{2,100}})$)",
            one("goal"),
        ),
        (
            rf"(?i:{JUST}(?P<value>{_NOT_DONE}[a-z]+\b.{{0,60}}?\b{_OFTEN})(?:$|[,. ]))",
            one("habit"),
        ),
        (
            rf"(?i:(?:usually|normally|typically|generally) (?P<value>{_NOT_DONE}[a-z]+ .{{2,60}})$)",
            one("habit", confidence=LIKELY),
        ),
    )
)
