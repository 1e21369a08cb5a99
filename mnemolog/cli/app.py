"""The command line's tree of commands, and what happens when one fails."""

from __future__ import annotations

import os
from collections.abc import Sequence

import typer

from mnemolog.cli import (
    bulk_commands,
    correct_commands,
    deadletter_commands,
    forget_commands,
    generation_commands,
    memory_commands,
    models_commands,
    operate_commands,
    policy_commands,
    rebuild_commands,
    serve_commands,
    stack_commands,
    worker,
)
from mnemolog.cli.exits import EPILOG, EXPECTED, FAILED
from mnemolog.cli.output import show_error

app = typer.Typer(
    name="mnemolog",
    help="Long-term memory for AI agents, rebuilt at any time from an immutable log of conversation turns.",
    epilog=EPILOG,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for family in (
    serve_commands,
    memory_commands,
    forget_commands,
    correct_commands,
    bulk_commands,
    operate_commands,
    rebuild_commands,
    generation_commands,
    worker,
):
    app.add_typer(family.commands)
app.add_typer(stack_commands.commands, name="stack")
app.add_typer(generation_commands.generations, name="generations")
app.add_typer(operate_commands.keys, name="keys")
app.add_typer(policy_commands.commands, name="policy")
app.add_typer(models_commands.commands, name="models")
app.add_typer(deadletter_commands.commands, name="deadletters")


def run(arguments: Sequence[str]) -> int:
    """Runs a command; returns its exit code. What is nobody's fault but ours keeps its traceback."""
    try:
        app(list(arguments))
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else FAILED
    except BrokenPipeError:
        # The reader of the output went away, like `head`; the rest has nowhere to go.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return FAILED
    except EXPECTED as error:
        return show_error(error, as_json="--json" in arguments)
    return 0
