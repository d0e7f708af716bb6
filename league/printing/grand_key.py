"""The small print of Grand's sheet: what tricks and hearts are worth, and the house rules that decide at the table."""

from __future__ import annotations

from django.utils.translation import gettext as _

from league.printing.layout import describe_rules
from league.printing.sheet import KeyTable
from rules.grand import Grand
from rules.grand_points import ALL_EUCHRE_TRICKS, ALL_HEARTS, ALL_TRICKS, BOOK, EUCHRE_PENALTY, HEARTS_VALUE, VALUES

#: House rules that people at the table ask about; the others are on the help page.
TABLE_RULES = (
    "bid_step", "forced_dealer_bid", "hearts_bid", "euchre_alone_below_20", "forced_make", "grand_slam_wins",
    "setback_count",
)  # fmt: skip

NOTHING = "0"


def list_keys(game: Grand) -> tuple[KeyTable, ...]:
    """What tricks are worth, and what a contract brings and costs."""
    return _make_trick_key(), _make_euchre_key(), _make_result_key(game)


def list_notes(game: Grand) -> tuple[str, ...]:
    """How the sheet is written, and the house rules."""
    notes = [_("Write F beside a bid that was forced: three had passed.")]
    if game.eldest_hearts != "off":
        notes.append(_("Hearts led by the eldest hand has no bid: write a dash."))
    if game.euchre_defend_alone != "no":
        notes.append(_("Alone: B is the bidder, D a defender."))
    notes.append(_("Infractions: R revoke, T trump below the eight kept, C more than five cards kept, O another."))
    return (*notes, *describe_rules(game, TABLE_RULES))


def list_preset_notes(game: Grand, preset: str) -> tuple[str, ...]:
    """Who leads, where the text that the rules follow says it."""
    return (_("The player who won the bidding leads to the first trick."),) if preset == "russian" else ()


def _make_trick_key() -> KeyTable:
    span = range(BOOK + 1, ALL_TRICKS + 1)
    return KeyTable(
        title=_("Whist and Grand: value of the tricks"),
        words=1,
        heads=(_("Tricks"), *(str(tricks) for tricks in span)),
        rows=tuple(
            (name, *(str(VALUES[play, False][tricks]) for tricks in span))
            for play, name in (("whist", _("Whist")), ("grand", _("Grand")))
        ),
    )


def _make_euchre_key() -> KeyTable:
    lone = VALUES["euchre", True][ALL_EUCHRE_TRICKS]
    pair = [(tricks, VALUES["euchre", False][tricks]) for tricks in range(3, ALL_EUCHRE_TRICKS + 1)]
    return KeyTable(
        title=_("Euchre"),
        words=1,
        heads=(_("Tricks"), *(str(tricks) for tricks, _value in pair), _("5 alone")),
        rows=((_("Euchre"), *(str(value) for _tricks, value in pair), str(lone)),),
    )


def _make_result_key(game: Grand) -> KeyTable:
    failed = _("−(bid + %(more)s)") % {"more": EUCHRE_PENALTY}
    defended = _("value of their tricks") if game.euchre_defenders_score == "table" else NOTHING
    costs = game.hearts_opponents == "each_heart"
    return KeyTable(
        title=_("What a contract brings"),
        words=3,
        heads=("", _("Bidders"), _("Defenders")),
        rows=(
            (_("Whist or Grand made"), _("value of all their tricks"), NOTHING),
            (_("Whist or Grand failed"), _("−bid"), _("5 or 9 for each trick over six")),
            (_("Euchre failed"), failed, defended),
            (_("Euchre alone failed"), _("−2 × bid") if game.euchre_lone_fail == "double_bid" else failed, defended),
            (_("Hearts, none taken"), f"+{HEARTS_VALUE}", f"−{ALL_HEARTS}" if costs else NOTHING),
            (_("Hearts, some taken"), _("−(bid + hearts)"), _("−their hearts") if costs else NOTHING),
        ),
    )
