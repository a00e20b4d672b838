"""What judges have worked: items, checks and hours, in a safe file."""

from django.test import Client

from appraise_gec.accounts.models import User
from rankings.models import Ranking
from tests.factories import make_campaign, make_items, make_judge, make_ranking


def test_items_checks_and_hours_by_judge(client: Client, alice: User) -> None:
    campaign = make_campaign("essays", owner=alice)
    items = make_items(campaign)
    check = items[3]
    check.purpose, check.expected = "check", {"before": [[0, 1]]}
    check.save()
    judge = make_judge(campaign, "=J1")
    make_judge(campaign, "idle")
    made = [make_ranking(judge, item) for item in (items[0], items[1], check)]
    # The time of a changed answer includes that of the one before.
    made.append(make_ranking(judge, items[0], [3, 2, 1][: items[0].outputs.count()], revision=2))
    for ranking, seconds in zip(made, (3600.0, 1200.0, 600.0, 4200.0), strict=True):
        Ranking.objects.filter(pk=ranking.pk).update(active_seconds=seconds, submitted_at="2026-03-01T10:00Z")
    client.force_login(alice)
    lines = client.get("/campaigns/essays/judges/hours.csv").content.decode().splitlines()
    assert lines[0] == "judge,items,check_items,check_items_passed,active_hours"
    assert lines[1:] == ["'=J1,3,1,1,1.67"]
