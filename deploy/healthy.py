"""`python deploy/healthy.py URL`: exit code 0 if URL answers with a 2xx, for images without curl."""

import sys
import urllib.error
import urllib.request

_TIMEOUT_S = 4.0


def healthy(url: str) -> bool:
    """Whether `url` answers with a status below 300."""
    try:
        with urllib.request.urlopen(url, timeout=_TIMEOUT_S) as answer:
            return bool(answer.status < 300)
    except (OSError, urllib.error.URLError):
        return False


if __name__ == "__main__":
    sys.exit(0 if healthy(sys.argv[1]) else 1)
