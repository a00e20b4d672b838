"""A report from files, as `appraise-gec report` writes it."""

import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from appraise_gec.library.correlation_inputs import MetricSources, read_scores
from appraise_gec.library.inputs import STANDARD_INPUT, InputFiles, shown_path
from appraise_gec.library.judgment_files import Evaluation
from appraise_gec.library.metric_inputs import MaterialFiles, read_gold
from appraise_gec.library.output_files import system_files
from appraise_gec.library.recipes import document_bytes, recipe
from appraise_gec.library.refusals import refused_values, warning_lines
from appraise_gec.library.selection import Selection
from appraise_gec.library.sentence_numbers import check_texts
from appraise_gec.report.archive import Source
from appraise_gec.report.computation import ComputedReport, compute_report
from appraise_gec.report.folder import FIGURE_FILES, TABLE_FILES, Described, files_of
from appraise_gec.report.options import OPTION_NAMES, ReportOptions
from appraise_gec.report.parts import study_settings
from appraise_gec.report.result import report_result
from metrics.validation.score_table import MetricScores
from rankings.formats.columns import Judgments
from rankings.formats.edit_marks import EditJudgment, read_edit_marks
from rankings.formats.judgment_filter import JudgmentFilter
from rankings.formats.records import FormatError, Problem
from rankings.formats.system_choice import SystemChoice
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
        selection: the judgments.
        settings: fields of `ReportOptions`, without the judges left out.
        outputs: files or folders of all outputs, for distinct outputs and for metrics.
        scores: files with scores of metrics, to be compared with people.
        metrics: metrics to compute and to compare with people.
        material: what they compare outputs with.
        title: of the page; named after the files if empty.
        edit_marks: files with marks on single edits of the same campaign.
        call: the words of the call, for the recipe.
    """

    selection: Selection
    settings: Mapping[str, Any]
    outputs: tuple[Path, ...] = ()
    scores: tuple[Path, ...] = ()
    metrics: tuple[str, ...] = ()
    material: MaterialFiles = field(default_factory=MaterialFiles)
    title: str = ""
    edit_marks: tuple[Path, ...] = ()
    call: Sequence[str] = ()

    @property
    def computed_metrics(self) -> tuple[str, ...]:
        """Metrics to compute: those that need nothing but gold, where only that is given."""
        wanted = self.material.gold and (self.outputs or not self.has_maege)
        return self.metrics or (GOLD_METRICS if wanted else ())

    @property
    def has_maege(self) -> bool:
        """Whether metrics are validated without people, too."""
        return MAEGE in self.settings["parts"]


@dataclass(frozen=True, slots=True)
class MadeReport:
    """A report as JSON and as files, by their places in a folder; what a reader should look at; and all that
    went into it.
    """

    document: dict[str, Any]
    files: dict[str, bytes]
    warnings: tuple[Problem, ...]
    source: Source


def make_report(
    request: ReportRequest, evaluation: Evaluation, progress: Callable[[float], None], *, draw: bool = True
) -> MadeReport:
    """Compute, describe and draw everything.

    Args:
        request: what to report.
        evaluation: of which judgments.
        progress: told how far it is.
        draw: also write the page, the tables and the figures; without, there are no files.

    Raises:
        FormatError: wrong inputs, by file and line, and settings that do not fit together.
        SettingError, UnavailableError: of the metrics to compute.
    """
    _check(request)
    computed, source = _compute(request, evaluation, lambda share, message: progress(DRAWN * share))
    warnings = tuple(dict.fromkeys((*evaluation.warnings, *evaluation.inputs.warnings)))
    document = {
        "recipe": _recipe(request, computed, evaluation.inputs),
        "result": {**computed.result, "warnings": warning_lines(warnings)},
    }
    if not draw:
        return MadeReport(document, {}, warnings, source)
    progress(DRAWN)
    told = {name: document["recipe"][name] for name in ("call", "inputs")}
    described = Described.of(report_result(computed.result), {**source.recipe, **told})
    files = files_of(described, _title(request), document_bytes(document))
    progress(1.0)
    return MadeReport(document, files, warnings, source)


def earlier_files(folder: Path) -> set[str]:
    """Names of files below the folder that a report has, or an earlier one may have left there."""
    kept = {"tables": tuple(TABLE_FILES), "figures": tuple(FIGURE_FILES)}
    found = {
        f"{name}/{path.name}"
        for name, ends in kept.items()
        for path in (folder / name).glob("*")
        if path.suffix.removeprefix(".") in ends
    }
    return {"report.html", "report.json", "methods.tex", "references.bib", *found}


def _check(request: ReportRequest) -> None:
    wrong = ""
    if request.has_maege and not request.material.gold:
        wrong = "--part maege takes gold edits of two annotators or more; give them with --gold."
    elif request.computed_metrics and not request.outputs:
        wrong = "Metrics are computed of outputs; give their files or folder with --outputs."
    elif request.material.source and not (request.outputs or request.metrics):
        wrong = "--source is the text that outputs correct; give these with --outputs."
    if wrong:
        raise FormatError(Problem(CALL, wrong))


def _compute(
    request: ReportRequest, evaluation: Evaluation, progress: Callable[[float, str], None]
) -> tuple[ComputedReport, Source]:
    judgments = evaluation.chosen.judgments
    left_out = set(judgments.judges) - set(evaluation.table.judges)
    named = set(judgments.named_systems)
    distinct: tuple[int, ...] = ()
    if request.outputs:
        outputs = _read_outputs(request, evaluation.inputs)
        kept_systems = request.selection.systems.among(outputs, missing_ok=True)
        outputs = {name: outputs[name] for name in kept_systems}
        _check_systems(named, outputs, request)
        check_texts([evaluation], outputs)
        named = set(outputs)
        distinct = distinct_output_counts(collapse_corpus(outputs), len(outputs))
    with refused_values(CALL):
        wanted = {
            field.name: getattr(request.selection.filter, field.name) for field in fields(JudgmentFilter)
        }
        options = ReportOptions(**request.settings, **wanted, excluded_judges=tuple(left_out))
    edits = _edits(request, evaluation, judgments)
    scores = _scores(request, evaluation, options)
    gold = read_gold(request.material.gold, evaluation.inputs) if request.has_maege else None
    with refused_values(evaluation.place):
        computed = compute_report(
            judgments, distinct, sorted(named), options, progress, edits=edits, scores=scores, gold=gold
        )
    if request.selection.filter:
        left_out_by = evaluation.chosen.filtered.left_out
        computed = replace(computed, recipe=computed.recipe | {"left_out": left_out_by})
    source = Source(_with_sources(request, computed.recipe), computed.result, judgments, edits, scores)
    return computed, source


def _scores(
    request: ReportRequest, evaluation: Evaluation, options: ReportOptions
) -> tuple[MetricScores, ...]:
    """Scores of metrics, read or computed, as `appraise-gec correlate` has them."""
    if not (request.scores or request.computed_metrics):
        return ()
    outputs = request.outputs if request.computed_metrics else ()
    sources = MetricSources(request.scores, request.computed_metrics, outputs, request.material)
    return read_scores(evaluation, sources, study_settings(options))[0]


def _edits(request: ReportRequest, evaluation: Evaluation, judgments: Judgments) -> list[EditJudgment]:
    """Marks on single edits by judges of these rankings, of those that filters leave.

    Raises FormatError where they are of another campaign.
    """
    inputs = evaluation.inputs
    judges = {name for file in evaluation.chosen.files for name in file.judgments.judges}
    ranked = {(one.judge, one.sentence) for one in judgments}
    items = {(one.judge, one.sentence, one.item) for one in judgments}
    edits: list[EditJudgment] = []
    for path in request.edit_marks:
        read = read_edit_marks(inputs.read(path, "edit marks"), shown_path(path))
        strangers = sorted({edit.judge for edit in read} - judges)
        if strangers:
            message = (
                f"{strangers[0]} could mark edits, but has no rankings among the judgments. Give marks and "
                "judgments of the same campaign."
            )
            raise FormatError(Problem(shown_path(path), message))
        if request.selection.filter:
            # A mark goes with its ranking; files may name the item or not.
            read = [
                edit
                for edit in read
                if ((edit.judge, edit.sentence, edit.item) in items if edit.item else _key(edit) in ranked)
            ]
        edits += read
    return _of_systems(edits, request.selection.systems)


def _of_systems(edits: list[EditJudgment], chosen: SystemChoice) -> list[EditJudgment]:
    """As if there were no other systems."""
    if not chosen:
        return edits
    made = sorted({system for edit in edits for system in edit.systems})
    names = set(chosen.among(made, missing_ok=True))
    own = [(edit, tuple(name for name in edit.systems if name in names)) for edit in edits]
    return [replace(edit, systems=systems) for edit, systems in own if systems]


def _key(edit: EditJudgment) -> tuple[str, str]:
    return edit.judge, edit.sentence


def _read_outputs(request: ReportRequest, inputs: InputFiles) -> dict[str, tuple[str, ...]]:
    """The outputs of every system. Raises FormatError where they have different numbers of lines."""
    outputs: dict[str, tuple[str, ...]] = {}
    expected, first = 0, Path()
    for system, path in system_files(request.outputs).items():
        lines = inputs.read_lines(path, "output").lines
        if outputs and len(lines) != expected:
            message = (
                f"The file has {len(lines):,} lines, but {shown_path(first)} has {expected:,}. "
                "Expected one output per sentence in each."
            )
            raise FormatError(Problem(shown_path(path), message, min(len(lines), expected) + 1))
        expected, first = len(lines), path
        outputs[system] = lines
    return outputs


def _check_systems(named: set[str], outputs: Mapping[str, Sequence[str]], request: ReportRequest) -> None:
    if missing := sorted(named - set(outputs)):
        place = ", ".join(map(shown_path, request.outputs))
        message = f"No output of {', '.join(missing)}, which the judgments name. Expected a file for each."
        raise FormatError(Problem(place, message))


def _recipe(request: ReportRequest, computed: ComputedReport, inputs: InputFiles) -> dict[str, Any]:
    made = dict(computed.recipe)
    settings = {
        name: value
        for name, value in ReportOptions.from_json(
            {name: made[name] for name in OPTION_NAMES if name in made}
        )
        .as_json()
        .items()
        if name != "seed"
    }
    inputs.hashes[:] = list({tuple(entry.items()): entry for entry in inputs.hashes}.values())
    return recipe(
        "report",
        inputs,
        {
            "title": _title(request),
            "first_sentence": request.selection.first_sentence,
            **request.selection.systems.settings,
            "metrics": list(request.computed_metrics),
            **settings,
        },
        made["seed"],
        software={**made["software"], "matplotlib": version("matplotlib")},
        call=shlex.join(["appraise-gec", "report", *request.call]),
        rankings=made["rankings"],
        outputs=made["outputs"],
        **({"left_out": made["left_out"]} if "left_out" in made else {}),
    )


def _with_sources(request: ReportRequest, made_from: Mapping[str, Any]) -> dict[str, Any]:
    """The recipe with what the paragraph on methods says of the judgments: all of them come from files."""
    return {
        **made_from,
        **{name: chosen for name, chosen in request.selection.systems.settings.items() if chosen},
        "imported_rankings": made_from["rankings"]["number"],
    }


def _title(request: ReportRequest) -> str:
    names = [shown_path(path) if path == STANDARD_INPUT else path.name for path in request.selection.files]
    more = f" and {len(names) - 3} more" if len(names) > 3 else ""
    return request.title or f"Report of {', '.join(names[:3])}{more}"
