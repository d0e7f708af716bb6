"""Sentences about places and prizes: templates with their values, which name entries by number."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from rules.game import Values, fill
from scoring.place_texts import IN_ROUNDS, MANY_TEXT
from scoring.wording import Translate, keep_english

#: The keys under which a sentence speaks of an entry.
ENTRY_KEYS = ("entry", "other", "higher", "lower")

#: So many names are listed in a sentence.
MOST_NAMED = 8


class Sentence(Struct, frozen=True, kw_only=True):
    """One sentence about a place. Entries in `values` are numbers, as in `entries`, of which `{entries}` speaks.

    `games` and `deals` are those that the figures come from. `code` is for programs, and `tie_break` what was compared.
    """

    code: str
    template: str
    values: Values = {}
    entries: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    deals: tuple[int, ...] = ()
    tie_break: str = ""


def word_sentence(
    sentence: Sentence, names: Mapping[int, str], *, in_rounds: bool = False, translate: Translate = keep_english
) -> str:
    """A sentence in words, with names for the entries that it speaks of; `in_rounds` says round for evening."""
    values = dict(sentence.values)
    for key in ENTRY_KEYS:
        if key in values:
            values[key] = names.get(int(values[key]), str(values[key]))
    if "figure" in values:
        values["figure"] = translate(str(values["figure"]))
    if sentence.entries:
        values["entries"] = _list_names(sentence.entries, names, translate)
    template = IN_ROUNDS.get(sentence.template, sentence.template) if in_rounds else sentence.template
    return fill(translate(template), values)


def _list_names(entries: tuple[int, ...], names: Mapping[int, str], translate: Translate) -> str:
    """Names one after another; of very many only the first."""
    listed = ", ".join(names.get(entry, str(entry)) for entry in entries[:MOST_NAMED])
    more = len(entries) - MOST_NAMED
    return fill(translate(MANY_TEXT), {"names": listed, "more": more}) if more > 0 else listed
