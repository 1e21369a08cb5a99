"""How English speakers want to be served, from now on."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from processors.claims.found import Found
from processors.claims.frames.event import Event
from processors.claims.frames.reach import all_said, asks
from processors.claims.frames.sentence import Sentence

_STANDING = re.compile(
    r"(?i:\b(?:ever|always|never|from now on|in (?:the )?future|going forward|whenever|every time|each time|any more"
    r"|all the time|by default|as a rule|from here on)\b)"
)
_SERVING = (
    r"(?:answer|reply|respond|write|talk|speak|explain|summari[sz]e|code|address|give me|send me|show me|help me"
    r"|suggest|recommend|quote|translate|draft|review|list|plan|schedule|book|remind|tell me|cite|format|generate|edit"
    r"|correct|message|make)"
)
_ORDER = (
    r"(?:add|always|answer|address|ask|avoid|be|begin|call|check|cite|comment|convert|default|do|don't|do not"
    r"|double-check|drop|end|explain|format|give|go|include|keep|leave|limit|list|make|mention|never|put|quote|remind"
    r"|remember to|reply|respond|round|say|send|show|sign|skip|speak|spell|start|stick|stop|suggest|summari[sz]e|talk"
    r"|tell|translate|treat|try|use|wait|warn|wrap|write|point out|flag|find|highlight|leave out|spare|stick to|bring"
    r"|batch|cc|copy|number|name|note|work out|assume|describe|compare|offer|save|scale|refer to|sort|lead with)"
)
_WHEN = rf"(?:when(?:ever)?|every time|each time|any ?time|if ever) (?:(?:you|we)(?:'re)? (?:\w+ )?{_SERVING}\b"
_WHEN = rf"{_WHEN}|i (?:paste|send|write|ask|share|say|give|mention|type|upload|forward|speak|request|need)\b)"
_EACH = (
    r"(?:(?:every|each|any|all|all of) (?:single |of |your |my |the )?(?:answers?|repl(?:y|ies)|responses?|chats?"
    r"|conversations?|time|[\w']+ (?:that )?you (?:send|give|suggest|make|write|show|recommend))\b|(?:every"
    r"|any)thing you (?:write|send|say|tell|give|show|suggest)\b|whatever you send me\b|(?:in|for"
    r"|across) all (?:of )?our (?:chats|conversations|sessions)\b)"
)
""" "Start every answer with …", "in all our chats": for each of many."""
_FROM_NOW = (
    r"(?:from now on|from here on(?: out| in)?|going forward|in (?:the )?future|from today(?: on)?|henceforth"
    r"|as a rule|by default)"
)
_ANSWERS = (
    r"(?:your (?:answers?|replies|responses?|messages?|emails?|summar(?:y|ies)|code|explanations?|texts?|writing"
    r"|drafts)|(?:your )?replies to me)"
)
_ASKED = re.compile(
    rf"(?i:^(?:please |and |so |also |ok,? )*(?:"
    # "when you write code, add comments" · "add comments when you write code"
    rf"{_WHEN}[^,]{{0,60}},? (?:please )?{_ORDER}\b.{{3,}}|{_ORDER}\b.{{3,100}}? (?:{_WHEN}.*)"
    # "going forward, ask before …" · "use metric units from now on" · "give prices in euros, always"
    rf"|{_FROM_NOW},? (?:please )?{_ORDER}\b.{{3,}}"
    rf"|{_ORDER}\b.{{3,100}}?,? (?:{_FROM_NOW}|(?<=, )always|(?<=, )ever)(?:,? please)?"
    # "no emojis in your replies" · "keep your answers under 100 words"
    rf"|(?:no|less|fewer|more|zero) .{{3,40}} in {_ANSWERS}(?:,? please)?|(?:don't|do not|never|avoid|stop|quit|keep"
    rf"|make|limit|use|put|write|format|sign|start|end|leave)\b.{{0,60}}\b{_ANSWERS}\b.{{0,60}}"
    r"|(?:don't|do not|never|always|please) (?:\w+ ){1,6}?(?:with|to|at|for) me(?:,? (?:ever|please|again|like that))*"
    # "don't use the word delve"
    r"|(?:don't|do not|never|stop) (?:ever )?(?:us(?:e|ing)|say|saying|write|writing) (?:the (?:word|phrase"
    r"|term)s? \S.*|emojis?|exclamation marks?|bullet points?|jargon|slang|abbreviations|em[- ]dashes)"
    # "from today, metric only" · "you can stop adding disclaimers, permanently"
    rf"|{_FROM_NOW},? .{{2,40}} only(?:,? please)?|(?:you can |you should |you may )(?:stop|drop|skip|quit|always"
    rf"|never) .{{3,60}}?,? (?:permanently|for good|{_FROM_NOW})"
    # "start every answer with the bottom line" · "keep it under 50 words, every time" · "note for all our chats: …"
    rf"|{_ORDER}\b.{{0,80}}\b{_EACH}.{{0,60}}|(?:note )?{_EACH}[,:]? {_ORDER}\b.{{3,}}"
    # "answer in Spanish unless I write in English" · "speak to me only in Polish"
    r"|(?:answer|reply|respond|write|speak|talk)(?: to me)?(?: only)? in [A-Z]\w+ (?:unless|always|only|whenever"
    r"|even if)\b.*|(?:only )?(?:speak|talk|write|reply) to me (?:only )?(?:in|like|as) .{3,40}|(?:don't|do not"
    r"|never) ever [a-z].{0,40}\b(?:me|my|your)\b.{0,30}"
    # "treat me like a beginner" · "be blunt with me, always" · "don't call me mate"
    r"|(?:treat|address) me (?:like|as) .{3,60}|be .{3,30} with me,? always|(?:always )?be .{3,30} with me"
    r"|(?:don't|do not|never) (?:ever )?(?:call|address) me (?-i:(?![A-Z]))[^,]{2,30}"
    # "I prefer replies without markdown" · "I want sources with every claim" · "I don't want you to use it, ever"
    r"|(?:for (?:future reference|the future),? )?i(?:'d)? (?:really )?(?:like|prefer|want|need|expect) (?:all )?(?:my"
    r"|your) (?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|recipes|explanations?|code|emails)\b.{3,}"
    r"|(?:for (?:future reference|the future),? )?i(?:'d)? (?:really )?(?:like|prefer|want|need|expect) (?:answers"
    r"|replies|responses"
    rf"|explanations) (?:without|in|with|that|to be|short|brief|under|as)\b.{{2,}}|(?:for (?:future reference"
    rf"|the future),? )?i(?:'d)? (?:like|prefer|want|need|expect) .{{3,50}} (?:{_EACH}|(?:with|for|in) every (?:claim"
    rf"|fact|figure|number|quote|summary|suggestion)).{{0,30}}|i(?:'d)? (?:like|prefer|want"
    rf"|need) you to {_ORDER}\b.{{3,}}\b(?:{_EACH}|always|from now on|in future|whenever).{{0,40}}"
    r"|i (?:don't|do not) (?:want|need) you to .{3,50},? (?:ever|any ?more|in future|again)|you (?:should|must|are"
    r" to|need to) always .{3,80}"
    # "if you're unsure, say so instead of guessing, as a rule"
    rf"|if (?:you|i|there|something)\b[^,]{{3,50}}, .{{3,80}},? {_FROM_NOW}"
    # "no bullet points with me" · "temperatures in Fahrenheit, always" · "just the code, that goes for every answer"
    r"|(?:no|only|just) .{3,40} with me(?:,? (?:please|ever|thanks)){0,3}|(?!i\b|we\b|it|that|this|you|he|she|they"
    r"|my|always)[a-z]+"
    r"(?: [\w']+){0,4}, (?:always|every time|at all times)(?:,? please)?|.{3,60},? (?:and )?that goes for .{3,30}"
    # "you can skip the pleasantries in future" · "copy me on everything from now till the audit"
    rf"|(?:you can |you should |you may )?{_ORDER}\b.{{3,60}} (?:in future|from now (?:on|till|until)\b.{{0,30}}"
    rf"|permanently|for ever)"
    # "stop apologising all the time"
    r"|(?:stop|quit) (?:\w+ing)\b.{0,40}(?:all the time|every time|each time|constantly|at me|so much|in every \w+)"
    r")[.!]*$)"
)
_NOT_STANDING = re.compile(
    r"(?i:\b(?:keep up|keep going|keep it up|good luck|hoping|this time|right now|today|tomorrow|tonight"
    r"|this (?:one|file|email|letter|draft|text)|yet|the (?:first|second|last) one)\b)"
)


_BEFORE = re.compile(
    r"(?i:^(?:(?:oh|ok|okay|well|right|so|and|also|btw|please|kindly|anyway|one more thing|last thing"
    r"|for future reference|note)[\s,:]+){1,4})"
)


def asked_for(said: str, clauses: Sequence[str]) -> Iterator[Found]:
    """The standing order of one English sentence, or of one of its clauses, by its wording."""
    for text in (said, *clauses):
        order = _BEFORE.sub("", text.strip()).strip(" .,!")
        if _ASKED.match(order) and not _NOT_STANDING.search(order) and 3 <= len(order.split()) <= 30:
            yield Found("instruction", order, subject="user")
            return


def standing(sentence: Sentence, event: Event) -> Iterator[Found]:
    """ "I'd rather you didn't use bullet points, ever", "I want you to always show your sources"."""
    tree = sentence.tree
    inner = tree.child(event.at, "ccomp", "xcomp")
    if inner is None or not (event.doubtful or event.verb in ("want", "need", "prefer", "like", "would", "'d")):
        return
    subject = tree.child(inner, "nsubj")
    if subject is None or tree.lower(subject) != "you" or event.negated:
        return
    around = all_said(sentence, event)
    wants = event.verb in ("want", "need", "prefer", "like", "appreciate", "would", "'d", "have") or "rather" in around
    if wants and _STANDING.search(around) and not asks(sentence, event):
        first = tree.words[subject].start
        end = sentence.tree.words[max(tree.subtree(inner))].end
        yield Found("instruction", sentence.source[first:end].strip(" .,!"))
