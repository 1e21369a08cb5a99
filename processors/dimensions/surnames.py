"""Chinese surnames: the commonest first, and those of two characters."""

from __future__ import annotations

_BY_FREQUENCY = (
    "王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方"
    "石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文庞樊兰殷施陶洪翟安颜倪严牛温芦季俞章鲁葛伍韦申尤毕聂"
    "丛焦向柳邢路岳齐沿梅莫庄辛管祝左涂谷祁时舒耿牟卜路詹关苗凌费纪靳盛童欧甄项曲成游阳裴席卫查屈鲍位覃霍翁隋植甘景薄单包司柏宁柯阮"
    "桂闵解强柴华车冉房边辜吉饶刁瞿戚丘古米池滕晋苑邬臧畅宫来嵺苟全褚廉简娄盖符奚木穆党燕郎邸冀谈姬屠连郜晏栾郁商蒙计喻揭窦迟宇敖糜"
    "鄢冷卓花仇艾蓝都巩芮闻稽井练仲乐虞卞封竺冼原官衣楚佟栗匡宗应台巫鞠僧桑荆谌银扬明沙薄伏岑习胥保和蔺水云昌凤酆皮俱麻缪雍桓储蒲邰从尚农"
)
SURNAMES = frozenset(_BY_FREQUENCY)
"""The commonest 316; many are words too, so that a surname alone shows nothing."""
COMMON_SURNAMES = _BY_FREQUENCY[:100]
NICKNAMED = "欧邵倪颜樊龚庞聂柳邢齐庄祝涂谷舒耿詹凌靳盛童甄裴席翁隋景宁柯阮闵覃霍岳俞章葛韦毕焦阎易季施申殷"
"""Rarer surnames that make no word behind 小 or 老."""
COMPOUND_SURNAMES = "欧阳|司马|诸葛|上官|司徒|独孤|南宫|夏侯|皇甫|尉迟|慕容|令狐|端木|闻人|澹台|呼延"
"""Alternatives of a pattern; hardly anything but surnames."""
COMPOUND_ALSO_WORDS = "东方|公孙|轩辕|长孙|宇文|钟离|濮阳|公羊|赫连|申屠|百里|西门|完颜"
"""Surnames that are also words, places or other names."""
