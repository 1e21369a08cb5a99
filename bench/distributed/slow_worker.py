"""A worker whose describe takes 20 ms longer for each event, in place of the cores that a small machine lacks:
`python -m bench.distributed.slow_worker`, with the settings of an installation in the environment."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from mnemolog.cli import app
from processors.stages import Stages
from schemas.stages import DescribedEvent, ScoredEvent

PAUSE_S = 0.020


def main() -> int:
    """The worker of the command line, with nothing else changed."""
    quick = Stages.describe

    def slow(stages: Stages, events: Sequence[ScoredEvent]) -> list[DescribedEvent]:
        time.sleep(PAUSE_S * len(events))
        return quick(stages, events)

    Stages.describe = slow  # type: ignore[method-assign, assignment]  # nothing in the product is made for being slow
    return app.run(["worker", "--stages", "describe"])


if __name__ == "__main__":
    sys.exit(main())
