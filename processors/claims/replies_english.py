"""English replies as statements: question and answer become what the speaker would have said unasked."""

from __future__ import annotations

import re

from processors.claims.answers_english import ADDS_NOTHING, NO, YES, ended, in_full, judged
from processors.claims.asked import asked_attributes
from processors.claims.english_values import KIN
from processors.claims.frames.contacts import of_its_form, street_in
from processors.claims.frames.lexicon import is_kind, noun_classes
from processors.claims.people import RELATIONS, is_name

RESTATED_EN = {
    "name": "My name is {}",
    "age": "I am {} years old",
    "birthday": "My birthday is {}",
    "phone": "My phone number is {}",
    "extension": "My extension is {}",
    "work_phone": "My work phone number is {}",
    "home_phone": "My home phone number is {}",
    "email": "My email is {}",
    "work_email": "My work email is {}",
    "work_address": "My work address is {}",
    "nickname": "My friends call me {}",
    "address": "My address is {}",
    "home_city": "I live in {}",
    "hometown": "I am from {}",
    "employer": "I work at {}",
    "occupation": "I am a {}",
    "allergy": "I am allergic to {}",
    "diet": "I don't eat {}",
    "language": "I speak {}",
    "medication": "I take {}",
    "likes": "I like {}",
    "dislikes": "I hate {}",
    "relationship_status": "I am {}",
    "nationality": "I am {}",
    "education": "I studied {}",
}
"""Attribute → how one states it."""

_TURNED = re.compile(
    r"(?i:\b(?:but|except|unless|although|though|used to|once|sometimes|only if|depends|both|neither|or)\b)"
)
_OPENING = re.compile(
    r"(?i:^(?:(?:so|and|oh|ok(?:ay)?|also|by the way|just to (?:check|confirm)|got it|great|thanks|nice|well"
    r"|sorry|wait|hmm|then|may i ask|can i ask|could you tell me|can you tell me|do you mind telling me"
    r"|quick question)\b[\s,:–—-]*)+)"
)
_TAG = re.compile(
    r"(?i:(?:,? +(?:right|correct|yes|no|aren't you|don't you|if i may ask|if you don't mind|isn't it"
    r"|is that right|then|by the way))?\W*$)"
)
_OPEN_END = re.compile(r"(?i:\b(?:any|anything|some|something|someone|anyone|or|what|which|ever|it|this|that)\b)")
_PAST = {"move": "moved", "quit": "quit", "join": "joined", "study": "studied", "grow": "grew", "stop": "stopped"}
_BE, _DO = r"(?:are|were)", r"do"
_ADVERB = r"(?:(?:also|currently|still|already|really|now|happen to|usually|normally|actually|maybe|perhaps)\s+)*"
_YOU_ARE = re.compile(rf"(?i:^(?:{_BE} you|you(?:'re| are)) {_ADVERB}(?P<rest>.+)$)")
_YOU_DO = re.compile(
    rf"(?i:^(?:do you|you) {_ADVERB}(?!(?:want|need|mean|think|know|see|agree|remember|understand|mind|feel|believe"
    rf"|wish|plan|hear|get|are)\b)(?P<rest>\w.+)$)"
)
_YOU_HAVE = re.compile(rf"(?i:^have you (?:got )?{_ADVERB}(?P<rest>.+)$)")
_YOU_DID = re.compile(r"(?i:^did you (?:recently |just )?(?P<verb>\w+)(?P<rest>.*)$)")
_YOURS = re.compile(
    r"(?i:^(?:is|are) your (?P<what>(?:\w+ )?(?:phone number|number|name|e-?mail(?: address)?|address|birthday"
    r"|extension|wife|husband|spouse|partner|son|daughter|dog|cat|sister|brother|mother|father|mom|mum|dad"
    r"|friend|employer|company|favou?rite \w+|nationality|diet|home ?town)(?:'s name)?)"
    r" (?:still |now |really )?(?P<rest>.+)$)"
)
_YOU_CAN = re.compile(r"(?i:^can you (?P<rest>(?:speak|play|eat|swim|ride|drive)\b.*)$)")
_KIN_ASKED = re.compile(
    r"(?i:^(?:what(?:'s| is)|who(?:'s| is)) your (?P<kin>wife|husband|son|daughter|sister|brother|mother|father"
    r"|mom|mum|dad|dog|cat|friend|best friend|parrot|rabbit)(?:'s name| called| named)?$)"
)
_FAVOURITE_ASKED = re.compile(r"(?i:^what(?:'s| is) your (?P<what>favou?rite \w+(?: \w+)?)$)")
_IS_YOURS = re.compile(
    rf"(?:(?i:is|are|was) )(?P<name>[A-Z][\w'-]+(?: [A-Z][\w'-]+)?)(?i: your (?P<kin>(?:\w+ )?(?:{KIN}|twin"
    rf"|partner|mate)))$"
)
_SHALL = re.compile(
    r"(?i:^(?:shall|should|can|do you want me to|would you like me to|want me to)(?: i)? (?P<rest>(?:always"
    r"|never) \w.+)$)"
)
_HOBBY_ASKED = re.compile(
    r"(?i:^(?:is|are) (?P<what>[\w -]{3,30}?) (?:still )?"
    r"(?:one of your hobbies|an? (?:hobby|pastime) of yours|your hobby)$)"
)
_ASKED_FOR: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), attribute)
    for pattern, attribute in (
        (r"(?i:\ballerg(?:y|ies|ic)\b)", "allergy"),
        (r"(?i:\bcall you\b|\bwho am i (?:speaking|talking|chatting) (?:to|with)\b)", "name"),
        (
            r"(?i:\b(?:what|which|best|contact|phone|mobile)(?: \w+)? number\b|\bnumber (?:should|can|do|would|to)\b)",
            "phone",
        ),
        (
            r"(?i:\baddress\b(?! (?:of|for) (?!you))"
            r"|\bwhere (?:should|can|do|shall) (?:i|we|they) (?:send|deliver|ship|post|mail)\b)",
            "address",
        ),
        (r"(?i:\b(?:medications?|medicines?|meds)\b)", "medication"),
        (r"(?i:\blanguages?\b)", "language"),
        (
            r"(?i:\b(?:line of work|for (?:a living|work)|what do you do|day job|(?:what's|what is) your "
            r"(?:trade|work|job))\b)",
            "occupation",
        ),
        (r"(?i:\b(?:married|single|(?:marital|relationship) status)\b)", "relationship_status"),
        (r"(?i:\b(?:nationality|citizenship)\b|\b(?:which|what) passport\b)", "nationality"),
        (
            r"(?i:\b(?:what did you (?:study|read|major in)|did you study|what(?:'s| is) your degree|degree in"
            r" what)\b)",
            "education",
        ),
    )
)
"""What is asked of somebody without "you": "Any allergies I should know about?"."""
_OF_ONE_WORD = ("name", "age", "occupation", "employer", "relationship_status", "nationality")
"""What stands after a comma is no part of these."""
_NAMES_IT = re.compile(r"(?:(?i:in|at|to|on|an?|the|my|called|as|with|for)\b|[A-Z])")
_NUMBER_ASKED = re.compile(
    r"(?i:\bnumber\b|\b(?:call|text|ring|phone|reach|contact|get hold of|message) you\b|\b(?:phone|mobile|cell)\b)"
)
_MAIL_ASKED = re.compile(
    r"(?i:\b(?:e-?mail|mail|address|inbox)\b|\b(?:write to|send|forward|reach|contact|invite|cc) (?:\w+ ){0,4}?(?:you"
    r"|it|this|that|them)\b|\bwhere (?:should|can|do|shall) (?:i|we|they) (?:send|mail|forward)\b)"
)
_OF_ANOTHER = re.compile(r"(?i:\b(?!(?:what|where|who|when|how|which)'s)\w+(?:'s|s')|\b(?:his|her|their|its)\b)")
_ANSWER_TAIL = re.compile(
    r"(?i:[\s,]+(?:is fine|is good|is best|works(?: for me)?|will do|please|would be (?:fine|best)"
    r"|thanks?(?: you)?|mostly|mainly|i (?:guess|think|suppose)|for now)\W*$)"
)
_WHERE_TO = re.compile(
    r"(?i:^where\b.{0,40}\b(?:send|sent|deliver(?:ed|ing)?|ship(?:ped)?|post(?:ed)?|bring|brought|go|come|drop(?:ped)?|mail(?:ed)?)"
    r"\b|\byour (?:\w+ )?address\b|\b(?:which|what) address (?:should|shall|do|can|is)\b(?!.*\b(?:of|for) the\b))"
)
_AT_HOME = re.compile(
    r"(?i:^(?:(?:to|at|it's|the|our|my|new|same|usual|flat|house|place|home|apartment|address|please|as|ever|always|before|is|still|sure|yes|just)"
    r"[\s,:–—-]*){0,8}$)"
)
"""What is said before a street that is one's own: "to the flat, …", "home please, …"."""
_WH = re.compile(r"(?i:^(?:what|where|who|whom|which|when|how old|what's|who's|where's|may i have|your|any)\b)")
_OF_OTHERS = re.compile(
    rf"(?i:\byour (?:\w+ )?(?:{KIN}|boss|colleague|neighbou?r|partner|team|teacher|doctor)(?:'s)?\b)"
)
_OF_YOU = re.compile(r"(?i:\byour?\b)")
_LEAD_OF_ANSWER = re.compile(
    r"(?i:^(?:(?:well|oh|um|uh|hm+|so|it's|it is|its|that's|that would be|that'd be|i'm|i am|in|at|from|to|for|near|my"
    r" \w+ is|a|an|the|called|mostly|mainly|currently|right now|now|still|just|only|sure|yes|yeah|of course"
    r"|you can call me|call me|they call me|on|since|as)\b[\s,:–—-]*)+)"
)
_ANSWER_END = re.compile(
    r"[.!;](?!\w)|\n|\s[-–—]\s|,\s+(?=(?:but|since|for|though|because|and (?:you|i)|why|in case)\b)"
)
ANSWER_WORDS_MAX = 8
_CORRECTS = re.compile(
    r"(?i:^(?:(?:oh|oops|ah|argh|ugh|whoops|that's the (?:old|wrong) \w+|that was the (?:old|wrong) \w+|sorry|no"
    r"|nope|nah|naw|wait|hmm|my bad|my mistake|correction|actually|typo|scratch that|make that"
    r"|i meant|i mean|i misspoke|i should say|rather|not quite|apologies|i mistyped|that's wrong|that was wrong"
    r"|wrong(?: \w+)?|it(?:'s| has| was)? changed|it's different now)\b[\s,.!:;–—-]*)+)"
)
_NOT_SO = re.compile(
    r"(?i:^(?:no,? )?not (?:an? |in |at |on |the )?[\w'-]+(?: [\w'-]+)?[.,;:!–-]+ (?:it's |i'm |but )?(?:an? |in |at "
    r"|on |the )?)(?P<value>(?![Ii]\b|[Ww]e\b|[Yy]ou\b|[Tt]h|[Aa]nd\b|[Bb]ut\b)[\w'-]+(?: [\w'-]+){0,2})(?=[.,;!]|$)"
)
_IT_IS = re.compile(r"(?i:^(?:it's|it is|that's|it should be|should be|i meant|i mean|make that|to|now)\s+)")
_ACTUALLY = re.compile(r"(?i:^(?:(?:i'm|i am|it's|it is|we're) )?(?P<value>[\w'-]+(?: [\w'-]+){0,2}?),? actually\W*$)")
_NO_VALUE = re.compile(r"(?i:(?:i|we|you|he|she|they|it|not|never|but|because|just|that|thanks?|i\W\w+)\b)")
_NOT_THIS = re.compile(r"(?i:,?\s+(?:not|instead of|rather than)\s+.+$)")
_NOW = re.compile(r"(?i:[\s,]+(?:now|actually|instead|please|i meant|i mean|sorry|thanks|thank you)$)")


def answer_en(question: str, answer: str) -> tuple[str, ...]:
    """The statements that question and answer together may be, the likeliest first; () when they are none."""
    asked = _asked(re.sub(r"^\W*[A-Z]\w+, (?=[a-z])", "", question))
    if told := ended(asked, answer) or judged(asked, answer):
        return (told,)
    no = NO.match(answer)
    yes = None if no else YES.match(answer)
    if _WH.match(asked):
        return () if no else _told(asked, answer)
    if not (yes or no) and re.match(r"(?i:(?:an?|two|three|just|only|my) \w)", answer):
        return _had(asked, answer)
    if _TURNED.search(answer) or not (yes or no):
        return ()
    added = answer[(yes or no).end() :]  # type: ignore[union-attr]
    if no:
        return _denied(asked) if ADDS_NOTHING.match(added) else ()
    if ADDS_NOTHING.match(added):
        return tuple(statement for statement in (_affirmed(asked),) if statement)
    affirmed = () if _OPEN_END.search(asked) or _NAMES_IT.match(added) else tuple(filter(None, (_affirmed(asked),)))
    return (*affirmed, *(_told(asked, added) or _had(asked, added)))


def _asked(question: str) -> str:
    """The question without what leads up to it and without its tag, nothing left out."""
    return in_full(_TAG.sub("", _OPENING.sub("", question.strip().rstrip("?").strip())))


def named_in_full(question: str, content: str) -> str:
    """The question with what "it" in it stands for: "Your notes mention metformin. Do you still take it?"."""
    if not re.search(r"(?i:\b(?:it|them)$)", question.rstrip("? ")):
        return question
    told = list(re.findall(r"[\w'-]+", content[: content.rfind(question.strip("? "))]))
    known = [
        word for word in told if any(word.lower() in noun_classes()[kind] for kind in ("drug", "instrument", "game"))
    ]
    return re.sub(r"(?i:\b(?:it|them)(?=\W*$))", known[-1], question) if known else question


def addressed(content: str, subject: str) -> bool:
    """Whether one of a group asks another by name: "Sander, do you speak Dutch?"."""
    return subject not in ("", "user") and re.match(rf"\W*{re.escape(subject)}\s*[,:–—-]", content) is not None


def guess_en(question: str) -> str:
    """What yes would say to a yes/no question ("So you live in Berlin?" → "I live in Berlin"), else ""."""
    asked = _asked(question)
    return "" if _WH.match(asked) else _affirmed(asked)


def put_right_en(words: str) -> str:
    """What a no puts in the place of a guess ("No, in Munich." → "Munich"), else ""."""
    instead = _ACTUALLY.match(words)
    value = instead["value"] if instead else _LEAD_OF_ANSWER.sub("", correction_en(words)) if NO.match(words) else ""
    return "" if _NO_VALUE.match(value) else value


def is_in_place_of(value: str, attribute: str) -> bool:
    """Whether a value may stand in the place of another of its kind, of which one may have several: a name for a name,
    a food or drug for what one is kept from."""
    if attribute in RELATIONS:
        return is_name(value)
    last = value.lower().split()[-1]
    kinds = {"allergy": ("food", "drug", "animal"), "medication": ("drug",)}.get(attribute, ())
    return any(is_kind(value, one, kind) for kind in kinds for one in (last, last.removesuffix("s")))


def correction_en(words: str) -> str:
    """The value that a correction names ("no, I meant Bruges" → "Bruges"), else ""."""
    if instead := _NOT_SO.match(words):
        return str(instead["value"]).strip()
    marked = _CORRECTS.match(words)
    if marked is None:
        return ""
    value = _IT_IS.sub("", words[marked.end() :].strip())
    value = _NOW.sub("", _NOT_THIS.sub("", value.rstrip(" .!"))).strip(" .,!")
    return value if value and len(value.split()) <= ANSWER_WORDS_MAX else ""


_PUT_RIGHT = re.compile(
    r"(?i:\b(?:wrong|old|not|sorry|typo|scratch|actually|should (?:be|have|read)|ends? in|meant|mistyped|misspelt"
    r"|misspelled|correct(?:ion)?|missed|left out|forgot|mix(?:ed)? up|swapped|instead|changed|no longer|oops|whoops"
    r"|make that|rather|fix)\b)"
)


def put_right_by_form(attribute: str, words: str) -> str:
    """The one number or mail in words that say that what was given before is wrong, else ""."""
    return of_its_form(attribute, words) if _PUT_RIGHT.search(words) else ""


def _affirmed(asked: str) -> str:
    if _OPEN_END.search(asked):
        return ""
    if match := _YOU_ARE.match(asked):
        return f"I am {_mine(match['rest'])}"
    if match := _SHALL.match(asked):
        return str(match["rest"])
    if match := _HOBBY_ASKED.match(asked):
        return f"My hobby is {match['what']}"
    if match := _IS_YOURS.match(asked):
        return f"My {match['kin']} is {match['name']}"
    if match := _YOURS.match(asked):
        verb = "" if re.match(r"(?i:called|named)", match["rest"]) is None else "is "
        return f"My {match['what']} {verb or 'is '}{match['rest']}"
    if match := _YOU_HAVE.match(asked):
        return f"I have {_mine(match['rest'])}"
    if match := _YOU_CAN.match(asked):
        return f"I can {_mine(match['rest'])}"
    if match := _YOU_DID.match(asked):
        past = _PAST.get(match["verb"].lower())
        return f"I {past}{_mine(match['rest'])}" if past else ""
    match = _YOU_DO.match(asked)
    return f"I {_mine(match['rest'])}" if match else ""


def _denied(asked: str) -> tuple[str, ...]:
    if match := _HOBBY_ASKED.match(asked):
        return (f"I gave up {match['what']}",)
    if re.search(r"(?i:\b(?:or|not|n't|no longer)\b)", asked):
        return ()
    if match := _YOU_ARE.match(asked):
        return (f"I am not {_mine(match['rest'])}", f"I am no longer {_mine(match['rest'])}")
    if match := _YOU_CAN.match(asked):
        return (f"I can't {_mine(match['rest'])}",)
    match = _YOU_DO.match(asked)
    return (f"I do not {_mine(match['rest'])}", f"I no longer {_mine(match['rest'])}") if match else ()


def _told(asked: str, answer: str) -> tuple[str, ...]:
    """The answer to a question for something: "Where do you live?" — "In Antwerp."."""
    value = _ANSWER_END.split(_LEAD_OF_ANSWER.sub("", answer.strip()), maxsplit=1)[0].strip(" ,")
    if given := _reached_at(asked, answer):
        return (given,)
    if not value or len(value.split()) > ANSWER_WORDS_MAX or NO.match(value):
        return ()
    if _TURNED.search(value.split(",", maxsplit=1)[0]):
        return ()
    if match := _KIN_ASKED.match(asked):
        return (f"My {match['kin'].lower()} is called {value}",)
    if match := _FAVOURITE_ASKED.match(asked):
        return (f"My {match['what'].lower()} is {value}",)
    if _OF_OTHERS.search(asked):
        return ()
    value = _ANSWER_TAIL.sub("", value)
    of_one = value.split(",", maxsplit=1)[0]
    attributes = asked_attributes(_mine(asked) + "?") if _OF_YOU.search(asked) else ()
    if not attributes and not _OF_ANOTHER.search(asked):
        attributes = tuple(attribute for pattern, attribute in _ASKED_FOR if pattern.search(asked))
    if "@" in value:
        attributes = ("email",)
    return tuple(
        RESTATED_EN[attribute].format(of_one if attribute in _OF_ONE_WORD else value)
        for attribute in attributes
        if attribute in RESTATED_EN
    )


def _reached_at(asked: str, answer: str) -> str:
    """The number, mail or street in an answer to a question for one, whatever is said beside it, else ""."""
    for attribute, pattern in (("phone", _NUMBER_ASKED), ("email", _MAIL_ASKED)):
        given = of_its_form(attribute, answer)
        if given and pattern.search(asked) and not _OF_ANOTHER.search(asked) and not _OF_OTHERS.search(asked):
            return RESTATED_EN[attribute].format(given)
    street = street_in(answer) if _WHERE_TO.search(asked) and not _OF_ANOTHER.search(asked) else ""
    at_home = street and _AT_HOME.match(answer[: answer.find(street)])
    return RESTATED_EN["address"].format(street) if at_home else ""


def _had(asked: str, added: str) -> tuple[str, ...]:
    """ "Do you have any pets?" — "Yes, a parrot named Mango."."""
    has = re.match(r"(?i:^(?:do you have|have you got|have you)\b)", asked)
    return (f"I have {added.strip(' .!')}",) if has and not _TURNED.search(added) else ()


def _mine(text: str) -> str:
    """The question's words in the mouth of who answers it."""
    text = re.sub(r"(?i:\byours\b)", "mine", re.sub(r"(?i:\byour\b)", "my", text))
    text = re.sub(r"(?i:\bare you\b)", "am I", re.sub(r"(?i:\b(?:i|me|us) (?=call you\b))", "you ", text))
    text = re.sub(r"(?i:\bcall you\b)", "call me", text)
    return re.sub(r"(?i:\byou\b(?! call))", "I", text)
