"""What managers take away again: scores and references."""

from typing import Any

from django.urls import reverse

from appraise_gec.jobs.models import WORKING_STATES
from metrics.models import MetricRun, ReferenceSet
from rankings.access import MANAGERS
from rankings.actions import Action, Done


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
