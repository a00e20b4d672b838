"""Addresses of campaign managers."""

from django.urls import path

from rankings.corpus import views as views_texts
from rankings.desk import (
    known,
    views_flags,
    views_guidelines,
    views_history,
    views_item_browser,
    views_judge,
)
from rankings.desk import views as views_desk
from rankings.plan import views as views_plan
from rankings.survey.editing import survey_file
from rankings.uploads import views as views_uploads

app_name = "campaigns"

urlpatterns = [
    path("new/", views_uploads.new, {"kind": "campaign"}, name="new"),
    path("new/from-file/", views_uploads.new, {"kind": "archive"}, name="new-from-file"),
    path("uploads/<uuid:key>/", views_uploads.upload, name="upload"),
    path("<address:slug>/uploads/<slug:kind>/", views_uploads.new, name="new-upload"),
    path("<address:slug>/", views_desk.desk, name="desk"),
    path("<address:slug>/settings/", views_desk.settings, name="settings"),
    path("<address:slug>/texts/", views_texts.texts, name="texts"),
    path("<address:slug>/design/", views_plan.design, name="design"),
    path("<address:slug>/design/forecast/", views_plan.sample_forecast, name="forecast"),
    path("<address:slug>/items/", views_item_browser.browse, name="item-browser"),
    path("<address:slug>/items/<int:number>/", views_item_browser.item, name="item"),
    path("<address:slug>/design/known/", known.choose, name="choose-known"),
    path("<address:slug>/guidelines/", views_guidelines.guidelines, name="guidelines"),
    path(
        "<address:slug>/guidelines/preview/", views_guidelines.preview_guidelines, name="preview-guidelines"
    ),
    path("<address:slug>/survey/answers.csv", survey_file, name="survey-file"),
    path("<address:slug>/flags/", views_flags.flags, name="flags"),
    path("<address:slug>/leases/", views_flags.leases, name="leases"),
    path("<address:slug>/judges/", views_judge.judges, name="judges"),
    path("<address:slug>/judges/<key:judge>/", views_judge.judge_work, name="judge"),
    path("<address:slug>/judges/hours.csv", views_judge.hours, name="judge-hours"),
    path("<address:slug>/history/", views_history.history, name="history"),
]
