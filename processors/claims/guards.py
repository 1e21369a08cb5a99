"""Guards: where a first person is not the speaker, and where a statement is not meant. Precision first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, cast

from processors.claims.clauses import Clause
from processors.claims.notes import ASKED_TO_KEEP

Frame = Literal["work", "fiction", "quoted", "pasted"]
CHARACTERS_MAX = 4_000
"""A longer turn is a document that was pasted: nothing in it is taken for the speaker's own statement."""

_WORK_ON_TEXT = re.compile(
    r"(?i:\b(?<!i'd )(?<!i'll )(?<!\bi )(?<!promised to )(?<!agreed to )"
    r"(?:translate|proof-?read|rewrite|re-?phrase|paraphrase|summari[sz]e|copy-?edit|(?-i:polish)|spell-?check|"
    r"(?:correct|check|fix|improve|edit) (?:the |my |this |these )?(?:grammar|spelling|text|sentence|sentences"
    r"|paragraph|essay|email|letter|translation|wording|following)|(?:in|into|to) (?:french|german|spanish|chinese"
    r"|english|japanese|italian)\s*:|put (?:this|the following|it) (?:in|into) (?:the )?(?:passive|active|past|present"
    r"|future|plural|third person)|how (?:do|would|can) you say|how (?:do|would|can) i say(?= .{1,80}\bin "
    r"(?-i:[A-Z])|:| \"| this)"
    r"|(?:shorten|simplify|tighten|trim|reword|re-?work|condense|punctuate|expand(?: on)?|lengthen|soften|abridge"
    r"|capitali[sz]e) (?:this|that|it|these|the following)(?: (?:up|down|a bit|for me|please|line|sentence|bit|text"
    r"|one|message|paragraph)){0,2}(?=\s*:)"
    r"|(?:correct|check|fix|improve|edit|type|copy|read) (?:the|my|this|that|these|those) (?:\w+ )?(?:line|lines|text"
    r"|sentence|sentences|passage|paragraph|wording|phrasing|caption|message|slide|bullet|headline|bio|post)(?=\s*:)"
    r"|(?:put|turn|change) (?:this|it|these|the following|that)(?: \w+)? (?:in|into|to) (?:the )?(?:passive"
    r"|active|past|present|future|third"
    r"|first|plural|reported|indirect|direct))\b)|(?<![做当个名是])翻译(?!私活|证|员|官|工作|公司|专业|们)"
    r"|译[成为]|翻成|润色|校对|改写|改成(?:更"
    r"|一[句段])|总结一?下|摘要|续写|扩写|缩写|仿写|造句|病句|语法|(?:改|看)一下这[段句篇封]|(?<![话该])怎么说(?=\W*$|地道|标准|更)"
    r"|(?:总结|概括|归纳|提炼|精简|压缩|整理|检查|看看?|改改?|解释)[^，。：:\n]{0,6}"
    r"(?:这|下面|以下)[^，。：:\n]{0,8}[：:]"
    r"|(?:帮[我忙]|麻烦|请|替我|给我)[^，。：:\n]{0,6}(?:总结|概括|归纳|提炼|精简|压缩)[^，。：:\n]{0,4}[：:]"
)
_FICTION = re.compile(
    r"(?i:\b(?!in my book,? (?!the\b|an?\b|he\b|she\b|there\b|my\b|they\b)[a-z])"
    r"(?:in|for) (?:my|the|this|our|a) (?:\w+ ){0,2}(?:story|novel|book|game|dream|screenplay|script|campaign"
    r"|movie|play|poem|song|role-?play|fan-?fic\w*|thriller|whodunn?it|murder mystery|comic|manga|musical|sitcom|saga"
    r"|trilogy|fable|fairy ?tale|opera|webcomic|libretto)\b|\b(?:my|the|a) (?:main )?(?:character|protagonist|narrator"
    r"|hero(?:ine)?|antihero|antagonist|villain|npc|alter ego|avatar|persona)\b|\brole-?play\w*|\bpretend\b"
    r"|\bimagine\b|\blet's say\b|\bsuppose\b|\bassum(?:e|ing)\b"
    r"|\bhypothetical\w*|\bact as\b|\byou are (?:now )?(?:an? |my )|\bonce upon a time\b|\b(?:write|draft|compose"
    r"|generate|create|make) (?:me )?(?:up )?(?:an? |the |some |my )?(?:\w+ ){0,3}(?:story|poem|letter|song|email"
    r"|e-mail|essay|bio|biography|speech|dialogue|monologue|script|review|post|tweet|cover letter|resume|profile"
    r"|message|lyrics|haiku|joke|persona|sentence|example)s?\b|\blyrics\b|\bfor example\b|\be\.g\.|\bsample (?:text"
    r"|sentence|data)\b|\btest (?:sentence|data|input)\b)|(?:在)?我?的?(?:小说|故事|剧本|梦|游戏|同人文?)(?:里|中|的)"
    r"|角色扮演|角色卡|人设|人物卡|人物设定|扮演|(?:来|咱们?|我们)演|演[一个]|假装|想象(?:一?下|我|你|自己)|假设|假如"
    r"|设想|虚构|(?<!不是)(?:[瞎胡现]编|编造|杜撰|胡诌|瞎掰)的(?=$|[，。！～~）)])|(?<!不是)(?<!不)(?:开玩笑|闹着玩|逗你玩?)的(?=$|[，。！～~）)])|(?<![上里面着])写一?[个篇首段封条句]|编一?[个段]|台词|歌词"
    r"|主角|男主|女主|例句|比如说?[:：]|例如|举个例子|文案|朋友圈文"
)
_QUOTED = re.compile(
    r"(?i:\b(?:example|sample|model|dummy|placeholder) (?:sentence|text|answer|input|profile)|\bact (?:as|like)\b|\b"
    r"(?:the|an?|this|that) (?:e-?mail|letter|note|sign|card|text|poem|song|article|book|post|page|label|caption"
    r"|message|subtitle|t-?shirt|poster) (?:reads|says|goes|states|said|read)\b|\bas the (?:\w+ )?(?:song|saying|line"
    r"|quote|proverb) goes\b|\bcomplete the (?:\w+ )?(?:sentence|text|phrase|line)\b|\bquote of the\b|\blorem ipsum\b"
    r"|\bin the (?:dialogue|transcript|script|scene|lyrics|chorus)\b|\bfill in the (?:blank|gap)s?\b)|(?:^|[.?!,]\s+)"
    r"(?:[A-Z]|Q|Me|You|Interviewer|Interviewee|User|Assistant|Bot|AI|Human|Customer|Agent|Teacher|Student|Doctor"
    r"|Patient|Host|Guest|Narrator|Speaker \d): \S.{1,300}?[.?!]\s+(?:[A-Z]|A|Me|You|Interviewer|Interviewee|User"
    r"|Assistant|Bot|AI|Human|Customer|Agent|Teacher|Student|Doctor|Patient|Host|Guest|Speaker \d): |(?:完成|补全|填)"
    r"(?:这个|下面的?)?句子|填空|名言|每日一句|(?:海报|牌子|卡片|信|字幕|标语)上写着?(?![^，。]{0,6}我的(?:生日"
    r"|名字))|(?i:\btake (?:this|the following) \w+:|\bconvert (?:this |the following )?(?:to|into) \w+|\b(?:search"
    r"|tool|query) results?:|\bas \w+ (?:would|might) say\b)|示例|样例|范例|听力(?:材料|原文)|阅读(?:材料|理解)"
    r"|(?<!应)该(?:名|位)?(?:患者|病人|病患|男子|女子|员工|学员|考生|客户|用户|候选人|应聘者|申请人|当事人|嫌疑人)|患者[，,：:]?(?:男|女|[\u4e00-\u9fff]某|主诉|自述|否认|既往)"
    r"|完形填空|选择题|真题|题干|问[：:].{1,60}答[：:]|^[小老阿][\u4e00-\u9fff]{1,2}[：:](?=[^\n]{0,4}我)|看到一?[句个条段篇][^，。]{0,6}(?:话|帖子|评论|说法|文章)"
)
"""Words that somebody else, or nobody, says: examples, notices, songs, dialogues in one line."""
_PASTED = re.compile(
    r"(?i:^\s*(?:from|subject|to|date|sent)\s*:.*\n.*^\s*(?:from|subject|to|date|sent)\s*:|\b(?:here(?:'s| is| are)"
    r"|below is|this is|see|following is) (?:the|an?|my friend's|his|her|their|someone's) (?:\w+ ){0,2}(?:article"
    r"|e-?mail|text|message|transcript|conversation|chat|letter|review|post|log|passage|paragraph|excerpt)\b|-{3,} ?"
    r"(?:forwarded|original) message|^\s*(?:fwd?|re):)|转发|原文[:：如]|以下(?:是|为).{0,10}(?:内容|文章|邮件|对话"
    r"|聊天|原文)|[他她](?:在信里|发来|发给我|写给我|写道|留言)",
    re.MULTILINE,
)
_HYPOTHETICAL = re.compile(
    r"(?i:^\W*(?:(?:and|but|so|or|then|even)\s+)?(?:if(?! you ask me\b)|unless|suppose|supposing|say|wish"
    r"|what if|in case(?! (?:it (?:helps|matters)|you need it))|whether|when(?:ever)?|as if|as though|once|until|would"
    r"|should|might|let's)\b|\bi (?:wish|would|might|could|should)\b|\bi'd\b|\bas if\b|\bwere to\b"
    r"|\bdevil'?s advocate\b|\b(?:for the sake of argument|for argument's sake)\b)|如果|要是|倘若|万一"
    r"|假使|就算|即使|哪怕|要不是|希望我|但愿|梦见|梦到|做梦|梦里|梦中|恨不得|仿佛|好像我"
)
_PROMISED = re.compile(
    r"(?i:(?:\bi(?:'ve| have)? |^)(?:just |already )?(?:promised|swore(?: to)?|assured|told|said(?: to)?|gave"
    r"|given)(?: (?!i'?d\b)[\w']+){0,5}? (?:that )?(?:i'?d|i would) (?!(?:rather|love|like|prefer|say|have been)\b)"
    r"|\bi(?:'?d| would)(?: far| much)? (?:rather|sooner) .{3,40} than\b|\bi'd (?:always |still )?(?:choose|pick|take"
    r"|go for) .{3,40}? (?:over|any day|every time)\b|\bi(?:'d| would) (?:say|argue|maintain)\b"
    r"|\bi wouldn't be (?:seen|caught) dead\b|\bi could (?:happily |easily |gladly |honestly )?(?:(?:live|do"
    r"|manage) without|(?:listen|watch|eat|drink|play|read|talk)\b.{3,60}\b(?:all day|forever|for ever"
    r"|every (?:single )?day|for hours|on repeat))\b|\bi could never (?:stand|bear|abide|stomach|get)\b)"
)
"""The would of a promise is meant, and that of a taste."""
_OWN_PAPERS = re.compile(
    r"(?i:\bmy (?:passport|id|id card|licen[cs]e|driver'?s licen[cs]e|birth certificate|contract|payslip|badge|visa"
    r"|diploma) (?:says|states|shows)\b)|(?:护照|身份证|户口本|驾照|合同|工牌|签证|毕业证|出生证|档案|体检报告"
    r"|检查报告|化验单|诊断书|病历)上?(?:写着?"
    r"|写的|显示|说|是)"
)
"""What one's own papers say is as if one said it."""
_REPORTED = re.compile(
    r"(?i:\b(?:he|she|they|people|everyone|everybody|someone|somebody|who|the (?:\w+ )?(?:man|woman|guy|girl|boy"
    r"|speaker|author|narrator|bot|assistant|doctor|article|text)|my (?:\w+ )?\w+"
    r"|(?!(?:t|ve|have|had|ever|can|could|to|do|not|never|just|really|also|always|still|don't|didn't|would"
    r"|should)\b)[a-z]+) (?:said|says|told|tells|wrote|writes|thinks?|thought|claims?|claimed|believes?|asked|asks"
    r"|replied|texted|insists?|insisted|shouted|whispered|mentioned|jokes?|joked)\b)|(?:[他她]们?|有人|人家|别人|大家"
    r"|[^我，。]{1,4}|我[^，。]{1,4})(?:(?<![会能来小])说(?![明话服法教]|[\u4e00-\u9fff]{1,3}[话语]$)|告诉(?!我)|写道"
    r"|问(?![界题卷答候世])|觉得|以为|认为|回复|喊)"
)
_SELF_REPORT = re.compile(
    r"(?i:\bi(?:'ve been| have been| was) asked to\b|\bi (?:said|told you|think|thought|mentioned|meant|guess"
    r"|believe)\b)|我(?:个人|始终|一直|真的|总是?|还是"
    r"|现在|从来都?|真心|也|都|就|们|其实|倒|可|反正){0,6}(?:说|告诉|觉得|认为|想|是说|坚信|以为)"
)
_DIAGNOSED = re.compile(
    r"(?i:\b(?:the|my|our) (?:\w+ )?(?:doctor|doc|gp|dentist|consultant|specialist|vet|nurse|physio|allergist"
    r"|hospital)s? (?:says?|said|told me|thinks?|confirmed|reckons?) (?:that )?(?:i|i'm|i've|it's|it is|my|this is)\b)"
    r"|(?:医生|大夫|医院)(?:说|告诉|讲|确诊)[^，。]{0,2}我"
)
"""What doctors say of one is as if one said it."""
_SAID_NOTHING = re.compile(r"(?i:\bsaid (?:enough|so|no|yes|stop)\W*$)")
"""Somebody spoke, and what follows is the speaker's own."""
_ON_MY_PART = re.compile(r"(?i:\W*(?:and|but|so) (?:i'm|i've|i am|i have|my)\b)")
"""What the speaker adds to what somebody said."""
_CONTACT = re.compile(
    r"(?i:\b(?:call|reach|text|ring|phone|contact|e-?mail) me (?:(?:at|on|under) [\w+(]|[,:]? ?\+?\d)"
    r"|\bmy (?:e-?mail|phone|number|address)(?: \w+)? is\b)|(?:打|拨|联系)我?的?(?:电话|手机|号码)?[:：是]?\s*\+?\d"
)
_SAID_WRONG = re.compile(
    r"说错|说好|说定|说反|(?:叫|喊|称呼|管)我|说的是|说一?[下声句]|[顺多]便?说|插句|说明一下|说过|(?:确切|准确|具体|简单|坦率|严格)(?:地|来)?说"
    r"|直接说|凭良心说|好好说|尽管说|说真的|说实话|老实说|坦白说|话说|[跟和]你说|告诉你|不瞒你说|插一句"
)
_INTERROGATIVE = re.compile(
    r"(?i:^\W*(?:(?:and|but|so|then|also|hey|hi|ok|okay|well|please)[\s,]+){0,2}(?:what|who|whom|whose|when|where|why"
    r"|how|which|do|does|did|is|are|am|was|were|can|could|would|will|should|shall|may|have i|has|had|isn't|aren't"
    r"|don't|doesn't|didn't|won't|can't|couldn't|wouldn't|guess|tell me|do you know|remember (?:when|what|how|who"
    r"|where|why))\b)|(?:(?<!没)(?<!没有)(?:什么|啥)(?![都也])|咋(?![都也])|(?<!不)怎么(?![吃喝看听玩]?都)|怎样|为何"
    r"|哪[里儿个些位]|谁|几点|多少|是不是|有没有|是否|能不能|可不可以|会不会|要不要|该不该)|(?:吗|(?<!什)么)\W*$"
    r"|^(?!我(?!的|们的)|.*(?:还没|还不|正在|着呢|还是没)).*呢\W*$"
)
_TAG = re.compile(
    r"(?i:^\W*(?:right|ok(?:ay)?|correct|true|yes|no|huh|eh|isn't it|aren't i|don't i|do i|am i|didn't i|remember"
    r"|you know|is that right|is it true)\W*$)|^(?:对吧|对吗|是吗|是吧|对不对|是不是|没错吧|真的吗?|记得吗)\W*$"
)
_JOKING = re.compile(r"(?i:\b(?:(?:only |just |i'm )?(?:joking|kidding)|jk)\W*$)")
_HEDGED = re.compile(
    r"(?i:\b(?:maybe|perhaps|possibly|probably|i think|i guess|i suppose|not sure|kind of|sort of|might|may be"
    r"|supposedly|i believe|more or less|somewhat|seem(?:s)? to)\b)|可能|也许|大概|或许|好像|应该是吧"
    r"|不太确定|不确定|估计|似乎|说不定|算是吧|算半个|勉强算"
)


_TEXT_ASKED_ZH = re.compile(
    r"[，。！？；\n,.!?;\s]\s*(?P<ask>[^，。！？；\n,.!?;]{0,14}?(?:(?<![上里面着])(?:写|编|拟|起草)一?[个篇首段封条句份](?!不停)"
    r"|(?:翻译|译|润色|校对|改写|总结|改|看|缩写|扩写)(?:一下|下|成[^，。]{1,6})?"
    r"(?:(?:这|那|以下|下面)[^，。：:\n]{0,8}[：:\n]|我的|附件|《|报告|论文|稿子|作文|邮件)))"
)


def is_not_about_speaker(content: str, own: str) -> bool:
    """Whether the whole turn is a text to work on, fiction, role play or pasted: then it states nothing of its
    speaker. `own` is `own_words(content)`."""
    return next(frames_of(content, own), None) is not None


def text_asked_for(own: str) -> int:
    """Where a Chinese turn begins to ask for a text, or for work on one that it names: what stands before it its
    speaker says (我闺女五岁，帮我写段寄语). 0: it asks for none, or begins so. `own` is `own_words(content)`."""
    match = _TEXT_ASKED_ZH.search(own)
    return match.start("ask") if match else 0


def frames_of(content: str, own: str) -> Iterator[tuple[Frame, re.Match[str]]]:
    """What says that a turn is a text to work on, fiction, somebody else's words, or pasted, in this order.
    `own` is `own_words(content)`."""
    for frame, pattern, text in (
        ("work", _WORK_ON_TEXT, own),
        ("fiction", _FICTION, own),
        ("quoted", _QUOTED, own),
        ("pasted", _PASTED, content),
    ):
        for match in pattern.finditer(text):
            yield cast("Frame", frame), match


def stated(found: list[Clause]) -> list[Clause]:
    """The clauses that state something: no questions, conditions, wishes, reports of what others say."""
    kept: list[Clause] = []
    for sentence in _sentences(found):
        if any(_JOKING.search(clause.text) for clause in sentence):
            continue
        if any(_TAG.search(clause.text) for clause in sentence[1:]) and sentence[-1].asks:
            continue
        reported = False
        for clause in sentence:
            if _HYPOTHETICAL.search(clause.text) and not _PROMISED.search(clause.text):
                # "If anything comes up, call me on …": a number is given whatever comes up.
                kept.extend(other for other in sentence if other is not clause and _CONTACT.search(other.text))
                break
            if _is_reported(clause.text):
                if not _tells_what(clause.text):
                    break
                reported = True
                continue
            if reported and not _ON_MY_PART.match(clause.text):
                continue
            if ASKED_TO_KEEP.match(clause.text):
                kept.append(clause)
                continue
            # "I prefer 24-hour clocks, could you …?": the first clause states, the last one asks.
            if _INTERROGATIVE.search(clause.text):
                if clause is sentence[0] and clause.asks:
                    break
                continue
            if clause.asks and clause.last:
                continue
            kept.append(clause)
    return kept


def is_hedged(text: str) -> bool:
    """The speaker is not sure."""
    return bool(_HEDGED.search(text))


def _tells_what(text: str) -> bool:
    """Whether a report holds what was said ("the gym says over-55s pay less"), so that what follows may be own."""
    told = _REPORTED.search(text)
    return told is not None and len(text[told.end() :].split()) > 2


def _is_reported(text: str) -> bool:
    if not _REPORTED.search(text):
        return False
    if _DIAGNOSED.search(text) or _SAID_NOTHING.search(text) or _PROMISED.search(text):
        return False
    return not (_OWN_PAPERS.search(text) or _SAID_WRONG.search(text) or _SELF_REPORT.search(text))


def _sentences(found: list[Clause]) -> list[list[Clause]]:
    grouped: dict[int, list[Clause]] = {}
    for clause in found:
        grouped.setdefault(clause.sentence, []).append(clause)
    return list(grouped.values())
