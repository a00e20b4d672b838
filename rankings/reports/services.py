"""Rules of reports: requests, reuse of equal reports, and computation by a worker."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import gettext as _

from appraise_gec.accounts.models import User
from appraise_gec.accounts.services import record_event
from appraise_gec.jobs.asked_once import AskedOnce, one_at_a_time
from appraise_gec.jobs.models import WORKING_STATES
from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.words import in_readers_language, reason_of, words
from rankings.access.refusals import Refused
from rankings.analysis.memory import Memory
from rankings.desk.texts.late_systems import late_systems, under_former_names
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.fingerprint import rankings_digest
from rankings.formats.json_form import to_json
from rankings.formats.names_in_documents import renamed
from rankings.formats.records import Judgment
from rankings.items.collapse import collapse_key
from rankings.judgments.edit_annotations import annotated_edits, imported_sha256s
from rankings.judgments.edit_marks import judged_edits
from rankings.judgments.error_types import types_for, with_error_types
from rankings.judgments.stored import (
    CampaignJudgments,
    counting_rankings,
    judgments_of_rankings,
    load_judgments,
    rankings_mark,
    standing_rankings,
)
from rankings.models import Campaign, Output, Report
from rankings.people.judge_names import names_changed_since, names_of_judges
from rankings.reports.contributed import contributions, inputs_of, inputs_stated, missing_for
from rankings.reports.key_runs import as_runs, of_runs
from rankings.reports.options import SIMULATED, ReportOptions
from rankings.reports.remaining_time import RemainingTime
from rankings.survey.composition import composition

REPORTS = AskedOnce(Report, kind="report", argument="report")
MOST_AT_ONCE = 5
MEMORY = Memory(most_bytes=64 << 20, most_seconds=24 * 3600)
"""Of this process, for reports that differ from earlier ones in some settings alone."""
ROWS_AT_ONCE = 5000
SAME_SIZE = 1.25
"""Reports on so many times as many rankings take about as long."""
TIMED_BY = ("method", "unit", "replicates")
"""Options that decide how long a part takes."""
REPORTS_TO_TIME = 20


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
        Refused: there is nothing to compute, a judge is unknown, or too many reports are on their way.
    """
    with one_at_a_time(campaign):
        _refuse_the_impossible(campaign, options)
        asked = {
            "campaign": campaign,
            "options": options.as_json(),
            "rankings_mark": rankings_mark(campaign),
        }
        same = REPORTS.earlier(asked)
        if same is not None and not _differs(same):
            return RequestedReport(same, is_new=False)
        if REPORTS.working(campaign=campaign) >= MOST_AT_ONCE:
            raise Refused(
                _("%(number)s reports of this campaign are being computed already. Wait for one of them.")
                % {"number": MOST_AT_ONCE}
            )
        report = REPORTS.start(asked, user)
        record_event(user, "report.request", campaign.pk, report=str(report.key), **options.as_json())
    return RequestedReport(report, is_new=True)


def compute(run: JobRun) -> None:
    """Do the work of a report's job, and store the result together with the end of the job."""
    from rankings.reports.computation import compute_report  # noqa: PLC0415 - loads numerical libraries

    report = REPORTS.row_of(run.arguments, "campaign")
    if report is None:
        raise JobError("The report was deleted before it could be computed.")
    campaign = report.campaign
    run.progress(0.0, words("Reading rankings"))
    imports = imported_sha256s(campaign)
    options, read, edits, names = _read(report)
    if edits:
        run.progress(0.0, words("Naming error types of edits"))
        edits = with_error_types(campaign, edits)
    further = contributions(options.parts)
    inputs = inputs_of(campaign, options.parts)
    timing = RemainingTime(
        earlier_seconds(report, len(read.judgments)), {one.key: one.weight for one in further}
    )

    def progress(share: float, message: str) -> None:
        run.progress(share, message, timing.left())

    try:
        computed = compute_report(
            read.judgments,
            distinct_output_frequencies(campaign),
            _systems_of(campaign, read.judgments),
            options,
            progress,
            edits=edits,
            edit_types=types_for(campaign) if edits else None,
            survey=composition(campaign),
            memory=MEMORY,
            timing=timing,
        )
    except ValueError as error:
        raise JobError(str(error)) from error
    try:
        beside = _contributed(report, read, options, timing, progress)
    except ValueError as error:
        raise JobError(reason_of(error)) from error
    with run.finishing() as stored:
        stored["url"] = report.get_absolute_url()
        stored["seconds"] = timing.in_full
        # A judge who was forgotten while this computed must not come back with the result.
        changed = names_changed_since(campaign, names)
        # Only where there are any: a recipe of other campaigns stays as short as it was.
        counts = {
            name: number
            for name, number in (
                ("top_up_rankings", read.top_up_rankings),
                ("random_top_up_rankings", read.random_top_up_rankings),
                ("discarded_rankings", read.discarded_rankings),
                ("imported_rankings", _imported(read, options)),
                ("late_systems", late_systems(campaign, _used(read, options))),
                ("edit_annotations", imports),
            )
            if number
        }
        Report.objects.filter(pk=report.pk).update(
            recipe=renamed(computed.recipe | counts | inputs, changed),
            result=renamed(computed.result | beside, changed),
            rankings_mark=read.mark,
            ranking_runs=as_runs(
                key
                for key, judgment in zip(read.keys, read.judgments, strict=True)
                if judgment.judge not in options.excluded_judges
            ),
            finished_at=timezone.now(),
        )


def earlier_seconds(report: Report, rankings: int) -> dict[str, float]:
    """How long each part took in the newest report of this campaign that was of about the same size.

    Parts that the options let take longer or shorter are those of reports that asked for the same.
    """
    seconds: dict[str, float] = {}
    earlier = report.campaign.reports.filter(finished_at__isnull=False, job__result__has_key="seconds")
    rows = earlier.values_list("options", "recipe__rankings__number", "job__result__seconds")
    for options, number, taken in rows.order_by("-created_at")[:REPORTS_TO_TIME]:
        alike = all(options.get(name) == report.options[name] for name in TIMED_BY) and (
            (SIMULATED in options.get("parts", ())) == (SIMULATED in report.options["parts"])
        )
        if alike and number and 1 / SAME_SIZE <= rankings / number <= SAME_SIZE:
            seconds = {**taken, **seconds}
    return seconds


def judgments_of(report: Report) -> list[Judgment]:
    """The judgments that a finished report was computed from, regardless of later rankings and changes.

    Judges have their present names.

    Raises:
        Refused: they are no longer available, or not for certain.
    """
    if report.ranking_runs is None or report.recipe is None:
        raise Refused(
            _(
                "This report was made by an earlier version, which did not note its rankings. Compute it "
                "again."
            )
        )
    try:
        judgments = judgments_of_rankings(report.campaign, of_runs(report.ranking_runs))
    except ValueError as error:
        raise Refused(
            _("This report's rankings cannot be handed out: %(error)s.") % {"error": error}
        ) from error
    sha256 = report.recipe["rankings"]["sha256"]
    if rankings_digest(judgments) == sha256:
        return judgments
    as_read = under_former_names(report.campaign, judgments, report.created_at, sha256)
    if as_read is None:
        raise Refused(
            _(
                "This report's rankings cannot be handed out: sentences or systems have changed since, so "
                "that they do not have the SHA-256 of the recipe any more."
            )
        )
    return as_read


def report_in_progress(campaign: Campaign) -> Report | None:
    """The newest report that a worker has not finished yet."""
    return campaign.reports.filter(job__state__in=WORKING_STATES).select_related("job").first()


def is_stale(report: Report) -> bool:
    """Whether the campaign's rankings have changed since the report read them."""
    return report.rankings_mark != rankings_mark(report.campaign)


def survey_has_changed(report: Report) -> bool:
    """Whether a report computed now would count other answers to the survey.

    Never of a report that is on its way, or whose version knew no surveys.
    """
    if report.result is None or "survey" not in report.result:
        return False
    return bool(report.result["survey"] != to_json(composition(report.campaign)))


def annotations_have_changed(report: Report) -> bool:
    """Whether judgments of edits have been imported or removed since a finished report read them."""
    return report.recipe is not None and (
        report.recipe.get("edit_annotations", []) != imported_sha256s(report.campaign)
    )


def _differs(report: Report) -> bool:
    """Whether the same request would now have another result for a reason other than rankings."""
    return (
        survey_has_changed(report)
        or annotations_have_changed(report)
        or _types_have_changed(report)
        or _contributions_have_changed(report)
    )


def _contributions_have_changed(report: Report) -> bool:
    """Whether a finished report's sections of other applications would be computed from other inputs now."""
    return report.recipe is not None and (
        inputs_stated(report.recipe) != inputs_of(report.campaign, report.options.get("parts", ()))
    )


def _types_have_changed(report: Report) -> bool:
    """Whether a report now would sum up edits by other error types, because a program came or went."""
    summed = (report.result or {}).get("rejected_edits")
    if summed is None:
        return False
    return bool((summed.get("types") or {}).get("by", "") != types_for(report.campaign).by)


def ranking_counts(campaign: Campaign) -> dict[str, int]:
    """How many current rankings there are, and by how many judges."""
    return counting_rankings(campaign).aggregate(
        ranking_count=Count("pk"), judge_count=Count("judge", distinct=True)
    )


def distinct_output_frequencies(campaign: Campaign) -> list[int]:
    """Element k - 1 counts the sentences with exactly k distinct outputs (2015 paper, Figure 1)."""
    part = campaign.systems.taking_part()
    outputs = Output.objects.filter(system__in=part).order_by("sentence_id")
    rows = outputs.values_list("sentence_id", "text").iterator(chunk_size=ROWS_AT_ONCE)
    counts: dict[int, int] = defaultdict(int)
    for _sentence, group in groupby(rows, key=itemgetter(0)):
        counts[len({collapse_key(text) for _sentence, text in group})] += 1
    return [counts[number] for number in range(1, part.count() + 1)]


def _contributed(
    report: Report,
    read: CampaignJudgments,
    options: ReportOptions,
    timing: RemainingTime,
    progress: Callable[[float, str], None],
) -> dict[str, Any]:
    """By key what other applications contribute to the report."""
    made: dict[str, Any] = {}
    for one in contributions(options.parts):
        timing.begin(one.key)

        def share(done: float, message: str = one.message) -> None:
            timing.share(done)
            progress(timing.done(), message)

        share(0.0)
        made[one.key] = one.compute(report.campaign, list(_used(read, options)), options, share)
    timing.end()
    return made


def _used(read: CampaignJudgments, options: ReportOptions) -> Iterable[Judgment]:
    return (judgment for judgment in read.judgments if judgment.judge not in options.excluded_judges)


def _imported(read: CampaignJudgments, options: ReportOptions) -> int:
    """How many of the rankings that count came from files."""
    both = zip(read.keys, read.judgments, strict=True)
    return sum(key in read.imported and one.judge not in options.excluded_judges for key, one in both)


def _systems_of(campaign: Campaign, judgments: Iterable[Judgment]) -> list[str]:
    """Names of the systems: those that take part, and replaced outputs that these judgments are about."""
    judged = {name for judgment in judgments for output in judgment.outputs for name in output.systems}
    systems = campaign.systems.values_list("name", "retired_at")
    return [name for name, retired_at in systems if retired_at is None or name in judged]


def _read(report: Report) -> tuple[ReportOptions, CampaignJudgments, list[EditJudgment], dict[int, str]]:
    """Options, judgments and marks on edits that name judges alike, and those names by key."""
    while True:
        names = names_of_judges(report.campaign)
        report.refresh_from_db(fields=["options"])
        options = ReportOptions.from_json(report.options)
        read = load_judgments(
            report.campaign,
            without_top_ups=options.without_top_ups,
            with_discarded=options.with_discarded,
        )
        edits = judged_edits(report.campaign, read.keys) + annotated_edits(report.campaign)
        # A judge who is left out and gets another name in between would otherwise count.
        if names_of_judges(report.campaign).items() >= names.items():
            return options, read, edits, names


def _refuse_the_impossible(campaign: Campaign, options: ReportOptions) -> None:
    rankings = standing_rankings if options.with_discarded else counting_rankings
    judges = set(rankings(campaign).order_by().values_list("judge__name", flat=True).distinct())
    if not judges:
        raise Refused(_("There are no rankings yet, so there is nothing to compute."))
    unknown = sorted(set(options.excluded_judges) - judges)
    if unknown:
        raise Refused(_("No judge of this campaign is called %(names)s.") % {"names": ", ".join(unknown)})
    if judges == set(options.excluded_judges):
        raise Refused(_("At least one judge has to stay in."))
    for missing in missing_for(campaign, options.parts).values():
        raise Refused(in_readers_language(missing))
