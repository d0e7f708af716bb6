"""How days are written in Russian where Django's own way does not serve: after a number a month is in the genitive."""

MONTH_DAY_FORMAT = "j E"
