"""Addresses of campaign managers."""

from django.urls import path

from rankings.corpus import views as views_texts
from rankings.desk import (
    item_list,
    judge_work,
    one_item,
    overview,
    settings,
    views_known,
    views_people,
    views_survey,
)
from rankings.plan import views as views_plan
from rankings.uploads import views as views_uploads

app_name = "campaigns"

urlpatterns = [
    path("new/", views_uploads.new, {"kind": "campaign"}, name="new"),
    path("new/from-file/", views_uploads.new, {"kind": "archive"}, name="new-from-file"),
    path("uploads/<uuid:key>/", views_uploads.upload, name="upload"),
    path("<address:slug>/uploads/<slug:kind>/", views_uploads.new, name="new-upload"),
    path("<address:slug>/", overview.desk, name="desk"),
    path("<address:slug>/settings/", settings.settings, name="settings"),
    path("<address:slug>/texts/", views_texts.texts, name="texts"),
    path("<address:slug>/design/", views_plan.design, name="design"),
    path("<address:slug>/design/forecast/", views_plan.sample_forecast, name="forecast"),
    path("<address:slug>/items/", item_list.browse, name="item-browser"),
    path("<address:slug>/items/<int:number>/", one_item.item, name="item"),
    path("<address:slug>/design/known/", views_known.make_known, name="make-known"),
    path("<address:slug>/design/known/<int:number>/", views_known.edit_known, name="edit-known"),
    path("<address:slug>/guidelines/", settings.guidelines, name="guidelines"),
    path("<address:slug>/survey/", views_survey.survey, name="survey"),
    path("<address:slug>/survey/answers.csv", views_survey.survey_file, name="survey-file"),
    path("<address:slug>/survey/questions/new/", views_survey.new_question, name="new-question"),
    path("<address:slug>/survey/questions/<slug:key>/", views_survey.edit_question, name="edit-question"),
    path(
        "<address:slug>/survey/questions/<slug:key>/<slug:act>/",
        views_survey.change_survey,
        name="change-survey",
    ),
    path("<address:slug>/judges/", views_people.judges, name="judges"),
    path("<address:slug>/judges/<key:judge>/", judge_work.judge_work, name="judge"),
    path("<address:slug>/judges/hours.csv", judge_work.hours, name="judge-hours"),
    path("<address:slug>/crowd/", views_people.crowd, name="crowd"),
    path("<address:slug>/crowd/find/", views_people.find_participant, name="find-participant"),
]
