"""What is stored. Facts only ever gain rows; `SeatResult` is derived and can be rebuilt at any time."""

from league.models.audit import AuditRow
from league.models.call import Call
from league.models.claim import Claim
from league.models.event import Entry, Event, Season
from league.models.invitation import Invitation
from league.models.job import ImportJob
from league.models.link import TableLink
from league.models.merge import PlayerMerge
from league.models.people import League, Membership, Player
from league.models.planning import Attendance, EventPlan, Match, SitOut
from league.models.rating import RatingStep
from league.models.record import DealRecord
from league.models.result import SeatResult
from league.models.seating import Round, Seat, Table
from league.models.standing import Adjustment, TieDecision
from league.models.team import Division, Team, TeamPlayer

__all__ = [
    "Adjustment",
    "Attendance",
    "AuditRow",
    "Call",
    "Claim",
    "DealRecord",
    "Division",
    "Entry",
    "Event",
    "EventPlan",
    "ImportJob",
    "Invitation",
    "League",
    "Match",
    "Membership",
    "Player",
    "PlayerMerge",
    "RatingStep",
    "Round",
    "Season",
    "Seat",
    "SeatResult",
    "SitOut",
    "Table",
    "TableLink",
    "Team",
    "TeamPlayer",
    "TieDecision",
]
