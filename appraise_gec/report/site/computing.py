"""A worker computes a report: it reads the rankings, computes, and stores the result with the recipe."""

from collections import defaultdict
from itertools import groupby
from operator import itemgetter

from django.utils import timezone

from appraise_gec.jobs.running import JobError, JobRun
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.site.folders import written
from appraise_gec.report.site.inputs import MAEGE, METRICS, filter_of, gold_of, inputs_of, scores_for
from rankings.corpus.systems import late_systems
from rankings.formats.columns import Judgments
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.records import FormatError
from rankings.formats.results import renamed
from rankings.items.collapse import collapse_key
from rankings.judgments.exporting import judged_edits
from rankings.judgments.stored import CampaignJudgments, as_runs, load_judgments
from rankings.models import Campaign, Output, Report, ReportFolder
from rankings.people.names import names_changed_since, names_of_judges
from rankings.survey.composition import composition

ROWS_AT_ONCE = 5000
DRAWN = 0.9
"""Share of the work after which figures are drawn."""


def compute(run: JobRun) -> None:
    """Do the work of a report's job, and store the result together with the end of the job."""
    from appraise_gec.report.computation import compute_report  # noqa: PLC0415 - loads numerical libraries

    report = Report.objects.of_job(run, "campaign")
    if report is None:
        raise JobError("The report was deleted before it could be computed.")
    campaign = report.campaign
    run.progress(0.0, "Reading rankings")
    options, read, edits, names = _read(report)
    inputs = inputs_of(campaign, options.parts)
    try:
        computed = compute_report(
            read.judgments,
            distinct_output_frequencies(campaign),
            _systems_of(campaign, read.judgments),
            options,
            lambda share, message: run.progress(DRAWN * share, message),
            edits=edits,
            survey=composition(campaign),
            scores=scores_for(campaign, options.used(read.judgments), inputs)
            if METRICS in options.parts
            else (),
            gold=gold_of(campaign) if MAEGE in options.parts else None,
        )
    except FormatError as error:
        raise JobError(" ".join([str(problem) for problem in error.problems[:3]])) from error
    except ValueError as error:
        raise JobError(str(error)) from error
    # Only where there are any: a recipe of other campaigns stays as short as it was.
    counts = {
        name: number
        for name, number in (
            ("top_up_rankings", read.top_up_rankings),
            ("discarded_rankings", read.discarded_rankings),
            ("left_out", read.left_out),
            ("imported_rankings", _imported(read, options)),
            ("late_systems", late_systems(campaign, options.used(read.judgments))),
        )
        if number
    }
    recipe = computed.recipe | counts | inputs
    run.progress(DRAWN, "Drawing figures")
    page, content = written(recipe, computed.result, campaign.title)
    with run.finishing() as stored:
        stored["url"] = report.get_absolute_url()
        # A judge who was forgotten while this computed must not come back with the result.
        changed = names_changed_since(campaign, names)
        Report.objects.filter(pk=report.pk).update(
            recipe=renamed(recipe, changed),
            result=renamed(computed.result, changed),
            rankings_mark=read.mark,
            ranking_runs=as_runs(
                key
                for key, judgment in zip(read.keys, read.judgments, strict=True)
                if judgment.judge not in options.excluded_judges
            ),
            finished_at=timezone.now(),
        )
        ReportFolder.objects.filter(report=report).delete()
        if not changed:
            ReportFolder.objects.create(report=report, is_public=False, page=page, content=content)


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
            choose=filter_of(report.campaign, options),
        )
        edits = list(judged_edits(report.campaign, read.keys))
        # A judge who is left out and gets another name in between would otherwise count.
        if names_of_judges(report.campaign).items() >= names.items():
            return options, read, edits, names


def _imported(read: CampaignJudgments, options: ReportOptions) -> int:
    """How many of the rankings that count came from files."""
    both = zip(read.keys, read.judgments, strict=True)
    return sum(key in read.imported and one.judge not in options.excluded_judges for key, one in both)


def _systems_of(campaign: Campaign, judgments: Judgments) -> list[str]:
    """Names of the systems: those that take part, and retired ones that these judgments are about."""
    judged = set(judgments.named_systems)
    systems = campaign.systems.values_list("name", "retired_at")
    return [name for name, retired_at in systems if retired_at is None or name in judged]
