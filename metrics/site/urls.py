"""Addresses of automatic metrics, below /campaigns/<slug>/metrics/."""

from django.urls import path

from metrics.site import views

app_name = "metrics"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("new/", views.new, name="new"),
    path("references/<uuid:key>/", views.references, name="references"),
    path("references/<uuid:key>/files/<int:number>/", views.references_file, name="references-file"),
    path("<uuid:key>/", views.run, name="run"),
    path("<uuid:key>/<slug:name>.<slug:extension>", views.run_file, name="file"),
    path("<uuid:key>/sentences/", views.sentences, name="sentences"),
]
