"""Two sides, an admin and a scorer at one table, and hands that they may say."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from league.models import Table
from league.selectors.agreement import HandState, read_agreement
from league.selectors.sheets import list_records
from league.services.claims import Said, accept_word, enter_word, say_word
from league.services.corrections import correct_sheet, undo_last
from league.services.recording import Recorded, record_deal

X: dict[str, Any] = {"maker": "N", "tricks": 5}
Y: dict[str, Any] = {"maker": "N", "tricks": 4}
Z: dict[str, Any] = {"maker": "E", "tricks": 3}
MARCH: dict[str, Any] = {"maker": "N", "tricks": 5, "alone": True}


class Play:
    """Two sides, an admin and a scorer at one table; each step in a line."""

    def __init__(self, table: Table, admin: User, scorer: User) -> None:
        self.table, self.people, self.steps = table, {"admin": admin, "scorer": scorer}, 0

    def who(self, side: str) -> dict[str, Any]:
        self.steps += 1
        by = self.people.get(side)
        return {"key": f"k{self.steps}", "by": by, "source": "web", "side": "" if by else side}

    def enter(self, side: str, facts: dict[str, Any], position: int = 1) -> Recorded:
        return record_deal(self.table, facts, position=position, **self.who(side))

    def say(self, side: str, facts: dict[str, Any], position: int = 1) -> Said:
        return say_word(self.table, facts, position=position, **self.who(side))

    def both(self, side: str, facts: dict[str, Any], position: int = 1) -> Recorded | Said:
        return enter_word(self.table, facts, position=position, **self.who(side))

    def accept(self, side: str, name: str, position: int = 1) -> Said:
        return accept_word(self.table, position=position, word=name, **self.who(side))

    def correct(self, side: str, facts: dict[str, Any] | None, position: int = 1) -> None:
        seen = len(list_records(self.table))
        correct_sheet(self.table, {position: facts}, seen=seen, reason="Misread", **self.who(side))

    def undo(self, side: str, position: int = 1) -> None:
        undo_last(self.table, position=position, reason="Wrong", **self.who(side))

    def state(self, position: int = 1) -> HandState:
        hand = read_agreement(self.table).find_hand(position)
        assert hand is not None
        return hand.state

    def word(self, side: str, position: int = 1) -> str:
        hand = read_agreement(self.table).find_hand(position)
        assert hand is not None
        return hand.words[side].name if side else hand.standing.name
