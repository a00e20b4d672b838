"""What an automatic metric says of outputs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    FILES_OF_OUTPUTS,
    Annotator,
    Gold,
    OnlySystems,
    Outputs,
    Progress,
    References,
    SourceFile,
    WithoutSystems,
    front_door,
    several,
)
from appraise_gec.library.files import InputFiles, warning_lines
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.metric_inputs import (
    MaterialFiles,
    read_material,
    read_outputs,
)
from rankings.formats.filtering import SystemChoice

if TYPE_CHECKING:
    from metrics.scorers.results import Scores


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
