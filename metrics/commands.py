"""Scores from files: what the command `appraise-gec score` does, apart from the command line itself."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from metrics import __version__
from metrics.references.m2_file import read_m2
from metrics.references.plain import read_references
from metrics.scorers.registry import make_scorer, scorer_class
from metrics.scorers.scorer import CorpusScore, Material, Number, Scorer, SettingError
from rankings.formats.limits import DEFAULT_LIMITS
from rankings.formats.records import FormatError, Problem
from rankings.formats.text import TextFile, read_text
from rankings.formats.uploads import name_systems

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
    """

    metric: str
    outputs: tuple[Path, ...]
    source: Path | None = None
    gold: Path | None = None
    references: tuple[Path, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class ScoreRun:
    """Scores with their recipe.

    Attributes:
        scorer: the metric and its settings.
        recipe: program, version, settings and the SHA-256 of every input.
        scores: by system, best first.
        warnings: what is odd in the inputs.
    """

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
    inputs = _Inputs()
    material = _material(request, inputs)
    outputs = _outputs(request.outputs, inputs, material)
    progress = start(len(outputs)) if start else None
    scores = scorer.score_systems(outputs, material, progress)
    recipe = {
        "program": "appraise-gec",
        "version": __version__,
        "command": "score",
        "metric": scorer.metric,
        "settings": scorer.settings(),
        "signature": str(scorer.signature()),
        "seed": scorer.settings().get("seed"),
        "inputs": inputs.hashes,
    }
    best_first = dict(sorted(scores.items(), key=lambda item: (-item[1].score, item[0])))
    return ScoreRun(scorer, recipe, best_first, tuple(inputs.warnings))


def score_document(run: ScoreRun, *, by_type: bool = False, by_sentence: bool = False) -> dict[str, Any]:
    """The JSON document: the recipe, and as result the metric and its systems, best first."""
    systems = []
    for system, score in run.scores.items():
        entry: dict[str, Any] = {"system": system, "score": score.score, **score.parts}
        if by_type:
            entry["types"] = [
                {"type": one.type, "recall": one.recall, "matched": one.matched, "gold": one.gold}
                for one in score.types
            ]
        if by_sentence:
            entry["sentences"] = [{"score": one.score, **one.parts} for one in score.sentences]
        systems.append(entry)
    return {"recipe": run.recipe, "result": {"metric": run.scorer.metric, "systems": systems}}


def score_tables(run: ScoreRun, *, by_type: bool = False, by_sentence: bool = False) -> str:
    """The scores as text for people."""
    parts = _keys(score.parts for score in run.scores.values())
    rows: list[list[str]] = [["system", "score", *parts]]
    for system, score in run.scores.items():
        rows.append([system, _shown(score.score), *(_shown(score.parts.get(part)) for part in parts)])
    tables = [f"{run.scorer.title}\n{run.scorer.signature()}", _aligned(rows)]
    if by_type:
        tables.append(_type_table(run.scores))
    if by_sentence:
        tables.append(_sentence_table(run.scores))
    return "\n\n".join(tables)


def parse_setting(metric: str, name: str, text: str) -> Any:
    """The value of a setting given as text, of the type of the setting's default.

    Raises SettingError when the metric has no such setting or the text is no such value.
    """
    known = {one.name: one.default for one in fields(scorer_class(metric))}
    if name not in known:
        raise SettingError(f"{metric} has no setting {name!r}; its settings are {', '.join(known) or 'none'}")
    default = known[name]
    words = {"yes": True, "true": True, "no": False, "false": False}
    try:
        if isinstance(default, bool):
            return words[text.lower()]
        return type(default)(text) if isinstance(default, int | float) else text
    except (ValueError, KeyError):
        expected = "yes or no" if isinstance(default, bool) else f"a number like {default}"
        raise SettingError(f"{name} = {text!r}: expected {expected}") from None


class _Inputs:
    """Reads files, and keeps the hash of each and what is odd in it."""

    def __init__(self) -> None:
        self.hashes: list[dict[str, str]] = []
        self.warnings: list[Problem] = []

    def read(self, path: Path, role: str) -> bytes:
        try:
            with path.open("rb") as stream:
                data = stream.read(DEFAULT_LIMITS.file_bytes + 1)
        except OSError as error:
            reason = error.strerror or "it cannot be opened"
            raise FormatError(Problem(str(path), f"Cannot be read: {reason}.")) from error
        self.hashes.append({"role": role, "file": path.name, "sha256": hashlib.sha256(data).hexdigest()})
        return data

    def read_lines(self, path: Path, role: str) -> TextFile:
        text = read_text(self.read(path, role), str(path))
        if not text.usable:
            raise FormatError(list(text.problems))
        self.warnings += text.problems
        return text


def _material(request: ScoreRequest, inputs: _Inputs) -> Material:
    gold = None
    if request.gold:
        gold = read_m2(inputs.read(request.gold, "gold"), str(request.gold))
        inputs.warnings += gold.warnings
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


def _outputs(paths: Sequence[Path], inputs: _Inputs, material: Material) -> dict[str, tuple[str, ...]]:
    files: dict[str, Path] = {}
    for path in paths:
        members = sorted(_members(path)) if path.is_dir() else [path]
        files.update({str(member): member for member in members})
    if not files:
        raise FormatError(Problem(", ".join(map(str, paths)) or "OUTPUT", "No output file was given."))
    if len(files) > DEFAULT_LIMITS.files:
        message = f"More than {DEFAULT_LIMITS.files} output files, the most that are read."
        raise FormatError(Problem(str(paths[0]), message))
    named = name_systems(files)
    if named.problems:
        raise FormatError(list(named.problems))
    outputs = {}
    for system, file_name in named.files.items():
        lines = inputs.read_lines(files[file_name], "output").lines
        expected = len(material.sources)
        if len(lines) != expected:
            message = (
                f"The file has {len(lines):,} lines, but {material.source_name} has {expected:,} sentences. "
                "Expected one output line for every source sentence."
            )
            raise FormatError(Problem(file_name, message, min(len(lines), expected) + 1))
        outputs[system] = lines
    return outputs


def _members(folder: Path) -> Iterable[Path]:
    return (path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))


def _type_table(scores: Mapping[str, CorpusScore]) -> str:
    types = _keys({one.type: one for one in score.types} for score in scores.values())
    rows = [["recall in %", *scores]]
    by_system = [{one.type: one for one in score.types} for score in scores.values()]
    for kind in types:
        cells = [f"{100 * known[kind].recall:.2f}" if kind in known else "-" for known in by_system]
        rows.append([kind, *cells])
    return _aligned(rows)


def _sentence_table(scores: Mapping[str, CorpusScore]) -> str:
    parts = _keys(one.parts for score in scores.values() for one in score.sentences)
    rows = [["system", "sentence", "score", *parts]]
    for system, score in scores.items():
        for number, one in enumerate(score.sentences, start=1):
            cells = (_shown(one.parts.get(part)) for part in parts)
            rows.append([system, str(number), _shown(one.score), *cells])
    return _aligned(rows)


def _keys(mappings: Iterable[Mapping[str, object]]) -> list[str]:
    seen: dict[str, None] = {}
    for mapping in mappings:
        seen.update(dict.fromkeys(mapping))
    return list(seen)


def _shown(value: Number | None) -> str:
    if value is None:
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.4f}"


def _aligned(rows: Sequence[Sequence[str]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )
