"""Every address of the site. Who may open what is decided in the view that answers."""

from importlib import import_module

from django.urls import include, path

from appraise_gec import views
from appraise_gec.languages.choice import choose, script_words
from appraise_gec.report.site.views import public_file, public_report
from appraise_gec.seeing.requests import health, prometheus, ready
from rankings.actions import pages
from rankings.api.actions import calls
from rankings.archive.writing import download
from rankings.judging.views import item_as_judge
from rankings.people import entrance

# The modules whose actions have pages and calls (rankings.actions).
for room in (
    "appraise_gec.report.site.actions",
    "metrics.site.runs",
    "rankings.archive.storing",
    "rankings.corpus.systems",
    "rankings.desk.lifecycle",
    "rankings.desk.discards",
    "rankings.desk.item_actions",
    "rankings.desk.known",
    "rankings.desk.settings",
    "rankings.people.crowd",
    "rankings.people.judges",
    "rankings.people.team",
    "rankings.plan.actions",
    "rankings.plan.design",
    "rankings.survey.editing",
):
    import_module(room)

urlpatterns = [
    path("", views.home, name="home"),
    path("health/", health, name="health"),
    path("ready/", ready, name="ready"),
    path("prometheus/", prometheus, name="prometheus"),
    path("language/", choose, name="language"),
    path("language/<str:language>.js", script_words, name="script-words"),
    path("docs/", views.documentation, name="documentation"),
    path("docs/<path:path>", views.documentation, name="documentation-page"),
    path("favicon.ico", views.favicon, name="favicon"),
    path("", include("appraise_gec.accounts.urls")),
    path("jobs/", include("appraise_gec.jobs.views")),
    path("campaigns/<address:slug>/metrics/", include("metrics.site.views")),
    path("api/v1/campaigns/<address:slug>/", include("metrics.site.api")),
    path("campaigns/<address:slug>/report/", include("appraise_gec.report.site.views")),
    path("api/v1/campaigns/<address:slug>/", include("appraise_gec.report.site.api")),
    path("public/<str:token>/", public_report, name="public-report"),
    path("public/<str:token>/<path:path>", public_file, name="public-file"),
    path("campaigns/<address:slug>/do/", include((pages(), "do"))),
    path("api/v1/campaigns/<address:slug>/do/", include((calls(), "api-do"))),
    path("campaigns/<address:slug>/download/", download, name="download-campaign"),
    path("campaigns/<address:slug>/items/<int:number>/as-judge/", item_as_judge, name="item-as-judge"),
    path("campaigns/", include("rankings.desk.urls")),
    path("link/<str:secret>/", entrance.link, name="link"),
    path("account/", include("rankings.people.account")),
    path("join/<str:key>/", entrance.join, name="join"),
    path("judge/", include("rankings.judging.urls")),
    path("api/", include("rankings.api.urls")),
]

handler400 = "appraise_gec.problems.bad_request"
handler403 = "appraise_gec.problems.forbidden"
handler404 = "appraise_gec.problems.not_found"
handler500 = "appraise_gec.problems.failed"
