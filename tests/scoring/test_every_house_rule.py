"""Every house rule of every game by `manage.py score`: for each value one sheet on which it tells, worked by hand."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from rules.catalog import GAMES, make_game
from scoring.declared import list_house_rules

Deals = list[dict[str, Any]]


def rule(points: dict[str, int], **setbacks: int) -> dict[str, Any]:
    ruling: dict[str, Any] = {"points": points, "reason": "to set the score"}
    return {"ruling": {**ruling, "setbacks": setbacks} if setbacks else ruling}


def bid(bidder: str, number: int, play: str, taken: int, **more: Any) -> dict[str, Any]:
    taken_key = "hearts" if play == "hearts" else "tricks"
    return {"bidder": bidder, "bid": number, "play": play, taken_key: taken, **more}


def make(maker: str, tricks: int, **more: Any) -> dict[str, Any]:
    return {"maker": maker, "tricks": tricks, **more}


def seven(bidder: str, number: int, partners: str, tricks: int) -> dict[str, Any]:
    return {"bidder": bidder, "bid": number, "partners": [*partners], "tricks": tricks}


def offend(kind: str, offender: str, **more: Any) -> dict[str, Any]:
    return {"infractions": [{"kind": kind, "offender": offender}], **more}


def share(ns: int, ew: int, **more: Any) -> dict[str, Any]:
    return {"points": {"NS": ns, "EW": ew}, **more}


SEVENTY = rule({"NS": 70})
EVEN = share(65, 60), share(65, 60), share(60, 65)

#: game -> house rule -> (deals, more of the sheet, value -> what comes of it).
#: Totals that are not 0; setbacks in brackets; who won, a draw, or that the game is open; or the fields at fault.
GRAND: dict[str, tuple[Deals, dict[str, Any], dict[Any, str]]] = {
    "bid_step": ([bid("N", 7, "whist", 8)], {}, {"fives": "fault bid", "any": "NS 10, open"}),
    "forced_dealer_bid": (
        [bid("N", 10, "whist", 8, forced=True)], {}, {"exactly_5": "fault bid", "any": "NS 10, open"},
    ),
    "unmakeable_bid": ([bid("N", 70, "whist", 13)], {}, {"refuse": "fault bid", "allow": "NS -70 (1), open"}),
    "whist_defender_slam_bonus": (
        [bid("N", 5, "whist", 0)], {}, {0: "NS -5 (1), EW 35, open", 30: "NS -5 (1), EW 65, open"},
    ),
    "grand_slam_wins": (
        [bid("N", 5, "grand", 0)], {},
        {"either_side": "NS -5 (1), EW 63, EW won", "bidders_only": "NS -5 (1), EW 63, open",
         "off": "NS -5 (1), EW 63, open"},
    ),
    "grand_defender_slam_bonus": (
        [bid("N", 5, "grand", 0)], {"grand_slam_wins": "off"},
        {0: "NS -5 (1), EW 63, open", 40: "NS -5 (1), EW 103, EW won by 115"},
    ),
    "euchre_cap": (
        [bid("N", 30, "euchre", 5, alone=True)], {}, {25: "fault bid", "none": "NS -50 (1), open"},
    ),
    "euchre_alone_below_20": (
        [bid("N", 15, "euchre", 5, alone=True)], {}, {"no": "fault alone", "yes": "NS 25, open"},
    ),
    "euchre_lone_fail": (
        [bid("N", 25, "euchre", 4, alone=True)], {},
        {"bid_plus_20": "NS -45 (1), open", "double_bid": "NS -50 (1), open"},
    ),
    "euchre_defenders_score": (
        [bid("N", 10, "euchre", 2)], {}, {"table": "NS -30 (1), EW 5, open", "none": "NS -30 (1), open"},
    ),
    "euchre_defend_alone": (
        [bid("N", 10, "euchre", 0, defender_alone=True)], {},
        {"allowed": "NS -30 (1), EW 25, open", "no": "fault defender_alone"},
    ),
    "hearts_bid": (
        [bid("N", 60, "hearts", 0)], {},
        {"at_most_50": "fault bid", "at_least_50": "NS 50, EW -13, open", "exactly_50": "fault bid",
         "any": "NS 50, EW -13, open"},
    ),
    "hearts_opponents": (
        [bid("N", 50, "hearts", 3)], {}, {"each_heart": "NS -53 (1), EW -10, open", "none": "NS -53 (1), open"},
    ),
    "eldest_hearts": (
        [SEVENTY, {"bidder": "E", "play": "hearts", "hearts": 2, "eldest_lead": True}], {"hearts_opponents": "none"},
        {"notional_50": "NS 70, EW -52 (1), open", "notional_5": "NS 70, EW -7 (1), open",
         "no_bid": "NS 70, EW -2 (1), open", "off": "fault eldest_lead"},
    ),
    "eldest_exclusive": (
        [SEVENTY, bid("S", 50, "hearts", 0)], {"hearts_opponents": "none"},
        {"no": "NS 120, NS won by 100", "yes": "fault play"},
    ),
    "forced_make": (
        [bid("N", 10, "grand", 9, **offend("revoke", "E"))], {},
        {"max_bid_or_tricks": "NS 27, open", "bid": "NS 10, open", "next_table_value": "NS 18, open"},
    ),
    "setback_count": (
        [bid("N", 50, "hearts", 0)], {},
        {"failed_bids": "NS 50, EW -13, open", "every_deduction": "NS 50, EW -13 (1), open"},
    ),
    "score_floor": ([bid("N", 25, "whist", 6)], {}, {"none": "NS -25 (1), EW 5, open", "zero": "NS 0 (1), EW 5, open"}),
    "settlement": (
        [rule({"NS": 100, "EW": 90}, NS=5, EW=3)], {},
        {"decides_winner": "NS 100 (5), EW 90 (3), EW won by 10", "margin_only": "NS 100 (5), EW 90 (3), NS won by 10",
         "off": "NS 100 (5), EW 90 (3), NS won by 10"},
    ),
    "slam_settlement": (
        [bid("N", 5, "grand", 13)], {}, {"outright": "NS 103, NS won", "settle_too": "NS 103, NS won by 100"},
    ),
    "leader": (
        [rule({"NS": 108, "EW": 95})], {},
        {"higher_score": "NS 108, EW 95, NS won by 5", "nearest_100": "NS 108, EW 95, EW won by 8"},
    ),
    "tie": (
        [rule({"NS": 100, "EW": 100})], {}, {"draw": "NS 100, EW 100, drawn", "extra_deal": "NS 100, EW 100, open"},
    ),
}  # fmt: skip

YUKON: dict[str, tuple[Deals, dict[str, Any], dict[Any, str]]] = {
    "tie_break": (
        [*EVEN, share(60, 65, ace_of_spades="EW")], {},
        {"ace_of_spades": "NS 250, EW 250, EW won", "extra_deals": "NS 250, EW 250, open"},
    ),
    "target": (
        [share(100, 25), share(100, 25)], {},
        {250: "NS 200, EW 50, open", 500: "NS 200, EW 50, open", 125: "NS 200, EW 50, NS won",
         **dict.fromkeys([number for number in range(101, 151) if number != 125], "NS 200, EW 50, NS won"),
         100: "fault deal", "single_deal": "fault deal", "each_deals_once": "NS 200, EW 50, open"},
    ),
    "card_values": (
        [{"cards": {"NS": {"yukons": 3, "tens": 4}, "EW": {"grand_yukon": 1, "aces": 4, "kings": 4, "queens": 4}}}], {},
        {"yukon_125": "NS 70, EW 55, open", "golddigger_128": "NS 73, EW 55, open"},
    ),
    "ace_rank": ([share(65, 60)], {}, {"high": "NS 65, EW 60, open", "low": "NS 65, EW 60, open"}),
    "revoke": (
        [offend("revoke", "N")], {}, {"ruling": "fault infractions points", "forfeit_deal": "EW 125, open"},
    ),
}  # fmt: skip

#: A makes bids of 2 and 1, B one of 3: both have 6 points with C; everybody else has fewer.
LEVEL = [seven("A", 2, "BC", 2), seven("A", 1, "BC", 1), seven("B", 3, "AC", 3)]

SEVEN: dict[str, tuple[Deals, dict[str, Any], dict[Any, str]]] = {
    "prize_tie": (
        LEVEL, {"finished": True},
        {"shared": "A 6, B 6, C 6, high ABC, booby DEFG", "most_bids_made": "A 6, B 6, C 6, high A, booby DEFG",
         "cut": "A 6, B 6, C 6, high ABC, booby DEFG"},
    ),
    "all_pass": (
        [{"passed_out": True}, {**seven("A", 5, "BC", 5), "dealer": "A"}], {},
        {"deal_passes": "A 5, B 5, C 5, 2 deals, open", "same_dealer_redeals": "A 5, B 5, C 5, 1 deals, open"},
    ),
    "min_bid": (
        [seven("A", 2, "BC", 2)], {}, {1: "A 2, B 2, C 2, open", 2: "A 2, B 2, C 2, open", 3: "fault bid"},
    ),
    "table_prizes": (
        [seven("A", 5, "BC", 5)], {"finished": True},
        dict.fromkeys(("per_table", "per_evening"), "A 5, B 5, C 5, high ABC, booby DEFG"),
    ),
    "credit": (
        [seven("A", 7, "BCD", 6)], {}, {"each": "E 7, F 7, G 7, open", "split": "E 3, F 3, G 3, open"},
    ),
}  # fmt: skip

LAND_GRANT: dict[str, tuple[Deals, dict[str, Any], dict[Any, str]]] = {
    "loss_of_bid": (
        [{"maker": "N", "tricks": 5, **offend("renege", "S")}], {},
        {"hand_over": "fault tricks", "bid_forfeited_hand_continues": "NS 2, EW 2, open"},
    ),
    "defender_offence": (
        [{"maker": "N", "tricks": 2, **offend("renege", "E")}], {},
        {"opponents_2_hand_over": "fault tricks", "play_on_plus_2": "NS 2, EW 2, open"},
    ),
    "loner_renege_by_defender": (
        [{"maker": "N", "alone": True, **offend("renege", "E")}], {}, {2: "NS 2, open", 4: "NS 4, open"},
    ),
    "warning_scope": (
        [make("N", 3, **offend("table_talk", "E")), {"maker": "N", **offend("table_talk", "W")}], {},
        {"team_per_game": "NS 3, open", "team_per_night": "NS 3, open", "season": "NS 3, open",
         "player_per_game": "fault tricks"},
    ),
    "bragging_source": (
        [rule({"NS": 12})], {}, {"loner_only": "NS 12, NS won", "any_12_13": "NS 12, NS won, high score NS 12"},
    ),
    "loner_lead_out_of_turn": (
        [{"maker": "N", "alone": True, **offend("lead_out_of_turn", "N")}], {}, {4: "EW 4, open"},
    ),
}  # fmt: skip

TEN = [make("N", 5)] * 5

EUCHRE: dict[str, tuple[Deals, dict[str, Any], dict[Any, str]]] = {
    "target": (
        TEN, {},
        {10: "NS 10, NS won", 5: "fault deal deal", 7: "fault deal",
         **dict.fromkeys((11, 13, 15, 21, 25, "none"), "NS 10, open")},
    ),
    "hands": (
        [make("N", 3)] * 8, {},
        {"open": "NS 8, open", 4: "fault deal deal deal deal", 5: "fault deal deal deal", 8: "NS 8, NS won",
         **dict.fromkeys((10, 12, 16, 20), "NS 8, open")},
    ),
    "euchred_loner": ([make("N", 2, alone=True)], {}, {2: "EW 2, open", 3: "EW 3, open", 4: "EW 4, open"}),
    "loner_credit": ([make("N", 5, alone=True)], {}, {"none": "NS 4, open", 1: "NS 4, open, N 1 alone"}),
    "defend_alone": (
        [make("N", 2, alone=True, lone_defender="E")], {}, {"no": "fault lone_defender", 4: "EW 4, open"},
    ),
    "assist_alone": (
        [make("S", 3, round=1)], {}, {"no": "NS 1, open", "yes": "fault alone"},
    ),
    "all_pass": (
        [{"passed_out": True}, make("N", 3)], {},
        {"stick_dealer": "fault passed_out", "deal_passes": "NS 1, 2 deals, open",
         "same_dealer_redeals": "NS 1, 1 deals, open"},
    ),
    "loner_renege": (
        [{"maker": "N", "alone": True, **offend("renege", "N")}], {}, {4: "EW 4, open", 2: "EW 2, open"},
    ),
    "deck": ([make("N", 3)], {}, dict.fromkeys((24, 25, 32), "NS 1, open")),
}  # fmt: skip

TREBLE = [{"tricks": {"NS": 13}}]

WHIST: dict[str, tuple[Deals, dict[str, Any], dict[Any, str]]] = {
    "scoring": (
        [{"tricks": {"NS": 8}}], {}, {"odd_tricks": "NS 2, open", "all_tricks": "NS 8, EW 5, open"},
    ),
    "target": (
        TREBLE, {},
        {7: "NS 7, NS won", 5: "NS 7, NS won", 10: "NS 7, open", "none": "NS 7, open"},
    ),
    "hands": (
        [{"tricks": {"NS": 7}}, {"tricks": {"NS": 7}}], {},
        {"open": "NS 2, open", 1: "fault deal", 2: "NS 2, NS won",
         **dict.fromkeys((3, 4, 6, 8, 12, 16, 20, 24), "NS 2, open")},
    ),
    "honour_points": (
        [{"tricks": {"NS": 7}, "honours": {"EW": 3}}], {}, {"four_and_two": "NS 1, EW 2, open", "off": "fault honours"},
    ),
    "revoke": (
        [{"tricks": {"NS": 8}, **offend("revoke", "N")}], {},
        {"three_tricks": "EW 2, open", "two_tricks": "EW 1, open", "three_points": "NS 2, EW 3, open",
         "opponents_choose": "fault penalty"},
    ),
    "game_value": (
        TREBLE, {},
        {"off": "NS 7, NS won", "single_double_treble": "NS 7, NS won, worth 3", "margin": "NS 7, NS won, worth 7"},
    ),
}  # fmt: skip

TABLES = {
    "grand": GRAND, "yukon": YUKON, "seven-handed-euchre": SEVEN, "land-grant-euchre": LAND_GRANT, "euchre": EUCHRE,
    "partnership-whist": WHIST,
}  # fmt: skip


def write_case(game: str, name: str, value: object) -> dict[str, Any]:
    deals, more, _expected = TABLES[game][name]
    sheet = {key: more[key] for key in more if key == "finished"}
    options = {key: more[key] for key in more if key != "finished"}
    return {"id": f"{name}={value}", "game": game, "options": {**options, name: value}, "deals": deals, **sheet}


def sum_up(result: dict[str, Any]) -> str:
    """A result in the words of the tables above."""
    if "errors" in result:
        return " ".join(["fault", *sorted(error["field"] for error in result["errors"])])
    setbacks = result.get("setbacks", {})
    said = [
        f"{side} {total}" + (f" ({setbacks[side]})" if setbacks.get(side) else "")
        for side, total in result["totals"].items()
        if total or setbacks.get(side)
    ]
    if result["id"].startswith("all_pass"):
        said.append(f"{sum(deal['number'] is not None for deal in result['deals'])} deals")
    said.append(_end(result))
    for high in result.get("high_scores", ()):
        said.append(f"high score {high['side']} {high['score']}")
    if "game_value" in result:
        said.append(f"worth {result['game_value']['value']}")
    said.extend(f"{seat} {points} alone" for seat, points in result.get("loner_points", {}).items() if points)
    return ", ".join(said)


def _end(result: dict[str, Any]) -> str:
    if "prizes" in result:
        return f"high {''.join(result['prizes']['high'])}, booby {''.join(result['prizes']['booby'])}"
    if not result["finished"]:
        return "open"
    if result["winner"] is None:
        return "drawn"
    return f"{result['winner']} won" + (f" by {result['margin']}" if result.get("margin") else "")


def call(*arguments: str) -> tuple[str, int]:
    out = io.StringIO()
    try:
        call_command("score", *arguments, stdout=out)
    except SystemExit as ended:
        return out.getvalue(), int(ended.code or 0)
    return out.getvalue(), 0


@pytest.mark.parametrize("game", sorted(TABLES))
def test_every_value_of_every_house_rule_tells(game: str, tmp_path: Path) -> None:
    table = TABLES[game]
    rules = {rule.name: list(rule.choices) for rule in list_house_rules(GAMES[game])}
    assert {name: sorted(map(str, expected)) for name, (_deals, _more, expected) in table.items()} == {
        name: sorted(map(str, choices)) for name, choices in rules.items()
    }
    cases = [(name, value) for name, choices in rules.items() for value in choices]
    file = tmp_path / "sheets.jsonl"
    file.write_text("".join(json.dumps(write_case(game, *case)) + "\n" for case in cases), encoding="utf-8")
    text, code = call("--json", str(file))
    results = [json.loads(line) for line in text.splitlines()]
    assert [result["id"] for result in results] == [f"{name}={value}" for name, value in cases]
    assert {result["id"]: sum_up(result) for result in results} == {
        f"{name}={value}": table[name][2][value] for name, value in cases
    }
    assert code == any("errors" in result for result in results)
    read, same = call(str(file))
    assert same == code
    assert read.strip()


@pytest.mark.parametrize("game", sorted(TABLES))
def test_every_preset_is_its_house_rules(game: str, tmp_path: Path) -> None:
    """A preset, and the first preset with the house rules in which that one differs, give the same on every sheet."""
    kind = GAMES[game]
    first = next(iter(kind.presets))
    sheets = []
    for preset, changed in kind.presets.items():
        plain = {rule.name: getattr(make_game(game, preset=first), rule.name) for rule in list_house_rules(kind)}
        chosen = {rule.name: changed.get(rule.name, rule.default) for rule in list_house_rules(kind)}
        options = {name: value for name, value in chosen.items() if value != plain[name]}
        for name, (deals, _more, _expected) in TABLES[game].items():
            sheet = {"id": name, "game": game, "deals": deals, "finished": True}
            sheets.append({**sheet, "preset": preset})
            sheets.append({**sheet, "preset": first, "options": options})
    file = tmp_path / "sheets.jsonl"
    file.write_text("".join(json.dumps(sheet) + "\n" for sheet in sheets), encoding="utf-8")
    text, _code = call("--json", str(file))
    results = [json.loads(line) for line in text.splitlines()]
    assert len(results) == len(sheets)
    for one, other, sheet in zip(results[::2], results[1::2], sheets[::2], strict=True):
        assert one.get("preset", sheet["preset"]) == sheet["preset"]
        assert {**one, "preset": ""} == {**other, "preset": ""}
