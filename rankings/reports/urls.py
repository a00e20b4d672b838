"""Addresses of researchers, below /campaigns/<slug>/report/."""

from django.urls import path

from rankings.judgments import views as import_views
from rankings.plan import views_top_ups as top_up_views
from rankings.reports import views, views_keeping

app_name = "reports"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("new/", views.request_report, name="request"),
    path("rankings.<str:format_name>", views.export, name="export"),
    path("edit-marks.<str:extension>", views.edit_marks, name="edit-marks"),
    path("top-up/", top_up_views.top_up, name="top-up"),
    path("import/", import_views.upload, name="import"),
    path("import/<uuid:token>/", import_views.preview, name="import-preview"),
    path("import/<uuid:token>/confirm/", import_views.confirm, name="import-confirm"),
    path("<uuid:key>/", views.report, name="report"),
    path("<uuid:key>/name/", views_keeping.name, name="name"),
    path("<uuid:key>/pin/", views_keeping.pin, name="pin"),
    path("<uuid:key>/unpin/", views_keeping.unpin, name="unpin"),
    path("<uuid:key>/delete/", views_keeping.delete, name="delete"),
    path("<uuid:key>/<slug:section>/", views.report, name="section"),
    path("<uuid:key>/rankings.<str:format_name>", views.rankings, name="rankings"),
    path("<uuid:key>/report.json", views.document, name="document"),
    path("<uuid:key>/tables/<slug:table>.csv", views.table, {"extension": "csv"}, name="table"),
    path("<uuid:key>/tables/<slug:table>.tex", views.table, {"extension": "tex"}, name="table-latex"),
    path("<uuid:key>/tables/<slug:table>.md", views.table, {"extension": "md"}, name="table-markdown"),
    path("<uuid:key>/figures/<slug:figure>.<str:extension>", views.figure, name="figure"),
]
