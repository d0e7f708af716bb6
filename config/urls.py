"""Addresses of the site: pages at the root, the API under api/v1/, log-in under accounts/."""

from django.urls import include, path

from config.health import show_health

urlpatterns = [
    path("healthz", show_health, name="healthz"),
    path("accounts/", include("allauth.account.urls")),
    path("language/", include("django.conf.urls.i18n")),
    path("api/v1/", include("league.api.urls")),
    path("", include("league.web.urls")),
]
