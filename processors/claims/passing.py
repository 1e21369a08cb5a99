"""Passing wishes: what a speaker wants for one conversation only ("just for this chat, …", 仅限这次聊天)."""

from __future__ import annotations

import re

from processors.claims.clauses import Clause, clauses, own_words

SHARE_MOST = 0.7
"""A turn of which passing wishes make up at least this share is one; a longer turn says other things too."""
_CHAT = (
    r"(?:this|our|the current|the present) (?:one )?(?:chat|conversation|session|thread|dialogue|exchange|discussion)"
)
_ONLY_HERE = re.compile(
    rf"(?i:\bjust this once\b|\bfor the next (?:few |couple of |\w+ )?(?:messages|replies|answers|turns|questions)\b"
    rf"|^\W*(?:only )?this time\b|\b(?:just|only|solely|purely) (?:for|in|during|within"
    rf"|throughout) (?:the (?:rest|duration|length) of"
    rf" )?{_CHAT}\b|\b(?:for|in|during|within|throughout) (?:the (?:rest|duration|length) of )?{_CHAT} (?:only|alone"
    rf"|and no other)\b|\b(?:while|as long as|so long as) {_CHAT} (?:lasts|runs|goes on|is (?:on|open|going))\b"
    rf"|\b(?:until|till) {_CHAT} (?:ends|is over)\b|\b(?:until|till) (?:we|i)(?:'re| are|'ve| have)? (?:finish|end"
    rf"|close|leave|finished|done with|wrap up) {_CHAT}\b|\b(?:while|as long as) (?:we(?:'re| are)|i(?:'m| am)) (?:in"
    rf"|having) {_CHAT}\b|\bfor the (?:rest|duration|length|remainder|course) of {_CHAT}\b)"
    r"|(?:仅限?|只限?|就|光|单)(?:于|在|用于|针对|对)?(?:这|本|此|当前)(?:一)?(?:次|个|场|轮|段)?(?:的)?(?:对话"
    r"|聊天|会话|谈话|交谈|讨论)"
    r"|(?:这|本|此|当前)(?:一)?(?:次|个|场|轮|段)?(?:对话|聊天|会话|谈话|交谈|讨论)(?:里|中|内|期间)?(?:有效|为限"
    r"|而已|就好|才)"
    r"|(?:聊完|说完|谈完)(?:这次|这轮|这会儿|天)?(?:之?前)|(?:在)?(?:聊完|结束)(?:之前|以前)"
)
_HERE = re.compile(
    rf"(?i:\b(?:for|in|during|within|throughout) {_CHAT}\b)|(?:这|本|此|当前)(?:一)?(?:次|个|场|轮|段)(?:的)?"
    r"(?:对话|聊天|会话|谈话|交谈|讨论)(?:里面?|中|内|期间|过程中)?"
    r"|^\W*(?:就|只|仅)?[这今](?:一)?(?:次|回|遍)(?=你|请|给我|用|别|写|回|就)"
)
_TOLD = re.compile(
    r"(?i:(?:^|[,:;]\s*|\bplease |\bdon't |\bdo not |\bonly |\bjust |\bto )(?:please )?(?:call me|address me"
    r"|answer|reply|respond|write|use|speak|talk|keep|be|stick|avoid|include|format|treat me|pretend|act|skip|translate"
    r"|summari[sz]e|give me|refer to me)\b)|请|叫我|称呼我|喊我|管我叫|(?:回答|回复|答复)(?:我)?(?:时|要|尽量|用)"
    r"|用.{1,10}(?:回答|回复|答|回我|说|写|聊|讲|唠|跟我)|^你(?!说|觉得|知道|们|好)"
    r"|(?:^|[,，:：]\s?)(?:make|go|longer|shorter|more|less|be|no|short|brief|plain|simple)\b|(?:longer"
    r"|shorter) (?:answers|replies)"
    r"|^(?:多|少)?[写说答讲列给译编做翻改读称叫喊用按照以尽先](?![过了])|(?:写|说|答|回答|回复|讲)(?:得)?(?:长|短"
    r"|细|简|详|正式|口语|随意)"
    r"|^[^，,。？?过了]{0,8}(?:都|全|只|一律|统一|全程|一直)(?:用|按|以|写|给)|(?:别|不要|不用)|当我是|扮演"
)


def wished_here(parts: list[Clause]) -> frozenset[int]:
    """The sentences (`Clause.sentence`) that wish something for this conversation only."""
    text: dict[int, str] = {}
    for clause in parts:
        if not clause.asks:
            text[clause.sentence] = f"{text.get(clause.sentence, '')}, {clause.text}".lstrip(", ")
    return frozenset(
        sentence
        for sentence, said in text.items()
        if _ONLY_HERE.search(said) or (_HERE.search(said) and _TOLD.search(_HERE.sub("", said).strip(" ,，、")))
    )


def is_passing_wish(content: str) -> bool:
    """Whether a turn is little else than a wish for the conversation in which it was said."""
    if not (_ONLY_HERE.search(content) or _HERE.search(content)):
        return False
    parts = clauses(own_words(content))
    here = wished_here(parts)
    wished = sum(len(clause.text) for clause in parts if clause.sentence in here)
    return wished >= SHARE_MOST * sum(len(clause.text) for clause in parts) > 0
