"""What the words around an English name say of what it stands for: the verb or preposition that governs it, what
follows it. Classes of words with a strength; what speaks most for one type wins."""

from __future__ import annotations

import re

from processors.dimensions.entities_known import KIN, PETS
from processors.dimensions.entities_votes import Rows, cues, decided
from schemas.dimensions import EntityType

READ_BEFORE = 60
READ_AFTER = 48
"""Characters of the sentence that are read on either side: a governor stands near what it governs."""
SURE = 2
"""Strength from which the sentence is believed against the model's label."""

_KIN = "|".join((*KIN, *PETS))
_MOTION = (
    r"(?:fly|flew|flown|flying|flies|go|goes|going|went|gone|drive|drives|drove|driven|driving|mov(?:e[ds]?|ing)"
    r"|travel\w*|head(?:ed|ing|s)?|walk\w*|cycl(?:e[ds]?|ing)|sail\w*|trips?|trains?|bus|coach|flights?|ferry|road|way"
    r"|journey|trek\w*|hik\w+|routes?|tickets? (?:to|from)|return\w*|came|come|comes|coming|back|commut\w+|hitchhik\w+"
    r"|elop\w+|emigrat\w+|relocat\w+|transfer\w*|off|hop(?:ped)?|rode|ride|motorway|line|mail|shipped|exports?"
    r"|expedition|pilgrimage|cruise|migrat\w+|escaped?|fled|journeys|drifted|tram|boat|rush\w*|evacuated|deported)"
)
_DWELL = (
    r"(?:liv(?:e[ds]?|ing)|born|rais(?:ed|ing)|based|station(?:ed)?|settl\w+|grew up|grow(?:ing|n)? up|honeymoon\w*"
    r"|strand(?:ed)?|stuck|deployed|stay(?:s|ed|ing)?|sleep|slept|camp(?:ed|ing)?|flat|house|apartment|office|cottage"
    r"|holidays?|vacation|weekend|semester|summer|winter|wedding|married|nursery|school|hospital|rent(?:ed|ing)?"
    r"|lost|rain(?:s|ed|ing)?|snow(?:s|ed|ing)?|weather|met|moored|buried|village|town|island|beach|jungle|up|down"
    r"|sunset|sunrise|branch|shop|studio|job|hotel|hostel|retir\w+|land(?:s|ed|ing)?|arriv\w+|resides?|market)"
)
_TALK = (
    r"(?:(?:tell|tells|told|ask(?:s|ed|ing)?|remind\w*|thank\w*|invit\w+|meet|meeting|met|marr(?:y|ied|ying|ies)"
    r"|dat(?:ed|ing)|hug\w*|kiss\w*|phon(?:ed?|ing)|text(?:ed|ing)?|email(?:ed|ing)?|rang|ring|(?:bump|r[au]n|bumped"
    r"|running) into|(?:spoke|speak|speaks|spoken|speaking|talk|talked|talking|chat|chatted|chatting|engaged|married"
    r"|wrote|write|waved|apologi[sz]ed|lent|lend|gave|give|sold|sell|happened|listen|said|chess|proposed|forward\w*"
    r"|introduced?) (?:[\w'&-]+ ){0,5}?(?:to|with)|divorced|babysit\w*|miss(?:es|ed|ing)?|introduc\w+|named after"
    r"|called after|cc|pay|paid|owe[sd]?|blame[sd]?|hear(?:d)? (?:back )?from|word from"
    r"|letter from|gift from|present from|card from"
    r"|borrowed \w+(?: \w+)? from|waiting for|married to|photo of|picture of|fan of|song by|book by|novel by"
    r"|painted by|written by|directed by|poem by|album by|babysat|teach(?:es|ing)?|taught|beat|hired|visit(?:ed"
    r"|ing)? (?:my|our) \w+|forgive|trust(?:s|ed)?|pick(?:ed)? up|dear|dearest|hey|hi|hello|yours(?: truly"
    r"| sincerely)?|regards|xoxo|love|hugs|cheers|best wishes|warmly|sincerely|best))"
)
_HUMAN = (
    r"(?:says?|said|thinks?|thought|reckons?|told|tells|asked|asks|cried|laugh(?:s|ed)|smiled|called|rang|phoned"
    r"|emailed|messaged|texted|loves?|loved|hates?|hated|wrote|married|lent|borrowed|forgot|promised|brought|bakes?"
    r"|baked|cook(?:s|ed)|swims?|swam|runs?|ran|lives|lived|moved|teaches|taught|studies|studied|drives|drove|flew"
    r"|sings?|sang|fixed|repaired|passed|graduated|retired|quit|bought|cycle[sd]|snores?|beat|won|died|turned|turns"
    r"|believes?|knows?|knew|felt|feels|remembers?|swears|got (?:the|a|into|engaged|married|promoted|sick|me|us|lost"
    r"|drunk)|cancelled|proposed|dumped|left (?:me|us|him|her)|made (?:me|us)|gave|wants? (?:to|a|me|us)|wanted"
    r"|needs? (?:to|a lift|help)|can't stand|refuses|slept|woke|ate|eats|drank|plays? the|played the|painted|knits?"
    r"|knitted|shouted|whispered|winked|invited|picked|dropped|helped|taught|doesn't|didn't|won't (?:eat|talk|come"
    r"|stop)|never|still|always|once|showed|sends|lied|apologi[sz]ed|complained|visited|arrived|came|went|joined|left"
    r"|broke (?:her|his|up)|met|speaks?|spoke|recommended|suggested|owes|paid|is (?:back|late|coming|here|ill|sick"
    r"|away|asleep|right|wrong|leaving|off)|looks?|seems?|sounded|started|stopped|finished|missed|lost (?:her|his)|had"
    r"|has)"
)
_ORDER = (
    r"(?:order\w*|bought|buy\w*|refund|parcels?|packages?|delivery|invoice|bill|loan|subscription"
    r"|complain\w*|complaint|offer|scholarship|grant|quote)"
)
_BANK = (
    r"(?:bank(?:s|ed|ing)?|mortgage|pension|account|insur\w+|policy|contract|savings|loan|booked|flew|fly|flying|flies)"
)
_APPLY = r"(?:complain\w*|complaint|appl(?:y|ied|ying)|application|donat\w+)"
_ROLE = (
    r"(?:engineer|manager|designer|analyst|consultant|nurse|teacher|developer|accountant|lawyer|pilot"
    r"|director|doctor|surgeon|librarian|driver|barista|intern|editor|researcher|scientist|postdoc|lecturer"
    r"|professor|chef|waiter|cashier|paramedic|coach|ceo|cto|recruiter|sales|marketing|hr)"
)
_WORK_WORD = (
    r"(?:work(?:s|ed|ing)?|intern(?:s|ed|ing|ship)?|jobs?|role|position|career|shifts?|contract(?:s|ed"
    r"|ing)?|consult(?:s|ed|ing)?|volunteer(?:s|ed|ing)?|employed|interview(?:s|ed|ing)?|freelanc\w+"
    r"|apprentice(?:ship)?|temp(?:s|ed|ing)?|moonlight\w*)"
)
_WATCH = (
    r"(?:(?:re)?watch(?:ed|ing|es)?|(?:re)?read(?:ing|s)?|(?:re)?play(?:ed|ing|s)?|listen(?:s|ed|ing)? to"
    r"|bing(?:e|ed|eing|ing)|stream(?:ed|ing)?|finish(?:ed|ing)|completed|ending of|seasons? \w+ of"
    r"|episodes? (?:\w+ )?of|chapters? (?:\w+ )?of|copy of|soundtrack (?:to|of)|obsessed with|hooked on|addicted to"
    r"|book|film|movie|novel|song|albums?|musical|series|show|game|podcast|painting|opera|play|titled|essay on"
    r"|screen(?:ed|ing)|rehears\w+|direct(?:s|ed|ing)|conduct(?:s|ed|ing)?|stag(?:es|ed|ing)|compos(?:es|ed|ing)|humm(?:ed|ing)"
    r"|whistl(?:ed|ing)|strumm(?:ed|ing)|cried (?:all )?through|slept through|finale of|sequel to|trailer for"
    r"|showing|screening|seen|sing(?:ing)?|performance of|production of|quot(?:e|ing) from|lines? from)"
)
_USE = (
    r"(?:us(?:e[ds]?|ing)|install(?:ed|ing)?|download(?:ed|ing)?|uninstall(?:ed|ing)?|delet(?:ed?|ing)"
    r"|subscrib\w+ to|swap(?:s|ped|ping)?|switch(?:ed|ing)? (?:from|to)|migrat(?:ed?|ing) (?:from|to)|upgrad(?:e|ed"
    r"|ing) to|updat(?:ed?|ing)|log(?:ged|ging)? (?:in|into|out of)|runs? on|running on|deploy(?:ed|ing)? (?:on|to"
    r"|with)|debug\w*|(?:wr[io]te|written|rewr[io]te|rewritten|rewrote|cod(?:ed|ing)|built|build|program\w*"
    r"|implement\w*)(?: [\w ]{1,20})? (?:in|with|on)|learn(?:ed|ing|t)?|apps? called|pa(?:y|id) (?:\w+ ){0,3}(?:via"
    r"|with|by|through)|post(?:ed|ing)? (?:\w+ ){0,2}on|sold (?:\w+ ){0,3}on|found (?:\w+ ){0,3}on"
    r"|saw (?:\w+ ){0,2}on|crashed|version of|bug in|plugin for|tutorial on|suggest(?:s|ed)?|recommend(?:s|ed)?"
    r"|try|tried|trying)"
)
_PROVIDER = (
    r"(?:supplier|provider|insurer|employer|agency|broker|landlord|lender|carrier|operator|network|builder|caterer"
    r"|letting agent|estate agent|energy company|internet company|phone company|job|bank)"
)
_BUY = (
    r"(?:buy|buys|buying|bought|sell|sells|selling|sold|order(?:ed|ing)?|driv(?:es?|ing)|drove|rid(?:es?"
    r"|ing)|rode|wear(?:s|ing)?|wore|drink(?:s|ing)?|drank|smok(?:es?|ing)|eat(?:s|ing)?|fixed|fix|repair(?:ed"
    r"|ing)?|want|wants|wanted|got|get|charg(?:e|ed|ing)|clean(?:ed|ing)?|choose between|torn between|prefer|need"
    r"|needs|packets? of|bottles? of|boxes? of|cans? of|pairs? of|rent(?:ed|ing)?|own(?:s|ed)?)"
)

_BEFORE: Rows = (
    (rf"\b{_MOTION}(?: \w+){{0,4}}? (?:to|from|via|towards?|past|between)(?: the)?", "location", 3),
    (r"\b(?:head(?:ed|ing|s)?|left|leav(?:e|es|ing)|off|bound|depart\w*|making|trains?|bus|flights?|plane|ferry|boat"
     r"|sail\w*|set out) for(?: the)?", "location", 3),
    (r"\btickets? for(?: the)?", "event", 4),
    (r"\b(?:aboard|on board|(?:wreck|crew|captain|deck|maiden voyage) of)(?: the)?", "object", 4),
    (rf"\b(?:{_MOTION}|{_DWELL})(?: \w+)? (?:in|near|across|around|through|into|over|down|up)(?: the)?", "location", 5),
    (rf"\b{_DWELL}(?: \w+)? (?:at|outside|by|on|to)(?: the)?", "location", 3),
    (r"\b(?:in|near|around|across|outside|inside|via|towards|through|throughout|beyond|along"
     r"|overlooking)(?: the)?", "location", 2),
    (r"\b(?:(?:north|south|east|west|outskirts|middle|centre|center|capital|mayor|streets|people|coast|map|view|views"
     r"|whole|all|rest|parts|city|town|village|port|island|isle|kingdom|republic|bay|gulf|university|river) of"
     r"|view from|all the way from|from|downtown|central|upstate|greater|rural|sunny|rainy)(?: the)?", "location", 2),
    (r"\b(?:visit(?:s|ed|ing)?|explor\w+|cross(?:ed|ing)|climb(?:s|ed|ing)?|hik(?:ed|ing)|trek\w*|tour(?:ed"
     r"|ing)|reach(?:ed|ing)"
     r"|chang(?:e|ing) at|(?:meet|drop)(?: me| us)? at|get off at)(?: the)?", "location", 3),
    (rf"\b{_TALK},?", "person", 4),
    (r"\b(?:it|they|that|this|show|series|films?|movies?|available|streaming|out|episodes?|seasons?|playlist|account"
     r"|profile|link|photos?|reviews?|selling|buying|ads?) (?:\w+ )?on", "product", 3),
    (r"\b(?:poor|it was|beat|said|says|to me and|(?:sen[dt]|wrote|write) (?:[\w'&-]+ ){0,5}?to)", "person", 2),
    (r"\bto", "location", 2),
    (rf"\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir|great-?)(?: ?[\w-]+){{0,2}}? ?(?:{_KIN}|boss|manager|therapist"
     rf"|landlord|landlady|dentist|barber"
     r"|hairdresser|tutor|mentor|supervisor|lawyer|trainer|coach|tenant|lodger|student|intern|plumber|nanny|midwife"
     r"|accountant|physio|neighbour|neighbor|flatmate|roommate|mate|teacher|vet),?", "person", 3),
    (r"\b(?:auntie?|uncle|cousin|nana|grandma|grandpa|granny|gran|sister|brother|nan|mate|saint|king|queen"
     r"|president|coach|captain)", "person", 2),
    (r"\b(?:name(?: is| was|'s)|(?:call|calls|called) (?:me|him|her|them|myself)|this is)", "person", 5),
    (r"\b(?:cv|resume|résumé|cover letter) (?:to|at|with)(?: the)?", "organisation", 5),
    (r"\b(?:sen[dt]|post(?:ed)?|chat(?:ted)?|talk(?:ed)?|messag(?:ed?|ing)|call(?:ed)?|text(?:ed)?|stream(?:ed)?"
     r"|shar(?:ed?|ing))(?: \w+){0,3} on",
     "product", 3),
    (r"\b(?:with|without|by)", "person", 2),
    (r"\b(?:for|if|when|because|that|than|like|and|but|so)", "person", 1),
    (rf"\b{_WORK_WORD}(?: [a-z]+){{0,2}}? (?:at|for|by|with)(?: the)?", "organisation", 5),
    (rf"\b{_ROLE}(?: [a-z]+)? (?:at|for|from)(?: the)?", "organisation", 5),
    (r"\b(?:hired|employed|fired|sacked|poached|acquired|sponsored|headhunted|laid off|rejected|accepted"
     r"|recruited|approached) (?:by|at|from)(?: the)?|\b(?:join(?:ed|ing|s)?|quit(?:ting)?|resign\w* from|got into"
     r"|signed (?:for|with)|interview\w* (?:at|with|for))(?: the)?|\b(?:stud(?:y|ied|ies|ying)|student|degree|masters?"
     r"|phd|thesis|mba|lectur\w+|enrol\w*|graduated?|doctorate|course|offer|place|postdoc)"
     r"(?: \w+)? (?:at|from)(?: the)?", "organisation", 4),
    (rf"\b{_ORDER}(?: \w+){{0,3}}? (?:from|out of|at)(?: the)?", "organisation", 4),
    (rf"\b{_APPLY}(?: \w+){{0,2}}? to(?: the)?", "organisation", 5),
    (r"\b(?:thanks to|appl(?:y|ied|ying) (?:to|at|with)|invoice[ds]?|sued by|shares in|stake in|partnered with"
     r"|signed up with|complained to|(?:left|leaving) \w+ for)(?: the)?", "organisation", 4),
    (rf"\b(?:my|our|his|her|their|the|an?|new|old) (?:\w+ )?{_PROVIDER} (?:is|was|called)(?: the)?", "organisation", 6),
    (rf"\b{_PROVIDER}s? from(?: the)?", "organisation", 5),
    (rf"\b{_PROVIDER}s? (?:\w+ )?from [A-Z][\w'’&]* to", "organisation", 6),
    (r"\b(?:driv(?:es?|ing)|drove|writ(?:es?|ing)|wrote|cod(?:es|ed|ing)|sings?|sang|fl(?:ies|ew)|cook(?:s|ed)"
     r"|deliver(?:s|ed|ing)?|rid(?:es|den)|swims|rows|scouts?|models?|edits?|freelances?|reports?|paints?|trades"
     r"|runs \w+|teaches|scor(?:ed|es)|sign(?:ed|s)) (?:for|with)(?: the)?", "organisation", 3),
    (rf"\b{_BANK}(?: \w+){{0,2}}? (?:with|at)(?: the)?", "organisation", 6),
    (r"\b(?:shop(?:s|ped|ping)?|queu\w+|lunch|dinner|brunch|breakfast|ate|eat|eats|eating|dined|table"
     r"|reservation|drinks|coffee|pizza"
     r"|burger|cocktails?|haircut|ramen|curry|sushi|pints?|beers?|food|steak|tacos|cake)(?: \w+)? (?:at|from"
     r"|in)(?: the)?", "organisation", 4),
    (r"\b(?:op|operation|surgery|scan|appointment|ward|mri|x-ray|chemo|blood test|treatment|consultant|midwife"
     r"|a&e)(?: \w+)? at(?: the)?",
     "organisation", 5),
    (r"\b(?:supporter of|supports?|play for|playing for|plays for|played for|drew with|drew against|lost to"
     r"|lost against|won against|versus|vs\.?|season ticket for|company|startup|start-up|employer|firm|band|charity"
     r"|bank|brand|agency|club|bakery|studio|shop|restaurant|cafe"
     r"|pub|supermarket)(?: called| named|,)?(?: the)?", "organisation", 3),
    (r"\b(?:town|village|city|island|suburb|hamlet|resort|valley|district) (?:called|named|of)", "location", 5),
    (r"\b(?:app|game|film|movie|book|novel|show|series|song|album|podcast|programme|program|tool|library|browser|website)"
     r"(?: called| named|,)", "product", 5),
    (r"\b(?:bought|ordered|got|made|baked|cooked|knitted|booked|saved|found|wrote|packed|picked up|presents?|gifts?"
     r"|cards?|flowers|cake|lunch|dinner)(?: [^,.;!?]{1,30})? for", "person", 3),
    (rf"\b{_WATCH}(?: the| a)?", "product", 3),
    (rf"\b{_USE}", "product", 3),
    (rf"\b{_BUY}(?: (?:a|an|another|the|my|our|his|her|two|three|some|new|old|used|second-hand|vintage|more|too"
     rf"|much|enough)){{0,3}}", "product", 3),
    (r"\b(?:a|an|another|every)(?: (?:new|old|used|second-hand|vintage|cheap|broken|clapped-out))?", "product", 6),
    (r"\b(?:my|our|his|her|their|the) (?:inhaler|phone|laptop|car|bike|watch|camera|tv|printer|kettle|oven"
     r"|mattress|pram|mower|keyboard|headphones|trainers|shampoo|medication|tablets|antidepressant|fridge|van|scooter"
     r"|guitar|piano)(?: is| are| was| were)"
     r"(?: an?| the)?", "product", 4),
    (r"\btrad(?:e|ed|ing) in (?:the|my|our|his|her)", "product", 7),
    (r"\b(?:swears? by|plug(?:s|ged)? in|plugged|charge|unplug\w*)(?: the)?", "product", 3),
    (r"\b(?:keeps?|kept|tracks?|tracked|stores?|stored|logs?|logged|drafts?|drafted|edits?|edited|plans?|planned"
     r"|designs?|designed) (?:my|our|his|her|their|the|all|everything)(?: [\w-]+){0,2} in", "product", 4),
    (r"\b(?:lectur\w+|teach(?:es|ing)?|taught|stud(?:y|ied|ies|ying)|reads|reading) (?:[\w'-]+ ){1,4}at",
     "organisation", 4),
    (r"\b(?:attend\w*|celebrat\w*|during|this year's|last year's|happy|merry|headlin\w*|enter(?:ed)?(?: for)?"
     r"|regist\w+ for|sign(?:ed)? up for|qualif\w+ for|(?:speak|spoke|speaking|poster|keynote|perform\w*|volunteered"
     r"|accepted|compet\w+|sing(?:s|ing)?|exhibit\w*|booth|stand|play(?:ed|ing)?) (?:at|in)|surviv\w+|lived through"
     r"|fought in|training for|missed"
     r"|watched)(?: the)?", "event", 3),
)  # fmt: skip
_AFTER: Rows = (
    (r"['’]s [a-z]", "person", 4),
    (r" (?:turntable|speakers?|amp|synth|rucksack|backpack|boots|mixer|blender|mower|pram|buggy|mattress|sofa"
     r"|fridge|oven|dishwasher"
     r"|washing machine|thermometer|monitor|mouse|inhaler|toaster|kettle|tent|racket|helmet|saddle"
     r"|moisturi[sz]er|shampoo)\b", "product", 4),
    (r" needs? (?:a |an |new |its )?(?:tyres?|tires?|service|oil|strings|batter|brakes?|engine|charging)", "object", 4),
    (r"(?:'s)? (?:is|was|are|were|looks|felt|feels) (?:\w+ )?(?:colder|warmer|hotter|quieter|sunny|rainy|foggy"
     r"|humid|crowded|flooded|snowy"
     r"|beautiful|stunning|gorgeous|overrated|underrated|freezing|boiling|windy|loud|touristy|expensive"
     r"|lovely in|closed|shut|packed in)", "location", 2),
    (r" (?:worth (?:a|the|it|seeing|visiting)|in (?:spring|summer|autumn|winter|january|february|march|april"
     r"|may|june|july|august|september"
     r"|october|november|december|the rain|fog)|at (?:sunrise|sunset|night|dawn|dusk))", "location", 2),
    (r" (?:(?:too |very |so )?far (?:from|away)|(?:is|was|isn't) (?:near |north of|south of|east of|west of"
     r"|an hour from"
     r"|on the (?:coast|river|border)|by the sea))", "location", 3),
    (r" (?:cafe|café|restaurant|pub|bar|bakery|gym|team|supporters?|store|supermarket|franchise|bank"
     r"|clinic|site|website|helpline)\b", "organisation", 3),
    (r" (?:station|airport|beach|coast|harbour|harbor|suburbs?|weather|traffic|branch|office|city centre"
     r"|river)\b", "location", 2),
    (rf"['’]s? (?:\w+ )?(?:{_KIN}|birthday|wedding|graduation|place|house|flat|thesis|funeral|party|kids?"
     rf"|surgery|exams?|cooking|numbers|name|bringing"
     r"|coming|getting|going|visa|leaving|baby shower|baptism|desk|mum|mom|dad|laptop|phone|car|bike|boat|idea"
     r"|turn|fault|back)\b", "person", 3),
    (rf" and (?:I|me|his|her|their|my)\b|(?:,|'s| is| was) (?:my|his|her|our)(?: [\w-]+){{0,2}}? (?:{_KIN}|boss"
     rf"|manager|dentist|mate|neighbour)(?=[,.!?]|$| is| was| who| from| and)|(?:'s| is) (?:\d+|a (?:vegan"
     rf"|vegetarian|nurse|doctor|teacher))\b", "person", 3),
    (r",? (?:please|thanks|thank you|did|do you|can you|could you|are you|have you|will you|how are|where are"
     r"|happy)\b", "person", 2),
    (r" ha(?:s|ve) (?:an? |its )(?:offices?|branch|store|factory|campus|stand"
     r"|stall|vacancy|sale)\b", "organisation", 3),
    (r" (?:is |are |was |were )?(?:hiring|laying off|laid off|fired|hired|announced|launched|acquired|merged"
     r"|sued|recalled|raised|delivers?|delivered|shipped|refunded|refund|lost (?:my|our)|cancelled (?:my|our|the)"
     r"|charges|charged|went bust|went bankrupt|closed (?:down|its|the)|opened (?:a|its)|makes?|made a loss"
     r"|manufactures|sells?|was out of|is out of|moved half|is sending|stock|shares|customer|support|headquarters"
     r"|staff|employees|blocked|published|wants another form"
     r"|gave us a quote)\b", "organisation", 4),
    (r" (?:app|account|subscription|playlist|crash(?:ed|es)|froze|freezes|keeps \w+ing|is down|won't (?:load|open|sync"
     r"|start)|updated?|update|ate my|notifications?|drill|charger|chainsaw|capsules|paint|headphones|camera|keyboard"
     r"|sneakers|trainers|shoes|jacket|cream|watch|logged me|stopped (?:working|loading|syncing|responding)"
     r"|needs (?:an update|charging|servicing)|tutorial|plugin|script|bug|works? offline|document|file|server|library"
     r"|query|died after|broke down|failed its|(?:says|tells me|reckons|thinks) i(?:'m|'ve)?|lets (?:me|you)|thinks i"
     r"|thinks i'm"
     r"|is slow|has eaten|capsule)\b", "product", 4),
    (r" (?:tickets|was (?:mobbed|packed|cancelled|sold out|postponed|muddy)|deals|sales|eve|kicked off"
     r"|starts (?:on|in)|lineup|headliners?"
     r"|final|decorations|is on tonight|parade|dinner|weekend|this year|last year|again next year)\b", "event", 2),
)  # fmt: skip
_LEFT = cues(_BEFORE, "(?:{}) $", re.I)
_LEFT_OF_OWNER = tuple(cue for cue in _LEFT if cue.type != "product")
_RIGHT = cues(_AFTER, flags=re.I)
_ACTING: Rows = (
    (
        rf"(?:,? who)? (?:(?:just|also|finally|really|even|then|already|nearly|almost|probably) )?{_HUMAN}\b",
        "person",
        2,
    ),
)
_RIGHT_OF_SUBJECT = (*_RIGHT, *cues(_ACTING, flags=re.I))
_GOVERNED = re.compile(
    r"(?i:\b(?:in|near|at|of|from|across|around|outside|inside|via|towards|behind|past|by|with|to|on)(?: the)? $)"
)
"""Behind these a name is no subject: in "the vet in Kirkwall said" the vet speaks."""


def cued(text: str, start: int, end: int) -> tuple[EntityType | None, int]:
    """(type, strength) of what the sentence makes of the name at [start, end); nothing where it says nothing."""
    before, after = text[max(0, start - READ_BEFORE) : start], text[end : end + READ_AFTER]
    left = _LEFT_OF_OWNER if after.startswith(("'s ", "’s ")) else _LEFT
    right = _RIGHT if _GOVERNED.search(before) else _RIGHT_OF_SUBJECT
    return decided(before, after, left if before.endswith(" ") else (), right)
