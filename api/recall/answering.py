"""Answering: whether a memory that is near a question could answer it, or only speaks of something beside it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from api.recall.own import ASKING, speaks_of_oneself
from api.recall.rewrite import clauses_of, questions_in
from api.recall.statements import asked_of, statements
from processors.claims.asked import asked_attributes
from processors.claims.people import KIN_EN, KIN_ZH, OTHERS_EN, OTHERS_ZH
from processors.claims.voice import asks_what_was_talked
from processors.dimensions.intent import find_intent
from schemas.memories import Memory

WORDLESS_MIN = 0.85
"""How relevant a memory must be that has no word of the question to count as its answer: among the questions of 200
tasks (30 November 2026, USE) what is near by its vector alone answers from there on."""
WORDED_MIN = 0.15
"""Share of a question's words, weighed by how telling they are, below which a memory does not speak of the same."""
_HOW_MUCH = re.compile(
    r"(?i:\bhow (?:many|much|old|far|tall|long|heavy|big|high)\b|\bwhat (?:price|age|percentage|amount)\b)"
    r"|多少|几[个位次岁点号床楼层天年月块斤件台间条只]|多[久大高长重远]"
)
_AMOUNT = re.compile(
    r"(?i:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred|thousand|half"
    r"|both"
    r"|dozen|couple|few|several|many|some|all|no|none|single|first|second|third|once|twice|ages?|years?|months?"
    r"|weeks?|days?"
    r"|hours?|since|until|free)\b)|[零一二三四五六七八九十百千万两半几双俩]|没有|全部|免费|好久|很久"
)
_HOW_MANY_ALIKE = re.compile(
    r"(?i:\bhow many (?:of (?:my|our|the) \w+|people|friends|colleagues|relatives) (?:\w+ ){0,2}?"
    r"(?:are from|live|work|study|like|love|speak)\b)|有几[个位场][^，。？?]{0,12}(?:是|在|和我|跟我)"
)
"""Several memories are counted, of which none holds the number."""
_ADVICE = re.compile(
    r"(?i:\bwhat (?:should|could|can|shall) (?:i|we) (?:do|wear|say|cook|eat|make|buy|get|give|bring|try|watch|read)"
    r"\b|\b(?:any|some) (?:\w+ )?(?:tips?|ideas?|suggestions?|advice|thoughts|recommendations?)\b"
    r"|\bwhat (?:do|would) you (?:think|suggest|recommend|advise)\b|\b(?:can|could) you (?:recommend|suggest)\b)"
    r"|你(?:觉得|认为)|(?:什么|啥|哪[个种件]|怎么[\u4e00-\u9fff]{0,2})(?:比较|更|才|最)?好(?:呢|啊|呀|[?？]|$)|怎么办"
    r"|有(?:什么|啥|没有)好?的?(?:建议|主意|办法|推荐|想法)|出[个点]?主意|该怎么|怎[样么]才能"
)
_ADVISED = re.compile(
    r"(?i:\b(?:did|was|were|have|has|had|gave|told|said|last|before|already)\b)|上次|之前|以前|昨天|刚才|说过|给过|推荐过|记得"
)
_SECRET = re.compile(r"(?i:\b(?:pass ?(?:word|code|phrase)|pin|code|combination)\b)|密码|口令|验证码|暗号")
_NAME = re.compile(
    r"(?i:\bwhat(?:'s| is| was)? [^?]{0,40}\b(?:names?|called)\b|\bwhat (?:do|did) (?:i|we) (?:call|name)\b)"
    r"|叫什么|叫啥|什么名[字儿]?|姓什么|姓啥|名字是"
)
_NAMED = re.compile(
    r"(?<![.!?] )(?<!^)\b[A-Z][\w'-]+|[a-z]+[A-Z]\w*|(?i:\b(?:called|named|names? is|name's)\b)"
    r"|叫(?!什么|啥|我)|名(?:字)?(?:是|叫|为|定|写|[:：])|姓(?!什么|啥)|[选定起取]了|命名|[“「《]|(?<=[\u4e00-\u9fff])[A-Za-z]{2,}"
)
_WHEN = re.compile(
    r"(?i:(?:^|, |\b(?:and|so) )when(?:'s| is| are| do| does| will| am| should| must)\b"
    r"|\b(?:what|which) (?:time|day|date|month|year)\b)|几点|几号|几月|哪[天年月日]|(?:什么时候|何时)(?!.*[了过])"
)
_DAY = re.compile(
    r"(?i:\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\bnoon\b|\bmidnight\b|\bevery\b|\bwhen\b|\bafter\b"
    r"|\bbefore\b)|[周每]|星期|礼拜|[上下]午|早|晚|前|后"
)
_DECISION = re.compile(
    r"(?i:\b(?:settled? (?:on|for)|decid\w*|pick(?:ed)?|ch(?:oo|o)se|chosen|end(?:ed)? up|go(?:ne|ing)? with|went with"
    r"|final(?:ly|ised|ized)?|agreed? on)\b)|决定|敲定|定下|定了|选了|选定|选的|最后|最终"
)
_DECIDED = re.compile(
    r"(?i:\b(?:settled|decided|picked|chose|chosen|went|going with|ended up|final\w*|it's|it is|named|called|bought"
    r"|booked"
    r"|ordered|signed|got|joined|agreed|took|be|we're|i'm (?!choos|decid|think|consider|look))\b)"
    r"|决定|定|选(?!哪|什么)|就|买|订|报|叫|要|用|签"
)
_ALLERGY = re.compile(r"(?i:\ballerg|\bintoleran)|过敏")
_ALLERGIC = re.compile(
    r"(?i:\ballerg|\bintoleran|\breact|\brash|\bhives|\bepi-?pen|\bswell)|过敏|不耐受|起疹|红疹|发痒|肿"
)
_FRIENDS_EN = (
    r"friend|mate|buddy|pal|client|customer|student|teacher|tutor|coach|trainer|landlord|landlady|doctor|dentist|vet"
)
_FRIENDS_ZH = (
    r"同桌|邻桌|朋友|闺蜜|哥们|死党|客户|学生|老师|师[父傅]|房东|教练|班长|队长|医生|同行|同事|网友|[他她](?!的|说我)"
)
_FRIENDS = re.compile(rf"(?i:\b(?:{_FRIENDS_EN})s?\b)|{_FRIENDS_ZH}")
_OTHER_EN = re.compile(
    rf"(?:(?i:^\W*(?:(?:and|but|so|well|oh)\s+)?(?:my|our|the|a|an old) (?:\w+ ){{0,2}}?"
    rf"(?:{'|'.join(KIN_EN)}|{OTHERS_EN}|{_FRIENDS_EN})s?\b)"
    r"|^\W*(?!I\b|I')[A-Z][a-z]+ (?:is|isn't|was|has|had|can't|lives|works|got|went|wants|says|needs|takes|drives"
    r"|plays)\b)"
    r"(?!.*\b(?i:i|i'm|i've|i'll|my|me|us|we|mine)\b)"
)
_OTHER_ZH = re.compile(
    rf"^\W*(?:我们?|咱们?)?(?:的|家|那个|一个|有个)?(?:{'|'.join(KIN_ZH)}|{OTHERS_ZH}|{_FRIENDS_ZH})(?![家里])[^我咱]*$"
)


def asked_of_memory(text: str) -> list[str]:
    """The clauses of a text that ask for what is known. None where one only tells, or asks for advice: then nothing is
    looked up that could be lacking, and whatever is relevant is worth saying."""
    asked = questions_in(text)
    if not asked and any(_asks(clause) for clause in clauses_of(text)):
        # Asked without a question mark: which clause asks is not seen.
        asked = [text]
    return [clause for clause in asked if not _ADVICE.search(clause) or _ADVISED.search(clause)]


@dataclass(frozen=True)
class Answering:
    """What a question wants of a memory. Nothing is known of it where all that is near lacks that."""

    question: str

    def may(self, memory: Memory, relevance: float, *, has_words: bool) -> bool:
        """Whether a memory may be the answer: it states something, of whom is asked, with an amount or a code where
        one is asked for. `has_words`: it holds some of the question's own words."""
        if memory.resolution == "fact":
            if self._own and memory.subject not in ("", "user", memory.user):
                return False
            if memory.attribute in self._attributes:
                return True
        if (not has_words and relevance < WORDLESS_MIN) or not self._holds(memory, relevance):
            return False
        if memory.resolution != "turn":
            return not (self._own and _of_another(memory.content))
        if memory.role == "assistant":
            return self._talk or not self._own
        if self._talk or memory.dimensions.voice != "own":
            return True
        return self._is_told_by(memory)

    def _is_told_by(self, memory: Memory) -> bool:
        """Whether a turn states something, and, of a question about oneself, something of who speaks."""
        told = statements([memory])
        said = [one for one in told if not any(other.text in one.text for other in told if other is not one)]
        if not self._own or memory.speaker not in ("", memory.user):
            return bool(said)
        asked = asked_of(self.question)
        of_it = [one.text for one in said if one.telling & asked] or [one.text for one in said]
        return bool(of_it) and not all(_of_another(text) for text in of_it)

    def _holds(self, memory: Memory, relevance: float) -> bool:
        """Whether it holds the sort of thing that is asked for."""
        said, timed = memory.content, bool(memory.dimensions.times)
        if _SECRET.search(self.question):
            return bool(_SECRET.search(said) or re.search(r"\d", said))
        if _HOW_MUCH.search(self.question):
            counted = relevance >= WORDLESS_MIN and _HOW_MANY_ALIKE.search(self.question)
            return bool(_AMOUNT.search(said) or counted) or timed
        if _WHEN.search(self.question):
            return bool(_AMOUNT.search(said) or _DAY.search(said)) or timed
        if _DECISION.search(self.question) and not _DECIDED.search(said):
            return False
        if _NAME.search(self.question):
            return bool(_NAMED.search(said) or memory.dimensions.entities)
        return not _ALLERGY.search(self.question) or bool(_ALLERGIC.search(said))

    @cached_property
    def _attributes(self) -> tuple[str, ...]:
        return asked_attributes(self.question)

    @cached_property
    def _talk(self) -> bool:
        return asks_what_was_talked(self.question)

    @cached_property
    def _own(self) -> bool:
        return speaks_of_oneself(self.question) and not _FRIENDS.search(self.question)


def _of_another(text: str) -> bool:
    return bool(_OTHER_EN.search(text) or _OTHER_ZH.search(text))


def _asks(clause: str) -> bool:
    return find_intent(clause) in ("question", "request") or ASKING.search(clause) is not None
