"""What workers make of the demo in its first minute beside its report: scores."""

from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils.datastructures import MultiValueDict

from appraise_gec.accounts.models import User
from metrics.site.runs import MetricRequest, request_runs
from metrics.site.uploads import References
from rankings.demo.corpus import load_gold
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
