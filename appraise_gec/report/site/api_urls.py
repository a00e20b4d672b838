"""Addresses of programs for reports, below /api/v1/campaigns/<slug>/."""

from django.urls import path

from appraise_gec.report.site import api

app_name = "report-api"

urlpatterns = [
    path("reports/", api.Reports.as_view(), name="reports"),
    path("reports/<uuid:key>/", api.OneReport.as_view(), name="report"),
    path("reports/<uuid:key>/files/", api.ReportFiles.as_view(), name="report-files"),
    path("reports/<uuid:key>/files/<path:path>", api.ReportFile.as_view(), name="report-file"),
    path("reports/<uuid:key>/archive/", api.Archive.as_view(), name="report-archive"),
    path("reports/<uuid:key>/public-link/", api.PublicLink.as_view(), name="public-link"),
]
