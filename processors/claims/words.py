"""Closed word lists of the claim rules: diets, languages, professions, passing states."""

from __future__ import annotations

import re

DIETS = (
    r"vegan|vegetarian|pescatarian|pescetarian|gluten[- ]free|lactose[- ]intolerant|dairy[- ]free|keto|paleo|halal"
    r"|kosher|plant[- ]based|low[- ]carb|flexitarian|celiac|coeliac|diabetic"
)
KEPT_FROM_EN = (
    r"(?:(?:red |white )?meat|pork|beef|lamb|mutton|veal|chicken|poultry|fish|seafood|shellfish|prawns|eggs|dairy"
    r"|cheese|gluten|offal|liver|mushrooms|onions|garlic|nuts|peanuts|tofu|spicy food|sugar|bread)"
)
"""What people say plainly that they do, or do not, eat."""
KEPT_FROM_ZH = (
    r"(?:红肉|肉|猪肉|牛肉|羊肉|鸡肉|鸭肉|鱼|海鲜|虾|螃蟹|鸡蛋|蛋|奶酪|内脏|猪肝|香菜|葱|蒜|大蒜|姜|辣|辣椒|蘑菇|坚果|花生|豆腐"
    r"|甜食|生鱼片)"
)
_LANGUAGES = (
    "English French German Spanish Italian Portuguese Dutch Swedish Norwegian Danish Finnish Polish Czech Russian"
    " Ukrainian Turkish Greek Arabic Hebrew Hindi Urdu Bengali Tamil Telugu Punjabi Persian Farsi Chinese Mandarin"
    " Cantonese Japanese Korean Vietnamese Thai Indonesian Malay Tagalog Swahili Latin Hungarian Romanian Bulgarian"
    " Serbian Croatian Catalan Basque Irish Welsh Icelandic Esperanto Lithuanian Latvian Estonian Slovak Slovenian"
    " Afrikaans Zulu Yoruba Amharic Tigrinya Ilocano Cebuano Kurdish Pashto Dari Somali Oromo Igbo Hausa Xhosa Shona"
    " Malayalam Kannada Gujarati Marathi Nepali Sinhala Sinhalese Burmese Khmer Lao Mongolian Tibetan Uyghur"
    " Kazakh Uzbek Tajik Turkmen Azerbaijani Azeri Armenian Georgian Albanian Macedonian Bosnian Maltese Galician"
    " Breton Luxembourgish Yiddish Frisian Flemish Faroese Quechua Guarani Maori Hawaiian Samoan Tongan Fijian Gaelic"
    " Cornish Manx Romani Sanskrit Aramaic Hakka Hokkien Teochew Shanghainese Wolof Twi Fula Kinyarwanda Lingala"
    " Luganda Sesotho Setswana Chichewa Malagasy Creole Javanese Sundanese Balinese BSL ASL Sindhi Kashmiri Odia"
    " Assamese Belarusian Tatar Farsi"
)
LANGUAGES_EN = frozenset(_LANGUAGES.split())
LANGUAGES_ZH = (
    "英语|法语|德语|西班牙语|意大利语|葡萄牙语|荷兰语|瑞典语|俄语|日语|韩语|阿拉伯语|泰语|越南语|印尼语|马来语|希腊语"
    "|土耳其语|波兰语|拉丁语|印地语|粤语|普通话|汉语|中文|英文|日文|法文|德文|韩文|俄文|上海话|四川话|客家话|闽南语"
    "|匈牙利语|捷克语|罗马尼亚语|保加利亚语|芬兰语|挪威语|丹麦语|冰岛语|乌克兰语|希伯来语|波斯语|蒙古语|缅甸语|藏语"
    "|维吾尔语|闽南话|广东话|东北话|温州话|世界语|手语"
)
_OCCUPATIONS = (
    "accountant actor actress analyst animator anthropologist archaeologist architect artist astronomer astronaut"
    " attorney author baker banker barber barista bartender biologist bookkeeper bricklayer broker builder butcher"
    " carpenter cartographer cashier caterer chef chemist cleaner coach composer conductor consultant contractor cook"
    " counselor counsellor courier curator dancer dentist designer detective developer dietitian director diver"
    " doctor driver economist editor electrician engineer entrepreneur farmer filmmaker firefighter fisherman florist"
    " gardener geologist geographer glazier goldsmith hairdresser historian illustrator interpreter inspector jeweler"
    " jeweller journalist judge lawyer lecturer librarian lifeguard linguist locksmith machinist magician manager"
    " marketer mason mathematician mechanic meteorologist midwife miner model musician nanny novelist nurse"
    " nutritionist optician optometrist painter paralegal paramedic pharmacist photographer physician physicist"
    " physiotherapist pilot plumber poet policeman politician postman potter producer professor programmer"
    " psychiatrist psychologist psychotherapist receptionist realtor recruiter reporter researcher sailor salesman"
    " salesperson scientist sculptor secretary seamstress shopkeeper singer soldier sommelier statistician steward"
    " stonemason student superintendent surgeon surveyor tailor teacher technician therapist tiler translator tutor"
    " undertaker veterinarian vet violinist pianist cellist waiter waitress watchmaker welder writer zoologist"
    " administrator assistant freelancer trader intern beekeeper baker blacksmith luthier podcaster principal"
    " dispatcher estimator officer bookseller butler chauffeur choreographer clerk composer dermatologist"
    " cardiologist radiologist neurologist gynecologist paediatrician pediatrician anesthetist economist fireman"
    " forester fundraiser goldsmith janitor lifeguard lobbyist logistician milliner ophthalmologist orthodontist"
    " osteopath podiatrist policewoman postwoman proofreader psychotherapist rancher roofer sailor shepherd"
    " sociologist solicitor barrister speechwriter stockbroker stuntman stylist trucker upholsterer usher vicar"
    " priest pastor rabbi imam nun monk virologist warden winemaker brewer bookbinder ecologist geneticist gamekeeper"
    " groundskeeper headteacher housekeeper masseuse masseur mayor soldier sergeant captain colonel plasterer ranger"
    " referee refuse-collector repairman seaman sheriff signwriter socialworker stonecutter taxidermist toolmaker"
    " translator trainer typist valet ventriloquist webmaster"
)
OCCUPATIONS_EN = frozenset(_OCCUPATIONS.split())
OCCUPATIONS_ZH = (
    r"(?:[\u4e00-\u9fff]{0,6}?(?:老师|教师|医生|护士|程序员|工程师|设计师|律师|会计师?|厨师|司机|销售|经理|记者|编辑"
    r"|翻译|警察|消防员|教授|研究员|科学家|学生|大学生|研究生|博士生|作家|画家|歌手|演员|导演|摄影师|建筑师|药剂师"
    r"|咨询师|分析师|产品经理|运营|客服|收银员|保安|快递员|外卖员|农民|工人|电工|木匠|木工|焊工|质检员?|质检|公务员"
    r"|银行职员|教练|健身教练|导游|空姐|飞行员|海员|裁缝|理发师|化妆师|园丁|兽医|牙医|会计|出纳|文员|秘书|助理|店长"
    r"|老板|保姆|月嫂|策划|财务|人事|采购|测试|开发|后端|前端|架构师|审计|主播|博主|图书管理员))"
)
STATES_EN = (
    r"stuck|sick|ill|exhausted|tired|sleepy|stressed|swamped|busy|hungry|thirsty|jet-?lagged|hungover|bored"
    r"|overwhelmed|burned out|burnt out|in a (?:bad mood|good mood)|under the weather|not feeling well|on sick leave"
    r"|in pain|debugging|down with"
)
PLACES_ZH = (
    "北京|上海|天津|重庆|广州|深圳|杭州|南京|苏州|成都|武汉|西安|长沙|郑州|青岛|济南|大连|沈阳|哈尔滨|长春|厦门|福州"
    "|宁波|无锡|合肥|昆明|贵阳|南宁|南昌|太原|石家庄|兰州|西宁|银川|乌鲁木齐|呼和浩特|海口|三亚|拉萨|香港|澳门|台北"
    "|台湾|温州|佛山|东莞|珠海|常州|徐州|绍兴|嘉兴|金华|泉州|烟台|洛阳|桂林|丽江|大理|扬州|南通|河北|山西|辽宁|吉林"
    "|黑龙江|江苏|浙江|安徽|福建|江西|山东|河南|湖北|湖南|广东|海南|四川|贵州|云南|陕西|甘肃|青海|内蒙古|广西|西藏"
    "|宁夏|新疆|东京|大阪|首尔|新加坡|纽约|伦敦|巴黎|柏林|悉尼|墨尔本|多伦多|温哥华|旧金山|洛杉矶|西雅图|波士顿"
)
"""Provinces and larger cities: places that need no entity finder to be known."""
PLACE_ZH = re.compile(PLACES_ZH)
PLAYED_EN = (
    r"(?:piano|violin|viola|cello|guitar|bass|drums|oboe|flute|clarinet|saxophone|trumpet|trombone|harp|ukulele|banjo"
    r"|organ|accordion|recorder|tennis|football|soccer|basketball|volleyball|badminton|golf|chess|hockey|cricket"
    r"|rugby|squash|table tennis|ping-?pong|baseball|softball|poker|bridge)"
)
PLAYED_ZH = (
    "钢琴|小提琴|大提琴|中提琴|吉他|古筝|二胡|琵琶|笛子|长笛|双簧管|单簧管|萨克斯|小号|架子鼓|尤克里里|篮球|足球|排球"
    "|羽毛球|乒乓球|网球|高尔夫|围棋|象棋|国际象棋|麻将|桥牌"
)
"""Instruments and games: playing one is a hobby."""
ACTIVITIES_ZH = (
    r"(?:攀岩|徒步|露营|钓鱼|摄影|烘焙|园艺|养花|滑雪|滑板|冲浪|潜水|跑步|健身|瑜伽|普拉提|跳舞|街舞|唱歌|书法|画画"
    r"|油画|水彩|陶艺|木工|编织|刺绣|骑行|骑车|游泳|拳击|击剑|射箭|飞盘|桌游|剧本杀|观鸟|集邮|写作|阅读|拼图|乐高"
    r"|爬山|登山|越野跑|马拉松|台球|保龄球|太极|武术|跆拳道)"
)
"""What people take up."""
