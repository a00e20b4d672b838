"""What a worker makes of the demo in its first minute: a report, and scores of metrics against gold edits."""

from appraise_gec.accounts.models import User
from metrics.references.demo import NAME, demo_gold
from metrics.references.m2_file import write_m2
from metrics.site.references.services import stage_references, store_references
from metrics.site.references.uploads import STAGED_KIND, read_references
from metrics.site.runs.services import MetricRequest, request_runs
from rankings.corpus.staging import CorpusFile
from rankings.models import Campaign
from rankings.reports.options import ReportOptions
from rankings.reports.services import request_report

TITLE = "Made-up gold edits"
# They need no program that has to be added.
METRICS = ("gleu", "sari", "m2", "i-measure")


def ask_for_demo_results(campaign: Campaign, manager: User) -> None:
    """Store the demo's gold edits, and ask for its report and for scores of its systems."""
    request_report(campaign, manager, ReportOptions())
    gold = CorpusFile(STAGED_KIND, NAME, write_m2(demo_gold()).encode())
    read = read_references(campaign, [gold])
    staged = stage_references(campaign, manager, [gold], TITLE, None)
    references = store_references(campaign, manager, staged, read)
    request_runs(campaign, manager, [MetricRequest(metric, references=references) for metric in METRICS])
