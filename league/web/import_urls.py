"""Addresses of imports and exports."""

from django.urls import URLPattern, URLResolver, path

from league.web.exports import download_sheets, download_table, download_workbook
from league.web.imports import import_results, show_import_job

urlpatterns: list[URLPattern | URLResolver] = [
    path("events/<slug:slug>/import/", import_results, name="event-import"),
    path("events/<slug:slug>/imports/<int:pk>/", show_import_job, name="event-import-job"),
    path("events/<slug:slug>/export.csv", download_table, name="event-export-table"),
    path("events/<slug:slug>/export.xlsx", download_workbook, name="event-export-workbook"),
    path("events/<slug:slug>/export.jsonl", download_sheets, name="event-export-sheets"),
]
