"""Topic ids: what tells a topic from another one that was made later under its name (KIP-516).

aiokafka speaks the metadata protocol up to version 5, and ids come with version 10: so version 12, which Kafka 3.1 and
later speak, is spelled out here in aiokafka's own terms.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from io import BytesIO
from typing import Any

from aiokafka.admin import AIOKafkaAdminClient
from aiokafka.protocol.api import Request, RequestStruct, Response
from aiokafka.protocol.types import (
    AbstractType,
    Boolean,
    CompactArray,
    CompactString,
    Int16,
    Int32,
    Schema,
    TaggedFields,
)

from schemas.errors import ConfigurationError
from streams.kafka_log import REQUEST_S, kafka_errors

UUID_BYTES = 16


class _Uuid(AbstractType):  # type: ignore[misc]  # aiokafka has no types
    @classmethod
    def encode(cls, value: bytes) -> bytes:
        return value

    @classmethod
    def decode(cls, data: BytesIO) -> bytes:
        return data.read(UUID_BYTES)


class _MetadataResponse(Response):  # type: ignore[misc]
    API_KEY = 3
    API_VERSION = 12
    SCHEMA = Schema(
        ("throttle_time_ms", Int32),
        (
            "brokers",
            CompactArray(
                ("node_id", Int32),
                ("host", CompactString("utf-8")),
                ("port", Int32),
                ("rack", CompactString("utf-8")),
                ("tags", TaggedFields),
            ),
        ),
        ("cluster_id", CompactString("utf-8")),
        ("controller_id", Int32),
        (
            "topics",
            CompactArray(
                ("error_code", Int16),
                ("topic", CompactString("utf-8")),
                ("topic_id", _Uuid),
                ("is_internal", Boolean),
                (
                    "partitions",
                    CompactArray(
                        ("error_code", Int16),
                        ("partition", Int32),
                        ("leader", Int32),
                        ("leader_epoch", Int32),
                        ("replicas", CompactArray(Int32)),
                        ("isr", CompactArray(Int32)),
                        ("offline", CompactArray(Int32)),
                        ("tags", TaggedFields),
                    ),
                ),
                ("authorized_operations", Int32),
                ("tags", TaggedFields),
            ),
        ),
        ("tags", TaggedFields),
    )


class _MetadataStruct(RequestStruct):  # type: ignore[misc]
    API_KEY = 3
    API_VERSION = 12
    FLEXIBLE_VERSION = True
    RESPONSE_TYPE = _MetadataResponse
    SCHEMA = Schema(
        (
            "topics",
            CompactArray(("topic_id", _Uuid), ("topic", CompactString("utf-8")), ("tags", TaggedFields)),
        ),
        ("allow_auto_topic_creation", Boolean),
        ("include_topic_authorized_operations", Boolean),
        ("tags", TaggedFields),
    )


class _MetadataRequest(Request[_MetadataStruct]):  # type: ignore[misc]
    API_KEY = 3

    def __init__(self, topics: Sequence[str]) -> None:
        self._topics = topics

    def build(self, request_struct_class: type[Any]) -> Any:
        return request_struct_class([(bytes(UUID_BYTES), name, {}) for name in self._topics], False, False, {})


async def topic_ids(bootstrap: str, names: Sequence[str]) -> dict[str, str]:
    """The ids of those of these topics that exist, as Kafka's own tools print them. Raises UnavailableError, and
    ConfigurationError from a broker before Kafka 3.1."""
    admin = AIOKafkaAdminClient(bootstrap_servers=bootstrap, request_timeout_ms=int(2_000 * REQUEST_S))
    with kafka_errors(f"Kafka at {bootstrap}"):
        try:
            await admin.start()
            answer = await admin._send_request(_MetadataRequest(names))
        except NotImplementedError as error:
            raise ConfigurationError(f"Kafka at {bootstrap} tells no topic ids", hint="Kafka 3.1 or later") from error
        finally:
            await admin.close()
    known = {name: topic_id for code, name, topic_id, *_ in answer.topics if code == 0}
    return {name: base64.urlsafe_b64encode(topic_id).rstrip(b"=").decode() for name, topic_id in known.items()}
