"""Addresses of programs for metrics, below /api/v1/campaigns/<slug>/."""

from django.urls import path

from metrics.site import api

app_name = "metrics-api"

urlpatterns = [
    path("metrics/", api.Scores.as_view(), name="scores"),
    path("metrics/<uuid:key>/", api.OneScores.as_view(), name="one-scores"),
    path("metric-studies/", api.Studies.as_view(), name="studies"),
    path("metric-studies/<uuid:key>/", api.OneStudy.as_view(), name="study"),
]
