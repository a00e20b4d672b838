"""A report from files: what goes in beside the judgments, and the document and files that come out."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from appraise_gec.library.correlation_inputs import MetricSources, read_scores
from appraise_gec.library.evaluation import Evaluation
from appraise_gec.library.finding import document_bytes, recipe
from appraise_gec.library.inputs import shown_path
from appraise_gec.library.metric_inputs import MaterialFiles, read_gold
from appraise_gec.library.output_files import system_files
from appraise_gec.library.refusals import refused_values, warning_lines
from appraise_gec.library.sentence_numbers import check_texts
from appraise_gec.report.archive import Source
from appraise_gec.report.computation import compute_report
from appraise_gec.report.folder import Described, files_of
from appraise_gec.report.options import ReportOptions
from appraise_gec.report.parts import study_settings
from appraise_gec.report.result import report_result
from metrics.validation.score_table import MetricScores
from rankings.formats.edit_marks import EditJudgment, read_edit_marks
from rankings.formats.records import FormatError, Problem
from rankings.items.collapse import collapse_corpus, distinct_output_counts

CALL = "appraise-gec report"
GOLD_METRICS = ("m2", "gleu")
MAEGE = "maege"
DRAWN = 0.85
"""Share of the work after which figures are drawn."""


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What a report is asked to hold.

    Attributes:
        judged: the judgments.
        options: what to compute of them.
        outputs: files or folders of all outputs, for distinct outputs and for metrics.
        scores: files with scores of metrics, to be compared with people.
        metrics: metrics to compute and to compare with people.
        material: what they compare outputs with.
        edit_marks: files with marks on single edits of the same campaign.
        title: of the page; named after the files if empty.
        call: the words of the call, for the recipe.
    """

    judged: Evaluation
    options: ReportOptions
    outputs: tuple[Path, ...] = ()
    scores: tuple[Path, ...] = ()
    metrics: tuple[str, ...] = ()
    material: MaterialFiles = field(default_factory=MaterialFiles)
    edit_marks: tuple[Path, ...] = ()
    title: str = ""
    call: Sequence[str] = ()

    @property
    def has_maege(self) -> bool:
        """Whether metrics are validated without people, too."""
        return MAEGE in self.options.parts

    @property
    def computed_metrics(self) -> tuple[str, ...]:
        """Metrics to compute: those that need nothing but gold, where only that is given."""
        wanted = self.material.gold and (self.outputs or not self.has_maege)
        return self.metrics or (GOLD_METRICS if wanted else ())

    @property
    def heading(self) -> str:
        names = self.judged.names
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        return self.title or f"Report of {', '.join(names[:3])}{more}"

    def check(self) -> None:
        """Raise FormatError for what does not fit together."""
        wrong = ""
        if self.has_maege and not self.material.gold:
            wrong = "--part maege takes gold edits of two annotators or more; give them with --gold."
        elif self.computed_metrics and not self.outputs:
            wrong = "Metrics are computed of outputs; give their files or folder with --outputs."
        elif self.material.source and not (self.outputs or self.metrics):
            wrong = "--source is the text that outputs correct; give these with --outputs."
        if wrong:
            raise FormatError(Problem(CALL, wrong))


@dataclass(frozen=True, slots=True)
class MadeReport:
    """A report as JSON and as files, by their places in a folder; what a reader should look at; and all that
    went into it.
    """

    document: dict[str, Any]
    files: dict[str, bytes]
    warnings: tuple[Problem, ...]
    source: Source


def make_report(request: ReportRequest, progress: Callable[[float], None], *, draw: bool) -> MadeReport:
    """Compute, describe and draw everything.

    Args:
        request: what to report.
        progress: told how far it is.
        draw: also write the page, the tables and the figures; without, there are no files.

    Raises:
        FormatError: wrong inputs, by file and line, and settings that do not fit together.
        SettingError, UnavailableError: of the metrics to compute.
    """
    source, document = _computed(request, lambda share, message: progress(DRAWN * share))
    inputs = request.judged.inputs
    warnings = tuple(dict.fromkeys((*request.judged.warnings, *inputs.warnings)))
    document["result"] |= {"warnings": warning_lines(warnings)}
    files = {}
    if draw:
        told = {name: document["recipe"][name] for name in ("call", "inputs")}
        described = Described.of(report_result(source.result), {**source.recipe, **told})
        files = files_of(described, request.heading, document_bytes(document))
        progress(1.0)
    return MadeReport(document, files, warnings, source)


def _computed(
    request: ReportRequest, progress: Callable[[float, str], None]
) -> tuple[Source, dict[str, dict[str, Any]]]:
    """The report with what went into it, and its document."""
    judged, options, inputs = request.judged, request.options, request.judged.inputs
    named, distinct = set(judged.whole.named_systems), tuple[int, ...]()
    if request.outputs:
        outputs = _outputs(request, named)
        named = set(outputs)
        distinct = distinct_output_counts(collapse_corpus(outputs), len(outputs))
    edits = _edits(request)
    scores = _scores(request)
    gold = read_gold(request.material.gold, inputs) if request.has_maege else None
    with refused_values(judged.place):
        computed = compute_report(
            judged.whole, distinct, sorted(named), options, progress, edits=edits, scores=scores, gold=gold
        )
    made = computed.recipe | ({"left_out": judged.left_out} if judged.selection.filter else {})
    inputs.hashes[:] = list({tuple(entry.items()): entry for entry in inputs.hashes}.values())
    chosen_systems = judged.selection.systems.settings
    told = recipe(
        "report",
        inputs,
        {
            "title": request.heading,
            "first_sentence": judged.selection.first_sentence,
            **chosen_systems,
            "metrics": list(request.computed_metrics),
            **{name: value for name, value in options.as_json().items() if name != "seed"},
        },
        options.seed,
        software={**made["software"], "matplotlib": version("matplotlib")},
        call=shlex.join(["appraise-gec", "report", *request.call]),
        **{name: made[name] for name in ("rankings", "outputs", "left_out") if name in made},
    )
    # What the paragraph on methods says of the judgments: all of them come from files.
    made |= {name: chosen for name, chosen in chosen_systems.items() if chosen}
    made["imported_rankings"] = made["rankings"]["number"]
    source = Source(made, computed.result, judged.whole, edits, scores)
    return source, {"recipe": told, "result": dict(computed.result)}


def _scores(request: ReportRequest) -> tuple[MetricScores, ...]:
    """Scores of metrics, read or computed, as `appraise-gec correlate` has them."""
    if not (request.scores or request.computed_metrics):
        return ()
    outputs = request.outputs if request.computed_metrics else ()
    sources = MetricSources(request.scores, request.computed_metrics, outputs, request.material)
    return read_scores(request.judged, sources, study_settings(request.options))[0]


def _edits(request: ReportRequest) -> list[EditJudgment]:
    """Marks on single edits by judges of these rankings, of those that filters leave.

    Raises FormatError where they are of another campaign.
    """
    judged, edits = request.judged, list[EditJudgment]()
    judges = {name for one in judged.sources for name in one.judgments.judges}
    items = {(one.judge, one.sentence, one.item) for one in judged.whole}
    # Files may name the item or not.
    items |= {(judge, sentence, "") for judge, sentence, _ in items}
    for path in request.edit_marks:
        read = read_edit_marks(judged.inputs.read(path, "edit marks"), shown_path(path))
        if strangers := sorted({edit.judge for edit in read} - judges):
            message = (
                f"{strangers[0]} could mark edits, but has no rankings among the judgments. Give marks and "
                "judgments of the same campaign."
            )
            raise FormatError(Problem(shown_path(path), message))
        # A mark goes with its ranking.
        is_filtered = bool(judged.selection.filter)
        edits += [
            one for one in read if not is_filtered or (one.judge, one.sentence, one.item or "") in items
        ]
    if not judged.selection.systems:
        return edits
    made = sorted({system for edit in edits for system in edit.systems})
    names = set(judged.selection.systems.among(made, missing_ok=True))
    own = [replace(edit, systems=tuple(name for name in edit.systems if name in names)) for edit in edits]
    return [edit for edit in own if edit.systems]


def _outputs(request: ReportRequest, named: set[str]) -> Mapping[str, tuple[str, ...]]:
    """The outputs of every chosen system.

    Raises FormatError where they have different numbers of lines, or one that the judgments name is missing.
    """
    judged = request.judged
    read: dict[str, tuple[str, ...]] = {}
    expected, first = 0, Path()
    for system, path in system_files(request.outputs).items():
        lines = judged.inputs.read_lines(path, "output").lines
        if read and len(lines) != expected:
            message = (
                f"The file has {len(lines):,} lines, but {shown_path(first)} has {expected:,}. "
                "Expected one output per sentence in each."
            )
            raise FormatError(Problem(shown_path(path), message, min(len(lines), expected) + 1))
        expected, first = len(lines), path
        read[system] = lines
    outputs = {name: read[name] for name in judged.selection.systems.among(read, missing_ok=True)}
    if missing := sorted(named - set(outputs)):
        place = ", ".join(map(shown_path, request.outputs))
        message = f"No output of {', '.join(missing)}, which the judgments name. Expected a file for each."
        raise FormatError(Problem(place, message))
    check_texts(judged, outputs)
    return outputs
