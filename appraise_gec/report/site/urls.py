"""Addresses of the team, below /campaigns/<slug>/report/."""

from django.urls import path

from appraise_gec.report.site import views
from rankings.judgments.exporting import edit_marks

app_name = "reports"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("all/", views.every, name="every"),
    path("new/", views.ask, name="request"),
    path("rankings.<str:format_name>", views.export_all, name="export"),
    path("edit-marks.csv", edit_marks, name="edit-marks"),
    path("<uuid:key>/", views.report, name="report"),
    path("<uuid:key>/archive/", views.archive, name="archive"),
    path("<uuid:key>/rankings.<str:format_name>", views.rankings, name="rankings"),
    path("<uuid:key>/<path:path>", views.member, name="member"),
]
