"""What reports take from the metrics of a campaign: scores, and gold edits of several annotators."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from metrics.models import MetricRun, ReferenceSet
from rankings.models import Campaign

if TYPE_CHECKING:
    from metrics.references.edits import Gold
    from metrics.validation.score_table import MetricScores
    from rankings.formats.columns import Judgments

METRICS, MAEGE = "metrics", "maege"
NEEDS = {
    METRICS: "“Metrics and people” needs scores of metrics: compute them, or import those of an "
    "automatic judge, under Metrics.",
    MAEGE: "“Metrics without human rankings” needs gold edits in M2 format by two annotators or "
    "more: upload them under Metrics, References.",
}


def missing_for(campaign: Campaign, parts: Iterable[str] = (METRICS, MAEGE)) -> dict[str, str]:
    """By part what the campaign lacks for it, of the parts that need something."""
    gold = _golds(campaign)
    has: dict[str, Callable[[], bool]] = {
        METRICS: lambda: MetricRun.objects.filter(campaign=campaign, recipe__isnull=False).exists(),
        MAEGE: lambda: (
            gold.filter(summary__annotators__1__isnull=False).exists() or gold.order_by()[1:2].exists()
        ),
    }
    return {part: NEEDS[part] for part in parts if part in has and not has[part]()}


def inputs_of(campaign: Campaign, parts: Iterable[str]) -> dict[str, Any]:
    """What these parts would be computed from now, as a recipe states it."""
    stated: dict[str, Any] = {}
    if METRICS in parts:
        from metrics.site.references import systems_that_are_references  # noqa: PLC0415 - numerical libraries
        from metrics.site.runs import newest_runs  # noqa: PLC0415 - as above

        same = systems_that_are_references(campaign)
        stated["systems_that_are_references"] = {one.system: one.reference for one in same}
        stated["correlation"] = [
            {
                "run": str(run.key),
                "metric": run.metric,
                "signature": run.signature,
                "references": run.references_name,
                "references_sha256": run.references_sha256,
            }
            for run in newest_runs(campaign)
        ]
    if MAEGE in parts:
        golds = _golds(campaign).defer("content", "summary")
        stated["maege"] = [{"references": gold.name, "sha256": gold.sha256} for gold in golds]
    return stated


def scores_for(campaign: Campaign, judgments: "Judgments", stated: dict[str, Any]) -> "list[MetricScores]":
    """Scores of metrics that score enough of the ranked systems.

    A system that is a reference gets no score of a metric that compares with references: it would be the best
    by definition.

    Args:
        campaign: whose metrics.
        judgments: those that count.
        stated: of `inputs_of`, or the recipe of a finished report.

    Raises:
        ValueError: there are none, or those that are stated were removed.
    """
    from metrics.site.stored import distinct_names, metric_scores  # noqa: PLC0415 - numerical libraries
    from metrics.validation.metric_correlation import FEWEST_SYSTEMS  # noqa: PLC0415 - as above

    keys = [entry["run"] for entry in stated["correlation"]]
    by_key = {str(run.key): run for run in campaign.metric_runs.filter(key__in=keys)}
    if len(by_key) < len(keys):
        raise ValueError(
            "Scores of a metric that the report compares with people were removed since. Compute the "
            "report again."
        )
    runs = [by_key[key] for key in keys]
    same, systems = set(stated["systems_that_are_references"]), set(judgments.named_systems)
    scores = [
        metric_scores(run, name, without=same if run.references_sha256 else ())
        for run, name in zip(runs, distinct_names(runs), strict=True)
    ]
    kept = [one for one in scores if len(systems & set(one.scores)) >= FEWEST_SYSTEMS]
    if not kept:
        raise ValueError(NEEDS[METRICS])
    return kept


def gold_of(campaign: Campaign) -> "Gold":
    """The gold edits of all annotators. Raises ValueError where there are none that fit the campaign."""
    from metrics.references.joining import join_golds  # noqa: PLC0415 - loads numerical libraries
    from metrics.site.references import read_against, stored_files  # noqa: PLC0415 - as above
    from metrics.site.texts import campaign_sources  # noqa: PLC0415 - as above

    sources, golds = campaign_sources(campaign), []
    for stored in _golds(campaign):
        read = read_against(sources, stored_files(stored))
        if read.gold is None or not read.usable:
            told = " ".join([str(problem) for problem in read.problems if problem.fatal][:3])
            raise ValueError(f"{stored.name} does not fit: {told}")
        golds.append(read.gold)
    if not golds:
        raise ValueError(NEEDS[MAEGE])
    return join_golds(golds)


def _golds(campaign: Campaign) -> Any:
    return campaign.reference_sets.filter(kind=ReferenceSet.Kind.GOLD)
