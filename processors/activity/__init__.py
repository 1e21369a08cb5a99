"""Activity: how alive a memory is at a moment, computed when it is asked for and never stored (DESIGN §5). Pure."""

from processors.activity.expiry import is_expired, is_over
from processors.activity.fading import DAY_S, activity, archived_from, days_since, is_archived, order_of_fading
from processors.activity.policy import ActivityPolicy, read_activity, shipped_activity

__all__ = [
    "DAY_S",
    "ActivityPolicy",
    "activity",
    "archived_from",
    "days_since",
    "is_archived",
    "is_expired",
    "is_over",
    "order_of_fading",
    "read_activity",
    "shipped_activity",
]
