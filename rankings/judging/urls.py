"""Addresses of judging. An assignment's key is random and tells nothing about its item."""

from django.urls import path

from rankings.judging import views, views_ending

app_name = "judging"

urlpatterns = [
    path("<slug:slug>/", views.task, name="task"),
    path("<slug:slug>/end/", views_ending.end, name="end"),
    path("<slug:slug>/next/", views.next_item, name="next"),
    path("<slug:slug>/mine/", views.mine, name="mine"),
    path("<slug:slug>/item/<uuid:key>/", views.item, name="item"),
    path("<slug:slug>/item/<uuid:key>/previous/", views.previous, name="previous"),
    path("<slug:slug>/item/<uuid:key>/skip/", views.skip, name="skip"),
]
