"""Import pages: send a file, then watch its job and read what came of it."""

from __future__ import annotations

from functools import partial
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.template.defaultfilters import filesizeformat
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from league.imports.jobs import run_job
from league.imports.reading import count_rows
from league.models import Event, ImportJob
from league.models.job import JobState
from league.services.import_jobs import MOST_ATTEMPTS, PATIENCE, PAUSE, RUNNING, create_job, revive_jobs
from league.tasks import send_import
from league.web.answers import REFUSED, SeeOther, wants_part
from league.web.lookup import get_actor, get_event
from scoring.columns import list_columns

#: A file of so many rows is done while the browser waits; a longer one becomes a task.
MOST_ROWS_AT_ONCE = 300

LAST_JOBS = 5


class ImportForm(forms.Form):
    """The file that is to be imported."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        help_text=gettext_lazy("A table (CSV or XLSX, one row a hand) or score sheets (JSON, JSON Lines)."),
        error_messages={"empty": gettext_lazy("This file is empty.")},
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx,.json,.jsonl"}),
    )

    def clean_file(self) -> Any:
        """Refuse a file that is too large to be looked at."""
        file = self.cleaned_data["file"]
        if file.size > settings.UPLOAD_MAX_BYTES:
            limit = filesizeformat(settings.UPLOAD_MAX_BYTES)
            raise forms.ValidationError(_("This is too large: a file may have at most %(limit)s.") % {"limit": limit})
        return file


def import_results(request: HttpRequest, slug: str) -> HttpResponse:
    """Send a file into an event. What came of it is on the page of its job."""
    event = get_event(request, slug, right="set_up")
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if form.is_bound and form.is_valid():
        job = _begin(request, event, form.cleaned_data["file"])
        return SeeOther(reverse("league:event-import-job", args=[event.slug, job.pk]))
    context = {
        "event": event,
        "crumbs": _make_crumbs(event, ("", _("Import"))),
        "form": form,
        "jobs": event.import_jobs.defer("content").select_related("created_by")[:LAST_JOBS],
        "columns": [column.name for column in list_columns(type(event.rules)) if column.is_used],
    }
    return render(request, "league/import.html", context, status=REFUSED if form.errors else 200)


@require_safe
@never_cache
@vary_on_headers("HX-Request")
def show_import_job(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """How far an import is; then its faults, or what it stored. Asked by htmx, only the part that changes."""
    event = get_event(request, slug, right="set_up")
    job = get_object_or_404(event.import_jobs.defer("content"), pk=pk)
    for overdue in revive_jobs(pk=job.pk):
        send_import(overdue)
    context = {
        "event": event,
        "job": job,
        "is_open": job.state in (JobState.WAITING, *RUNNING),
        "is_overdue": job.state == JobState.WAITING and timezone.now() - job.created_at > PATIENCE / 3,
        "is_silent": job.state in RUNNING and job.beat_at is not None and timezone.now() - job.beat_at > PAUSE,
        "more_faults": max(job.summary.get("faults", 0) - len(job.faults), 0),
        "gave_up": job.state == JobState.BROKEN and job.attempts >= MOST_ATTEMPTS,
        "changes_anything": _changes_anything(job),
        "crumbs": _make_crumbs(
            event, (reverse("league:event-import", args=[event.slug]), _("Import")), ("", job.file_name)
        ),
    }
    return render(
        request, "league/import_job.html#progress" if wants_part(request) else "league/import_job.html", context
    )


def _begin(request: HttpRequest, event: Event, file: Any) -> ImportJob:
    """Keep the file; a short one is imported at once, a long one is handed to a worker."""
    content = file.read()
    with transaction.atomic():
        job = create_job(
            event,
            content=content,
            file_name=file.name,
            language=get_language() or settings.LANGUAGE_CODE,
            by=get_actor(request),
        )
        if count_rows(content) > MOST_ROWS_AT_ONCE:
            transaction.on_commit(partial(_send, request, job.pk))
        else:
            transaction.on_commit(partial(_run, job.pk))
    return job


def _run(pk: int) -> None:
    if not run_job(pk):
        send_import(pk)


def _send(request: HttpRequest, pk: int) -> None:
    if not send_import(pk):
        text = _("The queue of long jobs cannot be reached just now. The file is kept and waits for its turn.")
        messages.warning(request, text)


def _changes_anything(job: ImportJob) -> bool:
    return bool(job.summary.get("tables_new") or job.summary.get("tables_changed"))


def _make_crumbs(event: Event, *rest: tuple[str, str]) -> list[tuple[str, str]]:
    league = event.league
    return [
        (reverse("league:league", args=[league.slug]), league.name),
        (reverse("league:event", args=[event.slug]), event.name),
        *rest,
    ]
