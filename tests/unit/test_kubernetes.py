"""The Kubernetes example carries each stage once, asks for pages that exist, and names every worker."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml

from deploy.stack.docker import COMPOSE_FILE
from mnemolog.settings import load_settings
from streams.distributed.worker import STAGES, parse_stages

ROOT = COMPOSE_FILE.parent
WORKER_PAGES = {"/healthz", "/readyz", "/metrics"}
API_PAGES = {"/healthz", "/readyz"}
"""Those that need no key."""


@pytest.fixture(scope="module")
def items() -> list[dict[str, Any]]:
    loaded = yaml.safe_load((ROOT / "deploy" / "kubernetes.yml").read_text(encoding="utf-8"))
    assert loaded["kind"] == "List"
    return list(loaded["items"])


def of_kind(items: list[dict[str, Any]], kind: str) -> dict[str, dict[str, Any]]:
    return {item["metadata"]["name"]: item for item in items if item["kind"] == kind}


def pod_of(item: dict[str, Any]) -> dict[str, Any]:
    return dict(item["spec"]["template"]["spec"])


def container_of(item: dict[str, Any]) -> dict[str, Any]:
    (container,) = pod_of(item)["containers"]
    return dict(container)


def workers(items: list[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    found = of_kind(items, "Deployment")
    return {name: item for name, item in found.items() if container_of(item)["args"][:2] == ["mnemolog", "worker"]}


def test_every_stage_has_one_deployment_and_none_is_carried_twice(items: list[dict[str, Any]]) -> None:
    carried = [stage for item in workers(items).values() for stage in parse_stages(container_of(item)["args"][-1])]

    assert sorted(carried) == sorted(STAGES)
    assert len(workers(items)) == len(STAGES)


def test_probes_ask_for_pages_that_exist_on_ports_that_are_open(items: list[dict[str, Any]]) -> None:
    for name, item in of_kind(items, "Deployment").items():
        container = container_of(item)
        pages = WORKER_PAGES if name in workers(items) else API_PAGES
        ports = {port["name"] for port in container["ports"]}
        for probe in ("startupProbe", "livenessProbe", "readinessProbe"):
            asked = container[probe]["httpGet"]
            assert asked["path"] in pages, (name, probe)
            assert asked["port"] in ports, (name, probe)


def test_every_worker_has_its_pods_name_and_listens_where_it_is_asked(items: list[dict[str, Any]]) -> None:
    for name, item in workers(items).items():
        container = container_of(item)
        given = {entry["name"]: entry for entry in container["env"]}
        assert given["MNEMOLOG_WORKER_ID"]["valueFrom"]["fieldRef"]["fieldPath"] == "metadata.name", name
        assert given["MNEMOLOG_HOST"]["value"] == "0.0.0.0", name
        (port,) = container["ports"]
        assert str(port["containerPort"]) == given["MNEMOLOG_WORKER_PORT"]["value"], name
        annotations = item["spec"]["template"]["metadata"]["annotations"]
        assert annotations["prometheus.io/port"] == str(port["containerPort"])
        assert annotations["prometheus.io/path"] in WORKER_PAGES


def test_every_pod_is_chosen_by_its_deployment_and_by_no_other(items: list[dict[str, Any]]) -> None:
    labels = []
    for item in of_kind(items, "Deployment").values():
        chosen = item["spec"]["selector"]["matchLabels"]
        assert item["spec"]["template"]["metadata"]["labels"] == chosen
        labels.append(tuple(sorted(chosen.items())))
    assert len(set(labels)) == len(labels)
    (service,) = of_kind(items, "Service").values()
    assert tuple(sorted(service["spec"]["selector"].items())) in labels


def test_pods_run_without_rights_and_within_limits(items: list[dict[str, Any]]) -> None:
    for name, item in {**of_kind(items, "Deployment"), **of_kind(items, "Job")}.items():
        pod, container = pod_of(item), container_of(item)
        assert pod["securityContext"]["runAsNonRoot"], name
        assert container["securityContext"]["readOnlyRootFilesystem"], name
        assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}, name
        assert container["resources"]["limits"]["memory"], name
        assert container["resources"]["requests"].keys() == {"cpu", "memory"}, name
        mounted = {mount["name"] for mount in container["volumeMounts"]}
        assert mounted == {volume["name"] for volume in pod["volumes"]}, name


def test_what_the_settings_say_is_what_the_program_knows(items: list[dict[str, Any]]) -> None:
    (settings,) = of_kind(items, "ConfigMap").values()

    loaded = load_settings(environment={k: v for k, v in settings["data"].items() if k.startswith("MNEMOLOG_")})

    assert loaded.runtime == "distributed"
    given = {
        entry["name"]: entry.get("value", "name")
        for item in of_kind(items, "Deployment").values()
        for entry in container_of(item).get("env", ())
    }
    load_settings(environment=given)


def test_the_user_of_the_image_is_the_one_of_the_pods(items: list[dict[str, Any]]) -> None:
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text(encoding="utf-8")
    (uid,) = re.findall(r"--uid (\d+)", dockerfile)

    assert {pod_of(item)["securityContext"]["runAsUser"] for item in of_kind(items, "Deployment").values()} == {
        int(uid)
    }
    assert "\nUSER mnemolog\n" in dockerfile
    assert "\nHEALTHCHECK " in dockerfile
