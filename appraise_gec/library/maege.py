"""How well metrics order texts whose order is known without any judge."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from appraise_gec.declared import Told
from appraise_gec.library.arguments import (
    Lines,
    Metrics,
    Progress,
    Seed,
    Several,
    front_door,
    paths_of,
    several,
)
from appraise_gec.library.files import InputFiles, warning_lines
from appraise_gec.library.finding import Finding, described_by
from appraise_gec.library.metric_inputs import read_gold, read_reference_files
from rankings.analysis.choices import SEED

if TYPE_CHECKING:
    from metrics.validation.maege.results import MaegeResult


@front_door
def maege(
    *,
    gold: Annotated[Sequence[Any] | str, Told(metavar="FILE.m2...", kind="files", greedy=True)],
    references: Annotated[Sequence[Lines] | str, Told(metavar="FILE...", kind="files", greedy=True)] = (),
    metrics: Metrics = (),
    source_kind: Literal["chain", "original"] = "chain",
    runs: Several = 5,
    chains: Several = 1,
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
        chains: orders of the edits of each annotator, in each run.
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

    settings = MaegeSettings(source_kind, runs, chains, annotators, as_published)
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
