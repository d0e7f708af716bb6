"""What is stored. Facts only ever gain rows; `SeatResult` is derived and can be rebuilt at any time."""

from league.models.audit import AuditRow
from league.models.call import Call
from league.models.claim import Claim
from league.models.event import Entry, Event, Season
from league.models.invitation import Invitation
from league.models.job import ImportJob
from league.models.link import TableLink
from league.models.people import League, Membership, Player
from league.models.record import DealRecord
from league.models.result import SeatResult
from league.models.seating import Round, Seat, Table

__all__ = [
    "AuditRow",
    "Call",
    "Claim",
    "DealRecord",
    "Entry",
    "Event",
    "ImportJob",
    "Invitation",
    "League",
    "Membership",
    "Player",
    "Round",
    "Season",
    "Seat",
    "SeatResult",
    "Table",
    "TableLink",
]
