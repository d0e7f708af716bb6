"""Who goes up and who goes down, from the final places of each division. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct


class Placed(Struct, frozen=True, kw_only=True):
    """A team at the end of a season; `rank` is None for one without a place, and shared by those that are level."""

    team: int
    rank: int | None
    is_leaving: bool = False


class FinalDivision(Struct, frozen=True, kw_only=True):
    """A division at the end of a season: its teams, best first, and how many go up and down."""

    teams: tuple[Placed, ...]
    promoted: int = 0
    relegated: int = 0


class OpenLine(Struct, frozen=True, kw_only=True):
    """A tie that the line between staying and moving runs through: division (from 0), which line, and who is level."""

    division: int
    is_upper: bool
    teams: tuple[int, ...]


class Moved(Struct, frozen=True, kw_only=True):
    """The divisions of the next season, best first, who moved up or down, and what is still open."""

    divisions: tuple[tuple[int, ...], ...]
    up: tuple[int, ...]
    down: tuple[int, ...]
    unresolved: tuple[OpenLine, ...]


def move_teams(divisions: Sequence[FinalDivision]) -> Moved:
    """Move the best of each division up and the last down; the highest has no way up, the lowest none down.

    A team that leaves keeps its place in the count of those who go down, and is in no division of the next season.
    Of a tie across a line nothing is decided: those level are listed as open, and stand in the order given.
    """
    up: list[list[int]] = []
    down: list[list[int]] = []
    unresolved: list[OpenLine] = []
    for number, division in enumerate(divisions):
        rising = division.promoted if number > 0 else 0
        falling = division.relegated if number < len(divisions) - 1 else 0
        rising = min(rising, len(division.teams))
        falling = min(falling, len(division.teams) - rising)
        upper, lower = rising, len(division.teams) - falling
        unresolved += _find_open(division, number, upper, is_upper=True)
        unresolved += _find_open(division, number, lower, is_upper=False)
        up.append([placed.team for placed in division.teams[:upper] if not placed.is_leaving])
        down.append([placed.team for placed in division.teams[lower:] if not placed.is_leaving])
    after = []
    for number, division in enumerate(divisions):
        moving = {*up[number], *down[number]}
        staying = [each.team for each in division.teams if each.team not in moving and not each.is_leaving]
        fallen = down[number - 1] if number else []
        risen = up[number + 1] if number + 1 < len(divisions) else []
        after.append((*fallen, *staying, *risen))
    return Moved(
        divisions=tuple(after),
        up=tuple(team for teams in up for team in teams),
        down=tuple(team for teams in down for team in teams),
        unresolved=tuple(unresolved),
    )


def _find_open(division: FinalDivision, number: int, line: int, *, is_upper: bool) -> list[OpenLine]:
    """The tie that a line runs through, if it runs through one."""
    if not 0 < line < len(division.teams):
        return []
    above, below = division.teams[line - 1], division.teams[line]
    if above.rank != below.rank or (above.rank is None and below.is_leaving):
        return []
    level = tuple(placed.team for placed in division.teams if placed.rank == above.rank)
    return [OpenLine(division=number, is_upper=is_upper, teams=level)]
