"""Sections that metrics contribute to the report of a campaign: beside people, and without them (MAEGE).

Computation and tables are imported when they are needed, because they load numerical libraries.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef

from appraise_gec.present.table import Table
from appraise_gec.report.site.contributed import Contribution, contribute
from metrics.models import MetricRun, ReferenceSet
from rankings.formats.records import FormatError
from rankings.models import Campaign

if TYPE_CHECKING:
    from appraise_gec.report.options import ReportOptions
    from appraise_gec.report.paper.companion import Companion
    from appraise_gec.report.paper.paper import Paper, Source
    from metrics.validation.score_table import MetricScores
    from rankings.formats.columns import Judgments

PEOPLE, MAEGE = "correlation", "maege"
NO_SCORES = (
    "“Metrics and people” needs scores of metrics: compute them, or import those of an "
    "automatic judge, under Metrics."
)
NO_GOLD = (
    "“Metrics without human rankings” needs gold edits in M2 format by two annotators or "
    "more: upload them under Metrics, References."
)


def offer() -> None:
    """Offer both sections to reports."""
    contribute(
        Contribution(
            part="metrics",
            key=PEOPLE,
            message="Comparing metrics with people",
            needs=NO_SCORES,
            has=_scores,
            inputs=lambda campaign: [_as_input(run) for run in _newest(campaign)],
            compute=_compare,
            lead=_people_lead,
            tables=_people_tables,
            companion=_people_companion,
        )
    )
    contribute(
        Contribution(
            part="maege",
            key=MAEGE,
            message="Validating metrics without human rankings",
            needs=NO_GOLD,
            has=_annotators,
            inputs=lambda campaign: [
                {"references": gold.name, "sha256": gold.sha256} for gold in _golds(campaign)
            ],
            compute=_validate,
            lead=_maege_lead,
            tables=_maege_tables,
            companion=_maege_companion,
        )
    )


def _scores() -> list[Exists]:
    return [Exists(MetricRun.objects.filter(campaign=OuterRef("pk"), recipe__isnull=False))]


def _annotators() -> list[Exists]:
    """Whether some gold edits have two annotators, or there are two."""
    gold = ReferenceSet.objects.filter(campaign=OuterRef("pk"), kind=ReferenceSet.Kind.GOLD)
    return [Exists(gold.filter(summary__annotators__1__isnull=False)), Exists(gold.order_by()[1:2])]


def _newest(campaign: Campaign) -> list[MetricRun]:
    from metrics.site.runs.services import newest_runs  # noqa: PLC0415

    return newest_runs(campaign)


def _as_input(run: MetricRun) -> dict[str, Any]:
    return {
        "run": str(run.key),
        "metric": run.metric,
        "signature": run.signature,
        "references": run.references_name,
        "references_sha256": run.references_sha256,
    }


def _golds(campaign: Campaign) -> list[ReferenceSet]:
    """Gold edits of the campaign, without their content."""
    return list(campaign.reference_sets.filter(kind=ReferenceSet.Kind.GOLD).defer("content", "summary"))


def _compare(
    campaign: Campaign,
    judgments: "Judgments",
    options: "ReportOptions",
    share: Callable[[float], None],
) -> Any:
    from metrics.reports.people import people_and_metrics  # noqa: PLC0415
    from rankings.formats.results import to_json  # noqa: PLC0415

    scores = scores_of(_newest(campaign), _systems(judgments))
    if not scores:
        raise ValueError(NO_SCORES)
    return to_json(people_and_metrics(judgments, scores, options.as_json(), share))


def scores_of(runs: Sequence[MetricRun], systems: set[str]) -> "list[MetricScores]":
    """Stored scores of runs that score enough of the systems that people ranked, by the names of tables."""
    from metrics.site.people.asking import metric_names  # noqa: PLC0415
    from metrics.site.runs.stored import metric_scores  # noqa: PLC0415
    from metrics.validation.metric_correlation import FEWEST_SYSTEMS  # noqa: PLC0415

    scores = [metric_scores(run, name) for run, name in zip(runs, metric_names(runs), strict=True)]
    return [one for one in scores if len(systems & set(one.scores)) >= FEWEST_SYSTEMS]


def _systems(judgments: "Judgments") -> set[str]:
    return set(judgments.named_systems)


def _validate(
    campaign: Campaign,
    judgments: "Judgments",
    options: "ReportOptions",
    share: Callable[[float], None],
) -> Any:
    from metrics.references.joining import join_golds  # noqa: PLC0415
    from metrics.reports.maege import without_people  # noqa: PLC0415
    from metrics.site.references.reading import read_against  # noqa: PLC0415
    from metrics.site.references.services import stored_files  # noqa: PLC0415
    from metrics.site.texts import campaign_sources  # noqa: PLC0415
    from rankings.formats.results import to_json  # noqa: PLC0415

    sources = campaign_sources(campaign)
    golds = []
    for stored in campaign.reference_sets.filter(kind=ReferenceSet.Kind.GOLD):
        read = read_against(sources, stored_files(stored))
        if read.gold is None or not read.usable:
            told = " ".join([problem.in_words() for problem in read.problems if problem.fatal][:3])
            raise ValueError(f"{stored.name} does not fit: {told}")
        golds.append(read.gold)
    if not golds:
        raise ValueError(NO_GOLD)
    try:
        return to_json(without_people(join_golds(golds), options.seed, share))
    except FormatError as error:
        problems = " ".join([problem.in_words() for problem in error.problems[:3]])
        raise ValueError(problems) from error


def _people_lead(made: Any) -> list[str]:
    from metrics.sections.people import heading  # noqa: PLC0415

    return ["".join((line, ".")) for line in heading(_study(made))]


def _people_tables(made: Any) -> list[Table]:
    from metrics.sections.people import study_tables  # noqa: PLC0415

    return study_tables(_study(made))


def _study(made: Any) -> Any:
    from metrics.validation.results import StudyResult  # noqa: PLC0415
    from rankings.formats.results import from_json  # noqa: PLC0415

    return from_json(StudyResult, made)


def _people_companion(campaign: Campaign, source: "Source", paper: "Paper") -> "Companion | None":
    from metrics.reports.archive import metrics_beside  # noqa: PLC0415

    keys = [entry["run"] for entry in source.recipe.get(PEOPLE, ())]
    by_key = {str(run.key): run for run in campaign.metric_runs.filter(key__in=keys)}
    if len(by_key) < len(keys):
        raise ValueError(
            "Scores of a metric that the report compares with people were removed since. Compute "
            "the report again."
        )
    excluded = set(source.recipe["excluded_judges"]) & set(source.judgments.judges)
    used = source.judgments.without_judges(excluded)
    scores = scores_of([by_key[key] for key in keys], _systems(used))
    return metrics_beside(paper, scores)


def _maege_lead(made: Any) -> list[str]:
    from metrics.sections.maege import heading  # noqa: PLC0415

    return ["".join((line, ".")) for line in heading(_maege(made))]


def _maege_tables(made: Any) -> list[Table]:
    from metrics.sections.maege import maege_tables  # noqa: PLC0415

    return [table for table in maege_tables(_maege(made)) if table.rows]


def _maege(made: Mapping[str, Any]) -> Any:
    from metrics.validation.maege.results import MaegeResult  # noqa: PLC0415
    from rankings.formats.results import from_json  # noqa: PLC0415

    return from_json(MaegeResult, made)


def _maege_companion(campaign: Campaign, source: "Source", paper: "Paper") -> "Companion | None":
    from metrics.reports.maege import maege_companion  # noqa: PLC0415

    return maege_companion(paper)
