"""What an automatic metric says of outputs."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    Annotator,
    Gold,
    Lines,
    Names,
    Progress,
    SourceFile,
    front_door,
    several,
)
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.inputs import InputFiles
from appraise_gec.library.metric_inputs import (
    MaterialFiles,
    Outputs,
    read_material,
    read_outputs,
)
from appraise_gec.library.refusals import warning_lines
from rankings.formats.system_choice import SystemChoice

if TYPE_CHECKING:
    from metrics.scorers.results import Scores


def metric_names() -> Sequence[str]:
    from metrics.scorers.registry import metric_names

    return metric_names()


@front_door
def score(
    metric: Annotated[str, Told(metavar="METRIC", kind="metric", known=metric_names)],
    outputs: Annotated[Outputs, Told(metavar="OUTPUT...", kind="files")],
    *,
    source: SourceFile = None,
    gold: Gold = (),
    references: Annotated[Sequence[Lines] | str, Told(metavar="FILE...", kind="files", greedy=True)] = (),
    annotator: Annotator = None,
    systems: Names = (),
    without: Names = (),
    beta: float | None = None,
    by_type: bool = False,
    by_sentence: bool = False,
    progress: Progress = None,
    **settings: Annotated[Any, Told(kind="settings")],
) -> "Finding[Scores]":
    """Score OUTPUT... with METRIC.

    OUTPUT are text files, one sentence per line, named after their system; a folder stands for its files.

    Args:
        metric: its name.
        outputs: files or a folder of them, or the lines of each system by its name.
        source: source sentences; not needed with gold.
        gold: gold edits in M2 format; the annotators of several files are joined.
        references: reference texts, one for each annotator. M2 files are applied in full.
        annotator: only this annotator of the gold.
        systems: only these systems.
        without: not these systems.
        beta: weight of recall against precision.
        by_type: recall of each error type, where the metric knows types.
        by_sentence: the score of every sentence.
        progress: called with the share that is done.
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
