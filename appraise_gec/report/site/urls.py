"""Addresses of researchers, below /campaigns/<slug>/report/."""

from django.urls import path

from appraise_gec.report.site import views, views_keeping, views_sharing
from rankings.judgments import views as import_views
from rankings.judgments import views_edit_marks as edit_marks_views

app_name = "reports"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("new/", views.request_report, name="request"),
    path("rankings.<str:format_name>", views.export, name="export"),
    path("edit-marks.<str:extension>", edit_marks_views.edit_marks, name="edit-marks"),
    path("import/", import_views.upload, name="import"),
    path("import/<uuid:token>/", import_views.preview, name="import-preview"),
    path("import/<uuid:token>/confirm/", import_views.confirm, name="import-confirm"),
    path("<uuid:key>/", views.report, name="report"),
    path("<uuid:key>/share/", views_sharing.share, name="share"),
    path("<uuid:key>/share/archive/", views_sharing.make_paper, name="make-paper"),
    path("<uuid:key>/share/archive/<uuid:paper>/paper.zip", views_sharing.paper, name="paper"),
    path("<uuid:key>/share/link/", views_sharing.publish, name="publish"),
    path("<uuid:key>/share/link/revoke/", views_sharing.revoke, name="revoke-link"),
    path("<uuid:key>/name/", views_keeping.name, name="name"),
    path("<uuid:key>/delete/", views_keeping.delete, name="delete"),
    path("<uuid:key>/<slug:section>/", views.report, name="section"),
    path("<uuid:key>/rankings.<str:format_name>", views.rankings, name="rankings"),
    path("<uuid:key>/report.json", views.document, name="document"),
    path("<uuid:key>/tables/<slug:table>.csv", views.table, {"extension": "csv"}, name="table"),
    path("<uuid:key>/tables/<slug:table>.tex", views.table, {"extension": "tex"}, name="table-latex"),
    path("<uuid:key>/tables/<slug:table>.md", views.table, {"extension": "md"}, name="table-markdown"),
    path("<uuid:key>/paper/<str:name>", views.methods, name="methods-text"),
    path("<uuid:key>/figures/<slug:figure>.<str:extension>", views.figure, name="figure"),
]
