"""Closed word lists of what lives are made of: conditions, medicines, lasting things, nationalities, small numbers."""

from __future__ import annotations

import re

from processors.dimensions.number_words import UNITS

CONDITIONS_EN = (
    r"(?:(?:type (?:1|2|one|two) |gestational )?diabetes|asthma|epilepsy|(?:rheumatoid )?arthritis|hypertension|"
    r"(?:high|low) blood pressure|high cholesterol|depression|(?:an )?anxiety(?: disorder)?|adhd|add|autism|migraines"
    r"|(?:chronic )?insomnia|eczema|psoriasis|(?:celiac|coeliac)(?: disease)?|ibs|crohn's(?: disease)?|sleep apn"
    r"(?:o)?ea|an[a]?emia|pcos|endometriosis|lupus|(?:\w+ )?cancer|dyslexia|tinnitus|scoliosis|ocd|ptsd"
    r"|multiple sclerosis|bipolar disorder|hay fever|gout|glaucoma|hypothyroidism|a heart condition|chronic (?:back"
    r" )?(?:pain|fatigue)|osteoporosis|parkinson's|alzheimer's|acid reflux|vertigo)"
)
CONDITIONS_ZH = (
    r"(?:(?:[一二12]型)?糖尿病|哮喘|癫痫|(?:类风湿)?关节炎|高血压|低血压|高血脂|抑郁症?|焦虑症|多动症|自闭症|偏头痛"
    r"|失眠症|湿疹|银屑病|牛皮癣|胃炎|慢性胃炎|肠胃炎|胃溃疡|睡眠呼吸暂停|贫血|多囊卵巢综合征|红斑狼疮"
    r"|[\u4e00-\u9fff]癌|痛风|青光眼|甲亢|甲减|心脏病|冠心病|腰椎间盘突出|颈椎病|鼻炎|过敏性鼻炎|白癜风|强迫症"
    r"|双相情感障碍|骨质疏松|脂肪肝|肾结石|胆结石|肺炎|乙肝|肝炎|近视|色盲|耳鸣|眩晕症|荨麻疹|干眼症|肩周炎|肺结节"
    r"|甲状腺结节|肾炎|心律不齐|胃食管反流)"
)
MEDICINES_EN = (
    r"(?:[a-z]{3,}(?:formin|olol|pril|statins?|sartan|prazole|zepam|zolam|cillin|mycin|xetine|pram|traline|triptyline"
    r"|profen|setron|gliptin|gliflozin|glutide|parin|phylline|terol|asone|isone|thyroxine|dipine|mide|tidine"
    r"|azapine|iapine|idone|conazole|floxacin|cycline|lukast|triptan|gabalin|gabapentin|thiazide|semide|dronate|coxib"
    r"|tinib|zodone|nisolone|tadine|rizine|fenac|ciclovir|thioprine|sporin|zosin)|"
    r"(?:insulin|aspirin|paracetamol|acetaminophen|melatonin|lithium|ritalin|adderall|antidepressants|antibiotics"
    r"|antihistamines|painkillers|beta blockers|blood thinners|iron supplements|vitamin [a-z]\d{0,2}|birth control"
    r"|the pill|warfarin|statins|steroids|sleeping pills|blood pressure (?:pills|medication)))"
)
MEDICINES_ZH = (
    r"(?:[\u4e00-\u9fff]{1,6}(?:胍|他汀|洛尔|普利|沙坦|拉唑|西林|霉素|西汀|地平|双胍|布洛芬|片|胶囊)|他汀|胰岛素"
    r"|阿司匹林|布洛芬|对乙酰氨基酚|褪黑素|降压药|降糖药|抗抑郁药|安眠药|抗生素|止痛药|维生素[A-Za-z]\d{0,2}|铁剂"
    r"|避孕药|华法林|激素|优甲乐|叶酸|钙片|中药)"
)
LASTING_EN = (
    r"(?:houses?|flats?|apartments?|condo|cottage|cabin|farm|cars?|bikes?|bicycles?|motorbikes?|motorcycles?"
    r"|scooters?|boats?|sailboat|kayaks?|canoe|vans?|campervan|trucks?|tractor|pianos?|guitars?|violin|cello|drum kit"
    r"|cameras?|laptops?|telescopes?|record player|sewing machine|3d printer|shop|restaurant|bakery|cafe|studio"
    r"|garden|vineyard|company|business|greenhouse|surfboards?|skis|drones?|e-bike|caravan)"
)
LASTING_ZH = (
    r"(?:房子?|公寓|别墅|车|汽车|自行车|单车|摩托车?|电动车|电瓶车|船|游艇|皮划艇|面包车|卡车|房车|钢琴|吉他|小提琴"
    r"|相机|笔记本电脑?|电脑|望远镜|缝纫机|店|餐厅|咖啡馆|工作室|农场|果园|公司|无人机|冲浪板|滑雪板|帐篷)"
)
_NATIONALITIES = (
    "American British English Scottish Irish Welsh French German Spanish Italian Portuguese Dutch Belgian Swiss"
    " Austrian Swedish Norwegian Danish Finnish Icelandic Polish Czech Slovak Hungarian Romanian Bulgarian Greek"
    " Turkish Russian Ukrainian Serbian Croatian Slovenian Lithuanian Latvian Estonian Chinese Taiwanese Japanese"
    " Korean Vietnamese Thai Indonesian Malaysian Filipino Filipina Singaporean Indian Pakistani Bangladeshi Nepali"
    " Sri\\sLankan Iranian Iraqi Israeli Lebanese Syrian Egyptian Moroccan Tunisian Algerian Nigerian Ghanaian Kenyan"
    " Ethiopian Ugandan South\\sAfrican Canadian Mexican Brazilian Argentinian Argentine Chilean Colombian Peruvian"
    " Venezuelan Cuban Jamaican Australian Kiwi Afghan Albanian Bolivian Ecuadorian Uruguayan Maltese"
)
NATIONALITIES_EN = "(?:" + "|".join(_NATIONALITIES.split()) + ")"
COUNTRIES_ZH = (
    r"(?:中国|美国|英国|法国|德国|西班牙|意大利|葡萄牙|荷兰|比利时|瑞士|奥地利|瑞典|挪威|丹麦|芬兰|冰岛|波兰|捷克"
    r"|匈牙利|罗马尼亚|希腊|土耳其|俄罗斯|乌克兰|日本|韩国|朝鲜|越南|泰国|印度尼西亚|印尼|马来西亚|菲律宾|新加坡|印度"
    r"|巴基斯坦|伊朗|以色列|埃及|摩洛哥|尼日利亚|肯尼亚|南非|加拿大|墨西哥|巴西|阿根廷|智利|哥伦比亚|秘鲁|古巴"
    r"|澳大利亚|新西兰|蒙古|缅甸|爱尔兰)"
)
NUMBERS_EN = {**UNITS, "twenty": 20}
"""Ages of children are said in words."""
GONE = re.compile(
    r"(?i:\b(?:died|passed away|passed on|lost|put (?:to sleep|down)|to sleep|goodbye|rehomed?|re-homed|bridge"
    r"|euthani[sz]ed|buried|miss(?:ed|ing)?|used to have|is gone|no longer with us|gave away|given away)\b)"
)
"""Words for the end of a pet."""
