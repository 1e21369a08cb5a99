"""Families of what is needed later: delayed recall, temporal commitment."""

from __future__ import annotations

from bench.evaluate.items import Expected, FamilyItem
from bench.families.dates import said_when, spellings
from bench.families.story import Story

MONTHS_LATER = 60
"""Days between what is said and the small talk before the question."""


def delayed_recall(story: Story) -> FamilyItem:
    """Something said once, weeks of small talk, then the question."""
    if story.chance.random() < 0.5:
        fact = story.chance.choice(story.words.facts)
        value = story.chance.choice(fact.values)
        story.tell(0, fact.says.replace("{v}", value))
        asks, tag = fact.asks, "fact"
    else:
        slot = story.chance.choice(story.words.slots)
        value = story.chance.choice(slot.values)
        story.tell(0, story.said(slot.says, value))
        asks, tag = slot.asks, slot.name
    story.chatter(story.chance.randint(7, MONTHS_LATER))
    expected = Expected(contains_any=((value,),), abstain=False)
    return story.task("delayed_recall", story.chance.choice(asks), expected, tag=tag)


def temporal_commitment(story: Story) -> FamilyItem:
    """What is owed and on which day, asked on the evening of the day when it was said."""
    owed = story.chance.choice(story.words.commitments)
    value, other = story.chance.sample(owed.values, 2)
    day = 10
    _, away = said_when(story.chance, story.lang, 4)
    when, meant = said_when(story.chance, story.lang, day)
    story.tell(4, _owes(story, owed.says, other, spellings(away)[1 if story.lang == "en" else 4]))
    last = story.tell(day, _owes(story, owed.says, value, when))
    story.chatter_within(day)
    expected = Expected(contains_any=((value,), spellings(meant)), evidence_any=(last,), abstain=False)
    query = story.said(owed.asks, value)
    return story.task("temporal_commitment", query, expected, as_of=story.at(day, 20))


def _owes(story: Story, sentences: tuple[str, ...], value: str, when: str) -> str:
    on = f"on {when}" if story.lang == "en" and when[0].isdigit() else when
    return story.said(sentences, value).replace("{when}", on)
