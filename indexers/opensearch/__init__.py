"""The read model of the distributed runtime on OpenSearch (DESIGN §6). OpenSearch holds plain text: it needs disk
encryption and access control of its own."""

from indexers.opensearch.index import OpenSearchIndex
from indexers.opensearch.server import Server

__all__ = ["OpenSearchIndex", "Server"]
