"""The Chinese lunar calendar, 1969–2099: lunar dates as solar ones."""

from __future__ import annotations

from datetime import date, timedelta

FIRST_YEAR = 1969

# One number a year: days from 1 January to the lunar new year << 17 | leap month << 13 | bit i set when the i-th month
# has 30 days (else 29). Checked against the `lunardate` package, 0.3.0, for every month of the range.
_TABLE = (
    "5e056a 480b69 34b752 5a0b52 420b25 2c964b 520a4b 3d14ab 6002ad 4a05ad 36cb69 5c0da9 460d92 309d25 560d25 415a4d"
    " 640a56 4e02b6 38c5b5 5e06d5 480ea9 34be92 5a0e92 440d26 2c6a56 500a57 3d14d6 62035a 4a06d5 36b6c9 5c0749 460693"
    " 2e952b 54052b 3e0a5b 2a555a 4e056a 38fb55 600ba4 4a0b49 32ba93 580a95 42052d 2c8aad 500ab5 3d35aa 6205d2 4c0da5"
    " 36dd4a 5c0d4a 460c95 30952e 540556 3e0ab5 2a55b2 5006d2 38cea5 5e0725 48064b 32ac97 560cab 42055a 2c6ad6 520b69"
    " 3d7752 620b52 4c0b25 36da4b 5a0a4b 4404ab 2ea55b 5405ad 3e0b6a 2a5b52 500d92 3afd25 5e0d25 480a55 32b4ad 5804b6"
    " 4005b5 2c6daa 520ec9 3f1e92 620e92 4c0d26 36ca56 5a0a57 440556 2e86d5 540755 400749 286e93 4e0693 38f52b 5e052b"
    " 460a5b 32b55a 58056a 420b65 2c974a 520b4a 3d1a95 620a95 4a052d 34caad 5a0ab5 4605aa 2e8ba5 540da5 400d4a 2a7c95"
    " 4e0c96 38f94e 5e0556 480ab5 32b5b2 5806d2 420ea5 2e8e4a 50068b 3b0c97 6004ab 4a055b 34cad6 5a0b6a 460752 309725"
    " 540b45 3e0a8b 28549b"
)
_YEARS = tuple(int(year, 16) for year in _TABLE.split())


def solar_date(year: int, month: int, day: int, *, leap: bool = False) -> date | None:
    """The solar date of a lunar one, None where there is no such day or the year is outside the table. `leap`: the
    leap month of that number."""
    place = year - FIRST_YEAR
    if not 0 <= place < len(_YEARS) or not 1 <= month <= 12:
        return None
    packed = _YEARS[place]
    leap_month = packed >> 13 & 0xF
    if leap and leap_month != month:
        return None
    index = month - 1 + (1 if leap or (leap_month and month > leap_month) else 0)
    lengths = [30 if packed >> i & 1 else 29 for i in range(13)]
    if not 1 <= day <= lengths[index]:
        return None
    return date(year, 1, 1) + timedelta(days=(packed >> 17) + sum(lengths[:index]) + day - 1)
