"""Tables of any game, and hands entered on their pages as a browser without scripts sends them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.test import Client

from league.models import League, Player, Table
from league.services.seating import seat_table
from league.services.setup import create_event


def open_table(
    league: League,
    players: Sequence[Player],
    *,
    game: str,
    preset: str = "",
    options: Mapping[str, object] | None = None,
    count: int | None = None,
    entry_kind: str = "",
) -> Table:
    """A table of a new event, with the first of the players in its seats."""
    event = create_event(
        league, name=f"{game} night", game=game, preset=preset, options=options, entry_kind=entry_kind, by=None,
        source="web",
    )  # fmt: skip
    seats = dict(zip(event.make_rules(count).seats, players, strict=False))
    return seat_table(event, round_number=1, number=1, seats=seats, players=count, by=None, source="web")


def address(table: Table) -> str:
    """The page of a table."""
    return f"/events/{table.event.slug}/round/{table.round.number}/table/{table.number}/"


def press(client: Client, table: Table, *, action: str = "save", **pressed: Any) -> Any:
    """Send the form of a hand with these inputs; `__` in a name stands for the hyphen of the page."""
    form = client.get(address(table)).context["form"]
    hidden = {"key": form["key"].value(), "position": str(form["position"].value()), "action": action}
    sent = hidden | {name.replace("__", "-"): value for name, value in pressed.items()}
    return client.post(address(table), sent)


def read_facts(table: Table) -> list[dict[str, Any]]:
    """The facts that stand at a table, in order."""
    return [record.facts for record in table.records.filter(void=False).order_by("position")]


def read_scores(client: Client, table: Table) -> dict[str, int]:
    """The totals that the scoreboard shows, by side."""
    return {side["code"]: side["total"] for side in client.get(address(table)).context["sides"]}
