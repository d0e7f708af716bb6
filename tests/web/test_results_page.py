"""The page of an event's results: what is missing, publishing, the window, opening again."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from league.models import AuditRow, Event, League, Player, Table
from league.models.event import Stage
from league.services.faults import EntryRefusedError, TableClosedError
from league.services.recording import record_deal
from league.services.seating import seat_table
from league.services.stages import publish_event
from league.web.live import read_stamp
from tests.web.conftest import record

RESULTS = "/events/tuesday/results/"
EVENT = "/events/tuesday/"
MARCH = {"maker": "N", "tricks": 5}


@pytest.fixture
def played(table: Table) -> Table:
    """A game that has ended 10–0."""
    record(table, *[MARCH] * 5)
    return table


def read() -> Event:
    return Event.objects.get()


def text(client: Client, url: str = RESULTS, **extra: Any) -> str:
    return client.get(url, **extra).content.decode()


def send(client: Client, action: str, **fields: Any) -> Any:
    return client.post(RESULTS, {"action": action, **fields})


def publish(client: Client, *, window: int = 30, confirm: bool = True, seen: int | None = None) -> Any:
    fields = {"window": window, "seen": read().revision if seen is None else seen}
    return send(client, "publish", **fields, **({"confirm": "on"} if confirm else {}))


def test_what_is_missing_is_listed_with_links(admin: Client, played: Table, players: list[Player]) -> None:
    seats = dict(zip("NESW", players[4:], strict=True))
    second = seat_table(played.event, round_number=1, number=2, seats=seats, by=None, source="web")
    record(second, MARCH)
    page = text(admin)
    assert "These games are not finished" in page
    assert 'href="/events/tuesday/round/1/table/2/"' in page
    assert "Publish the results" not in page
    record(second, *[MARCH] * 4)
    page = text(admin)
    assert "These games are not finished" not in page
    assert page.count("Round 1, table") == 2
    assert "Confirm these results as they stand" in page
    assert "Publish the results" in page


def test_an_event_without_a_result_offers_nothing_to_publish(admin: Client, table: Table) -> None:
    assert "There is nothing to publish yet" in text(admin)
    response = publish(admin)
    assert response.status_code == 422
    assert "nothing to publish" in response.content.decode()


def test_publishing_with_the_chosen_window(admin: Client, played: Table) -> None:
    assert 'value="2880" id="publish_window_2" checked' in text(admin).replace(" required", "")
    response = publish(admin, window=30)
    assert (response.status_code, response["Location"]) == (303, RESULTS)
    event = read()
    assert event.stage == Stage.PUBLISHED
    assert event.published_at is not None
    assert event.final_at == event.published_at + datetime.timedelta(minutes=30)
    assert Table.objects.get().confirmed_at is not None
    until = timezone.localtime(event.final_at).strftime("%H:%M")
    for client, url in ((admin, RESULTS), (Client(), EVENT)):
        assert f"{until}." in text(client, url)
        assert "Draft: can be corrected until" in text(client, url)
    assert "Make them final now" in text(admin)


def test_without_the_tick_nothing_is_published_and_the_tables_are_named(admin: Client, played: Table) -> None:
    response = publish(admin, confirm=False, window=0)
    assert response.status_code == 422
    page = response.content.decode()
    assert "Not confirmed yet: round 1, table 1." in page
    assert 'value="0" id="publish_window_0" checked' in page.replace(" required", "")
    assert read().stage == Stage.OPEN


@pytest.mark.parametrize(
    "fields",
    [
        {"window": "31"},
        {"window": "x"},
        {},
        {"window": "30", "seen": "-1"},
        {"window": "30", "seen": "a"},
        {"window": "30", "seen": "9" * 5_000},
    ],
)
def test_bad_input_is_refused_and_stores_nothing(admin: Client, played: Table, fields: dict[str, str]) -> None:
    response = send(admin, "publish", **{"confirm": "on", "seen": "1", **fields})
    assert response.status_code == 422
    assert read().stage == Stage.OPEN


def test_an_action_that_no_form_sends_is_refused(admin: Client, played: Table) -> None:
    assert send(admin, "burn").status_code == 400
    assert admin.post(RESULTS).status_code == 400
    for seen in ("x", "", "-1", "٣", "9" * 5_000):
        assert send(admin, "confirm", seen=seen).status_code == 400


def test_results_that_moved_meanwhile_are_not_confirmed_unseen(admin: Client, played: Table, owner: User) -> None:
    seen = read().revision
    Event.objects.update(revision=seen + 1)
    response = publish(admin, seen=seen)
    assert response.status_code == 409
    assert "Something has changed since this page was shown" in response.content.decode()
    assert read().stage == Stage.OPEN
    assert send(admin, "confirm", seen=seen).status_code == 409
    assert Table.objects.get().confirmed_at is None


def test_confirming_before_publishing(admin: Client, played: Table) -> None:
    assert "entered" in text(admin)
    assert send(admin, "confirm", seen=read().revision).status_code == 303
    page = text(admin)
    assert "tag--sure" in page
    assert "Confirm these results" not in page
    assert "tag--sure" in text(Client(), EVENT)
    assert publish(admin, confirm=False).status_code == 303


def test_publishing_twice_is_no_fault(admin: Client, played: Table) -> None:
    seen = read().revision
    assert publish(admin, seen=seen).status_code == 303
    assert publish(admin, seen=seen).status_code == 303
    assert AuditRow.objects.filter(action="results_published").count() == 1


def test_finalising(admin: Client, played: Table) -> None:
    assert send(admin, "finalise").status_code == 409
    publish(admin)
    assert send(admin, "finalise").status_code == 303
    assert read().stage == Stage.FINAL
    assert "Final since" in text(Client(), EVENT)
    assert "Make them final now" not in text(admin)
    assert send(admin, "finalise").status_code == 303


@pytest.mark.parametrize(("to", "stage"), [("closed", Stage.CLOSED), ("open", Stage.OPEN)])
def test_reopening_needs_a_reason_that_everybody_reads(admin: Client, played: Table, to: str, stage: Stage) -> None:
    publish(admin, window=0)
    response = send(admin, "reopen", reason="  ", to=to)
    assert response.status_code == 422
    assert "Say why the results are opened again" in response.content.decode()
    assert read().stage == Stage.FINAL
    assert send(admin, "reopen", reason="Table 1 <was> wrong", to=to).status_code == 303
    assert read().stage == stage
    page = text(Client(), EVENT)
    assert "by admin: Table 1 &lt;was&gt; wrong" in page
    assert "Reopened on" in page
    log = text(admin, "/leagues/riverside/log/")
    assert "Results reopened" in log
    assert "reason: Table 1 &lt;was&gt; wrong" in log


@pytest.mark.parametrize("to", ["", "published"])
def test_reopening_for_nothing_is_refused(admin: Client, played: Table, to: str) -> None:
    publish(admin)
    assert send(admin, "reopen", reason="why", to=to).status_code == 422
    assert read().stage == Stage.PUBLISHED


def test_a_published_event_is_not_opened_by_the_form_of_the_event(admin: Client, played: Table) -> None:
    publish(admin)
    page = text(admin, "/events/tuesday/edit/")
    assert "Open the event again" not in page
    assert RESULTS in page
    response = admin.post("/events/tuesday/edit/", {"action": "open"}, follow=True)
    assert "reopen them first" in response.content.decode()
    assert read().stage == Stage.PUBLISHED


def test_standings_say_what_they_are(admin: Client, played: Table) -> None:
    assert '<span class="tag">provisional</span>' in text(Client(), EVENT)
    publish(admin)
    assert '<span class="tag">draft</span>' in text(Client(), EVENT)
    send(admin, "finalise")
    assert '<span class="tag">final</span>' in text(Client(), EVENT)


def test_a_closed_event_says_so(admin: Client, played: Table) -> None:
    admin.post("/events/tuesday/edit/", {"action": "close"})
    assert "Closed, not yet published" in text(Client(), EVENT)


def test_only_admins_are_shown_the_way_to_the_results(admin: Client, scorer: Client, played: Table) -> None:
    assert RESULTS in text(admin, EVENT)
    for client in (scorer, Client()):
        assert RESULTS not in text(client, EVENT)


def test_a_window_that_ends_is_news_without_a_change(played: Table) -> None:
    """The revision stays the same when a window ends; the page is new all the same."""
    publish_event(played.event, window=30, force_unconfirmed=True, by=None, source="web")
    before, stamp = read().revision, read_stamp(read())
    over = timezone.now() - datetime.timedelta(seconds=1)
    Event.objects.update(published_at=over, final_at=over)
    assert (read().revision, read_stamp(read()) != stamp) == (before, True)
    assert "Final since" in text(Client(), EVENT)


@pytest.mark.parametrize("reason", ["x" * 501, "a\x00b"])
def test_a_reason_that_cannot_be_kept_is_refused(admin: Client, played: Table, reason: str) -> None:
    publish(admin)
    assert send(admin, "reopen", reason=reason, to="open").status_code == 422
    assert read().stage == Stage.PUBLISHED


def test_the_page_of_a_table_says_that_its_result_is_a_draft(admin: Client, played: Table) -> None:
    table = "/events/tuesday/round/1/table/1/"
    assert "Hands are being entered." not in text(Client(), table)
    publish(admin)
    assert "Draft: can be corrected until" in text(Client(), table)


def test_nothing_is_entered_once_published(admin: Client, played: Table) -> None:
    publish(admin)
    with pytest.raises((TableClosedError, EntryRefusedError)):
        record_deal(played, MARCH, position=6, key="late", by=None, source="web")
    assert "Who made trump?" not in text(admin, "/events/tuesday/round/1/table/1/")


def test_league_settings_are_offered_and_kept(admin: Client, league: League) -> None:
    page = text(admin, "/leagues/riverside/edit/")
    assert "one side enters, the other side confirms" in page
    assert "30 minutes" in page
    url = "/leagues/riverside/edit/"
    sent = {"name": "Riverside", "is_public": "on", "entry_way": "confirm", "correction_window": "0"}
    assert admin.post(url, sent).status_code == 303
    league.refresh_from_db()
    assert (league.entry_way, league.correction_window) == ("confirm", 0)
    for field, value in (("entry_way", "telex"), ("correction_window", "31"), ("correction_window", "x")):
        assert admin.post(url, sent | {field: value}).status_code == 422
    assert admin.post(url, {"name": "Riverside", "is_public": "on"}).status_code == 303
    league.refresh_from_db()
    assert (league.entry_way, league.correction_window) == ("confirm", 0)


def test_a_new_league_is_made_with_its_settings(admin: Client) -> None:
    sent = {"name": "Valley", "entry_way": "both", "correction_window": "10080"}
    assert admin.post("/leagues/new/", sent).status_code == 303
    made = League.objects.get(slug="valley")
    assert (made.entry_way, made.correction_window, made.is_public) == ("both", 10_080, False)


def test_who_reopened_is_named_to_admins_and_is_a_role_to_everybody_else(
    admin: Client, scorer: Client, played: Table
) -> None:
    publish(admin)
    send(admin, "reopen", reason="typed wrong", to="closed")
    assert "by Admin: typed wrong" in text(admin, EVENT)
    for client in (scorer, Client()):
        assert "by admin: typed wrong" in text(client, EVENT)
