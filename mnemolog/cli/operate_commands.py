"""Commands for those who run it: lag, keys, doctor."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from api.callers import KEY_SCOPES, TENANT_DEFAULT, KeyScope
from mnemolog.cli.exits import FAILED
from mnemolog.cli.options import URL, ApiKey, Json, Url, client
from mnemolog.cli.output import note, say, show_json, show_table
from schemas.errors import ConfigurationError, InvalidInputError

commands = typer.Typer()
keys = typer.Typer(help="API keys of an installation: made once, kept hashed, revocable.", no_args_is_help=True)
Folder = Annotated[Path, typer.Option("--folder", envvar="MNEMOLOG_FOLDER", help="The installation's folder.")]
FOLDER = Path("data")


@commands.command()
def lag(url: Url = URL, api_key: ApiKey = "", json: Json = False) -> None:
    """How far the stages are behind the log, per partition."""
    with client(url, api_key) as memory:
        lags = memory.lag()
    if json:
        show_json([{**_fields(entry), "waiting": entry.waiting} for entry in lags])
        return
    rows = [(e.partition, e.end, e.processed, e.indexed, e.waiting, f"{e.oldest_age_s:.1f} s") for e in lags]
    show_table(("partition", "end", "processed", "indexed", "waiting", "oldest"), rows)
    say(f"{sum(entry.waiting for entry in lags)} events wait for the index")


@commands.command()
def doctor(folder: Folder = FOLDER, url: Url = URL, api_key: ApiKey = "", json: Json = False) -> None:
    """Look at everything that a server needs: settings, folder, key, models, the server itself. Exit code 1 when
    something is wrong."""
    from mnemolog.inspection import examine

    with client(url, api_key, attempts=1) as memory:
        report = examine(folder, memory)
    if json:
        show_json(report)
    else:
        show_table(
            ("part", "", "what"),
            [
                (check.part, {True: "ok", False: "WRONG", None: "-"}[check.well], check.detail)
                for check in report.checks
            ],
        )
        show_table(("setting", "value"), list(report.settings.items()), title="settings (secrets are masked)")
        for hint in report.hints:
            note(f"→ {hint}")
    if not report.well:
        raise typer.Exit(FAILED)


@keys.command("create")
def create_key(
    folder: Folder = FOLDER,
    name: Annotated[str, typer.Option(help="What it is for.")] = "",
    tenant: Annotated[str, typer.Option(help="Whose memories it reaches.")] = TENANT_DEFAULT,
    scope: Annotated[list[str] | None, typer.Option(help="read, write, admin; repeat it; default: all.")] = None,
    json: Json = False,
) -> None:
    """Make a key and print its secret, this once. From then on every call needs a key."""
    from mnemolog.api_keys import ApiKeys

    scopes = tuple(_scope(one) for one in scope) if scope else KEY_SCOPES
    key, secret = ApiKeys(folder).create(tenant=tenant, scopes=scopes, name=name, now=datetime.now(UTC))
    if json:
        show_json({"key_id": key.key_id, "secret": secret, "tenant": key.tenant, "scopes": key.scopes})
        return
    say(secret)
    note(f"key {key.key_id} of tenant {key.tenant} ({', '.join(key.scopes)}); it is not shown again")


@keys.command("list")
def list_keys(folder: Folder = FOLDER, json: Json = False) -> None:
    """All keys, without their secrets."""
    from mnemolog.api_keys import ApiKeys

    require_installation(folder)
    found = ApiKeys(folder).list()
    if json:
        show_json([key.model_dump(mode="json", exclude={"sha256"}) for key in found])
        return
    show_table(
        ("key", "name", "tenant", "scopes", "made", "revoked"),
        [(k.key_id, k.name, k.tenant, ", ".join(k.scopes), k.created_at, k.revoked_at) for k in found],
        empty="there are no keys: the server listens on the loopback address only",
    )


@keys.command("revoke")
def revoke_key(
    key_id: Annotated[str, typer.Argument(help="The key's id.")], folder: Folder = FOLDER, json: Json = False
) -> None:
    """Make a key worthless from the next request on."""
    from mnemolog.api_keys import ApiKeys

    require_installation(folder)
    key = ApiKeys(folder).revoke(key_id, now=datetime.now(UTC))
    show_json({"key_id": key.key_id, "revoked_at": key.revoked_at}) if json else say(f"key {key_id} is revoked")


def require_installation(folder: Path) -> None:
    """Raises ConfigurationError for a folder that holds none."""
    if not any((folder / name).exists() for name in ("master.key", "keys.json")):
        raise ConfigurationError(f"{folder} holds no installation", hint="name its folder with --folder")


def _scope(text: str) -> KeyScope:
    for known in KEY_SCOPES:
        if text == known:
            return known
    raise InvalidInputError(f"there is no scope {text!r}", hint=f"any of {', '.join(KEY_SCOPES)}", field="scope")


def _fields(entry: object) -> dict[str, object]:
    return {name: getattr(entry, name) for name in ("partition", "end", "processed", "indexed", "oldest_age_s")}
