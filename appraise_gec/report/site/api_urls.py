"""Addresses of programs for reports, below /api/v1/campaigns/<slug>/."""

from django.urls import path

from appraise_gec.report.site import api, api_archives, api_files, api_links

app_name = "report-api"

urlpatterns = [
    path("reports/", api.Reports.as_view(), name="reports"),
    path("reports/<uuid:key>/", api.OneReport.as_view(), name="report"),
    path("reports/<uuid:key>/files/", api_files.ReportFiles.as_view(), name="report-files"),
    path(
        "reports/<uuid:key>/files/<slug:kind>/<str:name>",
        api_files.ReportFile.as_view(),
        name="report-file",
    ),
    path("reports/<uuid:key>/archives/", api_archives.Archives.as_view(), name="report-archives"),
    path(
        "reports/<uuid:key>/archives/<uuid:archive>/",
        api_archives.OneArchive.as_view(),
        name="report-archive",
    ),
    path(
        "reports/<uuid:key>/archives/<uuid:archive>/file/",
        api_archives.ArchiveFile.as_view(),
        name="report-archive-file",
    ),
    path("reports/<uuid:key>/public-link/", api_links.PublicLink.as_view(), name="public-link"),
]
