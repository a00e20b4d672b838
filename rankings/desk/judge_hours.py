"""What judges have worked, as a file: items, check items and active time by judge."""

from collections import defaultdict

from django.db.models import Max

from appraise_gec.present.safe_cells import write_csv
from rankings.desk.quality import CheckTally, check_tallies
from rankings.models import Campaign, Ranking

HEADINGS = ("judge", "items", "check_items", "check_items_passed", "active_hours")


def hours_file(campaign: Campaign) -> bytes:
    """Every judge who has answered something here, by name; no cell is taken for a formula.

    Training and check items are included, and discarded rankings: all of it was work. The time of a changed
    answer includes that of the ones before it.
    """
    answers = (
        Ranking.objects.filter(judge__campaign=campaign, item__is_imported=False, submitted_at__isnull=False)
        .order_by()
        .values_list("judge_id", "item_id")
        .annotate(seconds=Max("active_seconds"))
    )
    items: dict[int, int] = defaultdict(int)
    seconds: dict[int, float] = defaultdict(float)
    for judge, _, spent in answers:
        items[judge] += 1
        seconds[judge] += spent or 0.0
    checks = check_tallies(campaign)
    judges = campaign.judges.filter(pk__in=items).order_by("name").values_list("pk", "name")
    lines = [
        (name, str(items[key]), str(tally.answered), str(tally.passed), f"{seconds[key] / 3600:.2f}")
        for key, name in judges
        for tally in [checks.get(key, CheckTally())]
    ]
    return write_csv([HEADINGS, *lines])
