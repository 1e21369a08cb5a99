"""A process that has everything imported and forks a child for each line it is given, so that a start costs little.

In: one JSON object a line. Out: the child's process id, then its exit status once it has ended (−9 = killed).
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import traceback

from tests.scenario.producer import Plan, live


def main() -> None:
    for line in sys.stdin:
        plan = Plan(**json.loads(line))
        child = os.fork()
        if child == 0:
            status = 1
            try:
                asyncio.run(live(plan))
                status = 0
            except BaseException:  # noqa: BLE001 - the parent only sees the status, so the reason is printed
                traceback.print_exc()
            finally:
                sys.stderr.flush()
                os._exit(status)
        print(child, flush=True)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
