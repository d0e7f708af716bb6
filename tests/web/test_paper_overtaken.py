"""From paper while a phone saves hands at the same table: no line becomes another hand in silence."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from league.models import DealRecord, Table
from league.services.recording import record_deal
from tests.web.conftest import HTMX, record
from tests.web.test_paper_page import EAST, EUCHRE, NORTH, fill, find_url, open_page

WEST = {"maker": "W", "tricks": 4}
SAYS = "Typed as hand 2, and saved as hand 3 if you send it now."


def type_lines(client: Client, table: Table, *lines: dict[str, str], **more: Any) -> dict[str, Any]:
    """The form with these lines typed in, each with the number that it shows."""
    page = open_page(client, table)
    shown = {f"{key}.number": str(number) for number, key in enumerate(page["keys"], start=1)}
    return fill(page, *lines, **shown, **more)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_line_that_came_too_late_says_which_hand_it_was_typed_for(
    scorer: Client, table: Table, headers: dict[str, str]
) -> None:
    form = type_lines(scorer, table, NORTH, EAST)
    record(table, WEST)
    answer = scorer.post(find_url(table), form, headers=headers)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "saved another hand here" in page
    assert "Typed as hand 1, and saved as hand 2 if you send it now." in page
    assert SAYS in page
    moved = [(each.line.typed_as, each.line.number) for each in answer.context["lines"] if not each.line.is_blank]
    assert moved == [(1, 2), (2, 3)]


def test_a_hand_that_was_saved_between_two_lines_is_told_and_shown(
    scorer: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = type_lines(scorer, table, NORTH, EAST)
    form["only"] = form["line"][0]

    def save_and_be_overtaken(table: Table, *args: Any, **kwargs: Any) -> Any:
        recorded = record_deal(table, *args, **kwargs)
        record_deal(table, WEST, position=2, key="phone", by=None, source="api")
        return recorded

    monkeypatch.setattr("league.web.paper.record_deal", save_and_be_overtaken)
    answer = scorer.post(find_url(table), form, headers=HTMX)
    page = answer.content.decode()
    assert (answer.status_code, answer["HX-Retarget"]) == (200, "#paper")
    assert "saved a hand in between at" in page
    assert len(answer.context["saved"]) == 2
    assert SAYS in page
    assert page.count('class="fault" data-moved') == 9  # one may be in work by now; the script takes the others away


def test_so_is_one_that_was_saved_before_a_line_with_a_fault_came(scorer: Client, table: Table) -> None:
    form = type_lines(scorer, table, {"maker": "N", "tricks": "four"})
    record(table, WEST)
    answer = scorer.post(find_url(table), form | {"only": form["line"][0]}, headers=HTMX)
    page = answer.content.decode()
    assert (answer.status_code, answer["HX-Retarget"]) == (422, "#paper")
    assert "saved a hand in between at" in page
    assert "Typed as hand 1, and saved as hand 2" in page
    assert "aria-invalid" in page


def test_the_number_of_the_beginning_stays_until_the_line_is_saved(scorer: Client, table: Table) -> None:
    form = type_lines(scorer, table, NORTH, EAST)
    record(table, WEST)
    scorer.post(find_url(table), form)
    second = {**form, "position": "2"}
    for number, key in enumerate(form["line"], start=2):
        second |= {f"{key}.number": str(number), f"{key}.typed-as": str(number - 1)}
    record_deal(table, WEST, position=2, key="phone", by=None, source="api")
    answer = scorer.post(find_url(table), second)
    moved = [(each.line.typed_as, each.line.number) for each in answer.context["lines"] if not each.line.is_blank]
    assert moved == [(1, 3), (2, 4)]


def test_the_same_hand_from_a_phone_leaves_the_next_line_its_number(scorer: Client, table: Table) -> None:
    form = type_lines(scorer, table, NORTH, EAST)
    record(table, {"maker": "N", "tricks": 3})
    answer = scorer.post(find_url(table), form)
    assert "saved this very hand" in answer.content.decode()
    first = answer.context["lines"][0].line
    assert (dict(first.texts), first.number, first.is_moved) == (EAST, 2, False)


def test_calling_time_tells_of_hands_that_were_saved_meanwhile(scorer: Client, table: Table) -> None:
    form = type_lines(scorer, table, NORTH)
    record(table, WEST)
    answer = scorer.post(find_url(table), form | {"action": "go-on"})
    assert "Typed as hand 1, and saved as hand 2" in answer.content.decode()


def test_own_misdeals_and_undos_say_nothing_of_others(scorer: Client, table: Table) -> None:
    wrong = {"maker": "N", "tricks": "9"}
    answer = scorer.post(find_url(table), type_lines(scorer, table, {"maker": "M"}, wrong, EUCHRE))
    assert answer.status_code == 422
    assert "Typed as" not in answer.content.decode()
    form = type_lines(scorer, table, EUCHRE) | {
        "action": "undo", "undo-position": "1", "undo-key": "off", "undo-reason": "Twice"
    }  # fmt: skip
    answer = scorer.post(find_url(table), form)
    assert answer.status_code == 200
    assert "Typed as" not in answer.content.decode()
    assert DealRecord.objects.filter(void=True).exists()
