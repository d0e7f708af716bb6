"""Euchre for four in fixed pairs, as leagues and progressive evenings play it.

Where rule sheets of clubs differ, the difference is a house rule. The help page docs/games/euchre.md explains each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from rules.ending import has_ended
from rules.euchre_hands import (
    HAND_TALLIES,
    POINTS,
    EuchreGame,
    EuchreHand,
    PointsTable,
    check_bidding,
    count_hand,
    score_hand,
)
from rules.euchre_texts import (
    CREDIT_TEXT,
    FAULT_TEXTS,
    KIND_WORDS,
    NOT_PASSED_OUT,
    PRESET_TITLES,
    RENEGE_TEXT,
    RULE_WORDS,
)
from rules.game import (
    GameDeal,
    Line,
    Remark,
    Scored,
    Seat,
    State,
    Tally,
    Violation,
    gettext_noop,
    other_side,
    say_choices,
)


def _stop_loner(points: int, code: str) -> PointsTable:
    """The points table with another figure for a lone hand that is euchred."""
    return {**POINTS, **{(tricks, True): (0, points, code) for tricks in (0, 1, 2)}}


#: House rule `euchred_loner` -> the points table; and the one for a hand that an opponent defends alone.
TABLES: Mapping[int, PointsTable] = {points: _stop_loner(points, "loner_stopped") for points in (2, 3, 4)}
DEFENDED_ALONE = _stop_loner(4, "loner_stopped_alone")

#: What a renege is worth to the other side on a hand that the maker plays with the partner.
RENEGE = 2

#: The facts of a hand that was played, which one that everybody passed has not.
PLAYED_FACTS = ("maker", "alone", "tricks", "suit", "lone_defender", "infractions")


class Renege(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A suit not followed although it could have been; it ends the hand."""

    kind: Annotated[Literal["renege"], say_choices(gettext_noop("Infraction"), KIND_WORDS)]
    offender: Annotated[Seat, Meta(title=gettext_noop("Who"))]


class EuchreDeal(EuchreHand, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one hand; a renege takes the place of the tricks."""

    lone_defender: Annotated[Seat, Meta(title=gettext_noop("Defender alone"))] | None = None
    passed_out: Annotated[bool, Meta(title=gettext_noop("Everybody passed"))] = False
    infractions: Annotated[tuple[Renege, ...], Meta(title=gettext_noop("Infractions"))] = ()


class Euchre(EuchreGame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules of leagues and evenings; the defaults are what most of their rule sheets say."""

    key: ClassVar[str] = "euchre"
    title: ClassVar[str] = gettext_noop("Euchre")
    Deal: ClassVar[type[GameDeal]] = EuchreDeal
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "league": {},
        "evening": {"target": "none", "hands": 8},
        "progressive": {"target": "none", "hands": 8, "loner_credit": 1, "euchred_loner": 3},
        "cornish": {"target": 21, "deck": 25, "all_pass": "deal_passes"},
    }
    preset_titles: ClassVar[Mapping[str, str]] = PRESET_TITLES
    tally_titles: ClassVar[Mapping[str, str]] = {
        **HAND_TALLIES,
        "lone_defences": gettext_noop("Loners stopped alone"),
        "loner_points": gettext_noop("Points of one's own for loners"),
        "reneges": gettext_noop("Reneges"),
    }
    headline_tallies: ClassVar[tuple[str, ...]] = ("loners_made", "euchres_made", "euchres_suffered")
    credited_tallies: ClassVar[tuple[str, ...]] = ("loner_points",)

    target: Annotated[
        Literal[10, 5, 7, 11, 13, 15, 21, 25, "none"],
        say_choices(gettext_noop("A game is"), RULE_WORDS["target"]),
    ] = 10
    hands: Annotated[
        Literal["open", 4, 5, 8, 10, 12, 16, 20],
        say_choices(gettext_noop("Number of hands"), RULE_WORDS["hands"]),
    ] = "open"
    euchred_loner: Annotated[
        Literal[2, 3, 4],
        say_choices(gettext_noop("A euchred loner brings the defenders"), RULE_WORDS["euchred_loner"]),
    ] = 2
    loner_credit: Annotated[
        Literal["none", 1],
        say_choices(gettext_noop("A made loner"), RULE_WORDS["loner_credit"]),
    ] = "none"
    defend_alone: Annotated[
        Literal["no", 4],
        say_choices(gettext_noop("Defending alone"), RULE_WORDS["defend_alone"]),
    ] = "no"
    assist_alone: Annotated[
        Literal["no", "yes"],
        say_choices(gettext_noop("The dealer's partner, having ordered up, plays"), RULE_WORDS["assist_alone"]),
    ] = "no"
    all_pass: Annotated[
        Literal["stick_dealer", "deal_passes", "same_dealer_redeals"],
        say_choices(gettext_noop("Everybody passes"), RULE_WORDS["all_pass"]),
    ] = "stick_dealer"
    loner_renege: Annotated[
        Literal[4, 2],
        say_choices(gettext_noop("A renege on a loner brings the others"), RULE_WORDS["loner_renege"]),
    ] = 4
    deck: Annotated[
        Literal[24, 25, 32],
        say_choices(gettext_noop("Pack"), RULE_WORDS["deck"]),
    ] = 24

    @property
    def goal(self) -> int | None:
        return self.target if isinstance(self.target, int) else None

    def violations(self, deal: EuchreDeal, before: State) -> Iterator[Violation]:
        if deal.passed_out:
            yield from self._check_passed_out(deal)
            return
        if deal.maker is None:
            yield _fault("maker", "missing")
        yield from _check_ending(deal)
        yield from check_bidding(deal)
        yield from self._check_lone_defender(deal)
        yield from self._check_offenders(deal)
        if self._must_be_alone(deal, before):
            yield _fault("alone", "dealers_partner")

    def lines(self, deal: EuchreDeal, before: State) -> Iterator[Line]:
        if deal.infractions:
            yield self._renege_line(deal.infractions[0].offender, alone=deal.alone)
        elif deal.maker is not None and deal.tricks is not None:
            points = TABLES[self.euchred_loner] if deal.lone_defender is None else DEFENDED_ALONE
            yield score_hand(self.side_of(deal.maker), tricks=deal.tricks, alone=deal.alone, points=points)

    def tallies(self, deal: EuchreDeal, before: State) -> Iterator[Tally]:
        if deal.maker is None:
            return
        makers = self.side_of(deal.maker)
        codes = {line.code for line in self.lines(deal, before)}
        yield from count_hand(deal, makers, codes)
        if "loner" in codes and self.loner_credit == 1:
            yield Tally(code="loner_points", side=makers, seat=deal.maker)
        if "loner_stopped_alone" in codes:
            yield Tally(code="lone_defences", side=other_side(makers), seat=deal.lone_defender)
        for renege in deal.infractions:
            yield Tally(code="reneges", side=self.side_of(renege.offender), seat=renege.offender)

    def counts_as_dealt(self, deal: EuchreDeal) -> bool:
        return not (deal.passed_out and self.all_pass == "same_dealer_redeals")

    def is_over(self, state: State) -> bool:
        return has_ended(state, goal=self.goal, hands=self.hands)

    def honours(self, steps: Sequence[Scored], *, state: State, finished: bool) -> dict[str, object]:
        """`loner_points`: seat -> points that a person has beside those of the side, by the house rule."""
        if self.loner_credit == "none":
            return {}
        makers = [
            step.after.last.maker
            for step in steps
            if isinstance(step.after.last, EuchreDeal) and any(line.code == "loner" for line in step.lines)
        ]
        return {"loner_points": {seat: makers.count(seat) for seat in self.seats if seat in makers}}

    def describe_honours(self, honours: Mapping[str, Any], *, state: State) -> Iterator[Remark]:
        for seat, points in honours.get("loner_points", {}).items():
            yield Remark(template=CREDIT_TEXT, values={"maker": seat, "points": points})

    def _renege_line(self, offender: str, *, alone: bool) -> Line:
        points = self.loner_renege if alone else RENEGE
        return Line(
            side=other_side(self.side_of(offender)),
            points=points,
            code="renege",
            template=RENEGE_TEXT,
            values={"offender": offender, "points": points},
            rule="penalties",
        )

    def _check_passed_out(self, deal: EuchreDeal) -> Iterator[Violation]:
        if self.all_pass == "stick_dealer":
            yield _fault("passed_out", "stick_dealer")
        for name in PLAYED_FACTS:
            value = getattr(deal, name)
            if value is not None and value is not False and value != ():
                yield Violation(field=name, code="passed_out", template=NOT_PASSED_OUT)

    def _check_lone_defender(self, deal: EuchreDeal) -> Iterator[Violation]:
        if deal.lone_defender is None:
            return
        if self.defend_alone == "no":
            yield _fault("lone_defender", "not_allowed")
            return
        if not deal.alone:
            yield _fault("lone_defender", "not_against_pair")
        if deal.maker is not None and self.side_of(deal.maker) == self.side_of(deal.lone_defender):
            yield _fault("lone_defender", "own_side")

    def _check_offenders(self, deal: EuchreDeal) -> Iterator[Violation]:
        """Partners of lone players hold no cards and cannot renege."""
        lone = (deal.maker if deal.alone else None, deal.lone_defender)
        idle = [self.partner_of(seat) for seat in lone if seat is not None]
        for place, renege in enumerate(deal.infractions):
            if renege.offender in idle:
                yield _fault("offender", "sits_out", within=f"infractions.{place}.")

    def _must_be_alone(self, deal: EuchreDeal, before: State) -> bool:
        """Whether the dealer's partner has ordered up, plays with the dealer, and may not."""
        is_forbidden = self.assist_alone == "yes" and deal.round == 1 and not deal.alone
        return is_forbidden and before.dealer_known and deal.maker == self.partner_of(before.dealer)


def _check_ending(deal: EuchreDeal) -> Iterator[Violation]:
    """A hand ends with its tricks or with one renege."""
    if len(deal.infractions) > 1:
        yield _fault("infractions", "two_endings")
    if deal.tricks is not None and deal.infractions:
        yield _fault("tricks", "hand_over")
    if deal.tricks is None and not deal.infractions:
        yield _fault("tricks", "missing")


def _fault(field: str, code: str, *, within: str = "") -> Violation:
    return Violation(field=within + field, code=code, template=FAULT_TEXTS[field, code])
