"""Which metric agrees with people, and how sure that is (2015 paper, Table 5)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    Annotator,
    ArgumentError,
    Gold,
    JudgmentsGiven,
    Lines,
    MethodName,
    Metrics,
    Outputs,
    Portion,
    Progress,
    Seed,
    SourceFile,
    Unit,
    UsualReplicates,
    front_door,
    several,
)
from appraise_gec.library.files import refused_values
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.judgments import taken
from rankings.analysis.choices import SEED, usual_replicates
from rankings.formats.records import FormatError, Problem

if TYPE_CHECKING:
    from metrics.validation.results import StudyResult


@front_door
def correlate(
    judgments: JudgmentsGiven,
    *scores: Annotated[Any, Told(metavar="SCORES...", kind="files")],
    method: MethodName = "expected-wins",
    replicates: UsualReplicates = None,
    unit: Unit = "sentences",
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
        confidence: of the intervals of correlations and of their differences.
        beta_sweep: vary the weight of recall from 0.01 to 1.
        outputs: for metrics: an output, or a folder of them.
        references: for metrics: texts.
        judged_only: metrics on judged sentences only; files need sentence scores.

    Raises:
        FormatError: a file that cannot be read, or does not fit the judgments.
        ValueError: no scores, too few judgments or systems, or a setting out of range.

    Examples:
        # Do scores in a file agree with people?
        correlate judgments.xml scores.csv
        # Compute the scores as well
        correlate judgments.xml --metric m2 --metric gleu --gold gold.m2 --outputs outputs
    """
    from appraise_gec.library.metric_inputs import MaterialFiles
    from appraise_gec.library.metric_scores import read_scores
    from metrics.validation.study import StudySettings, score_people, study_metrics
    from rankings.analysis.methods import software_versions

    judged = taken(judgments)
    settings = StudySettings(
        method=method,
        replicates=usual_replicates(method) if replicates is None else replicates,
        unit=unit,
        confidence=confidence,
        beta_sweep=beta_sweep,
        judged_only=judged_only,
    )
    material = MaterialFiles.of(source, gold, references, annotator)
    made, swept = read_scores(
        judged, scores, several(metrics), outputs, material, judged_only=judged_only, beta_sweep=beta_sweep
    )
    with refused_values(judged.place):
        people = score_people(judged.table, settings, seed, progress)
    try:
        found = study_metrics(judged.table, people, made, settings, seed=seed, swept=swept)
    except FormatError:
        raise
    except ValueError as error:
        raise ArgumentError(str(error)) from error
    return Finding(
        found,
        described_by("metrics.sections.people:describe_at_length", found),
        judged.inputs,
        (*dict.fromkeys((*judged.warnings, *judged.inputs.warnings)), *_warnings(people.systems, found)),
        settled={**judged.selection.settings, "replicates": settings.replicates},
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
