"""What a report is computed from: the rankings that its filters leave, scores of metrics, and gold edits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.models import Count, Max, Min, Q

from appraise_gec.report.options import ReportOptions, left_out_sentences
from metrics.models import MetricRun, ReferenceSet
from rankings.access import Refused
from rankings.desk.quality import check_tallies
from rankings.formats.columns import Judgments
from rankings.formats.left_out import CHECKS, Filtered, filtered
from rankings.judgments.stored import counting_rankings, document_name, rankings_to_filter
from rankings.models import Campaign, Item, Ranking, Report
from rankings.people.names import names_of_judges

if TYPE_CHECKING:
    from metrics.references.edits import Gold
    from metrics.validation.score_table import MetricScores


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


# What the form counts has to be cheap: it stands on the first page of every campaign's results.
MOST_CHECKS_READ = 1000
NAMED = 5


def filter_of(
    campaign: Campaign, options: ReportOptions
) -> Callable[[Judgments, Sequence[str] | None], Filtered]:
    """The filter that rankings of a campaign go through; judges who are left out are not counted."""
    least = options.least_checks_passed
    return partial(
        _filtered, options=options, checked=None if least is None else judges_checked(campaign, least)
    )


def _filtered(
    judgments: Judgments,
    documents: Sequence[str] | None,
    options: ReportOptions,
    checked: Mapping[str, bool] | None,
) -> Filtered:
    excluded = options.excluded_judges
    return filtered(judgments, options.filter, uncounted=excluded, checked=checked, documents=documents)


def judges_checked(campaign: Campaign, least: float) -> dict[str, bool]:
    """For each judge who has answered check items, whether the share that they passed is at least this."""
    names = names_of_judges(campaign)
    return {
        names[key]: tally.passed / tally.answered >= least
        for key, tally in check_tallies(campaign).items()
        if tally.answered and key in names
    }


def refuse_impossible_filters(campaign: Campaign, options: ReportOptions) -> None:
    """Raise Refused where a document is unknown, or the filters leave no ranking."""
    if not options.has_filters:
        return
    known = set(documents_of(campaign)) if options.documents else set()
    if unknown := sorted(set(options.documents) - known):
        shown = ", ".join(unknown[:NAMED])
        raise Refused(f"No document of this campaign is called {shown}.")
    rankings = rankings_to_filter(
        campaign, without_top_ups=options.without_top_ups, with_discarded=options.with_discarded
    )
    left = filter_of(campaign, options)(rankings, None)
    if not left.counting:
        lost = left_out_sentences({**options.as_json(), "left_out": left.left_out})
        raise Refused("The filters leave no ranking. Choose wider ones.", *map(str, lost))


def documents_of(campaign: Campaign) -> list[str]:
    """Names of the campaign's documents, in their order, each once."""
    rows = campaign.documents.order_by("position").values_list("name", "position")
    return list(dict.fromkeys(document_name(*row) for row in rows))


def checks_have_changed(report: Report) -> bool:
    """Whether other judges of a finished report would now have passed enough check items."""
    least, recipe = report.options.get("least_checks_passed"), report.recipe
    if not least or recipe is None:
        return False
    checked = judges_checked(report.campaign, least)
    failed = sum(not passed for passed in checked.values())
    stayed = {entry["judge"] for entry in (report.result or {}).get("judges", ())}
    return failed != recipe["left_out"][CHECKS]["judges"] or not all(
        checked.get(name, True) for name in stayed
    )


@dataclass(frozen=True, slots=True)
class FilterFacts:
    """What filters can choose from, for the form that offers them.

    Attributes:
        documents: their names; none where there is but one.
        first, last: when the first and the last ranking was submitted, as far as known.
        timed: rankings whose time is known.
        checks: how many rankings of check items there are.
        checked: percentages of check items passed, of the judges who have answered any, in order; none where
            they are too many to be read for a form.
    """

    documents: list[str]
    first: datetime | None
    last: datetime | None
    timed: int
    checks: int
    checked: tuple[int, ...]


def filter_facts(campaign: Campaign) -> FilterFacts:
    """In five queries at most."""
    rankings = counting_rankings(campaign).order_by()
    known = rankings.aggregate(
        first=Min("submitted_at"),
        last=Max("submitted_at"),
        timed=Count("pk", filter=Q(active_seconds__isnull=False) | Q(wall_seconds__isnull=False)),
    )
    # By the items, of which there is an index.
    answers = Ranking.objects.filter(item__campaign=campaign, item__purpose=Item.Purpose.CHECK)
    checks = answers.filter(skipped=False).count()
    tallies = check_tallies(campaign) if 0 < checks <= MOST_CHECKS_READ else {}
    percents, documents = (tally.percent for tally in tallies.values()), documents_of(campaign)
    return FilterFacts(
        documents=documents if len(documents) > 1 else [],
        checks=checks,
        checked=tuple(sorted(percent for percent in percents if percent is not None)),
        **known,
    )


def site_time_zone() -> str:
    """The time zone of days that people name."""
    return str(settings.TIME_ZONE)
