"""Addresses of one's own account, and of invitations."""

from django.urls import URLPattern, URLResolver, path

from league.web.account import show_account, show_token
from league.web.invitations import show_invitation

urlpatterns: list[URLPattern | URLResolver] = [
    path("account/", show_account, name="account"),
    path("account/token/", show_token, name="token"),
    path("join/<str:secret>/", show_invitation, name="join"),
]
