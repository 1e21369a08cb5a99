"""Fitting: the ranking fitted to an installation's own feedback, kept as a version and used if it is better."""

from __future__ import annotations

from pathlib import Path

from api.judgements import judged_recalls
from api.recall.learned import Learned, learn
from api.recall.recipes import load_recipe
from mnemolog.learned_files import keep, use, versions
from mnemolog.settings import load_settings
from mnemolog.wiring import open_runtime


async def fit(folder: Path, tenant: str) -> Learned:
    """Fit, keep and, if it is better on recalls that were held out, use. Without judged recalls nothing is kept. Raises
    ConfigurationError when the folder is in use."""
    settings = load_settings({"folder": folder})
    async with open_runtime(settings) as services:
        judged = await judged_recalls(services, tenant)
        learned = learn(
            judged,
            version=max(versions(folder), default=0) + 1,
            made_at=services.now(),
            recipe=load_recipe("g").version,
        )
    if judged:
        keep(folder, learned)
        if learned.better:
            use(folder, learned.version)
    return learned
