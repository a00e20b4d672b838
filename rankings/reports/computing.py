"""A worker computes a report: it reads the rankings, computes, and stores the result with the recipe."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils import timezone

from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.words import reason_of, words
from rankings.analysis.memory import Memory
from rankings.desk.texts.late_systems import late_systems
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.names_in_documents import renamed
from rankings.formats.records import Judgment
from rankings.items.collapse import collapse_key
from rankings.judgments.edit_annotations import annotated_edits, imported_sha256s
from rankings.judgments.edit_marks import judged_edits
from rankings.judgments.error_types import types_for, with_error_types
from rankings.judgments.stored import (
    CampaignJudgments,
    load_judgments,
)
from rankings.models import Campaign, Output, Report
from rankings.people.judge_names import names_changed_since, names_of_judges
from rankings.reports import joining
from rankings.reports.contributed import contributions, inputs_of
from rankings.reports.filtering import (
    filtered_annotations,
    filtering_of,
)
from rankings.reports.key_runs import as_runs
from rankings.reports.options import SIMULATED, ReportOptions
from rankings.reports.remaining_time import RemainingTime
from rankings.reports.services import REPORTS
from rankings.survey.composition import composition

MEMORY = Memory(most_bytes=64 << 20, most_seconds=24 * 3600)
"""Of this process, for reports that differ from earlier ones in some settings alone."""
ROWS_AT_ONCE = 5000
SAME_SIZE = 1.25
"""Reports on so many times as many rankings take about as long."""
TIMED_BY = ("method", "unit", "replicates")
"""Options that decide how long a part takes."""
REPORTS_TO_TIME = 20


def compute(run: JobRun) -> None:
    """Do the work of a report's job, and store the result together with the end of the job."""
    from rankings.reports.computation import compute_report  # noqa: PLC0415 - loads numerical libraries

    report = REPORTS.row_of(run.arguments, "campaign")
    if report is None:
        raise JobError("The report was deleted before it could be computed.")
    if report.is_joined:
        _compute_together(run, report)
        return
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
                ("left_out", read.left_out),
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


def _compute_together(run: JobRun, report: Report) -> None:
    """`compute`, for a report over several campaigns. Edits and surveys are told by each campaign alone."""
    from rankings.reports.computation import compute_report  # noqa: PLC0415 - loads numerical libraries

    run.progress(0.0, words("Reading rankings"))
    try:
        options, together = joining.read_for(report)
        timing = RemainingTime(earlier_seconds(report, len(together.read.judgments)))
        computed = compute_report(
            together.read.judgments,
            (),
            together.systems,
            replace(options, joined_campaigns=()),
            lambda share, message: run.progress(share, message, timing.left()),
            memory=MEMORY,
            timing=timing,
        )
    except ValueError as error:
        raise JobError(reason_of(error)) from error
    with run.finishing() as stored:
        stored["url"] = report.get_absolute_url()
        stored["seconds"] = timing.in_full
        joining.keep_parts(together)
        changed = joining.names_changed_since(report, together.names)
        counts = {
            name: number
            for name, number in (
                ("top_up_rankings", together.read.top_up_rankings),
                ("random_top_up_rankings", together.read.random_top_up_rankings),
                ("discarded_rankings", together.read.discarded_rankings),
                ("left_out", together.read.left_out),
                ("imported_rankings", together.imported),
                ("late_systems", together.late),
            )
            if number
        }
        Report.objects.filter(pk=report.pk).update(
            recipe=renamed(computed.recipe | counts | {"joined": together.told}, changed),
            result=renamed(computed.result, changed),
            rankings_mark=together.read.mark,
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


def distinct_output_frequencies(campaign: Campaign) -> list[int]:
    """Element k - 1 counts the sentences with exactly k distinct outputs (2015 paper, Figure 1)."""
    part = campaign.systems.taking_part()
    outputs = Output.objects.filter(system__in=part).order_by("sentence_id")
    rows = outputs.values_list("sentence_id", "text").iterator(chunk_size=ROWS_AT_ONCE)
    counts: dict[int, int] = defaultdict(int)
    for _sentence, group in groupby(rows, key=itemgetter(0)):
        counts[len({collapse_key(text) for _sentence, text in group})] += 1
    return [counts[number] for number in range(1, part.count() + 1)]


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
            filtering=filtering_of(report.campaign, options),
        )
        stated = {**options.as_json(), "left_out": read.left_out}
        annotated = filtered_annotations(report.campaign, annotated_edits(report.campaign), stated)
        edits = judged_edits(report.campaign, read.keys) + annotated
        # A judge who is left out and gets another name in between would otherwise count.
        if names_of_judges(report.campaign).items() >= names.items():
            return options, read, edits, names


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
    """Names of the systems: those that take part, and retired ones that these judgments are about."""
    judged = {name for judgment in judgments for output in judgment.outputs for name in output.systems}
    systems = campaign.systems.values_list("name", "retired_at")
    return [name for name, retired_at in systems if retired_at is None or name in judged]
