"""What workers make of the demo in its first minute: scores, and metrics beside people."""

from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict

from appraise_gec.accounts.models import User
from metrics.models import MetricRun
from metrics.site.comparisons import ComparisonOptions, request_comparison
from metrics.site.runs import MetricRequest, request_runs
from metrics.site.uploads import References
from rankings.access import Refused
from rankings.demo.corpus import load_gold
from rankings.desk.demo import SLUG
from rankings.models import Campaign
from rankings.uploads import flow
from rankings.uploads.kinds import kinds

TITLE = "Made-up gold edits"
# They need no program that has to be added.
METRICS = ("gleu", "sari", "m2", "i-measure")


def ask_for_demo_scores(campaign: Campaign, manager: User) -> None:
    """Store the demo's gold edits, and ask for scores of its systems."""
    files = MultiValueDict({"references": [SimpleUploadedFile("demo.m2", load_gold())]})
    upload, _ = flow.stage(kinds()[References.name], manager, campaign, {"name": TITLE}, files)
    assert upload is not None  # noqa: S101 - there is a file
    flow.confirm(upload)
    references = campaign.reference_sets.get(name=TITLE)
    request_runs(campaign, manager, [MetricRequest(metric, references=references) for metric in METRICS])


def request_demo_comparison() -> int:
    """Ask for the demo's comparison as soon as its scores are there. Returns 1 when it did, else 0."""
    if not settings.DEMO:
        return 0
    campaign = Campaign.objects.filter(slug=SLUG).select_related("created_by").first()
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
