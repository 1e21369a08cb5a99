"""Settings: MNEMOLOG_* variables or a TOML file, as one frozen object, printed with its secrets masked."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, SecretStr, ValidationError
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict

from mnemolog.priority import NICENESS
from processors.policy import parse_policy
from schemas.errors import ConfigurationError
from schemas.topics import TENANT_DEFAULT

PREFIX = "MNEMOLOG_"
FILE_VARIABLE = "MNEMOLOG_CONFIG"
PARTITIONS = {"embedded": 4, "distributed": 32}
"""Partitions of a new installation (DESIGN §2); fixed for a log epoch."""
# Variables with our prefix that other parts read: tests, the client of the command line, the compose file.
_FOREIGN = frozenset({FILE_VARIABLE, "MNEMOLOG_URL", "MNEMOLOG_API_KEY", "MNEMOLOG_USER", "MNEMOLOG_API_PORT",
                      "MNEMOLOG_KAFKA_PORT", "MNEMOLOG_OPENSEARCH_PORT"})  # fmt: skip


_TOPIC_PART = re.compile(r"[A-Za-z0-9._-]{1,200}")


class Settings(BaseSettings):
    """Every setting, its default and what it is for. Made by `load_settings`."""

    model_config = SettingsConfigDict(env_prefix=PREFIX, frozen=True, extra="forbid")

    runtime: Literal["embedded", "distributed"] = Field(
        default="embedded", description="embedded: one process and one folder; distributed: Kafka and OpenSearch."
    )
    folder: Path = Field(default=Path("data"), description="Where everything is kept (distributed: keys and secrets).")
    host: str = Field(default="127.0.0.1", description="Address to listen on; another than loopback needs API keys.")
    port: int = Field(default=8077, ge=0, le=65_535, description="Port to listen on; 0 = any free one.")
    allowed_hosts: str = Field(
        default="", description="Comma-separated names that the Host header may carry besides the loopback ones."
    )
    embedder: str = Field(default="use", description="use, minilm, e5, or st:<folder or hub id>.")
    policy: Path | None = Field(
        default=None,
        description="Policy file (attributes and their patterns, fading) of a new folder's first generation; "
        "later ones take it with `rebuild --policy`. A mistake in it stops the start.",
    )
    device: str = Field(default="cpu", description="Device of the embedders of the `models` extra.")
    partitions: int = Field(default=0, ge=0, le=1_024, description="Partitions of a new log; 0 = 4 or 32 by runtime.")
    kafka_bootstrap: str = Field(default="127.0.0.1:9092", description="Kafka brokers.")
    tenants: str = Field(
        default=TENANT_DEFAULT, description="Comma-separated tenants; each has an inbox of its own on Kafka."
    )
    opensearch_url: SecretStr = Field(
        default=SecretStr("http://127.0.0.1:9200"), description="OpenSearch; it may hold a user and password."
    )
    opensearch_engine: Literal["lucene", "faiss-fp16", "faiss-on-disk"] = Field(
        default="lucene",
        description="Of vectors in an index that is made from now on. faiss, for over about 10 M vectors, needs the "
        "native libraries of the full distribution of OpenSearch.",
    )
    worker_port: int = Field(
        default=6066, ge=0, le=65_535, description="Port of a worker's health and metrics; 0 = none."
    )
    worker_id: str = Field(
        default="",
        max_length=200,
        pattern=r"^[A-Za-z0-9._-]*$",
        description="Name of this one worker in Kafka's groups, so that its restart is no rebalance; "
        "made from the host's name when empty.",
    )
    worker_niceness: int = Field(
        default=NICENESS,
        ge=0,
        le=19,
        description="How far a worker stands behind what answers requests on the same machine (nice); 0 where it has "
        "cores of its own.",
    )
    worker_stuck_s: float = Field(
        default=300.0,
        ge=1.0,
        description="After so long without an answer or an error for a batch a worker ends itself. More than 64 turns "
        "take the slowest model, and than the 190 s after which a silent OpenSearch is given up.",
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(default="info", description="Least level logged.")
    log_format: Literal["json", "text"] = Field(default="json", description="How log lines are written.")
    shutdown_s: float = Field(default=10.0, ge=0.0, le=300.0, description="How long open requests may take at the end.")
    crash_at: str = Field(
        default="", description="For tests: where the process dies or, with :stop, stands still: `<point>[:n[:stop]]`."
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Only what `load_settings` hands in counts: it reads the sources itself, to name the one at fault."""
        return (init_settings,)

    @property
    def hosts(self) -> tuple[str, ...]:
        """Names that the Host header may carry besides the loopback ones."""
        named = [name.strip() for name in self.allowed_hosts.split(",") if name.strip()]
        bound = [] if self.host in ("0.0.0.0", "::") else [f"[{self.host}]" if ":" in self.host else self.host]
        return (*bound, *named)

    @property
    def inbox_tenants(self) -> tuple[str, ...]:
        """Tenants whose turns may come over Kafka. Raises ConfigurationError for a name that no topic can have."""
        named = tuple(dict.fromkeys(name.strip() for name in self.tenants.split(",") if name.strip()))
        bad = [name for name in named if not _TOPIC_PART.fullmatch(name)]
        if bad or not named:
            raise ConfigurationError(
                f"tenants: {bad[0] if bad else self.tenants!r} cannot name an inbox",
                hint="letters, digits, dot, dash and underscore, at most 200, between commas",
                field="tenants",
            )
        return named

    @property
    def partition_count(self) -> int:
        """Partitions of a new log."""
        return self.partitions or PARTITIONS[self.runtime]

    def policy_text(self) -> str:
        """What the policy file says, "" without one. Raises ConfigurationError naming the file, line and key."""
        if self.policy is None:
            return ""
        try:
            text = self.policy.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigurationError(f"{self.policy} cannot be read: {error}", field="policy") from error
        parse_policy(text, str(self.policy))
        return text

    def masked(self) -> dict[str, str]:
        """Every setting as text, for people: passwords in addresses and secrets are masked."""
        shown = {}
        for name in type(self).model_fields:
            value = getattr(self, name)
            text = value.get_secret_value() if isinstance(value, SecretStr) else str(value)
            shown[name] = _masked_url(text)
        return shown


def load_settings(
    overrides: Mapping[str, object] | None = None,
    *,
    environment: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """Defaults, then the TOML file (MNEMOLOG_CONFIG or `file`), then MNEMOLOG_* variables, then the `overrides` that
    are not None. Raises ConfigurationError naming the setting and where it came from."""
    variables = os.environ if environment is None else environment
    path = file or (Path(variables[FILE_VARIABLE]) if variables.get(FILE_VARIABLE) else None)
    given: dict[str, Any] = {}
    origin: dict[str, str] = {}
    for source, values in (
        (str(path), _from_file(path) if path is not None else {}),
        ("the environment", _from_environment(variables)),
        ("the command line", {name: value for name, value in (overrides or {}).items() if value is not None}),
    ):
        for name, value in values.items():
            given[name] = value
            origin[name] = f"{PREFIX}{name.upper()}" if source == "the environment" else source
    try:
        settings = Settings(**given)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        if first["type"] == "extra_forbidden":
            raise ConfigurationError(
                f"there is no setting {name!r} ({origin.get(name, '')})",
                hint=f"one of {', '.join(Settings.model_fields)}",
                field=name,
            ) from error
        raise ConfigurationError(f"{origin.get(name, name)}: {name}: {first['msg']}", field=name) from error
    settings.policy_text()
    return settings


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigurationError(f"{path} cannot be read: {error.strerror}", hint=f"check {FILE_VARIABLE}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path} is not TOML: {error}") from error


def _from_environment(variables: Mapping[str, str]) -> dict[str, str]:
    return {
        name.removeprefix(PREFIX).lower(): value
        for name, value in variables.items()
        if name.startswith(PREFIX) and name not in _FOREIGN and not name.startswith("MNEMOLOG_TEST_")
    }


def _masked_url(text: str) -> str:
    head, at, tail = text.rpartition("@")
    scheme, separator, _ = head.partition("://")
    return f"{scheme}://***@{tail}" if at and separator else text
