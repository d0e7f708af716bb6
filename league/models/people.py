"""Leagues, who may do what in them, and their players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from league.names import LONGEST_NAME


class EntryWay(models.TextChoices):
    """How hands come in, and who has to agree before a result counts as confirmed."""

    SCORER = "scorer", _("one phone at the table enters; an admin confirms the results")
    PAPER = "paper", _("an admin enters from paper")
    CONFIRM = "confirm", _("one side enters, the other side confirms")
    BOTH = "both", _("both sides enter, and differences are shown")


#: The ways in which each side has a phone of its own.
TWO_SIDED = frozenset({EntryWay.CONFIRM, EntryWay.BOTH})


class CorrectionWindow(models.IntegerChoices):
    """How long published results are a draft that an admin can still correct, in minutes."""

    NONE = 0, _("none: published results are final")
    HALF_HOUR = 30, _("30 minutes")
    TWO_DAYS = 48 * 60, _("48 hours")
    WEEK = 7 * 24 * 60, _("7 days")


class League(models.Model):
    """A club or series that runs events. What belongs to a league is never shown to another one's members."""

    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    slug = models.SlugField(_("short name in addresses"), max_length=60, unique=True)
    is_public = models.BooleanField(_("standings can be seen by everybody"), default=True)
    entry_way = models.CharField(
        _("how hands come in"), max_length=10, choices=EntryWay.choices, default=EntryWay.SCORER
    )
    correction_window = models.PositiveIntegerField(
        _("how long published results can be corrected"),
        choices=CorrectionWindow.choices,
        default=CorrectionWindow.TWO_DAYS,
    )
    has_ratings = models.BooleanField(_("players are rated"), default=False)
    #: Of which state of the results its ratings were worked out (league.services.ratings); empty before.
    ratings_mark = models.CharField(max_length=100, blank=True, default="", editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.CheckConstraint(condition=~models.Q(name=""), name="league_has_name"),
            models.CheckConstraint(condition=~models.Q(slug=""), name="league_has_slug"),
            models.CheckConstraint(condition=models.Q(entry_way__in=EntryWay.values), name="entry_way_exists"),
            models.CheckConstraint(
                condition=models.Q(correction_window__in=CorrectionWindow.values), name="correction_window_exists"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Role(models.TextChoices):
    """What a member may do; each role may do all that stands below it."""

    OWNER = "owner", _("owner")
    ADMIN = "admin", _("admin")
    SCORER = "scorer", _("scorer")
    PLAYER = "player", _("player")


class Membership(models.Model):
    """A user's role in a league."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("league", "user"), name="one_role_per_member"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="role_exists"),
        )

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Player(models.Model):
    """A person who plays in a league. Two people may share a name; `name_key` finds either spelling of it."""

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="players")
    name = models.CharField(_("name"), max_length=LONGEST_NAME)
    name_key = models.CharField(max_length=2 * LONGEST_NAME, editable=False)
    #: The player who is the same person, where one was entered twice. What was recorded stays as it was recorded.
    same_as = models.ForeignKey("self", on_delete=models.PROTECT, related_name="duplicates", null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("name", "pk")
        indexes = (models.Index(fields=("league", "name_key"), name="player_by_name"),)
        constraints = (models.CheckConstraint(condition=~models.Q(name=""), name="player_has_name"),)

    def __str__(self) -> str:
        return self.name
