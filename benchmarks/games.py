"""Whole games of every kind, right and played to their ends, the same of the same seed each time."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules.catalog import make_game
from rules.euchre_hands import POINTS
from rules.game import Game
from rules.yukon_cards import CARD_VALUES, PACK
from scoring.reading import read_entry
from scoring.sheet import Unread
from scoring.steps import apply_entry, find_violations, open_state

Facts = dict[str, Any]
Hands = Callable[[Game, random.Random], Facts]

SEED = 20_000
#: Hands of an evening of a game that has no end of its own.
AGREED_HANDS = 14


def play_land_grant(game: Game, chance: random.Random) -> Facts:
    """A hand; in one of twenty somebody offends."""
    maker = chance.choice(game.seats)
    if chance.random() < 0.05:
        return {"maker": maker, "infractions": [{"kind": "renege", "offender": chance.choice(game.seats)}]}
    alone = {"alone": True} if chance.random() < 0.1 else {}
    return {"maker": maker, "tricks": chance.choice([tricks for tricks, _alone in POINTS]), **alone}


def play_grand(game: Game, chance: random.Random) -> Facts:
    """A deal of any of the four games, sometimes alone; in one of thirty somebody offends."""
    bidder, play = chance.choice(game.seats), chance.choices(["whist", "grand", "euchre", "hearts"], [5, 2, 2, 1])[0]
    deal: Facts = {"bidder": bidder, "play": play, "bid": 5 * chance.randint(1, 5)}
    if play in ("whist", "euchre"):
        deal["suit"] = chance.choice("CDHS")
    if play == "euchre" and deal["bid"] >= 20:
        deal["alone"] = True
    if chance.random() < 0.03:
        deal["infractions"] = [{"kind": "revoke", "offender": chance.choice(game.seats)}]
    elif play == "hearts":
        deal["hearts"] = chance.choice([0, 0, 1, 2, 5])
    else:
        deal["tricks"] = chance.randint(0, 5) if play == "euchre" else chance.randint(5, 12)
    return deal


def play_seven_handed(game: Game, chance: random.Random) -> Facts:
    """A hand with two or three partners, or alone; in one of thirty somebody revokes, and one of thirty is passed."""
    if chance.random() < 0.03:
        return {"passed_out": True}
    seats = chance.sample(game.seats, 4)
    bid = chance.choice([3, 3, 4, 4, 5, 5, 6, 7, 10])
    deal: Facts = {"bidder": seats[0], "bid": bid, "suit": chance.choice("CDHS")}
    if bid < 10:
        deal["partners"] = seats[1:3] if bid < 6 else seats[1:]
    if chance.random() < 0.03:
        return {**deal, "infractions": [{"kind": "revoke", "offender": chance.choice(game.seats)}]}
    return {**deal, "tricks": min(7, max(0, bid + chance.randint(-2, 2)))}


def play_yukon_cards(game: Game, chance: random.Random) -> Facts:
    """A deal with the counting cards of every side, and who has the ace of spades."""
    cards = {side: dict.fromkeys(PACK, 0) for side in game.sides}
    for kind, number in PACK.items():
        for _card in range(number):
            cards[chance.choice(game.sides)][kind] += 1
    return {"cards": cards, "ace_of_spades": chance.choice([side for side in game.sides if cards[side]["aces"]])}


def play_yukon_points(game: Game, chance: random.Random) -> Facts:
    """The same with the points only."""
    deal = play_yukon_cards(game, chance)
    worth = CARD_VALUES["yukon_125"]
    points = {
        side: sum(number * worth[kind] for kind, number in cards.items()) for side, cards in deal["cards"].items()
    }
    return {"points": points, "ace_of_spades": deal["ace_of_spades"]}


class Kind:
    """A kind of game that is measured by itself."""

    def __init__(self, key: str, hands: Hands, *, players: int | None = None) -> None:
        self.game = make_game(key, players=players)
        self.hands = hands
        self.players = players

    def make_sheets(self, number: int) -> Iterator[Facts]:
        """So many whole games as score sheets."""
        chance = random.Random(SEED)
        for place in range(number):
            yield self._make_sheet(f"B{place}", chance)

    def _make_sheet(self, name: str, chance: random.Random) -> Facts:
        names = {seat: f"Player {chance.randrange(2000)}" for seat in self.game.seats}
        sheet: Facts = {"id": name, "game": self.game.key, "seats": names}
        if self.players is not None:
            sheet["players"] = self.players
        deals = self._play(chance)
        has_end = self.game.goal is not None
        return {**sheet, "deals": deals} if has_end else {**sheet, "finished": True, "deals": deals}

    def _play(self, chance: random.Random) -> list[Facts]:
        state = open_state(self.game)
        deals: list[Facts] = []
        while not self.game.is_over(state) and (self.game.goal is not None or len(deals) < AGREED_HANDS):
            deal = self.hands(self.game, chance)
            entry, faults = read_entry(self.game, deal)
            assert not isinstance(entry, Unread), faults
            if not find_violations(self.game, entry, state):
                state = apply_entry(self.game, entry, state).after
                deals.append(deal)
        return deals


KINDS: Mapping[str, Kind] = {
    "land-grant-euchre": Kind("land-grant-euchre", play_land_grant),
    "grand": Kind("grand", play_grand),
    "seven-handed-euchre": Kind("seven-handed-euchre", play_seven_handed),
    **{
        f"yukon of {players} by {how}": Kind("yukon", hands, players=players)
        for players in (2, 3, 4, 5)
        for how, hands in (("cards", play_yukon_cards), ("points", play_yukon_points))
    },
}
