"""English fragments: what somebody says of themselves without "I" or "I am", completed."""

from __future__ import annotations

import re

from processors.claims.life_words import MEDICINES_EN, NUMBERS_EN
from processors.claims.words import DIETS

ADVERBS = (
    r"(?:(?:just|also|still|now|recently|finally|actually|really|always|usually|mostly|mainly|currently|already|only"
    r"|normally|happily|newly|officially|basically|kinda|honestly|absolutely|totally|completely|proudly|sadly|lately"
    r"|unfortunately|generally|typically|often|so|pretty|quite|very|super|a bit|a little|rather|fully|once|eventually"
    r"|again|today|yesterday|apparently|deeply|severely|mildly|badly|deathly|highly|seriously|slightly)[\s,]+){0,3}"
)
"""What stands before a predicate without changing what it says."""
LEAD = re.compile(
    r"(?i:^(?:(?:quick one|no worries|no problem|no bother|and|but|so|well|right|oh|ok|okay|btw|by the way|ngl|tbh|lol"
    r"|haha|yeah|yep|hey|hi|hello|also|ugh|hmm|fyi|reminder|psst|sorry|honestly|no(?=\s*(?:[,.!–—-]|$))|yes|plus"
    r"|anyway|for the record|just so you(?: all| guys| lot)? know|to be honest|guess what|(?:it )?turns out(?: that)?"
    r"|update|confession|fun fact"
    r"|heads up|good news|bad news|argh|aargh|sigh|wow|yay|phew|true|same"
    r"|because|cause|cos|since|as i said|these days|nowadays|currently|right now|as of (?:monday|tuesday|wednesday"
    r"|thursday|friday|saturday|sunday|today|now|this week|last week|yesterday)|hiya|yo|for context|context|disclaimer"
    r"|background|psa|side note)\b"
    r"(?:(?:(?<=fyi)|(?<=psst)|(?<=heads up)|(?<=reminder)|(?<=update)|(?<=hi)|(?<=hey)|(?<=hello)),?"
    r" (?:all|everyone|everybody|guys|folks|team|gang|peeps)\b)?[\s,:.!–—-]*){0,4})"
)
"""What a turn begins with before it says anything."""
_IRREGULAR = (
    "got gotten had went moved left quit sold bought gave took grew became began broke came did drove found fell"
    " ate lost made met ran spent swore taught threw wrote built chose won hurt kept knew woke bit fed slept drank flew"
    " rode sang swam stuck"
)
_LOVED = "love|hate|adore|enjoy|prefer|loathe|detest|dislike|despise|relish|cherish"
_FELT = f"{_LOVED}|like"
_AILING = (
    r"allergic to|intolerant|lactose[- ]intolerant|gluten[- ](?:free|intolerant)|vegan|vegetarian|pescatarian|teetotal"
    r"|c(?:o)?eliac|diabetic|asthmatic|dyslexic|epileptic|autistic|(?:\w+ (?:weeks|months) )?pregnant"
    r"|colou?r-?blind|deaf in|blind in"
    rf"|(?:strictly |fully )?(?:{DIETS}) (?=since|for (?:years|ages|life|a|two|three|ten|as)|as of|from)"
)
_TIED = r"married|divorced|engaged|separated|widowed|single|unmarried"
_FEELING = (
    r"tired|exhausted|knackered|shattered|wiped out|sick(?! day)|unwell|poorly|hungover|jet-?lagged|sleepy"
    r"|drained|anxious|stressed|overwhelmed|depressed|miserable|lonely|homesick|heartbroken|furious|gutted|livid|fed up"
    r"|devastated|broke|swamped|snowed under|burn(?:ed|t)[- ]out|under the weather|down with|run down|worn out|wrecked"
)
_INCLINED = (
    r"keen on|fond of|mad (?:keen )?(?:on|about|for)|crazy about|obsessed with|hooked on|addicted to|partial to"
    r"|nuts about|(?:an? )?(?:(?:big|huge|massive|real|total|die-?hard|lifelong|no|great|not an?|no great|no big"
    r"|not a big|not a huge) ){1,6}(?:fan|lover|fans)\b|(?:a )?(?:total |real )?sucker for|fan of|sick of|tired of"
)
_BEING = (
    r"fluent in|bilingual|conversational in|proficient in|based in|based out of|originally from|born and (?:raised"
    r"|bred)|good (?:at|with)|handy with|great at|decent at|hopeless at|determined to|set on|hoping to|due to (?:move"
    r"|start|fly|give|have)|on (?:(?:sick|parental|maternity|paternity|annual|medical|unpaid|compassionate"
    r"|study) leave|holiday|vacation|sabbatical|call|crutches)|off (?:work|sick|to (?!a |the (?:races|start)|bed"
    r"|sleep)|(?!the|to|topic|with|of|and|you|we|course)[a-z]+(?= |$))|up at|in bed by|between jobs|out of work"
    r"|self-employed|unemployed|retired(?! \w+ here)|halfway through|allergic"
    rf"|(?:on|off) (?:the |my )?{MEDICINES_EN}"
)
_BE = re.compile(
    rf"(?i:^{ADVERBS}(?:(?:not|no longer|never|not really|no more)\s+)?{ADVERBS}(?:"
    rf"(?:{_AILING}|{_INCLINED}|{_FEELING}|{_BEING})(?=\W|$|(?<= )\w)"
    rf"|(?:{_TIED})(?=$|[,.!;]| (?:again|now|and|for|since|as of|with|to|but|these|life|at|in \d|three|two|\d))).*$)"
)
_NOT_OF_ONE = re.compile(
    r"(?i:\b(?:options?|menus?|recipes?|friendly|alternatives?|version|people|folks|is|are|was|were|will be"
    r"|would|could|isn't|aren't|it's|that's|does|has|takes|makes|means|sounds?|seems?|looks?|would be)\b)"
)
_AM = re.compile(r"(?i:^am (?:an?|the|not|from|in|on|off|also|still|now|allergic|based|married|single)\b.*$)")
_GOING_ON = re.compile(
    rf"(?i:^{ADVERBS}(?:not |no longer )?(?:living|working|studying|learning|training|trying to|hoping to"
    rf"|aiming (?:to|for)|planning"
    r"|saving(?: up)? for|moving|flying|going to|heading|starting|getting|having|taking|feeling|doing|renting"
    r"|staying|running|building|expecting|suffering|recovering|teaching|seeing|visiting|cutting|giving up|quitting"
    r"|dating|raising|growing|writing|playing|practi[sc]ing|interning|volunteering|throwing|hosting|restoring"
    r"|collecting|struggling|battling|managing|driving|commuting|travell?ing|leaving|retiring|graduating|picking up"
    r"|spending|signing|exchanging|catching|watching|performing|meeting|attending|celebrating|adopting|thinking of"
    r"|considering|working towards|selling|buying)\b.*$)"
)
_SUBJECT_FOLLOWS = re.compile(
    r"(?i:^(?:\w+ ){1,10}?(?:is|are|was|were|made|felt|brought|gave|got|helped|helps|keeps|brings|gives|makes"
    r"|has|can|helps|takes|keeps|feels|means|sounds|seems|gets|isn't|would|'s|does)\b)"
)
_BEEN = re.compile(
    rf"(?i:^{ADVERBS}(?:been|lived in|worked (?:at|for|as)|known"
    r"|never (?:been|learned|learnt|liked|eaten|had)|always (?:been|loved|hated|wanted))\b.*$)"
)
_HAVE_DONE = re.compile(rf"(?i:^{ADVERBS}(?:haven't|havent|have not|hadn't)\b.*$)")
_DONE = re.compile(
    rf"(?i:^{ADVERBS}(?:{'|'.join(_IRREGULAR.split())}|grown|[a-z]{{2,}}ed)\b "
    r"(?!by\b|it\b|on your|to (?:the )?(?:question|point)).*$)"
)
_PARTICIPLE = re.compile(
    r"(?i:^(?:need|speed|feed|seed|indeed|red|bed|shed|based on|used to|excited|interested|confused|related|compared"
    r"|attached|updated|fixed|given|provided|required|expected|supposed|limited|advanced|thanks|agreed|noted|thrilled"
    r"|annoyed|surprised|worried|scared|tired|bored)\b)"
)
_WAS_DONE = re.compile(
    rf"(?i:^{ADVERBS}(?P<said>(?:diagnosed|prescribed|born (?!and)|raised|brought up|promoted|hired|fired"
    rf"|laid off|made redundant"
    r"|let go|sacked|dumped|accepted (?:into|to)|employed|bred|told by my|put on|named after)\b.*)$)"
)
_ABLE = re.compile(
    rf"(?i:^{ADVERBS}(?:can'?t|cannot|can|could never|couldn't|won't|don'?t|no longer|never|used to|still can't"
    rf"|never could) {ADVERBS}(?:stand|bear|abide|stomach|tolerate|eat|drink|touch|do|drive|swim|smoke|have|own|cook"
    rf"|speak|sing|dance|ride|type|touch-type"
    r"|juggle|sew|knit|weld|ski|surf|whistle|code|draw|paint|read|play|get enough|live|work|like|care|care for"
    r"|use|take|need|resist|face|hack|do without|live without|say no to|get on with|see the (?:point|appeal)|be"
    r" (?:doing with|bothered with|going|coming|renewing|buying|taking|moving|attending))\b(?! (?:me|us|it|this|that"
    r"|them|you|your)\b).*$)"
)
_USED_TO = re.compile(r"(?i:^used to (?!it\b|this\b|that\b|the\b|be\b)[a-z]+\b.*$)")
_ORDERS = re.compile(r"(?i:\b(?:with|to|for|at) me\b|\byour?\b|\bplease\b)")
_HOLDS = re.compile(
    rf"(?i:^{ADVERBS}(?:(?:{_LOVED}) (?!it\b|this\b|that\b|these|those|them|you|your|how|what|(?:is|was|are|has|can"
    rf"|will|makes|means|takes|brings|hurts|at)\b|the (?:idea|way"
    rf"|sound|look|first|second|last|new)|to (?:see|hear|know|say)).{{2,}}"
    r"|(?:live|work|study|teach) (?:in|at|for|as|near|with|from|nights) .+|(?:have|own|keep|drive|ride|speak"
    r"|collect|suffer from|take care of) (?!a (?:nice|good|great|lovely|look|safe)|fun|it|me|in mind|up|to\b)"
    r"(?!that|this|them).+|got (?:an?|two|three|my) .+)$)"
)
_EVERYDAY = (
    r"(?:floss|brush my|run|jog|swim|walk|cycle|bike|meditate|journal|pray|stretch|nap|fast|cook|bake|read"
    r"|practi[sc]e|train|lift|hike|go|do|drink|eat|sleep|get up|wake up|wake|work out|volunteer|commute|skip|smoke"
    r"|snack|call my|bite my|row|dance|sing)"
)
_OFTEN = (
    r"(?:(?:every|each|most) (?:single |other |second )?\w+|daily|(?:once|twice|\w+ times) an? \w+|on \w+days|weekends"
    r"|before bed|first thing|religiously|at weekends|on weekends)"
)
_OFTEN_DONE = re.compile(
    rf"(?i:^(?:(?:usually|always|mostly|normally|rarely|typically|generally|often) {_EVERYDAY}\b.*"
    rf"|{_EVERYDAY}\b.*\b{_OFTEN}\b.*)$)"
)
_AGED = re.compile(
    rf"(?i:^(?P<age>[1-9]\d|{'|'.join(NUMBERS_EN)}|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ]\w+)"
    r"(?: ?(?:years? (?:old|young)|y/?o|m|f))?(?: (?:over )?here| and (?:still|never|already|counting|a|have"
    r"|feel|i|can't|just|not|single|married|proud|retired)\b.*|,? (?:male|female|single|married|divorced)\b.*)$)"
)
_ROLE = re.compile(
    r"(?i:^(?P<role>(?!no\b|not\b|never\b|any|all\b|more\b|nothing|back\b|over\b|still\b)(?:an? )?(?:[\w'-]+"
    r" ){0,3}?[\w'-]+) (?:here|by (?:trade|day|training|profession))(?=$|[,.!])"
    r"|^(?P<free>(?:an? )?(?:freelance|part-?time|full-?time|aspiring|trainee|junior|senior|registered|qualified"
    r"|certified|self-employed|(?:first|second|third|fourth|final)[- ]year) (?:[\w-]+ ){0,2}?[\w-]+)(?=$|[,.!;]| (?:so"
    r"|and|in|at|from|with|for)\b).*$)"
)
_DAYS_WITHOUT = re.compile(
    rf"(?i:^(?:i'?m |i am |it'?s been )?{ADVERBS}(?:(?:on )?day (?:[a-z]+|\d+)|(?:a|an|[a-z]+|\d+)(?: whole| full)?"
    r" (?:days?|weeks?|months?|years?)(?: now| in)?),? (?:of )?(?:without (?:an? |any |the |a single )?|off (?:the )?"
    r"|no (?:more )?)(?P<what>smoking|smokes?|vap(?:ing|es?)|cigarettes?|cigs?|fags?|nicotine|drink(?:ing)?"
    r"|booze|alcohol|weed|gambling|betting|sugar|caffeine|biting my nails|social media|energy drinks)\b"
    r"(?! (?:in the house|tax))"
    r"(?!.{0,80}\b(?:challenge|meals?|plan|diet|is|would|could|will|can|sounds|makes|does)\b).*$)"
)
""" "Day 40 without vaping": what somebody counts the days of is given up."""
_TOPIC = re.compile(r"(?i:^(?P<topic>[\w'-]+(?: [\w'-]+){0,2})$)")
_JUDGED = re.compile(
    rf"(?i:^(?:i )?{ADVERBS}(?P<verb>{_FELT}|can't stand|cannot stand|could never stand|can't bear)"
    r"(?: (?:it|them|that stuff|every bit of it|the stuff))?(?: to bits| so much| to death)?[.!]*$)"
)
_OWN_TOPIC = re.compile(
    r"(?i:^(?:and |so )?(?:my (?:[\w'-]+ ){0,3}(?:weakness|hobby|pastime|poison|pleasure|vice|obsession|dream|goal|aim"
    r"|ambition|target|resolution|plan|mission|hate|peeve|nemesis|opinion|view|take|verdict|favou?rite(?: \w+){0,2}"
    r"|happy place|comfort food)|(?:the )?(?:dream|goal|aim|plan|verdict|decision)|favou?rite(?: \w+){1,2})$)"
)
""" "My weakness? …": what answers it says what it is."""
_NAMED_TOPIC = re.compile(r"(?i:^(?:so |and |oh )?(?P<topic>(?:the|my|our|that) [\w'-]+(?: [\w'-]+){0,3})$)")
_DONE_TO_IT = re.compile(
    r"(?i:^(?:(?:i|we)(?:'ve| have)?|just|finally) (?P<before>[^,;]{0,30}?)\b(?:it|them)\b(?P<rest>.*)$)"
)
_NOT_A_TOPIC = re.compile(
    r"(?i:^(?:what|why|how|who|when|where|really|seriously|you|this|that|it|me|them|so|right"
    r"|ok|okay|no|yes|huh|and|or|sure|the .*)\b)"
)
_WRITTEN = {
    "im": "I'm",
    "ive": "I've",
    "dont": "don't",
    "doesnt": "doesn't",
    "didnt": "didn't",
    "cant": "can't",
    "couldnt": "couldn't",
    "wont": "won't",
    "isnt": "isn't",
    "arent": "aren't",
    "havent": "haven't",
    "hasnt": "hasn't",
    "thats": "that's",
    "hes": "he's",
    "shes": "she's",
    "theyve": "they've",
    "weve": "we've",
}
_NO_APOSTROPHE = re.compile(rf"(?i:\b(?:{'|'.join(_WRITTEN)})\b)")
_LABELS = {
    r"(?:(?:full |first |given )?name)": "My name is {}.",
    r"age": "I am {} years old.",
    r"(?:birthday|dob|d\.o\.b\.?|date of birth|born)": "My birthday is {}.",
    r"(?:e-?mail(?: address)?)": "My email is {}.",
    r"(?:(?:(?:new|my|mobile|phone|cell|contact|correct) )?(?:number|phone|mobile|cell"
    r"|tel))": "My phone number is {}.",
    r"(?:(?:(?:new|home|delivery|postal) )?address)": "My address is {}.",
    r"(?:job|occupation|profession)": "I work as a {}.",
    r"(?:employer|company)": "I work at {}.",
    r"(?:city|location|based in|home)": "I live in {}.",
    r"(?:home ?town)": "I am from {}.",
    r"(?:allerg(?:y|ies)|allergic to)": "I am allergic to {}.",
    r"(?:diet|dietary(?: requirements?)?)": "I am {}.",
    r"(?:nationality)": "I am {}.",
    r"(?:languages?)": "I speak {}.",
    r"(?:hobby|hobbies)": "My hobbies are {}.",
    r"(?:(?:new year'?s )?resolution|goal)": "My goal is to {}.",
    r"(?:(?:final )?decision)": "I have decided: {}.",
    r"(?:(?:marital|relationship) status)": "I am {}.",
    r"(?:medication|meds)": "I take {}.",
}
_LABELLED = tuple(
    (
        re.compile(
            rf"(?i:^(?:my )?{label}(?: (?:for|on|in) (?:the|my|this|that|your) [\w' -]{{2,30}})?\s*[:=]\s*"
            rf"(?P<value>\S.{{0,80}})$)"
        ),
        text,
    )
    for label, text in _LABELS.items()
)

OTHERS_SPEAK = re.compile(
    r"(?i:^(?:(?:and|but|so|well|oh|yeah|yes|no)[\s,]+)*(?:he|she|they|(?:my|our|the|his|her|their"
    r"|your) (?:[\w'-]+ ){0,2}?[\w'-]+?)(?:'s|'re|'ll|'d)?(?: (?:is|are|was|were|has|have|had|can|can't|will|won't"
    r"|does|doesn't|do|don't|just|always|never|also|still|told|said|says|called|lives?|works?|loves?|hates?|likes?"
    r"|wants?|got|went|came|keeps?|needs?|thinks?|\w+ed|\w+s)\b|$))"
)
"""A clause whose subject is somebody else."""


def with_apostrophes(said: str) -> str:
    """Typed in haste, as it is written: "im", "couldnt", "thats"."""
    return _NO_APOSTROPHE.sub(lambda match: _WRITTEN[match[0].lower()], said)


def completed(clause: str) -> str:
    """A fragment with what it leaves out ("been living in Porto" → "I've been living in Porto."), else ""."""
    said = with_apostrophes(LEAD.sub("", clause).strip(" .!,;"))
    if not said or len(said) < 3:
        return ""
    if (" without " in said or " off " in said or " no " in said) and (without := _DAYS_WITHOUT.match(said)):
        return f"I have quit {without['what']}."
    if age := _AGED.match(said):
        return f"I am {age['age']} years old."
    if role := _ROLE.match(said):
        return _role(role["role"] or role["free"])
    if _AM.match(said):
        return f"I {said}."
    if _BEEN.match(said) or _HAVE_DONE.match(said):
        return f"I {said}." if _HAVE_DONE.match(said) else f"I've {said}."
    if _BE.match(said):
        return "" if _NOT_OF_ONE.search(_head(said)) else f"I'm {said}."
    if was := _WAS_DONE.match(said):
        return f"I was {was['said']}."
    if _GOING_ON.match(said):
        return "" if _SUBJECT_FOLLOWS.match(said) else f"I'm {said}."
    if _USED_TO.match(said) or _ABLE.match(said) or _HOLDS.match(said) or _OFTEN_DONE.match(said):
        return "" if _ORDERS.search(said) else f"I {said}."
    if _DONE.match(said) and not _PARTICIPLE.match(said):
        return f"I {said}."
    return ""


def counts_days_without(clause: str) -> bool:
    """Whether a clause counts days without something."""
    return " without " in clause and _DAYS_WITHOUT.match(LEAD.sub("", clause).strip()) is not None


def _role(said: str) -> str:
    bare = re.sub(r"^(?i:an? )", "", said)
    return f"I am {'an' if bare[:1].lower() in 'aeiou' else 'a'} {bare}." if not bare[:1].isupper() else ""


def _head(said: str) -> str:
    """The first words, up to where a further clause begins."""
    return re.split(r"(?i:[,;]| (?:but|so|because|and|since|which|that|if|when)\b)", said, maxsplit=1)[0]


def topic_judged(topic: str, said: str) -> str:
    """ "Marmite? Love it." → "I love Marmite.", else ""."""
    named, judged = _TOPIC.match(topic.strip()), _JUDGED.match(LEAD.sub("", said).strip())
    if named is None or judged is None or _NOT_A_TOPIC.match(named["topic"]):
        return ""
    return f"I {judged['verb']} {named['topic']}."


def topic_told(topic: str, said: str) -> str:
    """ "My weakness? Salted crisps." → "My weakness is Salted crisps.", "The caravan? I sold it in August." → "I sold
    the caravan in August.", else ""."""
    topic, told = topic.strip(), LEAD.sub("", said).strip(" .!")
    if _OWN_TOPIC.match(topic) and not re.match(r"(?i:(?:i|we|you|it|that|what|how|why)\b)", told) and told:
        whose = "" if re.match(r"(?i:(?:so |and )?(?:my|the)\b)", topic) else "my "
        return f"{whose}{topic} is {told}."
    named, done = _NAMED_TOPIC.match(topic), _DONE_TO_IT.match(told)
    if named and done:
        return f"I {done['before']}{named['topic'].lower()}{done['rest']}."
    return ""


def labelled(clause: str) -> str:
    """ "Age: 45" → "I am 45 years old.", else ""."""
    said = LEAD.sub("", clause).strip(" .!")
    for pattern, text in _LABELLED:
        if match := pattern.match(said):
            return text.format(match["value"].strip(" ."))
    return ""
