"""The small print of Yukon's sheet: what the cards are worth, and what is done before play."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from league.printing.layout import describe_rules
from league.printing.sheet import KeyTable
from rules.yukon import Yukon
from rules.yukon_cards import CARD_VALUES, PACK, PACK_POINTS
from rules.yukon_deal import PARTNERSHIP
from rules.yukon_texts import CARD_TITLES

#: Cards that count nothing are left out, so that all hands come out even.
DEUCES_OUT = {3: 1, 5: 2}


def list_keys(game: Yukon) -> tuple[KeyTable, ...]:
    """The counting cards: what each is worth, how many there are, what they come to."""
    worth = CARD_VALUES[game.card_values]
    rows = [
        (_(CARD_TITLES[kind]), str(worth[kind]), str(count), str(worth[kind] * count)) for kind, count in PACK.items()
    ]
    return (
        KeyTable(
            title=_("Counting cards"),
            words=1,
            heads=("", _("Each"), _("In the pack"), _("Together")),
            rows=(*rows, (_("The whole pack"), "", "", str(PACK_POINTS[game.card_values]))),
        ),
    )


def list_notes(game: Yukon) -> tuple[str, ...]:
    """How the sheet is written, the pack, and the house rules."""
    return (
        _("The Grand Yukon is the jack of spades, the Yukons are the other jacks."),
        _("Count the cards, or write the points at once: the points of all sides make %(pack)s.")
        % {"pack": PACK_POINTS[game.card_values]},
        *_list_pack_notes(game),
        _("The player at the dealer's left leads to the first trick."),
        *describe_rules(game, ("tie_break", "ace_rank", "revoke")),
    )


def list_preset_notes(game: Yukon, preset: str) -> tuple[str, ...]:
    """How partners and the first dealer are found, which the sources say differently."""
    if preset != "extra-deals":
        return (_("Before play: cut the cards, the highest cut deals."),)
    oldest = _("To the very first trick of a game the oldest player leads.")
    if game.players == PARTNERSHIP:
        return (_("Before play: draw cards, the two highest are partners and the highest deals."), oldest)
    return (_("Before play: draw cards, the highest deals."), oldest)


def _list_pack_notes(game: Yukon) -> Iterator[str]:
    out = DEUCES_OUT.get(game.players)
    if out == 1:
        yield _("Three players leave one deuce out of the pack.")
    elif out:
        yield _("Five players leave two deuces out of the pack.")
