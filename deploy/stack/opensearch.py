"""The command of one OpenSearch node with the k-NN plugin, run from the class path."""

from deploy.stack.artifacts import Artifacts
from deploy.stack.jdk import Jdk
from deploy.stack.plan import Plan
from deploy.stack.process import ServerProcess

LEAST_JAVA = 21

# Older launchers do not know the option and would refuse to start.
_UNSAFE_OPTION_SINCE = 23


def command(process: ServerProcess, plan: Plan, artifacts: Artifacts, jdk: Jdk) -> list[str]:
    """The command line of the node, whose home is `process.folder`."""
    unsafe = ["--sun-misc-unsafe-memory-access=allow"] if jdk.major >= _UNSAFE_OPTION_SINCE else []
    return [
        str(jdk.java),
        f"-Xms{plan.opensearch_heap_mb}m",
        f"-Xmx{plan.opensearch_heap_mb}m",
        process.mark,
        f"-XX:ErrorFile={process.folder}/crash.log",
        "-Djava.awt.headless=true",
        "-Dlog4j2.formatMsgNoLookups=true",
        "-Dlog4j2.level=INFO",
        # The node's own shutdown hook still wants to log.
        "-Dlog4j.shutdownHookEnabled=false",
        "--add-modules=jdk.incubator.vector",
        "--enable-native-access=ALL-UNNAMED",
        *unsafe,
        "-Dio.netty.noUnsafe=true",
        "-Dio.netty.allocator.numDirectArenas=0",
        "-cp",
        artifacts.opensearch_class_path,
        "mnemolog.LocalNode",
        str(process.folder),
        process.name,
        str(plan.opensearch_port),
        str(plan.transport_port),
    ]
