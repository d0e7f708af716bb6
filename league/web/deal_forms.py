"""Which form a game's hand is entered by: one of its own, else the one derived from its declared fields."""

from __future__ import annotations

from collections.abc import Mapping

from league.web.deal_form import DealForm
from league.web.euchre_form import EuchreForm
from league.web.grand_form import GrandForm
from league.web.partnership_whist_form import PartnershipWhistForm
from league.web.seven_handed_form import SevenHandedForm
from league.web.yukon_form import YukonForm
from rules.game import Game

FORMS: Mapping[str, type[DealForm]] = {
    "euchre": EuchreForm,
    "grand": GrandForm,
    "partnership-whist": PartnershipWhistForm,
    "seven-handed-euchre": SevenHandedForm,
    "yukon": YukonForm,
}


def find_form(game: Game) -> type[DealForm]:
    """The form of a hand of this game."""
    return FORMS.get(game.key, DealForm)
