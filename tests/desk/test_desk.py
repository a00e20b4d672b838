"""The desk: where the campaign stands, and how far its judges are."""

from datetime import timedelta

from django.test import Client
from django.utils import timezone

from appraise_gec.accounts.models import User
from rankings.models import Campaign, Item, Judge, Ranking
from rankings.plan.progress import campaign_progress
from tests.factories import make_judge, signed_in


def rank(judge: Judge, item: Item, seconds: float | None, **more: object) -> Ranking:
    fields = {"submitted_at": timezone.now(), "active_seconds": seconds, **more}
    return Ranking.objects.create(judge=judge, item=item, **fields)


def test_progress_counts_current_rankings_only(drawn: Campaign, alice: User) -> None:
    jo, kim = make_judge(drawn, "Jo"), make_judge(drawn, "Kim")
    items = list(drawn.items.all())
    earlier = timezone.now() - timedelta(days=3)
    rank(jo, items[0], 10, is_current=False, submitted_at=earlier)
    rank(jo, items[0], 20, revision=2)
    rank(jo, items[1], 40)
    rank(jo, items[2], None, wall_seconds=90)
    rank(jo, items[3], 5, skipped=True)
    progress = campaign_progress(drawn)
    first, second = progress.judges
    assert (first.done, first.skipped, first.median_seconds) == (3, 1, 40)
    assert first.last_active and first.last_active > earlier
    assert (second.judge, second.done, second.median_seconds, second.last_active) == (kim, 0, None, None)
    assert (progress.done, progress.planned, progress.skipped, progress.target) == (3, 3, 1, 20)
    assert progress.percent == 15
    client = signed_in(alice)
    desk = client.get(drawn.get_absolute_url()).content.decode()
    assert "4 rankings in all, 1 of them skipped." in desk
    assert "3 of 20 planned rankings are done (15 %)." in desk


def test_imported_rankings_do_not_count_towards_the_plan(drawn: Campaign, as_alice: Client) -> None:
    judge = Judge.objects.create(campaign=drawn, name="imported")
    sentence = drawn.sentences.first()
    assert sentence
    item = Item.objects.create(campaign=drawn, sentence=sentence, number=100, is_imported=True)
    rank(judge, item, 1)
    progress = campaign_progress(drawn)
    assert (progress.items, progress.done, progress.planned, progress.target) == (11, 1, 0, 20)
    assert as_alice.get(drawn.get_absolute_url()).context["road_now"].button == "Open for judging"
    assert as_alice.get("/").context["campaigns"][0].button == "Open for judging"

    drawn.items.filter(is_imported=False).delete()
    assert as_alice.get(drawn.get_absolute_url()).context["road_now"] is None, "only a report to read"
    assert as_alice.get("/").context["campaigns"][0].button == "Read the report"
