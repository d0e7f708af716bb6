"""Entry from paper without scripts and by htmx: lines in order, faults kept, nothing twice, nothing lost."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from league.link_codes import sign_link
from league.models import DealRecord, Table
from league.selectors.sheets import fold_table
from league.services.links import make_link
from league.services.recording import record_deal
from league.services.seating import seat_table
from tests.web.conftest import HTMX, record

NORTH = {"maker": "N", "tricks": "3"}
EAST = {"maker": "e", "alone": "x", "tricks": "5"}
EUCHRE = {"maker": "S", "tricks": "x"}


def find_url(table: Table) -> str:
    return reverse("league:paper", args=[table.event.slug, table.round.number, table.number])


def open_page(client: Client, table: Table) -> dict[str, Any]:
    """The keys of the empty lines, and the place of the first of them, as a browser has them."""
    context = client.get(find_url(table)).context
    return {"keys": [each.line.key for each in context["lines"]], "position": str(context["position"])}


def fill(page: dict[str, Any], *lines: dict[str, str], **more: Any) -> dict[str, Any]:
    """The form with these lines typed in, from the first on."""
    data: dict[str, Any] = {"line": page["keys"], "position": page["position"], **more}
    for key, texts in zip(page["keys"], lines, strict=False):
        data |= {f"{key}.{name}": text for name, text in texts.items()}
    return data


def test_the_page_has_the_columns_of_the_sheet_and_ten_empty_lines(scorer: Client, table: Table) -> None:
    context = scorer.get(find_url(table)).context
    assert [column.title for column in context["columns"]] == ["Maker", "Alone", "Makers' tricks", "Penalty, by"]
    assert len(context["lines"]) == 10
    assert [each.dealer for each in context["lines"][:5]] == ["N", "E", "S", "W", "N"]
    assert [each.line.number for each in context["lines"][:3]] == [1, 2, 3]


def test_all_lines_are_saved_in_order(scorer: Client, table: Table) -> None:
    answer = scorer.post(find_url(table), fill(open_page(scorer, table), NORTH, EAST, EUCHRE))
    assert (answer.status_code, answer["Location"]) == (303, find_url(table))
    assert [entry.facts for entry in DealRecord.objects.order_by("position")] == [
        {"maker": "N", "tricks": 3},
        {"maker": "E", "alone": True, "tricks": 5},
        {"maker": "S", "tricks": 0},
    ]
    assert fold_table(table).state.totals == {"NS": 1, "EW": 6}
    assert "3 lines are saved." in scorer.get(find_url(table)).content.decode()


def test_blank_lines_between_are_passed_over(scorer: Client, table: Table) -> None:
    scorer.post(find_url(table), fill(open_page(scorer, table), {}, NORTH, {}, {}, EAST))
    assert list(DealRecord.objects.order_by("position").values_list("position", flat=True)) == [1, 2]


def test_the_same_form_sent_twice_saves_each_line_once(scorer: Client, table: Table) -> None:
    data = fill(open_page(scorer, table), NORTH, {}, EAST)
    first, second = (scorer.post(find_url(table), data) for _time in range(2))
    assert (first.status_code, second.status_code) == (303, 303)
    assert DealRecord.objects.count() == 2


def test_saving_stops_at_the_first_fault_and_keeps_the_rest(scorer: Client, table: Table) -> None:
    wrong = {"maker": "N", "tricks": "9"}
    answer = scorer.post(find_url(table), fill(open_page(scorer, table), NORTH, wrong, EAST))
    assert answer.status_code == 422
    assert DealRecord.objects.count() == 1
    kept = [each for each in answer.context["lines"] if not each.line.is_blank]
    assert [dict(each.line.texts) for each in kept] == [wrong, EAST]
    assert list(kept[0].line.faults) == ["tricks"]
    page = answer.content.decode()
    assert "This must be a whole number from 0 to 5." in page
    assert page.count('aria-invalid="true"') == 1
    assert f'aria-describedby="{kept[0].line.key}_fault"' in page
    again = {"keys": [each.line.key for each in answer.context["lines"]], "position": answer.context["position"]}
    scorer.post(find_url(table), fill(again, {"maker": "N", "tricks": "4"}, EAST))
    assert DealRecord.objects.count() == 3


@pytest.mark.parametrize(
    ("texts", "box", "says"),
    [
        ({"maker": "Q", "tricks": "3"}, "maker", "“Q” is not possible here; write one of these: N, E, S, W."),
        ({"maker": "N", "tricks": "four"}, "tricks", "“four” is no whole number."),
        ({"maker": "N"}, "tricks", "Say how many tricks the makers took"),
        ({"tricks": "3"}, "maker", "Say who made trump"),
        ({"maker": "N", "tricks": "3", "infractions": "R"}, "infractions", "such as R N"),
        ({"maker": "M", "tricks": "3"}, "maker", "A misdeal has nothing else on its line"),
        ({"maker": "N" * 1000, "tricks": "3"}, "maker", "longer than 60 characters"),
        ({"maker": "\0\u202e", "tricks": "3"}, "maker", "is not possible here"),
    ],
)
def test_faults_are_told_at_their_box(scorer: Client, table: Table, texts: dict[str, str], box: str, says: str) -> None:
    page = open_page(scorer, table)
    data = fill(page, texts, only=page["keys"][0])
    answer = scorer.post(find_url(table), data, headers=HTMX)
    assert answer.status_code == 422
    page_part = unescape(answer.content.decode())
    assert says in page_part
    assert page_part.count("aria-invalid") == 1
    (wrong,) = [tag for tag in page_part.split("<input") if "aria-invalid" in tag]
    assert f'name="{page["keys"][0]}.{box}"' in wrong
    assert not DealRecord.objects.exists()


def test_htmx_gets_the_saved_line_and_one_fresh_line_only(scorer: Client, table: Table) -> None:
    page = open_page(scorer, table)
    answer = scorer.post(find_url(table), fill(page, NORTH, EAST, only=page["keys"][0]), headers=HTMX)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert DealRecord.objects.get().key == page["keys"][0]
    assert text.count('class="saved-line"') == 1
    assert text.count("data-line=") == 1
    assert "<html" not in text
    assert 'name="position" value="2"' in text
    assert f"#{page['keys'][1]}_dealer" in text
    assert "Hand 1 is saved: 1–0" in text


def test_misdeals_penalties_and_cyrillic_keys(scorer: Client, table: Table) -> None:
    lines = ({"maker": "m"}, {"maker": "т", "tricks": "2", "infractions": "T E"}, {"maker": "N", "infractions": "RW"})
    scorer.post(find_url(table), fill(open_page(scorer, table), *lines))
    assert [entry.facts for entry in DealRecord.objects.order_by("position")] == [
        {"misdeal": True},
        {"maker": "N", "tricks": 2, "infractions": [{"kind": "table_talk", "offender": "E"}]},
        {"maker": "N", "infractions": [{"kind": "renege", "offender": "W"}]},
    ]
    saved = scorer.get(find_url(table)).context["saved"]
    assert [each.says for each in saved] == ["Misdeal", "", ""]
    assert saved[1].rows[0].texts == ("N", "", "2", "T E")


def test_a_phone_that_was_quicker_is_told_and_nothing_is_lost(scorer: Client, table: Table) -> None:
    page = open_page(scorer, table)
    record(table, {"maker": "W", "tricks": 4})
    answer = scorer.post(find_url(table), fill(page, NORTH, EAST, only=page["keys"][0]), headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"]) == (409, "#paper")
    kept = [dict(each.line.texts) for each in answer.context["lines"] if not each.line.is_blank]
    assert kept == [NORTH, EAST]
    assert "saved another hand here" in answer.content.decode()
    assert answer.context["position"] == 2
    assert DealRecord.objects.count() == 1


def test_the_same_hand_from_a_phone_stands_once_and_its_line_is_cleared(scorer: Client, table: Table) -> None:
    page = open_page(scorer, table)
    record(table, {"maker": "N", "tricks": 3})
    answer = scorer.post(find_url(table), fill(page, NORTH, EAST, only=page["keys"][0]), headers=HTMX)
    kept = [dict(each.line.texts) for each in answer.context["lines"] if not each.line.is_blank]
    assert kept == [EAST]
    assert "saved this very hand" in answer.content.decode()


def test_the_last_hand_ends_the_game_and_names_the_next_table(
    scorer: Client, table: Table, event: Any, players: Any
) -> None:
    seats = dict(zip("NESW", players[4:], strict=False))
    seat_table(event, round_number=1, number=2, seats=seats, by=None, source="web")
    page = open_page(scorer, table)
    data = fill(page, EAST, EAST, EAST, NORTH)
    answer = scorer.post(find_url(table), data)
    assert answer.status_code == 303
    page_after = scorer.get(find_url(table))
    assert page_after.context["lines"] == []
    assert page_after.context["next_table"]["number"] == 2
    assert DealRecord.objects.count() == 3


def test_what_was_typed_after_the_end_is_shown_and_not_saved(scorer: Client, table: Table) -> None:
    record(table, *[{"maker": "E", "tricks": 5, "alone": True}] * 2)
    page = open_page(scorer, table)
    answer = scorer.post(find_url(table), fill(page, EAST, NORTH, only=page["keys"][0]), headers=HTMX)
    assert answer["HX-Retarget"] == "#paper"
    assert answer.context["left_over"] == ["N 3"]
    assert DealRecord.objects.count() == 3


def test_undo_takes_the_last_line_off_and_keeps_what_is_typed(scorer: Client, table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3}, {"maker": "E", "tricks": 3})
    form = scorer.get(find_url(table)).context["undo_form"]
    place = {form.add_prefix(name): form[name].value() for name in ("key", "position")}
    data = fill(open_page(scorer, table), EUCHRE, action="undo", **place, **{"undo-reason": "twice on the sheet"})
    answer = scorer.post(find_url(table), data, headers=HTMX)
    assert answer.status_code == 200
    assert [dict(each.line.texts) for each in answer.context["lines"] if not each.line.is_blank] == [EUCHRE]
    assert fold_table(table).state.played == 1
    assert DealRecord.objects.get(void=True).reason == "twice on the sheet"


def test_an_undo_without_a_reason_is_refused(scorer: Client, table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3})
    form = scorer.get(find_url(table)).context["undo_form"]
    place = {form.add_prefix(name): form[name].value() for name in ("key", "position")}
    answer = scorer.post(find_url(table), {**place, "action": "undo", "undo-reason": " "})
    assert answer.status_code == 422
    assert "Say why the hand is taken off" in answer.content.decode()


def test_only_an_admin_types_a_ruling(scorer: Client, admin: Client, table: Table) -> None:
    assert scorer.get(find_url(table)).context["ruling_form"] is None
    form = admin.get(find_url(table)).context["ruling_form"]
    data = {form.add_prefix(name): form[name].value() for name in ("key", "position")}
    data |= {"action": "ruling", "ruling-points-NS": "2", "ruling-reason": "Slow play"}
    assert scorer.post(find_url(table), data).status_code == 403
    assert not DealRecord.objects.exists()
    assert admin.post(find_url(table), data).status_code == 303
    assert DealRecord.objects.get().facts == {"ruling": {"points": {"NS": 2}, "reason": "Slow play", "by": "Admin"}}


def test_time_called_finishes_the_table(scorer: Client, table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3})
    assert scorer.post(find_url(table), {"action": "time"}).status_code == 303
    assert scorer.get(find_url(table)).context["lines"] == []
    assert scorer.post(find_url(table), {"action": "go-on"}).status_code == 303
    assert len(scorer.get(find_url(table)).context["lines"]) == 10


@pytest.mark.parametrize("data", [{"position": "x"}, {"position": ""}, {"position": "٤"}, {"action": "fly"}])
def test_a_form_that_no_page_sent_is_refused(scorer: Client, table: Table, data: dict[str, str]) -> None:
    assert scorer.post(find_url(table), data).status_code == 400


def test_a_line_with_a_key_that_cannot_be_kept_is_told(scorer: Client, table: Table) -> None:
    key = "k" * 101
    data = {"line": [key], "position": "1", f"{key}.maker": "N", f"{key}.tricks": "3"}
    answer = scorer.post(find_url(table), data)
    assert answer.status_code == 422
    assert "1 to 100 characters" in answer.content.decode()


def test_a_line_changed_after_its_answer_was_lost_is_kept_under_a_new_key(scorer: Client, table: Table) -> None:
    page = open_page(scorer, table)
    record_deal(
        table, {"maker": "N", "tricks": 3}, position=1, key=page["keys"][0], by=None, source="web"
    )  # what the first sending saved
    answer = scorer.post(find_url(table), fill(page, EAST, only=page["keys"][0]), headers=HTMX)
    assert answer.status_code == 409
    (kept,) = [each.line for each in answer.context["lines"] if not each.line.is_blank]
    assert dict(kept.texts) == EAST
    assert kept.key not in page["keys"]


def test_the_event_lists_its_tables_with_what_is_in(scorer: Client, table: Table) -> None:
    record(table, {"maker": "N", "tricks": 3})
    answer = scorer.get(reverse("league:paper-event", args=[table.event.slug]))
    ((number, tables),) = answer.context["rounds"]
    assert (number, tables[0]["deals"], tables[0]["url"]) == (1, 1, find_url(table))
    assert answer.context["next_table"]["number"] == 1


def test_a_phone_that_came_by_a_link_is_led_nowhere_it_may_not_go(closed_table: Table) -> None:
    phone = Client()
    phone.get(f"/t/{sign_link(make_link(closed_table, by=None, source='web'))}/")
    page = open_page(phone, closed_table)
    assert phone.post(find_url(closed_table), fill(page, EAST, EAST, EAST)).status_code == 303
    answer = phone.get(find_url(closed_table))
    assert (answer.context["next_table"], answer.context["may_go_on"]) == (None, False)
    links = set(re.findall(r'href="(/events/[^"]+)"', answer.content.decode()))
    assert links
    assert {phone.get(url).status_code for url in links} == {200}


def test_the_table_page_leads_here_and_prominently_where_the_league_enters_from_paper(
    scorer: Client, table: Table
) -> None:
    url = reverse("league:table", args=[table.event.slug, 1, 1])
    way, prominent = f'href="{find_url(table)}"', f'<a class="btn btn--main btn--big" href="{find_url(table)}"'
    page = scorer.get(url).content.decode()
    assert (page.count(way), page.count(prominent)) == (1, 0)
    table.event.league.entry_way = "paper"
    table.event.league.save()
    page = scorer.get(url).content.decode()
    assert (page.count(way), page.count(prominent)) == (1, 1)
    assert find_url(table) not in Client().get(url).content.decode()
