"""Settings and addresses of a site whose home page fails."""

from typing import NoReturn

from django.http import HttpRequest
from django.urls import path

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.server.broken_site"


def fail(request: HttpRequest) -> NoReturn:
    raise RuntimeError("the shelf fell down")


urlpatterns = [path("", fail)]
