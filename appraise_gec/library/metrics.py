"""What metrics say: of outputs, how they agree with people, and how they order texts without any judge."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    FILES_OF_OUTPUTS,
    Annotator,
    ArgumentError,
    Gold,
    JudgmentsGiven,
    Lines,
    MethodName,
    Metrics,
    OnlySystems,
    Outputs,
    Portion,
    Progress,
    References,
    Seed,
    Several,
    SourceFile,
    Unit,
    UsualReplicates,
    WithoutSystems,
    front_door,
    paths_of,
    several,
)
from appraise_gec.library.files import InputFiles, refused_values, warning_lines
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.judgments import taken
from appraise_gec.library.metric_inputs import (
    MaterialFiles,
    read_gold,
    read_material,
    read_outputs,
    read_reference_files,
    read_scores,
)
from rankings.analysis.choices import SEED, SpeaksFor, usual_replicates
from rankings.formats.filtering import SystemChoice
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from metrics.scorers.results import Scores
    from metrics.validation.maege.results import MaegeResult
    from metrics.validation.study import StudyResult


def metric_names() -> Sequence[str]:
    from metrics.scorers.registry import metric_names

    return metric_names()


@front_door
def score(
    metric: Annotated[str, Told(metavar="METRIC", kind="metric", known=metric_names)],
    outputs: Annotated[Outputs, Told(metavar="OUTPUT...", kind="files", help=FILES_OF_OUTPUTS)],
    *,
    source: SourceFile = None,
    gold: Gold = (),
    references: References = (),
    annotator: Annotator = None,
    systems: OnlySystems = (),
    without: WithoutSystems = (),
    beta: float | None = None,
    by_type: bool = False,
    by_sentence: bool = False,
    progress: Progress = None,
    **settings: Annotated[Any, Told(kind="settings")],
) -> "Finding[Scores]":
    """Score OUTPUT... with METRIC.

    Args:
        metric: its name.
        beta: weight of recall against precision.
        by_type: recall of each error type, where the metric knows types.
        by_sentence: the score of every sentence.
        settings: another setting of the metric.

    Raises:
        FormatError: files that cannot be read or do not fit together, by file and line.
        SettingError: an unknown metric or setting.
        UnavailableError: the metric needs a program that is missing.

    Examples:
        # MaxMatch of every output in a folder
        score m2 outputs --gold gold.m2
        # GLEU with two references
        score gleu outputs --source source.txt --references first.txt second.txt
    """
    from metrics.scorers.registry import make_scorer
    from metrics.scorers.results import Scores, scores_document
    from metrics.scorers.scorer import SettingError

    scorer = make_scorer(metric, **settings, **({} if beta is None else {"beta": beta}))
    inputs = InputFiles()
    material = read_material(MaterialFiles.of(source, gold, references, annotator), inputs, metric)
    chosen = SystemChoice(several(systems), several(without))
    lines = read_outputs(outputs, inputs, material, chosen)
    done: list[str] = []

    def advance(system: str) -> None:
        done.append(system)
        if progress:
            progress(len(done) / len(lines))

    scored = scorer.score_systems(lines, material, advance)
    if by_type and not any(one.types for one in scored.values()):
        raise SettingError(f"by_type: {metric} has no recall by error type for these files")
    found = Scores.of(scorer.metric, scored, by_type=by_type, by_sentence=by_sentence)
    found = replace(found, warnings=tuple(warning_lines(inputs.warnings)))
    return Finding(
        found,
        described_by(
            "metrics.sections.scores",
            found,
            title=scorer.title,
            signature=scorer.signature(),
            repeated=scorer.repeated_part(),
        ),
        inputs,
        inputs.warnings,
        settled={"seed": None, **scorer.settings(), **chosen.settings},
        made_with={"metric": scorer.metric, "signature": scorer.signature()},
        document=scores_document,
    )


@front_door
def correlate(
    judgments: JudgmentsGiven,
    *scores: Annotated[Any, Told(metavar="SCORES...", kind="files")],
    method: MethodName = "expected-wins",
    replicates: UsualReplicates = None,
    unit: Unit = "usual",
    speaks_for: SpeaksFor | None = None,
    confidence: Portion = 0.95,
    seed: Seed = SEED,
    beta_sweep: bool = False,
    metrics: Metrics = (),
    outputs: Annotated[Outputs, Told(metavar="FILE", kind="files")] = (),
    source: SourceFile = None,
    gold: Gold = (),
    references: Annotated[Sequence[Lines] | str, Told(metavar="FILE", kind="files")] = (),
    annotator: Annotator = None,
    judged_only: bool = False,
    progress: Progress = None,
) -> "Finding[StudyResult]":
    """Correlate metric SCORES... with the JUDGMENTS of people.

    Args:
        scores: files with a line for each system: its name and its score, or its name, F, precision and
            recall; or tables with a heading that begins with `system`; or the JSON of `appraise-gec score`,
            with sentence scores after --by-sentence. In Python also what `score` found, the score of each
            system by its name, or a data frame.
        speaks_for: for whom intervals over judgments speak; these judges if not given. Other units than
            sentences and documents leave no choice.
        confidence: of the intervals of correlations and of their differences.
        beta_sweep: vary the weight of recall from 0.01 to 1.
        outputs: for metrics: an output, or a folder of them.
        references: for metrics: texts.
        judged_only: compute metrics on judged sentences only.

    Raises:
        FormatError: a file that cannot be read, or does not fit the judgments.
        ValueError: no scores, too few judgments or systems, or a setting out of range.

    Examples:
        # Do scores in a file agree with people?
        correlate judgments.xml scores.csv
        # Compute the scores as well
        correlate judgments.xml --metric m2 --metric gleu --gold gold.m2 --outputs outputs
    """
    from metrics.sections.people import UNFOLDED
    from metrics.validation.human_scores import human_scores
    from metrics.validation.study import study_metrics
    from rankings.analysis.methods import software_versions

    judged = taken(judgments)
    number = usual_replicates(method) if replicates is None else replicates
    material = MaterialFiles.of(source, gold, references, annotator)
    made, swept = read_scores(
        judged, scores, several(metrics), outputs, material, judged_only=judged_only, beta_sweep=beta_sweep
    )
    with refused_values(judged.place):
        people = human_scores(
            judged.table,
            method,
            replicates=number,
            unit=unit,
            speaks_for=speaks_for,
            seed=seed,
            progress=progress,
        )
    try:
        found = study_metrics(
            judged.table,
            people,
            made,
            confidence=confidence,
            seed=seed,
            beta_sweep=beta_sweep,
            swept=swept,
            judged_only=judged_only,
        )
    except FormatError:
        raise
    except ValueError as error:
        raise ArgumentError(str(error)) from error
    return Finding(
        found,
        described_by("metrics.sections.people", found),
        judged.inputs,
        (*dict.fromkeys((*judged.warnings, *judged.inputs.warnings)), *_warnings(people.systems, found)),
        unfolded=UNFOLDED,
        settled={**judged.selection.settings, "replicates": number},
        made_with={"software": software_versions([method])},
    )


def _warnings(systems: Sequence[str], found: "StudyResult") -> Iterator[Problem]:
    for correlation in found.metrics:
        if missing := [system for system in correlation.missing if system in systems]:
            message = (
                f"It has no score of {', '.join(missing)}; correlated are the systems that have both scores, "
                "so its numbers are not comparable with those of metrics that score all systems."
            )
            yield Problem(correlation.metric, message, fatal=False)
        if correlation.reason:
            message = f"No correlation is defined: {correlation.reason}."
            yield Problem(correlation.metric, message, fatal=False)


@front_door
def maege(
    *,
    gold: Annotated[Sequence[Any] | str, Told(metavar="FILE.m2...", kind="files", greedy=True)],
    references: Annotated[Sequence[Lines] | str, Told(metavar="FILE...", kind="files", greedy=True)] = (),
    metrics: Metrics = (),
    source_kind: Literal["chain", "original"] = "chain",
    runs: Several = 5,
    annotators: Annotated[int, Told(least=1)] = 2,
    as_published: bool = False,
    seed: Seed = SEED,
    progress: Progress = None,
) -> "Finding[MaegeResult]":
    """Validate metrics without human rankings (MAEGE, Choshen and Abend 2018).

    Gold edits are applied to their sentences one after the other. Each makes the text better, so that a
    metric should score it higher.

    Args:
        gold: gold edits in M2 format; the annotators of several files are joined.
        references: reference texts, one for each annotator. M2 files are applied in full. Without any, texts
            are compared with the corrections by the other annotators of the gold.
        metrics: metric to validate, such as gleu or ibleu:sign=plus.
        source_kind: draw what metrics take for the source from the same chain, or take the original sentence.
        runs: how often to draw everything.
        annotators: annotators who must have corrected a sentence.
        as_published: with the random numbers of the authors' program.

    Raises:
        FormatError: files that cannot be read, or of which no sentence is left to draw from.
        SettingError, UnavailableError: of the metrics.

    Examples:
        # Which metric sees that edits make a text better?
        maege --gold gold.m2
        # One metric, with a setting
        maege --gold gold.m2 --metric m2:beta=1 --runs 2
    """
    import numpy as np
    import scipy

    from metrics.scorers.registry import parse_metrics
    from metrics.validation.maege.experiment import (
        DEFAULT_METRICS,
        MaegeSettings,
        maege_metric,
        validate_without_people,
    )

    settings = MaegeSettings(source_kind, runs, annotators, as_published)
    # Compares with the edits of the gold, which are edits of the original sentences.
    usual = (*DEFAULT_METRICS, "m2") if source_kind == "original" else DEFAULT_METRICS
    scorers = parse_metrics(several(metrics) or usual, maege_metric)
    for scorer in scorers.values():
        scorer.ensure_available()
    inputs = InputFiles()
    edits = read_gold(paths_of(gold), inputs)
    texts = read_reference_files(several(references), inputs, edits.sources)
    found = validate_without_people(edits, scorers, settings, seed=seed, references=texts, progress=progress)
    found = replace(found, warnings=tuple(warning_lines(inputs.warnings)))
    return Finding(
        found,
        described_by("metrics.sections.maege", found),
        inputs,
        inputs.warnings,
        settled={"metrics": list(scorers), **asdict(settings)},
        made_with={
            "signatures": [scorer.signature() for scorer in scorers.values()],
            "software": {"numpy": np.__version__, "scipy": scipy.__version__},
        },
    )
