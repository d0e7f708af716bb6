"""Addresses of the desk: who is there tonight."""

from django.urls import URLPattern, path

from league.web.check_in import print_list, show_check_in
from league.web.check_in_person import show_person

urlpatterns: list[URLPattern] = [
    path("events/<slug:slug>/check-in/", show_check_in, name="check-in"),
    path("events/<slug:slug>/check-in/list/", print_list, name="check-in-list"),
    path("events/<slug:slug>/check-in/<int:number>/", show_person, name="check-in-person"),
]
