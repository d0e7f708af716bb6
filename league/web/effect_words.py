"""What a correction changes, in words: before and after, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from msgspec import Struct

from league.models import Event, SeatResult
from league.prize_words import list_sentences
from league.prizes import word_prizes
from league.selectors.standings import Standing
from league.services.carried_warnings import ForeseenTable
from league.services.correction_effects import Effects, HandEffect, Move
from league.templatetags.oddtrick import signed
from league.web.hand_rows import make_row, word_entry
from league.web.standing_words import name_figure
from league.web.table_page import word_remarks, word_result
from league.wording import Names, join_totals
from rules.game import Game
from scoring.reading import write_entry
from scoring.sheet import Folded, Played, Ruling, Step


class Change(Struct, frozen=True, kw_only=True):
    """One thing before and after, in words. `title` says what it is."""

    title: str
    before: str
    after: str

    @property
    def is_other(self) -> bool:
        """Whether it comes out differently."""
        return self.before != self.after


class WordedEffects(Struct, frozen=True, kw_only=True):
    """All effects in words. `hands` have a change of what was entered and one of the points, `later` of the points."""

    hands: tuple[tuple[Change, Change], ...]
    later: tuple[Change, ...]
    score: Change
    result: Change
    honours_before: tuple[str, ...]
    honours_after: tuple[str, ...]
    others: tuple[Change, ...]
    moves: tuple[tuple[str, tuple[Change, ...]], ...]
    prizes_before: tuple[str, ...]
    prizes_after: tuple[str, ...]


def word_effects(event: Event, effects: Effects, names: Names) -> WordedEffects:
    """Everything that a correction changes, as the page of it says it."""
    replay = effects.replay
    game = replay.before.game
    return WordedEffects(
        hands=tuple(_word_hand(game, pair, names) for pair in effects.changed),
        # What is no longer possible is asked about by itself.
        later=tuple(_word_later(game, pair, names) for pair in effects.later if pair.after is not None),
        score=Change(title=_("Score"), before=_word_score(replay.before), after=_word_score(replay.after)),
        result=Change(
            title=_("Result"),
            before=word_result(game, replay.before, names) or _("in play"),
            after=word_result(game, replay.after, names) or _("in play"),
        ),
        honours_before=tuple(word_remarks(game, replay.before, names)),
        honours_after=tuple(word_remarks(game, replay.after, names)),
        others=tuple(_word_other(other) for other in effects.others),
        moves=tuple((move.after.entry.name, _word_move(event.rules, move)) for move in effects.moves),
        prizes_before=(*word_prizes(event.rules, effects.standings_before), *list_sentences(effects.prizes_before)),
        prizes_after=(*word_prizes(event.rules, effects.standings_after), *list_sentences(effects.prizes_after)),
    )


def name_step(step: Step) -> str:
    """What an entry is called: by its number where it is a hand."""
    if step.number is not None:
        return _("Hand %(number)s") % {"number": step.number}
    if isinstance(step.entry, Ruling):
        return _("Ruling")
    return _("Hand passed out") if isinstance(step.entry, Played) else _("Misdeal")


def word_points(game: Game, step: Step, names: Names) -> str:
    """The points of an entry by side, and its setbacks where they are kept."""
    gains = make_row(game, step, names).gains
    parts = [f"{gain.title} {signed(gain.points)}" for gain in gains if gain.points]
    parts += [
        _("%(side)s: setbacks %(count)s") % {"side": gain.title, "count": signed(gain.setbacks)}
        for gain in gains
        if gain.setbacks
    ]
    return ", ".join(parts) or _("no points")


def _word_hand(game: Game, pair: HandEffect, names: Names) -> tuple[Change, Change]:
    gone = _("not on the sheet")
    steps = (pair.before, pair.after)
    facts = [gone if step is None else word_entry(game, write_entry(step.entry), names) for step in steps]
    points = [gone if step is None else word_points(game, step, names) for step in steps]
    title = _title(pair)
    return Change(title=title, before=facts[0], after=facts[1]), Change(title=title, before=points[0], after=points[1])


def _word_later(game: Game, pair: HandEffect, names: Names) -> Change:
    return Change(
        title=_title(pair), before=_word_worth(game, pair.before, names), after=_word_worth(game, pair.after, names)
    )


def _word_worth(game: Game, step: Step | None, names: Names) -> str:
    """What a later entry brings, whose number it has and who deals it."""
    if step is None:
        return _("not on the sheet")
    dealer = _("%(name)s deals") % {"name": names.get(step.dealer, step.dealer)} if step.dealer else ""
    return " · ".join(part for part in (name_step(step), dealer, word_points(game, step, names)) if part)


def _title(pair: HandEffect) -> str:
    step = pair.before or pair.after
    return name_step(step) if step else ""


def _word_score(folded: Folded) -> str:
    return join_totals(folded.state.totals[side] for side in folded.game.sides)


def _word_other(other: ForeseenTable) -> Change:
    """A later table to which a warning is carried, or no longer."""
    table = other.table
    words = {"round": table.round.number, "table": table.number}
    return Change(
        title=_("Round %(round)s, table %(table)s") % words,
        before=_word_results(table.rules, other.before),
        after=_word_results(table.rules, other.after),
    )


def _word_results(game: Game, results: Sequence[SeatResult]) -> str:
    points = {result.side: result.points for result in results}
    return join_totals(points[side] for side in game.sides)


def _word_move(game: Game, move: Move) -> tuple[Change, ...]:
    """The figures of a line of the standings that change, its place first and always."""
    figures = [(_("place"), _read_place)]
    figures += [(_("games won"), _read_won)] if game.has_winner else []
    figures += [(_("points"), _read_points)]
    changes = [Change(title=title, before=read(move.before), after=read(move.after)) for title, read in figures]
    fixed = {"games_won", "points_for", *game.tally_titles}
    compared = dict.fromkeys(code for line in (move.before, move.after) for code in line.figures if code not in fixed)
    changes += [
        Change(
            title=name_figure(code),
            before=move.before.figures.get(code, "–"),
            after=move.after.figures.get(code, "–"),
        )
        for code in compared
    ]
    changes.append(
        Change(title=_("below the next by"), before=_read_decided(move.before), after=_read_decided(move.after))
    )
    counts = [
        Change(title=_(title), before=str(move.before.count(code)), after=str(move.after.count(code)))
        for code, title in game.tally_titles.items()
    ]
    return (changes[0], *(change for change in (*changes[1:], *counts) if change.is_other))


def _read_place(line: Standing) -> str:
    return f"{line.place.rank or '–'}{'=' if line.place.is_shared else ''}"


def _read_decided(line: Standing) -> str:
    """What parted a line from the one above, or that nothing did."""
    if line.is_unresolved:
        return _("nothing parts them yet")
    return name_figure(line.decided_by) if line.decided_by else "–"


def _read_won(line: Standing) -> str:
    return str(line.place.score.games_won)


def _read_points(line: Standing) -> str:
    return str(line.place.score.points_for)
