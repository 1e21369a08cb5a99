"""The client's own tests, run with all the others."""

from sdk.tests.test_client import *  # noqa: F403
