"""The sample conversation that ships with Mnemolog, and the ten questions that are asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mnemolog_client import Mnemolog, SearchOptions
from mnemolog_client.results import Item, SearchResult
from pydantic import Field

import deploy.samples
from mnemolog.importers.formats import read_file
from mnemolog.importers.found import ImportedTurn
from schemas.records import Record, UtcTime

FOLDER = Path(deploy.samples.__file__).parent
CONVERSATION = FOLDER / "conversation.jsonl"
QUESTIONS = FOLDER / "questions.jsonl"
LOOKED_AT = 5
"""Items of an answer that may hold what is wanted."""


class SampleQuestion(Record):
    """A question and what must hold of its answer. `contains_any`: one of these stands in one of the first five items;
    `first_excludes`: none of these stands in the first; `abstains`: nothing is known."""

    user: str
    query: str
    asked_at: UtcTime
    timezone: str
    contains_any: tuple[str, ...] = ()
    first_excludes: tuple[str, ...] = ()
    abstains: bool = False
    about: str = Field(default="")


@dataclass(frozen=True, slots=True)
class SampleAnswer:
    """What the server said to a question."""

    question: SampleQuestion
    found: SearchResult

    @property
    def best(self) -> Item | None:
        """The first item that holds what was asked for, else the first."""
        items = self.found.items[:LOOKED_AT]
        wanted = self.question.contains_any
        right = (item for item in items if any(text in item.memory.content for text in wanted))
        return next(right, items[0] if items else None)

    @property
    def right(self) -> bool:
        """Whether everything holds that must hold."""
        if self.question.abstains:
            return self.found.abstained
        items = self.found.items[:LOOKED_AT]
        texts = [item.memory.content for item in items]
        return (
            not self.found.abstained
            and any(wanted in text for wanted in self.question.contains_any for text in texts)
            and not any(text in texts[0] for text in self.question.first_excludes)
        )

    @property
    def ids(self) -> tuple[str, ...]:
        """The memories that were found, best first: equal before and after a crash or a rebuild."""
        return tuple(item.memory.memory_id for item in self.found.items)


def sample_turns() -> list[ImportedTurn]:
    """The turns of the conversation."""
    return [entry for entry in read_file("jsonl", CONVERSATION) if isinstance(entry, ImportedTurn)]


def sample_questions() -> list[SampleQuestion]:
    """The ten questions."""
    lines = QUESTIONS.read_text("utf-8").splitlines()
    return [SampleQuestion.model_validate_json(line) for line in lines if line.strip()]


def ask(client: Mnemolog, questions: list[SampleQuestion]) -> list[SampleAnswer]:
    """Asks them all, each at its own time, with explanations."""
    return [
        SampleAnswer(
            question,
            client.search(
                question.user,
                question.query,
                options=SearchOptions(
                    limit=10, explain=True, reference_time=question.asked_at, timezone=question.timezone
                ),
            ),
        )
        for question in questions
    ]
