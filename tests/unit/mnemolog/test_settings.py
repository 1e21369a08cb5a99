"""Settings: where each value comes from, and what happens to wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from mnemolog.settings import load_settings
from schemas.errors import ConfigurationError


def test_nothing_given_is_the_embedded_runtime_on_the_loopback_address() -> None:
    settings = load_settings(environment={})

    assert (settings.runtime, settings.host, settings.port) == ("embedded", "127.0.0.1", 8077)
    assert settings.partition_count == 4
    assert load_settings({"runtime": "distributed"}, environment={}).partition_count == 32


def test_the_command_line_beats_the_environment_and_that_beats_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mnemolog.toml"
    file.write_text('port = 1\nembedder = "e5"\nhost = "127.0.0.3"\n')
    environment = {"MNEMOLOG_CONFIG": str(file), "MNEMOLOG_PORT": "2", "MNEMOLOG_EMBEDDER": "minilm", "PATH": "/bin"}

    settings = load_settings({"port": 3, "host": None}, environment=environment)

    assert (settings.port, settings.embedder, settings.host) == (3, "minilm", "127.0.0.3")


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"MNEMOLOG_PORT": "many"}, "MNEMOLOG_PORT"),
        ({"MNEMOLOG_PORT": "70000"}, "MNEMOLOG_PORT"),
        ({"MNEMOLOG_RUNTIME": "cloud"}, "MNEMOLOG_RUNTIME"),
        ({"MNEMOLOG_FOLDR": "x"}, "foldr"),
        ({"MNEMOLOG_CONFIG": "/nowhere/at/all.toml"}, "/nowhere/at/all.toml"),
    ],
)
def test_a_wrong_setting_is_named_with_its_origin(environment: dict[str, str], words: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        load_settings(environment=environment)

    assert words in refused.value.message


def test_a_file_that_is_no_toml_or_has_unknown_settings_is_named(tmp_path: Path) -> None:
    for text, words in (("port = ", "is not TOML"), ("prot = 1", "prot")):
        file = tmp_path / "settings.toml"
        file.write_text(text)
        with pytest.raises(ConfigurationError, match=words):
            load_settings(environment={}, file=file)


def test_settings_cannot_be_changed_and_show_no_password() -> None:
    settings = load_settings(environment={"MNEMOLOG_OPENSEARCH_URL": "https://admin:hunter2@search:9200"})

    with pytest.raises(ValidationError):
        settings.port = 1  # type: ignore[misc]
    assert settings.masked()["opensearch_url"] == "https://***@search:9200"
    assert "hunter2" not in repr(settings)


def test_a_host_header_may_name_the_address_and_what_is_allowed() -> None:
    settings = load_settings(environment={"MNEMOLOG_HOST": "0.0.0.0", "MNEMOLOG_ALLOWED_HOSTS": "api, memory.example"})

    assert settings.hosts == ("api", "memory.example")
    assert load_settings({"host": "192.0.2.1"}, environment={}).hosts == ("192.0.2.1",)


def test_a_mistake_in_the_policy_file_stops_the_start_and_names_its_line(tmp_path: Path) -> None:
    policy = tmp_path / "mine.toml"
    policy.write_text('[motto]\ncardinality = "several"\nkind = "fact"\nscope = "task"\n', "utf-8")

    with pytest.raises(ConfigurationError) as mistake:
        load_settings({"policy": policy}, environment={})

    assert f"{policy}, line 2" in mistake.value.message
