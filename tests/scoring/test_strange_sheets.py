"""Sheets that nobody should send, of every game: which fields are at fault, by the words of the score sheet format."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.result import score_sheet

Facts = dict[str, Any]

WHIST: Facts = {"bidder": "N", "bid": 25, "play": "whist", "tricks": 11}
SEVEN: Facts = {"bidder": "A", "bid": 5, "partners": ["B", "G"], "tricks": 5}
UNPLAYED: Facts = {"bidder": "A", "bid": 5, "partners": ["B", "G"]}
YUKON: Facts = {"points": {"NS": 65, "EW": 60}}
MADE: Facts = {"maker": "N", "tricks": 3}

GAMES = {"G": "grand", "S": "seven-handed-euchre", "Y": "yukon", "L": "land-grant-euchre", "E": "euchre",
         "W": "partnership-whist"}  # fmt: skip


def revoke(*offenders: str, kind: str = "revoke") -> Facts:
    return {"infractions": [{"kind": kind, "offender": seat} for seat in offenders]}


def give(reason: Any = "Late", **points: Any) -> Facts:
    return {"ruling": {"points": points, "reason": reason}}


def hearts(bidder: str = "E", **more: Any) -> Facts:
    return {"bidder": bidder, "play": "hearts", "hearts": 0, "eldest_lead": True, **more}


SEVENTY = give(NS=70)
ALL = {"grand_yukon": 1, "yukons": 3, "tens": 4, "aces": 4, "kings": 4, "queens": 4}

#: (game, deals, more of the sheet, the faults as "deal:field", 0 for the sheet itself)
REFUSED: list[tuple[str, list[Any], Facts, str]] = [
    # passed out stands alone
    ("S", [{"passed_out": True, "tricks": 5}], {}, "1:passed_out"),
    ("S", [{"passed_out": True, "suit": "C"}], {}, "1:passed_out"),
    ("S", [{"passed_out": True, **SEVEN}], {}, "1:passed_out"),
    ("S", [{"passed_out": False}], {}, "1:bid 1:bidder 1:tricks"),
    ("S", [{"passed_out": 1}], {}, "1:passed_out"),
    ("S", [{"misdeal": True, "passed_out": True}], {}, "1:passed_out"),
    # one revoke takes the place of the tricks
    ("S", [{**SEVEN, **revoke("A")}], {}, "1:tricks"),
    ("S", [{**UNPLAYED, **revoke("A", "B")}], {}, "1:infractions"),
    ("S", [{**UNPLAYED, **revoke("A", "C")}], {}, "1:infractions"),
    ("S", [{**UNPLAYED, **revoke("A", kind="renege")}], {}, "1:infractions.0.kind"),
    # partners
    ("S", [{**SEVEN, "partners": ["B", "B"]}], {}, "1:partners.1"),
    ("S", [{**SEVEN, "partners": ["A", "B"]}], {}, "1:partners.0"),
    ("S", [{**SEVEN, "partners": ["B"]}], {}, "1:partners"),
    ("S", [{**SEVEN, "partners": ["B", "C", "D"]}], {}, "1:partners"),
    ("S", [{**SEVEN, "bid": 6}], {}, "1:partners"),
    ("S", [{**SEVEN, "bid": 10}], {}, "1:partners"),
    ("S", [{**SEVEN, "partners": "BG"}], {}, "1:partners"),
    *[("S", [{**SEVEN, "bid": wrong}], {}, "1:bid") for wrong in (0, 8, 9, 11, 21, 5.0, "5", True, None, 10**30)],
    # what only one game knows
    *[(game, [], {"warned": []}, "0:warned") for game in "GSYEW"],
    *[(game, [], {"players": 4}, "0:players") for game in "GSLEW"],
    *[(game, [{"ruling": {"setbacks": {}, "reason": "x"}}], {}, "1:ruling.setbacks") for game in "SYLEW"],
    ("L", [{**MADE, "bid": 5}], {}, "1:bid"),
    ("L", [], {"warned": ["N"]}, "0:warned.0"),
    ("L", [], {"warned": ["NS"], "options": {"warning_scope": "player_per_game"}}, "0:warned.0"),
    # rulings and misdeals stand alone
    ("G", [{"ruling": {"points": {"NS": 2}}}], {}, "1:ruling.reason"),
    ("G", [give("  ", NS=2)], {}, "1:ruling.reason"),
    ("G", [{**give(NS=2), "dealer": "N"}], {}, "1:dealer"),
    ("G", [{**give(NS=2), "misdeal": True}], {}, "1:misdeal"),
    ("G", [give(NS=1.5)], {}, "1:ruling.points.NS"),
    ("G", [give(N=1)], {}, "1:ruling.points.N"),
    ("G", [{"ruling": None}], {}, "1:ruling"),
    ("G", [{"misdeal": True, "tricks": 1}], {}, "1:tricks"),
    ("G", [{"misdeal": True, "dealer": "A"}], {}, "1:dealer"),
    # after the end
    ("G", [give(NS=100), WHIST], {}, "2:deal"),
    ("G", [give(NS=100), {"misdeal": True}, WHIST], {}, "2:deal 3:deal"),
    ("G", [{**WHIST, "bid": 5, "play": "grand", "tricks": 13}, give(NS=-50), WHIST], {}, "3:deal"),
    ("Y", [give(NS=250), YUKON], {}, "2:deal"),
    ("Y", [YUKON, YUKON], {"options": {"target": "single_deal"}}, "2:deal"),
    ("L", [give(EW=10), MADE, give(EW=-1), MADE], {}, "2:deal"),
    # who deals and sits
    *[(game, [], {"first_dealer": wrong}, "0:first_dealer") for game in "GYLEW" for wrong in ("NS", "A", None, 1)],
    ("S", [], {"first_dealer": "N"}, "0:first_dealer"),
    ("S", [{**SEVEN, "dealer": "H"}], {}, "1:dealer"),
    ("G", [], {"seats": {"A": "Ann"}}, "0:seats.A"),
    # Hearts by the eldest hand's lead
    ("G", [hearts()], {}, "1:eldest_lead"),
    ("G", [give(NS=69), hearts()], {}, "2:eldest_lead"),
    ("G", [SEVENTY, hearts(bid=50)], {}, "2:bid"),
    ("G", [SEVENTY, hearts("W")], {}, "2:bidder"),
    ("G", [SEVENTY, hearts(forced=True)], {}, "2:forced"),
    ("G", [SEVENTY, {"bidder": "E", "play": "whist", "tricks": 7, "eldest_lead": True}], {}, "2:play"),
    ("G", [SEVENTY, hearts("S", dealer="W")], {}, "2:bidder 2:eldest_lead"),
    # only the fields of the contract that was named
    ("G", [{"bidder": "N", "bid": 5, "play": "whist", "hearts": 3}], {}, "1:hearts 1:tricks"),
    ("G", [{**WHIST, "hearts": 3}], {}, "1:hearts"),
    ("G", [{"bidder": "N", "bid": 50, "play": "hearts", "tricks": 3}], {}, "1:hearts 1:tricks"),
    ("G", [{"bidder": "N", "bid": 5, "play": "euchre", "tricks": 6}], {}, "1:tricks"),
    ("G", [{"bidder": "N", "bid": 25, "play": "euchre", "tricks": 5}], {}, "1:alone"),
    ("G", [{**WHIST, "alone": True}], {}, "1:alone"),
    ("G", [{**WHIST, "defender_alone": True}], {}, "1:defender_alone"),
    ("G", [{**WHIST, **revoke("N", kind="low_trump_kept")}], {}, "1:infractions.0.kind"),
    ("G", [{**WHIST, **revoke("N", "E")}], {}, "1:infractions"),
    ("G", [{**WHIST, "bid": 5, "bidder": "E", "forced": True}], {}, "1:bidder"),
    *[("G", [{**WHIST, "bid": wrong}], {}, "1:bid") for wrong in (0, 4, 7, 70, 1000, 25.0, "25", True, None)],
    # Yukon: as many as play, and one pack
    *[("Y", [], {"players": wrong}, "0:players") for wrong in (0, 1, 6, "3", 3.0, True, None)],
    ("Y", [YUKON], {"players": 3}, "1:points.EW 1:points.NS"),
    ("Y", [{"points": {"A": 100, "B": 25}, "dealer": "D"}], {"players": 3}, "1:dealer"),
    ("Y", [{**YUKON, "cards": {"NS": ALL}}], {}, "1:cards"),
    ("Y", [{"points": {"NS": 124, "EW": 1}}], {}, "1:points.EW 1:points.NS"),
    ("Y", [{"points": {"NS": 66, "EW": 60}}], {}, "1:points"),
    ("Y", [{"points": {"NS": True, "EW": 125}}], {}, "1:points.NS"),
    ("Y", [{"points": [65, 60]}], {}, "1:points"),
    ("Y", [{"cards": {"NS": {**ALL, "tens": 3}}}], {}, "1:cards.NS.tens"),
    ("Y", [{"points": {"NS": 123, "EW": 2}, "ace_of_spades": "EW"}], {}, "1:ace_of_spades"),
    ("Y", [{"points": {"NS": 119, "EW": 6}, "ace_of_spades": "EW"}], {}, "1:ace_of_spades"),
    ("Y", [{"cards": {"NS": ALL}, "ace_of_spades": "EW"}], {}, "1:ace_of_spades"),
    ("Y", [{**YUKON, "ace_of_spades": "N"}], {}, "1:ace_of_spades"),
    ("Y", [revoke("A")], {"players": 3, "options": {"revoke": "forfeit_deal"}}, "1:infractions"),
    # everything at once
    ("G", [{"bidder": "Q", "bid": "x", "play": 3, "tricks": -1, "foo": 1}, [], None],
     {"finished": "no", "preset": "x", "bar": 2},
     "0:bar 0:finished 0:preset 1:bid 1:bidder 1:foo 1:play 1:tricks 2:deal 3:deal"),
]  # fmt: skip

#: (game, deals, more of the sheet, who dealt what number, totals other than 0)
SCORED: list[tuple[str, list[Any], Facts, str, Facts]] = [
    ("S", [{"passed_out": True, "dealer": "C"}, SEVEN], {}, "1C 2D", {"A": 5, "B": 5, "G": 5}),
    ("S", [{"passed_out": True}, SEVEN], {"options": {"all_pass": "same_dealer_redeals"}}, "-A 1A",
     {"A": 5, "B": 5, "G": 5}),
    ("S", [{**UNPLAYED, **revoke("C")}], {"first_dealer": "G"}, "1G", {"A": 5, "B": 5, "G": 5}),
    ("S", [{**UNPLAYED, **revoke("G")}], {}, "1A", {"C": 5, "D": 5, "E": 5, "F": 5}),
    ("S", [{"bidder": "A", "bid": 20, "tricks": 6}], {}, "1A", dict.fromkeys("BCDEFG", 20)),
    ("G", [{"misdeal": True, "dealer": "S"}, WHIST, {"misdeal": True}, WHIST], {}, "-S 1S -W 2W", {"NS": 50}),
    ("G", [{**WHIST, "dealer": "W", "misdeal": False}, give(EW=5), WHIST], {}, "1W -- 2N", {"NS": 50, "EW": 5}),
    ("G", [give(NS=100), give(NS=-1), WHIST], {}, "-- -- 1N", {"NS": 124}),
    ("G", [SEVENTY, hearts()], {}, "-- 1N", {"NS": 57, "EW": 50}),
    ("G", [give(EW=70), hearts("S", dealer="E")], {}, "-- 1E", {"NS": 50, "EW": 57}),
    ("G", [{"bidder": "N", "bid": 20, "play": "hearts", **revoke("S")}], {}, "1N", {"NS": -33}),
    ("G", [{"bidder": "N", "bid": 10, "play": "euchre", **revoke("S", "N", kind="too_many_cards")}], {}, "1N",
     {"NS": -30}),
    ("Y", [{"points": {"NS": 125}}], {}, "1N", {"NS": 125}),
    ("Y", [{"cards": {"EW": ALL}}], {"preset": "golddigger", "first_dealer": "W"}, "1W", {"EW": 128}),
    ("Y", [{"misdeal": True}, {"points": dict.fromkeys("ABCDE", 25)}], {"players": 5, "first_dealer": "E"}, "-E 1E",
     dict.fromkeys("ABCDE", 25)),
    ("Y", [{"points": {"A": 100, "B": 25}}, {"points": {"A": 25, "B": 100}}], {"players": 2}, "1A 2B",
     {"A": 125, "B": 125}),
    ("L", [MADE, {"misdeal": True, "dealer": "W"}, MADE], {"warned": ["NS", "NS"]}, "1N -W 2W", {"NS": 2}),
]  # fmt: skip


def write_sheet(game: str, deals: list[Any], more: Facts) -> Facts:
    return {"id": "strange", "game": GAMES[game], "deals": deals, **more}


@pytest.mark.parametrize(("game", "deals", "more", "faults"), REFUSED)
def test_a_strange_sheet_is_refused_for_what_is_wrong_with_it(
    game: str, deals: list[Any], more: Facts, faults: str
) -> None:
    result = score_sheet(write_sheet(game, deals, more))
    assert list(result) == ["id", "errors"]
    found = [f"{error['deal'] or 0}:{error['field']}" for error in result["errors"]]
    assert sorted(found) == sorted(faults.split())
    for error in result["errors"]:
        assert list(error) == ["deal", "field", "code", "message"]
        assert error["message"].strip()
        assert "{" not in error["message"]


@pytest.mark.parametrize(("game", "deals", "more", "dealt", "totals"), SCORED)
def test_an_unusual_sheet_is_scored(game: str, deals: list[Any], more: Facts, dealt: str, totals: Facts) -> None:
    result = score_sheet(write_sheet(game, deals, more))
    assert "errors" not in result, result
    assert " ".join(f"{deal['number'] or '-'}{deal['dealer'] or '-'}" for deal in result["deals"]) == dealt
    assert {side: total for side, total in result["totals"].items() if total} == totals
    keys = {"number", "dealer", "points", "totals", "lines"} | ({"setbacks"} if game == "G" else set())
    for deal in result["deals"]:
        assert set(deal) == keys
        assert set(deal["points"]) == set(result["totals"])
        for side in deal["points"]:
            assert sum(line["points"] for line in deal["lines"] if line["side"] == side) == deal["points"][side]
