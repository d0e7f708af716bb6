"""The body and the answer of a log-in by a program."""

from __future__ import annotations

from rest_framework import serializers

from league.api.fields import Body, TextField


class CredentialsBody(Body):
    """A user name or e-mail address, and its password."""

    username = TextField()
    password = TextField()


class TokenSerializer(serializers.Serializer):
    """A token, to be sent as `Authorization: Token …`."""

    token = serializers.CharField(source="key")
