"""The command line: `mnemolog`, with one module for each family of commands."""

from __future__ import annotations

import sys


def main() -> None:
    """Runs one command and exits with its code (see `mnemolog.cli.exits`)."""
    from mnemolog.cli.app import run

    sys.exit(run(sys.argv[1:]))
