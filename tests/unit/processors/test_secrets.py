"""Secrets are masked before the log; what is no secret stays as it is. All values here are made up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from processors.secrets import mask_secrets

TOKEN = "ghp_" + 36 * "A"
CARD = "4111 1111 1111 1111"


def _chinese_id(body: str = "11010519491231002") -> str:
    weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
    return body + "10X98765432"[sum(int(d) * w for d, w in zip(body, weights, strict=True)) % 11]


@pytest.mark.parametrize(
    ("template", "secret", "kind"),
    [
        ("use token {} please", TOKEN, "token"),
        ("令牌{}，谢谢", TOKEN, "token"),
        ("use {} here", "sk-proj-" + "a1B2" * 8, "api_key"),
        ("aws {} here", "AKIA" + "ABCD" * 4, "api_key"),
        ("Authorization: Bearer {}", "abc.DEF-123_" * 3, "token"),
        ("jwt {}", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "token"),
        ("pass: {}, and more", "Hunter-Fake-22", "password"),
        ("my password is {}.", "swordfish", "password"),
        ("The PIN is {}", "4821", "password"),
        ("密码是{}，别告诉别人", "abc123", "password"),
        ("密码：{}", "hunter!!", "password"),
        ("card {} exp 12/27", CARD, "card"),
        ("卡号{}。", CARD.replace(" ", ""), "card"),
        ("card {}", CARD.replace(" ", "-"), "card"),
        ("amex {}", "3782 822463 10005", "card"),
        ("id {}", _chinese_id(), "national_id"),
        ("身份证{}。", _chinese_id(), "national_id"),
        ("pay to {}", "DE89 3704 0044 0532 0130 00", "iban"),
        ("api key: {}", "zx81" * 6, "api_key"),
        ("db at postgres://app:{}@db/main", "s3cretpw", "password"),
        ("ssn {}", "078-05-1120", "national_id"),
        ('{{"user": "bob", "password": "{}", "port": 5432}}', "hunter2 Fake", "password"),
        ('{{"password":"{}","x":1}}', "hunter2Fake", "password"),
        ('{{"api_key":"{}"}}', "zx81" * 6, "api_key"),
        ("db_password='{}'", "hunter2Fake", "password"),
        ("the wifi password's {}", "Sunflower99", "password"),
        ("my passphrase is {}.", "correct horse battery staple", "password"),
        ("recovery phrase: {}", " ".join(["abandon"] * 11 + ["about"]), "password"),
        ("口令为 {}", "Tiger2024", "password"),
        ("密码：{}", "ａｂｃ１２３４５", "password"),
        ("cvv {} exp 12/27", "123", "card"),
        ("bot {}", "123456789:AA" + "x1" * 16 + "y", "token"),
        ("AccountKey={}", "zx81" * 20 + "==", "api_key"),
        ("curl -s -u bob:{} https://x.example", "hunter2Fake", "password"),
        ("Cookie: session={}; theme=dark", "zx81" * 8, "token"),
    ],
)
def test_a_secret_is_masked_in_its_sentence_and_the_sentence_stays(template, secret, kind):
    masked = mask_secrets(template.format(secret))

    assert secret not in masked.text
    assert masked.text == template.format(f"[masked:{kind}]")
    assert kind in masked.kinds


def test_a_private_key_is_masked_whole():
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabcd\n-----END RSA PRIVATE KEY-----"

    assert mask_secrets(f"here: {key} ok").text == "here: [masked:private_key] ok"


@pytest.mark.parametrize(
    "text",
    [
        "Call 13800138000 or +1 415 555 0100.",
        "我的电话是13900139000",
        "Order number 4111111111111111 has shipped",
        "订单号是4111111111111111",
        "card 4111 1111 1111 1112 fails the check digit",
        "身份证 110105194912310021 的校验位不对",
        "The password is wrong.",
        "The password is required to log in",
        "密码错误，请重试",
        "密码是多少？",
        "I passed: everybody was happy",
        "my boarding pass: ABCD12",
        "ISBN 978-3-16-148410-0",
        "The token is expired",
        "meeting at 2026-03-02 09:30",
        "a secret: I am shy",
        "My passphrase is stored in my safe at home",
        "The recovery phrase is something only I know",
        "The password's wrong again",
        "I have a cookie: chocolate",
        "curl the URL and -u means user",
    ],
)
def test_what_is_no_secret_stays(text):
    assert mask_secrets(text).text == text
    assert mask_secrets(text).kinds == ()


def test_all_secrets_of_a_sentence_are_named_in_order():
    text = f"use token {TOKEN} and pass: Hunter-Fake-22, card {CARD}, id {_chinese_id()}"

    assert mask_secrets(text).kinds == ("card", "national_id", "password", "token")


@given(st.text(max_size=300))
def test_masking_twice_changes_nothing(text):
    once = mask_secrets(text)

    assert mask_secrets(once.text).text == once.text


@pytest.mark.parametrize(
    "unit",
    [
        "1 ",
        "1234 ",
        "eyJ",
        "-----BEGIN PRIVATE KEY-----",
        "password is ",
        "4",
        "sk-",
        "DE89 ",
        "://a:",
        "token is ",
        "a@",
        "密码",
        "passphrase is ",
        "curl -u a:",
        "cookie: a=",
    ],
)
def test_a_secret_is_masked_behind_hostile_repetition(unit):
    masked = mask_secrets(f"{unit * (65_536 // len(unit))} {TOKEN}")

    assert TOKEN not in masked.text
    assert mask_secrets(masked.text).text == masked.text


@pytest.mark.parametrize("before", ["sk-", "ghp_", "pypi-", "xoxb-", "sk_live_", "Bearer ", "api key: ", "cookie: a="])
def test_a_long_secret_is_masked_to_its_end(before):
    masked = mask_secrets(f"{before}{'A1' * 3_000} is the one")

    assert "A1" not in masked.text
    assert masked.text.endswith(" is the one")
