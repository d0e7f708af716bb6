"""Whatever is sent to an address that takes a body, the answer is one that is described and never a defect."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st
from rest_framework.authtoken.models import Token

from league.models import DealRecord
from tests.api.conftest import World
from tests.api.contract import ContractClient, list_operations
from tests.examples import take_examples

POSTS = [path for method, path in list_operations() if method == "POST"]

#: Characters that databases, encoders and terminals stumble over, beside ordinary ones.
TEXTS = st.text(st.sampled_from("Nab\x00\ud800\ufeff\u2028\x1b\U0001f0a1é"), max_size=6)
NUMBERS = st.one_of(
    st.integers(), st.sampled_from([2**31, 2**63, -(2**63), 10**60]), st.floats(allow_nan=False, allow_infinity=False)
)
NAMES = st.one_of(
    TEXTS,
    st.sampled_from(["position", "facts", "reason", "username", "password", "game", "deals", "id", "seats", "N", "NS"]),
    st.sampled_from(["options", "preset", "finished", "warned", "first_dealer", "maker", "alone", "tricks", "suit"]),
    st.sampled_from(["round", "infractions", "kind", "offender", "misdeal", "ruling", "points", "by", "dealer"]),
)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), NUMBERS, TEXTS, st.sampled_from(["N", "NS", "land-grant-euchre", "renege"])),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=12,
)
BODIES = st.one_of(
    VALUES,
    st.dictionaries(NAMES, VALUES, max_size=5),
    st.fixed_dictionaries({"position": st.just(1), "facts": VALUES}),
    st.fixed_dictionaries({"facts": st.dictionaries(NAMES, VALUES, max_size=4)}),
    st.fixed_dictionaries(
        {"game": st.just("land-grant-euchre"), "deals": st.lists(VALUES, max_size=3)},
        optional={"seats": VALUES, "id": VALUES, "options": VALUES, "warned": VALUES, "finished": VALUES},
    ),
)


@pytest.mark.parametrize("path", POSTS)
def test_no_body_is_a_defect(path: str, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rest_framework.throttling.SimpleRateThrottle.allow_request", lambda *_: True)
    owner = world.people["owner"]
    assert owner is not None
    token = Token.objects.create(user=owner)
    address = path.replace("{number}", str(world.table.pk)).replace("{position}", "1")

    @take_examples(one_in=2, suppress_health_check=list(HealthCheck))
    @given(BODIES, st.sampled_from(["key", "a" * 100, "\x7f", ""]))
    def send(body: Any, key: str) -> None:
        headers = {"Authorization": f"Token {token.key}", "Idempotency-Key": key}
        client = ContractClient()
        client.generic("POST", address, json.dumps(body), content_type="application/json", headers=headers)

    send()
    for record in DealRecord.objects.all():
        json.dumps(record.facts).encode()


@pytest.mark.parametrize("path", POSTS)
@given(st.binary(max_size=40))
@take_examples(one_in=4, suppress_health_check=list(HealthCheck))
def test_no_bytes_are_a_defect(path: str, db: None, content: bytes) -> None:
    address = path.replace("{number}", "1").replace("{position}", "1")
    ContractClient().generic("POST", address, content, content_type="application/json")
