"""Recipes: how routes and factors add up to one ranking. The constants live in recipes/<name>.toml, with a version."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from indexers.facets import Facet
from indexers.index import Route
from processors.ports import EmbedderProfile
from schemas.queries import Recipe as RecipeName

Hint = Literal["trigger", "kin", "mood", "hop", "named"]
"""What a request can need beside what its words find; see hints."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each term counts in one kind of conversation. All terms are in [0, 1] before they are weighted.

    `fused`: min-max of the weighted routes. `session`: of the session's best context matches. `speaker`: the turn is by
    the one participant named. `time`: e^(−gap/τ) to the time asked for. `asks`: taken off a turn that ends with a
    question mark. `answers`: the turn before it does. `length`: short turns hold less. `exact`: holds the very code or
    number asked for. `fact`: a current fact. `next`: how well the turn after it fits. `gathers`: like `speaker`, where
    several memories make the answer. `holds_…`: it holds what the question seeks. `freshness`, `activity`,
    `importance`, `intent`: see rerank; `trigger`, `kin`, `mood`, `hop`: see hints; `dimension`: see
    dimensions; `phrase`, `session_top`: see closer.
    """

    text: float
    context: float
    vector: float
    context_vector: float
    fused: float
    session: float
    speaker: float
    time: float
    asks: float
    answers: float
    length: float
    exact: float
    fact: float
    freshness: float
    activity: float
    importance: float
    intent: float
    next: float
    gathers: float
    holds_time: float
    holds_place: float
    holds_number: float
    holds_person: float
    trigger: float
    kin: float
    mood: float
    hop: float
    dimension: float
    phrase: float
    session_top: float

    def of_route(self, route: Route) -> float:
        match route:
            case "text":
                return self.text
            case "context":
                return self.context
            case "vector":
                return self.vector
            case "context_vector":
                return self.context_vector

    def of_hint(self, hint: Hint) -> float:
        match hint:
            case "trigger":
                return self.trigger
            case "kin":
                return self.kin
            case "mood":
                return self.mood
            case "hop":
                return self.hop
            case "named":  # Counts as a dimension.
                return 0.0

    def of_facet(self, facet: Facet) -> float:
        match facet:
            case "time":
                return self.holds_time
            case "place":
                return self.holds_place
            case "number":
                return self.holds_number
            case "person":
                return self.holds_person
            case "low" | "lifted":
                return 0.0


@dataclass(frozen=True, slots=True)
class Scales:
    """The units of the terms. `time_days`: granularity → τ in days; a granularity that is missing gives nothing.
    `spread_min_…`: lists closer together than this are not torn apart (see fuse.min_max): a few short memories that fit
    alike must not look like the best and the worst."""

    session_best: int
    length_terms: int
    freshness_half_life_days: float
    spread_min_words: float
    spread_min_fused: float
    time_days: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """What belongs to one model: how close its cosines may lie before they are told apart (see Scales), and the way
    from its cosines and the words found to relevance in [0, 1], the logistic of a weighted sum.

    relevance = 1 / (1 + exp(−(bias + cosine·c + coverage·w − unknown_names·u))), where u is 1 when the question names
    people or things and the user's memories know none of them. An answer whose best relevance is below `abstain` says
    that nothing is known.
    """

    spread_min_cosine: float
    bias: float
    cosine: float
    coverage: float
    unknown_names: float
    abstain: float


@dataclass(frozen=True, slots=True)
class Recipe:
    """`peers` weighs conversations among named people, `solo` those of one user with an assistant."""

    name: str
    version: str
    peers: Weights
    solo: Weights
    scales: Scales
    calibrations: Mapping[str, Calibration]

    def weights(self, speakers: tuple[str, ...]) -> Weights:
        """Two or more named speakers make a conversation among peers: an observable fact, not a setting."""
        return self.peers if len(speakers) >= 2 else self.solo

    def calibration(self, profile: EmbedderProfile) -> Calibration:
        """The model's own, else the shipped one for models that were not calibrated here."""
        return self.calibrations.get(profile.name) or self.calibrations["other"]


@cache
def load_recipe(name: RecipeName) -> Recipe:
    """The shipped recipe of that name."""
    return parse_recipe(name, files("api.recall").joinpath(f"recipes/{name}.toml").read_text("utf-8"))


def parse_recipe(name: str, text: str) -> Recipe:
    """Read a recipe file. Raises KeyError or TypeError naming what is missing or unknown: ours to get right."""
    read = tomllib.loads(text)
    scales = read["scales"]
    return Recipe(
        name=name,
        version=read["version"],
        peers=_weights(read["peers"]),
        solo=_weights(read["solo"]),
        scales=Scales(
            session_best=int(scales["session_best"]),
            length_terms=int(scales["length_terms"]),
            freshness_half_life_days=float(scales["freshness_half_life_days"]),
            spread_min_words=float(scales["spread_min_words"]),
            spread_min_fused=float(scales["spread_min_fused"]),
            time_days={unit: float(days) for unit, days in scales["time_days"].items()},
        ),
        calibrations={model: _calibration(values) for model, values in read["relevance"].items()},
    )


def _weights(values: dict[str, Any]) -> Weights:
    unknown = set(values) - {field.name for field in fields(Weights)}
    if unknown:
        raise KeyError(f"unknown weights {sorted(unknown)}")
    return Weights(**{field.name: float(values.get(field.name, 0.0)) for field in fields(Weights)})


def _calibration(values: dict[str, Any]) -> Calibration:
    return Calibration(**{field.name: float(values[field.name]) for field in fields(Calibration)})
