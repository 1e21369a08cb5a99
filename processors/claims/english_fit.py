"""What English rules keep against the words around it: whether a value still says what was said, whole."""

from __future__ import annotations

import re
from collections.abc import Sequence

from processors.claims.english_misread import is_misread
from processors.claims.frames.lexicon import noun_classes
from schemas.claims import Claim

_AHEAD = frozenset(("plan", "goal", "commitment", "decision"))
_TASTES = frozenset(("likes", "dislikes"))
_USED_TO = re.compile(r"(?i:\bused to (?:really |absolutely )?(?:love|like|enjoy|adore)\b)")
_STILL_LOVED = re.compile(
    r"(?i:\b(?:it's been|a while|chance|memor(?:y|ies)|nostalgi\w+|miss|remember|those were|back then|as a (?:kid"
    r"|child)|when (?:i was|we were))\b)"
)
""" "I used to love hiking, but it's been a while": nothing says that it is not loved now."""
_LEAST = re.compile(r"(?i:(?:[a-z]+ing(?: (?:up|out|on|in|down|around))?|one|two|three|four|several)$)")
_COUNTED = re.compile(r"(?i:(?:two|three|four|five|several|a few|a couple of|both) | in particular$)")
""" "I'm keen on two projects in particular": which, is told later."""
_GOES_ON = re.compile(r"(?i:[ ](?:with|that|this|it|on|at|[\"'“‘])|[ ]in particular\b)")
""" "sharing that with others", "curling up with a good book": the value alone says less."""
_BARE = re.compile(
    r"(?i:theme|themes|style|look|looks|design|colou?rs?|idea|ideas|concept|vibe|vibes|message|view|views|feeling"
    r"|moment|moments|thing|things|stuff|part|parts|picture|pictures|photo|photos|pic|pics|title|sound|energy|outfit"
    r"|setup|way|approach|attitude|spirit|enthusiasm|suggestions?|options?|combination|layout|effect|details?"
    r"|(?:[\w-]+ ){1,4}(?:ideas?|suggestions?|approach|tips?))"
)
"""What is praised in what somebody else showed: without its "of what", no taste."""
_WISHED = re.compile(r"(?i:(?:^|[.!?;:\n] ?)enjoy (?:the |your )?$)")
""" "Enjoy exploring the city!" is wished to whoever is spoken to."""
_LISTED = re.compile(r"(?i:, [a-z]+ing\b[^.!?;]{0,60}?,? and (?:just |then |simply )?[a-z]+ing\b)")
_PARTS_NEAR = 70
"""Characters after a value in which the others of its list stand."""
_ONE_OF_TWO = re.compile(r"(?i:\bon the (?:one|other)(?: hand)?$|^(?:loving|enjoying|liking) )")
_LOW_ON = re.compile(r"(?i: (?:on|in) [a-z])")
_OVER = re.compile(r"(?i:[ .]*(?:,? ?but\b|at first\b|before\b|until\b))")
_WAS = re.compile(r"(?i:\b(?:was|were)\b[^.!?]{0,20}$)")
_NAMED_SO = re.compile(r"(?i:\b(?:named|called|naming|calling) (?:him|her|it|them) $)")
_WHERE_WITH = re.compile(r"(?i:\b(?:going|gone|went|go|stay(?:ing|ed)?) with ['\"‘“]?$)")
_BOUGHT = re.compile(
    r"(?i:\bended up (?:buying|getting|ordering|eating|having|spending|watching) (?:an? |the |some )?$)"
)
"""What was bought in the end was no decision for later."""
_FELT_A = re.compile(r"(?i:(?:an?|the|such a) (?:\w+ ){0,2}(?:connection|bond|sense|pull|link|affinity)\b)")
_APPROVES = re.compile(
    r"(?i:\bsounds? (?:like|good|great|perfect|nice|fun|amazing|interesting)\b|\b(?:is|are|was|would be|could be"
    r"|might be|may be|will be) (?:an? |the )?(?:really |very |pretty |such a )?(?:good|great|nice|perfect|fantastic"
    r"|excellent|lovely|awesome|wonderful|solid|fun|smart|clever|useful|helpful|handy) (?:idea|option|fit|choice"
    r"|start|plan|suggestion|way|tip|trick|point|approach)s?\b)"
)
""" "That sounds like a great option" answers a suggestion."""
_FRONTED = re.compile(
    r"(?i:(?:^|[.!?;] )(?:and |but |so )?(?:when(?:ever)?|during|in|at|on|after|before|while|if|over|for) "
    r"(?!the (?:evenings?|mornings?|afternoons?|weekends?)|weekends?|weekdays?|(?:most |week)?days?|nights?"
    r"|[a-z]+days?\b"
    r"|winter|summer|spring|autumn|general|fact|dinner|lunch|breakfast)[^.!?;,]{2,60}, (?:i|we) (?:usually |always "
    r"|often |generally )?$)"
)
"""When or where something is always done, before who does it: "During Lent, we usually …"."""
_AT_ONCE = re.compile(r"(?i:(?:^|[.!?;] )(?:and |so |ok,? )?now (?:i'm|i am|we're|i'll|let me)\b)")
_SAYS_LITTLE = re.compile(
    r"(?i:be able|head (?:out|over|home|off)|come over|go|try|see|start|(?:get|getting) (?:started|going)"
    r"|do (?:it|that|this|so|more|them|these)|check (?:it|that|them|those|these) out|look into (?:it|that|those|them"
    r"|this)|give (?:it|that|them) a (?:try|go|shot)|try (?:it|that|them|this|those)(?: out)?"
    r"|(?:weekend|day|evening|night|week|new trip|getaway|thing)s?)"
)
"""What is meant to be done, without what it is done to."""
_TROUBLE = re.compile(
    r"(?i:having (?:some |a lot of |a bit of |so much |such )?(?:trouble|issues?|problems?|difficult\w+|fun|doubts"
    r"|second thoughts|a (?:hard|great|good|tough|rough) time)\b.*|get an? (?:head start|sense|feel"
    r"|(?:better|good) (?:idea|sense|understanding))\b.*)"
)
_JUST_GOING = re.compile(
    r"(?i:(?:going|doing (?:it|this|that)|using it|taking it) (?:\d|once|twice|three|four|every)\b.*)"
)
""" "I've been going three times a week": to what, was said before."""
_ABLE_NOW = re.compile(
    r"(?i:(?:read reviews|see|get|find|check|try|start|add|understand|imagine|relate|afford|wait)\b.*)"
)
"""What one can do in a place or at a time is no skill."""
_HAVE_NONE = re.compile(r"(?i:\b(?:don't|do not|doesn't|didn't) have (?:any |an? )?$)")
_DOUBTED = re.compile(r"(?i:\b(?:i think|i guess|i suppose|maybe|perhaps|probably|might|not sure)\b[^.!?;,]{0,30}$)")
_DASHED = re.compile(r" [-–—] .*$", re.DOTALL)
_WHENEVER = re.compile(
    r"(?i:,? when(?:ever)? i (?:ask|message|write|text)(?: you)?(?: (?:something|anything|a question|questions"
    r"|stuff))?$)"
)
_THE_ONE = re.compile(r"(?i:(?:\w+ ){0,2}ones?)")
_DEGREE = re.compile(r"(?i:ph\.?\s?d\.?|b\.?sc\.?|m\.?sc\.?|mba|master's|bachelor's|gpa|cv|id|reel|reels)")
_SCHOOL = re.compile(
    r"(?i:\b(?:universit\w+|college|school|institut\w+|academy|polytechnic|conservatoire|degree|diploma|ph\.?d|mba"
    r"|bachelor\w*|master\w*|doctorate|faculty|tech)\b)"
)
_AN_EVENT_AT = re.compile(
    r"(?i:\b(?:workshop|show|concert|party|fair|festival|meeting|event|talk|lecture|webinar|conference|wedding|gig"
    r"|exhibition|exhibit|game|match|tasting|session|specialization|course)s? (?:at|in|by|from|with) (?:the )?$)"
)
_WENT = re.compile(r"(?i:\b(?:went|going|been|go) to (?:the )?$)")
_ON_A_VISIT = re.compile(r"(?i: (?:last|yesterday|this|today|with|to|on|again|once|twice|next|tomorrow|a few|for)\b)")
_NO_TRADE = re.compile(
    r"(?i:(?:beginner|novice|newbie|intermediate|first-time|aspiring|light|heavy|early|slow|fast|picky) \w+"
    r"|(?:[\w-]+ ){0,2}(?:sleeper|striker|eater|learner|lover|fan|person|owner|riser|hiker|believer|thinker|user|newbie"
    r"|beginner|overthinker|reader|owl|homebody|drinker|smoker|talker|listener|walker|starter|finisher))"
)
"""What somebody is without doing it for a living."""
_NO_THING = (
    r"(?:journey|experience|adventure|creation|trip|itinerary|tour|visit|stay|flight|order|booking|workshop|lesson"
    r"|exam|interview|review|recipe|campaign|session|race|game|match|appointment|homework|essay|assignment"
    r"|data|setting|result|stat)s?"
)
_DONE_WITH_IT = re.compile(rf"(?i: {_NO_THING}\b)")
_DOING = re.compile(rf"(?i:(?:[\w'’-]+ ){{0,4}}{_NO_THING})")
"""What is done, had or made for a while is no possession: "my Lisbon trip", "my own clay creations"."""
_OF_ANOTHER = re.compile(r"[A-Z][\w-]{1,20}['’]s $")
_MINE = re.compile(r"(?i: (?:is|are) (?:now |finally )?(?:mine|ours)\b)")
_PARTED_THEM = re.compile(
    r"(?:(?<!newly )(?<!legally )(?<!recently )\bseparat(?:ing|ed?)|\b(?:engag|marry|divorc)ing) "
    r"(?!from (?:my|the|her|his)\b|from [A-Z]|for\b|since\b|and\b|last\b|in\b|after\b|but\b|now\b|two\b|three\b)"
)
""" "I've been separating Billy from the others": things or animals are parted."""
_ONE_BY_ONE = re.compile(r"(?i:\b\w+\. single\. \w+)")
""" "Every. Single. Time." """
_LEFT_OPEN = re.compile(r"(?i:,? (?:and|but|so|because|where|which|who|that)(?: (?:i|we|it|my|i'm|i'll|we're))?$)")
_MUST_SAY_WHAT = re.compile(
    r"(?i:(?:adding|making|having|doing|getting|using|taking|putting|keeping|finding|seeing|buying|giving|being|going"
    r"|saying|telling|asking|letting|bringing|becoming|feeling|spending|wanting|setting|sharing))"
)
_AN_ARTICLE = re.compile(r"(?i:\b(?:got|bought|have|found|own|received) (?:an?|the|this|my) $)")
_EVENT = re.compile(
    r"(?i: (?:outing|meeting|gathering|wedding|viewing|fitting|screening|opening|tasting|training|trip|party|dinner"
    r"|lunch|breakfast|brunch|retreat|event|tour|visit|holiday|vacation|getaway|ride|hike|run|walk|night|day|week"
    r"|weekend|shower|celebration|reunion|picnic|barbecue|bbq|sale|show|exhibition|festival|course|class|workshop"
    r"|project|budget|routine|menu|schedule|itinerary)\b)"
)
_THERE = re.compile(r"(?: (?:in|to|at|around|near) (?:the )?[A-Z][\w'’-]{1,20}(?: [A-Z][\w'’-]{1,20}){0,3})")
_AND_MORE = re.compile(
    r"(?: and (?!(?i:i|i'm|i'll|we|he|she|they|you|it|it's|there|that|this|then|also|so|maybe|hopefully|can't|was|were"
    r"|am|is|are|need|want|wanted|would|could|can|hope|looking|see|wonder\w*|just|how|what|who|where|my|not|now|have"
    r"|had|has|got|by|in|on|at|for)\b)[\w'’-]{2,20}(?: (?!(?i:is|are|was|were|and|or|but|i|we|to|my|our|the|an|some"
    r"|his|her|their)\b)[\w'’-]{2,20}){0,2}"
    r"(?=[.,;!?\n]|$| (?:next|this|for|in|on|tomorrow|soon|to)\b))"
)
""" "discussing education and infrastructure upgrades" """
_NEXT_NOUN = re.compile(r" (?P<noun>[a-z]{3,20})(?: (?P<second>[a-z]{3,20}))?")
_ADJECTIVE = re.compile(
    r"(?: (?:electric|acoustic|wireless|digital|portable|mechanical|cordless|automatic|manual|hybrid"
    r"|noise-cancelling))$"
)
_NO_POSSESSION = re.compile(
    r"(?:model|kit|replica|toy|poster|boot|shoe|trainer|sneaker|jean|case|charger|collection|scarf|account"
    r"|subscription|membership|app)s?"
)
"""What follows a make and makes another thing of it, and no noun of the class names."""
_ON_WHAT = re.compile(r"(?: (?:on|with|at|in) (?:my|the|our) [a-z]{2,20})")


_SAID_AFTER = re.compile(r"(?i:(?:[, ]{1,3}(?:lol|btw|haha|tbh|ngl|imo|imho|rn|lmao|thx|pls|xx?)){1,3}$)")
_I_DO = re.compile(
    r"(?:I (?:do|have been into|(?:have )?(?:just )?(?:got|gotten) (?:back )?into|am a beginner at|am back into) )"
)
_TURNED_TO_YOU = re.compile(
    r"(?i:,? (?:so (?:please )?(?:keep|bear) (?:that|this|it) in mind|what (?:should|do|can|would) (?:i|you|we) "
    r"(?:do|suggest)|(?:can you |please |pls )?help(?: me)?|i promise|promise|any (?:tips|ideas|thoughts))$)"
)
""" "…, what should I do": turned to whoever is spoken to."""


def fitted_en(found: Sequence[Claim], content: str) -> list[Claim]:
    """What fits, each value whole: without what only follows it, with the words that belong to it. `content` is what
    `claim.start` points into."""
    kept = []
    for claim in found:
        if claim.attribute == "relationship_status" and not _is_of_two(
            content[max(0, claim.start - 20) : claim.end + 20]
        ):
            continue
        at = content.find(claim.value, claim.start) if claim.value else -1
        if at < 0:
            kept.append(claim)
            continue
        before, after = content[max(0, at - 100) : at], content[at + len(claim.value) : at + len(claim.value) + 160]
        value = _whole(claim, after)
        after = after if len(value) <= len(claim.value) else after[len(value) - len(claim.value) :]
        if _is_fit(claim, value, before, after, found) and not is_misread(claim, value, before, after):
            end = max(claim.end, min(len(content), at + len(value)))
            kept.append(claim if value == claim.value else claim.model_copy(update={"value": value, "end": end}))
    return kept


def _is_of_two(said: str) -> bool:
    return not (_PARTED_THEM.search(said) or _ONE_BY_ONE.search(said))


def _whole(claim: Claim, after: str) -> str:
    """The value without a second thought after a dash and what goes without saying, and with what it was cut from."""
    value = _SAID_AFTER.sub("", claim.value) or claim.value
    if claim.attribute in _AHEAD or claim.attribute in ("habit", "instruction"):
        value = _SAID_AFTER.sub("", _TURNED_TO_YOU.sub("", value)) if "," in value else value
    if claim.attribute == "instruction":
        return _WHENEVER.sub("", value)
    if claim.attribute == "hobby":
        value = _I_DO.sub("", value)
    if claim.attribute in _AHEAD or claim.attribute == "habit":
        value = _LEFT_OPEN.sub("", _DASHED.sub("", value))
    if value != claim.value:
        return value
    belongs = None
    if claim.attribute == "plan":
        belongs = _EVENT.match(after) if value.islower() and " " not in value else None
        belongs = belongs or (_THERE.match(after) if _SAYS_LITTLE.fullmatch(value) else None)
    if claim.attribute in ("plan", "goal", "commitment") and not _SAYS_LITTLE.fullmatch(value):
        belongs = belongs or _AND_MORE.match(after)
    if claim.attribute == "habit" and value.startswith("spend"):
        belongs = _ON_WHAT.match(after)
    if belongs:
        return value + belongs[0]
    if claim.attribute != "owns":
        return value
    if _ADJECTIVE.search(value) and (noun := _NEXT_NOUN.match(after)):
        return value + after[: noun.end("noun")]
    return value + _nouns_after(after)


def _nouns_after(after: str) -> str:
    """What is owned, after its make: "Fender acoustic" before " guitar"."""
    match = _NEXT_NOUN.match(after)
    if match is None or not _is_thing(match["noun"]):
        return ""
    second = match["second"]
    return after[: match.end("second" if second and _is_thing(second) else "noun")]


def _is_thing(word: str) -> bool:
    nouns = noun_classes()["possession"]
    return word in nouns or _NO_POSSESSION.fullmatch(word) is not None or (word.endswith("s") and word[:-1] in nouns)


def _is_fit(claim: Claim, value: str, before: str, after: str, found: Sequence[Claim]) -> bool:
    match claim.attribute:
        case "likes" | "dislikes":
            return _is_taste(claim, value, before, after, found)
        case "state":
            if _ONE_OF_TWO.search(value) or (value == "low" and _LOW_ON.match(after)):
                return False
            return not (_WAS.search(before) and _OVER.match(after))
        case "friend" | "sibling" | "spouse" | "child":
            return not _NAMED_SO.search(before)
        case "plan" | "goal" | "commitment" | "decision":
            return _is_meant(claim.attribute, value, before)
        case "opinion":
            return not (_FELT_A.match(value) or _APPROVES.search(value))
        case "habit":
            return not (_FRONTED.search(before) or _JUST_GOING.fullmatch(value))
        case "skill":
            return _ABLE_NOW.fullmatch(value) is None
        case "diet":
            return not _HAVE_NONE.search(before)
        case "employer":
            return not _OF_ANOTHER.search(before)
        case "education":
            return _is_studied(value, before, after)
        case "owns":
            return not (
                _THE_ONE.fullmatch(value) or _DEGREE.fullmatch(value) or _is_passing(claim, value, before, after)
            )
        case "occupation":
            return _NO_TRADE.fullmatch(value) is None
        case "medication" | "allergy":
            return not _nouns_after(after)
        case "hobby":
            return not _AN_ARTICLE.search(before)
        case _:
            return True


def _is_taste(claim: Claim, value: str, before: str, after: str, found: Sequence[Claim]) -> bool:
    if (claim.polarity == "negative" or claim.action == "unset") and _USED_TO.search(before):
        return _STILL_LOVED.search(f"{before} {after[:120]}") is None
    if _MUST_SAY_WHAT.fullmatch(value) or _COUNTED.search(value) or _BARE.fullmatch(value) or _WISHED.search(before):
        return False
    if value[:1].isalpha() and "ing" in value.split()[0] and _LISTED.match(after):
        near = after[:_PARTS_NEAR]
        return any(one is not claim and one.attribute in _TASTES and one.value in near for one in found)
    return not (_LEAST.match(value) and _GOES_ON.match(after))


def _is_passing(claim: Claim, value: str, before: str, after: str) -> bool:
    """Whether what is read as owned is another's, or done rather than had."""
    if _DOING.fullmatch(value) or _DONE_WITH_IT.match(after):
        return True
    other = _OF_ANOTHER.search(before)
    return other is not None and not _MINE.match(after) and not other[0].startswith(claim.subject)


def _is_meant(attribute: str, value: str, before: str) -> bool:
    if _SAYS_LITTLE.fullmatch(value) or _TROUBLE.fullmatch(value):
        return False
    if attribute == "commitment":
        return not _DOUBTED.search(before)
    if attribute == "decision":
        named = value[:1].isupper() and " " not in value and _WHERE_WITH.search(before)
        return not (named or _BOUGHT.search(before))
    return attribute != "plan" or not _AT_ONCE.search(before)


def _is_studied(value: str, before: str, after: str) -> bool:
    """Whether a place or course was studied at, not visited: "a workshop at …", "I went to … last Saturday"."""
    if _AN_EVENT_AT.search(before):
        return False
    return bool(_SCHOOL.search(value)) or not (_WENT.search(before) and _ON_A_VISIT.match(after))
