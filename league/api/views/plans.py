"""The plan of an event's rounds: looking at it, proposing one, taking it, opening the round that comes next."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from league.access import has_right
from league.api.fields import read_body
from league.api.objects import demand_right, get_actor, get_event
from league.api.plan_serializers import (
    OpenBody,
    OpenedSerializer,
    PlanSerializer,
    ProposalBody,
    ProposalSerializer,
    TakeBody,
    write_next,
    write_planned,
    write_version,
)
from league.api.refusals import RequestRefusedError
from league.api.responses import READS, WRITES, document
from league.models import Event
from league.models.planning import Format
from league.models.record import Source
from league.plan_options import PlayerOptions, is_for_players
from league.plan_words import word_warnings
from league.selectors.plans import find_plan, read_rounds
from league.selectors.upcoming import find_standing, find_upcoming
from league.services.faults import RefusedError
from league.services.planned_rounds import open_planned_round
from league.services.plans import PlanChangedError, take_plan
from league.services.player_plans import Proposal, propose_plan
from league.services.rounds import RoundExistsError
from scoring.movement_report import Report, write_report


class PlanView(APIView):
    """How the rounds of an event of single players go."""

    permission_classes = (IsAuthenticatedOrReadOnly,)

    @extend_schema(operation_id="get_plan", responses=document({200: PlanSerializer}, *READS))
    def get(self, request: Request, slug: str) -> Response:
        """All plans that were taken, what comes next, and the rounds after that."""
        event = get_event(request.user, slug)
        return Response(PlanSerializer(_describe(request, event)).data)

    @extend_schema(operation_id="take_plan", request=TakeBody, responses=document({201: PlanSerializer}, *WRITES, 409))
    def post(self, request: Request, slug: str) -> Response:
        """Let a plan stand from the next round on. Rounds that were opened stay as they were played."""
        event = _get_event(request, slug)
        body = read_body(TakeBody, request.data)
        proposal = _propose(event, body)
        try:
            take_plan(
                event,
                proposal.plan,
                seen_version=body["seen_version"],
                seen_round=body["seen_round"],
                reason=body.get("reason", ""),
                by=get_actor(request),
                source=Source.API,
            )
        except PlanChangedError as changed:
            message = _("Somebody took another plan or opened a round since this was proposed: propose it again.")
            raise RequestRefusedError(409, code="plan_changed", message=message) from changed
        return Response(PlanSerializer(_describe(request, event)).data, status=201)


class ProposalView(APIView):
    """A plan before it is taken."""

    @extend_schema(
        operation_id="propose_plan", request=ProposalBody, responses=document({200: ProposalSerializer}, *WRITES)
    )
    def post(self, request: Request, slug: str) -> Response:
        """Work out the rounds and how fair they are; nothing is stored. The same request gives the same plan."""
        event = _get_event(request, slug)
        proposal = _propose(event, read_body(ProposalBody, request.data))
        answer = {
            "seen_version": proposal.seen_version,
            "seen_round": proposal.seen_round,
            "options": proposal.plan.options,
            "rounds": write_planned(proposal.plan.rounds),
            "report": _write(proposal.report),
            "before": _write(proposal.before),
            "warnings": word_warnings(proposal.plan.report),
        }
        return Response(ProposalSerializer(answer).data)


class OpenRoundView(APIView):
    """The round that comes next."""

    @extend_schema(
        operation_id="open_round", request=OpenBody, responses=document({201: OpenedSerializer}, *WRITES, 409)
    )
    def post(self, request: Request, slug: str) -> Response:
        """Open all its tables with the seats of the plan."""
        event = _get_event(request, slug)
        body = read_body(OpenBody, request.data)
        try:
            tables = open_planned_round(
                event,
                number=body["number"],
                winners=body.get("winners", {}),
                by=get_actor(request),
                source=Source.API,
            )
        except RoundExistsError as exists:
            message = _("This round has been opened already: read the plan again.")
            raise RequestRefusedError(409, code="round_exists", field="number", message=message) from exists
        return Response(OpenedSerializer({"tables": [table.pk for table in tables]}).data, status=201)


def _get_event(request: Request, slug: str) -> Event:
    event = get_event(request.user, slug)
    demand_right(request.user, "set_up", league=event.league)
    return event


def _propose(event: Event, body: dict[str, Any]) -> Proposal:
    if body["format"] not in Format.values:
        message = _("Known: %(known)s.") % {"known": ", ".join(Format.values)}
        raise RequestRefusedError(422, code="unknown_value", field="format", message=message)
    try:
        return propose_plan(event, format=Format(body["format"]), options=PlayerOptions(**body.get("options", {})))
    except RefusedError as refused:
        names = PlayerOptions.__struct_fields__
        messages = {f"options.{at}" if at in names else at: texts for at, texts in refused.messages.items()}
        raise RefusedError(messages) from refused


def _write(report: Report | None) -> dict[str, Any] | None:
    if report is None:
        return None
    written = write_report(report, translate=str)
    del written["warnings"]  # these are told with names beside it
    return written


def _describe(request: Request, event: Event) -> dict[str, Any]:
    plan, upcoming = find_plan(event), find_upcoming(event)
    shows_names = has_right(request.user, "read_names", league=event.league)
    begun = find_standing(event).begun
    rounds = read_rounds(plan) if plan and is_for_players(plan) else ()
    versions = event.plans.select_related("made_by").order_by("version")
    return {
        "versions": [write_version(each, shows_names=shows_names) for each in versions],
        "next": write_next(upcoming) if upcoming else None,
        "rounds": write_planned([each for each in rounds if each.number > begun]),
    }
