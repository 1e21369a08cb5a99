"""The AsyncAPI document of what others may produce to Kafka: the inboxes (DESIGN §2), generated from the records."""

from __future__ import annotations

from typing import Any

from schemas.inbox import InboxTurn
from schemas.topics import INBOX

_EXAMPLE = {
    "user": "ann",
    "session": "breakfast",
    "role": "user",
    "content": "I moved to Lisbon last week.",
    "occurred_at": "2026-03-02T08:30:00Z",
    "event_id": "0b6f6f0e-5f0e-4c63-9a3c-0d6b6f1c2a11",
}
_RULES = (
    "One turn a record, as JSON in UTF-8, at most 1 MB with at most 64 kB of content. Keyed by user: turns of one user "
    "keep their order only within one partition. A record that is sent again with the same `event_id` is remembered "
    "once; one without gets an id made of its place. The tenant is the inbox's, never the record's. What cannot be "
    "taken, bad JSON, an unknown field or a newer `schema_version`, becomes a dead letter with the reason, and its "
    "neighbours go on."
)


def asyncapi() -> dict[str, Any]:
    """The document, AsyncAPI 3.0."""
    schema = InboxTurn.model_json_schema(ref_template="#/components/schemas/{model}")
    parts = schema.pop("$defs", {})
    message = {"$ref": "#/components/messages/InboxTurn"}
    return {
        "asyncapi": "3.0.0",
        "info": {"title": "Mnemolog inbox", "version": "1.0.0", "description": _RULES},
        "defaultContentType": "application/json",
        "channels": {
            "inbox": {
                "address": INBOX,
                "title": "Turns of the default tenant",
                "messages": {"InboxTurn": message},
                "bindings": {"kafka": {"topic": INBOX}},
            },
            "tenantInbox": {
                "address": f"{INBOX}.{{tenant}}",
                "title": "Turns of another tenant",
                "parameters": {"tenant": {"description": "The tenant; `MNEMOLOG_TENANTS` names those that there are."}},
                "messages": {"InboxTurn": message},
            },
        },
        "operations": {
            name: {
                "action": "receive",
                "channel": {"$ref": f"#/channels/{channel}"},
                "summary": f"Mnemolog admits what others produce to {title}.",
                "messages": [{"$ref": f"#/channels/{channel}/messages/InboxTurn"}],
            }
            for name, channel, title in (
                ("admit", "inbox", "the default inbox"),
                ("admitOfTenant", "tenantInbox", "a tenant's inbox"),
            )
        },
        "components": {
            "messages": {
                "InboxTurn": {
                    "name": "InboxTurn",
                    "title": "A turn",
                    "contentType": "application/json",
                    "payload": {"$ref": "#/components/schemas/InboxTurn"},
                    "bindings": {"kafka": {"key": {"type": "string", "description": "The user, in UTF-8."}}},
                    "examples": [{"name": "a turn with everything that helps", "payload": _EXAMPLE}],
                }
            },
            "schemas": {"InboxTurn": schema, **parts},
        },
    }
