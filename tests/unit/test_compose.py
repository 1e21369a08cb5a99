"""docker-compose.yml is valid, keeps to the machine it runs on, and agrees with the servers that tests run."""

import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from api.callers import KEY_SCOPES
from deploy.stack.docker import COMPOSE_FILE, SERVICES, _with_ports
from deploy.stack.plan import Wish, settle
from mnemolog.api_keys import ApiKeys

_HERE = Path(__file__).resolve().parent
_ROOT = COMPOSE_FILE.parent
_OURS = ("setup", "worker", "api")


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    """The compose file, its anchors merged."""
    loaded = yaml.safe_load(COMPOSE_FILE.read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def _version(server: str, artifact: str) -> str:
    namespace = {"m": "http://maven.apache.org/POM/4.0.0"}
    pom = ElementTree.parse(_ROOT / "deploy" / "local" / server / "pom.xml").getroot()
    for dependency in pom.findall(".//m:dependency", namespace):
        if dependency.findtext("m:artifactId", namespaces=namespace) == artifact:
            version = dependency.findtext("m:version", "", namespace)
            if version.startswith("${"):
                return pom.findtext(f"m:properties/m:{version[2:-1]}", "", namespace)
            return version
    raise AssertionError(f"{artifact} is not in the pom of {server}")


def test_it_fits_the_compose_specification(compose: dict[str, Any]) -> None:
    schema = json.loads((_HERE / "compose-spec" / "compose-spec.json").read_text(encoding="utf-8"))

    errors = [
        f"{error.json_path}: {error.message}" for error in jsonschema.Draft202012Validator(schema).iter_errors(compose)
    ]

    assert errors == []


def test_a_mistake_would_not_fit_the_compose_specification(compose: dict[str, Any]) -> None:
    schema = json.loads((_HERE / "compose-spec" / "compose-spec.json").read_text(encoding="utf-8"))
    wrong = {**compose, "services": {"kafka": {"image": "apache/kafka", "restrat": "always"}}}

    assert not jsonschema.Draft202012Validator(schema).is_valid(wrong)


def test_every_server_restarts_is_checked_and_ends_in_its_own_time(compose: dict[str, Any]) -> None:
    for name in ("kafka", "opensearch", "worker", "api"):
        service = compose["services"][name]
        assert service["restart"] == "unless-stopped", name
        # The API's health check is the image's own.
        assert name == "api" or service["healthcheck"]["test"], name
    assert compose["services"]["setup"]["restart"] == "no"


def test_nothing_is_published_beyond_this_machine(compose: dict[str, Any]) -> None:
    published = [port for service in compose["services"].values() for port in service.get("ports", ())]

    assert len(published) == 3
    assert all(port.startswith("127.0.0.1:") for port in published)


def test_our_processes_can_write_nothing_but_their_volume(compose: dict[str, Any]) -> None:
    for name in _OURS:
        service = compose["services"][name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["volumes"] == ["mnemolog:/var/lib/mnemolog"]
    dockerfile = (_ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    assert "\nUSER mnemolog\n" in dockerfile


def test_every_named_volume_and_network_is_declared(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        assert {volume.split(":")[0] for volume in service.get("volumes", ())} <= set(compose["volumes"])
        assert set(service["networks"]) <= set(compose["networks"])
    assert set(SERVICES) <= set(compose["services"])


def test_containers_run_the_versions_that_the_tests_run(compose: dict[str, Any]) -> None:
    services = compose["services"]

    assert services["kafka"]["image"] == f"apache/kafka:{_version('kafka', 'kafka_2.13')}"
    assert services["opensearch"]["image"] == f"opensearchproject/opensearch:{_version('opensearch', 'opensearch')}"


def test_the_variables_that_the_stack_sets_are_the_ones_that_the_file_reads(tmp_path: Path) -> None:
    text = COMPOSE_FILE.read_text(encoding="utf-8")
    plan = settle(tmp_path, Wish(None, None, None, None, 512, 512, 1), "docker", tmp_path)

    read = set(re.findall(r"\$\{(\w+)", text))

    assert set(_with_ports(plan, {})) <= read


def test_files_that_the_containers_run_are_in_the_image(compose: dict[str, Any]) -> None:
    dockerfile = (_ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    commands = [*compose["services"]["setup"]["command"], *compose["services"]["worker"]["healthcheck"]["test"]]

    files = [word for word in commands if word.startswith("deploy/")]

    assert files == ["deploy/first-start.sh", "deploy/healthy.py"]
    assert all((_ROOT / file).exists() and file in dockerfile for file in files)


def test_the_first_start_makes_a_key_and_prints_it_once(tmp_path: Path) -> None:
    """The command of `setup` as the container runs it, in the runtime that needs no servers."""
    environment = {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "HOME": str(tmp_path),
        "MNEMOLOG_FOLDER": str(tmp_path / "folder"),
    }

    def start() -> str:
        ran = subprocess.run(
            ["sh", "deploy/first-start.sh"],
            cwd=_ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
            check=True,
        )
        return ran.stdout

    first, second = start(), start()

    (secret,) = re.findall(r"^mnk_\w+$", first, re.MULTILINE)
    assert "mnk_" not in second
    (key,) = ApiKeys(tmp_path / "folder").list()
    found = ApiKeys(tmp_path / "folder").find(secret)
    assert found is not None
    assert (found.key_id, set(found.scopes)) == (key.key_id, set(KEY_SCOPES))
