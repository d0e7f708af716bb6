"""Which game prints what: sheets made by hand, and for all others one derived from their declared fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from league.printing.euchre_sheet import EUCHRE
from league.printing.grand_sheet import GRAND
from league.printing.land_grant_sheet import LAND_GRANT
from league.printing.layout import DERIVED, Layout
from league.printing.seven_handed_sheet import SEVEN_HANDED
from league.printing.whist_sheet import find_whist_layout
from league.printing.yukon_sheet import find_yukon_layout
from rules.game import Game

#: Games whose sheet is made by hand, with what chooses it where one game has several.
LAYOUTS: Mapping[str, Callable[[Any], Layout]] = {
    "euchre": lambda game: EUCHRE,
    "grand": lambda game: GRAND,
    "land-grant-euchre": lambda game: LAND_GRANT,
    "partnership-whist": find_whist_layout,
    "seven-handed-euchre": lambda game: SEVEN_HANDED,
    "yukon": find_yukon_layout,
}


def find_layout(game: Game) -> Layout:
    """What the game prints on its sheet."""
    return LAYOUTS.get(game.key, lambda _game: DERIVED)(game)
