"""Who is there at an event: the list, and what is said of one person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.api.attendance_serializers import AttendanceBody, AttendanceSerializer
from league.api.fields import read_body
from league.api.objects import demand_right, get_actor, get_event
from league.api.refusals import RequestRefusedError, write_fault
from league.api.responses import READS, WRITES, document
from league.models import Attendance, Event, Player
from league.models.record import Source
from league.selectors.attendance import list_attendances, write_state
from league.selectors.suggestions import find_next_round
from league.services.attendance import (
    AttendanceChangedError,
    check_in,
    let_leave,
    mark_no_show,
    take_back_check_in,
)
from league.services.attendance_places import play_alone, share_seat, stand_in, stay_at
from league.services.walk_ins import WhoIsMeantError, check_in_by_name

#: Action -> the service, the keys of the body that it takes under which of its names, and what it is always told.
Said = tuple[Callable[..., Attendance], Mapping[str, str], Mapping[str, Any]]
SERVICES: Mapping[str, Said] = {
    "check_in": (check_in, {"round": "from_round"}, {}),
    "take_back": (take_back_check_in, {}, {}),
    "no_show": (mark_no_show, {}, {}),
    "leave": (let_leave, {"round": "after_round"}, {}),
    "stand_in": (stand_in, {"other": "place_of"}, {}),
    "stand_in_once": (stand_in, {"other": "place_of"}, {"one_round": True}),
    "share_seat": (share_seat, {"other": "partner"}, {}),
    "play_alone": (play_alone, {}, {}),
    "stay": (stay_at, {"table": "table", "seat": "seat"}, {}),
}


class AttendanceView(APIView):
    """Who takes part in an event; for who may check in."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        operation_id="list_attendance", responses=document({200: AttendanceSerializer(many=True)}, *READS, 403)
    )
    def get(self, request: Request, slug: str) -> Response:
        """Everybody of whom something was said, by name."""
        event = get_event(request.user, slug)
        demand_right(request.user, "check_in", league=event.league)
        return Response(_write(event, list_attendances(event), many=True))

    @extend_schema(
        operation_id="change_attendance",
        request=AttendanceBody,
        responses=document({200: AttendanceSerializer}, *WRITES, 409),
    )
    def post(self, request: Request, slug: str) -> Response:
        """Say something of one person. What is so already stays so: a repeated request changes nothing."""
        event = get_event(request.user, slug)
        demand_right(request.user, "check_in", league=event.league)
        body = read_body(AttendanceBody, request.data)
        who = {"by": get_actor(request), "source": Source.API}
        try:
            row = _change(event, body, who)
        except AttendanceChangedError as changed:
            message = _("Somebody else has said something about this person meanwhile. The state is now: %(state)s.")
            raise RequestRefusedError(
                409, code="changed", field="seen", message=message % {"state": write_state(changed.row)}
            ) from changed
        except WhoIsMeantError as asked:
            raise RequestRefusedError(409, faults=[_ask(player, asked) for player in asked.people]) from asked
        return Response(_write(event, row, many=False))


def _change(event: Event, body: Mapping[str, Any], who: dict[str, Any]) -> Attendance:
    action = body["action"]
    if action == "add" or (action == "check_in" and "player" not in body):
        name = _demand(body, "name")
        is_another, first = action == "add", body.get("round")
        return check_in_by_name(event, name, is_another=is_another, from_round=first, **who).row
    service, keys, always = SERVICES[action]
    player = _get_player(event, body, "player")
    told: dict[str, Any] = {name: body.get(key) for key, name in keys.items() if key != "other"}
    if "other" in keys:
        told[keys["other"]] = _get_player(event, body, "other")
    if "seat" in told:
        told["seat"] = told["seat"] or ""
    return service(event, player, seen=body.get("seen"), **told, **always, **who)


def _demand(body: Mapping[str, Any], key: str) -> Any:
    if key not in body:
        raise RequestRefusedError(422, code="missing", field=key, message=_("This is missing."))
    return body[key]


def _get_player(event: Event, body: Mapping[str, Any], key: str) -> Player:
    player = event.league.players.filter(pk=min(_demand(body, key), 2**62)).first()
    if player is None:
        message = _("The league has no player of that number.")
        raise RequestRefusedError(422, code="unknown", field=key, message=message)
    return player


def _ask(player: Player, asked: WhoIsMeantError) -> dict[str, Any]:
    words = {"player": player, "number": player.pk}
    if player in asked.here and asked.is_known:
        message = _("%(player)s (number %(number)s) is here already. If somebody else of that name came, add a person.")
        return write_fault(code="already_here", field="name", message=message % words)
    message = _("%(player)s (number %(number)s) may be meant: check in by number, or add another person.")
    return write_fault(code="ambiguous", field="name", message=message % words)


def _write(event: Event, rows: Any, *, many: bool) -> Any:
    return AttendanceSerializer(rows, many=many, context={"round": find_next_round(event)}).data
