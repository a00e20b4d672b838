"""Addresses of programs, by version. What stands below /v1/ keeps its meaning."""

from django.urls import path

from rankings.api import campaigns, items, jobs, judging, people, reference, uploads

app_name = "api"
CAMPAIGN = "v1/campaigns/<address:slug>/"
JUDGING = "v1/judging/<address:slug>/"

urlpatterns = [
    path("v1/openapi.yaml", reference.OpenApi.as_view(), name="schema"),
    path("v1/campaigns/", campaigns.Campaigns.many(), name="campaigns"),
    path("v1/uploads/", uploads.Uploads.as_view(), name="uploads"),
    path("v1/uploads/<uuid:key>/", uploads.OneUpload.as_view(), name="upload"),
    path(CAMPAIGN, campaigns.OneCampaign.as_view(), name="campaign"),
    path(f"{CAMPAIGN}progress/", campaigns.CampaignProgress.as_view(), name="progress"),
    path(f"{CAMPAIGN}history/", campaigns.History.many(), name="history"),
    path(f"{CAMPAIGN}items/", items.Items.many(), name="items"),
    path(f"{CAMPAIGN}items/<key:number>/", items.Items.one(), name="item"),
    path(f"{CAMPAIGN}systems/", campaigns.Systems.many(), name="systems"),
    path(f"{CAMPAIGN}flags/", items.Flags.many(), name="flags"),
    path(f"{CAMPAIGN}leases/", items.Leases.many(), name="leases"),
    path(f"{CAMPAIGN}judges/", people.Judges.many(), name="judges"),
    path(f"{CAMPAIGN}judges/<key:number>/", people.Judges.one(), name="judge"),
    path(f"{CAMPAIGN}links/", people.Links.many(), name="links"),
    path(f"{CAMPAIGN}team/", people.Team.many(), name="team"),
    path(f"{CAMPAIGN}judgments/", campaigns.Judgments.as_view(), name="judgments"),
    path(f"{CAMPAIGN}edit-marks/", campaigns.EditMarks.as_view(), name="edit-marks"),
    path(f"{CAMPAIGN}download/", campaigns.CampaignFile.as_view(), name="download"),
    path("v1/jobs/", jobs.Jobs.many(), name="jobs"),
    path("v1/jobs/<uuid:key>/", jobs.OneJob.one(), name="job"),
    path("v1/judging/", judging.JudgeTasks.as_view(), name="judge-tasks"),
    path(JUDGING, judging.JudgeTask.as_view(), name="judge-task"),
    path(f"{JUDGING}items/<uuid:key>/", judging.JudgeItem.as_view(), name="judge-item"),
]
