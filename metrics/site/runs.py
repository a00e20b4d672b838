"""Rules of metric runs: requests, reuse of equal runs, later changes."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.http import Http404
from django.urls import reverse

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked import one_at_a_time
from appraise_gec.jobs.models import WORKING_STATES
from metrics.models import MetricRun, ReferenceSet
from metrics.scorers.registry import make_scorer, metric_names
from metrics.scorers.scorer import Scorer, SettingError
from metrics.site.texts import texts_mark
from rankings.access import MANAGERS, Refused
from rankings.actions import Action, Done
from rankings.models import Campaign

MOST_AT_ONCE = 20
MOST_COLUMNS = 16


@dataclass(frozen=True, slots=True)
class MetricRequest:
    """What to compute: a metric, its settings, and what to compare with.

    `annotator` is one of the gold's annotators, or None for all of them.
    """

    metric: str
    settings: dict[str, Any] = field(default_factory=dict)
    references: ReferenceSet | None = None
    annotator: int | None = None


def request_runs(
    campaign: Campaign, user: User, requests: Sequence[MetricRequest]
) -> list[tuple[MetricRun, bool]]:
    """Ask for scores, one job for each metric: the runs, and whether they are new.

    A run of the same metric with the same settings on the same texts and references by the same version,
    finished or on its way, is the answer to a request too.

    Raises:
        Refused: a metric lacks what it compares with, a setting has no meaning, a program is missing, or too
            many runs are on their way. Then nothing is requested at all.
    """
    with one_at_a_time(campaign):
        mark = texts_mark(campaign)
        requested = [_request(campaign, user, request, mark) for request in requests]
        if MetricRun.objects.working(campaign=campaign).count() > MOST_AT_ONCE:
            raise Refused(
                f"More than {MOST_AT_ONCE} computations of the campaign would be on their way. Wait for some."
            )
    return requested


def open_run(campaign: Campaign, key: UUID, *, finished: bool = False) -> MetricRun:
    """A run of the campaign; Http404 when there is none, or none that has finished."""
    runs = MetricRun.objects.select_related("campaign", "job", "reference_set", "created_by")
    run = runs.defer("reference_set__content").filter(campaign=campaign, key=key).first()
    if run is None or (finished and run.recipe is None):
        raise Http404
    return run


def newest_runs(campaign: Campaign) -> list[MetricRun]:
    """Of every metric with its settings and references the newest finished run, in the order of metrics."""
    runs = campaign.metric_runs.filter(recipe__isnull=False).select_related("reference_set")
    newest: dict[tuple[Any, ...], MetricRun] = {}
    for run in runs.defer("reference_set__content", "reference_set__summary"):
        settings = json.dumps(run.settings, sort_keys=True)
        identity = (run.origin, run.metric, settings, run.references_name, run.annotator)
        newest.setdefault(identity, run)
    order = {name: place for place, name in enumerate(metric_names())}
    return sorted(
        newest.values(),
        key=lambda run: (run.is_imported, order.get(run.metric, len(order)), run.metric, -run.pk),
    )[:MOST_COLUMNS]


def changes_since(run: MetricRun, mark: str) -> list[str]:
    """What has changed since the run read it, in whole sentences. `mark` is the campaign's `texts_mark`."""
    if run.is_imported:
        return []
    changes = []
    if run.texts_mark != mark:
        changes.append("Sentences, systems or outputs of the campaign have changed.")
    if run.references_sha256 and run.reference_set is None:
        changes.append(f"{run.references_name}, which they were compared with, has been removed.")
    return changes


def _checked(campaign: Campaign, request: MetricRequest) -> Scorer[Any]:
    try:
        scorer = make_scorer(request.metric, **request.settings)
    except SettingError as error:
        raise Refused(str(error)) from error
    references = request.references
    if references is not None and references.campaign_id != campaign.pk:
        raise Refused("These references belong to another campaign.")
    has_gold = references is not None and references.kind == ReferenceSet.Kind.GOLD
    if reason := scorer.refusal(gold=has_gold, references=references is not None):
        raise Refused(reason)
    if request.annotator is not None and (not references or request.annotator not in references.annotators):
        raise Refused(f"There is no annotator {request.annotator} in what was chosen.")
    return scorer


def _request(campaign: Campaign, user: User, request: MetricRequest, mark: str) -> tuple[MetricRun, bool]:
    scorer = _checked(campaign, request)
    # A metric without references does not depend on those chosen for the others.
    references = request.references if scorer.needs else None
    asked = {
        "campaign": campaign,
        "origin": MetricRun.Origin.COMPUTED,
        "reference_set": references,
        "metric": request.metric,
        "settings": scorer.settings(),
        "annotator": request.annotator if references else None,
        "references_sha256": references.sha256 if references else "",
        "texts_mark": mark,
    }
    same = MetricRun.objects.answering(asked)
    if same is not None:
        return same, False
    name, signature = references.name if references else "", scorer.signature()
    run = MetricRun.objects.ask(asked, user, references_name=name, signature=signature)
    detail = {"run": str(run.key), "signature": signature, "references": name}
    record_event(user, "metrics.request", campaign.pk, **detail)
    return run, True


class _Removing(Action):
    abstract = True
    roles = MANAGERS
    by = "key"
    asks = final = True
    tab = "report"

    def back_url(self) -> str:
        return reverse("metrics:overview", args=[self.campaign.slug])


class RemoveScores(_Removing):
    """Delete the scores of a metric."""

    name, title, happened = "metrics.remove", "Remove the scores", "Scores of a metric removed"
    explanation = "They can be computed, or imported, again. Nothing else of the campaign changes."
    of = MetricRun
    changes = False

    def obstacles(self) -> list[str]:
        working = self.row.job is not None and self.row.job.state in WORKING_STATES
        return ["These scores are being computed. Cancel the work first."] * working

    def run(self, **_: Any) -> Done:
        metric, key = self.row.metric, str(self.row.key)
        self.row.delete()
        return Done("Removed the scores.", {"metric": metric, "run": key})


class RemoveReferences(_Removing):
    """Delete references; scores that were made from them stay."""

    name, title, happened = "references.remove", "Remove the references", "References removed"
    explanation = "Computed scores stay and are marked as having no references any more."
    of = ReferenceSet

    def run(self, **_: Any) -> Done:
        name, sha256 = self.row.name, self.row.sha256
        self.row.delete()
        return Done(f"Removed {name}.", {"name": name, "sha256": sha256})
