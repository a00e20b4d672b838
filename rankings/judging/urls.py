"""Addresses of judging. An assignment's key is random and reveals nothing about its item."""

from django.urls import path

from rankings.judging import views, views_ending, views_saving

app_name = "judging"

urlpatterns = [
    path("<slug:slug>/", views.task, name="task"),
    path("<slug:slug>/end/", views_ending.end, name="end"),
    path("<slug:slug>/next/", views.next_item, name="next"),
    path("<slug:slug>/mine/", views.mine, name="mine"),
    path("<slug:slug>/item/<uuid:key>/", views.item, name="item"),
    path("<slug:slug>/item/<uuid:key>/previous/", views.previous, name="previous"),
    path("<slug:slug>/item/<uuid:key>/skip/", views.skip, name="skip"),
    path("<slug:slug>/item/<uuid:key>/following/", views.following, name="following"),
    path("<slug:slug>/item/<uuid:key>/later/", views.later, name="later"),
    path("<slug:slug>/item/<uuid:key>/draft/", views_saving.draft, name="draft"),
    path("<slug:slug>/preferences/", views_saving.preferences, name="preferences"),
]
