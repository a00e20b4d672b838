"""Which metric agrees with people, and how sure that is (2015 paper, Table 5)."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    Annotator,
    Gold,
    MethodName,
    Metrics,
    Portion,
    Progress,
    References,
    Seed,
    SourceFile,
    UsualReplicates,
    front_door,
    several,
)
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.judgments import JudgmentsGiven, taken
from appraise_gec.library.metric_inputs import MaterialFiles, Outputs
from rankings.analysis.choices import SEED, BootstrapUnit, usual_replicates

if TYPE_CHECKING:
    from metrics.validation.results import StudyResult


@front_door
def correlate(
    judgments: JudgmentsGiven,
    *scores: Annotated[Any, Told(metavar="SCORES...", kind="files")],
    method: MethodName = "expected-wins",
    replicates: UsualReplicates = None,
    unit: BootstrapUnit = "sentences",
    confidence: Portion = 0.95,
    seed: Seed = SEED,
    beta_sweep: bool = False,
    metrics: Metrics = (),
    outputs: Annotated[Outputs, Told(metavar="FILE", kind="files")] = (),
    source: SourceFile = None,
    gold: Gold = (),
    references: References = (),
    annotator: Annotator = None,
    judged_only: bool = False,
    pairs: Literal["outputs", "systems"] = "outputs",
    progress: Progress = None,
) -> "Finding[StudyResult]":
    """Correlate metric SCORES... with the JUDGMENTS of people.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input. SCORES
    are files with a line for each system: its name and its score, or its name, F, precision and recall; or
    tables with a heading that begins with `system`; or the JSON of `appraise-gec score`, with sentence
    scores after --by-sentence.

    Args:
        judgments: as for `rank`.
        scores: what `score` found, the score of each system by its name, or a file or data frame of scores.
        method: how comparisons become scores.
        replicates: number of resamplings; 10,000 if not given, or 1,000 for methods that simulate.
        unit: what is resampled as a whole. The 2015 paper resampled pairs, as if they were independent.
        confidence: of the intervals of correlations and of their differences.
        seed: of the random numbers; the same seed gives the same result.
        beta_sweep: vary the weight of recall from 0.01 to 1.
        metrics: compute this metric, such as gleu or m2:beta=0.18.
        outputs: for metrics: an output, or a folder of them.
        source: for metrics: source sentences; not needed with gold.
        gold: for metrics: gold edits in M2 format; the annotators of several files are joined.
        references: for metrics: texts.
        annotator: for metrics: only this annotator of the gold.
        judged_only: metrics on judged sentences only; files need sentence scores.
        pairs: sentence level: every two distinct outputs once, or once for every two systems.
        progress: called with the share that is done.

    Raises:
        FormatError: a file that cannot be read, or does not fit the judgments.
        ValueError: no scores, too few judgments or systems, or a setting out of range.

    Examples:
        # Do scores in a file agree with people?
        correlate judgments.xml scores.csv
        # Compute the scores as well
        correlate judgments.xml --metric m2 --metric gleu --gold gold.m2 --outputs outputs
    """
    from appraise_gec.library.correlation_inputs import MetricSources, study_scores
    from metrics.validation.study import StudySettings
    from rankings.analysis.software import software_versions

    judged = taken(judgments)
    settings = StudySettings(
        method=method,
        replicates=usual_replicates(method) if replicates is None else replicates,
        unit=unit,
        confidence=confidence,
        beta_sweep=beta_sweep,
        pairs=pairs,
        judged_only=judged_only,
    )
    material = MaterialFiles.of(source, gold, references, annotator)
    sources = MetricSources(scores, several(metrics), outputs, material)
    made = study_scores(judged, sources, settings, seed, progress)
    return Finding(
        made.result,
        described_by("metrics.sections.people:describe_at_length", made.result),
        judged.inputs,
        made.warnings,
        settled={**judged.selection.settings, "replicates": settings.replicates},
        made_with={"software": software_versions([method])},
    )
