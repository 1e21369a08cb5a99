"""`python -m deploy.stack up|down|status --folder DIR`: the local stack without the `mnemolog` command."""

import argparse
import json
import sys
from pathlib import Path

from deploy import stack


def main(arguments: list[str] | None = None) -> int:
    """Runs one command; exit code 0 done, 1 it failed or (status) not every server answers."""
    options = _parser().parse_args(arguments)

    def progress(line: str) -> None:
        print(line, file=sys.stderr, flush=True)

    try:
        match options.command:
            case "up":
                now = stack.up(
                    options.folder,
                    kafka_port=options.kafka_port,
                    controller_port=options.controller_port,
                    opensearch_port=options.opensearch_port,
                    transport_port=options.transport_port,
                    kafka_heap_mb=options.kafka_heap_mb,
                    opensearch_heap_mb=options.opensearch_heap_mb,
                    brokers=options.brokers,
                    runtime=options.runtime,
                    cache=options.cache,
                    progress=progress,
                )
            case "down":
                now = stack.down(options.folder, progress=progress)
            case _:
                now = stack.status(options.folder)
    except stack.StackError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    print(json.dumps(now.as_json(), indent=2) if options.json else _readable(now))
    return 0 if now.running or options.command == "down" else 1


def _readable(now: stack.StackStatus) -> str:
    if now.mode is None:
        return f"no stack in {now.folder}"
    lines = [f"{server.name:<12} {server.state:<8} port {server.port}  {server.log}" for server in now.servers]
    return "\n".join([*lines, f"kafka        {now.bootstrap}", f"opensearch   {now.opensearch_url}"])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m deploy.stack", description=stack.__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    up = commands.add_parser("up", help="start what does not run yet and wait until it answers")
    for name, default in (
        ("kafka-port", stack.KAFKA_PORT),
        ("controller-port", stack.CONTROLLER_PORT),
        ("opensearch-port", stack.OPENSEARCH_PORT),
        ("transport-port", stack.TRANSPORT_PORT),
        ("kafka-heap-mb", stack.KAFKA_HEAP_MB),
        ("opensearch-heap-mb", stack.OPENSEARCH_HEAP_MB),
        ("brokers", 1),
    ):
        hint = "; 0 takes a free one" if name.endswith("port") else ""
        up.add_argument(f"--{name}", type=int, default=default, help=f"default {default}{hint}")
    up.add_argument("--cache", type=Path, help="where fetched artifacts are kept")
    up.add_argument("--docker", dest="runtime", action="store_const", const="docker", help="use Docker or fail")
    up.add_argument("--local", dest="runtime", action="store_const", const="local", help="never use Docker")
    up.set_defaults(runtime="auto")
    down = commands.add_parser("down", help="stop the servers, keep the data")
    status = commands.add_parser("status", help="tell what runs")
    for command in (up, down, status):
        command.add_argument("--folder", type=Path, required=True, help="where the stack keeps everything")
        command.add_argument("--json", action="store_true", help="print the status as JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
