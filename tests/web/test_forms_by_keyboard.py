"""What Enter does: a browser presses the first button of a form, scripts or not."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from league.models import DealRecord, Table


def find_address(table: Table) -> str:
    return reverse("league:table", args=(table.event.slug, table.round.number, table.number))


def test_enter_saves_the_hand_and_not_a_misdeal(table: Table, log_in: Callable[[str], Client]) -> None:
    page = log_in("scorer").get(find_address(table)).content.decode()
    form = re.search(r'<form[^>]*id="entry".*?</form>', page, re.DOTALL)
    assert form is not None
    first = re.search(r"<button[^>]*>", form.group())
    assert first is not None
    assert 'name="action" value="save"' in first.group()
    assert 'tabindex="-1"' in first.group(), "it is there for Enter, not for Tab"


@pytest.mark.parametrize("action", ["", "erase", "save "])
def test_an_action_that_no_form_sends_does_nothing(table: Table, log_in: Callable[[str], Client], action: str) -> None:
    told = log_in("scorer").post(find_address(table), {"action": action, "maker": "N", "tricks": "3", "key": "k"})
    assert told.status_code == 400
    assert not DealRecord.objects.exists()


def test_a_site_without_mail_promises_none(client: Client, db: None) -> None:
    page = client.get("/accounts/password/reset/").content.decode()
    assert "manage.py changepassword" in page
    assert "<form" not in page.split("<main")[1].split("</main>")[0]
