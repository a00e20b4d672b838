"""`appraise-gec score`: score outputs with an automatic metric."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from appraise_gec.cli.documents import write_answer, write_text
from appraise_gec.cli.errors import refused_metrics
from appraise_gec.cli.options import system_options, taken_systems
from appraise_gec.cli.progress import Progress
from appraise_gec.library.inputs import InputFiles
from appraise_gec.library.metric_inputs import MaterialFiles, read_material, read_outputs
from appraise_gec.library.recipes import Answer, recipe
from appraise_gec.library.refusals import warning_lines
from rankings.formats.records import FormatError, Problem
from rankings.formats.system_choice import ALL_SYSTEMS, SystemChoice

if TYPE_CHECKING:
    from metrics.scorers.results import Scores
    from metrics.scorers.scorer import Scorer

CALL = "appraise-gec score"
FILE = click.Path(path_type=Path, dir_okay=False)


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """Which files to score with which metric.

    Attributes:
        metric: a registered metric.
        outputs: files, one sentence per line, named after their system; a folder stands for its files.
        material: what they are compared with.
        settings: settings of the metric that differ from its defaults.
        by_type: also report the recall of each error type.
        by_sentence: also report the score of every sentence.
        systems: which systems to score.
    """

    metric: str
    outputs: tuple[Path, ...]
    material: MaterialFiles
    settings: Mapping[str, Any] = field(default_factory=dict)
    by_type: bool = False
    by_sentence: bool = False
    systems: SystemChoice = ALL_SYSTEMS


class ManyReferences(click.Command):
    """Lets one `--references` be followed by several files, up to the next option."""

    many: tuple[str, ...] = ("--references",)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        expanded: list[str] = []
        within = ""
        for place, word in enumerate(args):
            if word == "--":
                expanded += args[place:]
                break
            if word in self.many:
                within = word
            elif word.startswith("-") and word != "-":
                within = ""
                expanded.append(word)
            elif within:
                expanded += [within, word]
            else:
                expanded.append(word)
        return super().parse_args(ctx, expanded)


class Score(ManyReferences):
    """Its help names the metrics, which are looked up only then."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from metrics.scorers.registry import metric_names

        with formatter.indentation():
            formatter.write_paragraph()
            formatter.write_text(f"METRIC is one of {', '.join(metric_names())}.")
        super().format_epilog(ctx, formatter)


def _list_settings(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from metrics.scorers.parsing import listed_settings

    write_text(listed_settings())
    ctx.exit()


@click.command(cls=Score)
@click.option(
    "--list-settings",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_list_settings,
    help="Print every metric with its settings, and end.",
)
@click.argument("metric")
@click.argument("outputs", metavar="OUTPUT...", nargs=-1, required=True, type=click.Path(path_type=Path))
@system_options
@click.option("--source", type=FILE, help="Source sentences; not needed with --gold.")
@click.option(
    "--gold",
    metavar="FILE.m2",
    type=FILE,
    multiple=True,
    help="Gold edits in M2 format; may be repeated, which joins the annotators.",
)
@click.option(
    "--references",
    metavar="FILE...",
    type=FILE,
    multiple=True,
    help="Reference texts, one file per annotator; after the outputs. M2 files are applied in full.",
)
@click.option("--annotator", type=click.IntRange(0), metavar="N", help="Only this annotator of the gold.")
@click.option("--beta", type=float, help="Weight of recall against precision.")
@click.option(
    "settings", "--setting", metavar="NAME=VALUE", multiple=True, help="Another setting; see --list-settings."
)
@click.option("--by-type", is_flag=True, help="Recall of each error type, where the metric knows types.")
@click.option("--by-sentence", is_flag=True, help="The score of every sentence.")
@click.option("as_json", "--json", is_flag=True, help="One JSON document on standard output.")
def command(  # noqa: PLR0917 - click passes by name
    metric: str,
    outputs: tuple[Path, ...],
    source: Path | None,
    gold: tuple[Path, ...],
    references: tuple[Path, ...],
    annotator: int | None,
    beta: float | None,
    settings: tuple[str, ...],
    by_type: bool,
    by_sentence: bool,
    as_json: bool,
    **systems: Any,
) -> None:
    """Score OUTPUT... with METRIC.

    OUTPUT are text files, one sentence per line, named after their system; a folder stands for its files.
    """
    with refused_metrics(CALL), Progress("Scoring") as progress:
        request = ScoreRequest(
            metric,
            outputs,
            MaterialFiles(source, gold, references, annotator),
            _settings(metric, beta, settings),
            by_type,
            by_sentence,
            taken_systems(systems),
        )
        answer = score_files(request, progress.steps)
    write_answer(answer, as_json=as_json)


def score_files(request: ScoreRequest, start: Callable[[int], Callable[[str], None]] | None = None) -> Answer:
    """Score output files.

    Args:
        request: what to score.
        start: called with the number of systems when scoring begins; what it returns is called with each
            system's name when that is done.

    Raises:
        FormatError: wrong inputs, by file and line.
        SettingError: wrong settings, or recall by error type of a metric that knows no types.
        UnavailableError: the metric needs a program or server that is missing.
    """
    from metrics.scorers.registry import make_scorer
    from metrics.scorers.results import Scores, scores_document
    from metrics.scorers.scorer import SettingError

    scorer = make_scorer(request.metric, **request.settings)
    inputs = InputFiles()
    material = read_material(request.material, inputs, request.metric)
    outputs = read_outputs(request.outputs, inputs, material, request.systems)
    scores = scorer.score_systems(outputs, material, start(len(outputs)) if start else None)
    if request.by_type and not any(score.types for score in scores.values()):
        raise SettingError(f"--by-type: {request.metric} has no recall by error type for these files")
    fields = {"by_type": request.by_type, "by_sentence": request.by_sentence}
    made_from = recipe(
        "score",
        inputs,
        {
            **scorer.settings(),
            "annotator": request.material.annotator,
            **request.systems.settings,
            **fields,
        },
        scorer.settings().get("seed"),
        metric=scorer.metric,
        signature=str(scorer.signature()),
    )
    result = replace(
        Scores.of(scorer.metric, scores, **fields), warnings=tuple(warning_lines(inputs.warnings))
    )
    return Answer(made_from, scores_document(result), lambda: _text(result, scorer), tuple(inputs.warnings))


def _text(result: Scores, scorer: Scorer[Any]) -> str:
    from appraise_gec.present import terminal
    from metrics.tables import scores

    tables = [scores.systems(result, repeated=scorer.repeated_part())]
    tables += [scores.types(result)] if any(system.types for system in result.systems) else []
    tables += [scores.sentences_of(result)] if any(system.sentences for system in result.systems) else []
    return "\n\n".join([f"{scorer.title}\n{scorer.signature()}", *map(terminal.write, tables)])


def _settings(metric: str, beta: float | None, settings: tuple[str, ...]) -> dict[str, Any]:
    """Values of the settings. Raises FormatError with everything that is wrong with them."""
    from metrics.scorers.parsing import parse_setting
    from metrics.scorers.registry import setting_problems
    from metrics.scorers.scorer import SettingError

    values: dict[str, Any] = {} if beta is None else {"beta": beta}
    wrong: list[str] = []
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            wrong.append(f"--setting {setting!r}: expected NAME=VALUE")
            continue
        try:
            values[name] = parse_setting(metric, name, text)
        except SettingError as error:
            wrong.append(str(error))
    # An unknown metric is reported once, not with every setting.
    wrong = list(dict.fromkeys([*wrong, *setting_problems(metric, values).values()]))
    if wrong:
        raise FormatError([Problem(CALL, message) for message in wrong])
    return values
