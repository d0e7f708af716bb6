"""The members of a league: their roles, and new ones."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from league.models import League
from league.models.people import Role
from league.models.record import Source
from league.selectors.invitations import list_open_invitations
from league.services.faults import RefusedError
from league.services.members import NewMember, add_member, remove_member, set_role
from league.web.answers import REFUSED, SeeOther
from league.web.forms import InvitationForm, MemberForm, add_faults
from league.web.invitations import ShownInvitation, invite, revoke
from league.web.lookup import get_actor, get_league


def show_members(request: HttpRequest, slug: str) -> HttpResponse:
    """List the members and invitations; change or take away a role, add or invite somebody."""
    league = get_league(request, slug, right="invite")
    if request.method != "POST":
        return _render(request, league)
    if request.POST.get("action") == "invite":
        return _invite(request, league)
    if request.POST.get("action") == "revoke":
        return _revoke(request, league)
    if "member" in request.POST:
        return _change(request, league)
    return _add(request, league)


def _add(request: HttpRequest, league: League) -> HttpResponse:
    form = MemberForm(request.POST)
    if not form.is_valid():
        return _render(request, league, form=form, status=REFUSED)
    chosen = form.cleaned_data
    try:
        added = add_member(league, chosen["user_name"], role=chosen["role"], by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return _render(request, league, form=form, status=REFUSED)
    if added.password:
        # Shown in this answer only: a message would be kept in a cookie or a session.
        return _render(request, league, added=added)
    messages.success(request, _("%(user)s is a member now.") % {"user": added.membership.user})
    return SeeOther(reverse("league:members", args=[league.slug]))


def _change(request: HttpRequest, league: League) -> HttpResponse:
    number = request.POST["member"]
    pk = int(number) if number.isdecimal() and len(number) < 19 else 0
    membership = get_object_or_404(league.memberships.select_related("user", "league"), pk=pk)
    try:
        if request.POST.get("action") == "remove":
            remove_member(membership, by=get_actor(request), source=Source.WEB)
        else:
            set_role(membership, role=request.POST.get("role", ""), by=get_actor(request), source=Source.WEB)
    except RefusedError as refused:
        faults = [text for texts in refused.messages.values() for text in texts]
        return _render(request, league, faults=faults, status=REFUSED)
    messages.success(request, _("Saved: %(user)s.") % {"user": membership.user})
    return SeeOther(reverse("league:members", args=[league.slug]))


def _invite(request: HttpRequest, league: League) -> HttpResponse:
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _render(request, league, invitation_form=form, status=REFUSED)
    try:
        shown = invite(request, league, **form.cleaned_data)
    except RefusedError as refused:
        add_faults(form, refused.messages)
        return _render(request, league, invitation_form=form, status=REFUSED)
    # Shown in this answer only: nothing keeps the secret.
    return _render(request, league, shown=shown)


def _revoke(request: HttpRequest, league: League) -> HttpResponse:
    try:
        revoke(request, league)
    except RefusedError as refused:
        return _render(
            request, league, faults=[text for texts in refused.messages.values() for text in texts], status=REFUSED
        )
    messages.success(request, _("The invitation has been taken back."))
    return SeeOther(reverse("league:members", args=[league.slug]))


def _render(
    request: HttpRequest,
    league: League,
    *,
    form: MemberForm | None = None,
    invitation_form: InvitationForm | None = None,
    shown: ShownInvitation | None = None,
    added: NewMember | None = None,
    faults: list[str] | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "league": league,
        "crumbs": [(reverse("league:league", args=[league.slug]), league.name), ("", _("Members"))],
        "members": league.memberships.select_related("user").order_by("user__username"),
        "roles": Role.choices,
        "invitations": list_open_invitations(league),
        "form": form or MemberForm(),
        "invitation_form": invitation_form or InvitationForm(),
        "shown": shown,
        "added": added,
        "faults": faults or [],
    }
    response = render(request, "league/members.html", context, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response
