"""Rules of reports: requests, reuse, what has changed since, and which one stands for a campaign."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked import one_at_a_time
from appraise_gec.report.options import FILTERS as RANKING_FILTERS
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.inputs import (
    METRICS,
    checks_have_changed,
    inputs_of,
    missing_for,
    refuse_impossible_filters,
)
from rankings.access import Refused
from rankings.formats.columns import Judgments
from rankings.formats.fingerprint import rankings_digest
from rankings.formats.results import to_json
from rankings.judgments.stored import (
    counting_rankings,
    judgments_of_rankings,
    of_runs,
    rankings_mark,
    standing_rankings,
)
from rankings.models import Campaign, Report
from rankings.survey.composition import composition

MOST_AT_ONCE = 5


@dataclass(frozen=True, slots=True)
class RequestedReport:
    """The report that answers a request, and whether it had to be made: an equal one is used again."""

    report: Report
    is_new: bool


def request_report(campaign: Campaign, user: User, options: ReportOptions) -> RequestedReport:
    """Ask for a report. A worker computes it; `report.job` tells how far it is.

    A report with the same options on the same rankings and answers to the survey by the same version,
    finished or on its way, is the answer to this request too.

    Raises:
        Refused: there is nothing to compute, a judge or a document is unknown, the filters leave nothing, or
            too many reports are on their way.
    """
    with one_at_a_time(campaign):
        _refuse_the_impossible(campaign, options)
        asked = {
            "campaign": campaign,
            "options": options.as_json(),
            "rankings_mark": rankings_mark(campaign),
        }
        same = Report.objects.answering(asked)
        if same is not None and not is_stale(same):
            return RequestedReport(same, is_new=False)
        if Report.objects.working(campaign=campaign).count() >= MOST_AT_ONCE:
            raise Refused(
                f"{MOST_AT_ONCE} reports of this campaign are being computed already. Wait for one of them."
            )
        report = Report.objects.ask(asked, user)
        asked = options.as_json() | {
            "excluded_judges": len(options.excluded_judges)
        }  # no names in the history
        record_event(user, "report.request", campaign.pk, report=str(report.key), **asked)
    return RequestedReport(report, is_new=True)


def usual_options(campaign: Campaign) -> ReportOptions:
    """What a report has unless somebody chooses: metrics beside people, where there are scores."""
    return ReportOptions() if missing_for(campaign, [METRICS]) else ReportOptions(parts=(METRICS,))


def judgments_of(report: Report) -> Judgments:
    """The judgments that a finished report was computed from, regardless of later rankings and changes.

    Judges have their present names.

    Raises:
        Refused: they are no longer available, or not for certain.
    """
    try:
        judgments = judgments_of_rankings(report.campaign, of_runs(report.ranking_runs or []))
    except ValueError as error:
        raise Refused(f"This report's rankings cannot be handed out: {error}.") from error
    judgments = ReportOptions.from_json(report.options).about_systems(judgments)
    if report.recipe and rankings_digest(judgments) == report.recipe["rankings"]["sha256"]:
        return judgments
    raise Refused(
        "This report's rankings cannot be handed out: sentences, or names of systems, have changed "
        "since, so that they do not have the SHA-256 of the recipe any more. Compute it again."
    )


def report_in_progress(campaign: Campaign) -> Report | None:
    """The newest report that a worker has not finished yet."""
    return Report.objects.working(campaign=campaign).first()


def is_stale(report: Report) -> bool:
    """Whether a report computed now would rest on other rankings, answers to the survey, checks or scores."""
    return (
        report.rankings_mark != rankings_mark(report.campaign)
        or _survey_has_changed(report)
        or checks_have_changed(report)
        or _inputs_have_changed(report)
    )


def _survey_has_changed(report: Report) -> bool:
    """Never of a report that is on its way."""
    return report.result is not None and report.result["survey"] != to_json(composition(report.campaign))


def _inputs_have_changed(report: Report) -> bool:
    """Whether a finished report's sections on metrics would be computed from other scores or edits now."""
    if report.recipe is None:
        return False
    now = inputs_of(report.campaign, report.options.get("parts", ()))
    return any(report.recipe.get(name) != stated for name, stated in now.items())


def ranking_counts(campaign: Campaign) -> dict[str, int]:
    """How many current rankings there are, and by how many judges."""
    return counting_rankings(campaign).aggregate(
        ranking_count=Count("pk"), judge_count=Count("judge", distinct=True)
    )


def _refuse_the_impossible(campaign: Campaign, options: ReportOptions) -> None:
    rankings = standing_rankings if options.with_discarded else counting_rankings
    judges = set(rankings(campaign).order_by().values_list("judge__name", flat=True).distinct())
    if not judges:
        raise Refused("There are no rankings yet, so there is nothing to compute.")
    unknown = sorted(set(options.excluded_judges) - judges)
    if unknown:
        raise Refused(f"No judge of this campaign is called {', '.join(unknown)}.")
    if judges == set(options.excluded_judges):
        raise Refused("At least one judge has to stay in.")
    systems = set(campaign.systems.values_list("name", flat=True))
    if unknown := sorted(set(options.without_systems) - systems):
        raise Refused(f"No system of this campaign is called {', '.join(unknown)}.")
    if len(systems) - len(options.without_systems) < 2:
        raise Refused("At least two systems have to stay in.")
    refuse_impossible_filters(campaign, options)
    for missing in missing_for(campaign, options.parts).values():
        raise Refused(missing)


ENOUGH_REPLICATES = 1000
FILTERS = ("excluded_judges", "without_top_ups", "with_discarded", *RANKING_FILTERS)
USUAL = {name: getattr(ReportOptions(), name) for name in ("method", "unit", "speaks_for", "confidence")}


def front_report(campaign: Campaign) -> Report | None:
    """The report that the campaign's results begin with: the fullest.

    Somebody's quick try, on some of the judges, with few replicates or with other settings, does not take the
    place of the whole.
    """
    finished = campaign.reports.filter(result__isnull=False)
    # The newest comes first, and `max` keeps the first of equals.
    chosen = max(finished.values_list("pk", "options"), key=lambda row: _fullness(row[1]), default=None)
    return finished.select_related("job").get(pk=chosen[0]) if chosen else None


def _fullness(options: Mapping[str, Any]) -> tuple[bool, bool, int]:
    """What is greater stands for the campaign rather than what is less."""
    return (
        not any(options.get(name) for name in FILTERS),
        options.get("replicates", 0) >= ENOUGH_REPLICATES,
        sum(options.get(name, usual) == usual for name, usual in USUAL.items()),
    )
