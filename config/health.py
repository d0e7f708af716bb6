"""Tells a supervisor or a load balancer whether the site can answer."""

from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe


@never_cache
@require_safe
def show_health(request: HttpRequest) -> HttpResponse:
    """Answer "ok" when the database answers; otherwise this fails with 500 like any page."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok\n", content_type="text/plain")
