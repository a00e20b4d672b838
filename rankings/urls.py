"""Addresses of human judgment, one file per audience."""

from django.urls import include, path

from rankings.api.reference import reference
from rankings.archive import views as views_archive
from rankings.judging import views as judging
from rankings.people import entrance

urlpatterns = [
    path("campaigns/<address:slug>/download/", views_archive.download, name="download-campaign"),
    path(
        "campaigns/<address:slug>/items/<int:number>/as-judge/",
        judging.item_as_judge,
        name="item-as-judge",
    ),
    path("campaigns/", include("rankings.desk.urls")),
    path("link/<str:secret>/", entrance.link, name="link"),
    path("account/", include("rankings.people.account")),
    path("join/<str:key>/", entrance.join, name="join"),
    path("judge/", include("rankings.judging.urls")),
    path("api/", include("rankings.api.urls")),
    path("api-reference/", reference, name="api-reference"),
]
