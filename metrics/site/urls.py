"""Addresses of automatic metrics, below /campaigns/<slug>/metrics/."""

from django.urls import path

from metrics.site.references import views as views_references
from metrics.site.runs import views, views_import, views_sentences
from metrics.site.studies import views as views_studies
from metrics.site.studies import views_latest as views_correlation

app_name = "metrics"

# By their extensions, what is added to the name of the address.
TABLE_FILES = (("csv", ""), ("tex", "-latex"), ("md", "-markdown"))

urlpatterns = [
    path("", views.overview, name="overview"),
    path("new/", views.new, name="new"),
    path("references/new/", views_references.upload, name="references-upload"),
    path("references/new/<uuid:token>/", views_references.preview, name="references-preview"),
    path("references/new/<uuid:token>/confirm/", views_references.confirm, name="references-confirm"),
    path("references/<uuid:key>/", views_references.references, name="references"),
    path("references/<uuid:key>/files/<int:number>/", views_references.file, name="references-file"),
    path("references/<uuid:key>/remove/", views_references.remove, name="references-remove"),
    path("import/", views_import.upload, name="import"),
    path("import/<uuid:token>/", views_import.preview, name="import-preview"),
    path("import/<uuid:token>/confirm/", views_import.confirm, name="import-confirm"),
    path("correlation/", views_correlation.correlation, name="correlation"),
    *(
        path(
            f"<slug:table>.{extension}",
            views_correlation.table,
            {"extension": extension},
            name=f"correlation-table{name}",
        )
        for extension, name in TABLE_FILES
    ),
    path("correlation/new/", views_studies.new, name="study-new"),
    path("correlation/<uuid:key>/", views_studies.study, name="study"),
    path("correlation/<uuid:key>/study.json", views_studies.document, name="study-document"),
    *(
        path(
            f"correlation/<uuid:key>/tables/<slug:table>.{extension}",
            views_studies.table,
            {"extension": extension},
            name=f"study-table{name}",
        )
        for extension, name in TABLE_FILES
    ),
    path(
        "correlation/<uuid:key>/figures/<slug:figure>.<slug:extension>",
        views_studies.figure,
        name="study-figure",
    ),
    path("<uuid:key>/correlation.<str:extension>", views_correlation.figure, name="correlation-figure"),
    path(
        "<uuid:key>/ranks.<str:extension>",
        views_correlation.figure,
        {"figure": "ranks"},
        name="rank-figure",
    ),
    path("<uuid:key>/", views.run, name="run"),
    path("<uuid:key>/remove/", views.remove, name="remove"),
    path("<uuid:key>/scores.json", views.document, name="document"),
    path("<uuid:key>/tables/<slug:table>.csv", views.table, {"extension": "csv"}, name="table"),
    path("<uuid:key>/tables/<slug:table>.tex", views.table, {"extension": "tex"}, name="table-latex"),
    path("<uuid:key>/tables/<slug:table>.md", views.table, {"extension": "md"}, name="table-markdown"),
    path("<uuid:key>/sentences/", views_sentences.sentences, name="sentences"),
    path("<uuid:key>/sentences/<int:number>/", views_sentences.sentence, name="sentence"),
]
