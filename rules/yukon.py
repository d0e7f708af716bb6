"""Yukon: two to five players each alone, or four in two partnerships; the cards captured count.

The sources give the values of the cards, the end at 250 and two ways to break a tie; the rest is a house rule with a
default. The help page docs/games/yukon.md explains each one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter, mul
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from rules.game import (
    Game,
    GameDeal,
    Line,
    Seat,
    Side,
    State,
    Tally,
    Violation,
    gettext_noop,
    say_beforehand,
    say_choices,
)
from rules.yukon_cards import CARD_VALUES, PACK, PACK_POINTS, TOTALS, TOTALS_WITH_ACE, can_divide
from rules.yukon_texts import (
    CARD_TITLES,
    CARDS_TEXT,
    FAULT_TEXTS,
    KIND_WORDS,
    PLAYERS_WORDS,
    POINTS_TEXT,
    REVOKE_TEXT,
    RULE_WORDS,
)

#: Players -> seats, clockwise, and sides: partners where four play, else everybody for himself.
SEATS: Mapping[int, tuple[str, ...]] = {
    2: ("A", "B"),
    3: ("A", "B", "C"),
    4: ("N", "E", "S", "W"),
    5: ("A", "B", "C", "D", "E"),
}
SIDES: Mapping[int, tuple[str, ...]] = {**SEATS, 4: ("NS", "EW")}
PARTNERSHIP = 4
#: So many sides can always have totals together of which each is possible, an ace at any of them among these.
SIDES_WITHOUT_CONFLICT = 3


class CardCounts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How many counting cards of each kind one side captured."""

    grand_yukon: Annotated[int, Meta(ge=0, le=PACK["grand_yukon"], title=CARD_TITLES["grand_yukon"])] = 0
    yukons: Annotated[int, Meta(ge=0, le=PACK["yukons"], title=CARD_TITLES["yukons"])] = 0
    tens: Annotated[int, Meta(ge=0, le=PACK["tens"], title=CARD_TITLES["tens"])] = 0
    aces: Annotated[int, Meta(ge=0, le=PACK["aces"], title=CARD_TITLES["aces"])] = 0
    kings: Annotated[int, Meta(ge=0, le=PACK["kings"], title=CARD_TITLES["kings"])] = 0
    queens: Annotated[int, Meta(ge=0, le=PACK["queens"], title=CARD_TITLES["queens"])] = 0


NO_CARDS = CardCounts()
#: The counts of one side, in the order of PACK.
COUNT_CARDS: Callable[[CardCounts], tuple[int, ...]] = attrgetter(*PACK)
WHOLE_PACK = tuple(PACK.values())
#: House rule `card_values` -> what a line about cards says of each kind's worth.
WORTH_VALUES: Mapping[str, Mapping[str, int]] = {
    values: {f"{kind}_worth": each for kind, each in worth.items()} for values, worth in CARD_VALUES.items()
}


#: The most points that the pack can have.
MOST_POINTS = max(PACK_POINTS.values())


def _make_points_line(side: str, points: int, *, pack: int) -> Line:
    values = {"points": points, "pack": pack}
    line = Line(side=side, points=points, code="points", template=POINTS_TEXT, values=values, rule="points")
    return say_beforehand(line)


#: House rule `card_values` -> side -> the line of each number of points, from 0.
POINTS_LINES: Mapping[str, Mapping[str, tuple[Line, ...]]] = {
    values: {
        side: tuple(_make_points_line(side, points, pack=pack) for points in range(MOST_POINTS + 1))
        for side in {side for sides in SIDES.values() for side in sides}
    }
    for values, pack in PACK_POINTS.items()
}


class YukonInfraction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A breach of the rules that gives the pack to the other side."""

    kind: Annotated[Literal["revoke"], say_choices(gettext_noop("Infraction"), KIND_WORDS)]
    offender: Annotated[Seat, Meta(title=gettext_noop("Who"))]


class YukonDeal(GameDeal, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one deal: points of each side, or its cards. A side that is left out has none."""

    points: (
        Annotated[Mapping[Side, Annotated[int, Meta(ge=0, le=MOST_POINTS)]], Meta(title=gettext_noop("Points"))] | None
    ) = None
    cards: Annotated[Mapping[Side, CardCounts], Meta(title=gettext_noop("Cards"))] | None = None
    ace_of_spades: Annotated[Side, Meta(title=gettext_noop("Ace of spades"))] | None = None
    infractions: Annotated[tuple[YukonInfraction, ...], Meta(title=gettext_noop("Infractions"))] = ()


class Yukon(Game, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules of Yukon; the defaults are those of the English source."""

    key: ClassVar[str] = "yukon"
    title: ClassVar[str] = gettext_noop("Yukon")
    Deal: ClassVar[type[GameDeal]] = YukonDeal
    player_counts: ClassVar[tuple[int, ...]] = tuple(SEATS)
    takes_points: ClassVar[bool] = False
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "recommended": {},
        "extra-deals": {"tie_break": "extra_deals"},
        "golddigger": {"card_values": "golddigger_128"},
    }
    preset_titles: ClassVar[Mapping[str, str]] = {
        "recommended": gettext_noop("Recommended: the ace of spades breaks ties"),
        "extra-deals": gettext_noop("Further deals break ties"),
        "golddigger": gettext_noop("Golddigger: Yukons count 11"),
    }
    tally_titles: ClassVar[Mapping[str, str]] = {
        "spade_aces": gettext_noop("Aces of spades captured"),
        "whole_packs": gettext_noop("Deals with every point"),
        "revokes": gettext_noop("Revokes"),
    }
    headline_tallies: ClassVar[tuple[str, ...]] = ("spade_aces", "whole_packs")

    players: Annotated[Literal[2, 3, 4, 5], say_choices(gettext_noop("Players"), PLAYERS_WORDS)] = 4
    tie_break: Annotated[
        Literal["ace_of_spades", "extra_deals"],
        say_choices(gettext_noop("Level at the end"), RULE_WORDS["tie_break"]),
    ] = "ace_of_spades"
    target: Annotated[
        Literal[
            250, 500, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118,
            119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139,
            140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, "single_deal", "each_deals_once",
        ],
        say_choices(gettext_noop("The game goes to"), RULE_WORDS["target"]),
    ] = 250  # fmt: skip
    card_values: Annotated[
        Literal["yukon_125", "golddigger_128"],
        say_choices(gettext_noop("Values of the cards"), RULE_WORDS["card_values"]),
    ] = "yukon_125"
    ace_rank: Annotated[
        Literal["high", "low"],
        say_choices(gettext_noop("Aces rank"), RULE_WORDS["ace_rank"]),
    ] = "high"
    revoke: Annotated[
        Literal["ruling", "forfeit_deal"],
        say_choices(gettext_noop("A revoke"), RULE_WORDS["revoke"]),
    ] = "ruling"

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS[self.players]

    @property
    def sides(self) -> tuple[str, ...]:
        return SIDES[self.players]

    @property
    def goal(self) -> int | None:
        return self.target if isinstance(self.target, int) else None

    def side_of(self, seat: str) -> str:
        if self.players != PARTNERSHIP:
            return seat
        return "NS" if seat in "NS" else "EW"

    def violations(self, deal: YukonDeal, before: State) -> Iterable[Violation]:
        points, cards, ace = deal.points, deal.cards, deal.ace_of_spades
        if not deal.infractions:
            if points is not None and cards is None and self._are_points_right(points, ace_of_spades=ace):
                return ()
            if cards is not None and points is None and _are_cards_right(cards, ace_of_spades=ace):
                return ()
        return self._list_faults(deal)

    def _list_faults(self, deal: YukonDeal) -> Iterator[Violation]:
        if deal.infractions:
            yield from self._check_infractions(deal)
        if self.revoke == "forfeit_deal" and deal.infractions:
            yield from _refuse_counts(deal)
        elif deal.points is not None and deal.cards is not None:
            yield _fault("cards", "points_too")
        elif deal.points is not None:
            yield from self._check_points(deal.points, ace_of_spades=deal.ace_of_spades)
        elif deal.cards is not None:
            yield from self._check_cards(deal.cards, ace_of_spades=deal.ace_of_spades)
        else:
            yield _fault("points", "missing")

    def lines(self, deal: YukonDeal, before: State) -> Iterable[Line]:
        pack = PACK_POINTS[self.card_values]
        if deal.infractions:
            return (self._revoke_line(deal, pack=pack),)
        if deal.points is not None:
            lines = POINTS_LINES[self.card_values]
            return [lines[side][deal.points.get(side, 0)] for side in self.sides]
        if deal.cards is not None:
            return [self._make_cards_line(side, deal.cards.get(side, NO_CARDS)) for side in self.sides]
        return ()

    def tallies(self, deal: YukonDeal, before: State) -> Iterator[Tally]:
        for infraction in deal.infractions:
            yield Tally(code="revokes", side=self.side_of(infraction.offender), seat=infraction.offender)
        if deal.ace_of_spades is not None:
            yield Tally(code="spade_aces", side=deal.ace_of_spades)
        if not deal.infractions:
            pack = PACK_POINTS[self.card_values]
            for line in self.lines(deal, before):
                if line.points == pack:
                    yield Tally(code="whole_packs", side=line.side)

    def is_over(self, state: State) -> bool:
        return self._has_come_to_the_end(state) and self._pick_winner(state) is not None

    def is_surely_over(self, least: State, *, unread: int | None) -> bool:
        """At the end, with a side so far ahead that the deals at fault cannot have made another level with it."""
        if unread is None or not self._has_come_to_the_end(least):
            return False
        *_rest, second, first = sorted(least.totals.values())
        return first > second + unread * PACK_POINTS[self.card_values]

    def find_winner(self, state: State) -> str | None:
        """The side ahead; level, the ace of spades decides at the end of a game, but not when time is called."""
        if self._has_come_to_the_end(state):
            return self._pick_winner(state)
        ahead = _list_leaders(state)
        return ahead[0] if len(ahead) == 1 else None

    def _has_come_to_the_end(self, state: State) -> bool:
        """Whether a side is at the target, or the agreed deals are played. Level sides may have to go on."""
        if self.target == "single_deal":
            return state.played >= 1
        if self.target == "each_deals_once":
            return state.played >= self.players
        return max(state.totals.values()) >= self.target

    def _pick_winner(self, state: State) -> str | None:
        """Who has won at the end: the higher total, then the tie-break; None where a further deal has to decide."""
        ahead = _list_leaders(state)
        if len(ahead) == 1:
            return ahead[0]
        if self.tie_break == "extra_deals" or state.last is None:
            return None
        ace = self._find_ace(state.last)
        return ace if ace in ahead else None

    def _find_ace(self, deal: Any) -> str | None:
        """Who took the ace of spades in a deal; None where it is not written down. A revoke gives it away as well."""
        return self._find_receiver(deal) if deal.infractions else deal.ace_of_spades

    def _find_receiver(self, deal: YukonDeal) -> str:
        """The side that a revoke gives the pack to."""
        offenders = self.side_of(deal.infractions[0].offender)
        return next(side for side in self.sides if side != offenders)

    def _revoke_line(self, deal: YukonDeal, *, pack: int) -> Line:
        return Line(
            side=self._find_receiver(deal),
            points=pack,
            code="revoke",
            template=REVOKE_TEXT,
            values={"offender": deal.infractions[0].offender, "points": pack},
            rule="revokes",
        )

    def _make_cards_line(self, side: str, cards: CardCounts) -> Line:
        counts = COUNT_CARDS(cards)
        points = sum(map(mul, counts, CARD_VALUES[self.card_values].values()))
        values = {**WORTH_VALUES[self.card_values], **dict(zip(PACK, counts, strict=True)), "points": points}
        return Line(side=side, points=points, code="cards", template=CARDS_TEXT, values=values, rule="points")

    def _are_points_right(self, given: Mapping[str, int], *, ace_of_spades: str | None) -> bool:
        """Whether there is nothing that `_check_points` would find: a division of the pack is all that it asks for."""
        sides, values = self.sides, self.card_values
        points = tuple([given.get(side, 0) for side in sides])
        if sum(points) != PACK_POINTS[values]:
            return False
        place = None if ace_of_spades is None else sides.index(ace_of_spades)
        if len(points) > SIDES_WITHOUT_CONFLICT:
            return can_divide(points, values=values, ace_at=place)
        is_right = TOTALS[values].issuperset(points)
        return is_right and (place is None or points[place] in TOTALS_WITH_ACE[values])

    def _check_infractions(self, deal: YukonDeal) -> Iterator[Violation]:
        if self.revoke == "ruling":
            yield _fault("infractions", "ruling")
        elif len(self.sides) > 2:
            yield _fault("infractions", "two_sides_only")
        elif len(deal.infractions) > 1:
            yield _fault("infractions", "two_endings")

    def _check_points(self, given: Mapping[str, int], *, ace_of_spades: str | None) -> Iterator[Violation]:
        points = tuple(given.get(side, 0) for side in self.sides)
        pack = PACK_POINTS[self.card_values]
        total = sum(points)
        if total != pack:
            yield _fault("points", "wrong_sum", sum=total, pack=pack)
        impossible = [side for side in self.sides if given.get(side, 0) not in TOTALS[self.card_values]]
        for side in impossible:
            yield _fault("points", "impossible_total", within=f".{side}", points=given[side])
        is_divisible = total == pack and not impossible
        needs_division = is_divisible and len(points) > SIDES_WITHOUT_CONFLICT
        if needs_division and not can_divide(points, values=self.card_values):
            yield _fault("points", "impossible_division")
            needs_division = False
        if ace_of_spades is not None and not self._may_have_ace(points, ace_of_spades, needs_division=needs_division):
            yield _fault("ace_of_spades", "no_ace")

    def _may_have_ace(self, points: tuple[int, ...], side: str, *, needs_division: bool) -> bool:
        """Whether a side's points have room for an ace; beside the others' only where that is not certain."""
        place = self.sides.index(side)
        if points[place] not in TOTALS_WITH_ACE[self.card_values]:
            return points[place] not in TOTALS[self.card_values]  # what is impossible anyway is named once
        return not needs_division or can_divide(points, values=self.card_values, ace_at=place)

    def _check_cards(self, given: Mapping[str, CardCounts], *, ace_of_spades: str | None) -> Iterator[Violation]:
        for kind, pack in PACK.items():
            total = sum(getattr(cards, kind) for cards in given.values())
            if total != pack:
                most = max(self.sides, key=lambda side: getattr(given.get(side, NO_CARDS), kind))
                yield _fault("cards", "wrong_count", within=f".{most}.{kind}", sum=total, pack=pack)
            elif kind == "aces" and ace_of_spades is not None and not given.get(ace_of_spades, NO_CARDS).aces:
                yield _fault("ace_of_spades", "no_ace")


def _are_cards_right(given: Mapping[str, CardCounts], *, ace_of_spades: str | None) -> bool:
    """Whether there is nothing that `_check_cards` would find."""
    total = tuple(map(sum, zip(*map(COUNT_CARDS, given.values()), strict=True)))
    has_ace = ace_of_spades is None or given.get(ace_of_spades, NO_CARDS).aces > 0
    return has_ace and total == WHOLE_PACK


def _refuse_counts(deal: YukonDeal) -> Iterator[Violation]:
    """After a revoke that gives the pack away nothing is counted."""
    for field in ("points", "cards", "ace_of_spades"):
        if getattr(deal, field) is not None:
            yield _fault(field, "forfeited")


def _list_leaders(state: State) -> list[str]:
    """The sides with the highest total."""
    ahead = max(state.totals.values())
    return [side for side, total in state.totals.items() if total == ahead]


def _fault(field: str, code: str, *, within: str = "", **values: int) -> Violation:
    """A fault of a field, or of what it has `within`: `.NS` of `points`."""
    return Violation(field=field + within, code=code, template=FAULT_TEXTS[field, code], values=values)
