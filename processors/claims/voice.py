"""Voice: whose words a turn says: its speaker's own, somebody else's text, an invented person's, a played person's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from processors.claims.clauses import own_words, quoted_spans
from processors.claims.guards import CHARACTERS_MAX, frames_of
from schemas.dimensions import Voice

_FICTION_EN = (
    r"novels?|novella|stor(?:y|ies)|screenplay|fan-?fic\w*|plot|chapters?|protagonist|narrator|hero(?:ine)?"
    r"|(?:main )?characters?|villain|manuscript|dream(?:t|ed|s)?|nightmares?|if (?:i|we)|imagin\w+|suppos\w+|hypothe\w+"
)
_FICTION_ZH = (
    r"小说|故事|剧本(?!杀)|同人文?|第[一二三四五六七八九十\d]+[章回]|主角|主人公|男主|女主|台词|独白|情节|人物"
    r"|梦|如果|要是|假如|假设|想象|设想"
)
_GAME_EN = (
    r"role-?play\w*|(?:the|our|this|that|my|in) (?:game|campaign|scene)|character|avatar|persona|pretend(?:ed|ing)?"
)
_GAME_ZH = r"游戏|角色|扮演|演的|跑团|剧本杀|过家家|设定"
_TEXT_EN = (
    r"forms?|templates?|samples?|examples?|cv|c\.v\.|r[eé]sum[eé]s?|cover letter|bios?|profile|letters?|e-?mails?"
    r"|notes?|text|sentences?|paragraphs?|passages?|lines?|phrases?|quotes?|sayings?|proverbs?|lyrics|songs?|poems?"
    r"|essays?|articles?|posts?|ads?|adverts?|advertisements?|reviews?|transcripts?|captions?|slogans?|speech|script"
    r"|signs?|posters?|labels?|books?|drafts?|translations?|wording"
)
_TEXT_ZH = (
    r"表格|表上|填表|样表|模板|范文|范例|示例|样例|例句|例子|举例|比方说|简历|履历|自我介绍|求职信|信里|[这那]封信"
    r"|邮件|作文|课文|文章|帖子|朋友圈"
    r"|歌词|歌里|[这那]首|诗|原文|译文|翻译|文案|广告|海报|告示|通知|字幕|标语|台本|说明书|[这那原]句|[这那]段|句子"
    r"|段落|稿子|初稿|措辞|转的|转发|转来|群发|发来的|贴的"
    r"|招聘|岗位描述|公告|短信|微信上|评论|弹幕|菜单|合同|协议|条款|新闻|报道|推送|简介|日记|字条|便条|纸条"
)
_FICTION = re.compile(rf"(?i:\b(?:{_FICTION_EN})\b)|{_FICTION_ZH}")
_GAME = re.compile(rf"(?i:\b(?:{_GAME_EN})\b)|{_GAME_ZH}")
_TEXT = re.compile(rf"(?i:\b(?:{_TEXT_EN})\b)|{_TEXT_ZH}")
_OWN_TEXT = re.compile(
    r"(?i:\b(?:my|our)(?: own)? (?:\w+ ){0,2}(?:cv|r[eé]sum[eé]|bio|profile|letter|e-?mail|ad|advert|note|post|form"
    r"|draft|text|speech|introduction)\b|\b(?:write|draft|send|reply|answer|text|e-?mail)\b.{0,40}\b(?:to )?my \w+)"
    r"|(?:写|发|回)给我|给我[^，。]{1,4}(?:写|发|回)|我(?:们)?(?:自己)?的?(?:个人)?(?:简历|履历|自我介绍|求职信|邮件|信"
    r"|帖子|朋友圈|广告|征婚启事|稿子|演讲稿)"
)
"""A text about oneself, like one's own CV, speaks in one's own voice."""
_SUPPOSED = re.compile(
    r"(?i:^(?:write|draft|compose|generate|create|make|imagine|suppose|assum|hypothe|let's say|for example|e\.g\."
    r"|act as|you are|in the (?:lyrics|chorus)|(?:in|for) ))|^(?:写|编|想象|假设|假如|设想|比如|例如|举个例子|文案"
    r"|朋友圈文)"
)
"""Frames that keep claims away and yet are no voice by themselves: who asks for a letter, supposes or plans for a game
speaks as themselves."""
_GAMES = (
    r"d&d|dnd|dungeons (?:and|&) dragons|pathfinder|minecraft|warcraft|wow|skyrim|zelda|the sims|final fantasy"
    r"|animal crossing|elden ring|stardew valley|baldur'?s gate"
)
_LIVES_THERE = re.compile(
    rf"(?i:\bin (?:{_GAMES})[,:]? (?:i(?:'m| am| was| play)|my (?:character|name))\b)"
    r"|(?i:\bin (?:my|the|this|our|a) (?:\w+ ){0,2}(?:story|novel|game|dream|screenplay|campaign|role-?play"
    r"|fan-?fic\w*)[,:]? (?:i(?:'m| am| was| play)|my (?:character|name)|you(?:'re| are)|he|she|there(?:'s| is| was))\b"
    r"|\bmy (?:main |player |own )?(?:character|avatar|persona|protagonist|narrator) (?:is|was|has|had|lives?"
    r"|works?|can|can't|called)\b)|(?:小说|故事|剧本|梦|游戏|同人文?|原神|魔兽|王者荣耀|我的世界|动森|塞尔达)(?:里"
    r"|中)面?[，,：:]?\s*(?:我|主角|男主|女主)(?:是|叫|当|演|扮|会|有|在|的(?:角色|人物|职业|身份|名字))"
    r"|我在(?:小说|故事|剧本|梦|游戏)(?:里|中)面?(?:是|叫|当|演|扮)"
)
_TOLD_OF = re.compile(
    r"(?i:(?:^|[.!?] )\W*in (?:my|our) (?:\w+ ){0,2}(?:story|novel|novella|thriller|whodunn?it|screenplay|script|comic"
    r"|manga|musical|sitcom|saga|trilogy|fable|fairy ?tale|play|fan-?fic\w*|campaign|book)"
    r"(?! (?:club|group|shop|fair|launch|tour|signing|deal))[,:]? (?!i(?:'m| am|'ve| have)? (?:writ|wrote|read"
    r"|f[io]nd|put|still|need|want|chang|cut)|there (?:is|are) (?:typo|mistake)))"
    r"|(?:^|[。！？，,])(?:在)?(?:我(?:正在|在|最近)?(?:写|编|构思)?的?)?(?:那?(?:本|部|篇|个))?(?:小说|剧本|故事|漫画|同人文?|短篇|长篇|网文|话剧|悬疑|科幻)"
    r"(?:里|中)(?:面)?(?:的)?[，,：:]?(?!我(?:写|看|读|还|想|改|删))[\u4e00-\u9fff]"
)
"""What is told of an own work, whoever it is told of."""
_WRITTEN = re.compile(
    r"(?i:\bi(?:'m| am|'ve been) (?:writing|drafting|plotting|working on|outlining) (?:an? |my |the "
    r"|another )(?:\w+ ){0,2}(?:novel|novella|thriller|stor(?:y|ies)|screenplay|play|script|comic|book|whodunn?it"
    r"|mystery|musical|sitcom)\b[^.!?:;,]*[.!?:;,]+ (?:my|the|her|his|he|she|a|an|in it|chapter)\b(?! (?:editor"
    r"|publisher|agent|deadline|plan))|\bmy (?:main |player |own )?(?:character|avatar|persona|protagonist|narrator"
    r"|hero(?:ine)?|anti-?hero|villain)(?:'s)? (?!(?:in|of|and|for|from|on|with|as|(?:is|was|has been) (?:my|our))\b)"
    r"(?:[a-z]+(?:s|ed|n't)|grew|had|went|ran|lost|left|fell|came|met"
    r"|took|kept|knew|wrote|drove|can|will)\b"
    r"|^\W*for (?:the|my) (?:screenplay|novel|script|story|play|comic|book)\s*[:,]|\bin chapter \w+,? (?:i|he|she|the"
    r"|my)\b)|(?:给|为)(?:我的?)?(?:小说|剧本|故事|漫画)(?:里)?(?:设定|编|写)"
    r"|我(?:在|正在|最近在)?(?:写|编|构思)[^，。！？]{0,8}(?:小说|剧本|故事|漫画|短篇)[^。！？]{0,6}[，。,](?:主角|男主|女主|里面|主人公|他|她)"
)
_PLAYED_IN = re.compile(
    r"(?:剧本杀|密室逃脱|密室|狼人杀|桌游|跑团|副本|这局|游戏)(?:里|中)面?[，,：:]?\s*我(?!(?:认识|充|花|买|玩|打|赢|输|想|觉得|最|还))"
    r"|(?i:\bin (?:the|our|my) (?:\w+ )?(?:murder mystery|escape room|larp|board game|tabletop|campaign|server|guild)"
    r"(?: \w+)?,? (?:i(?:'m| am| was| play| live| work| have)|my))"
)
_DREAMT = re.compile(
    r"(?i:\bi (?:dreamt|dreamed)(?: (?:that|i|we|my)\b)|\bi (?:just )?had (?:an? |the )(?:\w+ ){0,3}(?:dream"
    r"|nightmare)\b|\bin my (?:\w+ )?(?:dream|nightmare)s?\b)|梦见|梦到|做了?个?.{0,6}梦(?!想)"
)
"""What was dreamt did not happen."""
_IF_ONLY = re.compile(
    r"(?i:\bi (?:sometimes |often |like to )?(?:picture|imagine|see|fancy|daydream (?:of|about)) (?:myself|being)\b"
    r"|^\W*(?:and |but |so |oh |well )?if (?:only )?(?:i|we) (?:(?:ever|had|were|was|won|owned|became|ran|lived"
    r"|could|got|did) [^.!?]*|were [^.!?]*)\b(?:i|we)(?:'d| would)\b(?![^.!?]*\bbut (?:i|we)\b)"
    r"|^\W*(?:just )?(?:imagine|picture|pretend|suppose|supposing|hypothetically|let's say|what if)\b[^.!?\n]{0,60}"
    r"\b(?:i|we|i'm|we're|i'd|we'd|my|our)\b[^.!?\n]*\b(?:i|we)?(?:'d| would|'ll| will| get| have| had)\b)"
    r"|^\W*(?:想象一?下|假设|设想|试想|脑补)(?:一下)?[，,：:]?(?:我|咱|如果|要是)|^[^。！？]{0,8}(?:如果|要是|假如"
    r"|倘若)我?(?:当初|那时|当年|早点|没来|没去|没结|没生|没学|没选|不是)[^。！？]*[，,][^。！？]*(?:就|大概|可能|也许|现在|会|早)"
    r"|^\W*(?:如果|要是|假如|倘若)(?:我|让我)?(?:哪天|能|可以|真)?(?:中了?(?:彩票|大?奖|[一五]百万)|发了?财|有了?钱|当上|重来|再活)[^。！？]*[就会要]"
    r"|^\W*(?:哪天|等)?(?:如果|要是|假如|倘若|假使|若是|哪天)我(?:真|也|能)?"
    r"(?:当了?|是(?!说)|成了?|变成|有(?!空|时间|事)|中了?|发了?财|能)[^。！？]*[就会要把定给]"
)
"""A life that one does not lead: what one would do in it is not done."""
_CAST = re.compile(
    r"(?i:\blet(?:'s|s| us) (?:do (?:an? |some )?)?(?:role-?play|play (?:pretend|make-?believe|house)|pretend)\b"
    r"|^\W*(?:start(?:ing)? |begin )?(?:a )?role-?play\s*[:,\]-]"
    r"|\blet(?:'s| us) play (?!(?:it|a game|tennis|football|chess"
    r"|cards)\b)[^.!?\n]{2,30}[.!,:][^.!?\n]{0,20}?\b(?:i'm|i am|you're|you are)\b"
    r"|\b(?:interview|treat|greet|question|quiz|talk to|serve) me as (?:if|though) i (?:were|was|am)\b"
    r"|\b(?:i'll|i will|i'm going to|let me) (?:be|play|act as) (?:an?|the|your) [^.!?\n]{1,60}\b(?:and )?you(?:'ll"
    r"| will|'re| are)? (?:be|play|act)\b"
    r"|^\W*(?:play|act(?: as)?) (?:the|an?|my) [^.!?\n]{2,40}[.!,:;] ?(?:and )?i(?:'m| am) "
    r"|^\W*you(?:'ll| will)? (?:be|play) (?:the|an?|my) [^.!?\n]{2,40}?,? (?:and )?i(?:'ll| will|'m| am)(?: (?:be"
    r"|play))? (?:the|an?|your)\b|\blet(?:'s| us) (?:act out|stage|simulate|do a scene)\b|^\W*scene\s*[:-]"
    r"|\bpretend (?:that )?(?:we(?:'re| are)|i(?:'m| am)|you(?:'re| are) [^.!?\n]{1,60}\bi(?:'m| am))\b)"
    r"|角色扮演(?!类|游戏)|(?<!会)(?<!想)你(?:来)?(?:演|扮演|扮|饰演)(?!过|讲|技|算)|玩个?过家家|(?:咱们?俩?|我们俩?|我俩)(?:来)?演(?:一出|一场|一段|个|场|段)"
    r"|^\W*(?:来[，,]?)?你(?:来)?(?:当|做|演"
    r"|扮)[^，。！？\n]{1,8}[，,]\s*我(?:来)?(?:是|就是|当|做|演|扮)|陪我(?:练|演|对)[^。！？\n]{0,20}我(?:来)?[演扮当饰](?!过|员"
    r"|技)|(?:咱们?|我们)来?玩[^，。！？\n]{1,10}[，,。！][^。！？\n]{0,6}我(?:是|当|演|来当)"
    r"|(?:假装|当作|设定[是：:]?)你是[^。！？\n]{1,20}我是"
)
_PLAYED = re.compile(
    r"(?i:\brole-?play|\bpretend|\b(?:in|for) (?:the|this|our|a) (?:\w+ )?(?:game|scene|story|campaign)\b"
    r"|\bin character\b|\byou(?:'ll| can| will)? play my \w)|扮演|假装|游戏|剧情|设定|跑团"
)
_I_AM = r"\bi(?:'m| am|'ll be| will be|'ll play| play) (?:an?|the|your|(?-i:[A-Z]))"
_YOU_ARE = r"\byou(?:'re| are|'ll be| will be|'ll play| play| can play| be) (?:an?|the|my|(?-i:[A-Z]))"
_BOTH = re.compile(
    rf"(?i:{_I_AM}[^?\n]{{1,80}}?{_YOU_ARE}|{_YOU_ARE}[^?\n]{{1,80}}?{_I_AM})"
    r"|我(?:是|来?[演扮当])[^？\n]{1,40}?你(?:是|来?[演扮当])|你(?:是|来?[演扮当])[^？\n]{1,40}?我(?:是|来?[演扮当])"
)
"""A scene casts both who speaks and who answers."""
_LEFT = re.compile(
    r"(?i:\b(?:out of character|ooc|enough (?:of )?(?:the |this )?(?:theat\w+|acting|pirates|make-?believe)"
    r"|real life(?=\s*[:,])|back to (?:reality|real life|normal)|in real life|irl"
    r"|game over|for real now|(?:stop|end|quit|pause|drop|leave|finish|enough (?:of )?)(?: with)?(?: the| this"
    r"| our)? ?(?:role-?play\w*|game|playing|pretending|scene|character|act)|(?:done|finished) (?:playing|pretending"
    r"|with the (?:game|scene|role-?play))|no longer (?:playing|pretending)|not (?:playing|pretending) any ?more"
    r"|break(?:ing)? character)\b)|不玩了|不练了|说真的|不演了|别演了|别玩了|玩够了|演够了|不扮了|出戏|退出(?:角色|扮演"
    r"|游戏|剧情)|回到现实|现实[里中]|说正经的|说正事|言归正传|(?:游戏|扮演|剧情|演戏)(?:到此|先?到这|结束|停)|先不玩"
    r"|停止扮演|结束扮演"
)
_FIRST_PERSON = re.compile(r"(?i:\b(?:i|i'm|i've|i'd|i'll|my|me|mine)\b)|[我俺咱]")
_FIELDS = re.compile(r"(?:^|[.;,。；，\n]\s*)[A-Z\u4e00-\u9fff][\w \u4e00-\u9fff]{0,18}[:：]\s*\S")
_SAID_IT = re.compile(
    r"(?i:\b(?:i|i've|we)(?: have| just| also| then)* (?:said|say|told|tell|wrote|texted|replied|answered|asked"
    r"|shouted|put)\b|\bmy (?:answer|reply|motto|rule) (?:is|was)\b)[^.!?]{0,40}$|我(?:就|又|还|跟[^，。]{1,6}"
    r"|对[^，。]{1,6}|给[^，。]{1,6})?(?:说|讲|写|回|答|喊|问)[^。！？]{0,12}$"
)
_WORD = re.compile(r"[A-Za-z][\w'’-]*")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_SENTENCE = re.compile(r"[.!?。！？,，;；:：]")
_ANNOUNCED = re.compile(
    r"(?i:[:：,，]\s*$|\b(?:says?|said|reads?|goes|states?|writes?|wrote|called|mean|means)\W*$)|(?:写着?|说|道|念)\W*$"
)
_BODY = re.compile(r"[:：]\s*(?=\S)|\n+(?=\S)")
_BODY_MIN = 8
"""Characters below which nothing follows the words that announce a text."""
_NOT_ABOUT_ONESELF = re.compile(
    r"(?i:\b(?:(?:can|could|would|will) you |please )?(?:tell|show|give|remind|help|let) me\b)"
    r"|(?:告诉|帮|给|跟|对|提醒|让)我(?!的)"
)
_ABOUT_ONESELF = re.compile(r"(?i:\b(?:i|i'm|i've|i'd|my|mine|me|myself)\b)|[我俺咱](?!们)")
_IN_TALK = re.compile(
    r"(?i:\b(?:conversation|chat|(?:did|have|had) you|you (?:said|told|suggested|recommended|mentioned|gave|wrote)"
    r"|your)\b)|对话|聊天|你(?:说|推荐|建议|讲|给|写|提)过?|我们聊"
)
_TOLD = re.compile(
    r"(?i:\b(?:ask(?:ed)?|suggest\w*|recommend\w*|advi[cs]e\w*|talk(?:ed)?|discuss\w*|mention\w*|tell|told|said|say"
    r"|tips?|ideas?|options?)\b)|问过|我问|推荐|建议|聊|讨论|提到|提过|说|讲|主意|办法"
)
_RECITED = re.compile(
    r"(?i:\b(?:rehears\w+|audition\w*|recit\w+|my lines|learning (?:my|the) (?:lines|part)|monologue|soliloquy)\b)"
    r"|\bas [A-Z]\w+:|排练|彩排|台词|念白|背词|朗诵|背诵|试戏"
)
"""What is said on a stage is somebody else's, though one learns it as one's own."""
_LOOK_AT = re.compile(
    r"(?i:\b(?:what do you (?:make|think) of|how does (?:this|that|it) (?:sound|read|look)|does (?:this|that"
    r"|it) (?:sound|read|look|make sense)|is (?:this|that|it) (?:ok(?:ay)?|normal|right|legal|fair|correct|polite|legit"
    r"|a scam)|make sense of|(?:can|could|would|will) you (?:please )?(?:\w+ ){0,2}(?:look|check|read|tidy|shorten"
    r"|explain|decode|fix|turn|clean|simplif)\w*|take a look|tidy (?:this|it) up|here'?s (?:the|what)|what does (?:this"
    r"|that) mean))|(?:帮我?|替我|给我|请|麻烦)?(?:你)?(?:看看|看一[看下]|瞧瞧|评评|评价|分析|解释|解读|读一?读|念一?念"
    r"|压缩|精简|缩短|整理|把把关|挑挑)|啥意思|什么意思|靠谱吗|正常吗|合理吗|是不是骗|怎么回[复他她]?|怎么样[？?]"
)
"""What is quoted behind such words is a text to look at, whatever sort of text."""
_IN_TRUTH = re.compile(
    r"(?i:\b(?:in real life|irl|in reality|actually|really|for real|myself|personally)\b)|现实|真实|本人|其实|真的|自己"
)
_WORKED_ON = re.compile(
    r"(?i:\b(?:translat\w*|proof-?read\w*|paste[ds]?|quoted?|edit(?:ed)?|rewr[io]t\w*|summari[sz]\w*|polish\w*)\b)"
    r"|翻译|润色|改写|粘贴|贴给|引用|校对|摘要"
)


@dataclass(frozen=True, slots=True)
class Voiced:
    """Whose words a turn says, and where: the whole, or the parts that are quoted."""

    voice: Voice = "own"
    spans: tuple[tuple[int, int], ...] = ()


OWN = Voiced()


def voice_of(content: str) -> Voiced:
    """Whose words a user's turn says, read by itself."""
    if len(content) > CHARACTERS_MAX:
        return OWN
    own = own_words(content)
    whole = ((0, len(content)),)
    if casts(own):
        return Voiced("role_play", whole)
    quotes = tuple((start, end) for start, end in quoted_spans(content) if _is_speech(content[start:end]))
    if quotes:
        return _quoting(content, own, quotes)
    if any(told.search(own) for told in (_LIVES_THERE, _TOLD_OF, _WRITTEN, _PLAYED_IN, _DREAMT, _IF_ONLY)):
        return Voiced("fiction", whole)
    return _worked_on(content, own)


def casts(own: str) -> bool:
    """Whether a turn begins a scene in which its speaker plays somebody. `own` is `own_words(content)`."""
    return bool(_CAST.search(own) or (_PLAYED.search(own) and _BOTH.search(own)))


def leaves(content: str) -> bool:
    """Whether a turn ends the scene that was played."""
    return _LEFT.search(own_words(content)) is not None


def voices_asked(question: str) -> frozenset[Voice]:
    """Which voices may answer a question beside one's own: all of a question that is not about oneself, and those that
    it names ("what is my character called?", 简历里写了什么)."""
    about = _OWN_TEXT.sub(" ", _NOT_ABOUT_ONESELF.sub(" ", question))
    if not _ABOUT_ONESELF.search(_NOT_ABOUT_ONESELF.sub(" ", question)) or (
        _IN_TALK.search(about) and not _IN_TRUTH.search(about)
    ):
        return frozenset(("quoted", "fiction", "role_play"))
    if _IN_TRUTH.search(about):
        return frozenset()
    found: set[Voice] = set()
    if _FICTION.search(about):
        found |= {"fiction", "quoted"}
    if _GAME.search(about):
        found |= {"role_play", "fiction"}
    if _TEXT.search(about) or _WORKED_ON.search(about):
        found |= {"quoted", "fiction"}
    return frozenset(found)


def asks_what_was_talked(question: str) -> bool:
    """Whether a question is about what was said in a conversation, so that questions and advice answer it too."""
    return bool(_IN_TALK.search(question) or _TOLD.search(question))


def _quoting(content: str, own: str, quotes: tuple[tuple[int, int], ...]) -> Voiced:
    """Long quotes count where their own words say what text it is, or where a first person speaks who is not they."""
    cited = tuple((start, end) for start, end in quotes if _is_cited(content[start:end], own[:start]))
    if cited and _FICTION.search(own):
        return Voiced("fiction", cited)
    if cited and _RECITED.search(own):
        return Voiced("quoted", cited)
    if _OWN_TEXT.search(own):
        return OWN
    if cited and (_TEXT.search(own) or _LOOK_AT.search(own) or next(frames_of(content, own), None) is not None):
        return Voiced("quoted", cited)
    others = tuple((start, end) for start, end in quotes if _is_others(content[start:end], own[:start]))
    return Voiced("quoted", others) if others else OWN


def _is_speech(quote: str) -> bool:
    """Whether a quote is more than a name: titles are written with capitals."""
    words = _WORD.findall(quote)
    long = [word for word in words if len(word) >= 4]
    title = bool(long) and all(word[0].isupper() for word in long) and not _SENTENCE.search(quote)
    return not title and (len(words) >= 3 or len(_HAN.findall(quote)) >= 6)


def _is_cited(quote: str, before: str) -> bool:
    """Whether a quote is put there as a text, not only an expression in a sentence."""
    announced = _ANNOUNCED.search(before) or _FIRST_PERSON.search(quote) or not before.strip()
    return bool(announced) or len(_WORD.findall(quote)) >= 8 or len(_HAN.findall(quote)) >= 12


def _is_others(quote: str, before: str) -> bool:
    speaks = _FIRST_PERSON.search(quote) or len(_FIELDS.findall(quote)) >= 2
    return bool(speaks) and not _SAID_IT.search(before)


def _worked_on(content: str, own: str) -> Voiced:
    """A text that follows a colon or a line break after words that announce it."""
    for _, match in frames_of(content, own):
        if _SUPPOSED.match(match[0]) and not _TEXT.search(match[0]):
            continue
        body = _BODY.search(own, max(match.start(), match.end() - 1))
        if body is not None and len(content) - body.end() >= _BODY_MIN and not _OWN_TEXT.search(own[: body.start()]):
            return Voiced("quoted", ((body.end(), len(content)),))
    return OWN
