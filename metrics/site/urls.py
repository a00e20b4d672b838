"""Addresses of automatic metrics, below /campaigns/<slug>/metrics/."""

from django.urls import path

from metrics.site import views_uploads
from metrics.site.people import views as views_people
from metrics.site.references import views as views_references
from metrics.site.runs import views, views_sentences
from metrics.site.uploads import REFERENCES, SCORE_TABLES

app_name = "metrics"

urlpatterns = [
    path("", views.overview, name="overview"),
    path("new/", views.new, name="new"),
    path("references/new/", views_uploads.upload, {"kind": REFERENCES}, name="references-upload"),
    path(
        "references/new/<uuid:token>/",
        views_uploads.preview,
        {"kind": REFERENCES},
        name="references-preview",
    ),
    path("references/<uuid:key>/", views_references.references, name="references"),
    path("references/<uuid:key>/files/<int:number>/", views_references.file, name="references-file"),
    path("import/", views_uploads.upload, {"kind": SCORE_TABLES}, name="import-upload"),
    path("import/<uuid:token>/", views_uploads.preview, {"kind": SCORE_TABLES}, name="import-preview"),
    path("people/", views_people.people, name="people"),
    path("people/<slug:name>.<slug:extension>", views_people.file, name="people-file"),
    path("<uuid:key>/", views.run, name="run"),
    path("<uuid:key>/<slug:name>.<slug:extension>", views.file, name="file"),
    path("<uuid:key>/sentences/", views_sentences.sentences, name="sentences"),
]
