"""Addresses of campaign managers."""

from django.urls import path

from rankings.corpus import upload as views_texts
from rankings.desk import items, judge_work, known, overview, settings
from rankings.plan import views as views_plan
from rankings.survey.editing import survey_file
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
    path("<address:slug>/items/", items.browse, name="item-browser"),
    path("<address:slug>/items/<int:number>/", items.item, name="item"),
    path("<address:slug>/design/known/", known.choose, name="choose-known"),
    path("<address:slug>/guidelines/", settings.guidelines, name="guidelines"),
    path("<address:slug>/survey/answers.csv", survey_file, name="survey-file"),
    path("<address:slug>/judges/", judge_work.judges, name="judges"),
    path("<address:slug>/judges/<key:judge>/", judge_work.judge_work, name="judge"),
    path("<address:slug>/judges/hours.csv", judge_work.hours, name="judge-hours"),
]
