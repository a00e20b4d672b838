"""Rules of studies: requests, reuse of equal studies, later changes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.http import Http404

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked_once import AskedOnce, one_at_a_time
from metrics.models import MetricRun, MetricStudy
from metrics.site.runs.names import run_note, short_title
from metrics.site.runs.services import newest_runs
from metrics.site.studies.options import StudyOptions
from metrics.validation.results import StudyResult
from rankings.access.audience import RESEARCHERS, open_campaign
from rankings.access.refusals import Refused
from rankings.formats.results import from_json
from rankings.judgments.stored import counting_rankings, rankings_mark
from rankings.models import Campaign

STUDIES = AskedOnce(MetricStudy, kind="metric-study", argument="study")
MOST_AT_ONCE = 3


@dataclass(frozen=True, slots=True)
class RequestedStudy:
    """The study that answers a request, and whether it had to be made: an equal one is used again."""

    study: MetricStudy
    is_new: bool


def request_study(campaign: Campaign, user: User, options: StudyOptions) -> RequestedStudy:
    """Ask for a study. A worker computes it; `study.job` tells how far it is.

    A study with the same options on the same rankings and scores by the same version, finished or on its way,
    is the answer to this request too.

    Raises:
        Refused: there are no rankings or no scores, a metric or campaign is unknown, or too many studies are
            on their way.
    """
    with one_at_a_time(campaign):
        runs = _chosen_runs(campaign, options)
        options = replace(options, metrics=tuple(str(run.key) for run in runs))
        others = [_other_campaign(user, slug) for slug in options.campaigns if slug != campaign.slug]
        options = replace(options, campaigns=tuple(other.slug for other in others))
        inputs = [_inputs(member, runs) for member in (campaign, *others)]
        asked = {"campaign": campaign, "options": options.as_json(), "inputs": inputs}
        same = STUDIES.earlier(asked)
        if same is not None:
            return RequestedStudy(same, is_new=False)
        if STUDIES.working(campaign=campaign) >= MOST_AT_ONCE:
            raise Refused(f"{MOST_AT_ONCE} comparisons of this campaign are being computed. Wait for one.")
        study = STUDIES.start(asked, user)
        record_event(user, "metrics.study", campaign.pk, study=str(study.key), campaigns=options.campaigns)
    return RequestedStudy(study, is_new=True)


def open_study(user: User, campaign: Campaign, key: UUID, *, finished: bool = False) -> MetricStudy:
    """A study of the campaign; Http404 when there is none, or none that has finished.

    One that other campaigns took part in opens only to those who may read all of them.
    """
    studies = MetricStudy.objects.select_related("campaign", "job", "created_by")
    study = studies.filter(campaign=campaign, key=key).first()
    if study is None or (finished and study.result is None):
        raise Http404
    for slug in study.options["campaigns"]:
        open_campaign(user, slug, RESEARCHERS)
    return study


def study_result(study: MetricStudy) -> StudyResult:
    """The result of a finished study, as stored by any version of the program.

    Raises:
        ValueError: it is no study's result; the message names the place in it.
    """
    return from_json(StudyResult, study.result)


def recent_studies(user: User, campaign: Campaign, number: int = 20) -> list[MetricStudy]:
    """The newest studies that the person may open, without their results."""
    studies = campaign.metric_studies.select_related("campaign", "job", "created_by")
    return [study for study in studies.defer("result", "recipe", "inputs")[:number] if _may_open(user, study)]


def changes_since(study: MetricStudy) -> list[str]:
    """What has changed since the study was asked for, in whole sentences."""
    changes = []
    own = study.inputs[0]
    if own["rankings"] != rankings_mark(study.campaign):
        changes.append("Rankings have come or changed.")
    newest = {str(run.key) for run in newest_runs(study.campaign)}
    if not {key for key in own["runs"] if key} <= newest:
        changes.append("Scores of a metric have been recomputed or removed.")
    return changes


def metric_names(runs: Sequence[MetricRun]) -> list[str]:
    """A distinct name for each run in tables."""
    titles = [short_title(run) for run in runs]
    names: list[str] = []
    for run, title in zip(runs, titles, strict=True):
        name = f"{title} ({run_note(run)})" if titles.count(title) > 1 and run_note(run) else title
        number = 2
        while name in names:
            name, number = f"{name.removesuffix(f' #{number - 1}')} #{number}", number + 1
        names.append(name)
    return names


def _chosen_runs(campaign: Campaign, options: StudyOptions) -> list[MetricRun]:
    newest = newest_runs(campaign)
    if not newest:
        raise Refused("There are no scores of metrics yet. Compute or import some first.")
    if not options.metrics:
        return newest
    finished = campaign.metric_runs.filter(recipe__isnull=False).select_related("reference_set")
    known = {str(run.key): run for run in finished.defer("reference_set__content")}
    unknown = [key for key in options.metrics if key not in known]
    if unknown:
        raise Refused(f"There are no finished scores {unknown[0]} in this campaign.")
    return [known[key] for key in dict.fromkeys(options.metrics)]


def _other_campaign(user: User, slug: str) -> Campaign:
    try:
        return open_campaign(user, slug, RESEARCHERS).campaign
    except Http404:
        raise Refused(f"There is no campaign {slug} that you may read.") from None


def _inputs(campaign: Campaign, runs: Sequence[MetricRun]) -> dict[str, Any]:
    if not counting_rankings(campaign).filter(skipped=False).exists():
        raise Refused(f"{campaign.title} has no rankings by people yet, so there is nothing to compare with.")
    keys: list[str | None]
    if runs[0].campaign_id == campaign.pk:
        keys = [str(run.key) for run in runs]
    else:
        there = newest_runs(campaign)
        keys = [_counterpart(run, there) for run in runs]
        if not any(keys):
            raise Refused(f"{campaign.title} has no scores of any of these metrics with the same settings.")
    return {"campaign": campaign.slug, "rankings": rankings_mark(campaign), "runs": keys}


def _counterpart(run: MetricRun, there: Sequence[MetricRun]) -> str | None:
    """The newest run of the same metric with the same settings; its references are those of its campaign."""
    for other in there:
        same = (other.origin, other.metric, other.settings) == (run.origin, run.metric, run.settings)
        if same and (other.annotator is None) == (run.annotator is None):
            return str(other.key)
    return None


def _may_open(user: User, study: MetricStudy) -> bool:
    try:
        for slug in study.options["campaigns"]:
            open_campaign(user, slug, RESEARCHERS)
    except Http404:
        return False
    return True
