"""Addresses of webhooks, below /campaigns/<slug>/webhooks/."""

from django.urls import path

from rankings.webhooks import views

app_name = "webhooks"

urlpatterns = [
    path("", views.webhooks, name="overview"),
    path("<int:number>/", views.webhook, name="webhook"),
    path("<int:number>/remove/", views.remove, name="remove"),
    path("<int:number>/<slug:act>/", views.change, name="change"),
    path("<int:number>/messages/<uuid:key>/", views.resend, name="resend"),
]
