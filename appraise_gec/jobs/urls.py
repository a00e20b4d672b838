"""Addresses of long work."""

from django.urls import path

from appraise_gec.jobs import views

app_name = "jobs"

urlpatterns = [
    path("<uuid:job_id>/", views.status, name="status"),
    path("<uuid:job_id>/cancel/", views.cancel, name="cancel"),
    path("<uuid:job_id>/retry/", views.retry, name="retry"),
]
