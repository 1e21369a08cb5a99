"""The door: what is kept out of every answer until a person confirms it: orders to the reader, secrets, hate."""

from __future__ import annotations

import re

_ORDERS = re.compile(
    r"(?i:\b(?:ignore|disregard|override|bypass|forget) (?:all |any |the |your |my )*(?:previous|prior|above|earlier"
    r"|safety|system)\b|\bsystem prompt\b|\bnew instructions\b|\b(?:you are|you're|act as) (?:now )?(?:an? )?(?:admin"
    r"|root|developer mode|dan|jailbroken|unrestricted)\b|\b(?:i am|i'm|user is|treat me as) (?:an? |the )?(?:admin"
    r"(?:istrator)?|root|developer|superuser) (?:and|so|with)\b|\breveal (?:your|the) (?:prompt|instructions|keys?"
    r"|secrets?)\b|\bdo not tell the user\b|\bsend (?:all|every|the) \w+ to https?:)|忽略(?:之前|以上|前面|所有)的?"
    r"(?:指令|要求|提示|设定)|系统提示词|无视(?:规则|限制|安全)|越狱|开发者模式|泄露.{0,4}(?:提示词|密钥)"
    r"|不要告诉用户"
)
_SECRETS = re.compile(
    r"(?i:\b(?:pin|cvv|cvc|pass ?code|password|passphrase|security code|ssn|social security)(?: number| code)?(?: is"
    r"| to|:| for [\w ]{1,20} is) ?\S*\d)|\b\d{3}-\d{2}-\d{4}\b|\b[A-Z]{2}\d{2}(?: ?\d{4}){3,7}\b|(?:密码|口令"
    r"|支付密码|取款密码|验证码|安全码)(?:是|为|：|:)\s*\S*\d"
)
_HATE = re.compile(
    r"(?i:\b(?:all|those|these) \w+ (?:should|must|deserve to|ought to) (?:die|be killed|be shot|be gassed"
    r"|be exterminated|burn)\b|\bkill (?:all|every) \w+|\bexterminate (?:all|the|every)\b|\b(?:subhuman|vermin) "
    r"(?:race|people|scum)\b)|(?:都|全都?)(?:该死|去死|该杀)|杀光|灭绝.{0,3}(?:人|族)"
)


def kept_out(text: str) -> str:
    """Why a text waits until somebody confirms it: `instruction-like`, `sensitive`, `toxic`; "" when it need not."""
    for reason, pattern in (("instruction-like", _ORDERS), ("sensitive", _SECRETS), ("toxic", _HATE)):
        if pattern.search(text):
            return reason
    return ""
