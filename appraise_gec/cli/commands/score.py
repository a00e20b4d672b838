"""`appraise-gec score`: score outputs with an automatic metric."""

from pathlib import Path
from typing import Any

import click

from appraise_gec.cli.documents import write_document, write_text, write_warnings
from appraise_gec.cli.progress import Progress
from rankings.formats.records import FormatError, Problem

CALL = "appraise-gec score"
FILE = click.Path(path_type=Path, dir_okay=False)


class ManyReferences(click.Command):
    """Lets one `--references` be followed by several files, up to the next option."""

    many = "--references"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        expanded: list[str] = []
        within = False
        for place, word in enumerate(args):
            if word == "--":
                expanded += args[place:]
                break
            if word == self.many:
                within = True
            elif word.startswith("-") and word != "-":
                within = False
                expanded.append(word)
            elif within:
                expanded += [self.many, word]
            else:
                expanded.append(word)
        return super().parse_args(ctx, expanded)


class Score(ManyReferences):
    """Its help names the metrics, which are looked up only then."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from metrics.scorers.registry import metric_names  # noqa: PLC0415

        with formatter.indentation():
            formatter.write_paragraph()
            formatter.write_text(f"METRIC is one of {', '.join(metric_names())}.")


def _list_settings(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from metrics.scorers.parsing import listed_settings  # noqa: PLC0415 - loads numerical libraries

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
@click.option("--source", type=FILE, help="Source sentences; not needed with --gold.")
@click.option("--gold", type=FILE, help="Gold edits in M2 format.")
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
    gold: Path | None,
    references: tuple[Path, ...],
    annotator: int | None,
    beta: float | None,
    settings: tuple[str, ...],
    by_type: bool,
    by_sentence: bool,
    as_json: bool,
) -> None:
    """Score OUTPUT... with METRIC.

    OUTPUT are text files, one sentence per line, named after their system; a folder stands for its files.
    """
    from metrics import commands  # noqa: PLC0415 - loads numerical libraries
    from metrics.scorers.scorer import SettingError, UnavailableError  # noqa: PLC0415

    try:
        values = _settings(metric, beta, settings)
        request = commands.ScoreRequest(
            metric, outputs, source, gold, references, values, by_type, by_sentence, annotator
        )
        with Progress("Scoring") as progress:
            run = commands.score_files(request, progress.steps)
        if by_type and not any(score.types for score in run.scores.values()):
            raise SettingError(f"--by-type: {metric} has no recall by error type for these files")
    except SettingError as error:
        raise FormatError(Problem(CALL, str(error))) from error
    except UnavailableError as error:
        raise click.ClickException(str(error)) from error
    write_warnings(run.warnings)
    if as_json:
        document = commands.score_document(run)
        write_document(document["recipe"], document["result"])
    else:
        write_text(commands.score_tables(run))


def _settings(metric: str, beta: float | None, settings: tuple[str, ...]) -> dict[str, Any]:
    """Values of the settings. Raises FormatError with everything that is wrong with them."""
    from metrics.scorers.parsing import parse_setting  # noqa: PLC0415
    from metrics.scorers.registry import setting_problems  # noqa: PLC0415
    from metrics.scorers.scorer import SettingError  # noqa: PLC0415

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
    # A metric that is not known is told once, not with every setting.
    wrong = list(dict.fromkeys([*wrong, *setting_problems(metric, values).values()]))
    if wrong:
        raise FormatError([Problem(CALL, message) for message in wrong])
    return values
