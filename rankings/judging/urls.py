"""Addresses of judging. An assignment's key is random and reveals nothing about its item."""

from django.urls import path

from rankings.judging import survey_steps, views

app_name = "judging"

urlpatterns = [
    path("<address:slug>/", views.task, name="task"),
    path("<address:slug>/end/", views.end, name="end"),
    path("<address:slug>/survey/withdraw/", survey_steps.withdraw_survey, name="withdraw-survey"),
    path("<address:slug>/survey/<slug:moment>/", survey_steps.survey, name="survey"),
    path("<address:slug>/next/", views.next_item, name="next"),
    path("<address:slug>/mine/", views.mine, name="mine"),
    path("<address:slug>/item/<uuid:key>/", views.item, name="item"),
    path("<address:slug>/item/<uuid:key>/previous/", views.previous, name="previous"),
    path("<address:slug>/item/<uuid:key>/skip/", views.skip, name="skip"),
    path("<address:slug>/item/<uuid:key>/following/", views.following, name="following"),
    path("<address:slug>/item/<uuid:key>/later/", views.later, name="later"),
    path("<address:slug>/item/<uuid:key>/draft/", views.draft, name="draft"),
    path("<address:slug>/preferences/", views.preferences, name="preferences"),
]
