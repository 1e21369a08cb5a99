"""English opinions, standing instructions, and the circles and tools that people and projects belong to."""

from __future__ import annotations

import re
from collections.abc import Iterator

from processors.claims.english_build import HAVE, JUST, Build, bare, one
from processors.claims.english_values import CAPITALS
from processors.claims.found import LIKELY, Found

_JUDGES = (
    r"\b(?:better|worse|good|bad|great|best|worst|over-?rated|under-?rated|important|un?fair|fair|useful|useless"
    r"|waste|idea|should|shouldn't|ought|must|matters?|too|more|less|boring|beautiful|ugly|expensive|cheap|overpriced"
    r"|wrong|right|pointless|essential|harmful|healthy|dangerous|difficult|easy|hard|terrible|awful|amazing|brilliant"
    r"|interesting|fun|silly|stupid|smart|wonderful|ridiculous|necessary|unnecessary|ruins?|beats|deserves?|worth)\b"
)
"""Words with which something is judged; a clause without one is a guess or a memory, not an opinion."""


def _eats_well(match: re.Match[str]) -> Iterator[Found]:
    yield Found("diet", "healthy eating")


_VERBS = (
    r"is|are|was|were|isn't|aren't|should|shouldn't|ought|can|can't|must|makes?|ruins?|beats?|matters?|deserves?|has"
    r"|have|needs?|works?|tastes?|helps?|does|do|don't|doesn't"
)
_OPINION = re.compile(
    r"(?i:^(?:(?:well|so|and|but|honestly|personally|frankly|look|sorry)[\s,]+){0,3}(?:i (?:really |honestly "
    r"|personally |firmly |do |still |genuinely ){0,2}(?:think|believe|feel|reckon|maintain)(?: that(?= \w+ing\b| the "
    r"| an? | [a-z]+s?\b(?! (?:all|it|that))))?|in my (?:humble |honest )?opinion[\s,]*|if you ask me[\s,]*) (?!(?:it"
    r"|its|it's|this|that|these|those|you|your|we|i|i'm|i'll|i've|he|she|they|there|so|like|not|about|of|the (?:first"
    r"|second|last|other|latter|former|answer|next|same|above|best|one|problem|question|reason|issue|main|most)|my"
    r"|maybe|perhaps|what|if|when|how|who|why|where|both|all|some|let's|to|in|at|was|is|are|were|would|will|right now"
    r"|now|a little|a bit|more|great|good)\b)"
    rf"(?P<value>(?!.*\b(?:you|your)\b)(?=\w.*\b(?:{_VERBS})\b)(?=.*{_JUDGES})[\w].{{8,120}})$)"
)
_ORDER_AT = re.compile(
    r"(?i:^(?:please |and |also |so )?(?:before|after|when(?:ever)?|every time|each time) (?:you |we |i )?(?:commit"
    r"|push|merg|deploy|releas|submit|publish|answer|reply|replie|respond|send|writ|review|refactor"
    r"|summari[sz])\w*\b[^,]{0,40}?(?:,| )\s*(?:please )?(?:always |first )?(?:run|show|ask|check|write|let|tell|add"
    r"|use|update|make|send|give|test|format|lint|review|remind|confirm|wait|include|keep)\b.{2,120}$)"
)
_ORDER_OF = re.compile(
    r"(?i:^(?:please )?(?:always )?(?:run|do|write|show me|lint|test|check|review|format)\b.{2,80}\bbefore (?:you "
    r"|we |every |each |any )?(?:commit|push|merg|deploy|releas|submit|publish|send)\w*\b.{0,60}$)"
)
_ALWAYS = re.compile(
    r"(?i:^(?:please )?(?:always|never) (?P<verb>add|answer|ask|avoid|call|check|cite|comment|commit|confirm|convert"
    r"|explain|format|give|greet|include|keep|mention|open|push|quote|recommend|remind|reply|respond|review|round|run"
    r"|send|show|sign|start|suggest|summari[sz]e|test|translate|use|warn|write) .{3,120}$)"
)
_CIRCLES = (
    r"club|choir|band|orchestra|society|charity|podcast|blog|newsletter|company|business|start-?up|non-?profit|group"
    r"|team|foundation|association|shop|studio|magazine|channel|agency|school|union|league|co-?op|guild"
)
_FOUNDED = (
    rf"{HAVE}{JUST}(?:co-?founded|founded|(?:set up|started|launched)(?= (?:a|an|the|my|our) (?:[\w&'-]+ ){{0,3}}"
    rf"(?:{_CIRCLES})\b)) (?:the |an? |my |our )?(?:own |new )?(?P<value>[\w'& -]{{3,60}}?)"
    r"(?= (?:that|which|who|in|at|with|for|last|two|three|back|years?|-|–)\b|\s[-–]|$|[,.])"
)
_JOINED = (
    rf"{HAVE}{JUST}(?:joined|became a member of|(?:am|'m|is) (?:a member of|in)(?= (?:the|a|our) (?:[\w-]+ ){{0,3}}"
    r"(?:club|choir|band|orchestra|society|union|league|team|committee|board))) (?:the |an? |our )?(?:new )?"
    r"(?P<value>(?!(?:an? |the |our |new )?(?:group|team|call|party)\b)(?:[\w'-]+ ){0,4}?(?:club|choir|band|orchestra"
    r"|society|union|league|team|committee|board|group|call|guild|association|party|gym|co-?op)\b)"
)
_USES = (
    rf"(?:mostly |mainly |now )?uses (?:the )?(?P<value>{CAPITALS}(?: (?:library|framework|editor|database|toolkit"
    r"|compiler|app|browser|engine|platform|plugin|service|ide|api|keyboard|distro|shell))?)(?=$|[,.]| (?:for|at|to"
    r"|as|on|every|in|with)\b)"
)
_RUNS_ON = rf"(?:is|are) (?:hosted|deployed|running) (?:on|at) (?:the )?(?P<value>{CAPITALS})$"
_EATS_WELL = (
    r"(?:(?:try|trying|want|wants|aim|prefer|prefers|like|likes|make sure|am trying|'m trying) to |always |mostly )?"
    r"(?:eats?(?= (?:healthy|healthily|clean)\b)|(?:am|'m|is) (?:on|following)(?= a healthy)|(?:cares? about|values?"
    r"|believes? in|sticks? to|follows?|prioriti[sz]es?|takes? care of|pays? attention to)(?= (?:a |eating |having a"
    r" )?healthy)) (?:a )?(?P<value>(?:eating |having a )?health(?:y|ily)(?: (?:diet|eating|food|meals))?)"
)
VIEWS: tuple[tuple[re.Pattern[str], Build], ...] = (
    (re.compile(f"(?i:{_FOUNDED})"), one("founded")),
    (re.compile(f"(?i:{_JOINED})"), one("member_of")),
    (re.compile(f"(?i:{_EATS_WELL})"), _eats_well),
    (re.compile(_USES), one("uses", confidence=LIKELY)),
    (re.compile(_RUNS_ON), one("runs_on", confidence=LIKELY)),
)
"""Rules of predicates; `uses` and `runs_on` need a name on both sides, or every tool of a day would be kept."""


_FAMILY_PLAN = re.compile(
    r"(?i:^(?:(?:so|and|also|as usual)[\s,]+)*(?P<value>(?:in|this|next|over|on) [\w ]{2,20}?,? (?:(?:the|our) "
    r"(?:whole |entire )?family|all of us|we all|everyone in the family) (?:goes|go|is going|are going|drives?"
    r"|travels?|flies|fly) to [^.!?]{3,100})$)"
)


def views_of_own(body: str, clause: str) -> Iterator[Found]:
    """Opinions and standing instructions: "I think open offices are …", "Before you commit, …"."""
    thought = _OPINION.match(clause)
    if thought and not clause.rstrip().endswith("?"):
        yield Found("opinion", bare(thought["value"]), subject="user")
    planned = _FAMILY_PLAN.match(clause)
    if planned:
        yield Found("plan", bare(planned["value"]), subject="user")
    for pattern in (_ORDER_AT, _ORDER_OF, _ALWAYS):
        if pattern.match(body) and not re.search(r"(?i:\bi (?:always|never)\b)", clause):
            yield Found("instruction", body.strip(" .,!"), subject="user")
            return


def life_of_named(rest: str) -> list[Found]:
    """Circles and tools of a subject."""
    for pattern, build in VIEWS:
        match = pattern.match(rest)
        if match and (found := list(build(match))):
            return found
    return []
