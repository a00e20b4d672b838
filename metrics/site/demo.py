"""What workers make of the demo in its first minute: scores, and metrics beside people."""

from django.conf import settings

from appraise_gec.accounts.models import User
from metrics.models import MetricRun
from metrics.site.people.asking import ComparisonOptions, request_comparison
from metrics.site.runs.services import MetricRequest, request_runs
from metrics.site.uploads import REFERENCES
from rankings.access.refusals import Refused
from rankings.corpus.staging import CorpusFile
from rankings.demo.corpus import load_gold
from rankings.desk.demo import SLUG
from rankings.models import Campaign

TITLE = "Made-up gold edits"
# They need no program that has to be added.
METRICS = ("gleu", "sari", "m2", "i-measure")


def ask_for_demo_scores(campaign: Campaign, manager: User) -> None:
    """Store the demo's gold edits, and ask for scores of its systems."""
    gold = [CorpusFile(REFERENCES.staged_as, "demo.m2", load_gold())]
    staged = REFERENCES.stage(campaign, manager, gold, {"name": TITLE})
    references = REFERENCES.store(campaign, manager, staged, REFERENCES.read(campaign, gold))
    request_runs(campaign, manager, [MetricRequest(metric, references=references) for metric in METRICS])


def request_demo_comparison() -> int:
    """Ask for the demo's comparison as soon as its scores are there. Returns 1 when it did, else 0."""
    if not settings.DEMO:
        return 0
    campaign = Campaign.objects.filter(slug=SLUG, made_from=None).select_related("created_by").first()
    if campaign is None or campaign.created_by is None or campaign.comparisons.exists():
        return 0
    scored = campaign.metric_runs.filter(recipe__isnull=False).exists()
    if not scored or MetricRun.objects.working(campaign=campaign).exists():
        return 0
    try:
        _, is_new = request_comparison(campaign, campaign.created_by, ComparisonOptions())
    except Refused:
        return 0
    return int(is_new)
