"""Build tally sheets: from a table and what was recorded there, or for a table that is not seated yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.models import Event, Table, TableLink
from league.printing.codes import make_event_code, make_table_code
from league.printing.layout import Layout
from league.printing.layouts import find_layout
from league.printing.letters import find_script, letter_seat, letter_side, letter_warnable
from league.printing.lines import list_blank_lines, list_columns, list_recorded_lines, name_seats_shortly
from league.printing.sheet import Count, Document, Form, Name, Score, SeatPlace, TallySheet
from league.selectors.table_folds import fold_tables
from league.wording import join_names, name_in_seat, word_changed_rules
from rules.game import Game, fill
from scoring.fold import count_tallies
from scoring.sheet import Folded, Sheet

#: Paper sizes by the name in an address, as typst calls them.
PAPERS: Mapping[str, str] = {"a4": "a4", "letter": "us-letter"}

MARK = "×"
#: Empty rows that stay on the sheet of a game in play, even where it then takes a further page.
ROWS_KEPT = 6


def build_document(event: Event, sheets: tuple[TallySheet, ...], *, paper: str) -> Document:
    """Sheets of one event, with what is the same on all of them. `paper` is a key of PAPERS."""
    sizes = sorted({sheet.players for sheet in sheets})
    return Document(
        title=event.name,
        language=get_language() or "en",
        paper=PAPERS[paper],
        forms={str(players): build_form(make_rules(event, players), event.preset) for players in sizes},
        words=_list_words(),
        sheets=sheets,
    )


def list_player_counts(game: Game) -> tuple[int, ...]:
    """How many can play, for a sheet on which that is chosen."""
    return game.player_counts or (len(game.seats),)


def make_rules(event: Event, players: int | None) -> Game:
    """The event's game for a table of so many; None, or a game that is always played by as many, is as usual."""
    usual = event.rules
    return event.make_rules(players) if usual.player_counts and players is not None else usual


def build_form(game: Game, preset: str) -> Form:
    """What is the same on every sheet of a game."""
    layout = find_layout(game)
    changes = word_changed_rules(game, preset)
    said = {f"{change}." for change in changes}
    return Form(
        game=_(game.title),
        house_rules=_(game.preset_titles[preset]),
        changes=". ".join(changes),
        goal=_("First to %(target)s") % {"target": game.goal} if game.goal else "",
        columns=list_columns(game, layout),
        keys=layout.keys(game),
        notes=(
            _("A misdeal takes no line: the same dealer deals again."),
            *(note for note in layout.notes(game) if note not in said),
            *layout.says(game, preset),
        ),
    )


def list_table_sheets(
    tables: QuerySet[Table],
    *,
    is_blank: bool,
    links: Mapping[int, TableLink] | None = None,
    hidden: Mapping[int, int] | None = None,
) -> tuple[TallySheet, ...]:
    """A sheet for each table, in order of round and number: empty, or with what was recorded.

    `links` are the tables' links, by table, that are to stand on paper: whoever holds the sheet may then record.
    `hidden`: table -> the first position that is left out.
    """
    links = links or {}
    return tuple(
        build_blank_sheet(fold.table, fold.sheet, link=links.get(fold.table.pk))
        if is_blank
        else build_recorded_sheet(fold.table, fold.sheet, fold.folded, link=links.get(fold.table.pk))
        for fold in fold_tables(tables, hidden=hidden)
    )


def build_blank_sheet(table: Table, sheet: Sheet, *, link: TableLink | None = None) -> TallySheet:
    """An empty sheet for a table: who sits where and who deals when."""
    game = sheet.game
    layout = find_layout(game)
    return TallySheet(
        rows=list_blank_lines(game, layout, names=sheet.names, first_dealer=sheet.first_dealer),
        spare_rows=layout.spare_lines,
        scores=_list_scores(game, sheet.names),
        counts=tuple(_list_counts(game, layout, warned=sheet.warned)),
        workings=layout.workings(game, None, sheet.names),
        **_head_table(table, sheet, link),
    )


def build_recorded_sheet(table: Table, sheet: Sheet, folded: Folded, *, link: TableLink | None = None) -> TallySheet:
    """What was recorded at a table, in the boxes in which it would stand by hand."""
    if not folded.steps and not folded.finished:
        return build_blank_sheet(table, sheet, link=link)
    game = sheet.game
    layout = find_layout(game)
    workings = layout.workings(game, folded, sheet.names)
    now = date_format(timezone.localtime(), "SHORT_DATETIME_FORMAT")
    rows = list_recorded_lines(folded, layout, names=sheet.names)
    return TallySheet(
        rows=rows,
        spare_rows=max(len(rows) - len(folded.steps) - ROWS_KEPT, 0) if layout.spare_lines else 0,
        scores=_list_scores(game, sheet.names, folded=folded),
        counts=tuple(_list_counts(game, layout, warned=folded.state.warned, folded=folded)),
        workings=workings,
        outcome=_say_outcome(folded, sheet.names),
        remarks=tuple(_list_remarks(sheet, folded, says_honours=not workings)),
        recorded=_("As recorded on %(when)s") % {"when": now},
        **_head_table(table, sheet, link),
    )


def build_spare_sheet(event: Event, *, players: int | None = None) -> TallySheet:
    """A sheet for any table of an event: round, table, names and dealers are written in.

    `players` is how many play, where the game leaves that open; None is the event's usual number.
    """
    game = make_rules(event, players)
    layout = find_layout(game)
    return TallySheet(
        players=len(game.seats),
        rows=list_blank_lines(game, layout, names={}, first_dealer=""),
        spare_rows=layout.spare_lines,
        scores=_list_scores(game, {}),
        counts=tuple(_list_counts(game, layout, warned=frozenset())),
        workings=layout.workings(game, None, {}),
        seats=_list_seats(game, {}, first_dealer=""),
        names=_list_names(game, layout, {}),
        code=make_event_code(event),
        **_head_event(event),
    )


def _head_event(event: Event) -> dict[str, Any]:
    return {
        "title": event.name,
        "league": event.league.name,
        "date": date_format(event.held_on, "DATE_FORMAT") if event.held_on else "",
    }


def _head_table(table: Table, sheet: Sheet, link: TableLink | None) -> dict[str, Any]:
    game = sheet.game
    return {
        "players": len(game.seats),
        "round": str(table.round.number),
        "table": str(table.number),
        "seats": _list_seats(game, _name_seats(table), first_dealer=sheet.first_dealer),
        "names": _list_names(game, find_layout(game), sheet.names),
        "code": make_table_code(table, link=link),
        **_head_event(table.event),
    }


def _name_seats(table: Table) -> dict[str, str]:
    """Who sits where, with whose place it is and with whom it is shared."""
    return {seat.seat: name_in_seat(seat) for seat in table.seats.all()}


def _list_seats(game: Game, names: Mapping[str, str], *, first_dealer: str) -> tuple[SeatPlace, ...]:
    return tuple(
        SeatPlace(
            letter=letter_seat(game, seat),
            name=names.get(seat, ""),
            is_dark=len(game.sides) == 2 and game.side_of(seat) == game.sides[0],
            deals_first=seat == first_dealer,
            script=find_script(names.get(seat, "")),
        )
        for seat in game.seats
    )


def _list_names(game: Game, layout: Layout, names: Mapping[str, str]) -> tuple[Name, ...]:
    """Whose the columns are that take a name, in their order: those of the sides."""
    if not any(column.takes_name for column in list_columns(game, layout)):
        return ()
    players = [_join_players(game, side, names) for side in game.sides]
    return tuple(Name(text=name, script=find_script(name)) for name in players)


def _list_scores(game: Game, names: Mapping[str, str], *, folded: Folded | None = None) -> tuple[Score, ...]:
    """Where the final score stands: empty to be written in, until the game is finished."""
    return tuple(
        Score(
            label=letter_side(game, side),
            signed=_("Signed for %(side)s") % {"side": letter_side(game, side)},
            players=_join_players(game, side, names),
            text=str(folded.state.totals[side]) if folded and folded.finished else "",
            has_won=folded is not None and folded.winner == side,
            script=find_script(_join_players(game, side, names)),
        )
        for side in game.sides
    )


def _list_counts(
    game: Game, layout: Layout, *, warned: frozenset[str], folded: Folded | None = None
) -> Iterator[Count]:
    """What is counted per seat, and who stands warned; a warning from before stands on an empty sheet too."""
    for code in layout.counts:
        tallies = [tally.seat for tally in count_tallies(folded) if tally.code == code] if folded else []
        none = "0" if folded and folded.finished else ""
        yield Count(
            title=_(game.tally_titles[code]),
            labels=tuple(letter_seat(game, seat) for seat in game.seats),
            texts=tuple(str(tallies.count(seat) or none) for seat in game.seats),
        )
    if game.carries_warnings:
        yield Count(
            title=_("Warned already"),
            labels=tuple(letter_warnable(game, who) for who in game.warnable),
            texts=tuple(MARK if who in warned else "" for who in game.warnable),
        )


def _say_outcome(folded: Folded, names: Mapping[str, str]) -> str:
    if not folded.finished:
        return _("In play")
    if not folded.game.has_winner:
        return ""
    if folded.winner is None:
        return _("Level: a draw")
    side = letter_side(folded.game, folded.winner)
    players = _join_players(folded.game, folded.winner, names)
    return _("Won by %(side)s: %(players)s") % {"side": side, "players": players} if players else side


def _list_remarks(sheet: Sheet, folded: Folded, *, says_honours: bool) -> Iterator[str]:
    if sheet.finished:
        yield _("Time was called.")
    if not says_honours:
        return
    sides = {side: letter_side(sheet.game, side) for side in sheet.game.sides}
    spoken = name_seats_shortly(sheet.game, sheet.names) | sides
    for remark in sheet.game.describe_honours(folded.honours, state=folded.state):
        values = {key: spoken.get(str(value), value) for key, value in remark.values.items()}
        yield fill(_(remark.template), values)


def _join_players(game: Game, side: str, names: Mapping[str, str]) -> str:
    return join_names([names[seat] for seat in game.seats_of(side) if seat in names])


def _list_words() -> dict[str, str]:
    """The template's own texts."""
    return {
        "round": _("Round"),
        "table": _("Table"),
        "date": _("Date"),
        "deals_first": _("deals first"),
        "final_score": _("Final score"),
        "entered": _("Entered by"),
        "page": _("Page"),
        "changed_below": _("(with the house rules printed below)"),
    }
