"""People who log in in every way: with a passkey, with one-time codes, half way, and invited."""

from __future__ import annotations

import hashlib
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.models import User
from django.test import Client
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData, CollectedClientData

from tests.web.permissions.world import World

PASSWORD = "a long pass phrase"
IDENTITY = b"telephone"


def make_accounts(world: World) -> dict[str, Any]:
    """Who changes how he logs in has just shown his password; the owner has a passkey, the scorer all there is."""
    for name in ("owner", "scorer", "admin"):
        client = world.clients[name]
        assert _log_in(client, name) == "/"
        client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    people = {name: User.objects.get(username=name) for name in ("owner", "scorer")}
    TOTP.activate(people["scorer"], generate_totp_secret())
    keys = {}
    for name, user in people.items():
        RecoveryCodes.activate(user)
        passkey = {"name": "My telephone from the great shop", "credential": make_credential()}
        keys[name] = Authenticator.objects.create(user=user, type="webauthn", data=passkey).pk
    world.clients.update({"half": Client(), "invited": Client()})
    assert _log_in(world.clients["half"], "scorer").startswith("/accounts/2fa/authenticate/")
    world.clients["invited"].get(f"/join/{world.public.names['secret']}/")
    return {"key": keys["scorer"]}


def _log_in(client: Client, name: str) -> str:
    """Log in by the page, which notes when the password was shown; says where it leads."""
    client.logout()
    return client.post("/accounts/login/", {"login": name, "password": PASSWORD}).headers["Location"]


def make_credential() -> dict[str, Any]:
    """What a browser sends when a passkey has been made, in the JSON of WebAuthn."""
    public = ES256.from_cryptography_key(ec.generate_private_key(ec.SECP256R1()).public_key())
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    credential = AttestedCredentialData.create(bytes(16), IDENTITY, public)
    data = AuthenticatorData.create(hashlib.sha256(b"localhost").digest(), flags, 1, credential)
    client = CollectedClientData.create("webauthn.create", b"challenge", "http://localhost")
    return {
        "id": websafe_encode(IDENTITY),
        "rawId": websafe_encode(IDENTITY),
        "type": "public-key",
        "clientExtensionResults": {},
        "response": {
            "clientDataJSON": websafe_encode(client),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        },
    }
