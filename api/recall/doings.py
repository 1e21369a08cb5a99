"""Doings: how a question asks whether something is done or had, or for what happens only once, and how statements tell
of it."""

from __future__ import annotations

import re

DOINGS: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (
        re.compile(r"(?i:\b(?:been|visit\w*|gone|travel\w*|went)\b)|去过?|到过"),
        re.compile(
            r"(?i:\b(?:been|visit\w*|went|gone|trip|holiday|honeymoon|lived|stayed|flew|when i was in"
            r"|in|from|to)\b)|去|到|在|飞|住|玩|逛|回"
        ),
    ),
    (
        re.compile(r"(?i:\b(?:eat|eaten|ate|meat)\b)|吃"),
        re.compile(
            r"(?i:\b(?:eat\w*|ate|had|ordered|order|cook\w*|grilled|devoured|bowl|plate|snack\w*|breakfast"
            r"|lunch|dinner)\b)|吃|无.不欢|啃|嗜|点了|炒|煮|炖"
        ),
    ),
    (
        re.compile(r"(?i:\b(?:drink|drank|drunk)\b)|喝"),
        re.compile(
            r"(?i:\b(?:drink\w*|drank|had|glass\w*|pints?|cups?|sip\w*|bottle\w*|order\w*)\b)|喝|杯|来一?[杯瓶罐]"
        ),
    ),
    (
        re.compile(r"(?i:\b(?:have|has|had|own|got)\b)|有|养"),
        re.compile(
            r"(?i:\b(?:have|has|had|'ve|own\w*|got|my|our|bought|keep|kept|drive|with)\b)|有|养|买|我的|我家|我们家"
            r"|开|戴"
        ),
    ),
    (
        re.compile(r"(?i:\bsmok\w+)|抽|吸"),
        re.compile(r"(?i:\bsmok\w+|\bcigar\w*|\bvap\w+|\bpacks?\b)|抽|吸|[包根支]|戒"),
    ),
    (
        re.compile(r"(?i:\bknow\b(?! how))|认识"),
        re.compile(
            r"(?i:\b(?:know|knew|met|meet|friends?|mate|colleague|classmate|neighbou?r|heard of)\b)|认识|见过|听说"
            r"|同学|同桌|同事|朋友"
        ),
    ),
    (
        # Whatever is told of it tells whether one can.
        re.compile(r"(?i:\b(?:can|able|know how)\b)|会|能"),
        re.compile(r"\w"),
    ),
)
"""How a question asks whether something is done or had, and how statements say so."""
ONCE: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (
        re.compile(
            r"(?i:\bwhere(?:'s| is| are| did| do| does| was| were) [^?]{1,50}\b(?:from|get|got|find|found|buy|bought"
            r"|pick|picked|adopt\w*|come)\b|\bwho (?:gave|bought|made|sold|left)\b|\bhow (?:did|do) [^?]{1,30}\b(?:get"
            r"|come by|end up with)\b)|哪(?![天年月号位个])[^，。？]{0,4}[来买捡领弄淘]|谁.{0,3}[送给买做]"
        ),
        re.compile(
            r"(?i:\b(?:got|get|bought|found|adopted|rescued?|inherited|won|came from|comes from|given|gave|gift|present"
            r"|picked (?:it|him|her|them)? ?up|sold|made|left (?:me|us|it)|shelter|breeder|from)\b)"
            r"|领养|[买捡送抱淘给传留]|来自|收养|救助|礼物|做的"
        ),
    ),
    (
        re.compile(
            r"(?i:\bhow (?:did|do) [^?]{1,40}\b(?:meet|know (?:each other)?)\b|\bwhere (?:did|do) [^?]{1,40}\bmeet\b)"
            r"|怎么认识|哪.{0,4}认识"
        ),
        re.compile(
            r"(?i:\b(?:met|meet|introduced|set (?:us|me) up|classmates?|dat(?:e|ing)|app|tinder)\b)"
            r"|认识|相亲|介绍|同学|同事|网友"
        ),
    ),
    (
        re.compile(r"(?i:\bwhere (?:was|were) [^?]{1,40}\bborn\b|\bborn (?:in|at)\b)|哪(?:.{0,4}出生|[儿里]?生的)"),
        re.compile(r"(?i:\bborn\b)|出生|生[在于]|生的"),
    ),
    (
        re.compile(
            r"(?i:\bhow (?:did|was) [^?]{1,40}\b(?:die|died|break|broke\w*|hurt|injur\w+|lose|lost|scar|happen)\b)"
            r"|怎么.{0,6}(?:[断伤死丢没坏破]|去世|走的|弄的|来的)"
        ),
        re.compile(
            r"(?i:\b(?:died|broke|broken|hurt|injured|lost|scar|fell|crash\w*|slipped|hit)\b)|[摔撞烫割砸]|去世"
            r"|走的|骨折|弄的"
        ),
    ),
    (
        re.compile(r"(?i:\bwho (?:taught|named|introduced|married|raised|proposed)\b)|谁.{0,4}[教取起]|谁带大"),
        re.compile(r"(?i:\b(?:taught|named|introduced|married|raised|proposed|learn(?:ed|t))\b)|教|取的|起的|带大"),
    ),
    (
        re.compile(
            r"(?i:\bwhat (?:did|do) [^?]{1,30}\b(?:study|major|read|degree)\b"
            r"|\b(?:what|which) (?:degree|subject|major)\b)"
            r"|[学念读]的?(?:什么|啥|哪)|什么专业"
        ),
        re.compile(r"(?i:\b(?:degree|studied|majored|graduated|thesis|dissertation)\b)|[学念读]的是|专业|主修|系毕业"),
    ),
)
"""How a question asks for what happens only once, and how one tells of it."""
