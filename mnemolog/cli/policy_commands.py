"""Commands about the policy by which memories fade: check a file, compare it on a user's own memories."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from mnemolog.cli.memory_commands import show_memories
from mnemolog.cli.options import URL, ApiKey, Json, Url, User, client
from mnemolog.cli.output import say, show_json, show_table
from processors.policy import parse_policy
from schemas.errors import ConfigurationError

commands = typer.Typer(help="How memories fade: `rebuild --policy FILE` takes a policy on.", no_args_is_help=True)
File = Annotated[Path, typer.Argument(help="A policy: TOML with [activity] and, if need be, attribute rows.")]


@commands.command()
def check(file: File, json: Json = False) -> None:
    """Read a policy file; what is wrong in it is named with its line."""
    activity = parse_policy(policy_text(file), str(file)).activity
    fields = {
        "version": activity.version,
        "half_life_days": round(activity.base_half_life_days, 2),
        "archived_below": activity.archived_below,
        "cold_days": activity.cold_days,
        "memories_max": activity.memories_max,
    }
    show_json(fields) if json else show_table(("", "value"), list(fields.items()))


@commands.command()
def compare(
    file: File,
    user: User,
    against: Annotated[Path | None, typer.Option(help="Another policy file; default: the one that is read.")] = None,
    url: Url = URL,
    api_key: ApiKey = "",
    json: Json = False,
) -> None:
    """What a policy would archive and wake of a user's memories. Nothing is changed."""
    other = None if against is None else policy_text(against)
    with client(url, api_key) as memory:
        found = memory.compare_policies(user, policy_text(file), against=other)
    if json:
        show_json(found)
        return
    rows = [
        (name, getattr(found.before, name), getattr(found.after, name))
        for name in ("version", "awake", "archived", "beyond_cap")
    ]
    show_table(("", "before", "after"), rows)
    for told, memories, count in (
        ("archived from then on", found.asleep, found.asleep_count),
        ("awake from then on", found.woken, found.woken_count),
    ):
        if count:
            say(f"{told}: {count}")
            show_memories(list(memories))


def policy_text(path: Path) -> str:
    """The text of a policy file. Raises ConfigurationError."""
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path} cannot be read: {type(error).__name__}", field="policy") from error
