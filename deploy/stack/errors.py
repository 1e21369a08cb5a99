"""What can go wrong when local servers are started or stopped.

StackError
├── JdkMissing      no JDK of the wanted version was found
├── MavenMissing    `mvn` is not on PATH
├── FetchFailed     Maven or javac did not succeed
├── PortTaken       a wanted port belongs to another process
├── PlanMismatch    the folder holds a stack of another shape
├── DockerFailed    Docker was asked for and did not do it
└── ServerFailed    a server did not start, answer or stop in time
"""


class StackError(Exception):
    """Whatever the local stack could not do; the message says what to do next."""


class JdkMissing(StackError):
    """No JDK of the wanted version was found."""


class MavenMissing(StackError):
    """`mvn` is not on PATH, so the server artifacts cannot be fetched."""


class FetchFailed(StackError):
    """The server artifacts could not be fetched or compiled."""


class PortTaken(StackError):
    """A port that was asked for is used by another process."""


class PlanMismatch(StackError):
    """The folder holds a stack that was started with other ports or another number of brokers."""


class DockerFailed(StackError):
    """Docker was asked for and is not there, or `docker compose` failed."""


class ServerFailed(StackError):
    """A server did not start, answer or stop in time; the message ends with the tail of its log."""
