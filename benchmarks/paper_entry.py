"""How long a line typed from paper takes from Enter to its answer, against storing the hand alone.

    python -m benchmarks.paper_entry [--hands 40]

Sends lines to the page as its script does, each to a table that has more hands than the last, and divides the time of
an answer by that of the service that stores the same hand. Both are measured in this process, on a database in a new
folder; the browser and the network are not in it. Seconds are of the clock: most of it is waiting for the disk.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import django
import msgspec

if TYPE_CHECKING:
    from league.models import Table

#: Game -> a hand of it that ends no game, however often it is played.
HANDS: dict[str, dict[str, Any]] = {
    "seven-handed-euchre": {"bidder": "A", "bid": 1, "partners": ["B", "C"], "tricks": 4},
    "euchre": {"maker": "N", "tricks": 3},
    "grand": {"bidder": "N", "bid": 20, "play": "euchre", "suit": "H", "tricks": 2},
}
OPTIONS: dict[str, dict[str, Any]] = {"euchre": {"target": "none"}}


def make_table(game: str) -> Table:
    """A new table of a new league."""
    from django.contrib.auth.models import User

    from league.services.seating import seat_table
    from league.services.setup import add_players, create_event, create_league

    owner = User.objects.get_or_create(username="benchmark")[0]
    league = create_league(f"Hall {time.time_ns()}", by=owner, source="command")
    event = create_event(league, name="Evening", game=game, options=OPTIONS.get(game), by=owner, source="command")
    players = add_players(league, [f"P{number}" for number in range(7)], by=owner, source="command").added
    seats = dict(zip(event.rules.seats, players, strict=False))
    return seat_table(event, round_number=1, number=1, seats=seats, by=owner, source="command")


def time_service(game: str, hands: int) -> list[float]:
    """Seconds of storing each hand."""
    from league.services.recording import record_deal

    table = make_table(game)

    def store(position: int) -> None:
        record_deal(table, HANDS[game], position=position, key=str(position), by=None, source="command")

    return [time_call(store, position) for position in range(1, hands + 1)]


def time_page(game: str, hands: int) -> list[float]:
    """Seconds of the answer to each line."""
    from django.contrib.auth.models import User
    from django.test import Client
    from django.urls import reverse

    from league.printing.typed_sheet import find_typed_sheet
    from rules.game import GameDeal

    table, client = make_table(game), Client(headers={"HX-Request": "true", "Host": "localhost"})
    client.force_login(User.objects.get(username="benchmark"))
    url = reverse("league:paper", args=[table.event.slug, 1, 1])
    sheet = find_typed_sheet(table.rules)

    deal: GameDeal = msgspec.convert(HANDS[game], table.rules.Deal)
    texts = sheet.write(deal)

    def send(position: int) -> None:
        key = f"line-{position}"
        form = {f"{key}.{name}": text for name, text in texts.items()}
        answer = client.post(url, {"line": key, "only": key, "position": str(position), **form})
        if answer.status_code != 200:
            raise SystemExit(f"{game}: {answer.status_code}")

    return [time_call(send, position) for position in range(1, hands + 1)]


def time_call(function: Callable[[int], None], position: int) -> float:
    begin = time.perf_counter()
    function(position)
    return time.perf_counter() - begin


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=40)
    hands = parser.parse_args().hands
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    for game in HANDS:
        service, page = (statistics.median(measure(game, hands)) for measure in (time_service, time_page))
        sys.stdout.write(
            f"{game:<22}{hands:>4} hands   stored in {service * 1000:.1f} ms, answered in {page * 1000:.1f} ms, "
            f"ratio {page / service:.1f}\n"
        )


if __name__ == "__main__":
    main()
