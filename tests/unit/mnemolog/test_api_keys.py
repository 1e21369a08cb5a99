"""API keys: made once, kept hashed, revocable, safe against damage."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from mnemolog.api_keys import FILE, ApiKeys
from schemas.errors import ConfigurationError, InvalidInputError, NotFoundError

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def test_a_key_stands_for_its_tenant_and_scopes(tmp_path: Path) -> None:
    keys = ApiKeys(tmp_path)

    key, secret = keys.create(tenant="acme", scopes=("read", "write"), now=NOW)
    caller = keys.find(secret)

    assert caller is not None
    assert (caller.tenant, caller.key_id) == ("acme", key.key_id)
    assert [caller.may("read"), caller.may("write"), caller.may("admin")] == [True, True, False]


def test_the_file_holds_no_secret_and_only_its_owner_reads_it(tmp_path: Path) -> None:
    _, secret = ApiKeys(tmp_path).create(tenant="acme", now=NOW)

    assert secret.rpartition("_")[2] not in (tmp_path / FILE).read_text()
    assert (tmp_path / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("given", ["", "mnk_", "x", "mnk_{id}_" + "0" * 64, "{secret}0", "{secret} ", "é"])
def test_anything_but_the_secret_is_nobody(tmp_path: Path, given: str) -> None:
    keys = ApiKeys(tmp_path)
    key, secret = keys.create(tenant="acme", now=NOW)

    assert keys.find(given.format(id=key.key_id, secret=secret)) is None


def test_a_key_made_or_revoked_elsewhere_counts_at_once(tmp_path: Path) -> None:
    serving, commanding = ApiKeys(tmp_path), ApiKeys(tmp_path)
    assert not serving.required()

    key, secret = commanding.create(tenant="acme", now=NOW)
    assert serving.required()
    assert serving.find(secret) is not None
    commanding.revoke(key.key_id, now=NOW)

    assert serving.find(secret) is None
    assert serving.required(), "a revoked key does not open the door to everybody"
    assert commanding.revoke(key.key_id, now=NOW).revoked_at == NOW


def test_keys_that_are_damaged_or_vanish_let_nobody_in(tmp_path: Path) -> None:
    keys = ApiKeys(tmp_path)
    keys.create(tenant="acme", now=NOW)

    (tmp_path / FILE).write_text("{")
    with pytest.raises(ConfigurationError):
        keys.required()
    (tmp_path / FILE).unlink()
    with pytest.raises(ConfigurationError):
        keys.required()


def test_a_scope_or_key_that_does_not_exist_is_named(tmp_path: Path) -> None:
    keys = ApiKeys(tmp_path)

    with pytest.raises(InvalidInputError, match="root"):
        keys.create(tenant="acme", scopes=("root",), now=NOW)  # type: ignore[arg-type]
    with pytest.raises(InvalidInputError, match="needs a scope"):
        keys.create(tenant="acme", scopes=(), now=NOW)
    with pytest.raises(NotFoundError, match="0123"):
        keys.revoke("0123", now=NOW)
