"""Addresses of programs for metrics, below /api/v1/campaigns/<slug>/."""

from django.urls import path

from metrics.site import api

app_name = "metrics-api"

urlpatterns = [
    path("metrics/", api.AllScores.as_view(), name="scores"),
    path("metrics/<uuid:key>/", api.OneScores.as_view(), name="one-scores"),
    path("metrics/<uuid:key>/<slug:name>.<slug:extension>", api.ScoresFile.as_view(), name="scores-file"),
    path("references/", api.References.as_view(), name="references"),
    path("references/<uuid:key>/", api.OneReferences.as_view(), name="one-references"),
    path("references/<uuid:key>/files/<int:number>/", api.ReferencesFile.as_view(), name="references-file"),
]
