"""What English words look like and do not say: company for an employer, cut bread for a diet, a bug for a state."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from processors.claims.frames.lexicon import noun_classes
from processors.claims.people import OTHERS_EN
from processors.claims.words import DIETS
from schemas.claims import Claim


@dataclass(frozen=True, slots=True)
class _Misread:
    """A claim whose value, what stands before it and what stands after it match is none. `polarity`: only with that
    polarity; `own`: only of the speaker."""

    value: re.Pattern[str] | None = None
    before: re.Pattern[str] | None = None
    after: re.Pattern[str] | None = None
    polarity: Literal["positive", "negative"] | None = None
    own: bool = False

    def fits(self, claim: Claim, value: str, before: str, after: str) -> bool:
        return (
            (self.polarity is None or claim.polarity == self.polarity)
            and (not self.own or claim.subject == "user")
            and (self.value is None or self.value.fullmatch(value) is not None)
            and (self.before is None or self.before.search(before) is not None)
            and (self.after is None or self.after.match(after) is not None)
        )


_SOMEBODY = (
    rf"(?:{OTHERS_EN}|friend|mate|pal|auntie|patient|client|customer|student|pupil|guy|man|woman|lady|person|people|child"
    r"|kid|boy|girl|relative|resident|character|someone|somebody|anyone|anybody|those|others|folks|dog|cat|horse)s?"
)
_TOPIC_VERB = (
    r"(?:ask|asked|asking|read|reading|wonder|wondering|curious|write|writing|wrote|written|talk|talked|talking|learn"
    r"|learnt|learned|learning|hear|heard|hearing|research|researched|researching|know|knows|tell me|teach|article"
    r"|book|paper|essay|report|documentary|film|podcast|question|questions|talk|lecture|info|information|leaflet|post"
    r"|study|studied|presentation|poster|guide|advice)"
)
_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_FILE = (
    r"(?:file|document|doc|pdf|page|link|app|program|attachment|folder|spreadsheet|sheet|table|script|code|tab|window"
    r"|image|photo|e-?mail|message|terminal|browser|zip|archive|csv|database|log|dialog|menu|form|website|project"
    r"|package|query|port|server|connection|column|row|cell|chart|text|string|function)"
)
_ON_A_FILE = (
    r"(?:open|close|save|load|print|import|export|run|install|compile|download|upload|delete|remove|fix|find|debug"
    r"|parse|convert|sort|merge|copy|rename|attach|edit|access|build|update|read|scan|sign|resize|format|restart)"
)
_COMPANY = re.compile(r"(?i:\b(?:i'?m|i am|we'?re|we are|i'?ve been|been) (?:\w+ ){0,2}with $)")
_FOR_NOW = re.compile(
    r"(?i: (?:right now|just now|now\b(?! (?:in|as|for))|at the moment|today|tonight|this (?:morning|afternoon|evening"
    rf"|weekend)|until|till|on {_DAY}|for (?:lunch|dinner|drinks|coffee|a (?:\w+ )?(?:drink|coffee|walk|bit|few)"
    r"|the (?:day|night|weekend|evening|afternoon))|at (?:the|a|my|his|her) (?:\w+ )?(?:pub|bar|gym|park|beach|cinema"
    r"|hospital|vet|dentist|cafe|café|airport|station|match|game|house|flat|place)|on (?:the|this) (?:train|bus|call"
    r"|phone|sofa))\b)"
)
_A_PIECE_FOR = re.compile(
    r"(?i:(?<!been )(?<!been just )\b(?!working|interning|temping)[a-z]{3,}ing (?:up )?(?:an?|the|some|this|that|two"
    r"|three|another) [\w' -]{2,40} for (?:the )?$)"
)
_GOOD_AT = re.compile(
    r"(?i:\b(?:whizz?|ace|genius|pro|natural|expert|beginner|novice|student|pupil|dab hand|hopeless|good|great|decent"
    r"|terrible|rubbish|bad|better) at $)"
)
_NOT_AT_ALL = re.compile(
    r"(?i:\b(?:by no means|in no way|far from|anything but|hardly|not exactly|not really|not remotely|not even|not"
    r" actually|nowhere near|no kind of|not (?:much )?of|never(?: going to be)?|not some(?: kind of)?|not just)"
    r" (?:being )?(?:an? |the )?$)"
)
_IT_CUT = re.compile(
    r"(?i:\b(?:cut|cutting|chopp\w+|drop|dropped|dropping) (?:up )?(?:some|the|an?|that|two|three|half|my|more|a few)"
    r" $)"
)
_SHOULD_STOP = re.compile(
    r"(?i:\b(?:should|ought to|might|may|could|would|i'd|need to|shouldn't|oughtn't to) (?:really |probably |maybe "
    r"|just |try to |either ){0,3}(?:stop|quit|give up|cut|ditch|drop|lay off|eat|drink|have|touch)(?: \w+ing)?"
    r"(?: (?:out|down on|so much|all|any))? $)"
)
_SPEAKS_OF = re.compile(
    rf"(?i:\b{_TOPIC_VERB}(?: \w+){{0,2}} (?:about|on|into|of|regarding) (?:the |an? |my |having )?$)"
)
_SOMEBODY_WITH = re.compile(
    rf"(?i:\b{_SOMEBODY}(?: of (?:mine|ours))? (?:with|who(?:'s| has| is| have| had| suffers?| lives?)?(?: got| from"
    r"| with)?|that has|suffering from|living with|dealing with|diagnosed with|recovering from) (?:an? |the |severe"
    r" |bad )?$)"
)
_PARTS = re.compile(
    r"(?i:\bfavou?rite (?:part|bit|section|line|scene|moment|feature|slide|option|version|one|paragraph|sentence|word"
    r"|answer|suggestion|idea)(?! of (?:the|my|every|each|our) (?:day|week|year|weekend|month|morning|job))"
    r"[^.!?]{0,40}? (?:is|was|has to be|would be) (?:the |an? )?$)"
)
_ALTERNATIVE = (
    r"(?:(?:the|your|my|this|that) )?(?:(?:first|second|third|last|other|new|previous|shorter|longer) )?(?:option"
    r"|version|variant|choice|plan|draft|design|layout|title|number|answer|reply|response|proposal|suggestion|wording"
    r"|example|solution|approach|method)s?(?: (?:[A-Z]|\d{1,2}|one|two|three|four|better|best|more))?"
)
_MISREAD: dict[str, tuple[_Misread, ...]] = {
    "employer": (
        _Misread(before=_COMPANY, after=_FOR_NOW),
        _Misread(before=_A_PIECE_FOR),
        _Misread(before=_GOOD_AT),
        _Misread(value=re.compile(r"[\d\W_]+")),
    ),
    "health": (
        _Misread(before=_SPEAKS_OF, own=True),
        _Misread(before=_SOMEBODY_WITH, own=True),
    ),
    "occupation": (_Misread(before=_NOT_AT_ALL, polarity="positive"), _Misread(value=re.compile(r"do(?:es)? nothing"))),
    "diet": (
        _Misread(before=_IT_CUT, after=re.compile(r"(?! (?:out|from my))"), polarity="negative"),
        _Misread(before=_SHOULD_STOP, polarity="negative"),
    ),
    "medication": (_Misread(value=re.compile(r"[A-Za-z]")),),
    "allergy": (_Misread(value=re.compile(r"[A-Za-z]")),),
    "commitment": (
        _Misread(
            value=re.compile(
                r"(?i:(?:some |a lot of |so much |quite a bit of |loads of )?(?:money|cash|rent"
                r"|tax|taxes|thousands|hundreds|a fortune)\b.*)"
            )
        ),
        _Misread(value=re.compile(r"[A-Z][\w'-]+")),
    ),
    "goal": (
        _Misread(
            value=re.compile(
                rf"(?i:{_ON_A_FILE} (?:the|this|that|these|an?|my|your) (?:[\w.-]+ ){{0,2}}?{_FILE}s?\b.*)"
            )
        ),
    ),
    "state": (
        _Misread(
            value=re.compile(
                r"(?i:(?:stuck|lost|stumped|puzzled|confused)"
                r"(?: (?:on|with|here|by) (?:this|the|it|that|an?|my)\b.*)?)"
            )
        ),
        _Misread(
            value=re.compile(
                r"(?i:(?:debugging|testing|refactoring|compiling|deploying|trying|looking|writing|editing|reading"
                r"|checking|asking|fixing|coding|working on)\b.*|.*\b(?:bugs?|errors?|crash|exception|in production"
                r"|merge conflict|stack trace)\b.*)"
            )
        ),
    ),
    "habit": (
        _Misread(
            value=re.compile(rf"(?i:have (?:an?|the|my|some|our|two) .*\bon {_DAY}(?: (?:morning|afternoon|evening))?)")
        ),
    ),
    "likes": (_Misread(before=_PARTS), _Misread(value=re.compile(_ALTERNATIVE))),
    "instruction": (
        _Misread(value=re.compile(rf"(?i:i (?:\w+ )?(?:prefer|like|love|liked|preferred) (?:{_ALTERNATIVE}))")),
    ),
    "hobby": (
        _Misread(value=re.compile(rf"(?:on |in |at |for |with |about ).*|(?i:{DIETS})")),
        _Misread(before=re.compile(r"(?i:\bgot into $)"), value=re.compile(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)*")),
    ),
    "owns": (
        _Misread(
            value=re.compile(r"(?i:(?:.* )?(?:trip|plan|idea|holiday|meeting|visit|party|wedding|appointment)s?)")
        ),
    ),
    "plan": (
        _Misread(before=re.compile(r"(?i:\b(?:since|after) $)")),
        _Misread(value=re.compile(r"(?i:everything|anything|it all)")),
    ),
    "relationship_status": (
        _Misread(
            before=re.compile(r"(?i:(?:^|[.!?,;:] |\b(?:so|and|or|an?|the|well|any) )$)"),
            after=re.compile(
                r"(?! (?:again|now|and|for|since|as|with|to|but|these|at|in|after|too|twice|not|because|so|life|three"
                r"|two|last|this|already|till|until|over|just|recently|or|btw|lol|tbh|here|once|right|man|woman|mum|mom"
                r"|dad|guy|couple|mother|father|parent|people)\b) [a-z]"
            ),
        ),
    ),
}
"""What is read by mistake, by attribute."""


def is_misread(claim: Claim, value: str, before: str, after: str) -> bool:
    """Whether a value, or the words right before and after it, say something else."""
    if claim.attribute == "owns" and value.lower() in noun_classes()["drug"]:
        return True
    return any(one.fits(claim, value, before, after) for one in _MISREAD.get(claim.attribute, ()))
