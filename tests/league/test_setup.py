"""Leagues, events, players and seats: what is taken, what is refused and in which words."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User

from league.access import find_events, find_leagues, find_tables, has_right
from league.models import Event, League, Membership, Player, Table
from league.models.people import Role
from league.services.faults import RefusedError
from league.services.recording import record_deal
from league.services.seating import reseat_table, seat_table
from league.services.setup import add_players, create_event, create_league, create_season


def test_slugs_are_made_from_any_alphabet_and_never_twice(admin: User) -> None:
    slugs = [create_league(name, by=admin, source="web").slug for name in ("Клуб «Валет»", "Klub Valet", "扑克")]
    assert slugs[:2] == ["klub-valet", "klub-valet-2"]
    assert len(slugs[2]) == 6


@pytest.mark.parametrize("name", ["", "  ", "\u200b", "x" * 101])
def test_a_league_needs_a_name(admin: User, name: str) -> None:
    with pytest.raises(RefusedError) as refused:
        create_league(name, by=admin, source="web")
    assert list(refused.value.messages) == ["name"]


def test_pasted_names_are_tidied_and_doubles_told(league: League) -> None:
    pasted = ["  Ann   Lee ", "Jose\u0301", "JOSÉ", "", "ann lee", "Ёлкин"]
    first = add_players(league, pasted, by=None, source="web")
    assert [player.name for player in first.added] == ["Ann Lee", "José", "Ёлкин"]
    assert first.repeated == ("JOSÉ", "ann lee")
    again = add_players(league, ["Ann Lee", "Bo"], by=None, source="web")
    assert (again.known, [player.name for player in again.added]) == (("Ann Lee",), ["Bo"])


def test_a_name_that_is_too_long_adds_nobody(league: League) -> None:
    with pytest.raises(RefusedError):
        add_players(league, ["Ann", "x" * 101], by=None, source="web")
    assert not league.players.exists()


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"game": "snap"}, "game"),
        ({"preset": "wild"}, "preset"),
        ({"options": {"loner_renege_by_defender": 3}}, "options"),
        ({"options": {"loner_renege_by_defender": True}}, "options"),
        ({"options": {"speed": 1}}, "options"),
        ({"name": ""}, "name"),
    ],
)
def test_an_event_is_refused_with_its_field(league: League, change: dict[str, object], field: str) -> None:
    wanted = {"name": "Tuesday", "game": "land-grant-euchre", **change}
    with pytest.raises(RefusedError) as refused:
        create_event(league, by=None, source="web", **wanted)  # type: ignore[arg-type]
    assert list(refused.value.messages) == [field]


def test_house_rules_are_pinned_as_differences_from_the_preset(league: League) -> None:
    options = {"loner_renege_by_defender": 4, "warning_scope": "season"}
    event = create_event(
        league, name="A", game="land-grant-euchre", preset="fair-renege", options=options, by=None, source="web"
    )
    assert event.options == {"warning_scope": "season"}
    assert event.rules.loner_renege_by_defender == 4  # type: ignore[attr-defined]


def test_a_season_of_another_league_is_refused(league: League) -> None:
    other = create_league("Other", by=None, source="web")
    season = create_season(other, name="Autumn", by=None, source="web")
    with pytest.raises(RefusedError) as refused:
        create_event(league, name="A", game="land-grant-euchre", season=season, by=None, source="web")
    assert list(refused.value.messages) == ["season"]


def test_a_pair_is_one_entry_whichever_way_it_sits(event: Event, players: list[Player]) -> None:
    ann, bob, cyd, dee, *_rest = players
    seat_table(event, round_number=1, number=1, seats={"N": ann, "E": bob, "S": cyd, "W": dee}, by=None, source="web")
    seat_table(event, round_number=2, number=1, seats={"N": bob, "E": cyd, "S": dee, "W": ann}, by=None, source="web")
    assert sorted(event.entries.values_list("name", flat=True)) == ["Ann & Cyd", "Bob & Dee"]


def test_where_partners_change_each_player_is_an_entry(league: League, players: list[Player]) -> None:
    event = create_event(league, name="Mixer", game="land-grant-euchre", entry_kind="player", by=None, source="web")
    seats = dict(zip("NESW", players, strict=False))
    seat_table(event, round_number=1, number=1, seats=seats, by=None, source="web")
    assert event.entries.count() == 4


def test_every_fault_of_a_seating_is_told(event: Event, players: list[Player], table: Table) -> None:
    stranger = add_players(create_league("Other", by=None, source="web"), ["Zed"], by=None, source="web").added[0]
    with pytest.raises(RefusedError) as refused:
        seat_table(
            event,
            round_number=1,
            number=2,
            seats={"N": players[4], "E": players[4], "S": stranger},
            first_dealer="Q",
            by=None,
            source="web",
        )
    assert set(refused.value.messages) == {"E", "S", "W", "first_dealer"}
    with pytest.raises(RefusedError) as busy:
        seat_table(
            event,
            round_number=1,
            number=1,
            seats={"N": players[0], "E": players[4], "S": players[5], "W": players[6]},
            by=None,
            source="web",
        )
    assert set(busy.value.messages) == {"N", "number"}
    assert event.tables.count() == 1


def test_seats_change_only_before_the_first_hand(table: Table, players: list[Player]) -> None:
    swapped = dict(zip("ESWN", players, strict=False))
    reseat_table(table, seats=swapped, first_dealer="E", by=None, source="web")
    assert {seat.seat: seat.player for seat in table.seats.all()} == swapped
    table.refresh_from_db()
    assert table.first_dealer == "E"
    record_deal(table, {"maker": "N", "tricks": 5}, position=1, key="k", by=None, source="web")
    with pytest.raises(RefusedError):
        reseat_table(table, seats=swapped, first_dealer="E", by=None, source="web")


@pytest.mark.parametrize(
    ("role", "rights"),
    [
        (Role.OWNER, {"see", "record", "set_up"}),
        (Role.ADMIN, {"see", "record", "set_up"}),
        (Role.SCORER, {"see", "record"}),
        (Role.PLAYER, {"see"}),
        (None, set()),
    ],
)
@pytest.mark.parametrize("is_public", [True, False])
def test_rights_by_role(league: League, table: Table, role: str | None, rights: set[str], is_public: bool) -> None:
    League.objects.update(is_public=is_public)
    user = User.objects.create_user("someone")
    if role:
        Membership.objects.create(league=league, user=user, role=role)
    expected = rights | ({"see"} if is_public else set())
    for right in ("see", "record", "set_up"):
        assert has_right(user, right, league=league) == (right in expected)
        assert find_events(user, right=right).exists() == (right in expected)
        assert find_tables(user, right=right).exists() == (right in expected)
    assert find_leagues(AnonymousUser()).exists() == is_public
    assert not find_leagues(AnonymousUser(), right="record").exists()
