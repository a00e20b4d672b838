"""`appraise-gec checksum`: the SHA-256 by which a report names its rankings."""

import click

from appraise_gec.cli.documents import Answer, recipe, write_answer
from appraise_gec.cli.inputs import InputFiles
from appraise_gec.cli.options import Selection, selected_judgments
from appraise_gec.presentation.numbers import counted
from rankings.formats.fingerprint import rankings_digest


@click.command()
@selected_judgments
def command(selection: Selection, as_json: bool) -> None:
    """Print the SHA-256 by which a report's recipe names its rankings.

    JUDGMENTS are files in any known format, recognised by content and joined; - is standard input.
    """
    from appraise_gec.cli.judgment_files import read_selected

    inputs = InputFiles()
    judgments = read_selected(selection, inputs)
    number, sha256 = len(judgments), rankings_digest(judgments)
    result = {
        "rankings": {"number": number, "sha256": sha256},
        "warnings": [problem.message for problem in inputs.warnings],
    }
    answer = Answer(
        recipe("checksum", inputs, selection.settings),
        result,
        lambda: f"{sha256}  {counted(number, 'ranking')}",
        tuple(inputs.warnings),
    )
    write_answer(answer, as_json=as_json)
