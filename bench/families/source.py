"""Families of whose and where: source separation, boundary control, evidence attribution."""

from __future__ import annotations

from typing import Literal

from bench.evaluate.items import Expected, FamilyItem
from bench.families.story import Story


def source_separation(story: Story) -> FamilyItem:
    """The user's own value beside one that an assistant, a tool, a third person or another speaker brings up."""
    way = story.chance.choice(("assistant", "tool", "third", "speakers"))
    if way == "speakers":
        return _speakers(story)
    slot = story.chance.choice(story.words.slots)
    own, foreign = story.chance.sample(slot.values, 2)
    mine = story.tell(0, story.said(slot.says, own))
    role: Literal["user", "assistant", "tool"] = "user"
    if way != "third":
        role = "assistant" if way == "assistant" else "tool"
    story.tell(2, story.said(getattr(story.words.chat, way), foreign), role=role)
    story.chatter(3)
    expected = Expected(contains_any=((own,),), current=own, evidence_any=(mine,), conflict=False)
    return story.task("source_separation", story.chance.choice(slot.asks), expected, tag=way)


def _speakers(story: Story) -> FamilyItem:
    shared = story.words.shared
    speakers = story.chance.sample(shared.speakers, 3)
    values = story.chance.sample(shared.values, 3)
    ids = story.session(
        0, [("user", shared.says.replace("{v}", value), who) for who, value in zip(speakers, values, strict=True)]
    )
    story.chatter(1)
    asked = story.chance.randrange(3)
    expected = Expected(contains_any=((values[asked],), (speakers[asked],)), evidence_any=(ids[asked],), abstain=False)
    return story.task("source_separation", shared.asks.replace("{s}", speakers[asked]), expected, tag="speakers")


def boundary_control(story: Story) -> FamilyItem:
    """What belongs to another user, to one conversation, or was never said."""
    way = story.chance.choice(("stranger", "stranger", "only stranger", "session", "unknown"))
    slot = story.chance.choice(story.words.slots)
    own, foreign = story.chance.sample(slot.values, 2)
    stranger = f"other-{story.key}"
    match way:
        case "stranger":
            mine = story.tell(0, story.said(slot.says, own))
            story.tell(2, story.said(slot.changes, foreign), user=stranger)
            expected = Expected(contains_any=((own,),), excludes=(foreign,), current=own, evidence_any=(mine,))
            query = story.chance.choice(slot.asks)
        case "only stranger":
            story.tell(0, story.said(slot.says, foreign), user=stranger)
            expected = Expected(abstain=True, excludes=(foreign,))
            query = story.chance.choice(slot.asks)
        case "session":
            scoped = story.chance.choice(story.words.scoped)
            name = story.chance.choice(scoped.values)
            story.tell(0, story.said(scoped.says, name))
            expected = Expected(excludes=(name,))
            query = story.chance.choice(scoped.asks)
        case _:
            story.tell(0, story.said(slot.says, own))
            expected = Expected(abstain=True)
            query = story.chance.choice(story.words.unknown)
    story.chatter(3)
    return story.task("boundary_control", query, expected, tag=way)


def evidence_attribution(story: Story) -> FamilyItem:
    """Several things said; the citation must lead to the turn that the answer rests on."""
    facts = story.chance.sample(story.words.facts, 3)
    values = [story.chance.choice(fact.values) for fact in facts]
    ids = [
        story.tell(day, fact.says.replace("{v}", value))
        for day, (fact, value) in enumerate(zip(facts, values, strict=True))
    ]
    story.chatter(4)
    asked = story.chance.randrange(3)
    expected = Expected(contains_any=((values[asked],),), evidence_any=(ids[asked],), abstain=False)
    return story.task("evidence_attribution", story.chance.choice(facts[asked].asks), expected)
