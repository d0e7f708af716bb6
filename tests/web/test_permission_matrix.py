"""Every address, by every method, for everybody, in an open and in a closed league, and with another league's objects.

tests/web/permissions/rows.py says what each address needs; league/access.py says who has that. Here the two meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver
from pytest_django.plugin import DjangoDbBlocker

from league.access import RIGHTS
from tests.examples import IS_LONG
from tests.web.permissions.api_rows import API, Operation, fill_body
from tests.web.permissions.rows import ACCOUNT, EVERYBODY, FOR_LINKS, LOGGED_IN, PAGES, Page
from tests.web.permissions.world import (
    MEMBERS,
    OTHER_NUMBER,
    OTHER_ROUND,
    SUPERUSER,
    VISITORS,
    Answer,
    Place,
    World,
    find_rights,
    make_world,
)

UNKNOWN_TO_PAGES = ("PUT", "PATCH", "DELETE", "OPTIONS")
API_METHODS = ("POST", "PUT", "PATCH", "DELETE")
API_ROOT = "api/v1/"
PLACES = ("public", "private")
#: Names in addresses and forms that belong to a league or event that stands before them.
BELONGING = ("player", "entry", "call", "job", "table", "member", "invitation")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[World]:
    """One world for all tests of this file: each request is taken back again."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_world()
        transaction.set_rollback(True)


pytestmark = pytest.mark.django_db


def list_patterns(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Every address that the site knows, as it is declared."""
    for pattern in (resolver or get_resolver()).url_patterns:
        whole = f"{before}{pattern.pattern}"
        if isinstance(pattern, URLResolver):
            yield from list_patterns(pattern, whole)
        elif isinstance(pattern, URLPattern):
            yield whole


def list_places(path: str) -> tuple[str, ...]:
    """Both leagues, or one of them where an address names nothing of a league."""
    return PLACES if "{" in path else PLACES[:1]


def list_visitors(path: str, method: str) -> tuple[str, ...]:
    """Everybody; but few where the site does the same once more (HEAD is GET without what it says)."""
    if path == "schema/" or (method == "head" and path.endswith((".pdf", ".xlsx"))):
        return ("nobody", "owner")
    if method == "head" and not IS_LONG:
        return ("nobody", "outsider", "player", "owner", "link")
    return VISITORS


def test_every_address_has_a_row() -> None:
    """A new page says in tests/web/permissions/rows.py who may do what there."""
    rows = {*(pattern.partition("#")[0] for pattern in PAGES), *FOR_LINKS, *(f"{API_ROOT}{pattern}" for pattern in API)}
    known = set(list_patterns())
    assert not sorted(known - rows), "without a row"
    assert not sorted(rows - known), "rows of no address"


def expect(right: str, visitor: str, place: Place, *, is_at_table: bool, for_api: bool = False) -> set[int] | None:
    """The answers to who may not; None where he may."""
    if right == EVERYBODY:
        return None
    if right in (ACCOUNT, LOGGED_IN):
        if visitor in ("outsider", *MEMBERS):
            return None
        return {302} if right == LOGGED_IN else {401 if for_api else 403}
    rights = find_rights(visitor, place, is_at_table=is_at_table)
    if "see" not in rights:
        # Who typed a short address from paper is asked to log in, whether there is such a table or not.
        return {404, 302}
    return None if right in rights else {403}


def check(answer: Answer, refusals: set[int] | None, *, odd: tuple[int, ...], what: object) -> None:
    """An answer is one to who may, or one to who may not, and then nothing has changed and nothing is told."""
    if refusals is None:
        assert answer.status < 400 or answer.status in (400, 409, 410, 422, *odd), what
        return
    assert answer.status in refusals, (what, answer.status)
    assert not answer.changes, what


def find_login_redirects(page: Page, refusals: set[int] | None) -> set[int] | None:
    """Only the short addresses on paper send strangers on to the log-in; all others are not found."""
    if refusals == {404, 302} and page.path not in ("/e/{event_pk}", "/t/{table}"):
        return {404}
    return refusals


@pytest.mark.parametrize("method", ["get", "head"])
@pytest.mark.parametrize("pattern", PAGES)
def test_reading(pattern: str, method: str, world: World) -> None:
    page = PAGES[pattern]
    for where, visitor in product(list_places(page.path), list_visitors(page.path, method)):
        place: Place = getattr(world, where)
        answer = world.ask(visitor, method, page.path.format(**place.names))
        what = (method, page.path, visitor, where, answer.status)
        if not page.read:
            assert answer.status == 405, what
            continue
        refusals = expect(page.read, visitor, place, is_at_table=page.is_at_table)
        check(answer, find_login_redirects(page, refusals), odd=page.odd, what=what)
        may_see = "see" in find_rights(visitor, place, is_at_table=page.is_at_table) or "{secret}" in page.path
        assert may_see or "Hilltop" not in answer.content, what


@pytest.mark.parametrize("pattern", PAGES)
def test_writing(pattern: str, world: World) -> None:
    page = PAGES[pattern]
    for where, visitor in product(list_places(page.path), VISITORS):
        place: Place = getattr(world, where)
        path = page.path.format(**place.names)
        if not page.write:
            # Some pages of allauth ask who it is before they look at the method.
            asks = page.read == LOGGED_IN and visitor not in ("outsider", *MEMBERS)
            assert world.ask(visitor, "post", path).status in ({302, 405} if asks else {405, *page.odd}), (
                path,
                visitor,
            )
        for action, right in page.write.items():
            fields = {name: value.format(**place.names) for name, value in page.fields.get(action, {}).items()}
            answer = world.ask(visitor, "post", path, {"action": action, **fields} if action else fields)
            what = ("post", page.path, action, visitor, where, answer.status)
            refusals = expect(right, visitor, place, is_at_table=page.is_at_table)
            check(answer, find_login_redirects(page, refusals), odd=page.odd, what=what)


@pytest.mark.parametrize("pattern", [*PAGES, *FOR_LINKS])
def test_no_page_knows_another_method(pattern: str, world: World) -> None:
    page = PAGES.get(pattern) or FOR_LINKS[pattern]
    for where, visitor, method in product(list_places(page.path), VISITORS, UNKNOWN_TO_PAGES):
        path = page.path.format(**getattr(world, where).names)
        answer = world.ask(visitor, method, path)
        assert (answer.status, answer.changes) == (405, []), (method, path, visitor)


def mix(template: str, world: World, *names: str) -> str:
    """A text with the open league's names, but these of the closed league's."""
    return template.format(**{**world.public.names, **{name: world.private.names[name] for name in names}})


def list_foreign(page: Page, world: World) -> Iterator[tuple[str, dict[str, dict[str, str]]]]:
    """Addresses and forms of the open league that name one object of the closed league."""
    path = page.path.format(**world.public.names)
    own = {
        action: {name: value.format(**world.public.names) for name, value in page.fields.get(action, {}).items()}
        for action in page.write
    }
    if "{league}" in page.path or "{event}" in page.path:
        for name in BELONGING:
            if f"{{{name}}}" in page.path:
                yield mix(page.path, world, name), own
        if "{round}" in page.path:
            names = {**world.public.names, "round": OTHER_ROUND, "number": OTHER_NUMBER}
            yield page.path.format(**names), own
    for action, fields in page.fields.items():
        for field, value in fields.items():
            if value.strip("{}") in BELONGING:
                yield path, {action: {**own[action], field: mix(value, world, value.strip("{}"))}}


@pytest.mark.parametrize("pattern", PAGES)
def test_another_leagues_objects_are_not_found(pattern: str, world: World) -> None:
    page = PAGES[pattern]
    for path, forms in list_foreign(page, world):
        is_in_path = path != page.path.format(**world.public.names)
        for visitor in VISITORS:
            if is_in_path and page.read:
                answer = world.ask(visitor, "get", path)
                assert answer.status in ((404,) if visitor in ("owner", "admin") else (403, 404)), (path, visitor)
                assert "Hilltop" not in answer.content, (path, visitor)
            for action, fields in forms.items():
                answer = world.ask(visitor, "post", path, {"action": action, **fields} if action else fields)
                what = (path, action, fields, visitor, answer.status)
                assert answer.status in ((404,) if visitor in ("owner", "admin") else (403, 404)), what
                assert not answer.changes, what


def check_api(answer: Answer, refusals: set[int] | None, *, visitor: str, is_change: bool, what: object) -> None:
    """As on the pages, but a program that changes something is first asked who it is."""
    if is_change and refusals is not None and visitor not in ("outsider", *MEMBERS):
        refusals = {401}
    check(answer, refusals - {302} if refusals else refusals, odd=(401,) if "token" in str(what) else (), what=what)


@pytest.mark.parametrize("pattern", API)
def test_reading_by_the_api(pattern: str, world: World) -> None:
    resource = API[pattern]
    visitors = list_visitors(resource.path, "get")
    for where, visitor, method in product(list_places(resource.path), visitors, ("get", "head", "options")):
        place: Place = getattr(world, where)
        answer = world.ask(visitor, method, f"/{API_ROOT}{resource.path}".format(**place.names))
        what = (method, resource.path, visitor, where, answer.status)
        assert answer.status < 500, what
        assert not answer.changes, what
        may_see = "see" in find_rights(visitor, place, is_at_table=False)
        assert may_see or "Hilltop" not in answer.content, what
        if method == "options" or resource.read == "nowhere":
            continue
        if not resource.read:
            assert answer.status in (401, 405), what
            continue
        refusals = expect(resource.read, visitor, place, is_at_table=False)
        check_api(answer, refusals, visitor=visitor, is_change=resource.asks_who, what=what)


@pytest.mark.parametrize("pattern", [pattern for pattern in API if API[pattern].read != "nowhere"])
def test_writing_by_the_api(pattern: str, world: World) -> None:
    resource = API[pattern]
    for where, visitor, method in product(list_places(resource.path), VISITORS, API_METHODS):
        place: Place = getattr(world, where)
        path = f"/{API_ROOT}{resource.path}".format(**place.names)
        if method not in resource.write:
            answer = world.ask(visitor, method, path, "{}", is_json=True)
            assert answer.status in (401, 405), (method, path, visitor, answer.status)
            assert not answer.changes, (method, path, visitor)
        for operation in resource.write.get(method, ()):
            body = fill_body(operation.body, place.names)
            answer = world.ask(visitor, method, path, body, is_json=True)
            what = (method, resource.path, operation, visitor, where, answer.status, answer.content[:200])
            refusals = expect(operation.right, visitor, place, is_at_table=False, for_api=True)
            check_api(answer, refusals, visitor=visitor, is_change=True, what=what)


@pytest.mark.parametrize("pattern", FOR_LINKS)
def test_what_is_for_phones_at_the_table_only(pattern: str, world: World) -> None:
    page = FOR_LINKS[pattern]
    for where, visitor, method in product(list_places(page.path), VISITORS, ("get", "post")):
        place: Place = getattr(world, where)
        answer = world.ask(visitor, method, page.path.format(**place.names))
        may_see = "see" in find_rights(visitor, place, is_at_table=True)
        refusals = None if visitor == page.read else {403 if may_see else 404}
        check(answer, refusals, odd=(), what=(method, page.path, visitor, where, answer.status))


@pytest.mark.postgres
def test_lists_hold_what_may_be_seen(world: World) -> None:
    for path, visitor in product(("/", f"/{API_ROOT}leagues/", f"/{API_ROOT}events/"), (*VISITORS, SUPERUSER)):
        content = world.ask(visitor, "get", path).content
        assert "Riverside" in content, (path, visitor)
        assert ("Hilltop" in content) == (visitor in (*MEMBERS, SUPERUSER)), (path, visitor)


@pytest.mark.postgres
@pytest.mark.parametrize("pattern", PAGES)
def test_a_superuser_reads_everything(pattern: str, world: World) -> None:
    page = PAGES[pattern]
    answer = world.ask(SUPERUSER, "get", page.path.format(**world.private.names))
    assert answer.status < 400 or answer.status in (page.odd if page.read else (405,)), answer.status


def test_the_world_is_as_the_rows_think(world: World) -> None:
    """What these tests rely on: requests are taken back, changes are seen, and rights differ between visitors."""
    path = PAGES["leagues/<slug:slug>/members/"].path.format(**world.public.names)
    form = {"action": "invite", "role": "player", "days": "7"}
    first, second = (world.ask("owner", "post", path, form) for _time in range(2))
    assert first.changes
    assert first.changes == second.changes
    assert world.public.league.invitations.count() == 1
    assert len({find_rights(visitor, world.private, is_at_table=True) for visitor in VISITORS}) == 5


def test_an_operation_needs_a_right_that_there_is() -> None:
    """A right that is misspelt in a row would refuse everybody and look right."""
    known = {*RIGHTS, EVERYBODY, ACCOUNT, LOGGED_IN, "nowhere", ""}
    rights = {page.read for page in PAGES.values()} | {
        right for page in PAGES.values() for right in page.write.values()
    }
    operations: list[Operation] = [one for row in API.values() for many in row.write.values() for one in many]
    assert rights | {row.read for row in API.values()} | {one.right for one in operations} <= known
