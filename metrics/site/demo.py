"""What workers make of the demo in its first minute: a report, scores against gold edits, and a study."""

from django.conf import settings

from appraise_gec.accounts.models import User
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.services import request_report
from metrics.site.references.services import stage_references, store_references
from metrics.site.references.uploads import STAGED_KIND, read_references
from metrics.site.runs.services import RUNS, MetricRequest, request_runs
from metrics.site.studies.options import StudyOptions
from metrics.site.studies.services import request_study
from rankings.access.refusals import Refused
from rankings.corpus.staging import CorpusFile
from rankings.demo import load_gold
from rankings.desk.demo import SLUG
from rankings.models import Campaign

TITLE = "Made-up gold edits"
# They need no program that has to be added.
METRICS = ("gleu", "sari", "m2", "i-measure")


def ask_for_demo_results(campaign: Campaign, manager: User) -> None:
    """Store the demo's gold edits, and ask for its report and for scores of its systems."""
    request_report(campaign, manager, ReportOptions())
    gold = CorpusFile(STAGED_KIND, "demo.m2", load_gold())
    read = read_references(campaign, [gold])
    staged = stage_references(campaign, manager, [gold], TITLE, None)
    references = store_references(campaign, manager, staged, read)
    request_runs(campaign, manager, [MetricRequest(metric, references=references) for metric in METRICS])


def request_demo_study() -> int:
    """Ask for the demo's study as soon as its scores are there. Returns 1 when it did, else 0."""
    if not settings.DEMO:
        return 0
    campaign = Campaign.objects.filter(slug=SLUG, made_from=None).select_related("created_by").first()
    if campaign is None or campaign.created_by is None or campaign.metric_studies.exists():
        return 0
    scored = campaign.metric_runs.filter(recipe__isnull=False).exists()
    if not scored or RUNS.working(campaign=campaign):
        return 0
    try:
        return int(request_study(campaign, campaign.created_by, StudyOptions()).is_new)
    except Refused:
        return 0
