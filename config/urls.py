"""Addresses of the site: pages at the root, the API under api/v1/, log-in under accounts/."""

from django.conf import settings
from django.urls import include, path
from django.views.generic import RedirectView, TemplateView

from config.health import show_health
from league.live.news import give_news

#: A site that sends no mail says so where a new password is asked for, and goes before allauth's own page.
_without_mail = [
    path(
        "accounts/password/reset/",
        TemplateView.as_view(
            template_name="account/no_mail.html",
            extra_context={"command": ".venv/bin/python manage.py changepassword NAME"},
        ),
    )
]

handler429 = "league.web.limits.answer_too_many"

urlpatterns = [
    *([] if settings.CAN_MAIL else _without_mail),
    path("healthz", show_health, name="healthz"),
    # config.settings has it answered before the other middleware; here it has its name.
    path("news/<str:token>/", give_news, name="news"),
    path("accounts/", include("allauth.account.urls")),
    # Our own page of the account stands in for allauth's list of second factors.
    path("accounts/2fa/", RedirectView.as_view(pattern_name="league:account")),
    path("accounts/2fa/", include("allauth.mfa.urls")),
    path("accounts/sessions/", include("allauth.usersessions.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", include("league.api.urls")),
    path("", include("league.web.urls")),
]
