"""Takes an installation off shared servers, so that the next one begins as on new ones."""

from __future__ import annotations

import time

import httpx
from confluent_kafka.admin import AdminClient

from deploy.stack import StackStatus
from indexers.opensearch.admin import ALIAS

GONE_S = 30.0


def wipe(servers: StackStatus) -> None:
    """Take away what the module before installed."""
    admin = AdminClient({"bootstrap.servers": servers.bootstrap, "log_level": 0})

    def ours() -> list[str]:
        return [name for name in admin.list_topics(timeout=GONE_S).topics if name.startswith(ALIAS)]

    if topics := ours():
        for future in admin.delete_topics(topics).values():
            future.result(GONE_S)
    deadline = time.monotonic() + GONE_S
    while ours():
        assert time.monotonic() < deadline, "the topics of the module before are still there"
        time.sleep(0.1)
    for name in httpx.get(f"{servers.opensearch_url}/{ALIAS}*", timeout=GONE_S).json():
        httpx.delete(f"{servers.opensearch_url}/{name}", timeout=GONE_S).raise_for_status()
