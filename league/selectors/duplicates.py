"""Players who may be one person who was entered twice: names that are nearly the same. Nothing is done with them here.

Nobody is decided to be another one: two P. Smith are two until somebody who knows them says otherwise. Who ever sat in
one round with the other is left out.
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from django.db.models import Count
from msgspec import Struct

from league.models import League, Player, Seat
from league.selectors.people import list_persons

#: So many pairs are proposed at most, and so many letters a word has in which any one may be wrong. Beside another word
#: it may have one less if it begins alike: Vik Voss is Vic Voss, but Jim is not Tim.
MOST_PAIRS = 30
SHORTEST_WORD = 4

_WORD = re.compile(r"\w+")


class LikelyPair(Struct, frozen=True, kw_only=True):
    """Two players with names so alike that they may be one person; `player` is the one with fewer events."""

    player: Player
    into: Player


def list_likely_duplicates(league: League) -> list[LikelyPair]:
    """Pairs of players who may be one person, by name."""
    players = list(list_persons(league).annotate(events=Count("entries")).order_by("name", "pk"))
    pairs = list(_list_alike(players))
    rounds = _read_rounds({player.pk for pair in pairs for player in pair})
    likely = []
    for one, other in pairs:
        if rounds[one.pk].isdisjoint(rounds[other.pk]):
            player, into = sorted((one, other), key=_judge)
            likely.append(LikelyPair(player=player, into=into))
    return likely[:MOST_PAIRS]


def _judge(player: Player) -> tuple[int, int, int]:
    """As whom a person is rather shown: who played most, under the longest name, entered first."""
    return (player.events, len(player.name), -player.pk)  # type: ignore[attr-defined]


def split_name(name: str) -> tuple[str, ...]:
    """The words of a name without accents, in the order of the alphabet: Müller, José is José Muller."""
    plain = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    return tuple(sorted(_WORD.findall(plain.casefold())))


def are_alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two names, as `split_name` gives them, may be one: the same words, one of them shortened to its first
    letter or with one letter wrong.
    """
    left = [word for word in one if word not in other]
    right = [word for word in other if word not in one]
    if not left and not right:
        return True
    if len(left) != 1 or len(right) != 1:
        return False
    short, long = sorted((left[0], right[0]), key=len)
    if len(one) > 1 and len(short) == 1:
        return long.startswith(short)
    if any(letter.isdigit() for letter in short + long):
        return False  # Player 12 is not Player 13
    needed = SHORTEST_WORD - (len(one) > 1 and short[0] == long[0])
    return len(long) >= needed and is_one_slip(short, long)


def is_one_slip(short: str, long: str) -> bool:
    """Whether one letter was left out, put in, taken for another or swapped with the next; `short` is no longer."""
    start = 0
    while start < len(short) and short[start] == long[start]:
        start += 1
    if len(long) == len(short) + 1:
        return short[start:] == long[start + 1 :]
    if len(long) != len(short):
        return False
    swapped = short[start : start + 2] == long[start : start + 2][::-1] and short[start + 2 :] == long[start + 2 :]
    return swapped or short[start + 1 :] == long[start + 1 :]


def _list_alike(players: Sequence[Player]) -> Iterator[tuple[Player, Player]]:
    """Pairs with names alike. Only who share a word, or the beginning of a single word, are compared."""
    words = {player.pk: split_name(player.name) for player in players}
    groups: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        for key in {word if len(words[player.pk]) > 1 else f"{word[:2]}…" for word in words[player.pk]}:
            groups[key].append(player)
    seen: set[tuple[int, int]] = set()
    for group in groups.values():
        for one, other in combinations(group, 2):
            if (one.pk, other.pk) not in seen and are_alike(words[one.pk], words[other.pk]):
                seen.add((one.pk, other.pk))
                yield one, other


def _read_rounds(players: set[int]) -> dict[int, set[int]]:
    """Player -> the rounds in which he sat."""
    rounds: dict[int, set[int]] = defaultdict(set)
    for player, round_ in Seat.objects.filter(player__in=players).values_list("player", "round"):
        rounds[player].add(round_)
    return rounds
