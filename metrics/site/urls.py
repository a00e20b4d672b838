"""Addresses of automatic metrics, below /campaigns/<slug>/metrics/."""

from django.urls import path

from metrics.site.people import views as people
from metrics.site.references import views as references
from metrics.site.runs import views
from metrics.site.runs.views_sentences import sentences

app_name = "metrics"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("new/", views.new, name="new"),
    path("references/<uuid:key>/", references.references, name="references"),
    path("references/<uuid:key>/files/<int:number>/", references.file, name="references-file"),
    path("people/", people.people, name="people"),
    path("people/<slug:name>.<slug:extension>", people.file, name="people-file"),
    path("<uuid:key>/", views.run, name="run"),
    path("<uuid:key>/<slug:name>.<slug:extension>", views.file, name="file"),
    path("<uuid:key>/sentences/", sentences, name="sentences"),
]
