"""How days are written in English where Django's own way does not serve."""

MONTH_DAY_FORMAT = "j F"
