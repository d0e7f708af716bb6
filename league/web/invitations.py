"""The page that an invitation's link opens, and the part of the members' page that makes such links."""

from __future__ import annotations

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct

from league.accounts import INVITATION_KEY
from league.models import Invitation, League
from league.models.people import Role
from league.models.record import Source
from league.selectors.invitations import find_invitation, list_open_invitations
from league.services.faults import RefusedError
from league.services.invitations import (
    NewInvitation,
    check_invitation,
    join_league,
    make_invitation,
    revoke_invitation,
)
from league.web.answers import REFUSED, SeeOther
from league.web.limits import answer_too_many, count_guess, may_guess
from league.web.lookup import get_actor


class ShownInvitation(Struct, frozen=True, kw_only=True):
    """A new link as it is shown once: to copy, and as a QR code in SVG."""

    invitation: Invitation
    address: str
    picture: str


def show_invitation(request: HttpRequest, secret: str) -> HttpResponse:
    """Say who invites whom into what, and join."""
    if not may_guess(request, "invitation"):
        return answer_too_many(request)
    invitation = find_invitation(secret)
    if invitation is None:
        count_guess(request, "invitation")
        return _render(request, None, fault=_("There is no such invitation. Ask for a new link."), status=404)
    try:
        if request.method == "POST":
            joined = join_league(invitation, user=get_actor(request), source=Source.WEB)
            request.session.pop(INVITATION_KEY, None)
            words = {"role": Role(joined.role).label, "league": invitation.league}
            messages.success(request, _("You are %(role)s of %(league)s now.") % words)
            return SeeOther(reverse("league:league", args=[invitation.league.slug]))
        check_invitation(invitation)
    except RefusedError as refused:
        return _render(request, None, fault=str(refused), status=REFUSED if request.method == "POST" else 410)
    if not request.user.is_authenticated:
        # This, and nothing else, opens the sign-up on this device.
        request.session[INVITATION_KEY] = invitation.digest
    return _render(request, invitation)


def invite(request: HttpRequest, league: League, *, role: str, note: str, days: int) -> ShownInvitation:
    """Make an invitation for who is logged in. Raises RefusedError."""
    made = make_invitation(league, role=role, note=note, days=days, by=get_actor(request), source=Source.WEB)
    return _show_once(made)


def revoke(request: HttpRequest, league: League) -> None:
    """Take back the invitation that a form names. Raises RefusedError, or Http404 for one of another league."""
    number = request.POST.get("invitation", "")
    pk = int(number) if number.isdecimal() and len(number) < 19 else 0
    invitation = get_object_or_404(list_open_invitations(league), pk=pk)
    revoke_invitation(invitation, by=get_actor(request), source=Source.WEB)


def _show_once(made: NewInvitation) -> ShownInvitation:
    address = f"{settings.SITE_URL}{reverse('league:join', args=[made.secret])}"
    picture = segno.make_qr(address, error="m").svg_inline(border=2, omitsize=True, light="#fff", dark="#000")
    return ShownInvitation(invitation=made.invitation, address=address, picture=picture)


def _render(request: HttpRequest, invitation: Invitation | None, *, fault: str = "", status: int = 200) -> HttpResponse:
    context = {
        "invitation": invitation,
        "role": Role(invitation.role).label if invitation else "",
        "fault": fault,
    }
    response = render(request, "league/join.html", context, status=status)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
