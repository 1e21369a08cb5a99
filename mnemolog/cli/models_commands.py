"""Commands about models: which embedders there are, and the ranking fitted to what people said of recalls."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from api.callers import TENANT_DEFAULT
from mnemolog.cli.options import FOLDER, FolderOption, Json
from mnemolog.cli.output import note, say, show_json, show_table
from schemas.errors import NotFoundError

commands = typer.Typer(help="Embedders, and the ranking fitted to feedback.")


@commands.callback(invoke_without_command=True)
def models(context: typer.Context, json: Json = False) -> None:
    """The embedders that can be set, and whether each is installed."""
    if context.invoked_subcommand is not None:
        return
    from mnemolog.inspection import embedders

    found = embedders()
    if json:
        show_json(found)
        return
    show_table(
        ("name", "installed", "dimension", "languages", "what to do"),
        [(e.name, "yes" if e.installed else "no", e.dimension or "", ", ".join(e.languages), e.hint) for e in found],
    )


@commands.command("fit-rerank")
def fit_rerank(
    folder: FolderOption = FOLDER,
    tenant: Annotated[str, typer.Option(help="Whose feedback.")] = TENANT_DEFAULT,
    json: Json = False,
) -> None:
    """Fit how much each term of the ranking counts to the feedback on recalls, for all, for users and for kinds of
    request; keep it as a new version, and use it if it is better on recalls that were held out. An embedded server of
    the folder must be stopped; a running one uses it from its next start on."""
    from mnemolog.fitting import fit

    learned = asyncio.run(fit(folder, tenant))
    if json:
        show_json({"used": learned.better, **learned.model_dump(mode="json")})
        return
    if not learned.recalls:
        raise NotFoundError("no recall was judged yet", hint="POST /v1/recalls/{id}/feedback with `used`")
    show_table(("term", "counts"), sorted(learned.general.items()))
    say(f"version {learned.version}, {learned.recalls} recalls")
    say(f"with values of their own: {len(learned.users)} users, {len(learned.scenes)} kinds of request")
    say(f"first used memory, mean reciprocal rank on held-out recalls: {learned.before} before, {learned.after} after")
    note("it is used from the next start on" if learned.better else "it is no better and is not used")


@commands.command("use-rerank")
def use_rerank(
    version: Annotated[int, typer.Argument(min=0, help="A fitted version; 0 is the shipped ranking.")],
    folder: FolderOption = FOLDER,
) -> None:
    """Take a fitted version into use, or go back to the shipped ranking, from the next start of a server on."""
    from mnemolog.learned_files import use

    use(Path(folder), version)
    say(f"version {version} is used from the next start on")
