"""How many rankings a campaign has is one number everywhere: skipped items count, check items do not."""

from collections.abc import Callable

from django.test import Client

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site import services
from rankings.models import Campaign, Item, Ranking
from tests.factories import make_item, make_ranking


def test_home_desk_judges_report_and_api_count_alike(
    client: Client, campaign: Campaign, alice: User, run_jobs: Callable[[], int]
) -> None:
    judge = campaign.judges.get(name="one")
    check = make_item(campaign, number=90)
    Item.objects.filter(pk=check.pk).update(purpose=Item.Purpose.CHECK)
    make_ranking(judge, check)
    first = judge.rankings.order_by("pk")[0]
    Ranking.objects.filter(pk=first.pk).update(skipped=True)
    first.ranks.all().delete()
    rankings, own = Ranking.objects.count() - 1, judge.rankings.count() - 1
    services.request_report(campaign, alice, ReportOptions(replicates=20, parts=()))
    run_jobs()

    client.force_login(alice)
    assert client.get("/").context["campaigns"][0].campaign.ranking_count == rankings
    assert f"{rankings} rankings in all, 1 of them skipped" in client.get("/campaigns/essays/").text
    assert (
        f'{own} <span class="muted second-line">1 skipped</span>'
        in client.get("/campaigns/essays/judges/").text
    )
    assert f"From {rankings} rankings of" in client.get("/campaigns/essays/report/", follow=True).text
    assert client.get("/api/v1/campaigns/essays/").json()["rankings"] == rankings
