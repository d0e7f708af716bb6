"""Partnership Whist: four players, fixed partners, no bidding; to a target, or every trick as at a whist drive.

The laws of clubs and the habits of whist drives differ, and the differences are house rules. The help page
docs/games/partnership-whist.md explains each one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from rules.ending import has_ended
from rules.game import (
    GameDeal,
    Line,
    Partnership,
    Remark,
    Scored,
    State,
    Tally,
    Violation,
    gettext_noop,
    other_side,
    say_choices,
)
from rules.partnership_whist_deal import TRICKS, WhistDeal, check_deal, share
from rules.partnership_whist_lines import list_lines
from rules.partnership_whist_texts import PRESET_TITLES, RULE_WORDS, VALUE_TEXT

#: The laws of Short and of Long Whist.
ENGLISH: Mapping[str, Any] = {
    "honour_points": "four_and_two",
    "revoke": "opponents_choose",
    "game_value": "single_double_treble",
}


class PartnershipWhist(Partnership, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules; the defaults are the American game."""

    key: ClassVar[str] = "partnership-whist"
    title: ClassVar[str] = gettext_noop("Partnership Whist")
    Deal: ClassVar[type[GameDeal]] = WhistDeal
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "american": {},
        "short": {"target": 5, **ENGLISH},
        "long": {"target": 10, **ENGLISH},
        "drive": {"scoring": "all_tricks", "target": "none"},
        "progressive-drive": {"scoring": "all_tricks", "target": "none", "hands": 1},
    }
    preset_titles: ClassVar[Mapping[str, str]] = PRESET_TITLES
    tally_titles: ClassVar[Mapping[str, str]] = {
        "slams": gettext_noop("Slams"),
        "revokes": gettext_noop("Revokes"),
    }
    headline_tallies: ClassVar[tuple[str, ...]] = ("slams",)

    scoring: Annotated[
        Literal["odd_tricks", "all_tricks"],
        say_choices(gettext_noop("What counts"), RULE_WORDS["scoring"]),
    ] = "odd_tricks"
    target: Annotated[
        Literal[7, 5, 10, "none"],
        say_choices(gettext_noop("A game is"), RULE_WORDS["target"]),
    ] = 7
    hands: Annotated[
        Literal["open", 1, 2, 3, 4, 6, 8, 12, 16, 20, 24],
        say_choices(gettext_noop("Number of hands"), RULE_WORDS["hands"]),
    ] = "open"
    honour_points: Annotated[
        Literal["off", "four_and_two"],
        say_choices(gettext_noop("Honours"), RULE_WORDS["honour_points"]),
    ] = "off"
    revoke: Annotated[
        Literal["three_tricks", "two_tricks", "three_points", "opponents_choose"],
        say_choices(gettext_noop("A revoke costs"), RULE_WORDS["revoke"]),
    ] = "three_tricks"
    game_value: Annotated[
        Literal["off", "single_double_treble", "margin"],
        say_choices(gettext_noop("A game won is worth"), RULE_WORDS["game_value"]),
    ] = "off"

    @property
    def goal(self) -> int | None:
        return self.target if isinstance(self.target, int) and self.scoring == "odd_tricks" else None

    def violations(self, deal: WhistDeal, before: State) -> Iterator[Violation]:
        yield from check_deal(
            deal,
            counts_honours=self.honour_points != "off",
            chooses_penalty=self.revoke == "opponents_choose",
        )

    def lines(self, deal: WhistDeal, before: State) -> Iterator[Line]:
        penalty = deal.penalty if self.revoke == "opponents_choose" else self.revoke
        is_drive = self.scoring == "all_tricks"
        return list_lines(deal, before, penalty=penalty or "", goal=self.goal, is_drive=is_drive)

    def tallies(self, deal: WhistDeal, before: State) -> Iterator[Tally]:
        for side, tricks in share(deal.tricks, whole=TRICKS).items():
            if tricks == TRICKS:
                yield Tally(code="slams", side=side)
        for revoke in deal.infractions:
            yield Tally(code="revokes", side=self.side_of(revoke.offender), seat=revoke.offender)

    def is_over(self, state: State) -> bool:
        return has_ended(state, goal=self.goal, hands=self.hands)

    def honours(self, steps: Sequence[Scored], *, state: State, finished: bool) -> dict[str, object]:
        """`game_value`: what a game that reached its target is worth to the side that won it, by the house rule."""
        goal, winner = self.goal, self.find_winner(state)
        if self.game_value == "off" or goal is None or winner is None or state.totals[winner] < goal:
            return {}
        lost = max(state.totals[other_side(winner)], 0)
        value = goal - lost if self.game_value == "margin" else _rate_game(lost, goal=goal)
        return {"game_value": {"side": winner, "value": value}}

    def describe_honours(self, honours: Mapping[str, Any], *, state: State) -> Iterator[Remark]:
        if "game_value" in honours:
            yield Remark(template=VALUE_TEXT, values=honours["game_value"])


def _rate_game(lost: int, *, goal: int) -> int:
    """A treble, a double or a single: the losers have nothing, less than half, or half and more."""
    if lost == 0:
        return 3
    return 2 if 2 * lost < goal else 1
