"""Addresses of the site: pages at the root, the API under api/v1/, log-in under accounts/."""

from django.conf import settings
from django.urls import include, path
from django.views.generic import TemplateView

from config.health import show_health

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

urlpatterns = [
    *([] if settings.CAN_MAIL else _without_mail),
    path("healthz", show_health, name="healthz"),
    path("accounts/", include("allauth.account.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", include("league.api.urls")),
    path("", include("league.web.urls")),
]
