"""The pages on which an admin says how the rounds go, and on which players read where they sit."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from league.models import League
from league.models.planning import Format
from league.services.setup import add_players
from tests.league.nights import Night


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("director", password="a long pass phrase")


@pytest.fixture
def night(admin: User) -> Night:
    league = League.objects.create(name="Riverside", slug="riverside")
    return Night(league, admin, 9)


@pytest.fixture
def page(admin: User) -> Client:
    client = Client()
    client.force_login(admin)
    return client


def address(night: Night, name: str, *more: object) -> str:
    return reverse(f"league:{name}", args=[night.event.slug, *more])


def read(client: Client, path: str, status: int = 200) -> str:
    response = client.get(path)
    assert response.status_code == status
    return unescape(response.content.decode())


def list_hidden(html: str) -> dict[str, list[str]]:
    """The hidden inputs of the form that takes a plan."""
    form = html[html.index('<form class="stack" method="post"') :]
    form = form[: form.index("</form>")]
    sent: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form):
        sent.setdefault(name, []).append(value)
    return sent


def test_the_formats_say_what_they_give(night: Night, page: Client) -> None:
    html = read(page, address(night, "plan-new"))
    assert "9 people are here." in html
    words = "9 here: 2 tables, 1 sits out each round, nobody sits out twice in 8 rounds, no partner twice"
    assert words in html
    assert "9 players do not make tables of four" in html


def test_a_plan_is_shown_taken_and_opened(night: Night, page: Client) -> None:
    html = read(page, f"{address(night, 'plan-new')}?format=rotation&rounds=9")
    assert "everybody sits out once in 9 rounds, no partner twice" in html
    assert "Who meets whom" in html
    assert "1+2" in html
    assert page.post(address(night, "plan-new"), list_hidden(html)).status_code == 303
    html = read(page, address(night, "plan"))
    assert "Open round 1" in html
    first = re.findall(r'<span class="sub"><span class="unseen">[^<]*</span>([^<]*)', html)[0].split(" – ")[0]
    assert page.post(address(night, "plan"), {"number": "1"}).status_code == 303
    assert night.event.tables.count() == 2
    assert night.event.sit_outs.count() == 1
    names = {seat.player.name for seat in night.event.tables.get(number=1).seats.filter(seat__in="NS")}
    assert all(name in first for name in names)
    response = page.post(address(night, "plan"), {"number": "1"}, follow=True)
    assert "had been opened already" in response.content.decode()
    assert night.event.rounds.count() == 1


def test_the_next_one_walks_in(night: Night, page: Client) -> None:
    night.plan(Format.ROTATION, rounds=9)
    night.open(1)
    night.come(list(add_players(night.event.league, ["Late"], **night.who).added), arrived=2)
    assert "Here, but not in the plan" in read(page, address(night, "plan"))
    html = read(page, f"{address(night, 'plan-new')}?format=rotation")
    assert "10 here: 2 tables, 2 sit out each round" in html
    assert "plan so far" in html
    sent = list_hidden(html)
    refused = page.post(address(night, "plan-new"), sent)
    assert refused.status_code == 422
    assert "Say why the plan is changed" in refused.content.decode()
    assert page.post(address(night, "plan-new"), sent | {"reason": ["Late has come"]}).status_code == 303
    assert "Late has come" in read(page, address(night, "plan"))
    again = page.post(address(night, "plan-new"), sent | {"reason": ["Twice"]})
    assert again.status_code == 409
    assert night.event.plans.count() == 2


def test_seats_are_changed_by_hand_before_a_round_of_the_plan_is_opened(night: Night, page: Client) -> None:
    night.plan(Format.ROTATION, rounds=9)
    html = read(page, address(night, "round-new"))
    sent: dict[str, str] = {"number": "1", "tables": "2"}
    for name, options in re.findall(r'<select[^>]*name="(t\d-\w+)"[^>]*>(.*?)</select>', html, re.DOTALL):
        chosen = re.search(r'<option value="(\w*)" selected>', options)
        sent[name] = chosen[1] if chosen else "N"
    out = next(player for player in night.players if str(player.pk) not in sent.values())
    moved = sent["t1-N"]
    sent["t1-N"] = str(out.pk)
    assert page.post(address(night, "round-new"), sent).status_code == 303
    round_ = night.event.rounds.get()
    assert (round_.planned, round_.game) == (1, 1)
    assert list(night.event.sit_outs.values_list("entry__players", flat=True)) == [int(moved)]
    assert "Open round 2" in read(page, address(night, "plan"))


def test_a_level_table_is_asked_about(night: Night, page: Client) -> None:
    night.plan(Format.LADDER, rounds=3)
    night.open(1)
    html = read(page, address(night, "plan"))
    assert "Table 1 is still playing." in html
    assert page.post(address(night, "plan"), {"number": "2", "winner-1": "NS"}).status_code == 422
    sent = {"number": "2", "winner-1": "NS", "winner-2": "EW"}
    assert page.post(address(night, "plan"), sent).status_code == 303
    assert night.event.rounds.count() == 2


def test_everybody_reads_where_he_sits(night: Night) -> None:
    night.plan(Format.ROTATION, rounds=9)
    night.open(1)
    player = night.players[0]
    html = read(Client(), address(night, "plan-player", player.pk))
    assert html.count('<span class="title">Round') == 9
    assert html.count("sits out") == 1
    assert html.count(" against ") == 8
    assert read(Client(), address(night, "plan")).count(player.name) > 1
    assert Client().get(address(night, "plan-player", 0)).status_code == 404


def test_chart_and_cards_are_printed(night: Night) -> None:
    assert Client().get(address(night, "plan-chart")).status_code == 400
    night.plan(Format.ROTATION, rounds=9)
    for name in ("plan-chart", "plan-cards"):
        response = Client().get(address(night, name))
        assert response.headers["Content-Type"] == "application/pdf"
        assert response.content.startswith(b"%PDF")


def test_faults_come_back_with_what_was_chosen(night: Night, page: Client) -> None:
    one = night.players[0].pk
    path = f"{address(night, 'plan-new')}?format=rotation&rounds=300&one-0={one}&other-0={one}"
    response = page.get(path)
    assert response.status_code == 422
    html = response.content.decode()
    assert "Choose two different people for each couple." in html
    assert f'<option value="{one}" selected>' in html
    assert read(page, f"{address(night, 'plan-new')}?format=swiss", 422)


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("one-0=99999&other-0=88888&way-0=together", "Somebody in a couple is not in this league"),
        ("one-0={own}&other-0=x&way-0=together", "Somebody in a couple is not in this league"),
        ("one-0={own}&way-0=together", "Choose two different people"),
        ("one-0={own}&other-0={next}&way-0=sideways", "Choose for each couple how it is kept"),
        ("one-6={own}&other-6={next}&way-6=together", "So many couples can be named at most: 6"),
        ("players={own}&players=99999", "99999"),
        ("one-0={own}&other-0={next}&way-0=together", "Couples cannot be kept apart or together"),
    ],
)
def test_nothing_that_was_sent_is_passed_over(night: Night, page: Client, query: str, words: str) -> None:
    one, other = night.players[0], night.players[1]
    sent = query.format(own=one.pk, next=other.pk)
    assert words in read(page, f"{address(night, 'plan-new')}?format=ladder&rounds=3&{sent}", status=422)


def test_sit_outs_are_said_of_all_rounds_that_count(night: Night, page: Client) -> None:
    night.plan(Format.ROTATION, rounds=9)
    night.open(1)
    night.open(2)
    html = read(page, f"{address(night, 'plan-new')}?format=rotation&rounds=7")
    assert "everybody sits out once in 9 rounds" in html


def test_planning_anew_begins_with_what_the_plan_that_stands_has(night: Night, page: Client, admin: User) -> None:
    ann, bob, cyd, dee, eve, *_others = (player.pk for player in night.players)
    together = ((ann, bob), (dee, eve))
    ladder = {"ladder": "everybody", "ties": "stay"}
    night.plan(Format.FACES, rounds=5, games=2, together=together, apart=((ann, cyd),), **ladder)
    night.open(1)
    night.open(2)
    night.leave(night.players[4], after=2)
    night.come(list(add_players(night.event.league, ["Late"], **night.who).added), arrived=3)
    context = page.get(address(night, "plan-new")).context
    assert context["couples"] == [(0, ann, cyd, "apart"), (1, ann, bob, "together"), (2, 0, 0, "apart")]
    assert context["gone"] == [f"{night.players[3]} & {night.players[4]}"]
    form = context["form"]
    assert [form[name].value() for name in ("rounds", "games", "ladder", "ties")] == [4, "2", "everybody", "stay"]
    assert [each["value"] for each in context["formats"] if each["is_chosen"]] == [Format.FACES]
    html = read(page, address(night, "plan-new"))
    assert f'<option value="{bob}" selected>' in html
    assert "because somebody is not here" in html
    sent = {"format": "faces", "rounds": "4", "games": "2"}
    for at, one, other, way in context["couples"]:
        sent |= {f"one-{at}": str(one or ""), f"other-{at}": str(other or ""), f"way-{at}": way}
    shown = page.get(address(night, "plan-new"), sent).context["shown"]
    assert ("one-1", str(ann)) in shown["sent"]


def test_as_many_couples_are_taken_over_as_the_plan_that_stands_has(page: Client, admin: User, night: Night) -> None:
    pks = [player.pk for player in night.players]
    couples = (*((pks[0], pk) for pk in pks[1:]), (pks[1], pks[2]))
    night.plan(Format.REDRAW, rounds=5, apart_tables=couples[:2], apart=couples[2:])
    context = page.get(address(night, "plan-new")).context
    assert len(couples) > 6
    assert [row[1:3] for row in context["couples"] if row[1]] == [*couples[2:], *couples[:2]]
