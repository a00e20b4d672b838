"""Addresses of a person's own account: campaigns, and how to leave them."""

from django.urls import path

from rankings.people import views_account

app_name = "people"

urlpatterns = [
    path("", views_account.account, name="account"),
    path("leave/<address:slug>/", views_account.leave, name="leave"),
    path("delete/", views_account.delete, name="delete-account"),
]
