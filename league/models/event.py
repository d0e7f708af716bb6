"""Seasons, events and what is entered in them."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from league.models.people import League, Player
from league.names import LONGEST_NAME
from rules.catalog import make_game
from rules.game import Game


class Season(models.Model):
    """A run of events that belong together."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    slug = models.SlugField(max_length=60)
    starts_on = models.DateField(_("first day"), null=True, blank=True)
    ends_on = models.DateField(_("last day"), null=True, blank=True)

    class Meta:
        ordering = ("-starts_on", "name")
        constraints = (
            models.UniqueConstraint(fields=("league", "slug"), name="season_slug_in_league"),
            models.CheckConstraint(
                condition=models.Q(ends_on__isnull=True)
                | models.Q(starts_on__isnull=True)
                | models.Q(ends_on__gte=models.F("starts_on")),
                name="season_ends_after_start",
            ),
        )

    def __str__(self) -> str:
        return self.name


class EntryKind(models.TextChoices):
    """What is ranked in an event."""

    PAIR = "pair", _("fixed pairs")
    PLAYER = "player", _("single players, partners change")


class Stage(models.TextChoices):
    """How far the results of an event have come."""

    OPEN = "open", _("hands are entered")
    CLOSED = "closed", _("closed")
    PUBLISHED = "published", _("published, can still be corrected")
    FINAL = "final", _("final")


class Event(models.Model):
    """One evening or one tournament of one game. Its house rules are pinned when it is made.

    `revision` grows with every change that a standing or a page may show.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="events")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="events", null=True, blank=True)
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    slug = models.SlugField(max_length=80, unique=True)
    game = models.CharField(_("game"), max_length=40)
    preset = models.CharField(_("house rules"), max_length=40)
    options = models.JSONField(default=dict, blank=True)
    #: How many sit at a table, where the game leaves that open; a table may still have another number.
    players = models.PositiveSmallIntegerField(_("how many play at a table"), null=True, blank=True)
    entry_kind = models.CharField(_("what is ranked"), max_length=10, choices=EntryKind.choices, default=EntryKind.PAIR)
    held_on = models.DateField(_("date"), null=True, blank=True)
    is_open = models.BooleanField(_("hands can be entered"), default=True)
    #: Since when the results are published, and from when on they are final. Both are empty before, and again when
    #: they are reopened.
    published_at = models.DateTimeField(_("published"), null=True, blank=True)
    final_at = models.DateTimeField(_("final from"), null=True, blank=True)
    revision = models.PositiveBigIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-held_on", "-pk")
        constraints = (
            models.CheckConstraint(condition=~models.Q(slug=""), name="event_has_slug"),
            models.CheckConstraint(condition=~models.Q(game=""), name="event_has_game"),
            models.CheckConstraint(condition=models.Q(entry_kind__in=EntryKind.values), name="event_entry_kind_exists"),
            models.CheckConstraint(
                condition=models.Q(published_at__isnull=True, final_at__isnull=True)
                | models.Q(published_at__isnull=False, final_at__gte=models.F("published_at")),
                name="event_final_after_published",
            ),
            models.CheckConstraint(
                condition=models.Q(published_at__isnull=True) | models.Q(is_open=False),
                name="published_event_is_closed",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def stage(self) -> Stage:
        """How far its results have come, now: a correction window ends by itself."""
        if self.published_at is None or self.final_at is None:
            return Stage.OPEN if self.is_open else Stage.CLOSED
        return Stage.PUBLISHED if timezone.now() < self.final_at else Stage.FINAL

    @property
    def rules(self) -> Game:
        """The game with this event's house rules, as most of its tables play it."""
        return self.make_rules(self.players)

    def make_rules(self, players: int | None) -> Game:
        """The game with this event's house rules for a table of so many; None is the game's usual number."""
        return make_game(self.game, preset=self.preset, options=self.options, players=players)


class Entry(models.Model):
    """Who is ranked in an event: a player or a pair. The same players are the same entry in all its rounds."""

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="entries")
    name = models.CharField(_("name"), max_length=2 * LONGEST_NAME + 3)
    players = models.ManyToManyField(Player, related_name="entries")
    #: The players' numbers in order, `3+17`: the database then holds an entry to be the only one of its players.
    players_key = models.CharField(max_length=100, editable=False)

    class Meta:
        ordering = ("name", "pk")
        verbose_name_plural = "entries"
        constraints = (models.UniqueConstraint(fields=("event", "players_key"), name="one_entry_per_players"),)

    def __str__(self) -> str:
        return self.name
