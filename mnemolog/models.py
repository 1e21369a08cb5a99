"""Models: everything that computes, loaded once at the start and shared by the stages and recall."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from processors.claims.table import AttributeTable
from processors.consolidation import Policy
from processors.dimensions.labels import PrototypeLabeller
from processors.policy import WholePolicy, shipped_policy
from processors.ports import Embedder, EntityFinder
from processors.stages import Stages

WITHOUT_TORCH = "use"
"""The embedder that can be loaded while others are."""


@dataclass(frozen=True, slots=True)
class Models:
    """`stages` and `policy` decide, `embedder` serves recall too; `finder` and `labeller` are what the stages share."""

    embedder: Embedder
    stages: Stages
    policy: Policy
    finder: EntityFinder
    labeller: PrototypeLabeller

    @property
    def name(self) -> str:
        """The embedder and its revision, as an index notes it."""
        return f"{self.embedder.profile.name}@{self.embedder.profile.revision}"

    def under(self, policy: WholePolicy) -> Models:
        """The same models under another policy."""
        stages = _stages(self.embedder, self.labeller, self.finder, policy.table)
        return replace(self, stages=stages, policy=_policy(self.embedder, policy))


async def load_models(embedder: str, *, device: str = "cpu", beside: Models | None = None) -> Models:
    """Load everything, side by side where that is safe; what does not depend on the embedder is shared with `beside`.
    Raises ConfigurationError naming what is missing."""
    finding = asyncio.create_task(asyncio.to_thread(_entity_finder) if beside is None else _shared(beside))
    if embedder != WITHOUT_TORCH:
        # The names' model hides torch while it is imported; an embedder that needs torch must not look for it then.
        await asyncio.wait((finding,))
    vectors, labeller = await asyncio.to_thread(_embedder, embedder, device)
    finder = await finding
    shipped = shipped_policy()
    stages = _stages(vectors, labeller, finder, shipped.table)
    return Models(vectors, stages, _policy(vectors, shipped), finder, labeller)


async def _shared(models: Models) -> EntityFinder:
    return models.finder


def _embedder(name: str, device: str) -> tuple[Embedder, PrototypeLabeller]:
    from processors.models.registry import load_embedder

    embedder = load_embedder(name, device=device)
    return embedder, PrototypeLabeller(embedder)


def _entity_finder() -> EntityFinder:
    from processors.dimensions.entities import BilingualEntityFinder
    from processors.models.lac import LacTagger
    from processors.models.spacy_names import SpacyNames

    return BilingualEntityFinder(english=SpacyNames(), chinese=LacTagger())


def _stages(embedder: Embedder, labeller: PrototypeLabeller, finder: EntityFinder, table: AttributeTable) -> Stages:
    from processors.dimensions.describe import RulesDescriber

    return Stages(describer=RulesDescriber(finder, table), embedder=embedder, labeller=labeller)


def _policy(embedder: Embedder, policy: WholePolicy) -> Policy:
    profile = embedder.profile
    return Policy(
        policy.table,
        profile.duplicate_threshold,
        profile.merge_threshold,
        policy.activity,
        unrelated_threshold=profile.abstain_threshold,
    )
