"""Addresses of campaign bundles."""

from django.urls import path

from rankings.bundles import views

app_name = "bundles"

urlpatterns = [
    path("campaigns/<address:slug>/bundle/", views.export, name="export"),
    path("campaigns/<address:slug>/bundle/<uuid:key>/", views.download, name="download"),
    path("bundles/", views.upload, name="upload"),
    path("bundles/<uuid:key>/", views.preview, name="preview"),
    path("bundles/<uuid:key>/discard/", views.discard, name="discard"),
]
