"""Who may get an account: nobody by himself, an admin makes them."""

from allauth.account.adapter import DefaultAccountAdapter
from django.http import HttpRequest


class ClosedSignupAdapter(DefaultAccountAdapter):
    """The log-in of allauth with its sign-up page closed."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Say no: a league's results are no place for accounts that no admin knows."""
        return False
