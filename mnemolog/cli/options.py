"""Options that many commands take, each described once, and the client that they open."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from mnemolog_client import Mnemolog, RetryPolicy
from mnemolog_client.exchange import URL_DEFAULT

Json = Annotated[bool, typer.Option("--json", help="Print one JSON value instead of tables.")]
Url = Annotated[str, typer.Option("--url", envvar="MNEMOLOG_URL", help="The server.", show_default=True)]
ApiKey = Annotated[
    str, typer.Option("--api-key", envvar="MNEMOLOG_API_KEY", help="The key, where the server asks for one.")
]
User = Annotated[str, typer.Option("--user", "-u", envvar="MNEMOLOG_USER", help="Whose memory.")]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, help="How many at most.")]
FolderOption = Annotated[Path, typer.Option("--folder", envvar="MNEMOLOG_FOLDER", help="The folder that holds it all.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]

URL: str = URL_DEFAULT
FOLDER = Path("data")


def client(url: str, api_key: str, *, attempts: int = 3) -> Mnemolog:
    """A client of the server that the options name. A person at a terminal wants to hear soon that it is away."""
    return Mnemolog(url, api_key=api_key, retry=RetryPolicy(attempts=attempts))
