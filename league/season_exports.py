"""The standings of a season as files: CSV and XLSX. Texts are never formulas, figures stay figures."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction

from xlsxwriter import Workbook

from league.exports import MARK
from league.selectors.season_standings import SeasonStandings, write_plain
from scoring.cells import guard_text

#: Columns before those of the evenings. Names of columns are for programs, as in the exports of events.
FIRST_COLUMNS = ("rank", "name", "value", "adjusted", "evenings_attended", "games_played", "games_won")

Value = str | int | Fraction | None


def write_standings_table(standings: SeasonStandings) -> str:
    """The standings as CSV: a heading, then a row a line. An evening that is left out counts all the same there."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(_list_columns(standings))
    writer.writerows([_write(value) for value in row] for row in _list_rows(standings))
    return MARK + text.getvalue()


def write_standings_workbook(standings: SeasonStandings) -> bytes:
    """The same as a workbook; figures are numbers, to as many places as a spreadsheet keeps."""
    content = io.BytesIO()
    with Workbook(content, {"constant_memory": True}) as workbook:
        sheet = workbook.add_worksheet()
        sheet.freeze_panes(1, 2)
        bold = workbook.add_format({"bold": True})
        for place, name in enumerate(_list_columns(standings)):
            sheet.write_string(0, place, name, bold)
        for line, row in enumerate(_list_rows(standings), start=1):
            for place, value in enumerate(row):
                if isinstance(value, str):
                    sheet.write_string(line, place, value)
                elif value is not None:
                    sheet.write_number(line, place, float(value))
    return content.getvalue()


def _list_columns(standings: SeasonStandings) -> list[str]:
    evenings = [f"{head.number}: {', '.join(head.events.values())}" for head in standings.evenings]
    return [*FIRST_COLUMNS, *(guard_text(title) for title in evenings), "dropped", "apart"]


def _list_rows(standings: SeasonStandings) -> Iterator[list[Value]]:
    for line in standings.lines:
        yield [
            line.rank,
            guard_text(line.name),
            line.value,
            line.adjusted,
            line.attended,
            line.games_played,
            line.games_won,
            *(cell.value for cell in line.evenings),
            "+".join(str(cell.number) for cell in line.evenings if cell.is_dropped),
            line.apart or "",
        ]


def _write(value: Value) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else write_plain(Fraction(value))
