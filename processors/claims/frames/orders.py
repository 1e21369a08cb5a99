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
    r"|tell|translate|treat|try|use|wait|warn|wrap|write)"
)
_WHEN = rf"(?:when(?:ever)?|every time|each time|any ?time|if ever) (?:(?:you|we)(?:'re)? (?:\w+ )?{_SERVING}\b"
_WHEN = rf"{_WHEN}|i (?:paste|send|write|ask|share|say|give|mention|type|upload|forward|speak)\b)"
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
    rf"|(?:no|less|fewer|more|zero) .{{3,40}} in {_ANSWERS}(?:,? please)?"
    rf"|(?:don't|do not|never|avoid|stop|quit|keep|make|limit|use|put|write|format|sign|start|end"
    rf"|leave)\b.{{0,60}}\b{_ANSWERS}\b.{{0,60}}"
    r"|(?:don't|do not|never|always|please) (?:\w+ ){1,6}?(?:with|to|at|for) me(?:,? (?:ever|please|again|like that))*"
    # "don't use the word delve"
    r"|(?:don't|do not|never|stop) (?:ever )?(?:us(?:e|ing)|say|saying|write|writing) (?:the (?:word|phrase"
    r"|term)s? \S.*|emojis?|exclamation marks?|bullet points?|jargon|slang|abbreviations|em[- ]dashes)"
    # "from today, metric only" · "you can stop adding disclaimers, permanently"
    rf"|{_FROM_NOW},? .{{2,40}} only(?:,? please)?"
    rf"|(?:you can |you should |you may )(?:stop|drop|skip|quit|always|never) .{{3,60}}?,? (?:permanently"
    rf"|for good|{_FROM_NOW})"
    # "stop apologising all the time"
    r"|(?:stop|quit) (?:\w+ing)\b.{0,40}(?:all the time|every time|each time|constantly|at me|so much|in every \w+)"
    r")[.!]*$)"
)
_NOT_STANDING = re.compile(
    r"(?i:\b(?:keep up|keep going|keep it up|good luck|hoping|this time|right now|today|tomorrow|tonight"
    r"|this (?:one|file|email|letter|draft|text)|yet|the (?:first|second|last) one)\b)"
)


_BEFORE = re.compile(
    r"(?i:^(?:(?:oh|ok|okay|well|right|so|and|also|btw|please|anyway|one more thing|last thing)[\s,:]+)+)"
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
