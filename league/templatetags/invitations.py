"""Why the sign-up is closed, on a page of allauth that is given no context of ours."""

from __future__ import annotations

from django import template
from django.template.context import Context

from league.accounts import find_invitation_fault

register = template.Library()


@register.simple_tag(takes_context=True)
def invitation_fault(context: Context) -> str:
    """Why the invitation that was opened on this device no longer works; "" where none was opened."""
    return find_invitation_fault(context["request"])
