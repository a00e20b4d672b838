"""Addresses of campaign managers."""

from django.urls import path

from rankings.corpus import views as views_new
from rankings.desk import views as views_desk
from rankings.desk import views_flags, views_history, views_item_browser, views_lifecycle
from rankings.people import views_crowd, views_team
from rankings.people import views_judges as views_people
from rankings.plan import views as views_plan
from rankings.plan import views_items

app_name = "campaigns"

urlpatterns = [
    path("new/", views_new.new, name="new"),
    path("new/<uuid:token>/", views_new.preview, name="preview"),
    path("new/<uuid:token>/change/", views_new.change, name="change"),
    path("new/<uuid:token>/create/", views_new.create, name="create"),
    path("new/<uuid:token>/systems/", views_new.systems, name="systems"),
    path("new/<uuid:token>/discard/", views_new.discard, name="discard"),
    path("<slug:slug>/", views_desk.desk, name="desk"),
    path("<slug:slug>/state/<slug:step>/", views_desk.state, name="state"),
    path("<slug:slug>/settings/", views_desk.settings, name="settings"),
    path("<slug:slug>/delete/", views_lifecycle.delete, name="delete"),
    path("<slug:slug>/copy/", views_lifecycle.copy, name="copy"),
    path("<slug:slug>/archive/<slug:act>/", views_lifecycle.archive, name="archive"),
    path("<slug:slug>/items/", views_items.items, name="items"),
    path("<slug:slug>/items/all/", views_item_browser.browse, name="item-browser"),
    path("<slug:slug>/items/<int:number>/", views_item_browser.item, name="item"),
    path("<slug:slug>/items/<int:number>/<slug:act>/", views_item_browser.change_item, name="change-item"),
    path("<slug:slug>/items/forecast/", views_items.forecast, name="forecast"),
    path("<slug:slug>/plan/", views_plan.plan, name="plan"),
    path("<slug:slug>/plan/certainty/", views_plan.ask_for_certainty, name="ask-for-certainty"),
    path("<slug:slug>/plan/design/", views_plan.ask_for_design, name="ask-for-design"),
    path("<slug:slug>/plan/adaptive/", views_plan.adaptive, name="adaptive"),
    path("<slug:slug>/plan/checks/", views_plan.make_checks, name="make-checks"),
    path("<slug:slug>/plan/known/", views_plan.make_known, name="make-known"),
    path("<slug:slug>/plan/known/<int:number>/retire/", views_plan.retire_known, name="retire-known"),
    path("<slug:slug>/flags/", views_flags.flags, name="flags"),
    path("<slug:slug>/flags/<int:ranking>/", views_flags.decide_flag, name="decide-flag"),
    path("<slug:slug>/leases/", views_flags.leases, name="leases"),
    path("<slug:slug>/leases/<int:assignment>/<slug:act>/", views_flags.change_lease, name="change-lease"),
    path("<slug:slug>/judges/", views_people.judges, name="judges"),
    path("<slug:slug>/judges/existing/", views_people.add_existing_judge, name="add-existing-judge"),
    path("<slug:slug>/judges/file/", views_people.add_judges_from_file, name="add-judges-file"),
    path("<slug:slug>/judges/<int:judge>/", views_people.judge, name="judge"),
    path("<slug:slug>/judges/<int:judge>/access/", views_people.restore_access, name="restore-access"),
    path("<slug:slug>/judges/<int:judge>/forget/", views_people.forget_judge, name="forget-judge"),
    path("<slug:slug>/judges/<int:judge>/quota/", views_people.judge_quota, name="judge-quota"),
    path("<slug:slug>/judges/<int:judge>/<slug:act>/", views_people.change_judge, name="change-judge"),
    path("<slug:slug>/crowd/", views_crowd.settings, name="crowd"),
    path("<slug:slug>/crowd/find/", views_crowd.find_participant, name="find-participant"),
    path("<slug:slug>/crowd/new-address/", views_crowd.change_address, name="change-crowd-address"),
    path("<slug:slug>/team/", views_team.team, name="team"),
    path("<slug:slug>/history/", views_history.history, name="history"),
    path("<slug:slug>/team/invite/", views_team.invite_member, name="invite-member"),
    path(
        "<slug:slug>/team/invitations/<int:invitation>/revoke/",
        views_team.revoke_member_invitation,
        name="revoke-member-invitation",
    ),
    path("<slug:slug>/team/<int:member>/remove/", views_team.remove_member, name="remove-member"),
]
