"""Land-Grant Euchre League: four players, fixed partners, first to 10.

The league's printed house rules decide; where they are silent or contradict themselves, the reading is a
house rule with a default. The help page docs/games/land-grant-euchre.md explains each one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta, Struct

from rules.euchre_hands import HAND_TALLIES, POINTS, EuchreGame, EuchreHand, check_bidding, count_hand, score_hand
from rules.game import (
    PAIRS,
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
    say_beforehand,
    say_choices,
)
from rules.land_grant_texts import (
    FAULT_TEXTS,
    HIGH_SCORE_TEXT,
    KIND_WORDS,
    PENALTY_TEXTS,
    RULE_WORDS,
    WARNING_TEXT,
)

TARGET = 10
HIGH_SCORES = (12, 13)

#: (maker, tricks, alone) -> the line of a hand that was played out.
HAND_LINES: Mapping[tuple[str | None, int | None, bool], tuple[Line, ...]] = {
    (seat, tricks, alone): (say_beforehand(score_hand(side, tricks=tricks, alone=alone)),)
    for seat, side in PAIRS.items()
    for tricks, alone in POINTS
}

#: What an offence is worth to the opponents. League rules, list of violations; on a loner two figures are house rules.
PENALTY = 2

#: The house rule `warning_scope` -> how far a warning follows those who got it.
WARNING_REACH: Mapping[str, Literal["game", "night", "season"]] = {
    "team_per_game": "game",
    "player_per_game": "game",
    "team_per_night": "night",
    "season": "season",
}

#: Offences in the play of the cards: there is a maker by then, and a lone maker's partner takes no part.
PLAY_OFFENCES = frozenset({"renege", "lead_out_of_turn"})


class Infraction(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One breach of the rules, in the order in which they happened."""

    kind: Annotated[
        Literal["renege", "bid_out_of_turn", "lead_out_of_turn", "table_talk"],
        say_choices(gettext_noop("Infraction"), KIND_WORDS),
    ]
    offender: Annotated[Seat, Meta(title=gettext_noop("Who"))]


class LandGrantDeal(EuchreHand, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The facts of one hand; an infraction that ends the hand takes the place of the tricks."""

    infractions: Annotated[tuple[Infraction, ...], Meta(title=gettext_noop("Infractions"))] = ()


class Judgement(Struct, frozen=True, kw_only=True):
    """What one infraction brings. `ends_hand` is None where the record decides: with tricks, it went on."""

    kind: str
    offender: str
    points: int
    warned: str
    is_warning: bool
    ends_hand: bool | None


class LandGrantEuchre(EuchreGame, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """House rules of the league; the defaults read its page literally."""

    key: ClassVar[str] = "land-grant-euchre"
    title: ClassVar[str] = gettext_noop("Land-Grant Euchre")
    Deal: ClassVar[type[GameDeal]] = LandGrantDeal
    carries_warnings: ClassVar[bool] = True
    takes_points: ClassVar[bool] = False
    presets: ClassVar[Mapping[str, Mapping[str, Any]]] = {
        "league": {},
        "fair-renege": {"loner_renege_by_defender": 4},
    }
    preset_titles: ClassVar[Mapping[str, str]] = {
        "league": gettext_noop("League rules, read literally"),
        "fair-renege": gettext_noop("League rules, 4 points for a defender's renege against a loner"),
    }
    tally_titles: ClassVar[Mapping[str, str]] = {
        **HAND_TALLIES,
        "penalties": gettext_noop("Penalties"),
        "warnings": gettext_noop("Warnings"),
    }
    headline_tallies: ClassVar[tuple[str, ...]] = ("loners_made", "euchres_made", "euchres_suffered")

    loss_of_bid: Annotated[
        Literal["hand_over", "bid_forfeited_hand_continues"],
        say_choices(gettext_noop("Offence by the side that bid"), RULE_WORDS["loss_of_bid"]),
    ] = "hand_over"
    defender_offence: Annotated[
        Literal["opponents_2_hand_over", "play_on_plus_2"],
        say_choices(gettext_noop("Offence by the defenders"), RULE_WORDS["defender_offence"]),
    ] = "opponents_2_hand_over"
    loner_renege_by_defender: Annotated[
        Literal[2, 4],
        say_choices(gettext_noop("Defender's renege against a loner"), RULE_WORDS["loner_renege_by_defender"]),
    ] = 2
    warning_scope: Annotated[
        Literal["team_per_game", "team_per_night", "player_per_game", "season"],
        say_choices(gettext_noop("A warning counts for"), RULE_WORDS["warning_scope"]),
    ] = "team_per_game"
    bragging_source: Annotated[
        Literal["loner_only", "any_12_13"],
        say_choices(gettext_noop("High scores listed"), RULE_WORDS["bragging_source"]),
    ] = "loner_only"
    loner_lead_out_of_turn: Annotated[
        Literal[4],
        say_choices(gettext_noop("Lead out of turn on a loner"), RULE_WORDS["loner_lead_out_of_turn"]),
    ] = 4

    @property
    def goal(self) -> int:
        return TARGET

    @property
    def warnable(self) -> tuple[str, ...]:
        return self.seats if self.warning_scope == "player_per_game" else self.sides

    @property
    def warning_reach(self) -> Literal["game", "night", "season"]:
        return WARNING_REACH[self.warning_scope]

    def violations(self, deal: LandGrantDeal, before: State) -> Iterable[Violation]:
        if deal.infractions or deal.maker is None or deal.tricks is None or deal.turned_down is not None:
            return self._list_faults(deal, before)
        return ()  # most hands: all there is, nothing that anything else could contradict

    def _list_faults(self, deal: LandGrantDeal, before: State) -> Iterator[Violation]:
        judgements = self._judge(deal, before)
        is_played_out = not self._may_lack_tricks(judgements, before)
        yield from self._check_maker(deal, is_played_out=is_played_out)
        yield from self._check_tricks(deal, judgements, is_played_out=is_played_out)
        yield from check_bidding(deal)
        yield from self._check_offenders(deal)

    def lines(self, deal: LandGrantDeal, before: State) -> Iterable[Line]:
        played = HAND_LINES.get((deal.maker, deal.tricks, deal.alone), ())
        return self._line_up(deal, played, before) if deal.infractions else played

    def tallies(self, deal: LandGrantDeal, before: State) -> Iterator[Tally]:
        maker = deal.maker
        codes = {line.code for line in self.lines(deal, before)}
        if maker is not None:
            yield from count_hand(deal, self.side_of(maker), codes)
        for judgement in self._judge(deal, before):
            code = "warnings" if judgement.is_warning else "penalties"
            yield Tally(code=code, side=self.side_of(judgement.offender), seat=judgement.offender)

    def is_over(self, state: State) -> bool:
        return state.totals["NS"] >= TARGET or state.totals["EW"] >= TARGET

    def is_surely_over(self, least: State, *, unread: int | None) -> bool:
        return self.is_over(least)

    def honours(self, steps: Sequence[Scored], *, state: State, finished: bool) -> dict[str, object]:
        """`high_scores`: 12 and 13, reached by a made loner from 8 or 9, or by any means (house rule)."""
        found: dict[str, int] = {}
        for step in steps:
            for side, score in step.after.totals.items():
                if score in HIGH_SCORES and (self.bragging_source == "any_12_13" or _has_loner(step.lines, side)):
                    found[side] = score
                elif found and found.get(side) != score:
                    found.pop(side, None)  # a ruling has changed it since
        return {"high_scores": [{"side": side, "score": score} for side, score in found.items()]}

    def describe_honours(self, honours: Mapping[str, Any], *, state: State) -> Iterator[Remark]:
        for high in honours["high_scores"]:
            yield Remark(template=HIGH_SCORE_TEXT, values=high)

    def _line_up(self, deal: LandGrantDeal, played: tuple[Line, ...], before: State) -> Iterator[Line]:
        """The lines of a hand with infractions: what each brings, then the hand's own points."""
        totals = dict(before.totals)
        for judgement in self._judge(deal, before):
            line = self._line_of(judgement)
            yield line
            totals[line.side] += line.points
            if totals[line.side] >= TARGET:
                return  # the penalty ended the game: the hand's own points do not count
        yield from played

    def _line_of(self, judgement: Judgement) -> Line:
        offenders = self.side_of(judgement.offender)
        if judgement.is_warning:
            return Line(
                side=offenders,
                points=0,
                code="warning",
                template=WARNING_TEXT,
                values={"offender": judgement.offender},
                rule="warnings",
                warns=judgement.warned,
            )
        return Line(
            side=other_side(offenders),
            points=judgement.points,
            code=judgement.kind,
            template=PENALTY_TEXTS[judgement.kind],
            values={"offender": judgement.offender, "points": judgement.points},
            rule="penalties",
        )

    def _judge(self, deal: LandGrantDeal, before: State) -> tuple[Judgement, ...]:
        """What each infraction brings, in order: a first table talk is a warning, the rest are penalties."""
        warned = set(before.warned)
        judgements = []
        for infraction in deal.infractions:
            offender = infraction.offender
            who = offender if self.warning_scope == "player_per_game" else self.side_of(offender)
            is_warning = infraction.kind == "table_talk" and who not in warned
            if is_warning:
                warned.add(who)
            judgements.append(
                Judgement(
                    kind=infraction.kind,
                    offender=offender,
                    points=0 if is_warning else self._penalty(infraction, deal),
                    warned=who,
                    is_warning=is_warning,
                    ends_hand=False if is_warning else self._ends_hand(infraction, deal),
                )
            )
        return tuple(judgements)

    def _penalty(self, infraction: Infraction, deal: LandGrantDeal) -> int:
        if deal.alone and infraction.kind == "lead_out_of_turn":
            return self.loner_lead_out_of_turn
        if deal.alone and infraction.kind == "renege" and not self._offends_for_makers(infraction, deal):
            return self.loner_renege_by_defender
        return PENALTY

    def _ends_hand(self, infraction: Infraction, deal: LandGrantDeal) -> bool | None:
        """Whether the hand ends: `loss_of_bid` says so for the bidders, `defender_offence` for the defenders.

        A bid out of turn or table talk by the side that came to defend may fall under either, because it may
        have happened while that side was still bidding: where the two house rules differ, the record decides.
        """
        by_bid = self.loss_of_bid == "hand_over"
        by_defence = self.defender_offence == "opponents_2_hand_over"
        if self._offends_for_makers(infraction, deal) or deal.maker is None:
            return by_bid
        if infraction.kind in PLAY_OFFENCES or by_bid == by_defence:
            return by_defence
        return None

    def _offends_for_makers(self, infraction: Infraction, deal: LandGrantDeal) -> bool:
        return deal.maker is not None and self.side_of(infraction.offender) == self.side_of(deal.maker)

    def _check_maker(self, deal: LandGrantDeal, *, is_played_out: bool) -> Iterator[Violation]:
        if deal.maker is not None:
            return
        offences = {infraction.kind for infraction in deal.infractions}
        needs_maker = is_played_out or deal.tricks is not None or bool(offences & PLAY_OFFENCES)
        if needs_maker:
            yield _fault("maker", "missing")
        if deal.alone and not needs_maker:
            yield _fault("alone", "no_maker")
        if deal.suit is not None and not needs_maker:
            yield _fault("suit", "no_maker")

    def _check_tricks(
        self, deal: LandGrantDeal, judgements: tuple[Judgement, ...], *, is_played_out: bool
    ) -> Iterator[Violation]:
        ending = [judgement for judgement in judgements if judgement.ends_hand]
        if len(ending) > 1:
            yield _fault("infractions", "two_endings")
        if deal.tricks is not None and ending:
            yield _fault("tricks", "hand_over")
        if deal.tricks is None and is_played_out:
            yield _fault("tricks", "missing")

    def _may_lack_tricks(self, judgements: tuple[Judgement, ...], before: State) -> bool:
        """Whether no cards were played to an end: a penalty ended the hand, or the game."""
        if any(judgement.ends_hand is not False for judgement in judgements):
            return True
        totals = dict(before.totals)
        for judgement in judgements:
            totals[other_side(self.side_of(judgement.offender))] += judgement.points
        return any(judgement.points for judgement in judgements) and max(totals.values()) >= TARGET

    def _check_offenders(self, deal: LandGrantDeal) -> Iterator[Violation]:
        if deal.maker is None or not deal.alone:
            return
        partner = self.partner_of(deal.maker)
        for place, infraction in enumerate(deal.infractions):
            if infraction.offender == partner and infraction.kind in PLAY_OFFENCES:
                yield _fault("offender", "sits_out", within=f"infractions.{place}.")


def _has_loner(lines: tuple[Line, ...], side: str) -> bool:
    return any(line.code == "loner" and line.side == side for line in lines)


def _fault(field: str, code: str, *, within: str = "") -> Violation:
    return Violation(field=within + field, code=code, template=FAULT_TEXTS[field, code])
