"""Addresses of campaign managers."""

from django.urls import path

from rankings.corpus import views as views_texts
from rankings.desk import views as views_desk
from rankings.desk import (
    views_flags,
    views_guidelines,
    views_history,
    views_item_browser,
    views_judge,
    views_known,
    views_progress,
    views_survey,
)
from rankings.people import views_crowd, views_personal_link, views_team
from rankings.people import views_judges as views_people
from rankings.plan import views as views_plan
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
    path("<address:slug>/design/known/", views_known.make_known, name="make-known"),
    path("<address:slug>/design/known/<int:number>/", views_known.edit_known, name="edit-known"),
    path("<address:slug>/guidelines/", views_guidelines.guidelines, name="guidelines"),
    path(
        "<address:slug>/guidelines/preview/", views_guidelines.preview_guidelines, name="preview-guidelines"
    ),
    path("<address:slug>/survey/", views_survey.survey, name="survey"),
    path("<address:slug>/survey/answers.csv", views_survey.survey_file, name="survey-file"),
    path("<address:slug>/survey/questions/new/", views_survey.new_question, name="new-question"),
    path("<address:slug>/survey/questions/<slug:key>/", views_survey.edit_question, name="edit-question"),
    path(
        "<address:slug>/survey/questions/<slug:key>/<slug:act>/",
        views_survey.change_survey,
        name="change-survey",
    ),
    path("<address:slug>/flags/", views_flags.flags, name="flags"),
    path("<address:slug>/leases/", views_flags.leases, name="leases"),
    path("<address:slug>/judges/", views_people.judges, name="judges"),
    path("<address:slug>/judges/existing/", views_people.add_existing_judge, name="add-existing-judge"),
    path("<address:slug>/judges/file/", views_people.add_judges_from_file, name="add-judges-file"),
    path("<address:slug>/judges/<int:judge>/", views_people.judge, name="judge"),
    path("<address:slug>/judges/<int:judge>/access/", views_people.restore_access, name="restore-access"),
    path("<address:slug>/judges/<int:judge>/forget/", views_people.forget_judge, name="forget-judge"),
    path("<address:slug>/judges/<int:judge>/link/", views_personal_link.make, name="make-personal-link"),
    path(
        "<address:slug>/judges/<int:judge>/link/withdraw/",
        views_personal_link.revoke,
        name="revoke-personal-link",
    ),
    path("<address:slug>/judges/<int:judge>/quota/", views_people.judge_quota, name="judge-quota"),
    path("<address:slug>/judges/<int:judge>/work/", views_judge.judge_work, name="judge-work"),
    path("<address:slug>/judges/<int:judge>/work/<slug:act>/", views_judge.hold_judge, name="hold-judge"),
    path("<address:slug>/judges/<int:judge>/<slug:act>/", views_people.change_judge, name="change-judge"),
    path("<address:slug>/progress/", views_progress.progress, name="progress"),
    path("<address:slug>/judges/hours.csv", views_judge.hours, name="judge-hours"),
    path("<address:slug>/crowd/", views_crowd.settings, name="crowd"),
    path("<address:slug>/crowd/find/", views_crowd.find_participant, name="find-participant"),
    path("<address:slug>/crowd/new-address/", views_crowd.change_address, name="change-crowd-address"),
    path("<address:slug>/team/", views_team.team, name="team"),
    path("<address:slug>/history/", views_history.history, name="history"),
    path("<address:slug>/team/invite/", views_team.invite_member, name="invite-member"),
    path(
        "<address:slug>/team/invitations/<int:invitation>/revoke/",
        views_team.revoke_member_invitation,
        name="revoke-member-invitation",
    ),
    path("<address:slug>/team/<int:member>/remove/", views_team.remove_member, name="remove-member"),
]
