"""Links that open one table: made, extended, renewed, revoked; their codes and their signed addresses."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from league.link_codes import ALPHABET, LENGTH, draw_code, read_code, read_token, show_code, sign_link
from league.models import AuditRow, Event, League, Player, Table, TableLink
from league.models.link import LinkState
from league.models.people import EntryWay
from league.selectors.links import list_live_links
from league.services import links as links_service
from league.services.faults import RefusedError
from league.services.links import (
    EXTENSION,
    SHORTEST_LIFE,
    ensure_links,
    extend_link,
    find_expiry,
    make_link,
    renew_link,
    revoke_link,
    revoke_links,
)
from league.services.rounds import TablePlan, open_round

WHO: dict[str, Any] = {"by": None, "source": "web"}


@given(st.text(alphabet=ALPHABET, min_size=LENGTH, max_size=LENGTH), st.sampled_from([" ", "-", ".", " - ", ""]))
def test_a_code_is_read_however_it_is_typed(code: str, between: str) -> None:
    typed = f" {code[:4].lower()}{between}{code[4:]}"
    assert read_code(typed) == code
    assert read_code(show_code(code)) == code


def test_cyrillic_letters_and_figures_that_look_alike_are_meant() -> None:
    assert read_code("кмн рстх") == "KMHPCTX"
    assert read_code("1I7 9uу4") == "LL79VY4"


@pytest.mark.parametrize(
    "typed", ["", "K7M4", "K7M4PXWW", "K7M4PXA", "K7M4PX0", "K7M4PXЖ", "K" * 5000, "\0" * 7, "٣٤٦٧٩٣٤"]
)
def test_what_is_no_code_is_none(typed: str) -> None:
    assert read_code(typed) is None


def test_codes_are_drawn_from_the_alphabet_and_differ() -> None:
    codes = {draw_code() for _draw in range(200)}
    assert len(codes) == 200
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)


def test_a_token_is_read_back_and_any_change_of_it_is_found(table: Table) -> None:
    link = make_link(table, **WHO)
    token = sign_link(link)
    assert read_token(token) == link.pk
    for place in range(len(token)):
        changed = token[:place] + ("a" if token[place] != "a" else "b") + token[place + 1 :]
        assert read_token(changed) is None
    for nonsense in ("", ":", str(link.pk), f"{link.pk}:", token + "x", "é:ü"):
        assert read_token(nonsense) is None


@pytest.mark.parametrize(
    ("held_on", "expected"),
    [
        (date(2026, 3, 14), datetime(2026, 3, 16, tzinfo=UTC)),
        (date(2026, 3, 20), datetime(2026, 3, 22, tzinfo=UTC)),
        (date(2026, 3, 1), None),
        (None, None),
    ],
)
def test_a_link_lives_until_the_day_after_the_event_and_not_less_than_its_shortest_life(
    held_on: date | None, expected: datetime | None, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime(2026, 3, 14, 9, 0, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: now)
    event.held_on = held_on
    assert find_expiry(event) == (expected or now + SHORTEST_LIFE)


def test_opening_a_round_makes_a_link_to_each_table(event: Event, players: list[Player], admin: User) -> None:
    plans = [
        TablePlan(number=number, seats=dict(zip("NESW", players[4 * number - 4 :], strict=False)), first_dealer="N")
        for number in (1, 2)
    ]
    opened = open_round(event, number=1, tables=plans, by=admin, source="web")
    links = list_live_links(opened)
    assert set(links) == {table.pk for table in opened}
    assert AuditRow.objects.filter(action="link_made", actor=admin).count() == 2


def test_where_hands_come_from_paper_no_link_is_made_unasked(league: League, table: Table) -> None:
    league.entry_way = EntryWay.PAPER
    league.save()
    table = Table.objects.get(pk=table.pk)
    assert ensure_links([table], **WHO) == {}
    assert set(ensure_links([table], **WHO, even_on_paper=True)) == {table.pk}


def test_a_live_link_is_kept_and_a_dead_one_replaced(table: Table) -> None:
    first = ensure_links([table], **WHO)[table.pk]
    assert ensure_links([table], **WHO)[table.pk] == first
    TableLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    second = ensure_links([table], **WHO)[table.pk]
    assert second != first
    revoke_link(second, **WHO)
    assert ensure_links([table], **WHO)[table.pk] not in (first, second)


def test_a_closed_event_gets_no_links(table: Table) -> None:
    table.event.is_open = False
    table.event.save()
    assert ensure_links([table], **WHO) == {}
    with pytest.raises(RefusedError, match="closed"):
        make_link(table, **WHO)
    with pytest.raises(RefusedError, match="closed"):
        renew_link(table, **WHO)


def test_a_new_code_ends_the_old_one(table: Table, admin: User) -> None:
    old = make_link(table, **WHO)
    new = renew_link(table, by=admin, source="web")
    old.refresh_from_db()
    assert (old.state, new.state) == (LinkState.REVOKED, LinkState.LIVE)
    assert [row.action for row in AuditRow.objects.filter(actor=admin).order_by("pk")][-2:] == [
        "link_revoked", "link_made"
    ]  # fmt: skip


def test_to_revoke_twice_writes_one_row(table: Table) -> None:
    link = make_link(table, **WHO)
    assert [revoke_link(link, **WHO), revoke_link(link, **WHO)] == [True, False]
    assert AuditRow.objects.filter(action="link_revoked").count() == 1
    assert revoke_links([table], **WHO) == 0


def test_a_link_that_has_run_out_lives_again_when_extended_and_a_revoked_one_does_not(table: Table) -> None:
    link = make_link(table, **WHO)
    before = link.expires_at
    assert extend_link(link, **WHO).expires_at >= before + EXTENSION
    TableLink.objects.update(expires_at=timezone.now() - timedelta(days=3))
    link.refresh_from_db()
    assert link.state == LinkState.EXPIRED
    assert extend_link(link, **WHO).state == LinkState.LIVE
    revoke_link(link, **WHO)
    with pytest.raises(RefusedError, match="make a new one"):
        extend_link(link, **WHO)


def test_a_code_that_is_taken_is_drawn_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = make_link(table, **WHO).code
    draws = iter([taken, taken, "CCCCCCC"])
    monkeypatch.setattr(links_service, "draw_code", lambda: next(draws))
    assert make_link(table, **WHO).code == "CCCCCCC"


def test_the_log_never_holds_a_code(table: Table) -> None:
    link = renew_link(table, **WHO)
    extend_link(link, **WHO)
    revoke_link(link, **WHO)
    assert all(link.code not in str(row.detail) for row in AuditRow.objects.all())
