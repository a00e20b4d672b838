"""Scores from files: what the command `appraise-gec score` does, apart from the command line itself."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from appraise_gec.cli.documents import recipe, told_warnings
from appraise_gec.cli.errors import refused_values
from appraise_gec.cli.inputs import InputFiles, system_files
from appraise_gec.presentation.writers.terminal import aligned
from metrics.references.m2_file import read_m2
from metrics.references.plain import read_references
from metrics.scorers.registry import make_scorer
from metrics.scorers.scorer import CorpusScore, Material, Number, Scorer
from rankings.formats.records import FormatError, Problem

Progress = Callable[[str], None]


@dataclass(frozen=True)
class ScoreRequest:
    """Which files to score with which metric.

    Attributes:
        metric: a registered metric.
        outputs: files, one sentence a line, named after their system; a folder stands for its files.
        source: the source sentences; may be left out where gold is given.
        gold: gold edits in M2 format.
        references: reference texts, or M2 files of which every annotation, applied in full, is a reference.
        settings: settings of the metric that differ from its defaults.
        by_type: also tell the recall of each error type.
        by_sentence: also tell the score of every sentence.
        annotator: the only annotator of the gold that counts; all of them if None.
    """

    metric: str
    outputs: tuple[Path, ...]
    source: Path | None = None
    gold: Path | None = None
    references: tuple[Path, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)
    by_type: bool = False
    by_sentence: bool = False
    annotator: int | None = None


@dataclass(frozen=True)
class ScoreRun:
    """Scores with their recipe.

    Attributes:
        request: what was asked for.
        scorer: the metric and its settings.
        recipe: program, version, settings and the SHA-256 of every input.
        scores: by system, best first.
        warnings: what is odd in the inputs.
    """

    request: ScoreRequest
    scorer: Scorer[Any]
    recipe: dict[str, Any]
    scores: dict[str, CorpusScore]
    warnings: tuple[Problem, ...]


def score_files(request: ScoreRequest, start: Callable[[int], Progress] | None = None) -> ScoreRun:
    """Score output files.

    Args:
        request: what to score.
        start: called with the number of systems when scoring begins; what it returns is called with each
            system's name when that is done.

    Raises FormatError (file and line) for wrong inputs, SettingError for wrong settings, UnavailableError
    where the metric needs a program or server that is missing.
    """
    scorer = make_scorer(request.metric, **request.settings)
    inputs = InputFiles()
    material = read_material(request, inputs)
    outputs = read_outputs(request.outputs, inputs, material)
    progress = start(len(outputs)) if start else None
    scores = scorer.score_systems(outputs, material, progress)
    made_from = recipe(
        "score",
        inputs,
        {
            **scorer.settings(),
            "annotator": request.annotator,
            "by_type": request.by_type,
            "by_sentence": request.by_sentence,
        },
        scorer.settings().get("seed"),
        metric=scorer.metric,
        signature=str(scorer.signature()),
    )
    best_first = dict(sorted(scores.items(), key=lambda item: (-item[1].score, item[0])))
    return ScoreRun(request, scorer, made_from, best_first, tuple(inputs.warnings))


def score_document(run: ScoreRun) -> dict[str, Any]:
    """The JSON document: the recipe, and as result the metric, its systems, best first, and warnings."""
    systems = []
    for system, score in run.scores.items():
        entry: dict[str, Any] = {"system": system, "score": score.score, **score.parts}
        if run.request.by_type:
            entry["types"] = [
                {"type": one.type, "recall": one.recall, "matched": one.matched, "gold": one.gold}
                for one in score.types
            ]
        if run.request.by_sentence:
            entry["sentences"] = [{"score": one.score, **one.parts} for one in score.sentences]
        systems.append(entry)
    result = {
        "metric": run.scorer.metric,
        "systems": systems,
        "warnings": told_warnings(run.warnings),
    }
    return {"recipe": run.recipe, "result": result}


def score_tables(run: ScoreRun) -> str:
    """The scores as text for people."""
    parts = _keys(score.parts for score in run.scores.values())
    rows: list[list[str]] = [["system", "score", *parts]]
    for system, score in run.scores.items():
        rows.append([system, _shown(score.score), *(_shown(score.parts.get(part)) for part in parts)])
    tables = [f"{run.scorer.title}\n{run.scorer.signature()}", aligned(rows)]
    if run.request.by_type:
        tables.append(_type_table(run.scores))
    if run.request.by_sentence:
        tables.append(_sentence_table(run.scores))
    return "\n\n".join(tables)


def read_material(request: ScoreRequest, inputs: InputFiles) -> Material:
    """Sources, gold and references of the request. Raises FormatError."""
    gold = None
    if request.gold:
        gold = read_m2(inputs.read(request.gold, "gold"), str(request.gold))
        inputs.warnings += gold.warnings
        if request.annotator is not None:
            with refused_values(str(request.gold)):
                gold = gold.only(request.annotator)
    elif request.annotator is not None:
        message = "An annotator is one of a gold standard: give --gold FILE with --annotator."
        raise FormatError(Problem(request.metric, message))
    if request.source:
        sources, name = inputs.read_lines(request.source, "source").lines, str(request.source)
    elif gold:
        sources, name = gold.sources, str(request.gold)
    else:
        raise FormatError(
            Problem(
                request.metric, "No source sentences: give --source FILE, or --gold FILE that holds them."
            )
        )
    references: tuple[tuple[str, ...], ...] = ()
    if request.references:
        files = [(str(path), inputs.read(path, "reference")) for path in request.references]
        references = read_references(files, sources=sources)
    return Material(sources, gold, references, name)


def read_outputs(paths: Sequence[Path], inputs: InputFiles, material: Material) -> dict[str, tuple[str, ...]]:
    """Output lines by system. Raises FormatError when their number is not that of the sources."""
    outputs = {}
    for system, path in system_files(paths).items():
        lines = inputs.read_lines(path, "output").lines
        expected = len(material.sources)
        if len(lines) != expected:
            message = (
                f"The file has {len(lines):,} lines, but {material.source_name} has {expected:,} sentences. "
                "Expected one output line for every source sentence."
            )
            raise FormatError(Problem(str(path), message, min(len(lines), expected) + 1))
        outputs[system] = lines
    return outputs


def _type_table(scores: Mapping[str, CorpusScore]) -> str:
    types = _keys({one.type: one for one in score.types} for score in scores.values())
    rows = [["recall in %", *scores]]
    by_system = [{one.type: one for one in score.types} for score in scores.values()]
    for kind in types:
        cells = [f"{100 * known[kind].recall:.2f}" if kind in known else "-" for known in by_system]
        rows.append([kind, *cells])
    return aligned(rows)


def _sentence_table(scores: Mapping[str, CorpusScore]) -> str:
    parts = _keys(one.parts for score in scores.values() for one in score.sentences)
    rows = [["system", "sentence", "score", *parts]]
    for system, score in scores.items():
        for number, one in enumerate(score.sentences, start=1):
            cells = (_shown(one.parts.get(part)) for part in parts)
            rows.append([system, str(number), _shown(one.score), *cells])
    return aligned(rows)


def _keys(mappings: Iterable[Mapping[str, object]]) -> list[str]:
    seen: dict[str, None] = {}
    for mapping in mappings:
        seen.update(dict.fromkeys(mapping))
    return list(seen)


def _shown(value: Number | None) -> str:
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.4f}"
