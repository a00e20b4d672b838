"""From judgments to everything that a report shows: plain data in, plain data out, no database."""

import hashlib
import json
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import appraise_gec
from appraise_gec.words import words
from rankings.analysis.bootstrap import BootstrapUnit
from rankings.analysis.edit_marks import summarise_rejected_edits
from rankings.analysis.judge_statistics import evaluation_statistics
from rankings.analysis.judgments import JudgmentTable
from rankings.analysis.memory import Memory
from rankings.analysis.methods import Method, registration
from rankings.analysis.remembering import digest_of_table, recalled, remembered_keys, remembering
from rankings.analysis.results.distinct_outputs import DistinctOutputs
from rankings.analysis.results.survey import JudgesSurvey
from rankings.analysis.scale_use import scale_use
from rankings.analysis.software import software_versions
from rankings.formats.edit_marks import EditJudgment
from rankings.formats.fingerprint import rankings_digest
from rankings.formats.json_form import to_json
from rankings.formats.records import Judgment
from rankings.reports import parts
from rankings.reports.options import PARTS, SIMULATED, ReportOptions
from rankings.reports.remaining_time import RemainingTime
from rankings.reports.result import ReportResult
from rankings.tables.nouns import RESAMPLED

PAPER_UNIT: BootstrapUnit = "pairs"
HONEST_UNIT: BootstrapUnit = "sentences"
PART_KEY = "part"
"""Begins the keys of whole parts in a memory."""

Progress = Callable[[float, str], None]
Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the work.

    Attributes:
        name: of the result.
        message: shown while it runs.
        weight: about how long it takes in relation to the others, in tenths of a second for the judgments of
            2015.
        reads: names of the options that it depends on. It sees the defaults of all others, so that it cannot
            depend on them by mistake.
        compute: returns the result from the table and the options; gets a function to report progress.
    """

    name: str
    message: str
    weight: int
    reads: tuple[str, ...]
    compute: Callable[[JudgmentTable, ReportOptions, parts.Share], Any]

    def options(self, options: ReportOptions) -> ReportOptions:
        """Those that the step reads, and defaults."""
        read = {name: getattr(options, name) for name in self.reads}
        if "parts" in read:
            read["parts"] = tuple(part for part in options.parts if part == SIMULATED)
        return ReportOptions(**read)


@dataclass(frozen=True, slots=True)
class ComputedReport:
    """The same recipe gives the same result to the last byte of its JSON.

    Attributes:
        recipe: program and versions, options, number and SHA-256 of the rankings that went in.
        result: the report, as JSON values.
    """

    recipe: Document
    result: Document


def compute_report(
    judgments: Sequence[Judgment],
    distinct_outputs: Sequence[int],
    systems: Sequence[str],
    options: ReportOptions,
    progress: Progress = lambda fraction, message: None,
    *,
    edits: Sequence[EditJudgment] = (),
    survey: JudgesSurvey | None = None,
    memory: Memory | None = None,
    timing: RemainingTime | None = None,
) -> ComputedReport:
    """Everything that a report shows.

    Args:
        judgments: of all judges; those whom the options exclude are left out here.
        distinct_outputs: element k - 1 counts the sentences of the campaign with k distinct outputs.
        systems: names of the campaign's systems.
        options: what was asked for.
        progress: called with the finished share of the work (0 to 1) and the name of the present step.
        edits: those that judges could mark, one by one; of judges whom the options exclude, none count.
        survey: what judges said about themselves; shown as it is.
        memory: of earlier reports; what they had in common with this one is not computed again.
        timing: learns how long each part takes.

    Raises:
        ValueError: no ranking is left, or a ranking cannot be used; the message says which.
    """
    progress(0.0, words("Reading rankings"))
    used = sorted(
        (judgment for judgment in judgments if judgment.judge not in options.excluded_judges),
        key=_canonical,
    )
    if not used:
        raise ValueError(
            "No ranking is left: there are none yet, or judges and filters leave out all of them."
        )
    table = JudgmentTable.from_judgments(used)
    recipe = _recipe(used, distinct_outputs, systems, options)
    markable = [edit for edit in edits if edit.judge not in options.excluded_judges]
    if markable:
        recipe["edit_marks"] = {"number": len(markable), "sha256": digest_of_edits(markable)}
    progress(0.05, words("Counting comparisons"))
    counts = evaluation_statistics(table)
    with remembering(memory):
        statistics = _statistics(table, options, progress, timing or RemainingTime())
    result = ReportResult(
        judges=counts.judges,
        total=counts.total,
        sentences=counts.sentences,
        systems=tuple(sorted(systems)),
        unjudged_systems=tuple(sorted(set(systems) - set(table.systems))),
        distinct_outputs=tuple(
            DistinctOutputs(number, int(count)) for number, count in enumerate(distinct_outputs, 1)
        ),
        scale_use=scale_use(used),
        rejected_edits=summarise_rejected_edits(markable, options.confidence) if markable else None,
        survey=survey,
        **statistics,
    )
    return ComputedReport(to_json(recipe), to_json(result))


def _statistics(
    table: JudgmentTable, options: ReportOptions, progress: Progress, timing: RemainingTime
) -> Document:
    """Every part in turn."""
    steps = _steps(options)
    digest = digest_of_table(table)
    abouts = {step.name: partial(_about, step.name, digest, step.options(options)) for step in steps}
    kept = [key for key in remembered_keys() if isinstance(key, tuple) and key[0] == PART_KEY]
    weights = {step.name: 0 if abouts[step.name]() in kept else step.weight for step in steps}
    # With another confidence, what takes long is remembered.
    helped = {name for _, name, about, read in kept if about == digest and _alike(read, options, name, steps)}
    timing.plan(weights, helped)
    document: Document = {}
    for step in steps:
        timing.begin(step.name)

        def share(done: float, message: str = step.message) -> None:
            timing.share(done)
            progress(0.1 + 0.9 * timing.done(), message)

        share(0.0)
        compute = partial(step.compute, table, step.options(options), share)
        document[step.name] = recalled(abouts[step.name], compute)
    timing.end()
    return document


def _about(step: str, digest: bytes, read: ReportOptions) -> Hashable:
    return (PART_KEY, step, digest, read)


def _alike(read: ReportOptions, options: ReportOptions, name: str, steps: Sequence[Step]) -> bool:
    """Whether a part was computed with options that differ from these in the confidence alone."""
    wanted = next((step.options(options) for step in steps if step.name == name), None)
    return wanted is not None and replace(read, confidence=wanted.confidence) == wanted


def _steps(options: ReportOptions) -> list[Step]:
    other = PAPER_UNIT if options.unit != PAPER_UNIT else HONEST_UNIT
    lead = 60 if registration(options.method).simulates else 2
    simulated = SIMULATED in options.parts

    def leading(unit: BootstrapUnit) -> Callable[[JudgmentTable, ReportOptions, parts.Share], Any]:
        return lambda table, read, share: parts.ranking(table, read.method, unit, read, share)

    resampling = ("replicates", "confidence", "seed")
    steps = [
        Step(
            "agreement",
            words("Computing agreement"),
            5,
            resampling,
            lambda table, read, share: parts.agreement(table, read),
        ),
        Step(
            "ranking",
            words("Ranking systems"),
            lead,
            ("method", "unit", "speaks_for", *resampling),
            leading(options.unit),
        ),
        Step(
            "comparison",
            words("Ranking systems, %(units)s", units=RESAMPLED[other]),
            lead,
            ("method", "unit", "speaks_for", *resampling),
            leading(other),
        ),
        Step(
            "methods",
            words("Ranking systems by other methods"),
            118 if simulated else 8,
            ("parts", "unit", "speaks_for", *resampling),
            parts.methods,
        ),
        Step(
            "head_to_head",
            words("Testing systems against each other"),
            1,
            ("speaks_for",),
            lambda table, read, share: parts.head_to_head(table, read),
        ),
        Step(
            "judge_rankings",
            words("Ranking systems judge by judge"),
            9,
            ("method", "speaks_for", *resampling),
            parts.judge_rankings,
        ),
        Step(
            "judge_correlations",
            words("Comparing judges"),
            1,
            (),
            lambda table, read, share: parts.judge_correlations(table),
        ),
        Step(
            "validation",
            words("Choice of method: cross-validating"),
            410 if simulated else 65,
            ("parts", "confidence", "seed"),
            parts.cross_validation,
        ),
    ]
    return [step for step in steps if step.name not in PARTS or step.name in options.parts]


def _recipe(
    judgments: Sequence[Judgment],
    distinct_outputs: Sequence[int],
    systems: Sequence[str],
    options: ReportOptions,
) -> Document:
    methods: set[Method] = {options.method}
    if "trueskill" in options.parts:
        methods.add("trueskill")
    corpus = json.dumps([list(distinct_outputs), sorted(systems)]).encode()
    return {
        "program": "Appraise GEC",
        "version": appraise_gec.__version__,
        "software": software_versions(methods),
        **options.as_json(),
        "rankings": {"number": len(judgments), "sha256": rankings_digest(judgments)},
        "outputs": {"sha256": hashlib.sha256(corpus).hexdigest()},
    }


def digest_of_edits(edits: Sequence[EditJudgment]) -> str:
    """Of what is said about edits, without the names of judges, in any order."""
    said = sorted(
        json.dumps(
            [
                *(edit.sentence, sorted(edit.systems), edit.start, edit.end),
                *(edit.original, edit.correction, edit.verdict),
            ],
            ensure_ascii=False,
        )
        for edit in edits
    )
    return hashlib.sha256("\n".join(said).encode()).hexdigest()


def _canonical(judgment: Judgment) -> str:
    outputs = sorted([sorted(output.systems), output.rank] for output in judgment.outputs)
    return json.dumps([judgment.judge, judgment.sentence, judgment.skipped, outputs], ensure_ascii=False)
