"""Scoring of sheets that are not stored."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import ScopedRateThrottle
from rest_framework.views import APIView

from league.api.examples import show_sheets
from league.api.json_body import SheetBodyParser
from league.api.openapi import AnswersSerializer, SheetsSerializer
from league.api.refusals import RequestRefusedError
from league.api.responses import FaultySheetSerializer, document
from scoring.result import score_sheet

#: Entries in one request, in all sheets together: some hundred games.
MOST_ENTRIES = 2_000


class ScoreView(APIView):
    """The score of sheets, as `manage.py score --json` gives it. Nothing is stored and no log-in is needed."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = (ScopedRateThrottle,)
    throttle_scope = "score"
    parser_classes = (SheetBodyParser,)

    @extend_schema(
        operation_id="score",
        request=SheetsSerializer,
        examples=show_sheets(),
        responses=document({200: AnswersSerializer, 422: FaultySheetSerializer}, 400, 413, 415, 429),
    )
    def post(self, request: Request) -> Response:
        """Score one sheet: its result, or with 422 every fault. A list of sheets gives a list of such answers."""
        # REST framework takes a request without a body for an empty form.
        if request.META.get("CONTENT_LENGTH") in (None, "", "0"):
            message = _("The request has no JSON in it: send one score sheet or a list of them.")
            raise RequestRefusedError(400, code="not_json", message=message)
        sheets = request.data if isinstance(request.data, list) else [request.data]
        _check_size(sheets)
        results = [score_sheet(sheet, translate=gettext) for sheet in sheets]
        if isinstance(request.data, list):
            return Response(results)
        return Response(results[0], status=422 if "errors" in results[0] else 200)


def _check_size(sheets: list[Any]) -> None:
    entries = sum(_count_entries(sheet) for sheet in sheets)
    if entries > MOST_ENTRIES:
        message = _("At most %(most)s entries can be scored at once: send the sheets in parts.")
        raise RequestRefusedError(413, code="too_large", message=message % {"most": MOST_ENTRIES})


def _count_entries(sheet: object) -> int:
    deals = sheet.get("deals") if isinstance(sheet, dict) else None
    return len(deals) if isinstance(deals, list) else 1
