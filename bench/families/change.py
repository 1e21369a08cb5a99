"""Families of what changes: revision, stale suppression, contradiction handling."""

from __future__ import annotations

from collections.abc import Callable

from bench.evaluate.items import Expected, FamilyItem
from bench.families.grammar import Slot
from bench.families.story import Story


def revision(story: Story) -> FamilyItem:
    """One value, then another."""
    slot = _changing(story)
    old, new = story.chance.sample(slot.values, 2)
    day = story.chance.randrange(1, 30)
    story.tell(0, story.said(slot.says, old))
    last = story.tell(day, story.said(slot.changes, new))
    story.chatter(day + 1)
    expected = Expected(contains_any=((new,),), excludes=(old,), current=new, evidence_any=(last,), abstain=False)
    return story.task("revision", story.chance.choice(slot.asks), expected, tag=slot.name)


def stale_suppression(story: Story) -> FamilyItem:
    """Three values in some order, or something that is over."""
    if story.chance.random() < 0.5:
        return _over(story)
    slot = _changing(story)
    first, second, third = story.chance.sample(slot.values, 3)
    told: list[Callable[[], str]] = [
        lambda: story.tell(0, story.said(slot.says, first)),
        lambda: story.tell(10, story.said(slot.changes, second)),
        lambda: story.tell(20, story.said(slot.changes, third)),
    ]
    # Half of the histories arrive late or backwards; what was said when decides all the same.
    if story.chance.random() < 0.5:
        story.chance.shuffle(told)
    for tell in told:
        tell()
    story.chatter(21)
    expected = Expected(contains_any=((third,),), excludes=(first, second), current=third, abstain=False)
    return story.task("stale_suppression", story.chance.choice(slot.asks), expected, tag=slot.name)


def _over(story: Story) -> FamilyItem:
    ended = story.chance.choice(story.words.ended)
    value = story.chance.choice(ended.values)
    begun = ended.begins.replace("{v}", value)
    story.tell(0, begun)
    last = story.tell(story.chance.randrange(5, 30), story.said(ended.ends, value))
    story.chatter(31)
    expected = Expected(
        contains_any=(ended.told,), excludes=(begun.rstrip(".。"),), evidence_any=(last,), abstain=False
    )
    return story.task("stale_suppression", story.said(ended.asks, value), expected, tag="ended")


def contradiction_handling(story: Story) -> FamilyItem:
    """Two values of which order settles which one holds, or does not."""
    slot = story.chance.choice(story.words.slots)
    one, other = story.chance.sample(slot.values, 2)
    story.tell(0, story.said(slot.says, one), alone=True)
    settled = story.chance.random() < 0.5
    if settled:
        story.tell(story.chance.randrange(1, 9), story.said(slot.changes, other), alone=True)
        expected = Expected(contains_any=((other,),), excludes=(one,), current=other, conflict=False)
    else:
        # Said at the same minute in two sessions: nothing says which one holds.
        story.tell(0, story.said(slot.says, other), alone=True)
        expected = Expected(contains_any=((one,), (other,)), conflict=True)
    story.chatter(10)
    return story.task("contradiction_handling", story.chance.choice(slot.asks), expected, tag=slot.name)


def _changing(story: Story) -> Slot:
    """A birthday never changes; whoever gives another one corrects or contradicts themselves."""
    return story.chance.choice([slot for slot in story.words.slots if slot.name != "birthday"])
