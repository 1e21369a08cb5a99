"""Well-known names and the words that tell what a name stands for, in both languages."""

from __future__ import annotations

from schemas.dimensions import EntityType


def words_of(text: str) -> tuple[str, ...]:
    return tuple(text.split())


APPS = words_of(
    "Spotify Netflix YouTube Instagram Facebook WhatsApp WeChat TikTok Twitter Reddit LinkedIn Pinterest Snapchat"
    " Telegram Signal Discord Slack Zoom Skype Gmail Outlook Notion Obsidian Evernote Trello Asana Jira Figma"
    " Photoshop Duolingo Strava Tinder Bumble Hinge Uber Lyft Airbnb Venmo PayPal ChatGPT Claude Gemini Copilot GitHub"
    " GitLab Docker Kubernetes Python JavaScript TypeScript Java Rust PostgreSQL MySQL Redis Kafka Ubuntu Linux"
    " Windows Android iOS macOS Excel PowerPoint Word Chrome Firefox Safari Minecraft Fortnite Zelda Kindle Twitch"
    " Audible Goodreads Headspace Calm MyFitnessPal Fitbit Garmin Peloton Roomba Alexa Siri Revolut Monzo Wise Klarna"
    " Deliveroo DoorDash Grubhub Instacart Glovo Wolt Etsy eBay Shopify Canva Dropbox OneNote Todoist Waze Shazam"
    " Vinted Depop Blinkist Babbel Anki Skyscanner Tumblr Viber Mastodon Bluesky Quora Substack Patreon Kickstarter"
    " OneDrive iCloud FaceTime iMessage GarageBand Ableton Illustrator InDesign Lightroom Blender Unity Roblox Steam"
    " Hulu Threads Medium Teams Bolt Komoot Untappd Letterboxd"
)
CHINESE_APPS = words_of(
    "微信 支付宝 抖音 快手 小红书 淘宝 天猫 京东 拼多多 微博 知乎 豆瓣 哔哩哔哩 B站 QQ 钉钉 飞书 企业微信"
    " 腾讯会议 网易云音乐 网易云 QQ音乐 喜马拉雅 得到 高德地图 百度地图 滴滴 饿了么 大众点评 携程 闲鱼"
    " 美图秀秀 王者荣耀 原神 和平精英 英雄联盟 爱奇艺 优酷 腾讯视频 剪映 百词斩 多邻国"
)
EMPLOYERS = words_of(
    "Google Apple Microsoft Amazon Meta OpenAI Anthropic Nvidia Intel IBM Oracle Salesforce Deloitte"
    " Accenture McKinsey Siemens Bosch Tesla Boeing Airbus Pfizer Walmart Costco IKEA Starbucks"
)
CHINESE_EMPLOYERS = words_of(
    "字节跳动 阿里巴巴 阿里 腾讯 百度 美团 网易 华为 小米 京东方 比亚迪 大疆 中兴 联想 海底捞 星巴克"
    " 麦当劳 肯德基 中国移动 中国银行 招商银行 工商银行 建设银行 国家电网"
)
DEVICES = words_of(
    "iPhone iPad MacBook iMac AirPods Kindle Galaxy Pixel ThinkPad PlayStation PS3 PS4 PS5 Xbox Surface"
    " GoPro Chromebook Switch Corolla Passat Prius Yaris Octavia Fabia Qashqai Micra Corsa Camry"
)
BRANDS = words_of(
    "Apple Samsung Google Sony Canon Nikon Fujifilm Leica Olympus Panasonic Bose Dell Lenovo HP Asus Acer LG Huawei"
    " Xiaomi OnePlus Nintendo Microsoft Tesla Toyota Honda Ford BMW Audi Mercedes Volkswagen VW Volvo Subaru Mazda"
    " Hyundai Kia Nissan Jeep Porsche Renault Peugeot Fiat Yamaha Suzuki Kawasaki Ducati Vespa Brompton Trek"
    " Specialized Giant Canyon Fender Gibson Martin Roland Casio Steinway Rolex Seiko Garmin Fitbit Peloton Dyson"
    " Roomba KitchenAid Nespresso Breville DeLonghi DJI GoPro Nike Adidas Asics Hoka Patagonia Lego Cannondale Bianchi"
    " Colnago Cervelo Merida Scott Ibanez Epiphone Rickenbacker Stratocaster Telecaster Lamborghini Ferrari Skoda Seat"
    " Opel Dacia Lexus Mitsubishi Triumph Harley Lambretta Piaggio Omega Tissot Hasselblad Polaroid Nagra Miele Bosch"
    " Thermomix Weber Traeger Nokia Motorola Fairphone Sonos Philips Braun Sennheiser Logitech Anker Denon Technics"
    " Kobo Pentax Ricoh Makita DeWalt Stihl Husqvarna Karcher Kärcher Smeg Siemens Whirlpool Electrolux Zanussi"
    " Hotpoint Kenwood Citroën Citroen Wacom Razer Jabra Marshall Korg Moog Alesis"
)
CHINESE_BRANDS = words_of(
    "华为 小米 红米 荣耀 苹果 三星 索尼 佳能 尼康 富士 松下 联想 戴尔 大疆 特斯拉 比亚迪 蔚来 理想 小鹏"
    " 丰田 本田 大众 宝马 奔驰 奥迪 沃尔沃 雅马哈 任天堂 微软 谷歌 戴森 美的 格力 海尔 耐克 阿迪达斯 OPPO"
    " vivo 佳明 罗技 徕卡 捷安特 美利达 追觅 极米 影石 海信 创维 长虹 西门子 博世 飞利浦 安踏 特步 雷蛇 哈苏"
    " 宾得 森海塞尔"
    " 铁三角 膳魔师 象印 方太 九阳 苏泊尔 卡西欧 天梭 劳力士 起亚 日产 马自达 斯柯达 雪佛兰 别克 凯迪拉克 吉利"
    " 奇瑞 五菱"
    " 哈弗 领克 极氪 问界 零跑 岚图 捷豹 路虎 保时捷 法拉利 兰博基尼 玛莎拉蒂 宾利 劳斯莱斯 雷克萨斯 英菲尼迪"
    " 标致 雪铁龙"
    " 雷诺 菲亚特"
)

KNOWN: dict[str, EntityType] = {
    **{name.lower(): "organisation" for name in (*EMPLOYERS, *CHINESE_EMPLOYERS)},
    **{name.lower(): "product" for name in (*APPS, *CHINESE_APPS, *DEVICES)},
}
"""Lower-case name → what it is unless the sentence says otherwise: an app is a product, an employer an"
" organisation."""
ALSO_WORDS = frozenset(
    words_of(
        "wise headspace bolt blender unity steam threads medium teams word excel windows signal zoom calm switch"
        " surface"
        " safari claude galaxy pixel meta rust java 得到 理想"
    )
)
"""Known names that are also words: they count only where a rule of the sentence speaks for the name."""

ENDINGS: dict[str, EntityType] = {
    **dict.fromkeys(
        words_of(
            "Festival Marathon Cup Conference Summit Expo Olympics Fair Championship Championships Tournament Parade"
            " Hackathon League Gala Triathlon Biennale Fringe Bowl Games Awards Symposium Carnival Regatta Rally Award"
            " Eisteddfod Prix Run Derby Fest Show Ride Day Week Eve Sale Open Masters Finals Convention Meetup Prom"
            " Jubilee Revolution Uprising War Earthquake Pride Ironman Relay Oscars Proms"
        ),
        "event",
    ),
    **dict.fromkeys(
        words_of(
            "Street Road Avenue Lane Boulevard Drive Park Beach River Lake Mountain Mountains Island Islands Airport"
            " Station Square Bridge Tower Garden Gardens Museum Hotel Valley Bay Canyon Castle Palace Cathedral Temple"
            " Falls Forest Harbour Harbor Peak Trail Mall Plaza Zoo Store Aquarium Library Stadium Arena Market"
            " Junction Common Heath Woods Wood Hill Hills Creek Cove Pier Docks Quay Wharf Crossing Centre Center Pass"
            " Glacier Volcano Desert Reef Peninsula Isles Abbey Basilica Mosque Shrine Dam Tunnel Terminal Quarter"
            " District Village Fields Moor Ridge Strait Canal Lighthouse Ruins Caves Springs Steps Pond Reservoir"
            " Broads Dales Downs Wolds Fens"
            " Highlands Lowlands Lagoon Monument"
            " Memorial Cemetery Parkway Highway Gorge Plateau Marina Way Path Baths Lido Circus"
        ),
        "location",
    ),
    **dict.fromkeys(
        words_of(
            "University College School Hospital Clinic Bank Inc Ltd LLC Labs Corp Corporation Company Foundation"
            " Institute Studio Studios Church Agency Airlines Airways Club Society Association Academy Ministry"
            " Systems Technologies Solutions Partners Consulting AS GmbH AG SA BV Oy AB PLC Properties Group"
            " Industries Holdings Motors Media Records Press Orchestra Ventures Capital Pharma Pharmaceuticals Energy"
            " Foods Logistics Insurance Council Union Trust Choir FC United Rovers Wanderers Athletic Police"
            " Department Army Navy Party Court Parliament Committee Commission Bureau Authority Federation Team Ballet"
            " Quartet Band Chorus Ensemble Rail Railways Brewery Coffee Pizza Cafe Café Restaurant Pub Inn Bar Kitchen"
            " Grill Diner Pizzeria Bistro Tavern Bookshop Books Salon Gym Nursery Kindergarten Preschool Surgery"
            " Practice Dental Primary Comprehensive Grammar Infirmary Architects Associates Sons Brothers Bros"
            " Software Robotics Biotech Bakery Pharmacy Supermarket Theatre Cooperative Vets Haulage Plumbing Roofing"
            " Heating Flooring Scaffolding Cleaning Removals Electrics Electrical Engineering Construction Builders"
            " Carpentry Joinery Landscaping Landscapes Interiors Design Designs Print Printing Printers Publishing"
            " Publishers Publications Wines Distillery Distillers Dairy Fisheries Textiles Furniture Glazing Tyres"
            " Autos Garage Taxis Cabs Couriers Freight Shipping Lines Cruises Travel Tours Holidays Solicitors LLP"
            " Legal Accountants Accountancy Advisory Analytics Digital Interactive Gaming Entertainment Productions"
            " Pictures Films Animation Broadcasting Television News Gazette Herald Tribune Chronicle Opticians Physio"
            " Physiotherapy Healthcare Medical Hospice Care Wellness Fitness Pilates Philharmonic Symphony Opera"
            " Players Singers Housing Realty Lettings Surveyors Architecture Recruitment Staffing Security Telecom"
            " Telecoms Broadband Networks Semiconductors Electronics Instruments Chemicals Steel Mining Petroleum"
            " Utilities Renewables Catering Caterers Florists Jewellers Butchers Bakers Brewing Roasters Upholstery"
            " Tailors Dynamics Aerospace Aviation Shipyard Express Stores Outfitters Retail"
        ),
        "organisation",
    ),
}
"""The last word of an English name → its type."""

CHINESE_EVENT_ENDINGS = words_of(
    "马拉松 音乐节 电影节 艺术节 文化节 啤酒节 美食节 生活节 动漫节 购物节 冰雪节 戏剧节 灯会 运动会 锦标赛"
    " 博览会 峰会 车展 漫展 书展 画展 发布会"
    " 亚运会 大运会 奥运会 全运会 冬奥会 世博会 进博会 诗歌节 樱花节 灯光节 庙会 花展 艺博会 双年展 招聘会 晚会"
    " 盛典 总决赛 战役 之战 起义"
    " 大地震 地震 事变 条约 烟花节 龙舟赛 越野赛 半马 全马 黑客松 辩论赛 游园会 泼水节 火把节 艺术周 时装周 美食周"
    " 嘉年华 大会 论坛 大赛 骑行赛 自行车赛 邀请赛 公开赛 挑战赛 联赛 杯赛 演唱会 音乐会 年会 交易会 研讨会"
)
"""A named event has a name before it: 草莓音乐节; a 音乐节 alone is any."""
CHINESE_PLACES: dict[str, EntityType] = {
    **dict.fromkeys(
        words_of(
            "小学 中学 高中 大学 学院 幼儿园 医院 诊所 银行 公司 集团 乐队 乐团 剧团 协会 组织 委员会 基金会 俱乐部"
            " 研究所 研究院 出版社"
            " 报社 电视台 事务所 工作室 宾馆 酒店 饭店 书店 酒吧 咖啡馆 健身房 律所"
        ),
        "organisation",
    ),
    **dict.fromkeys(
        words_of(
            "服务区 高架 高架桥 立交桥 收费站 国家公园 风景区 开发区"
            " 高新区 工业园 产业园 科技园 软件园 大学城 体育中心 会展中心"
            " 奥体中心 文化宫 少年宫 大剧院 音乐厅 故居 遗址 陵园"
            " 老街 滑雪场 度假区 大草原 大峡谷 瀑布 水电站 航站楼 口岸"
            " 国际机场 博物院 科技馆 技术馆 纪念馆 展览馆 天文馆 水族馆 文化馆"
            " 公园 机场 火车站 高铁站 汽车站 地铁站 车站 博物馆 美术馆 图书馆 体育馆 体育场 广场 步行街"
            " 古镇 古城 动物园"
            " 植物园 游乐园 湿地 水库 大桥 码头 寺 庙 教堂 夜市 市场 商场 购物中心 景区 度假村 小区 大厦"
        ),
        "location",
    ),
}
"""The last word of a named Chinese institution or place → its type; alone it is any."""
SOLAR_TERMS = frozenset(
    words_of(
        "立春 雨水 惊蛰 春分 清明 谷雨 立夏 小满 芒种 夏至 小暑 大暑 立秋 处暑 白露 秋分 寒露 霜降 立冬 小雪 大雪"
        " 冬至 小寒 大寒"
    )
)
"""Times that the tagger takes for people; a pet may be called so."""
CHINESE_SHOPS = words_of(
    "驿站 茶馆 茶楼 酒楼 饭馆 餐馆 菜馆 面馆 小吃 火锅 烧烤 民宿 客栈 旅馆 影城 影院 琴行 画室 驾校 舞团 合唱团 车行"
    " 大药房 便利店 超市 牙科 口腔"
    " 卫生院 体检中心 月子中心 养老院 派出所 公安局 法院 检察院 税务局 重工 科技 汽车 电子 证券 保险 医药 能源"
    " 地产 物流 航空 软件 网络"
    " 物业 冷链 暖通 防水 供暖 保洁 疏通 装修 装饰 家政 快递 速运 货运 搬家 租车 健身 瑜伽 美容 美发 摄影 花艺"
    " 旅行社 会计 广告 设计"
    " 建筑 机械 家具 家居 建材 服饰 鞋业 纺织 化工 矿业 煤业 石油 燃气 水务 环保 光伏 新能源 生物 基因 医疗 药业"
    " 半导体 芯片 光电 通讯 智能 数码 互动 唱片 日报 晚报 周刊 律所 粉店 粮油 冰室 烘焙"
    " 传媒 影业 食品 乳业 钢铁 石化 通信 制药 控股 资本 书院 文化 人寿"
)
"""Last words of firms; only behind what is a name by itself: 陆羽茶馆, 三一重工."""
CHINESE_ANY = frozenset(
    words_of(
        "宠物 这家 那家 一家 这个 那个 一个 我们 他们 你们 附近 市里 县里 镇上 学校 公司"
        " 单位 小区 城市 老家 家里 今年 去年 明年 全国 全市 当地 本地 国际 私立 公立"
        " 民营 五星级 大型 小型 连锁 商业 社区 公共 部门 年度 新年 毕业 产品 新闻"
        " 儿童 老年 中心 人民 孩子 女儿 儿子 妹妹 弟弟 姐姐 哥哥 妈妈 爸爸 老师 同学"
        " 同事 朋友 校 市 区 县 省"
    )
)
"""Words before such an ending that name nothing: 这家 + 医院 is any."""
CHINESE_THINGS = words_of(
    "车 船 艇 吉他 自行车 单车 摩托 摩托车 机车 电脑 琴 钢琴 小提琴 房车 无人机 机器人 音箱 盆栽 多肉 绿萝"
    " 仙人掌 植物 树 发财树 扫地机 尤克里里 大提琴 中提琴 手风琴"
    " 口琴 萨克斯 琵琶 笛子 葫芦丝 架子鼓 望远镜 咖啡机 打印机"
    " 缝纫机 收音机 唱机 留声机 洗衣机 冰箱 空调 塔吊 吊车"
    " 叉车 挖机 挖掘机 收割机 拖拉机 推土机 电动车 电瓶车 三轮车 山地车"
    " 公路车 折叠车 面包车 皮卡 货车 渔船 帆船 皮划艇 快艇 雪板 酵头 面种"
    " 投影仪 手办 玩偶 娃娃 行李箱 耳机 相机 手机 平板 键盘 帐篷 滑板 冲浪板 二胡 古筝 贝斯 鼓 服务器"
)
COUNTRIES = frozenset(
    words_of(
        "中国 美国 英国 法国 德国 日本 韩国 俄罗斯 加拿大 澳大利亚 意大利 西班牙 印度 泰国 新加坡 越南 巴西 埃及"
        " 荷兰 瑞士 瑞典 挪威"
        " 丹麦 芬兰 希腊 土耳其 墨西哥 葡萄牙 波兰 奥地利 爱尔兰 新西兰 马来西亚 印尼 菲律宾 乌克兰 伊朗 以色列"
        " 朝鲜 法式 日式"
    )
)
THINGS = words_of(
    "boat car bike bicycle van truck guitar bass violin piano cello ship sailboat motorcycle motorbike cactus"
    " houseplant monstera fern bonsai hoover kettle typewriter moped skateboard surfboard tricycle trike accordion"
    " server scooter starter drone tractor vacuum printer telescope camera laptop computer robot plant sourdough"
    " camper yacht kayak house cabin narrowboat campervan dinghy canoe caravan motorhome tandem ebike ukulele banjo"
    " synth lawnmower tent"
)
SOMEBODY = words_of(
    "guy man woman lady bloke chap lad lass girl boy person someone somebody fella fellow dude nurse carpenter"
    " electrician plumber builder cleaner gardener architect surgeon vet barber hairdresser physio tenant"
    " lodger toddler newborn"
)
"""Who may be called something: "a chap called Gareth"."""
PETS = words_of(
    "beagle poodle spaniel terrier collie greyhound whippet pug corgi dachshund husky retriever labrador mongrel tabby"
    " gecko ferret hedgehog budgie cockatiel hen goat donkey mule llama alpaca cow calf lamb foal mare piglet gerbil"
    " dog cat puppy kitten parrot rabbit hamster horse pony turtle goldfish bird pet snake lizard tortoise pup"
)
KIN = words_of(
    "wife husband spouse partner son daughter baby kid child brother sister mother father mom mum dad"
    " grandmother grandfather grandma grandpa uncle aunt cousin nephew niece fiancé fiancee fiancée fiance"
    " boyfriend girlfriend friend roommate flatmate housemate neighbor neighbour boss manager colleague"
    " coworker teammate mentor teacher coach therapist doctor dentist classmate stepson stepdaughter"
    " stepbrother stepsister granddaughter grandson twin twins buddy assistant client student tutor"
    " landlord"
)
TITLES = ("Dr", "Dr.", "Mr", "Mr.", "Mrs", "Mrs.", "Ms", "Ms.", "Prof", "Prof.", "Professor", "Doctor", "Coach")
NOT_NAMES = frozenset(
    words_of(
        "mon tue tues wed thu thur thurs fri sat sun i i'm i'll i've i'd mom mum dad mommy daddy mama papa grandma"
        " grandpa granny nana auntie sis bro hey hi hello thanks thank wow lol omg haha yeah yes no ok okay oh well"
        " please sorry congrats congratulations cheers yay cool nice great awesome absolutely sure god jesus monday"
        " tuesday wednesday thursday friday saturday sunday january february march april may june july august"
        " september october november december christmas easter thanksgiving halloween ramadan spring summer autumn"
        " fall winter morning evening tonight today tomorrow yesterday user assistant system ai api url uncle aunt"
        " aunty cousin b&b gp cv mp phd msc bsc ba gcse mot bbq mri ct wfh eta grandad granddad grandpa gramma stepmum"
        " stepdad wi-fi hi-fi sci-fi t-shirt x-ray e-mail biology maths physics chemistry geography algebra economics"
        " psychology aries taurus virgo libra scorpio sagittarius capricorn aquarius pisces sociology birthday"
        " anniversary labrador poodle husky beagle corgi collie dachshund spaniel terrier retriever pug rottweiler"
        " doberman chihuahua pomeranian alsatian siamese ragdoll dear dearest oof yum ooo woohoo whoa wanna gonna"
        " gotcha dang y'all gon lgbtq lgbtq+ r&r gf bf dude bummer kinda tons yikes phew ouch aww ahh ooh hooray yup"
        " yep nope lemme gimme ain gran nan nanna gramps mam pops hubby wifey bestie missus nanny joneses ma'am sir"
        " madam todo legal finance accounts yours sincerely regards ugh meh hmm internet wifi web christ lord heaven"
        " monthly weekly daily bye goodbye id pm am tv dna usb pdf diy gym yoga english chinese spanish french german"
        " italian japanese korean portuguese russian arabic hindi polish welsh swedish norwegian danish dutch finnish"
        " greek turkish hebrew czech basque icelandic estonian latvian lithuanian croatian serbian bulgarian slovak"
        " slovenian albanian macedonian galician yiddish tagalog malay indonesian punjabi afrikaans zulu yoruba"
        " amharic somali armenian mongolian nepali sinhala khmer burmese tibetan cornish breton hausa igbo hungarian"
        " romanian ukrainian thai vietnamese korean cantonese mandarin latin irish gaelic catalan persian farsi urdu"
        " bengali tamil swahili american british european african asian australian indian mexican canadian json html"
        " http css sql xml csv pdfs gps wifi ram cpu gpu usa uk eu un us covid asap fyi btw idk tbh faq hr ceo cto cfo"
        " it pr qa ui ux"
    )
)
"""Words that the model takes for names and that are none: kin without a name, greetings, times, languages."""
CHINESE_NOT_NAMES = frozenset(
    words_of(
        "妈妈 爸爸 妈 爸 老妈 老爸 爷爷 奶奶 外公 外婆 姥姥 姥爷 哥哥 姐姐 弟弟 妹妹 老婆 老公 儿子 女儿 宝宝"
        " 宝贝 老师 医生 老板 同事 朋友 先生 女士 小姐 叔叔 阿姨 亲爱的 用户 助手 中文 英文 英语 汉语 日语"
        " 法语 我家 家里 公司 学校 医院 楼下 国内 国外 这里 那里"
        " 瑜伽馆 健身房 图书馆 咖啡馆 博物馆 美术馆 体育馆 电影院 火车站 地铁站 汽车站 机场 公园 超市 商场 餐厅"
        " 饭店 酒店 酒吧 菜市场 幼儿园 小区 宿舍 办公室 教室 食堂 操场 海边 市中心 郊区 老家 家乡"
        " 昨儿 今儿 明儿 前儿 后儿 云彩 芒果 新东西 北极熊 李子 杏子 白云 黄花 白杨 石榴 向阳 田园 方便"
        " 安静 马虎 钱财 石头 高峰 江南 高兴 安全 万里 平时 马上"
        " 温泉 江湖 黄金 白银 云朵 血腥玛丽 莫吉托 玛格丽特 长岛冰茶 凯撒沙拉 提拉米苏 水仙 兰花 腊梅"
        " 大学 银行 健身中心 游泳馆 宠物店 书店 便利店 奶茶店 花店 药店 诊所"
    )
)
CHINESE_HOMES = words_of(
    "中国 美国 英国 法国 德国 日本 韩国 俄罗斯 加拿大 澳大利亚 意大利 西班牙 印度 泰国 新加坡 台湾 香港 澳门"
    " 北京 上海 天津 重庆 河北 山西 辽宁 吉林 黑龙江 江苏 浙江 安徽 福建 江西 山东 河南 湖北 湖南 广东 海南"
    " 四川 贵州 云南 陕西 甘肃 青海 广西 内蒙古 西藏 宁夏 新疆 东北 广州 深圳 杭州 南京 苏州 成都 武汉 西安"
    " 长沙 郑州 青岛 厦门 福州 宁波 无锡 合肥 济南 大连 沈阳 哈尔滨 昆明 南昌 贵阳 太原 石家庄 温州 绍兴 扬州"
    " 徐州 洛阳 桂林 三亚"
)
"""Where people say they are from: LAC reads 湖南人 as one noun."""
COMMON_STARTS = frozenset(
    words_of(
        "a about absolutely actually after agreed ah all almost also always amazing an and any anything anyway anyways"
        " appreciate are aren't as at awesome aww because been before being believe besides best bet books btw"
        " building but by bye can can't care change check congrats congratulations cool could creating cute dancing"
        " definitely did didn't do does doing don't each enjoy especially even events ever everyone exactly excited"
        " exciting family fantastic feel feeling finding for from fyi get give giving glad go gonna good good-bye got"
        " gotta great growing guess had haha happy has have having he he's hello helping her here here's hey hi his"
        " honestly hope hopefully how how'd how're how's i i'd i'll i'm i've if in is isn't it it'd it'll it's its"
        " just keep kids knowing last lately let let's life life's like little lol long look looking looks losing lots"
        " love loved lucky make makes making maybe me missed more most music must my nah nature need never next nice"
        " no nope not now of off oh ok okay omg on once one oops or our out painting people perfect phew playing"
        " please plus pretty really recently relaxing remember reminds right running sad searching seeing sharing she"
        " she's should show showing since so some sometimes sorry sound sounds speaking started starting stay staying"
        " still strong stuff such sure take takes taking talk talking tell thank thankfully thanks that that's the"
        " their then there there'll there's these they they'll they're they've things this those thoughts time to"
        " today together tomorrow too totally tough true trying very volunteering want was wasn't way we we'll we're"
        " we've welcome well were what what's when whenever where which while who why will wish wishing with woah"
        " won't wonderful working would wow remind email invite phone message meet bill mark try forward cc bring pick"
        " book order visit join text call ask yay yeah yep yes yesterday you you'd you'll you're you've your yup"
    )
)
"""Words that often start an English sentence: their capital says nothing."""
IRREGULAR = frozenset(
    words_of(
        "about also anyone became because been began being blew both bought broke brought came caught "
        "chose could didn does doesn drank drew drove every everyone fell felt flew forgot found from "
        "froze gave grew hadn hasn have having heard held into isn just kept knew left lost made meant "
        "might must nothing onto ours paid rang really rode said sang sent should slept sold someone "
        "something spent spoke stole stood swam swore taught than that their them then there these they "
        "this those thought threw told took understood very was wasn went were what when where which "
        "while whose will with without woke wore would wrote your yours rung sung"
    )
)
"""What WordNet does not list: irregular forms and small words."""
