"""Inboxes: anyone may produce turns to Kafka, with any client, into the inbox of a tenant (DESIGN §2, §4)."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator

import httpx
import pytest
from confluent_kafka import Producer

from deploy.stack.artifacts import Artifacts, cache_folder
from deploy.stack.jdk import find_jdk
from deploy.stack.kafka import LEAST_JAVA
from mnemolog.local_servers import LocalServers
from schemas.topics import INBOX, inbox
from tests.system.waiting import until

TOO_LARGE = json.dumps({"session": "s", "content": "x" * 70_000}).encode()
BAD: dict[bytes | None, str] = {
    b"{not json": "JSON",
    b'{"session": "s", "content": "\xff\xfe"}': "JSON",
    rb'{"session": "s", "content": "\ud83d alone"}': "hex escape",
    None: "no value",
    b'{"session": "s"}': "content",
    b'{"session": "s", "content": "x", "colour": "red"}': "colour",
    b'{"session": "s", "content": "x", "tenant": "acme"}': "tenant",
    b'{"session": "s", "content": "x", "schema_version": 2}': "schema_version",
    b'{"session": "s", "content": "x", "role": "king"}': "role",
    b'["a list"]': "object",
    TOO_LARGE: "bytes",
}


@pytest.fixture(scope="module")
def http(distributed: LocalServers) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=distributed.url, timeout=30, trust_env=False) as client:
        yield client


def produce(distributed: LocalServers, topic: str, key: bytes, *values: bytes | None) -> None:
    producer = Producer({"bootstrap.servers": distributed.servers.bootstrap, "acks": "all"})
    for value in values:
        producer.produce(topic, key=key, value=value)
    assert producer.flush(30) == 0


def contents(http: httpx.Client, user: str) -> list[str]:
    return sorted(turn["content"] for turn in http.get("/v1/turns", params={"user": user}).json()["items"])


def letters(http: httpx.Client, key: str) -> list[dict[str, str]]:
    listed = http.get("/v1/deadletters", params={"limit": 500}).json()["items"]
    opened = [http.get(f"/v1/deadletters/{one['name']}").json() for one in listed]
    return [one for one in opened if one["key"] == key]


def test_each_bad_record_is_a_dead_letter_with_its_reason_and_its_neighbours_are_remembered(
    distributed: LocalServers, http: httpx.Client
) -> None:
    said = [b'{"session": "s", "content": "I keep bees."}', b'{"session": "s", "content": "I paint boats."}']

    produce(distributed, INBOX, b"inbox-boris", said[0], *BAD, said[1])
    until("both neighbours are there", lambda: len(contents(http, "inbox-boris")) == 2)
    until("the letters are there", lambda: len(letters(http, "inbox-boris")) == len(BAD))
    parked = letters(http, "inbox-boris")

    texts = {value.decode("utf-8", "replace"): why for value, why in BAD.items() if value is not None}
    for letter in parked:
        assert (letter["stage"], letter["topic"]) == ("admit", INBOX)
        if letter["value_base64"] is None:
            assert "no value" in letter["error"]
        elif letter["text"] is not None:
            assert texts[letter["text"]] in letter["error"], letter["error"]
    assert not any("bees" in (letter["text"] or "") for letter in parked)


def test_a_record_that_names_no_user_and_has_no_key_is_refused(distributed: LocalServers, http: httpx.Client) -> None:
    produce(distributed, INBOX, b"", b'{"session": "s", "content": "whose is this"}')

    (letter,) = until("the letter is there", lambda: letters(http, ""))
    assert "user" in letter["error"]


def test_kafkas_own_console_producer_is_a_producer_and_its_tenant_is_the_inboxs(
    distributed: LocalServers, http: httpx.Client
) -> None:
    java = find_jdk(LEAST_JAVA, "Kafka", os.environ).java
    arguments = [
        str(java), "-Xmx128m", "-cp", Artifacts(cache_folder(os.environ)).kafka_class_path,
        "org.apache.kafka.tools.ConsoleProducer", "--bootstrap-server", distributed.servers.bootstrap,
        "--topic", inbox("acme"), "--reader-property", "parse.key=true", "--reader-property", "key.separator=|",
    ]  # fmt: skip
    lines = [f'cleo|{{"session": "s", "content": "Note {number} of the voyage."}}' for number in range(3)]

    done = subprocess.run(
        arguments, input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=60, check=False
    )
    marker = b'{"session": "s", "content": "of the default tenant"}'
    produce(distributed, INBOX, b"cleo", marker)
    until("the other tenant's turn is there", lambda: contents(http, "cleo") == ["of the default tenant"])

    assert done.returncode == 0, done.stderr[-2_000:]
    found = until("the tenant's turns are there", lambda: tenant_turns(distributed, "acme", "cleo"))
    assert found == [f"Note {number} of the voyage." for number in range(3)]


def tenant_turns(distributed: LocalServers, tenant: str, user: str) -> list[str]:
    """As the index holds them: the API shows one tenant to each key, and this installation has no keys."""
    body = {
        "size": 10,
        "query": {"bool": {"filter": [{"term": {"tenant": tenant}}, {"term": {"user": user}}]}},
        "_source": ["payload"],
    }
    hits = httpx.post(f"{distributed.servers.opensearch_url}/mnemolog/_search", json=body).json()["hits"]["hits"]
    found = sorted(json.loads(hit["_source"]["payload"])["content"] for hit in hits if "payload" in hit["_source"])
    return found if len(found) == 3 else []


def test_a_dead_letter_of_the_inbox_is_tried_again_as_it_was_sent(
    distributed: LocalServers, http: httpx.Client
) -> None:
    produce(distributed, INBOX, b"inbox-dina", b'{"session": "s", "content": "x", "mood": "new"}')
    (letter,) = until("the letter is there", lambda: letters(http, "inbox-dina"))

    refused = http.post(f"/v1/deadletters/{letter['name']}/redrive")
    dropped = http.delete(f"/v1/deadletters/{letter['name']}", params={"note": "no such field"})
    again = http.post(f"/v1/deadletters/{letter['name']}/redrive")

    assert refused.status_code == 422
    assert "still refused: mood" in refused.json()["detail"]
    assert (dropped.status_code, dropped.json()["state"]) == (200, "dropped")
    assert (again.status_code, letters(http, "inbox-dina")) == (422, [])


def test_letters_of_an_erased_user_are_gone_from_kafka_too(distributed: LocalServers, http: httpx.Client) -> None:
    produce(distributed, INBOX, b"inbox-emil", b'{"session": "s", "content": "fine"}', b'{"session": "s"}')
    until("the turn is there", lambda: contents(http, "inbox-emil"))
    until("the letter is there", lambda: letters(http, "inbox-emil"))

    job = http.delete("/v1/users/inbox-emil").json()["job_id"]
    until("the user is erased", lambda: http.get(f"/v1/jobs/{job}").json()["state"] == "done")

    assert letters(http, "inbox-emil") == []
