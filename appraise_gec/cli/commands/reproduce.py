"""`appraise-gec reproduce`: the published tables and figures, ours beside the print."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import appraise_gec
from appraise_gec.cli.documents import write_document, write_text
from appraise_gec.cli.options import force_option, json_option
from appraise_gec.cli.progress import Progress
from appraise_gec.library.outputs import write_file
from appraise_gec.library.refusals import refused_values

if TYPE_CHECKING:
    from appraise_gec.reproduction.release import Release
    from appraise_gec.reproduction.results import Reproduction

NAME = "reproduction"


@click.command()
@click.argument("folder", metavar="FOLDER", type=click.Path(path_type=Path))
@click.option(
    "--only",
    metavar="TABLE",
    multiple=True,
    help="Only this table or figure, such as ng2014-table-7, or those of one paper, such as ng2014; may be "
    "repeated.",
)
@click.option("--quick", is_flag=True, help="Leave out what takes more than a minute.")
@click.option(
    "--output",
    "-o",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help=f"Write {NAME}.html, {NAME}.md and {NAME}.json there.",
)
@click.option(
    "--strict", is_flag=True, help="Exit with status 1 where a number differs and nobody knows why."
)
@force_option
@json_option
def command(
    folder: Path, *, as_json: bool, strict: bool, output: Path | None, force: bool, **which: Any
) -> None:
    """Compute the tables and figures of four papers from the released data, and compare them with the print.

    FOLDER holds the data; docs/reproduction-data.md says what lies where. What is missing is listed as not
    reproduced; a folder that holds none of it is refused.
    """
    from appraise_gec.reproduction.run import chosen_exhibits, open_release, reproduce
    from rankings.formats.results import to_json

    begun = time.process_time()
    with refused_values(str(folder)):
        release = open_release(folder)
    with refused_values("appraise-gec reproduce --only"):
        chosen = chosen_exhibits(which["only"])
    with Progress("Reproducing") as progress:
        made = reproduce(release, **which, progress=progress.steps(len(chosen)))
    _check_release(made, release, folder)
    inputs = [{"file": name, "sha256": sha256} for name, sha256 in sorted(release.hashes.items())]
    recipe = {
        "program": "appraise-gec",
        "version": appraise_gec.__version__,
        "command": "reproduce",
        "settings": which,
        "inputs": inputs,
    }
    if output:
        _write(made, recipe, output, force=force)
    if as_json:
        write_document(recipe, to_json(made))
    else:
        write_text(_text(made))
    click.echo(f"Took {time.process_time() - begun:.0f} s of processor time.", err=True)
    if strict and made.counts["differs"]:
        sys.exit(1)


def _check_release(made: "Reproduction", release: "Release", folder: Path) -> None:
    """Refuse a folder of which nothing was read although something was needed."""
    from appraise_gec.reproduction.release import EXPECTED, near
    from appraise_gec.reproduction.run import LEFT_OUT
    from rankings.formats.records import FormatError, Problem

    needed = any(one.reason and not one.reason.startswith(LEFT_OUT) for one in made.exhibits)
    if release.hashes or not needed:
        return
    found = near(folder)
    hint = f" They seem to lie in {found}." if found else ""
    raise FormatError(
        Problem(
            str(folder),
            f"None of the released data that are needed is here. Expected {', '.join(EXPECTED)} in it; "
            f"docs/reproduction-data.md says what lies where.{hint}",
        )
    )


def _write(made: "Reproduction", recipe: dict[str, Any], folder: Path, *, force: bool) -> None:
    import json

    from appraise_gec.reproduction.markdown import markdown
    from appraise_gec.reproduction.page import page
    from rankings.formats.results import to_json

    document = json.dumps(
        {"recipe": recipe, "result": to_json(made)}, ensure_ascii=False, indent=1, allow_nan=False
    )
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (
        (f"{NAME}.html", page(made)),
        (f"{NAME}.md", markdown(made)),
        (f"{NAME}.json", f"{document}\n"),
    ):
        write_file(folder / name, [text.encode()], inputs=(), force=force)


def _text(made: "Reproduction") -> str:
    from appraise_gec.present import terminal
    from appraise_gec.reproduction.tables import summary_table

    return terminal.write(summary_table(made))
