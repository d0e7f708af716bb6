"""The prizes of an event as data: what is won for what, and what becomes of ties."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from msgspec import Struct

from rules.game import Violation, gettext_noop
from scoring.pots import OddCents

PrizeKind = Literal["place", "most", "lowest_total", "high_game", "board", "attendance"]

#: What becomes of a prize that several are level for.
PrizeTies = Literal["split", "play_off", "each"]


class Prize(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One prize.

    `kind`: a `place` of the standings (of a `division`, where one is named), the `most` of a `count` (loners made), the
    `lowest_total` (the booby prize), the highest single game, the highest score on the `board` of high scores (the 12
    and 13 of Land-Grant), or the most evenings attended. Who has played fewer than `minimum_games` is left out.

    `money` is in cents; `percent` of the pot is added to it; `points` are league points or chips. Tied places of one
    ladder share their prizes together, by the rule for `ties` of the best of them.
    """

    code: str
    kind: PrizeKind
    title: str = ""
    place: int = 1
    count: str = ""
    division: str = ""
    minimum_games: int = 1
    money: int = 0
    percent: int = 0
    points: int = 0
    ties: PrizeTies = "split"

    @property
    def is_side_prize(self) -> bool:
        """Whether it is for something else than a place in the whole standings."""
        return self.kind != "place" or bool(self.division)


class PrizeRules(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The prizes in their order: an earlier one is given first, and what somebody may not win goes to the next.

    The places of one ladder (the whole standings, or a division) are given together, where the first of them stands.

    `first_no_side_prize`: who has the first place wins no side prize. `one_side_prize`: nobody wins two side prizes.
    `one_prize`: nobody wins two prizes at all.
    """

    prizes: tuple[Prize, ...]
    first_no_side_prize: bool = False
    one_side_prize: bool = False
    one_prize: bool = False
    odd_cents: OddCents = "pot"


PRIZE_FAULTS: Mapping[str, str] = {
    "twice": gettext_noop("Two prizes are called {code}."),
    "no_count": gettext_noop("{code} needs a count to be the most of."),
    "place": gettext_noop("{code} needs a place of at least 1."),
    "same_place": gettext_noop("{code} is for the same place as another prize."),
    "negative": gettext_noop("{code} would take something away."),
    "too_much": gettext_noop("The shares of the pot make {percent} percent."),
}


def find_prize_faults(rules: PrizeRules) -> Iterator[Violation]:
    """What is wrong with a list of prizes."""
    codes: set[str] = set()
    places: set[tuple[str, int]] = set()
    for prize in rules.prizes:
        if prize.code in codes:
            yield _fault("twice", prize.code)
        if prize.kind == "most" and not prize.count:
            yield _fault("no_count", prize.code)
        if prize.kind == "place" and prize.place < 1:
            yield _fault("place", prize.code)
        if prize.kind == "place" and (prize.division, prize.place) in places:
            yield _fault("same_place", prize.code)
        if min(prize.money, prize.percent, prize.points) < 0:
            yield _fault("negative", prize.code)
        codes.add(prize.code)
        if prize.kind == "place":
            places.add((prize.division, prize.place))
    percent = sum(prize.percent for prize in rules.prizes)
    if percent > 100:
        template = PRIZE_FAULTS["too_much"]
        yield Violation(field="prizes", code="too_much", template=template, values={"percent": percent})


def _fault(kind: str, code: str) -> Violation:
    return Violation(field="prizes", code=kind, template=PRIZE_FAULTS[kind], values={"code": code})
