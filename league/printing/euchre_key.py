"""What the tricks of a Euchre hand bring, as a small table for the sheets of all games of Euchre."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from django.utils.translation import gettext as _

from league.printing.sheet import KeyTable
from rules.euchre_hands import PointsTable

TRICKS = tuple(range(6))


def make_points_key(points: PointsTable) -> KeyTable:
    """The points table, the tricks that bring the same in one row, a march first."""
    return KeyTable(
        title=_("Points"),
        words=1,
        heads=(_("Makers' tricks"), _("With partner"), _("Alone")),
        rows=tuple(_list_rows(points)),
    )


def _list_rows(points: PointsTable) -> Iterator[tuple[str, str, str]]:
    for (together, alone), group in groupby(reversed(TRICKS), lambda t: (points[t, False][:2], points[t, True][:2])):
        tricks = sorted(group)
        span = str(tricks[0]) if len(tricks) == 1 else f"{tricks[0]}–{tricks[-1]}"
        yield span, _write_points(*together), _write_points(*alone)


def _write_points(makers: int, defenders: int) -> str:
    return str(makers) if makers else _("defenders %(points)s") % {"points": defenders}
