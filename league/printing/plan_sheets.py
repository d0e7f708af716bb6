"""The plan of an event's rounds on paper: a chart for the wall, and a card for each player."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from msgspec import Struct, structs

from league.models import Event
from league.plan_words import name_players
from league.printing.letters import letter_seat
from league.selectors.plans import PlannedRound, PlannedTable, find_plan, read_rounds
from league.selectors.player_turns import PlayerTurn, list_turns
from league.selectors.upcoming import find_upcoming


class ChartTable(Struct, frozen=True, kw_only=True):
    """A table of the chart: the people of each side."""

    number: int
    sides: tuple[tuple[str, ...], ...]


class ChartRound(Struct, frozen=True, kw_only=True):
    """A row of the chart."""

    number: int
    tables: tuple[ChartTable, ...]
    sit_out: tuple[str, ...]


class CardTurn(Struct, frozen=True, kw_only=True):
    """A row of a player's card; without a table it is the turn to sit out."""

    number: int
    table: str
    seat: str
    partners: tuple[str, ...]
    opponents: tuple[str, ...]


class Card(Struct, frozen=True, kw_only=True):
    """A player's card."""

    name: str
    turns: tuple[CardTurn, ...]


class PlanSheets(Struct, frozen=True, kw_only=True):
    """What is printed: the chart, or the cards."""

    title: str
    league: str
    language: str
    paper: str
    words: Mapping[str, str]
    rounds: tuple[ChartRound, ...] = ()
    cards: tuple[Card, ...] = ()


def build_chart(event: Event, *, paper: str) -> PlanSheets:
    """All rounds of the plan that stands; none where each follows from the results of the last."""
    names = name_players(event)
    rounds = tuple(
        ChartRound(
            number=each.number,
            tables=tuple(_make_table(event, table, names) for table in each.tables),
            sit_out=tuple(names.get(who, "") for who in each.sit_out),
        )
        for each in list_planned(event)
    )
    return structs.replace(_describe(event, paper), rounds=rounds)


def build_cards(event: Event, *, paper: str) -> PlanSheets:
    """A card for everybody who is in the plan, by name."""
    names = name_players(event)
    rounds = list_planned(event)
    people = {who for each in rounds for table in each.tables for who in table.seats.values()}
    people |= {who for each in rounds for who in each.sit_out}
    cards = tuple(
        Card(name=names[who], turns=tuple(_make_card_turn(event, turn) for turn in list_turns(event, who)))
        for who in sorted(people & names.keys(), key=lambda who: names[who])
    )
    return structs.replace(_describe(event, paper), cards=cards)


def list_planned(event: Event) -> tuple[PlannedRound, ...]:
    """The rounds planned ahead, or only the next one where each follows from the last."""
    plan = find_plan(event)
    rounds = read_rounds(plan) if plan else ()
    if rounds:
        return rounds
    upcoming = find_upcoming(event)
    return (upcoming.round,) if upcoming and upcoming.round else ()


def _make_table(event: Event, table: PlannedTable, names: Mapping[int, str]) -> ChartTable:
    game = event.make_rules(len(table.seats)) if event.rules.player_counts else event.rules
    sides = [[seat for seat in game.seats_of(side) if seat in table.seats] for side in game.sides]
    return ChartTable(
        number=table.number,
        sides=tuple(tuple(names.get(table.seats[seat], "") for seat in seats) for seats in sides),
    )


def _make_card_turn(event: Event, turn: PlayerTurn) -> CardTurn:
    return CardTurn(
        number=turn.number,
        table="" if turn.table is None else str(turn.table),
        seat=letter_seat(event.rules, turn.seat) if turn.seat else "",
        partners=turn.partners,
        opponents=turn.opponents,
    )


def _describe(event: Event, paper: str) -> PlanSheets:
    """What both have: whose it is, and the words."""
    words = {
        "round": _("Round"),
        "table": _("Table"),
        "seat": _("Seat"),
        "partner": _("Partner"),
        "against": pgettext("whom somebody plays against", "Against"),
        "sits_out": _("sits out"),
        "sit_out": _("Sit out"),
    }
    return PlanSheets(
        title=event.name, league=event.league.name, language=get_language() or "en", paper=paper, words=words
    )
