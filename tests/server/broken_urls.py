"""Addresses of a site whose home page fails."""

from typing import NoReturn

from django.http import HttpRequest
from django.urls import path

from config.urls import urlpatterns as ordinary


def fail(request: HttpRequest) -> NoReturn:
    """Be the home page of that site."""
    raise RuntimeError("the shelf fell down")


urlpatterns = [path("", fail), *ordinary]
