"""Addresses of programs, by version. What stands below /v1/ keeps its meaning."""

from django.urls import path

from rankings.api import archives, bundles, design, discards, views

app_name = "api"

urlpatterns = [
    path("v1/", views.Root.as_view(), name="root"),
    path("v1/campaigns/", views.Campaigns.as_view(), name="campaigns"),
    path("v1/campaigns/<address:slug>/", views.OneCampaign.as_view(), name="campaign"),
    path("v1/campaigns/<address:slug>/judgments/", views.Judgments.as_view(), name="judgments"),
    path("v1/campaigns/<address:slug>/design/", design.CampaignDesign.as_view(), name="design"),
    path("v1/campaigns/<address:slug>/discards/", discards.Discards.as_view(), name="discards"),
    path("v1/campaigns/<address:slug>/discards/<int:number>/", discards.OneDiscard.as_view(), name="discard"),
    path("v1/campaigns/<address:slug>/reports/", views.Reports.as_view(), name="reports"),
    path("v1/campaigns/<address:slug>/reports/<uuid:key>/", views.OneReport.as_view(), name="report"),
    path(
        "v1/campaigns/<address:slug>/reports/<uuid:key>/archives/",
        archives.Archives.as_view(),
        name="archives",
    ),
    path(
        "v1/campaigns/<address:slug>/reports/<uuid:key>/archives/<uuid:archive>/",
        archives.OneArchive.as_view(),
        name="archive",
    ),
    path(
        "v1/campaigns/<address:slug>/reports/<uuid:key>/archives/<uuid:archive>/file/",
        archives.ArchiveFile.as_view(),
        name="archive-file",
    ),
    path("v1/campaigns/<address:slug>/bundles/", bundles.CampaignBundles.as_view(), name="campaign-bundles"),
    path(
        "v1/campaigns/<address:slug>/bundles/<uuid:key>/",
        bundles.CampaignBundle.as_view(),
        name="campaign-bundle",
    ),
    path(
        "v1/campaigns/<address:slug>/bundles/<uuid:key>/file/",
        bundles.BundleFile.as_view(),
        name="bundle-file",
    ),
    path("v1/bundles/", bundles.Uploads.as_view(), name="uploads"),
    path("v1/bundles/<uuid:key>/", bundles.Upload.as_view(), name="upload"),
]
