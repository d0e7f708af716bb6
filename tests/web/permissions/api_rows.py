"""Who may read and change what by the API: one row an address, as tests/web/permissions/rows.py has them for pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from tests.web.permissions.rows import ACCOUNT, EVERYBODY

MARCH = {"maker": "N", "tricks": 5}
EAST = {"maker": "E", "tricks": 5}
RULING = {"ruling": {"points": {"NS": 1}, "reason": "late"}}
REDRAW = {"format": "redraw", "options": {"rounds": 2}}


class Operation(Struct, frozen=True, kw_only=True):
    """A change that the API offers: the right that it needs, and a body."""

    right: str
    body: Any = None


class Resource(Struct, frozen=True, kw_only=True):
    """An address of the API. `read` is "" where it cannot be read; `asks_who` is read by nobody without a name."""

    path: str
    read: str = "see"
    write: Mapping[str, tuple[Operation, ...]] = {}
    asks_who: bool = False


def post(*operations: Operation) -> Mapping[str, tuple[Operation, ...]]:
    """What can be posted to an address."""
    return {"POST": operations}


def fill_body(body: Any, names: Mapping[str, Any]) -> Any:
    """A body with the numbers of objects in place of their names in braces."""
    if not isinstance(body, dict):
        return body
    numbers = {f"{{{name}}}": number for name, number in names.items()}
    return {key: numbers.get(value, value) if isinstance(value, str) else value for key, value in body.items()}


API: Mapping[str, Resource] = {
    "token/": Resource(
        path="token/",
        read="",
        write={"POST": (Operation(right=EVERYBODY, body={}),), "DELETE": (Operation(right=ACCOUNT),)},
    ),
    "games/": Resource(path="games/", read=EVERYBODY),
    "score": Resource(path="score", read="", write=post(Operation(right=EVERYBODY, body={}))),
    "score/": Resource(path="score/", read="", write=post(Operation(right=EVERYBODY, body={}))),
    "schema/": Resource(path="schema/", read=EVERYBODY),
    "docs/": Resource(path="docs/", read=EVERYBODY),
    "leagues/": Resource(path="leagues/", read=EVERYBODY),
    "leagues/<slug:slug>/": Resource(path="leagues/{league}/"),
    "leagues/<slug:slug>/players/": Resource(path="leagues/{league}/players/"),
    "leagues/<slug:slug>/teams/": Resource(path="leagues/{league}/teams/"),
    "events/<slug:slug>/fixtures/": Resource(path="events/{fixtures}/fixtures/"),
    "players/<int:number>/record/": Resource(path="players/{player}/record/"),
    "leagues/<slug:slug>/seasons/": Resource(path="leagues/{league}/seasons/"),
    "leagues/<slug:slug>/seasons/<slug:season>/standings/": Resource(
        path="leagues/{league}/seasons/{season}/standings/"
    ),
    "leagues/<slug:slug>/seasons/<slug:season>/prizes/": Resource(path="leagues/{league}/seasons/{season}/prizes/"),
    "events/<slug:slug>/prizes/": Resource(path="events/{event}/prizes/"),
    "events/": Resource(path="events/", read=EVERYBODY),
    "events/<slug:slug>/": Resource(path="events/{event}/"),
    "events/<slug:slug>/standings/": Resource(path="events/{event}/standings/"),
    "events/<slug:slug>/facts/": Resource(path="events/{event}/facts/"),
    "events/<slug:slug>/tables/": Resource(path="events/{event}/tables/"),
    "events/<slug:slug>/attendance/": Resource(
        path="events/{event}/attendance/",
        read="check_in",
        asks_who=True,
        write=post(Operation(right="check_in", body={"action": "add", "name": "Somebody new"})),
    ),
    "events/<slug:slug>/plan/": Resource(
        path="events/{planned}/plan/",
        write=post(Operation(right="set_up", body={**REDRAW, "seen_version": 1, "seen_round": 1, "reason": "Lots"})),
    ),
    "events/<slug:slug>/plan/proposal/": Resource(
        path="events/{planned}/plan/proposal/", read="", write=post(Operation(right="set_up", body=REDRAW))
    ),
    "events/<slug:slug>/plan/open/": Resource(
        path="events/{planned}/plan/open/", read="", write=post(Operation(right="set_up", body={"number": 1}))
    ),
    "events/<slug:slug>/matches/": Resource(path="events/{event}/matches/"),
    "events/<slug:slug>/calls/": Resource(path="events/{event}/calls/", read="rule", asks_who=True),
    "events/<slug:slug>/adjustments/": Resource(
        path="events/{event}/adjustments/",
        write=post(Operation(right="rule", body={"entry": "{entry}", "amount": -1, "reason": "late"})),
    ),
    "adjustments/<int:number>/cancel/": Resource(
        path="adjustments/{adjustment}/cancel/",
        read="",
        write=post(Operation(right="rule", body={"reason": "it had come"})),
    ),
    "calls/<int:number>/answer/": Resource(
        path="calls/{call}/answer/", read="", write=post(Operation(right="rule", body={"answer": "Go on"}))
    ),
    "tables/<int:number>/calls/": Resource(
        path="tables/{table}/calls/", read="", write=post(Operation(right="call", body={"text": "A word"}))
    ),
    "tables/<int:number>/": Resource(path="tables/{table}/"),
    "tables/<int:number>/deals/": Resource(
        path="tables/{table}/deals/",
        read="",
        write=post(
            Operation(right="record", body={"position": 2, "facts": MARCH}),
            Operation(right="rule", body={"position": 2, "facts": RULING}),
        ),
    ),
    "tables/<int:number>/deals/preview/": Resource(
        path="tables/{table}/deals/preview/",
        read="",
        write=post(Operation(right="record", body={"facts": MARCH}), Operation(right="rule", body={"facts": RULING})),
    ),
    "tables/<int:number>/deals/<int:position>/undo/": Resource(
        path="tables/{table}/deals/{position}/undo/",
        read="",
        write=post(Operation(right="record", body={"reason": "wrong table"})),
    ),
    "tables/<int:number>/claims/": Resource(
        path="tables/{table}/claims/",
        write=post(Operation(right="confirm", body={"position": 1, "facts": MARCH})),
    ),
    "tables/<int:number>/confirm/": Resource(
        path="tables/{table}/confirm/", read="", write=post(Operation(right="confirm", body={}))
    ),
    "tables/<int:number>/history/": Resource(path="tables/{table}/history/"),
    "tables/<int:number>/corrections/": Resource(
        path="tables/{table}/corrections/",
        read="",
        write=post(
            Operation(right="correct", body={"changes": {"1": EAST}, "seen": 1, "reason": "misread"}),
            Operation(right="rule", body={"changes": {"1": RULING}, "seen": 1, "reason": "misread"}),
        ),
    ),
    "tables/<int:number>/corrections/preview/": Resource(
        path="tables/{table}/corrections/preview/",
        read="",
        write=post(
            Operation(right="correct", body={"changes": {"1": EAST}}),
            Operation(right="rule", body={"changes": {"1": RULING}}),
        ),
    ),
    "tables/<int:number>/sheet/": Resource(
        path="tables/{table}/sheet/",
        write=post(
            Operation(right="record", body={"game": "land-grant-euchre", "deals": [MARCH]}),
            Operation(right="rule", body={"game": "land-grant-euchre", "deals": [MARCH, RULING]}),
        ),
    ),
    "^.*$": Resource(path="nowhere/", read="nowhere", write=post(Operation(right="nowhere"))),
}
