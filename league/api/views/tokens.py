"""Tokens: what a program sends instead of a log-in."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.authentication import BaseAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.permissions import AllowAny, BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from league.api.authentication import check_credentials
from league.api.fields import read_body
from league.api.objects import get_actor
from league.api.responses import document
from league.api.token_serializers import CredentialsBody, TokenSerializer
from league.services.log_ins import end_token


class TokenView(APIView):
    """The user's token. There is one a user; it stays the same until it is revoked."""

    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "token"

    def get_authenticators(self) -> list[BaseAuthentication]:
        """Nobody asks who is logged in when somebody does so: an outdated token must not be in the way."""
        return [] if self.request and self.request.method == "POST" else super().get_authenticators()

    def get_permissions(self) -> list[BasePermission]:
        """Anybody may log in; only who is logged in has something to revoke."""
        return [AllowAny() if self.request.method == "POST" else IsAuthenticated()]

    @extend_schema(
        operation_id="create_token",
        request=CredentialsBody,
        auth=[],
        responses=document({200: TokenSerializer}, 400, 401, 413, 415, 422, 429),
    )
    def post(self, request: Request) -> Response:
        """Log in with user name (or e-mail address) and password, and get the token."""
        user = check_credentials(request._request, **read_body(CredentialsBody, request.data))
        token, _made = Token.objects.get_or_create(user=user)
        return Response(TokenSerializer(token).data)

    @extend_schema(operation_id="revoke_token", request=None, responses=document({204: None}, 401, 403, 429))
    def delete(self, request: Request) -> Response:
        """Revoke the user's token: from now on nobody gets in with it."""
        end_token(get_actor(request))
        return Response(status=204)
