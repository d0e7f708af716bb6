"""A season ranked by its rules, over the evenings that count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from fractions import Fraction

import msgspec
from msgspec import Struct, structs

from league.models import Event, Season
from league.models.event import Stage
from league.models.standing import AdjustmentUnit
from league.selectors.evenings import Evening, read_evening
from league.selectors.prizes import award_event_prizes, read_prize_rules
from league.selectors.season_units import Units, find_units
from scoring import game_results
from scoring.game_results import Decision, Result
from scoring.placing import Ranking, rank_results
from scoring.season_rules import SeasonRules
from scoring.standing_presets import find_usual_rules
from scoring.standing_rules import StandingRules

#: What is not played is numbered below nought within its event, and so apart in a season: the evening itself is 0.
NUMBERS_AN_EVENT = 1_000_000

#: Which stages count by a season's setting.
COUNTING = {
    "all": frozenset(Stage),
    "published": frozenset({Stage.PUBLISHED, Stage.FINAL}),
    "final": frozenset({Stage.FINAL}),
}


class HeldEvening(Struct, frozen=True, kw_only=True):
    """An event of the season that counts, with its number in it and the number of the evening that it counts for."""

    event: Event
    evening: Evening
    number: int
    counts_for: int


class SeasonRanking(Struct, frozen=True, kw_only=True):
    """A season's players, pairs or teams ranked. `rules` are those of the season, `standings` what they come to.

    `left_out` are events that do not count: not far enough, or ranked so that they cannot be added up.
    """

    rules: SeasonRules
    standings: StandingRules
    units: Units
    evenings: tuple[HeldEvening, ...]
    left_out: tuple[Event, ...]
    ranking: Ranking


def read_season_rules(season: Season) -> SeasonRules:
    """The rules that were set for a season, or the usual ones."""
    return msgspec.convert(season.standing_rules, SeasonRules) if season.standing_rules else SeasonRules()


def list_season_events(season: Season) -> list[Event]:
    """The events of a season in the order in which they are held; those without a date come last."""
    events = season.events.select_related("league", "season")
    return sorted(events, key=lambda event: (event.held_on is None, event.held_on or event.created_at.date(), event.pk))


def rank_season(season: Season) -> SeasonRanking:
    """Rank a season as its rows are now. Evenings that have not changed are not read again."""
    rules = read_season_rules(season)
    events = list_season_events(season)
    known, left_out = _read_evenings(events, rules)
    units = find_units([(event.pk, evening) for event, evening in known], rules, season.league)
    evenings = _number_evenings(known)
    standings = _make_standings(rules, evenings)
    return SeasonRanking(
        rules=rules,
        standings=standings,
        units=units,
        evenings=evenings,
        left_out=left_out,
        ranking=rank_results(
            _list_results(rules, units, evenings),
            standings,
            entries=units.names,
            adjustments=(
                *_carry_adjustments(rules, units, evenings),
                *_list_prize_points(rules, standings, units, evenings),
                *_list_own(season, units),
            ),
            decisions=_list_decisions(season, units),
        ),
    )


def _read_evenings(events: list[Event], rules: SeasonRules) -> tuple[list[tuple[Event, Evening]], tuple[Event, ...]]:
    """The events that count with what they bring, and those that do not."""
    known: list[tuple[Event, Evening]] = []
    left_out = []
    for event in events:
        evening = read_evening(event) if event.stage in COUNTING[rules.events] else None
        if evening is None or (rules.counts == "evenings" and evening.fewer_is_better):
            left_out.append(event)
        else:
            known.append((event, evening))
    return known, tuple(left_out)


def _number_evenings(known: list[tuple[Event, Evening]]) -> tuple[HeldEvening, ...]:
    """The evenings on which anything came to an end, numbered as they were held."""
    held = [(event, evening) for event, evening in known if evening.results]
    numbers = {event.pk: number for number, (event, _evening) in enumerate(held, start=1)}
    return tuple(
        HeldEvening(
            event=event,
            evening=evening,
            number=numbers[event.pk],
            counts_for=numbers.get(event.makes_up_id or event.pk, numbers[event.pk]),
        )
        for event, evening in held
    )


def _make_standings(rules: SeasonRules, evenings: Iterable[HeldEvening]) -> StandingRules:
    """How the season's results are ranked. What is not played counts as on its evenings, unless the season says so."""
    usual = StandingRules()
    unplayed: dict[game_results.Kind, object] = {}
    for held in evenings:
        own = _rank_without_bracket(held)
        usual = structs.replace(own, drop_worst=0, keep_best=None, minimum_evenings=0, drop_by="evening")
        unplayed |= own.unplayed
    usual = structs.replace(usual, idle_apart=True, unplayed={})
    made = rules.standings or usual
    with_unplayed = structs.replace(made, unplayed={**unplayed, **made.unplayed})
    return structs.replace(rules, standings=with_unplayed).make_standings(usual)


def _rank_without_bracket(held: HeldEvening) -> StandingRules:
    """The rules of an evening as a season can have them: games of several evenings make no bracket."""
    own, usual = held.evening.rules, find_usual_rules(held.event.rules)
    if own.rank_by == "bracket":
        return structs.replace(own, rank_by=usual.rank_by, tie_breaks=usual.tie_breaks)
    return structs.replace(own, tie_breaks=tuple(code for code in own.tie_breaks if code != "bracket"))


def _list_results(rules: SeasonRules, units: Units, evenings: Iterable[HeldEvening]) -> Iterator[Result]:
    for held in evenings:
        attended = set()
        seen: set[tuple[int, int]] = set()
        own = held.evening.person_results if rules.ranked == "persons" else held.evening.results
        for result in own:
            carried = _carry(result, units, held)
            if carried is not None and (carried.entry, carried.game) not in seen:
                seen.add((carried.entry, carried.game))
                attended.add(carried.entry)
                yield carried
        for unit, given in _find_given(rules, units, held).items():
            if unit in attended:
                yield Result(
                    game=-held.event.pk * NUMBERS_AN_EVENT,
                    entry=unit,
                    evening=held.number,
                    makes_up=held.counts_for,
                    kind="evening",
                    given=given,
                )


def _carry(result: Result, units: Units, held: HeldEvening) -> Result | None:
    """A result of an event as one of the season; None for somebody who is not ranked in it."""
    unit = units.find(held.event.pk, result.entry)
    if unit is None:
        return None
    opponents = (units.find(held.event.pk, entry) for entry in result.opponents)
    return structs.replace(
        result,
        game=result.game if result.game > 0 else result.game - held.event.pk * NUMBERS_AN_EVENT,
        entry=unit,
        evening=held.number,
        makes_up=held.counts_for,
        opponents=tuple(sorted({other for other in opponents if other is not None and other != unit})),
    )


def _find_given(rules: SeasonRules, units: Units, held: HeldEvening) -> dict[int, Fraction]:
    """Unit -> what the evening brings as a whole. Of several places on one evening the best counts."""
    given: dict[int, Fraction] = {}
    if rules.counts == "places":
        for rank, entries in held.evening.places:
            worth = rules.share_places(entries, first=rank)
            for unit in units.find_all(held.event.pk, entries):
                given[unit] = max(given.get(unit, worth), worth)
    if rules.counts == "evenings":
        for entry, value in held.evening.worth.items():
            for unit in units.find_all(held.event.pk, (entry,)):
                given[unit] = given.get(unit, Fraction(0)) + value
    return given


def _carry_adjustments(
    rules: SeasonRules, units: Units, evenings: Iterable[HeldEvening]
) -> Iterator[game_results.Adjustment]:
    """Adjustments of the evenings, where their games count: in the evening's own figure they are in already."""
    if rules.counts != "games":
        return
    for held in evenings:
        for given in held.evening.adjustments:
            for unit in units.find_all(held.event.pk, (given.entry,)):
                yield structs.replace(given, entry=unit, reason=f"{given.reason} ({held.event.name})")


def _list_prize_points(
    rules: SeasonRules, standings: StandingRules, units: Units, evenings: Iterable[HeldEvening]
) -> Iterator[game_results.Adjustment]:
    """Points won as prizes of the evenings, where they count: as league points, unless points are ranked."""
    are_points = standings.rank_by in ("points_for", "difference")
    for held in evenings if rules.prize_points else ():
        if any(prize.points for prize in read_prize_rules(held.event).prizes):
            awarded = award_event_prizes(held.event)
            for award in awarded.prizes.awards:
                reason = f"{', '.join(awarded.name_prizes(award.prizes))} ({held.event.name})"
                for unit in units.find_all(held.event.pk, (award.entry,)):
                    yield game_results.Adjustment(
                        entry=unit,
                        reason=reason,
                        league_points=Decimal(0 if are_points else award.points),
                        points=award.points if are_points else 0,
                    )


def _list_own(season: Season, units: Units) -> Iterator[game_results.Adjustment]:
    for row in season.adjustments.filter(cancels__isnull=True, cancelled_by__isnull=True).order_by("pk"):
        unit = units.find_stored(player=row.player_id, entry=row.entry_id)
        is_league = row.unit == AdjustmentUnit.LEAGUE_POINTS
        if unit is not None:
            yield game_results.Adjustment(
                entry=unit,
                reason=row.reason,
                league_points=Decimal(row.amount) if is_league else Decimal(0),
                points=0 if is_league else row.amount,
            )


def _list_decisions(season: Season, units: Units) -> Iterator[Decision]:
    for row in season.tie_decisions.filter(cancels__isnull=True, cancelled_by__isnull=True).order_by("pk"):
        entries = dict.fromkeys(units.find_number(number) for number in row.order)
        yield Decision(number=row.pk, entries=tuple(entries), how=row.way, reason=row.reason)  # type: ignore[arg-type]
