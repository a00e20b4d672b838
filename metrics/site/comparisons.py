"""Rules of the comparison with people: what may be asked for, reuse of an equal one, later changes."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked import one_at_a_time
from metrics.models import Comparison, MetricRun
from metrics.site.runs import newest_runs
from metrics.validation.results import StudyResult
from rankings.access import Refused
from rankings.analysis.choices import REPLICATES, SEED, BootstrapUnit
from rankings.analysis.methods import Method
from rankings.formats.results import from_json, to_json
from rankings.judgments.stored import counting_rankings, rankings_mark
from rankings.models import Campaign

MOST_AT_ONCE = 3
SEED_MOST = 2**53 - 1  # the largest whole number that a browser keeps exactly


@dataclass(frozen=True, slots=True)
class ComparisonOptions:
    """What to compare, and how. Equal options on equal inputs give an equal comparison.

    Attributes:
        metrics: keys of the runs that stand for the metrics; none for the newest of every metric.
        without: systems that are left out, such as those that are a reference.
    """

    metrics: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    judged_only: Annotated[
        bool,
        Meta(
            title="Compute the metrics on the judged sentences alone",
            description="People judge some of the sentences, metrics score all of them. Takes as long as "
            "computing the metrics; imported scores are left out.",
        ),
    ] = False
    method: Annotated[Method, Meta(title="How judgments become scores of systems")] = "expected-wins"
    unit: Annotated[BootstrapUnit, Meta(title="What is resampled")] = "sentences"
    replicates: Annotated[int, Meta(ge=1, le=20_000, description="How often, at most 20,000.")] = REPLICATES
    confidence: Annotated[float, Meta(ge=0.5, le=0.999, title="Confidence of intervals")] = 0.95
    seed: Annotated[int, Meta(ge=0, le=SEED_MOST)] = SEED


@dataclass(frozen=True, slots=True)
class Compared:
    """What a comparison found.

    Attributes:
        people: the score of every system by people.
        scores: by metric, the score of every system.
        study: how the two agree.
    """

    people: dict[str, float]
    scores: dict[str, dict[str, float]]
    study: StudyResult


def request_comparison(campaign: Campaign, user: User, options: ComparisonOptions) -> tuple[Comparison, bool]:
    """Ask for a comparison: the row that a worker computes, and whether it is new.

    One with the same options on the same rankings and scores by the same version, finished or on its way, is
    the answer to this request too.

    Raises:
        Refused: there are no rankings or no scores, a metric is unknown, or too many are on their way.
    """
    with one_at_a_time(campaign):
        runs = _chosen_runs(campaign, options)
        if not counting_rankings(campaign).filter(skipped=False).exists():
            raise Refused("There are no rankings by people yet, so there is nothing to compare with.")
        asked = {
            "campaign": campaign,
            "options": to_json(options),
            "rankings": rankings_mark(campaign),
            "runs": [str(run.key) for run in runs],
        }
        same = Comparison.objects.answering(asked)
        if same is not None:
            return same, False
        if Comparison.objects.working(campaign=campaign).count() >= MOST_AT_ONCE:
            raise Refused(f"{MOST_AT_ONCE} comparisons of this campaign are being computed. Wait for one.")
        comparison = Comparison.objects.ask(asked, user)
        record_event(user, "metrics.compare", campaign.pk)
    return comparison, True


def compared(comparison: Comparison) -> Compared:
    """What a finished comparison found.

    Raises:
        ValueError: the stored result is none of this version; the message names the place in it.
    """
    return from_json(Compared, comparison.result)


def changes_since(comparison: Comparison) -> list[str]:
    """What has changed since the comparison was asked for, in whole sentences."""
    changes = []
    if comparison.rankings != rankings_mark(comparison.campaign):
        changes.append("Rankings have come or changed.")
    newest = {str(run.key) for run in newest_runs(comparison.campaign)}
    compared, chosen = set(comparison.runs), comparison.options["metrics"]
    if not (compared <= newest if chosen else compared == newest):
        changes.append("Scores of metrics have come, changed or been removed.")
    return changes


def _chosen_runs(campaign: Campaign, options: ComparisonOptions) -> list[MetricRun]:
    newest = newest_runs(campaign)
    if not newest:
        raise Refused("There are no scores of metrics yet. Compute or import some first.")
    chosen = [run for run in newest if str(run.key) in options.metrics]
    if len(chosen) < len(set(options.metrics)):
        raise Refused("Some of the chosen scores are not the newest of their metric, or are not there.")
    return chosen or newest
