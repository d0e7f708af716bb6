"""A person's own account: how to log in, where one is logged in, and the token for programs."""

from __future__ import annotations

from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from rest_framework.authtoken.models import Token

from league.models.people import Role
from league.services.log_ins import end_token
from league.web.lookup import get_actor


@require_safe
@login_required
@never_cache
def show_account(request: HttpRequest) -> HttpResponse:
    """What the account has, each with the page to change it."""
    user = get_actor(request)
    found: dict[str, list[Authenticator]] = {kind: [] for kind in Authenticator.Type.values}
    for authenticator in Authenticator.objects.filter(user=user).order_by("pk"):
        found[authenticator.type].append(authenticator)
    codes = found[Authenticator.Type.RECOVERY_CODES]
    context = {
        "crumbs": [("", _("Account"))],
        "memberships": user.memberships.select_related("league").order_by("league__name"),
        "roles": dict(Role.choices),
        "emails": EmailAddress.objects.filter(user=user).order_by("-primary", "email"),
        "passkeys": found[Authenticator.Type.WEBAUTHN],
        "one_time": found[Authenticator.Type.TOTP],
        "codes_left": len(codes[0].wrap().get_unused_codes()) if codes else 0,
        "has_codes": bool(codes),
        "sessions": len(UserSession.objects.purge_and_list(user)),
        "has_token": Token.objects.filter(user=user).exists(),
    }
    return render(request, "account/account.html", context)


@login_required
@never_cache
@reauthentication_required()
def show_token(request: HttpRequest) -> HttpResponse:
    """The token for programs: make it, show it, take it back."""
    user = get_actor(request)
    if request.method == "POST" and request.POST.get("action") == "revoke":
        end_token(user)
    elif request.method == "POST":
        Token.objects.get_or_create(user=user)
    context = {
        "crumbs": [(reverse("league:account"), _("Account")), ("", _("Token for programs"))],
        "token": Token.objects.filter(user=user).first(),
    }
    return render(request, "account/token.html", context)
