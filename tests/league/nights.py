"""An evening of single players who change partners, by its plan."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User

from league.models import Attendance, League, Player
from league.models.event import EntryKind
from league.models.planning import Format
from league.plan_options import PlayerOptions
from league.services.planned_rounds import open_planned_round
from league.services.plans import take_plan
from league.services.player_plans import Proposal, propose_plan
from league.services.setup import add_players, create_event


class Night:
    """An evening with so many players, all of whom were checked in before the first round."""

    def __init__(
        self, league: League, admin: User, count: int, *, game: str = "land-grant-euchre", size: int | None = None
    ) -> None:
        self.who: dict[str, Any] = {"by": admin, "source": "web"}
        self.players = list(add_players(league, [f"P{at:02}" for at in range(1, count + 1)], **self.who).added)
        self.event = create_event(
            league, name="Tuesday", game=game, entry_kind=EntryKind.PLAYER, players=size, **self.who
        )
        self.come(self.players)

    def come(self, players: list[Player], *, arrived: int = 1) -> None:
        Attendance.objects.bulk_create(
            Attendance(event=self.event, player=player, arrived=arrived) for player in players
        )

    def leave(self, player: Player, *, after: int) -> None:
        Attendance.objects.filter(event=self.event, player=player).update(left=after)

    def propose(self, format: Format, **options: Any) -> Proposal:
        return propose_plan(self.event, format=format, options=PlayerOptions(**options))

    def take(self, proposal: Proposal, *, reason: str = "") -> None:
        seen: dict[str, Any] = {"seen_version": proposal.seen_version, "seen_round": proposal.seen_round}
        take_plan(self.event, proposal.plan, reason=reason, **seen, **self.who)

    def plan(self, format: Format, *, reason: str = "", **options: Any) -> None:
        self.take(self.propose(format, **options), reason=reason)

    def open(self, number: int, **more: Any) -> None:
        open_planned_round(self.event, number=number, **more, **self.who)
