"""Standings worked out a second time, from what the site gives away and from nothing of its own code.

Hands come from the event's file of score sheets, everything beside them from the API. The scoring of Land-Grant Euchre
is written down here once more from its table of points, and so is the ranking: league points, games won, difference,
points for.
"""

from __future__ import annotations

import csv
import io
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

TARGET = 10
SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
Hand = Mapping[str, Any]


@dataclass
class Game:
    """A game that is over: points by side."""

    round: int
    points: dict[str, int]

    def difference(self, side: str) -> int:
        return self.points[side] - self.points[other(side)]


@dataclass
class Tally:
    """What somebody has come to: `evenings` is evening -> [league points, won, difference, points]."""

    evenings: dict[int, list[int]] = field(default_factory=dict)
    attended: set[int] = field(default_factory=set)
    games: int = 0

    def add(self, evening: int, *figures: int) -> None:
        had = self.evenings.get(evening, [0, 0, 0, 0])
        self.evenings[evening] = [a + b for a, b in zip(had, figures, strict=True)]


def other(side: str) -> str:
    return "EW" if side == "NS" else "NS"


def score_hand(hand: Hand) -> dict[str, int]:
    """Points of a hand by the printed table: 2 for all five tricks, 4 alone, 1 for three or four, else 2 against."""
    points = {"NS": 0, "EW": 0}
    if "ruling" in hand:
        points.update(hand["ruling"]["points"])
    elif hand.get("infractions"):
        (offence,) = hand["infractions"]
        is_dear = offence["kind"] == "lead_out_of_turn" and hand.get("alone")
        points[other(SIDES[offence["offender"]])] += 4 if is_dear else 2
    elif not hand.get("misdeal"):
        makers = SIDES[hand["maker"]]
        if hand["tricks"] < 3:
            points[other(makers)] += 2
        else:
            points[makers] += 1 if hand["tricks"] < 5 else 4 if hand.get("alone") else 2
    return points


def play_hands(hands: Iterable[Hand]) -> dict[str, int]:
    """The totals of a game: nothing counts after a side has reached the target."""
    totals = {"NS": 0, "EW": 0}
    for hand in hands:
        assert max(totals.values()) < TARGET, "a hand after the end of its game"
        for side, points in score_hand(hand).items():
            totals[side] += points
    return totals


def read_sheets(text: str) -> dict[tuple[int, int], tuple[list[Hand], bool]]:
    """(round, table) -> its hands, and whether time was called: from score sheets, one a line."""
    found = {}
    for line in text.splitlines():
        sheet = json.loads(line)
        _slug, round_number, number = sheet["id"].split("/")
        found[int(round_number), int(number)] = (sheet["deals"], bool(sheet.get("finished")))
    return found


def read_table_points(text: str) -> dict[tuple[int, int], dict[str, int]]:
    """(round, table) -> totals: from the table form (CSV), whose cells are texts."""
    totals: dict[tuple[int, int], dict[str, int]] = defaultdict(lambda: {"NS": 0, "EW": 0})
    for row in csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))):
        table = totals[int(row["round"]), int(row["table"])]
        for side, points in score_hand(_read_row(row)).items():
            table[side] += points
    return dict(totals)


def _read_row(row: Mapping[str, str]) -> Hand:
    if row.get("ruling_reason"):
        return {"ruling": {"points": {side: int(row.get(f"ruling_{side}") or 0) for side in ("NS", "EW")}}}
    if row.get("misdeal") == "yes":
        return {"misdeal": True}
    hand: dict[str, Any] = {"maker": row["maker"], "alone": row.get("alone") == "yes"}
    if row.get("infraction"):
        return hand | {"infractions": [{"kind": row["infraction"], "offender": row["offender"]}]}
    return hand | {"tricks": int(row["tricks"])}


def count_event(facts: Mapping[str, Any], sheets: str, evening: int, tallies: dict[int, Tally], values: Values) -> None:
    """Add what an evening brings to each person's tally (person -> Tally)."""
    persons = {player["id"]: player["person"] for player in facts["players"]}
    entries = {entry["id"]: persons[entry["players"][0]] for entry in facts["entries"]}
    seats: dict[tuple[int, int], list[dict[str, Any]]] = defaultdict(list)
    for seat in facts["seats"]:
        seats[seat["round"], seat["number"]].append(seat)
    busy = set()
    for place, (hands, was_called) in read_sheets(sheets).items():
        game = Game(round=place[0], points=play_hands(hands))
        if not was_called and max(game.points.values()) < TARGET:
            continue
        for seat in seats[place]:
            for person in find_credited(seat, facts["substitute_credit"], persons):
                tally, side = tallies[person], SIDES[seat["seat"]]
                margin = game.difference(side)
                points = values.won if margin > 0 else values.drawn if margin == 0 else 0
                tally.add(evening, points, int(margin > 0), margin, game.points[side])
                tally.attended.add(evening)
                tally.games += 1
                busy.add((person, place[0]))
    for row in facts["sit_outs"]:
        person = entries[row["entry_id"]]
        if row["kind"] in ("sit_out", "bye") and (person, row["round_number"]) not in busy:
            tallies[person].add(evening, values.sit_out, 0, 0, 0)
            tallies[person].attended.add(evening)
    for row in facts["adjustments"]:
        given = tallies[entries[row["entry_id"]]]
        values.adjust(given, row["unit"], row["amount"])


@dataclass
class Values:
    """What a game won, drawn and sat out is worth; adjustments are kept aside, for they are of no evening."""

    won: int = 0
    drawn: int = 0
    sit_out: int = 0
    adjusted: dict[int, list[int]] = field(default_factory=dict)

    def adjust(self, tally: Tally, unit: str, amount: int) -> None:
        """League points, or points for, which are in the difference as well: it is points for less points against."""
        figures = self.adjusted.setdefault(id(tally), [0, 0, 0, 0])
        for place in (0,) if unit == "league_points" else (2, 3):
            figures[place] += amount


def find_credited(seat: Mapping[str, Any], credit: str, persons: Mapping[int, int]) -> list[int]:
    """The persons for whom a game counts that was played in this seat."""
    played = persons[seat["player"]]
    credited = [played]
    if seat["stands_in_for"] is not None:
        absent = persons[seat["stands_in_for"]]
        credited = {"absent": [absent], "person": [played], "both": [absent, played], "nobody": []}[credit]
    if seat["shared_with"] is not None:
        credited = [*credited, persons[seat["shared_with"]]]
    return list(dict.fromkeys(credited))


def rank_tallies(
    tallies: Mapping[int, Tally], values: Values, *, by: tuple[int, ...], drop: int = 0, held: int = 0
) -> list[tuple[int, int, tuple[int, ...]]]:
    """(rank, person, figures), best first; equal figures share a rank, and the next one is as if they did not.

    `by` are the figures that are compared, as places in a tally's list. Of `held` evenings the worst `drop` are left
    out, a missed one first; of two as bad that with the smaller difference, then fewer points, then the earlier.
    """
    lines = []
    for person, tally in tallies.items():
        evenings = sorted(tally.evenings.items(), key=lambda each: (each[1][by[0]], each[1][2], each[1][3], each[0]))
        left_out = min(max(drop - (held - len(evenings)), 0), max(len(evenings) - 1, 0))
        kept = [figures for _evening, figures in evenings[left_out:]]
        sums = [sum(column) for column in zip([0, 0, 0, 0], *kept, strict=True)]
        sums = [a + b for a, b in zip(sums, values.adjusted.get(id(tally), [0, 0, 0, 0]), strict=True)]
        lines.append((tuple(sums[at] for at in by), person))
    return [
        (1 + sum(figures > own for figures, _other in lines), person, own)
        for own, person in sorted(lines, key=lambda line: (tuple(-value for value in line[0]), line[1]))
    ]
