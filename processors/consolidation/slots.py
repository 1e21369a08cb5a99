"""The slot rule: what a slot holds is a pure function of the set of its claims and judgements (DESIGN §5).

Claims are sorted by (occurred_at, offset): what was said when decides, not what arrived when. So a late import, a
redrive, a forgotten turn and a revoked source all give the answer that the right order would have given.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from operator import attrgetter

import numpy as np

from processors.claims.concepts import concept
from processors.claims.door import kept_out
from processors.claims.gate import CONFIDENCE_ACTIVE
from processors.consolidation.bearers import may_be_two
from schemas.memories import Judgement, SlotClaim, Status

CONFIDENCE_STEP = 0.05
CONFIDENCE_MAX = 0.99
COSINE_PLACES = 6
"""Deciding cosines are float64 over stored float16, rounded, so that they are the same on every machine."""
EDITED = "edited by a person"
ENDED_UNSAID = "it changed, and the new value was not said"
"""Why what was said plainly is provisional: it may not hold any more, and is no guess."""
_CHANGED = re.compile(
    r"(?i:\b(?:now|no longer|any ?more|chang\w+|moved|new|since|these days|used to|stopped|started|became|turned"
    r"|outgr[eo]w\w*|currently|lately|recently|actually|cured|learnt|learned|forgot\w*)\b)|现在|不再|了$|了[。！!]?$|改|换|变|新|如今"
    r"|开始|更正|其实|已经|最近"
)
"""Words that say that something is no longer as it was."""
_OFFSET = attrgetter("offset")
_OCCURRED = attrgetter("occurred_at")
EVIDENCE_MAX = 64
"""Pieces of evidence shown on a memory: the first and the latest. `reinforced` counts all; the commit log has them all.
Without a bound, saying one thing ten thousand times would write ten thousand growing records."""
_ARTICLES = frozenset({"a", "an", "the"})
_Key = tuple[str, str, str]
_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(slots=True)
class Group:
    """The claims of a slot that say the same. `first` is the one with the lowest position: it names the memory.
    `against`: ids of memories of other slots that go the other way; `recent`: the claims of the highest positions."""

    claims: list[SlotClaim] = field(default_factory=list)
    status: Status = "active"
    confidence: float = 0.0
    reason: str = ""
    superseded_by: Group | None = None
    contradicts: list[Group] = field(default_factory=list)
    against: list[str] = field(default_factory=list)
    pinned: bool = False
    confirmed: bool = False
    used: int = 0
    last_used: datetime | None = None
    flags: tuple[str, ...] = ()
    events: set[str] = field(default_factory=set)
    best: float = 0.0
    asserted: bool = False
    importance: float = 0.0
    tags: set[str] = field(default_factory=set)
    first_said: datetime = _NEVER
    recent: list[SlotClaim] = field(default_factory=list)
    _first: SlotClaim | None = None

    def copied(self) -> Group:
        """The same, to go on from without changing this one."""
        return replace(
            self, claims=self.claims.copy(), events=self.events.copy(), tags=self.tags.copy(), recent=self.recent.copy()
        )

    def add(self, claim: SlotClaim) -> None:
        """One more piece of evidence; kept in the order of what was said when. What it comes to is kept up here: a
        statement that was made ten thousand times is not gone through ten times a turn."""
        if self._first is None or claim.offset < self._first.offset:
            self._first = claim
        self.claims.append(claim)
        insort(self.recent, claim, key=_OFFSET)
        del self.recent[:-EVIDENCE_MAX]
        self.events.add(claim.event_id)
        self.best = max(self.best, claim.claim.confidence)
        self.asserted = self.asserted or claim.claim.obtained == "user"
        self.importance = max(self.importance, claim.importance)
        self.tags.update(claim.tags)
        self.first_said = min(self.first_said, claim.said_at or claim.occurred_at)
        if claim.said_at is not None:
            # An edit speaks of what was said long ago, and is somebody's hand on it now.
            self.touch(claim.occurred_at)

    def touch(self, at: datetime) -> None:
        """Somebody used it, or laid hands on it, at that time."""
        self.last_used = max(at, self.last_used or at)

    @property
    def held_to(self) -> datetime | None:
        """Until when a value held that another one superseded: until that was first said after it. What was corrected
        never held. None: it holds, or nobody said what came after it."""
        if self.status != "superseded" or self.superseded_by is None:
            return None
        said = self.superseded_by.claims
        after = said[min(bisect_left(said, self.latest.occurred_at, key=_OCCURRED), len(said) - 1)]
        return self.first_said if after.claim.correction else max(after.occurred_at, self.first_said)

    @property
    def first(self) -> SlotClaim:
        assert self._first is not None, "a group has a claim"
        return self._first

    @property
    def latest(self) -> SlotClaim:
        return self.claims[-1]


@lru_cache(maxsize=4_096)
def plain(value: str) -> str:
    """A value as it is compared: NFKC, case folded, articles and punctuation away, and the same in both languages."""
    folded = unicodedata.normalize("NFKC", value).casefold()
    words = "".join(c if c.isalnum() else " " for c in folded).split()
    return concept(" ".join(word for word in words if word not in _ARTICLES)) or folded.strip()


def cosine(left: bytes, right: bytes) -> float:
    """The deciding cosine of two stored vectors (float16 bytes); 0.0 when one is missing or they do not fit."""
    if not left or len(left) != len(right):
        return 0.0
    a = np.frombuffer(left, dtype="<f2").astype(np.float64)
    b = np.frombuffer(right, dtype="<f2").astype(np.float64)
    norm = float(np.sqrt(a @ a) * np.sqrt(b @ b))
    return round(float(a @ b) / norm, COSINE_PLACES) if norm else 0.0


def resolve(
    claims: Sequence[SlotClaim],
    judgements: Sequence[Judgement],
    *,
    duplicate_threshold: float,
    settled: bool = False,
    one_value: bool = False,
) -> list[Group]:
    """The groups that a slot holds, each with its status. Forgotten claims are simply not there.

    A slot holds one value at a time (each value of a multi-valued attribute has a slot of its own): a new one
    supersedes the one before. `unset` ends the value it names, or, naming none, makes the current one provisional.
    `settled`: what does not change by itself, so two values contradict each other; the later is current. `one_value`:
    the slot was chosen by what its claims say, so they are one whatever their words are.
    """
    course = Course(duplicate_threshold, settled=settled, one_value=one_value)
    for claim in sorted(_kept(claims, judgements), key=said_order):
        course.add(claim)
    return course.judged(judgements)


class Course:
    """How a slot came to hold what it holds, claim by claim in the order of what was said when. What is said next goes
    on from here, so that the ten-thousandth mention costs what the first did."""

    def __init__(self, duplicate_threshold: float, *, settled: bool, one_value: bool) -> None:
        self.rules = (duplicate_threshold, settled, one_value)
        self.count = 0
        self._last: SlotClaim | None = None
        self._groups: list[Group] = []
        self._by_key: dict[_Key, Group] = {}
        self._current: Group | None = None

    def follows(self, claim: SlotClaim) -> bool:
        """Whether a claim was said after all that are here, and takes none of them back."""
        later = self._last is None or said_order(claim) > said_order(self._last)
        return later and claim.claim.action != "retract"

    def add(self, claim: SlotClaim) -> None:
        """One more claim, said after those before it."""
        threshold, settled, one_value = self.rules
        self.count, self._last = self.count + 1, claim
        if claim.claim.action == "unset":
            self._current = _unset(claim, self._groups, self._current)
            return
        # What corrects or edits a value is another value, also where the slot was chosen by what is said.
        alike = one_value and not claim.claim.correction
        same = _first_alike(claim, self._groups) if alike else _same(claim, self._groups, self._by_key, threshold)
        group = same or Group()
        if same is None:
            self._groups.append(group)
            self._by_key.setdefault(_key(claim), group)
        group.add(claim)
        if group.first is claim and len(group.claims) > 1:
            # Heard later, said earlier: from here on its words name the group.
            self._by_key = {_key(known.first): known for known in reversed(self._groups)}
        group.status, group.superseded_by, group.reason = "active", None, ""
        if self._current is not None and self._current is not group:
            _replace(self._current, group, claim, settled=settled)
        self._current = group

    def copied(self) -> Course:
        """The same, to go on from without changing this one."""
        threshold, settled, one_value = self.rules
        other = Course(threshold, settled=settled, one_value=one_value)
        twins = {id(group): group.copied() for group in self._groups}
        for twin in twins.values():
            twin.superseded_by = twins[id(twin.superseded_by)] if twin.superseded_by is not None else None
            twin.contradicts = [twins[id(counter)] for counter in twin.contradicts]
        other.count, other._last = self.count, self._last
        other._groups = [twins[id(group)] for group in self._groups]
        other._by_key = {key: twins[id(group)] for key, group in self._by_key.items()}
        other._current = twins[id(self._current)] if self._current is not None else None
        return other

    def judged(self, judgements: Sequence[Judgement]) -> list[Group]:
        """The groups with what people say of them. Nothing can be added afterwards."""
        for group in self._groups:
            _weigh(group)
            _judge(group, judgements)
            if group.reason == EDITED:
                edits = {j.event_id for j in judgements if j.verdict == "replaced"}
                others = (g for g in self._groups if g.first.event_id in edits and g is not group)
                group.superseded_by = next(others, None)
        return self._groups


said_order = attrgetter("occurred_at", "offset")
"""What was said when decides, then the position."""


def _key(claim: SlotClaim) -> _Key:
    return (claim.claim.attribute, claim.claim.polarity, plain(claim.claim.value))


def _kept(claims: Sequence[SlotClaim], judgements: Sequence[Judgement]) -> list[SlotClaim]:
    """The claims that no forget judgement and no later retraction ("forget my address") covers."""
    forgets = [j for j in judgements if j.verdict == "forget"]
    retractions = [c for c in claims if c.claim.action == "retract"]
    if not forgets and not retractions:
        return list(claims)
    kept = []
    for claim in claims:
        if claim.claim.action == "retract":
            continue
        if any(claim.offset < j.offset and _covers(j.value, claim.claim.value) for j in forgets):
            continue
        if any(said_order(claim) < said_order(r) and _covers(r.claim.value, claim.claim.value) for r in retractions):
            continue
        kept.append(claim)
    return kept


def _covers(named: str, value: str) -> bool:
    return named == "" or plain(named) == plain(value)


def _same(claim: SlotClaim, groups: Sequence[Group], by_key: Mapping[_Key, Group], threshold: float) -> Group | None:
    named = by_key.get(_key(claim))
    if named is not None:
        return named
    if any(c.isdigit() or c == "@" for c in claim.claim.value):
        # Numbers, codes and mail addresses that differ are different, however near their vectors are.
        return None
    for group in groups:
        first = group.first
        same_kind = (first.claim.attribute, first.claim.polarity) == (claim.claim.attribute, claim.claim.polarity)
        if same_kind and cosine(first.vector, claim.vector) >= threshold and not _differ_in_names(first, claim):
            return group
    return None


def _first_alike(claim: SlotClaim, groups: Sequence[Group]) -> Group | None:
    alike = (claim.claim.attribute, claim.claim.polarity)
    return next((g for g in groups if (g.first.claim.attribute, g.first.claim.polarity) == alike), None)


def _differ_in_names(left: SlotClaim, right: SlotClaim) -> bool:
    """Short values (names, places) that share no word are different, whatever the sentence around them looks like."""
    a, b = plain(left.claim.value), plain(right.claim.value)
    return max(len(a.split()), len(b.split())) <= 3 and not (set(a.split()) & set(b.split()) or a in b or b in a)


def _unset(claim: SlotClaim, groups: list[Group], current: Group | None) -> Group | None:
    value = claim.claim.value
    if not value:
        if current is not None and current.status == "active":
            current.status, current.reason = "provisional", ENDED_UNSAID
        return current
    for group in groups:
        first = group.first.claim
        if first.polarity == "negative" and first.attribute != "dislikes":
            continue
        if first.attribute == claim.claim.attribute and _named_by(value, first.value):
            group.status, group.reason = "superseded", "no longer so"
            return None if group is current else current
    return current


def _named_by(named: str, value: str) -> bool:
    """Whether a value is meant by a name that may be shorter or longer: Norvik and Norvik Systems."""
    a, b = set(plain(named).split()), set(plain(value).split())
    return plain(named) == plain(value) or (bool(a and b) and (a <= b or b <= a))


def _replace(current: Group, group: Group, claim: SlotClaim, *, settled: bool) -> None:
    if current.status == "superseded":
        return
    if settled and not claim.claim.correction and cannot_both_hold(current.latest, claim):
        current.status, current.superseded_by, current.reason = "superseded", group, "contradicted by a later statement"
        group.reason = "contradicts an earlier statement"
        for one, counter in ((current, group), (group, current)):
            if counter not in one.contradicts:
                one.contradicts.append(counter)
        return
    # Within one session the position settles what the clock does not; between sessions nothing does.
    other = current.latest
    reason = ""
    if other.occurred_at == claim.occurred_at and other.session != claim.session:
        reason = "two values were said at the same time"
    elif may_be_two(other.text, claim.text, claim.claim.subject):
        reason = "may be said of two people"
    if claim.claim.correction:
        reason = ""
    if _disagree(other, claim):
        reason = "two people say different things"
    if reason:
        for one, counter in ((current, group), (group, current)):
            one.status, one.reason = "provisional", reason
            if counter not in one.contradicts:
                one.contradicts.append(counter)
        return
    current.status, current.superseded_by = "superseded", group
    current.reason = "corrected" if claim.claim.correction else "a later statement replaced it"


def _disagree(earlier: SlotClaim, later: SlotClaim) -> bool:
    """Whether two people say different things of a third one in one conversation, and none that it changed."""
    about_another = later.claim.subject not in ("user", earlier.speaker, later.speaker)
    here = earlier.session == later.session and earlier.speaker != later.speaker
    return about_another and here and not _CHANGED.search(later.text)


def cannot_both_hold(earlier: SlotClaim, later: SlotClaim) -> bool:
    """Whether two statements about what does not change by itself contradict each other: nothing in the later one says
    that something changed. Ages contradict when the time between does not explain them."""
    if _CHANGED.search(later.text):
        return False
    if earlier.claim.attribute != "age":
        return True
    ages = [int(c.claim.value) for c in (earlier, later) if c.claim.value.isdigit()]
    years = (later.occurred_at - earlier.occurred_at).days / 365.25
    return len(ages) == 2 and not 0 <= ages[1] - ages[0] <= years + 1


def _weigh(group: Group) -> None:
    """Confidence grows with each further event that says the same; two mentions make an inference a memory."""
    mentions, best, asserted = len(group.events), group.best, group.asserted
    grown = round(min(max(best, CONFIDENCE_MAX), best + CONFIDENCE_STEP * (mentions - 1)), 4)
    group.confidence = max(best, grown)
    unsure = group.confidence < CONFIDENCE_ACTIVE and mentions < 2 and not asserted
    if group.status == "active" and unsure:
        group.status, group.reason = "provisional", "system inference"
    reason = "" if asserted else kept_out(group.first.text)
    if reason and group.status in ("active", "provisional"):
        group.status, group.reason = "quarantined", reason


def _judge(group: Group, judgements: Sequence[Judgement]) -> None:
    """Apply flags in order of position. A person's word outranks the rules; a later mention does not lift a flag."""
    for judgement in sorted(judgements, key=lambda j: j.offset):
        if judgement.offset <= group.first.offset or not _covers(judgement.value, group.first.claim.value):
            continue
        match judgement.verdict:
            case "wrong" | "sensitive" | "toxic":
                group.status, group.reason = "quarantined", f"flagged {judgement.verdict}"
                group.flags = (*group.flags, judgement.verdict)
            case "confirm":
                group.confirmed, group.confidence = True, 1.0
                group.touch(judgement.occurred_at)
                if group.status in ("provisional", "quarantined"):
                    group.status, group.reason = "active", "confirmed by a person"
            case "pin":
                group.pinned = True
            case "used" | "recalled":
                group.used += judgement.verdict == "used"
                group.touch(judgement.occurred_at)
            case "unhelpful":
                group.flags = (*group.flags, "unhelpful")
            case "replaced":
                if judgement.offset > group.latest.offset and group.status != "quarantined":
                    group.status, group.reason = "superseded", EDITED
            case "forget":
                pass
